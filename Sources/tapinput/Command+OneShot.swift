import TapProtocol

extension Command {
    /// The commands that do a few things with a Tap and end; nil for another name.
    static func oneShot(
        _ name: String, _ arguments: inout Arguments
    ) throws(Failure) -> Command? {
        switch name {
        case "pair": try arguments.helpAsked(pair)
        case "devices":
            try arguments.helpAsked { (options) throws(Failure) in
                try options.expectEnd()
                return .devices
            }
        case "forget":
            try arguments.helpAsked { (options) throws(Failure) in
                guard let device = options.next(), !device.isEmpty, !device.hasPrefix("-") else {
                    throw usage("forget: the Tap's name or address is missing")
                }
                if let other = options.next() { throw moreThanOne("forget", device, other) }
                return .forget(device)
            }
        case "info": try arguments.helpAsked(info)
        case "vibrate": try arguments.helpAsked(vibrate)
        default: nil
        }
    }

    private static func pair(_ arguments: inout Arguments) throws(Failure) -> Command {
        var options = PairOptions()
        while let argument = arguments.next() {
            switch argument {
            case "--seconds":
                let value = try arguments.value(of: argument)
                guard let seconds = Int(value), PairOptions.secondsRange.contains(seconds) else {
                    let range = PairOptions.secondsRange
                    throw usage(
                        "\(argument): expected \(range.lowerBound) to \(range.upperBound), "
                            + "not \"\(value)\"")
                }
                options.seconds = seconds
            case _ where argument.hasPrefix("-"): throw arguments.unknownOption(argument)
            case _ where options.device != nil:
                throw moreThanOne("pair", options.device ?? "", argument)
            default: options.device = argument
            }
        }
        guard options.device != "" else { throw usage("pair: the name is empty") }
        return .pair(options)
    }

    private static func info(_ arguments: inout Arguments) throws(Failure) -> Command {
        var device: String?
        while let argument = arguments.next() {
            guard argument == "--device" else { throw arguments.unknownOption(argument) }
            device = try arguments.device(of: argument)
        }
        return .info(device: device)
    }

    private static func vibrate(_ arguments: inout Arguments) throws(Failure) -> Command {
        var milliseconds: [Int] = []
        var device: String?
        while let argument = arguments.next() {
            switch argument {
            case "--device": device = try arguments.device(of: argument)
            case _ where argument.hasPrefix("--"): throw arguments.unknownOption(argument)
            default:
                let range = HapticPattern.milliseconds
                guard let duration = Int(argument), range.contains(duration) else {
                    throw usage(
                        "vibrate: expected \(range.lowerBound) to \(range.upperBound) "
                            + "milliseconds, not \"\(argument)\"")
                }
                milliseconds.append(duration)
            }
        }
        guard !milliseconds.isEmpty else { throw usage("vibrate: the milliseconds are missing") }
        guard let pattern = HapticPattern(milliseconds: milliseconds) else {
            throw usage(
                "vibrate: at most \(HapticPattern.maximumCount) durations, "
                    + "not \(milliseconds.count)")
        }
        return .vibrate(VibrateOptions(pattern: pattern, device: device))
    }

    private static func moreThanOne(
        _ command: String, _ first: String, _ second: String
    ) -> Failure {
        usage(
            "\(command): more than one Tap: \(first), \(second); a name with spaces needs quotes")
    }
}

extension Arguments {
    /// The name or address that an option takes.
    mutating func device(of option: String) throws(Failure) -> String {
        let device = try value(of: option)
        guard !device.isEmpty else { throw Command.usage("\(option): the value is missing") }
        return device
    }
}
