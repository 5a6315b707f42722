import EventLoop
import Gestures
import Mapping
import Testing
import VirtualInput

/// A sink that is noticed when the test says so.
private final class FakeSink: SlowSink {
    var isNoticed = false
    var failure: VirtualInputError?
    private(set) var events: [InputEvent] = []

    func write(_ frames: FrameBuffer) throws(VirtualInputError) {
        if let failure { throw failure }
        events += frames.events
    }
}

/// A settling sink, created at 0 ms, and the fake that it is around.
private struct Settling {
    let fake = FakeSink()
    let sink: SettlingSink<FakeSink>

    init() {
        sink = SettlingSink(fake, created: .zero)
    }

    static func time(_ milliseconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
    }

    /// Looks whether the wait is over; returns when to look again, in milliseconds.
    func settle(at milliseconds: Double) throws -> Double? {
        try sink.settle(at: Self.time(milliseconds)).map { Double($0.nanoseconds) / 1e6 }
    }

    /// Sends one frame of a key, told apart by its value.
    func write(_ value: Int32, at milliseconds: Double = 0) throws {
        try sink.write(Self.frame(value, at: milliseconds))
    }

    /// A frame of one or two keys, or axes, and its `SYN_REPORT`.
    static func frame(
        _ value: Int32, type: UInt16 = 1, codes: [UInt16] = [0], at milliseconds: Double = 0
    ) -> FrameBuffer {
        let now = time(milliseconds)
        var frame = codes.map { code in
            InputEvent(time: now, device: .pointer, type: type, code: code, value: value)
        }
        frame.append(InputEvent(time: now, device: .pointer, type: 0, code: 0, value: 0))
        var frames = FrameBuffer()
        frames.append(frame: frame[...])
        return frames
    }

    /// The values of the frames that have arrived.
    var arrived: [Int32] {
        fake.events.filter { $0.type != 0 && $0.code == 0 }.map(\.value)
    }
}

@Suite("Frames wait until new devices are noticed")
struct SettlingSinkTests {
    @Test("What waits can be dropped, and what comes after that is sent")
    func drops() throws {
        let settling = Settling()
        try settling.write(1)
        try settling.write(0, at: 1)
        settling.sink.dropWaiting()
        try settling.write(5, at: 2)
        settling.fake.isNoticed = true
        _ = try settling.settle(at: 20)
        #expect(try settling.settle(at: 270) == nil)
        #expect(settling.arrived == [5])
        settling.sink.dropWaiting()
        try settling.write(6, at: 300)
        #expect(settling.arrived == [5, 6])
    }

    @Test("The wait ends a pause after the devices were noticed")
    func pause() throws {
        let settling = Settling()
        #expect(try settling.settle(at: 0) == 20)
        #expect(try settling.settle(at: 20) == 40)
        settling.fake.isNoticed = true
        #expect(try settling.settle(at: 40) == 290)
        #expect(try settling.settle(at: 289.999999) == 290)
        #expect(!settling.sink.isOpen)
        #expect(try settling.settle(at: 290) == nil)
        #expect(settling.sink.isOpen)
        #expect(try settling.settle(at: 291) == nil)
    }

    @Test("What was noticed stays noticed")
    func noticedOnce() throws {
        let settling = Settling()
        settling.fake.isNoticed = true
        #expect(try settling.settle(at: 0) == 250)
        settling.fake.isNoticed = false
        #expect(try settling.settle(at: 100) == 250)
        #expect(try settling.settle(at: 250) == nil)
    }

    @Test("The wait ends at its limit, noticed or not")
    func limit() throws {
        let never = Settling()
        #expect(try never.settle(at: 1990) == 2000)
        #expect(try never.settle(at: 1999.999999) == 2000)
        #expect(!never.sink.isOpen)
        #expect(try never.settle(at: 2000) == nil)
        #expect(never.sink.isOpen)
        let late = Settling()
        late.fake.isNoticed = true
        #expect(try late.settle(at: 1900) == 2000)
        #expect(try late.settle(at: 2000) == nil)
    }

    @Test("What is written before comes out when the wait ends, in order and once")
    func order() throws {
        let settling = Settling()
        for value in Int32(1)...5 { try settling.write(value) }
        settling.fake.isNoticed = true
        _ = try settling.settle(at: 0)
        try settling.write(6, at: 100)
        #expect(settling.arrived == [])
        _ = try settling.settle(at: 250)
        #expect(settling.arrived == [1, 2, 3, 4, 5, 6])
        _ = try settling.settle(at: 300)
        #expect(settling.arrived == [1, 2, 3, 4, 5, 6])
    }

    @Test("Motion and wheels do not wait, so that nothing jumps, and go through after the wait")
    func motion() throws {
        let settling = Settling()
        try settling.write(1)
        for axis in [0x00, 0x01, 0x08, 0x0b] as [UInt16] {
            try settling.sink.write(Settling.frame(5, type: 2, codes: [axis]))
        }
        try settling.write(2)
        _ = try settling.settle(at: 2000)
        #expect(settling.arrived == [1, 2])
        try settling.sink.write(Settling.frame(7, type: 2))
        #expect(settling.arrived == [1, 2, 7])
    }

    @Test("After the wait frames go straight through")
    func straight() throws {
        let settling = Settling()
        try settling.write(1)
        _ = try settling.settle(at: 2000)
        try settling.write(2, at: 2001)
        try settling.write(3, at: 2002)
        #expect(settling.arrived == [1, 2, 3])
        // Age no longer matters.
        try settling.write(4, at: 0)
        #expect(settling.arrived == [1, 2, 3, 4])
    }

    @Test("Frames that are older than two seconds when the wait ends are dropped")
    func tooOld() throws {
        let settling = Settling()
        try settling.write(1, at: 0)
        try settling.write(2, at: 499.999999)
        try settling.write(3, at: 500)
        try settling.write(4, at: 2400)
        _ = try settling.settle(at: 2500)
        #expect(settling.arrived == [3, 4])
    }

    @Test("Of too many events the oldest frames are dropped, whole")
    func overflow() throws {
        let settling = Settling()
        for value in Int32(1)...400 {
            try settling.sink.write(Settling.frame(value, codes: [0, 1]))
        }
        _ = try settling.settle(at: 2000)
        // 341 frames of three events are the most that fit into 1024.
        #expect(settling.arrived == Array(60...400))
        #expect(settling.fake.events.count == 341 * 3)
        #expect(settling.fake.events.first?.code == 0)
        #expect(settling.fake.events.last?.type == 0)
    }

    @Test("No more is dropped than must be")
    func smallestOverflow() throws {
        let settling = Settling()
        for value in Int32(1)...513 { try settling.write(value) }
        _ = try settling.settle(at: 2000)
        #expect(settling.arrived == Array(2...513))
    }

    @Test("As many events as may wait are all kept")
    func full() throws {
        let settling = Settling()
        for value in Int32(1)...512 { try settling.write(value) }
        _ = try settling.settle(at: 2000)
        #expect(settling.arrived == Array(1...512))
    }

    @Test("A failure of the devices is told, then and later")
    func failure() throws {
        let settling = Settling()
        try settling.write(1)
        settling.fake.failure = .notUinput(path: "/dev/null")
        #expect(throws: VirtualInputError.notUinput(path: "/dev/null")) {
            try settling.sink.settle(at: Settling.time(2000))
        }
        #expect(throws: VirtualInputError.notUinput(path: "/dev/null")) {
            try settling.write(2)
        }
    }
}
