internal import BlueZ
package import EventLoop
internal import Gestures
internal import Mapping
package import VirtualInput

/// One live Tap: its notifications through a pipeline of its own into the sink.
///
/// On the path of a packet nothing is allocated: the pipeline, its output and the timers are kept
/// and used again.
package final class TapSession<Sink: FrameSink> {
    // Of these nothing calls out while it is used, so that no access can overlap another one: to check
    // that would be a fifth of what a packet costs.
    @exclusivity(unchecked) private var pipeline: Pipeline
    @exclusivity(unchecked) private var output = PipelineOutput()
    private let sink: Sink
    private let loop: EventLoop
    private let handlers: Handlers
    private let monitor: MonitorFeed
    private let deadlineTimer: LoopTimer
    private let silenceTimer: LoopTimer
    /// How many packets the output is of, and when they came.
    private var packets = 0
    private var arrival: Int64 = 0
    /// The latest time that the pipeline was told.
    private var latest: Int64 = 0
    private var wasEngaged = false
    private var lastHand = HandState()
    @exclusivity(unchecked) private var statistics = PacketStatistics()

    /// What a session asks of others.
    package struct Handlers {
        /// A short pulse of the Tap.
        package var vibrate: () -> Void
        /// The Tap is to look for taps instead of air gestures, or the other way round.
        package var switchModel: () -> Void
        /// Another profile holds from now on, of this name.
        package var profileChanged: (String) -> Void
        /// A set-up that was given holds from now on; everything is up.
        package var setupChanged: () -> Void
        /// The gesture of the moment is over: nothing is held, hidden or down.
        package var rested: () -> Void
        /// What the hand is doing, or whether it does anything, is something else from now on.
        package var handChanged: () -> Void
        /// The sink cannot be written to.
        package var failed: (VirtualInputError) -> Void

        package init(
            vibrate: @escaping () -> Void,
            switchModel: @escaping () -> Void,
            profileChanged: @escaping (String) -> Void,
            setupChanged: @escaping () -> Void,
            rested: @escaping () -> Void,
            handChanged: @escaping () -> Void,
            failed: @escaping (VirtualInputError) -> Void
        ) {
            self.vibrate = vibrate
            self.switchModel = switchModel
            self.profileChanged = profileChanged
            self.setupChanged = setupChanged
            self.rested = rested
            self.handChanged = handChanged
            self.failed = failed
        }
    }

    /// How long a Tap may be silent, in nanoseconds, while something is held or down.
    ///
    /// One that streams is never silent for so long: what it would have let go is let go then.
    static var longestSilence: Int64 { 2_000_000_000 }

    /// How long a Tap may move, in nanoseconds, without saying what the hand does, while something
    /// is held or down: only a gesture class can end that.
    static var longestWithoutClass: Int64 { 5_000_000_000 }

    /// A session into a sink.
    package init(
        _ setup: PipelineSetup, sink: Sink, loop: EventLoop, monitor: MonitorFeed,
        handlers: Handlers
    ) {
        pipeline = Pipeline(setup)
        self.sink = sink
        self.loop = loop
        self.monitor = monitor
        self.handlers = handlers
        let box = WeakBox<TapSession>()
        deadlineTimer = loop.makeTimer { box.object?.timeCame() }
        silenceTimer = loop.makeTimer { box.object?.release(at: loop.now) }
        box.object = self
    }

    deinit {
        loop.remove(deadlineTimer)
        loop.remove(silenceTimer)
    }

    /// Takes a notification.
    ///
    /// Motion that it leads to is kept back until `complete`, as more of the same moment may follow;
    /// anything else is sent at once, and what was kept back before it.
    package func receive(_ bytes: Span<UInt8>, from characteristic: UInt32, at now: Int64) {
        arrival = now
        packets += 1
        pipeline.receive(
            bytes, from: characteristic, at: moment(now), togetherWith: &output)
        if !output.isMotionAlone { send(at: now) }
    }

    /// The notifications of a moment have all come: sends what was kept back of them.
    package func complete() {
        if packets > 0 { send(at: arrival) }
    }

    /// Lets everything go: the link is lost, the Tap is silent or the driver ends.
    package func release(at now: Int64) {
        pipeline.reset(at: moment(now), into: &output)
        send(at: now)
    }

    /// Lets everything go, since the program was stopped and goes on; what was due meanwhile is
    /// forgotten.
    func resume(at now: Int64) {
        pipeline.abandon(at: moment(now), into: &output)
        send(at: now)
    }

    /// The link ended: what comes next is of another one.
    func interrupt() {
        statistics.interrupt()
    }

    /// What tells what gestures do, or will as soon as the gesture of this moment is over.
    var setup: PipelineSetup { pipeline.nextOrCurrentSetup }
    /// The profile that tells what gestures do at this moment.
    var profile: Profile { pipeline.setup.profile }
    /// Whether something is held, hidden or down.
    var isEngaged: Bool { pipeline.isEngaged }

    /// Lets another set-up hold, as soon as the gesture of this moment is over.
    func change(to setup: PipelineSetup) {
        let now = EventLoop.monotonicNow()
        pipeline.change(to: setup, at: moment(now), into: &output)
        send(at: now)
    }

    /// What the hand is doing.
    var hand: HandState { pipeline.hand }
    /// What came in so far.
    package var counters: Pipeline.Counters { pipeline.counters }

    /// How the packets come lately.
    func timing(at now: Int64) -> PacketTiming {
        statistics.timing(at: now)
    }

    /// Sends nothing from now on, or sends again.
    func setPaused(_ isPaused: Bool) {
        let now = EventLoop.monotonicNow()
        pipeline.setPaused(isPaused, at: moment(now), into: &output)
        send(at: now)
    }

    /// A time as the pipeline is told it, which never goes back: what was there at a wake-up may follow
    /// on something that happened since.
    private func moment(_ now: Int64) -> Timestamp {
        latest = max(latest, now)
        return Timestamp(nanoseconds: latest)
    }

    private func timeCame() {
        pipeline.advance(to: moment(loop.now), into: &output)
        send(at: loop.now)
    }

    private func send(at now: Int64) {
        let count = packets
        packets = 0
        if !output.frames.isEmpty {
            do {
                try sink.write(output.frames)
            } catch {
                handlers.failed(error)
            }
        }
        let latency = count > 0 ? EventLoop.monotonicNow() - arrival : 0
        for _ in 0..<count { statistics.note(came: arrival, done: arrival + latency) }
        if monitor.isWatched { monitor.tell(output, at: now, packets: count, latency: latency) }
        if output.newProfile == nil, output.wantsPulse { handlers.vibrate() }
        let (switches, newProfile) = (output.wantsModelSwitch, output.newProfile)
        let hasNewSetup = output.hasNewSetup
        output.removeAll()
        if hasNewSetup { handlers.setupChanged() }
        if let newProfile { handlers.profileChanged(newProfile) }
        var state = pipeline.state()
        if wasEngaged != state.isEngaged {
            wasEngaged = state.isEngaged
            if !state.isEngaged {
                handlers.rested()
                state = pipeline.state()
            }
        }
        if state.hand != lastHand {
            lastHand = state.hand
            handlers.handChanged()
            state = pipeline.state()
        }
        deadlineTimer.deadline = state.deadline?.nanoseconds
        silenceTimer.deadline = state.isEngaged ? silenceEnd(now, state.lastClass) : nil
        if switches {
            // What would let go of a hold comes no more.
            release(at: now)
            handlers.switchModel()
        }
    }

    /// When to let go, if nothing more is heard that counts.
    private func silenceEnd(_ now: Int64, _ lastClass: Timestamp?) -> Int64 {
        let silence = now + Self.longestSilence
        guard let lastClass else { return silence }
        return min(silence, lastClass.nanoseconds + Self.longestWithoutClass)
    }
}
