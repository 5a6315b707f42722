import Configuration
import TapProtocol

/// What the user asked for.
enum Command: Equatable {
    /// The help on a command, or on all of them.
    case help(of: String?)
    case version
    case demo
    case replay(ReplayOptions)
    case run(RunOptions)
    case check(file: String?)
    case doctor(config: String?)
    case capture(file: String, devices: [String])
    case sensors(SensorsOptions)
    case pair(PairOptions)
    case devices
    case forget(String)
    case info(device: String?)
    case vibrate(VibrateOptions)
    case profile(ProfileOptions)
    case status(isJSON: Bool)
    case pause(PauseOptions)
    case reload
    case monitor(MonitorOptions)
}

/// Where a replay's output goes.
enum SinkKind: String, CaseIterable {
    case uinput
    case text
    case dpad
}

/// The options of `replay`.
struct ReplayOptions: Equatable {
    var file = ""
    var sink = SinkKind.text
    /// The profile; nil for that of the configuration.
    var profile: String?
    /// The configuration file; nil for the one that is found.
    var config: String?
    var realtime = false
    /// What the swipes of v1 mean; nil for what the configuration says.
    var swipes: SwipeTable?
}

extension Command {
    static let names = CommandHelp.all.map(\.name)

    /// The command of the arguments, without the program's name.
    init(arguments: [String]) throws(Failure) {
        var arguments = Arguments(arguments)
        guard let name = arguments.next() else {
            throw Self.usage("a command is missing: \(Self.names.joined(separator: ", "))")
        }
        switch name {
        case "help":
            self = try Self.help(&arguments)
        case "--help", "-h":
            self = .help(of: nil)
        case "version", "--version":
            try arguments.expectEnd()
            self = .version
        case "demo":
            self = try arguments.helpAsked { (options) throws(Failure) in
                try options.expectEnd()
                return .demo
            }
        case "replay":
            self = try arguments.helpAsked(Self.replay)
        case "run":
            self = try arguments.helpAsked(Self.run)
        case "check":
            self = try arguments.helpAsked(Self.check)
        case "doctor":
            self = try arguments.helpAsked(Self.doctor)
        case "capture":
            self = try arguments.helpAsked(Self.capture)
        case "monitor":
            self = try arguments.helpAsked(Self.monitor)
        case "sensors":
            self = try arguments.helpAsked(Self.sensors)
        default:
            if let command = try Self.oneShot(name, &arguments) {
                self = command
            } else if let command = try Self.control(name, &arguments) {
                self = command
            } else {
                throw Self.unknown(name, Self.names + ["--version", "--help"])
            }
        }
    }

    private static func help(_ arguments: inout Arguments) throws(Failure) -> Command {
        let name = arguments.next()
        if name == "--help" || name == "-h" { return .help(of: "help") }
        if let name, name.hasPrefix("-") { throw arguments.unknownOption(name) }
        if let name, !names.contains(name) { throw unknown(name, names) }
        try arguments.expectEnd()
        return .help(of: name)
    }

    private static func replay(_ arguments: inout Arguments) throws(Failure) -> Command {
        var options = ReplayOptions()
        while let argument = arguments.next() {
            switch argument {
            case "--sink":
                let value = try arguments.value(of: argument)
                guard let sink = SinkKind(rawValue: value) else {
                    throw unknown(value, SinkKind.allCases.map(\.rawValue))
                }
                options.sink = sink
            case "--profile": options.profile = try arguments.value(of: argument)
            case "--config": options.config = try arguments.value(of: argument)
            case "--realtime": options.realtime = true
            case "--swipes": options.swipes = try swipes(&arguments)
            case _ where argument.hasPrefix("-"):
                throw arguments.unknownOption(argument)
            case _ where !options.file.isEmpty:
                throw usage("replay: more than one file: \(options.file), \(argument)")
            default: options.file = argument
            }
        }
        guard !options.file.isEmpty else { throw usage("replay: the file to play is missing") }
        return .replay(options)
    }

    private static func check(_ arguments: inout Arguments) throws(Failure) -> Command {
        var file = arguments.next()
        if let option = file, option == "--config" {
            file = try arguments.value(of: option)
        } else if let file, file.hasPrefix("-") || file.isEmpty {
            throw arguments.unknownOption(file)
        }
        try arguments.expectEnd()
        return .check(file: file)
    }

    static func swipes(_ arguments: inout Arguments) throws(Failure) -> SwipeTable {
        let value = try arguments.value(of: "--swipes")
        guard let table = SwipeTable(rawValue: value) else {
            throw unknown(value, SwipeTable.allCases.map(\.rawValue))
        }
        return table
    }

    static func usage(_ problem: String) -> Failure {
        Failure(.usage, "\(problem) (`tapinput help` lists the commands)")
    }

    static func unknown(_ word: String, _ known: [String]) -> Failure {
        let nearest = nearestWord(to: word, among: known).map { ", did you mean \"\($0)\"?" }
        return usage(
            "unknown \"\(word)\"\(nearest ?? ", expected \(known.joined(separator: ", "))")")
    }
}

/// The arguments that are not yet taken.
struct Arguments {
    /// The help on the command of the first argument, or nil for a word that is none.
    private let command: CommandHelp?
    private var rest: ArraySlice<String>

    init(_ arguments: [String]) {
        let command = arguments.first.flatMap(CommandHelp.named)
        let options = command?.options ?? []
        self.command = command
        // `--option=value` is `--option value`.
        rest =
            arguments.flatMap { argument in
                let parts = argument.split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false
                ).map(String.init)
                let takesValue = options.contains { $0.name == parts.first && $0.value != nil }
                return takesValue ? parts : [argument]
            }[...]
    }

    /// The failure for an option that the command does not have.
    func unknownOption(_ option: String) -> Failure {
        Command.unknown(option, (command?.options ?? []).map(\.name) + ["--help"])
    }

    mutating func next() -> String? {
        rest.popFirst()
    }

    mutating func value(of option: String) throws(Failure) -> String {
        guard let value = next(), !value.isEmpty, !value.hasPrefix("--") else {
            throw Command.usage("\(option): the value is missing")
        }
        return value
    }

    mutating func expectEnd() throws(Failure) {
        if let extra = next() { throw Command.usage("unexpected \"\(extra)\"") }
    }

    /// Help, where `--help` stands anywhere in the rest, or else what `parse` makes of the rest.
    mutating func helpAsked(
        _ parse: (inout Arguments) throws(Failure) -> Command
    ) throws(Failure) -> Command {
        guard !rest.contains("--help"), !rest.contains("-h") else {
            return .help(of: command?.name)
        }
        return try parse(&self)
    }
}
