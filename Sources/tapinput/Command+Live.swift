/// The commands that go on until they are told to end.
extension Command {
    static func run(_ arguments: inout Arguments) throws(Failure) -> Command {
        var options = RunOptions()
        while let option = arguments.next() {
            switch option {
            case "--profile": options.profile = try arguments.value(of: option)
            case "--profile-for":
                let value = try arguments.value(of: option)
                // A name may have a "=" in it, a profile not.
                guard let end = value.lastIndex(of: "="), end > value.startIndex,
                    value.index(after: end) < value.endIndex
                else {
                    throw usage("\(option): expected DEVICE=PROFILE, not \"\(value)\"")
                }
                options.ownProfiles.append([
                    String(value[..<end]), String(value[value.index(after: end)...]),
                ])
            case "--device": options.devices.append(try arguments.value(of: option))
            case "--swipes": options.swipes = try swipes(&arguments)
            case "--merge": options.merges = true
            case "--no-grab": options.grabs = false
            case "--config": options.config = try arguments.value(of: option)
            default:
                throw arguments.unknownOption(option)
            }
        }
        return .run(options)
    }

    static func capture(_ arguments: inout Arguments) throws(Failure) -> Command {
        var file: String?
        var devices: [String] = []
        while let argument = arguments.next() {
            switch argument {
            case "--device": devices.append(try arguments.value(of: argument))
            case _ where argument.hasPrefix("-"): throw arguments.unknownOption(argument)
            case _ where file != nil: throw usage("unexpected \"\(argument)\"")
            default: file = argument
            }
        }
        guard let file, !file.isEmpty else { throw usage("capture: the file to write is missing") }
        return .capture(file: file, devices: devices)
    }

    static func sensors(_ arguments: inout Arguments) throws(Failure) -> Command {
        var options = SensorsOptions()
        while let option = arguments.next() {
            switch option {
            case "--csv":
                let file = try arguments.value(of: option)
                options.file = file == "-" ? nil : file
            case "--sensitivity":
                let value = try arguments.value(of: option)
                do {
                    try options.sensitivity.change(by: value)
                } catch {
                    throw usage(error.problem)
                }
            case "--seconds":
                let value = try arguments.value(of: option)
                guard let seconds = Int(value), (1...1_000_000).contains(seconds) else {
                    throw usage("\(option): \"\(value)\" is not a number of seconds, 1 to 1000000")
                }
                options.seconds = seconds
            case "--debug": options.isDebug = true
            case "--device": options.devices.append(try arguments.value(of: option))
            default:
                throw arguments.unknownOption(option)
            }
        }
        return .sensors(options)
    }

    static func monitor(_ arguments: inout Arguments) throws(Failure) -> Command {
        var options = MonitorOptions()
        while let argument = arguments.next() {
            switch argument {
            case "--device": options.device = try arguments.value(of: argument)
            case "--profile": options.profile = try arguments.value(of: argument)
            case "--config": options.config = try arguments.value(of: argument)
            case _ where argument.hasPrefix("-") || argument.isEmpty:
                throw arguments.unknownOption(argument)
            case _ where options.input != .driver: throw usage("unexpected \"\(argument)\"")
            default: options.input = .capture(argument)
            }
        }
        let isLive = options.input == .driver
        if isLive, options.profile != nil || options.config != nil {
            throw usage(
                "monitor: --profile and --config are for a capture, and its file is missing")
        }
        if !isLive, options.device != nil {
            throw usage("monitor: a capture is of one Tap, without --device")
        }
        return .monitor(options)
    }
}
