import Control

extension ControlReport {
    /// What a person is told, and how much it matters: the driver goes on without the bus.
    var message: (Priority, String)? {
        switch self {
        case .available: nil
        case .taken:
            (
                .warning,
                "another driver runs: commands such as `tapinput status` reach that one"
            )
        case .refused(let words):
            (.info, "no commands such as `tapinput status`: the bus refuses: \(words)")
        case .noBus(let words):
            (.info, "no commands such as `tapinput status` without a bus: \(words)")
        }
    }
}
