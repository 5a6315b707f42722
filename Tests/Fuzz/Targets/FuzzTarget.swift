/// Something that takes what comes from outside, and what must hold whatever that is.
///
/// libFuzzer calls it with bytes of its own making; the unit tests with the files of the corpus.
package struct FuzzTarget {
    /// The target's name, and that of its folder in the corpus.
    package let name: String
    /// The longest input that finds anything, in bytes.
    package let longestInput: Int
    private let check: ([UInt8]) -> String?

    init(_ name: String, longest: Int, check: @escaping ([UInt8]) -> String?) {
        self.name = name
        longestInput = longest
        self.check = check
    }

    /// What does not hold for an input, in words; nil where all is well.
    package func problem(of input: [UInt8]) -> String? { check(input) }

    /// All targets.
    package static func all() throws -> [FuzzTarget] {
        [
            FuzzTarget("frames", longest: 4096, check: FramesTarget().check),
            FuzzTarget("sensors", longest: 2048, check: SensorsTarget.check),
            FuzzTarget("captures", longest: 8192, check: CapturesTarget.check),
            FuzzTarget("configuration", longest: 16384, check: ConfigurationTarget.check),
            FuzzTarget("bus-messages", longest: 4096, check: try BusMessagesTarget().check),
            FuzzTarget("bus-values", longest: 1024, check: BusValuesTarget.check),
            FuzzTarget("records", longest: 1024, check: RecordsTarget.check),
        ]
    }
}
