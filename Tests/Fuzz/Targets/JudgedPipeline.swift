import Driver
import Gestures
import Mapping
import TestSupport

/// A pipeline whose every frame is judged, with a clock of its own.
struct JudgedPipeline {
    /// What does not hold, if anything.
    private(set) var problem: String?

    private var pipeline: Pipeline
    private var output = PipelineOutput()
    private var grammar = FrameGrammar()
    private var now = Timestamp.zero

    /// More events at one moment than a hand can ask for.
    private static let mostEvents = 20_000
    /// More timers in a row than the longest gesture has.
    private static let mostDeadlines = 2_000

    init(_ setup: PipelineSetup) {
        pipeline = Pipeline(setup)
    }

    /// Time passes; the pipeline is told with what comes next.
    mutating func wait(_ interval: Interval) {
        now = now + interval
    }

    /// Does something with the pipeline at this moment, and judges what comes out.
    mutating func perform(_ body: (inout Pipeline, Timestamp, inout PipelineOutput) -> Void) {
        guard problem == nil else { return }
        output.removeAll()
        body(&pipeline, now, &output)
        grammar.check(output.frames.events)
        if output.frames.events.count > Self.mostEvents {
            problem = "\(output.frames.events.count) events at one moment"
        }
        if !pipeline.isEngaged, let key = grammar.down.first {
            problem = "\(key) is down while nothing is held"
        }
        if let fault = grammar.faults.first { problem = fault }
    }

    /// Takes a notification.
    mutating func receive(_ bytes: [UInt8], from characteristic: UInt32) {
        perform { $0.receive(bytes.span, from: characteristic, at: $1, into: &$2) }
    }

    /// The Tap goes silent, and then away: the timers end, and nothing stays.
    mutating func end() {
        var count = 0
        while problem == nil, let due = pipeline.deadline {
            count += 1
            if count > Self.mostDeadlines { problem = "timers that do not end" }
            now = max(now, due)
            perform { $0.advance(to: $1, into: &$2) }
        }
        perform { $0.reset(at: $1, into: &$2) }
        guard problem == nil else { return }
        if !grammar.down.isEmpty { problem = "\(grammar.down) down after a reset" }
        if pipeline.deadline != nil { problem = "a timer after a reset" }
        if pipeline.isEngaged { problem = "something is held after a reset" }
    }
}
