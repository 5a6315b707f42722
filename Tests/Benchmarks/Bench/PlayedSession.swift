import Driver
import EventLoop
import Gestures
import Mapping
import VirtualInput

/// What the driver's `TapSession` does for a notification that is the only one of its wake-up, step
/// by step, without a link and a monitor: what it would ask others for is counted.
final class PlayedSession<Sink: FrameSink> {
    @exclusivity(unchecked) private(set) var pipeline: Pipeline
    /// How often somebody else was asked for something: a pulse, a change that is told.
    private(set) var requests = 0
    /// How often the sink failed.
    private(set) var failures = 0
    @exclusivity(unchecked) private var output = PipelineOutput()
    private let sink: Sink
    private let deadlineTimer: LoopTimer
    private let silenceTimer: LoopTimer
    private var packets = 0
    private var arrival: Int64 = 0
    private var latest: Int64 = 0
    private var wasEngaged = false
    private var lastHand = HandState()
    @exclusivity(unchecked) private var statistics = PacketStatistics()

    /// The session's own, in nanoseconds.
    private static var longestSilence: Int64 { 2_000_000_000 }
    private static var longestWithoutClass: Int64 { 5_000_000_000 }

    /// A session into a sink; the timers are set, and the loop does not run.
    init(_ setup: PipelineSetup, sink: Sink, loop: EventLoop) {
        pipeline = Pipeline(setup)
        self.sink = sink
        deadlineTimer = loop.makeTimer {}
        silenceTimer = loop.makeTimer {}
    }

    /// Takes a notification.
    func receive(_ bytes: Span<UInt8>, from characteristic: UInt32, at now: Int64) {
        arrival = now
        packets += 1
        pipeline.receive(bytes, from: characteristic, at: moment(now), togetherWith: &output)
        if !output.isMotionAlone { send(at: now) }
    }

    /// No more of this moment follows.
    func complete() {
        if packets > 0 { send(at: arrival) }
    }

    private func moment(_ now: Int64) -> Timestamp {
        latest = max(latest, now)
        return Timestamp(nanoseconds: latest)
    }

    private func send(at now: Int64) {
        let count = packets
        packets = 0
        if !output.frames.isEmpty {
            do {
                try sink.write(output.frames)
            } catch {
                failures += 1
            }
        }
        let latency = count > 0 ? EventLoop.monotonicNow() - arrival : 0
        for _ in 0..<count { statistics.note(came: arrival, done: arrival + latency) }
        if output.newProfile == nil, output.wantsPulse { requests += 1 }
        let (switches, newProfile) = (output.wantsModelSwitch, output.newProfile)
        let hasNewSetup = output.hasNewSetup
        output.removeAll()
        if hasNewSetup { requests += 1 }
        if newProfile != nil { requests += 1 }
        let state = pipeline.state()
        if wasEngaged != state.isEngaged {
            wasEngaged = state.isEngaged
            if !state.isEngaged { requests += 1 }
        }
        if state.hand != lastHand {
            lastHand = state.hand
            requests += 1
        }
        deadlineTimer.deadline = state.deadline?.nanoseconds
        silenceTimer.deadline = state.isEngaged ? silenceEnd(now, state.lastClass) : nil
        if switches {
            pipeline.reset(at: moment(now), into: &output)
            send(at: now)
            requests += 1
        }
    }

    private func silenceEnd(_ now: Int64, _ lastClass: Timestamp?) -> Int64 {
        let silence = now + Self.longestSilence
        guard let lastClass else { return silence }
        return min(silence, lastClass.nanoseconds + Self.longestWithoutClass)
    }
}
