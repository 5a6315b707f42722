import Driver
import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

/// Random packets and captures that reach deep into the pipeline.
private struct PacketMaker {
    var random: SplitMix64
    private var time: Int64 = 0
    private var gestureClass: UInt8 = 100
    private var state: UInt8 = 100

    private static let gaps: [Int64] = [
        0, 1, 1_000_000, 19_999_999, 20_000_000, 33_000_000, 40_000_000, 200_000_000,
        300_000_000, 400_000_000, 1_000_000_000,
    ]

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func nextTime() -> Timestamp {
        time += Self.gaps.randomElement(using: &random) ?? 0
        return Timestamp(nanoseconds: time)
    }

    /// Mostly frames of the table, with random values; some noise.
    mutating func bytes() -> [UInt8] {
        let tail = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9:
            // A class of a stream repeats more often than not.
            if Int.random(in: 0..<3, using: &random) == 0 {
                gestureClass = UInt8.random(in: 99...115, using: &random)
            }
            return [1, 3, 0, 0, gestureClass]
        case 9..<17:
            let small = tail.map { $0 & 0x1f }
            let sign: UInt8 = Bool.random(using: &random) ? 0 : 0xff
            return [0, 0, 0, 0, 0, small[0], sign, small[1], 0, 0, 0, 0, 0]
                + [small[2] & 1, tail[3], sign, 0, 0, 0, 0]
        case 17: return [2, 0, 0, 0, tail[0] & 1]
        case 18: return [tail[0] & 3, tail[1] & 7] + tail.dropFirst(2)
        default: return Array(tail.prefix(Int(tail[0] & 15)))
        }
    }

    /// A notification of either protocol: bytes, and where they come from.
    mutating func notification(isV1: Bool) -> (bytes: [UInt8], characteristic: UInt32) {
        guard isV1 else { return (bytes(), 0xc3ff_000e) }
        let tail = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
        switch Int.random(in: 0..<24, using: &random) {
        case 0..<9:
            if Int.random(in: 0..<3, using: &random) == 0 {
                state = UInt8.random(in: 99...106, using: &random)
            }
            return ([state], 0xc3ff_000a)
        case 9..<14:
            let sign: UInt8 = Bool.random(using: &random) ? 0 : 0xff
            let short = [0, tail[0] & 0x1f, 0, tail[1] | 0xe0, 0xff, 0, 0, 0, 0, tail[2] & 1]
            let isShort = Bool.random(using: &random)
            return (short + (isShort ? [] : [tail[3], sign, 0, 0, 0, 0]), 0xc3ff_0006)
        case 14, 15: return ([0, 0, 0, tail[0] & 7], 0xc3ff_000a)
        case 16, 17: return ([tail[0] & 15, tail[1]], 0xc3ff_000a)
        case 18, 19: return ([1 << (tail[0] & 3)], 0xc3ff_0005)
        case 20: return ([tail[0] & 31, 0, 0, tail[1]], 0xc3ff_0005)
        case 21: return (tail, 0x6e40_0003)
        default:
            let source = NotifyingCharacteristic.allCases.randomElement(using: &random)
            let length = Int(tail[0] & 15)
            return (Array(tail.prefix(length)), source?.rawValue ?? 0)
        }
    }

    /// A line of a capture.
    mutating func line() -> CaptureLine {
        let time = nextTime()
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
            return CaptureLine("g", time, "\(Int.random(in: 1...20, using: &random))")
        case 8..<13:
            let dx = Int.random(in: -40...40, using: &random)
            let dy = Int.random(in: -40...40, using: &random)
            let roll = Double(Int.random(in: -720...720, using: &random)) / 4
            return CaptureLine("m", time, "\(dx) \(dy) \(roll)")
        case 13..<18:
            let (bytes, source) = notification(isV1: Bool.random(using: &random))
            // The format has no empty notification.
            let digits = (bytes.isEmpty ? [0] : bytes).map {
                ($0 < 16 ? "0" : "") + String($0, radix: 16)
            }
            return CaptureLine("n", time, "\(String(source, radix: 16)) \(digits.joined())")
        case 18: return CaptureLine("c", time)
        default: return CaptureLine("x", time)
        }
    }
}

/// A line of a capture, before it is text.
private struct CaptureLine {
    var kind: String
    var time: Timestamp
    var rest: String

    init(_ kind: String, _ time: Timestamp, _ rest: String = "") {
        self.kind = kind
        self.time = time
        self.rest = rest
    }

    /// The line, its time exact to the nanosecond.
    var text: String {
        let nanoseconds = "\(time.nanoseconds % 1_000_000_000)"
        let zeros = String(repeating: "0", count: 9 - nanoseconds.count)
        return "\(kind) \(time.nanoseconds / 1_000_000_000).\(zeros)\(nanoseconds) \(rest)"
    }
}

@Suite("Random bytes through the whole pipeline")
struct PipelinePropertyTests {
    /// The built-in profiles, and one that waits for double and triple taps.
    private static let profiles: [Profile] = {
        var patient = Profile.desktop
        patient.taps[TapGesture(.index, count: 2)] = .key(.up)
        patient.taps[TapGesture(.middle, count: 3)] = .key(.down)
        return [.desktop, .tapping, patient]
    }()

    /// One Tap speaks v2, the next v1, and another one both.
    private static func isV1(_ seed: UInt64, _ random: inout SplitMix64) -> Bool {
        switch seed % 4 {
        case 0: false
        case 1, 2: true
        default: Bool.random(using: &random)
        }
    }

    @Test("An open hand of v1 ends whatever the hand did, and all comes up")
    func openHand() {
        for seed in UInt64(0)..<300 {
            var maker = PacketMaker(seed: seed &+ 2000)
            var pipeline = Pipeline(PipelineSetup(Self.profiles[Int(seed % 3)]))
            var output = PipelineOutput()
            var now = Timestamp.zero
            for _ in 0..<Int.random(in: 1...100, using: &maker.random) {
                now = maker.nextTime()
                let (bytes, source) = maker.notification(isV1: true)
                // A frame of v2 could hold what v1 does not know to end.
                guard source != 0xc3ff_000e else { continue }
                pipeline.receive(bytes.span, from: source, at: now, into: &output)
            }
            let open: [UInt8] = [100]
            for _ in 0..<3 {
                now = now + .milliseconds(400)
                pipeline.receive(open.span, from: 0xc3ff_000a, at: now, into: &output)
            }
            #expect(!pipeline.isEngaged, "seed \(seed)")
            #expect(pipeline.deadline == nil, "seed \(seed)")
        }
    }

    @Test("The grammar of the frames holds, and at the end nothing is down")
    func anyNotifications() {
        var frameCount = 0
        for seed in UInt64(0)..<100 {
            var maker = PacketMaker(seed: seed)
            var pipeline = Pipeline(PipelineSetup(Self.profiles[Int(seed % 3)]))
            var output = PipelineOutput()
            var grammar = FrameGrammar()
            var now = Timestamp.zero
            for _ in 0..<300 {
                now = maker.nextTime()
                let isForeign = Int.random(in: 0..<50, using: &maker.random) == 0
                let (bytes, source) = maker.notification(isV1: Self.isV1(seed, &maker.random))
                output.removeAll()
                pipeline.receive(
                    bytes.span, from: isForeign ? 0x2a19 : source, at: now, into: &output)
                grammar.check(output.frames.events)
                if !pipeline.isEngaged, !grammar.down.isEmpty {
                    Issue.record("seed \(seed): \(grammar.down) down at rest")
                    return
                }
            }
            output.removeAll()
            pipeline.finish(at: now, into: &output)
            grammar.check(output.frames.events)
            grammar.checkNothingDown()
            #expect(grammar.faults == [], "seed \(seed)")
            #expect(pipeline.counters.notifications == 300)
            frameCount += grammar.frameCount
        }
        #expect(frameCount > 1000)
    }

    @Test("Random profiles that change among each other, and set-ups given at any moment")
    func anyProfiles() {
        var changes = 0
        for seed in UInt64(0)..<150 {
            var maker = PacketMaker(seed: seed &+ 3000)
            let names = ["a", "b", "c"]
            let setups = (0..<2).map { _ in
                let profiles = names.map {
                    Profile.random(name: $0, others: names, using: &maker.random)
                }
                return PipelineSetup(
                    ProfileSet(profiles[0], Array(profiles.dropFirst())), profile: "b")
            }
            var pipeline = Pipeline(setups[0])
            var output = PipelineOutput()
            var grammar = FrameGrammar()
            var now = Timestamp.zero
            for step in 0..<300 {
                now = maker.nextTime()
                output.removeAll()
                if step % 50 == 49 {
                    pipeline.change(to: setups[step / 50 % 2], at: now, into: &output)
                }
                let (bytes, source) = maker.notification(isV1: Self.isV1(seed, &maker.random))
                pipeline.receive(bytes.span, from: source, at: now, into: &output)
                grammar.check(output.frames.events)
                // Another profile begins with nothing down.
                if output.newProfile != nil { changes += 1 }
                if !pipeline.isEngaged { #expect(grammar.down == [], "seed \(seed)") }
            }
            output.removeAll()
            pipeline.reset(at: now, into: &output)
            grammar.check(output.frames.events)
            grammar.checkNothingDown()
            #expect(grammar.faults == [], "seed \(seed)")
            #expect(!pipeline.isEngaged)
        }
        #expect(changes > 100)
    }

    @Test("A long fist brings the first profile back from anywhere, with nothing down or paused")
    func panic() {
        for seed in UInt64(0)..<200 {
            var maker = PacketMaker(seed: seed &+ 5000)
            let names = ["a", "b", "c"]
            let profiles = names.map {
                var profile = Profile.random(name: $0, others: names, using: &maker.random)
                profile.timing.fistReset = .milliseconds(3000)
                return profile
            }
            let setup = PipelineSetup(
                ProfileSet(profiles[0], Array(profiles.dropFirst())), profile: "b")
            var pipeline = Pipeline(setup)
            var output = PipelineOutput()
            var grammar = FrameGrammar()
            var now = Timestamp.zero
            for _ in 0..<Int.random(in: 1...200, using: &maker.random) {
                now = maker.nextTime()
                let (bytes, source) = maker.notification(isV1: false)
                pipeline.receive(bytes.span, from: source, at: now, into: &output)
            }
            // An open hand, a fist of three seconds, and the open hand again.
            for (gestureClass, length) in [(100, 200), (114, 3100), (100, 200)] as [(UInt8, Int64)]
            {
                let frame: [UInt8] = [1, 3, 0, 0, gestureClass]
                for _ in 0..<(length / 20) {
                    now = now + .milliseconds(20)
                    pipeline.receive(frame.span, from: 0xc3ff_000e, at: now, into: &output)
                }
            }
            now = now + .milliseconds(1000)
            pipeline.advance(to: now, into: &output)
            grammar.check(output.frames.events)
            grammar.checkNothingDown()
            #expect(grammar.faults == [], "seed \(seed)")
            #expect(pipeline.setup.profile.name == "b", "seed \(seed)")
            #expect(!pipeline.hand.isPaused, "seed \(seed)")
            #expect(!pipeline.isEngaged, "seed \(seed)")
        }
    }

    @Test("After a reset at any moment nothing is down, and nothing is held or due")
    func anyReset() {
        for seed in UInt64(0)..<300 {
            var maker = PacketMaker(seed: seed &+ 1000)
            var pipeline = Pipeline(PipelineSetup(Self.profiles[Int(seed % 3)]))
            var output = PipelineOutput()
            var now = Timestamp.zero
            for _ in 0..<Int.random(in: 1...60, using: &maker.random) {
                now = maker.nextTime()
                let (bytes, source) = maker.notification(isV1: Self.isV1(seed, &maker.random))
                pipeline.receive(bytes.span, from: source, at: now, into: &output)
            }
            pipeline.reset(at: now, into: &output)
            var grammar = FrameGrammar()
            grammar.check(output.frames.events)
            grammar.checkNothingDown()
            #expect(grammar.faults == [], "seed \(seed)")
            #expect(pipeline.deadline == nil)
            #expect(!pipeline.isEngaged)
        }
    }
}

@Suite("Random captures")
struct RandomCaptureTests {
    private static func lines(seed: UInt64) -> [CaptureLine] {
        var maker = PacketMaker(seed: seed)
        return (0..<100).map { _ in maker.line() }
    }

    private static func replay(_ lines: [CaptureLine]) throws -> Replay {
        Replay(try Capture(lines.map(\.text)))
    }

    @Test("Two replays print the same, the grammar holds, and nothing is down at the end")
    func replays() throws {
        for seed in UInt64(0)..<60 {
            let first = try Self.replay(Self.lines(seed: seed))
            let second = try Self.replay(Self.lines(seed: seed))
            #expect(first.text == second.text, "seed \(seed)")
            #expect(first.dpad == second.dpad, "seed \(seed)")
            #expect(first.grammar.faults == [], "seed \(seed)")
            #expect(first.text.count > 20)
        }
    }

    @Test("Lines that only let time pass change nothing, wherever they are")
    func clockLines() throws {
        for seed in UInt64(0)..<60 {
            let lines = Self.lines(seed: seed)
            var random = SplitMix64(seed: seed)
            var ticking: [CaptureLine] = []
            var last: Int64 = 0
            for line in lines {
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    last = Int64.random(in: last...line.time.nanoseconds, using: &random)
                    ticking.append(CaptureLine("c", Timestamp(nanoseconds: last)))
                }
                last = line.time.nanoseconds
                ticking.append(line)
            }
            let plain = try Self.replay(lines)
            let ticked = try Self.replay(ticking)
            #expect(ticking.count > lines.count)
            #expect(plain.text == ticked.text, "seed \(seed)")
            #expect(plain.dpad == ticked.dpad, "seed \(seed)")
        }
    }
}
