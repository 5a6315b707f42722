import Driver
import Gestures
import Mapping
import TestSupport
import Testing
import VirtualInput

/// A bonded Tap that sends the worst that its frames can hold.
private struct HostileTap {
    var random: SplitMix64
    private var gesture: UInt8 = 100

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    private static let extremes: [Int16] = [
        .min, .min + 1, -1001, -1000, -181, -180, -1, 0, 1, 180, 181, 1000, 1001, .max - 1, .max,
    ]

    private mutating func word() -> [UInt8] {
        let value = Self.extremes.randomElement(using: &random) ?? 0
        return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }

    private mutating func motion() -> [UInt8] {
        [0] + word() + word() + [0, 0, 0, 0, 1] + word() + word() + word()
    }

    /// A notification, and the characteristic that it is of.
    mutating func notification() -> (bytes: [UInt8], characteristic: UInt32) {
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<12: return ([0, 0, 0, 0] + motion(), 0xc3ff_000e)
        case 12..<14: return (motion(), 0xc3ff_0006)
        case 14..<19:
            // A hold lasts, so that drags and twists get their share.
            if Int.random(in: 0..<8, using: &random) == 0 {
                gesture = UInt8.random(in: 98...116, using: &random)
            }
            return ([1, 3, 0, 0, gesture], 0xc3ff_000e)
        case 19: return ([1, 2, 0, 0, .random(in: 0...255, using: &random)], 0xc3ff_000e)
        case 20: return ([.random(in: 98...107, using: &random)], 0xc3ff_000a)
        case 21: return ([0, 0, 0, .random(in: 0...255, using: &random)], 0xc3ff_000a)
        case 22: return ([.random(in: 0...255, using: &random), 0, 0, 0xff], 0xc3ff_0005)
        default:
            let count = Int.random(in: 0..<40, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            return (bytes, [0xc3ff_000e, 0x6e40_0003, 0].randomElement(using: &random) ?? 0)
        }
    }
}

@Suite("A Tap that sends the worst it can")
struct HostileStreamTests {
    @Test(
        "Nothing traps, no sample moves wildly, every frame is well made and all comes up",
        arguments: Profile.builtIn)
    func worst(profile: Profile) {
        var tap = HostileTap(seed: 6)
        var pipeline = Pipeline(PipelineSetup(ProfileSet(profile), profile: profile.name))
        var output = PipelineOutput()
        var grammar = FrameGrammar()
        // The counts of the largest sample, and the fraction that was carried.
        let gain = max(profile.pointer.gainX, profile.pointer.gainY)
        let most = Int32(gain * Double(HandLimits.unitsPerSample)) + 1
        var now = Timestamp.zero
        var frames = 0
        for _ in 0..<20_000 {
            now = now + Interval(nanoseconds: .random(in: 0...8_000_000, using: &tap.random))
            let (bytes, characteristic) = tap.notification()
            output.removeAll()
            pipeline.receive(bytes.span, from: characteristic, at: now, into: &output)
            grammar.check(output.frames.events)
            for event in output.frames.events
            where event.code == RelativeAxis.x || event.code == RelativeAxis.y {
                guard event.type == EventType.rel else { continue }
                frames += 1
                if event.value.magnitude > UInt32(most) {
                    Issue.record("\(event.text): more than \(most)")
                    return
                }
            }
        }
        #expect(frames > 100 || !profile.pointer.isEnabled)
        output.removeAll()
        pipeline.reset(at: now, into: &output)
        grammar.check(output.frames.events)
        grammar.checkNothingDown()
        #expect(grammar.faults == [])
        #expect(pipeline.counters.unknownFrames > 100)
    }

    @Test("A million extremes leave every sum exact: as many counts come back as went out")
    func million() {
        var mapper = Mapper(profile: .desktop)
        var frames = FrameBuffer()
        var random = SplitMix64(seed: 7)
        var (sent, came) = (0, 0)
        for step in 0..<1_000_000 {
            let extreme = Bool.random(using: &random) ? Int(Int16.max) : Int(Int16.min)
            sent += extreme > 0 ? 1000 : -1000
            mapper.move(
                dx: extreme, dy: -extreme, at: Timestamp(nanoseconds: Int64(step) * 200_000),
                into: &frames)
            for event in frames.events where event.type == EventType.rel {
                if event.code == RelativeAxis.x { came += Int(event.value) }
            }
            frames.removeAll()
        }
        // A thousand units are 450 counts, without a fraction.
        #expect(sent != 0)
        #expect(came == sent / 1000 * 450)
    }
}
