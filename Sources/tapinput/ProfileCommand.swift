import Configuration
import Control
import TapProtocol

/// What `profile` is to do.
enum ProfileOptions: Equatable {
    /// Prints the profiles.
    case show
    /// Sets the profile of a name for the Tap of a name or address; nil for every Tap.
    case set(String, device: String?)
}

/// `profile`: shows and sets the profile of the driver that runs.
struct ProfileCommand {
    var options: ProfileOptions
    private let command = ControlCommand()

    init(options: ProfileOptions) {
        self.options = options
    }

    func run() throws(Failure) {
        switch options {
        case .show:
            let state = try Failure.rethrow { () throws(ControlCallError) in
                try command.ask(.state)
            }
            try show(Self.lines(of: state).joined(separator: "\n"))
        case .set(let profile, let device): try set(profile, device ?? "")
        }
    }

    /// The lines: the profile that holds comes first and has a mark.
    static func lines(of state: ControlState) -> [String] {
        let others = state.profiles.filter { $0 != state.profile }
        return ["* \(state.profile.printable)"] + others.map { "  \($0.printable)" }
    }

    private func set(_ profile: String, _ device: String) throws(Failure) {
        do {
            try command.ask(.setProfile(profile, of: device))
        } catch {
            // With the names that the driver knows, the one that was meant can be told.
            guard case .refused(.unknownProfile) = error, let state = try? command.ask(.state)
            else { throw Failure(error) }
            throw Failure(.usage, unknownProfile(profile, among: state.profiles))
        }
    }
}

/// `reload`: lets the driver that runs read its configuration again.
struct ReloadCommand {
    func run() throws(Failure) {
        try Failure.rethrow { () throws(ControlCallError) in try ControlCommand().ask(.reload) }
    }
}
