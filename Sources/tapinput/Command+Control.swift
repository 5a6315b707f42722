/// The commands that ask the driver which runs.
extension Command {
    /// The command of a name; nil for another name.
    static func control(
        _ name: String, _ arguments: inout Arguments
    ) throws(Failure) -> Command? {
        switch name {
        case "profile": try arguments.helpAsked(profile)
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
            case _ where argument.hasPrefix("-"): throw unknown(argument, ["--device"])
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
}
