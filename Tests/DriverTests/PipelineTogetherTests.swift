import Driver
import Gestures
import Mapping
import TestSupport
import Testing
import VirtualInput

@Suite("Notifications that are there at one moment")
struct PipelineTogetherTests {
    private static let events: UInt32 = 0xc3ff_000e

    private static func motion(_ dx: Int16, _ dy: Int16, roll: Int16 = 0) -> [UInt8] {
        func bytes(_ value: Int16) -> [UInt8] {
            [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
        }
        return [0, 0, 0, 0, 0] + bytes(dx) + bytes(dy) + [0, 0, 0, 0, 1] + bytes(roll)
            + [0, 0, 0, 0]
    }

    /// The input events of notifications of one moment, each frame as a text.
    private static func frames(_ notifications: [[UInt8]], _ pipeline: inout Pipeline) -> [String] {
        var output = PipelineOutput()
        for bytes in notifications {
            pipeline.receive(bytes.span, from: events, at: .zero, togetherWith: &output)
        }
        var frames: [String] = []
        output.frames.forEachFrame { frame in
            frames.append(
                frame.dropLast().map {
                    $0.text.split(separator: " ").dropFirst(3).joined(separator: " ")
                }.joined(separator: ", "))
        }
        return frames
    }

    @Test("Their motion is one frame with the sum, and all but one of them are counted")
    func sum() {
        var pipeline = Pipeline(PipelineSetup(.desktop))
        let frames = Self.frames(
            [Self.motion(20, 0), Self.motion(20, -20), Self.motion(20, -20)], &pipeline)
        #expect(frames == ["REL_X 27, REL_Y -18"])
        #expect(pipeline.counters.coalescedNotifications == 2)
        #expect(pipeline.counters.notifications == 3)
    }

    @Test("A gesture between them stays there, and so does what moved before it")
    func gesture() {
        var pipeline = Pipeline(PipelineSetup(.desktop))
        let frames = Self.frames(
            [
                Self.motion(20, 0), Self.motion(20, 0), [1, 3, 0, 0, 101], Self.motion(0, 20),
                Self.motion(0, 20),
            ], &pipeline)
        #expect(frames == ["REL_X 18", "KEY_LEFT 1", "REL_Y 18"])
        #expect(pipeline.counters.coalescedNotifications == 2)
    }

    @Test("One alone is as it always was, and is not counted")
    func single() {
        var pipeline = Pipeline(PipelineSetup(.desktop))
        #expect(Self.frames([Self.motion(20, 0)], &pipeline) == ["REL_X 9"])
        #expect(Self.frames([Self.motion(20, 0)], &pipeline) == ["REL_X 9"])
        #expect(pipeline.counters.coalescedNotifications == 0)
    }

    @Test("What is motion alone may wait for more; a gesture, a key and a wheel may not")
    func isMotionAlone() {
        var pipeline = Pipeline(PipelineSetup(.desktop))
        func isAlone(_ bytes: [UInt8], _ milliseconds: Int64) -> Bool {
            var output = PipelineOutput()
            let now = Timestamp(nanoseconds: milliseconds * 1_000_000)
            pipeline.receive(bytes.span, from: Self.events, at: now, togetherWith: &output)
            return output.isMotionAlone
        }
        #expect(isAlone(Self.motion(20, 0), 0))
        #expect(isAlone(Self.motion(0, 0), 10))
        #expect(isAlone([1, 3, 0, 0, 100], 20))
        #expect(isAlone([7], 20))
        // A pinch that is held: at once it is told that it is, then that it is a drag.
        #expect(!isAlone([1, 3, 0, 0, 110], 30))
        #expect(isAlone(Self.motion(20, 0), 40))
        #expect(!isAlone(Self.motion(20, 0), 2000))
        #expect(isAlone(Self.motion(20, 0), 2010))
    }

    /// What a trace comes to: the sums of each axis between two keys or wheels, and these in order.
    private static func meaning(_ events: [InputEvent]) -> [String] {
        var meaning: [String] = []
        var sum = (x: 0, y: 0)
        func moved() {
            if sum != (0, 0) { meaning.append("moved \(sum.x) \(sum.y)") }
            sum = (0, 0)
        }
        for event in events where event.type != EventType.syn {
            switch (event.type, event.code) {
            case (EventType.rel, RelativeAxis.x): sum.x += Int(event.value)
            case (EventType.rel, RelativeAxis.y): sum.y += Int(event.value)
            default:
                moved()
                meaning.append(event.text)
            }
        }
        moved()
        return meaning
    }

    /// Mostly motion, some of it large, and now and then a class that lasts for a while.
    private static func notification(_ gesture: inout UInt8, _ random: inout SplitMix64) -> [UInt8]
    {
        func number(_ range: ClosedRange<Int16>) -> Int16 { .random(in: range, using: &random) }
        switch number(0...19) {
        case 0: return [UInt8(number(0...3)), UInt8(number(0...5)), 0, 0, UInt8(number(0...255))]
        case 1...4:
            if number(0...2) == 0 { gesture = UInt8(number(99...115)) }
            return [1, 3, 0, 0, gesture]
        case 5:
            return motion(number(.min ... .max), number(.min ... .max), roll: number(-180...180))
        default: return motion(number(-40...40), number(-40...40), roll: number(-180...180))
        }
    }

    @Test(
        "Added up or not: the same keys and wheels in the same order, and the same motion between",
        arguments: Profile.builtIn)
    func sameMeaning(profile: Profile) {
        var coalesced = 0
        for seed in UInt64(0)..<40 {
            var random = SplitMix64(seed: seed)
            var (plain, together) = (
                Pipeline(PipelineSetup(profile)), Pipeline(PipelineSetup(profile))
            )
            var (plainEvents, togetherEvents): ([InputEvent], [InputEvent]) = ([], [])
            var grammar = FrameGrammar()
            var now = Timestamp.zero
            var gesture: UInt8 = 100
            var output = PipelineOutput()
            for _ in 0..<60 {
                now = now + .milliseconds(.random(in: 0...60, using: &random))
                let moment = (0..<Int.random(in: 1...16, using: &random)).map { _ in
                    Self.notification(&gesture, &random)
                }
                output.removeAll()
                for bytes in moment {
                    plain.receive(bytes.span, from: Self.events, at: now, into: &output)
                }
                plainEvents += output.frames.events
                output.removeAll()
                for bytes in moment {
                    together.receive(
                        bytes.span, from: Self.events, at: now, togetherWith: &output)
                    // As a session does: what is not motion alone is sent at once.
                    if !output.isMotionAlone {
                        togetherEvents += output.frames.events
                        grammar.check(output.frames.events)
                        output.removeAll()
                    }
                }
                togetherEvents += output.frames.events
                grammar.check(output.frames.events)
            }
            for (pipeline, isPlain) in [(plain, true), (together, false)] {
                var pipeline = pipeline
                output.removeAll()
                pipeline.finish(at: now, into: &output)
                if isPlain {
                    plainEvents += output.frames.events
                } else {
                    togetherEvents += output.frames.events
                    grammar.check(output.frames.events)
                }
            }
            grammar.checkNothingDown()
            #expect(grammar.faults == [], "seed \(seed)")
            #expect(Self.meaning(togetherEvents) == Self.meaning(plainEvents), "seed \(seed)")
            #expect(togetherEvents.count <= plainEvents.count)
            #expect(plain.counters.coalescedNotifications == 0)
            coalesced += together.counters.coalescedNotifications
        }
        #expect(coalesced > 0 || !profile.pointer.isEnabled)
    }
}
