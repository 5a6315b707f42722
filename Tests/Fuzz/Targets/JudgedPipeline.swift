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
        complete()
        guard problem == nil else { return }
        body(&pipeline, now, &output)
        send()
    }

    /// Takes a notification, or one more that was there at the moment of the last.
    ///
    /// As a session does, motion alone is kept back as long as more may follow.
    mutating func receive(
        _ bytes: [UInt8], from characteristic: UInt32, isTogether: Bool = false
    ) {
        if !isTogether { complete() }
        guard problem == nil else { return }
        pipeline.receive(bytes.span, from: characteristic, at: now, togetherWith: &output)
        if output.isMotionAlone {
            judgeState()
        } else {
            send()
        }
    }

    /// The Tap is away: everything ends.
    mutating func lose() {
        perform { $0.reset(at: $1, into: &$2) }
        judgeRest("after a reset")
    }

    /// The program was stopped until now and goes on: what was due meanwhile is forgotten.
    mutating func goOn() {
        complete()
        guard problem == nil else { return }
        pipeline.abandon(at: now, into: &output)
        if output.frames.events.contains(where: { $0.type == EventType.key && $0.value != 0 }) {
            problem = "something goes down that was due while the program was stopped"
        }
        send()
        judgeRest("after a stop")
    }

    /// The Tap goes silent, and then away: the timers end, and nothing stays.
    mutating func end() {
        complete()
        var count = 0
        while problem == nil, let due = pipeline.deadline {
            count += 1
            if count > Self.mostDeadlines { problem = "timers that do not end" }
            now = max(now, due)
            perform { $0.advance(to: $1, into: &$2) }
        }
        lose()
    }

    /// The notifications of a moment have all come.
    private mutating func complete() { send() }

    /// Judges what came out, as the kernel gets it; where the Tap is to look for something else, all
    /// is let go.
    private mutating func send() {
        guard problem == nil else { return }
        grammar.check(output.frames.events)
        if output.frames.events.count > Self.mostEvents {
            problem = "\(output.frames.events.count) events at one moment"
        }
        let switches = output.wantsModelSwitch
        output.removeAll()
        judgeState()
        if let fault = grammar.faults.first { problem = fault }
        if switches { lose() }
    }

    /// Judges what is down, also while something is kept back.
    private mutating func judgeState() {
        if !pipeline.isEngaged, let key = grammar.down.first {
            problem = "\(key) is down while nothing is held"
        }
    }

    private mutating func judgeRest(_ when: String) {
        guard problem == nil else { return }
        if !grammar.down.isEmpty { problem = "\(grammar.down) down \(when)" }
        if pipeline.deadline != nil { problem = "a timer \(when)" }
        if pipeline.isEngaged { problem = "something is held \(when)" }
    }
}
