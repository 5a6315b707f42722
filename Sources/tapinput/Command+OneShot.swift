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
            case _ where argument.hasPrefix("-"): throw unknown(argument, ["--seconds"])
            case _ where options.device != nil:
                throw moreThanOne("pair", options.device ?? "", argument)
            default: options.device = argument
            }
        }
        guard options.device != "" else { throw usage("pair: the name is empty") }
        return .pair(options)
    }

    private static func moreThanOne(
        _ command: String, _ first: String, _ second: String
    ) -> Failure {
        usage(
            "\(command): more than one Tap: \(first), \(second); a name with spaces needs quotes")
    }
}
