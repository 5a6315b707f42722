import Control

/// The options of `pause` and `resume`.
struct PauseOptions: Equatable {
    /// Whether Taps are to send nothing.
    var isPaused: Bool
    /// The Tap's name or address; nil for every one.
    var device: String?
}

/// `pause` and `resume`: lets Taps send nothing, or send again.
struct PauseCommand {
    var options: PauseOptions

    func run() throws(Failure) {
        try Failure.rethrow { () throws(ControlCallError) in
            try ControlCommand().ask(.setPaused(options.isPaused, of: options.device ?? ""))
        }
    }
}
