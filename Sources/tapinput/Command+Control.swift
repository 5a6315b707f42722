/// The commands that ask the driver which runs.
extension Command {
    /// The command of a name; nil for another name.
    static func control(
        _ name: String, _ arguments: inout Arguments
    ) throws(Failure) -> Command? {
        switch name {
        case "profile": try arguments.helpAsked(profile)
        case "status": try arguments.helpAsked(status)
        case "pause":
            try arguments.helpAsked { (options) throws(Failure) in
                try pause(true, &options)
            }
        case "resume":
            try arguments.helpAsked { (options) throws(Failure) in
                try pause(false, &options)
            }
        case "reload":
            try arguments.helpAsked { (options) throws(Failure) in
                try options.expectEnd()
                return .reload
            }
        default: nil
        }
    }

    private static func profile(_ arguments: inout Arguments) throws(Failure) -> Command {
        var profile: String?
        var device: String?
        while let argument = arguments.next() {
            switch argument {
            case "--device": device = try arguments.device(of: argument)
            case _ where argument.hasPrefix("-"): throw arguments.unknownOption(argument)
            case _ where profile != nil: throw usage("unexpected \"\(argument)\"")
            default: profile = argument
            }
        }
        if let profile {
            guard !profile.isEmpty else { throw usage("profile: the name is empty") }
            return .profile(.set(profile, device: device))
        }
        guard device == nil else { throw usage("profile: --device needs the profile's name") }
        return .profile(.show)
    }

    private static func status(_ arguments: inout Arguments) throws(Failure) -> Command {
        var isJSON = false
        while let argument = arguments.next() {
            guard argument == "--json" else { throw arguments.unknownOption(argument) }
            isJSON = true
        }
        return .status(isJSON: isJSON)
    }

    private static func pause(
        _ isPaused: Bool, _ arguments: inout Arguments
    ) throws(Failure) -> Command {
        var options = PauseOptions(isPaused: isPaused)
        while let argument = arguments.next() {
            guard argument == "--device" else { throw arguments.unknownOption(argument) }
            options.device = try arguments.device(of: argument)
        }
        return .pause(options)
    }
}
