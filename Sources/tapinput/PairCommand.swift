import BlueZ

/// The options of `pair`.
struct PairOptions: Equatable {
    /// The Tap's name or address; nil for whichever there is.
    var device: String?
    /// How long to look for it.
    var seconds = 60

    /// How long a search may be.
    static let secondsRange = 1...3600
}

/// `pair`: exchanges keys with a Tap.
struct PairCommand {
    var options: PairOptions
    var messages: Messages

    func run() throws(Failure) {
        let command = try OneShotCommand(messages: messages)
        let result = try command.perform(
            hint: "tapinput pair ADDRESS",
            report: { tell($0, command) },
            { address, loop, handlers in
                BlueZTask(
                    pairing: options.device, seconds: options.seconds, address: address,
                    loop: loop, handlers: handlers)
            })
        if let tap = result.paired { command.write(line: "paired \(tap.text)") }
        if let words = result.words { messages.say(.notice, words) }
        try command.finish()
    }

    private func tell(_ report: PairingReport, _ command: OneShotCommand) {
        if case .found(let tap) = report { command.write(line: "found \(tap.text)") }
        if let words = report.words(seconds: options.seconds) { messages.say(.info, words) }
    }
}

extension PairingReport {
    /// What a person is told; nil where that is a line of the result.
    func words(seconds: Int) -> String? {
        switch self {
        case .scanning:
            "looking for Taps, for \(seconds) s at most: switch it on, in pairing mode, and hold "
                + "it near"
        case .found: nil
        case .pairing(let tap): "pairing \(tap.text)"
        case .connecting(let tap): "connecting \(tap.text)"
        }
    }
}

extension PairingResult {
    /// The Tap that can be used now; nil where there is none, or no single one.
    var paired: TapIdentity? {
        switch self {
        case .paired(let tap, _), .connected(let tap, _): tap
        case .nothingNew: nil
        }
    }

    /// What a person is told besides; nil where there is nothing.
    var words: String? {
        switch self {
        case .paired(_, isReady: true): nil
        case .paired(let tap, isReady: false): "\(tap.name) is not ready yet; \(Self.later)"
        case .connected(let tap, isReady: true):
            "\(tap.name) was paired already; it is connected"
        case .connected(let tap, isReady: false):
            "\(tap.name) was paired already; it is not ready yet; \(Self.later)"
        case .nothingNew(let taps, problem: nil):
            "no new Tap was found; paired already: \(taps.text)"
        case .nothingNew(let taps, let problem?):
            "no new Tap was found; \(taps.text) is paired already, but cannot be connected now "
                + "(\(problem))"
        }
    }

    private static let later = "`tapinput run` goes on as soon as it is"
}
