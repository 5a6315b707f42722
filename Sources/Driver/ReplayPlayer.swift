public import Gestures
internal import Mapping

/// Plays a capture through the pipeline, moment by moment, by the capture's own clock.
public struct ReplayPlayer: Sendable {
    private let lines: [Capture.Line]
    private var nextLine = 0
    private var pipeline: Pipeline

    /// A player at the capture's start.
    public init(_ capture: Capture, _ setup: PipelineSetup) {
        lines = capture.lines
        pipeline = Pipeline(setup)
    }

    /// What came in so far.
    public var counters: Pipeline.Counters { pipeline.counters }

    /// The name of the profile that holds.
    public var profileName: String { pipeline.setup.profile.name }
    /// Whether nothing is sent, until the pause is ended.
    public var isPaused: Bool { pipeline.hand.isPaused }

    /// The capture's time of what comes next, or nil at its end.
    public var nextTime: Timestamp? {
        guard nextLine < lines.count else { return nil }
        let line = lines[nextLine].time
        return pipeline.deadline.map { min($0, line) } ?? line
    }

    /// Plays what comes next: the timers that are due before the next line, or that line.
    ///
    /// With the last line everything comes up that is down.
    public mutating func step(into output: inout PipelineOutput) {
        guard let now = nextTime else { return }
        pipeline.advance(to: now, into: &output)
        guard lines[nextLine].time == now else { return }
        play(lines[nextLine], &output)
        nextLine += 1
        if nextLine == lines.count { pipeline.finish(at: now, into: &output) }
    }

    private mutating func play(_ line: Capture.Line, _ output: inout PipelineOutput) {
        switch line.content {
        case .notification(let characteristic, let bytes):
            pipeline.receive(bytes.span, from: characteristic, at: line.time, into: &output)
        case .gesture(let rawValue):
            pipeline.gesture(rawValue, at: line.time, into: &output)
        case .motion(let dx, let dy, let roll):
            pipeline.motion(dx: dx, dy: dy, roll: roll, at: line.time, into: &output)
        case .clock:
            break
        case .connectionLost:
            pipeline.reset(at: line.time, into: &output)
        }
    }
}
