import Gestures
import Mapping
import TapProtocol
import TestSupport
import Testing

@Suite("Random events through a mapper")
struct MapperPropertyTests {
    private static func event(_ random: inout SplitMix64) -> DpadEvent {
        let finger = Finger.allCases.randomElement(using: &random) ?? .index
        switch Int.random(in: 0..<16, using: &random) {
        case 0: return .direction(Direction.allCases.randomElement(using: &random) ?? .left)
        case 1, 2: return .pinch(finger)
        case 3: return .hold(finger)
        case 4: return .mode(.drag)
        case 5: return .mode(.rotate)
        case 6, 7, 8:
            return .rotate(degrees: Double(Int.random(in: -1000...1000, using: &random)) / 4)
        case 9, 10, 11:
            return .drag(
                dx: Int.random(in: -90...90, using: &random),
                dy: Int.random(in: -90...90, using: &random))
        case 12, 13: return .release(finger)
        case 14: return .hide
        default: return .show
        }
    }

    /// Profiles in which keys and buttons meet in one key, besides the desktop's.
    private static var profiles: [Profile] {
        var shared = Profile.desktop
        shared.directions.left = .key(.leftButton)
        shared.fingers.ring.pinch = .key(.leftButton)
        shared.taps[TapGesture(.index, count: 2)] = .key(.leftButton)
        shared.fingers.ring.drag = .keys(.leftButton)
        shared.fingers.index.drag = .keys(.volumeUp)
        shared.fingers.middle.drag = .scroll(unitsPerDetent: 7)
        shared.fingers.little.rotate = RotateAction(
            positive: .key(.escape), negative: .key(.escape), degrees: 3.5)
        return [.desktop, shared, .tapping]
    }

    @Test("The grammar holds for any events at any times, and after the way out nothing is down")
    func anyEvents() {
        let gaps: [Int64] = [
            0, 0, 1, 5_000_000, 19_999_999, 20_000_000, 20_000_001, 300_000_000,
        ]
        for seed in UInt64(0)..<60 {
            var random = SplitMix64(seed: seed)
            var mapper = Mapper(profile: Self.profiles[Int(seed % 3)])
            var grammar = FrameGrammar()
            var frames = FrameBuffer()
            var now = Timestamp.zero
            for _ in 0..<360 {
                now = now + Interval(nanoseconds: gaps.randomElement(using: &random) ?? 0)
                frames.removeAll()
                mapper.advance(to: now, into: &frames)
                switch Int.random(in: 0..<22, using: &random) {
                case 0..<15:
                    mapper.handle(Self.event(&random), at: now, into: &frames)
                case 20, 21:
                    let mask = UInt8.random(in: 1...31, using: &random)
                    let count = Int.random(in: 1...3, using: &random)
                    mapper.handle(
                        tap: TapGesture(FingerMask(rawValue: mask), count: count), at: now,
                        into: &frames)
                case 15..<18:
                    mapper.move(
                        dx: Int.random(in: -9...9, using: &random),
                        dy: Int.random(in: -9...9, using: &random), at: now, into: &frames)
                case 18:
                    mapper.releaseAll(at: now, into: &frames)
                default:
                    mapper.reset(at: now, into: &frames)
                }
                grammar.check(frames.events)
            }
            frames.removeAll()
            mapper.advance(to: now, into: &frames)
            mapper.releaseAll(at: now, into: &frames)
            grammar.check(frames.events)
            grammar.checkNothingDown()
            #expect(grammar.faults == [], "seed \(seed)")
            #expect(mapper.deadline == nil, "seed \(seed)")
            #expect(grammar.frameCount > 100, "seed \(seed)")
        }
    }

    @Test("The grammar holds for any profile, through changes of it, and nothing stays down")
    func anyProfile() {
        for seed in UInt64(0)..<300 {
            var random = SplitMix64(seed: seed)
            let profiles = ["a", "b"].map {
                Profile.random(name: $0, others: ["a", "b"], using: &random)
            }
            var mapper = Mapper(profile: profiles[0])
            var grammar = FrameGrammar()
            var frames = FrameBuffer()
            var now = Timestamp.zero
            for _ in 0..<300 {
                now = now + .milliseconds(Int64.random(in: 0...40, using: &random))
                frames.removeAll()
                mapper.advance(to: now, into: &frames)
                switch Int.random(in: 0..<24, using: &random) {
                case 0..<18:
                    mapper.handle(Self.event(&random), at: now, into: &frames)
                case 18:
                    let fingers = FingerMask(rawValue: UInt8.random(in: 1...31, using: &random))
                    mapper.handle(tap: TapGesture(fingers), at: now, into: &frames)
                case 19: mapper.endSwipe()
                case 20:
                    let next = profiles.randomElement(using: &random) ?? profiles[0]
                    mapper.change(to: next, at: now, into: &frames)
                    #expect(!mapper.isEngaged)
                case 21: mapper.reset(at: now, into: &frames)
                default: mapper.move(dx: 40, dy: -30, at: now, into: &frames)
                }
                grammar.check(frames.events)
                if !mapper.isEngaged, !grammar.down.isEmpty {
                    Issue.record("seed \(seed): \(grammar.down) down at rest")
                }
            }
            frames.removeAll()
            mapper.releaseAll(at: now, into: &frames)
            grammar.check(frames.events)
            grammar.checkNothingDown()
            #expect(grammar.faults == [], "seed \(seed)")
            #expect(mapper.deadline == nil, "seed \(seed)")
        }
    }

    @Test("Left alone, everything that was tapped comes up by itself")
    func comesToRest() {
        for seed in UInt64(1000)..<1100 {
            var random = SplitMix64(seed: seed)
            var mapper = Mapper(profile: Profile.random(name: "a", others: [], using: &random))
            var grammar = FrameGrammar()
            var frames = FrameBuffer()
            var now = Timestamp.zero
            for _ in 0..<100 {
                now = now + .milliseconds(Int64.random(in: 0...40, using: &random))
                mapper.advance(to: now, into: &frames)
                mapper.handle(Self.event(&random), at: now, into: &frames)
            }
            for finger in Finger.allCases {
                mapper.handle(.release(finger), at: now, into: &frames)
            }
            mapper.endSwipe()
            mapper.advance(to: now + .milliseconds(60_000), into: &frames)
            grammar.check(frames.events)
            grammar.checkNothingDown()
            #expect(grammar.faults == [], "seed \(seed)")
            #expect(!mapper.isEngaged, "seed \(seed)")
        }
    }

    @Test("A tapped key is never down for longer than 20 ms while time is told")
    func tapLength() {
        var random = SplitMix64(seed: 77)
        var mapper = Mapper(profile: .desktop)
        var frames = FrameBuffer()
        var now = Timestamp.zero
        for _ in 0..<2000 {
            now = now + Interval(nanoseconds: Int64.random(in: 0...30_000_000, using: &random))
            mapper.advance(to: now, into: &frames)
            let direction = Direction.allCases.randomElement(using: &random) ?? .left
            mapper.handle(.direction(direction), at: now, into: &frames)
        }
        var downSince: [UInt16: Timestamp] = [:]
        var lengths: Set<Int64> = []
        for event in frames.events where event.type == 1 {
            if event.value == 1 {
                downSince[event.code] = event.time
            } else if let since = downSince[event.code] {
                lengths.insert((event.time - since).nanoseconds)
            }
        }
        #expect(lengths.max() == 20_000_000)
        #expect(lengths.count > 10)
    }
}

@Suite("The buffer of frames")
struct FrameBufferTests {
    @Test("Frames are given out one by one, each with its SYN_REPORT")
    func frames() {
        var mapper = Mapper(profile: .desktop)
        var buffer = FrameBuffer()
        #expect(buffer.isEmpty)
        mapper.move(dx: 20, dy: 20, at: .zero, into: &buffer)
        mapper.handle(.pinch(.little), at: .zero, into: &buffer)
        #expect(!buffer.isEmpty)
        var frames: [[InputEvent]] = []
        buffer.forEachFrame { frames.append(Array($0)) }
        #expect(frames.map { $0.map(\.type) } == [[2, 2, 0], [1, 0]])
        #expect(
            frames.map { $0.map(\.device) } == [
                [.pointer, .pointer, .pointer], [.keyboard, .keyboard],
            ])
        #expect(frames.flatMap { $0 } == buffer.events)
        buffer.removeAll()
        #expect(buffer.isEmpty)
        #expect(buffer.events == [])
    }

    @Test("Frames can be moved to another buffer")
    func moved() {
        var mapper = Mapper(profile: .desktop)
        var buffer = FrameBuffer()
        mapper.move(dx: 20, dy: 20, at: .zero, into: &buffer)
        mapper.handle(.pinch(.little), at: .zero, into: &buffer)
        var other = FrameBuffer()
        buffer.forEachFrame { other.append(frame: $0) }
        #expect(other.events == buffer.events)
    }
}
