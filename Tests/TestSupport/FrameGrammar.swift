import Gestures
package import Mapping

/// A judge of everything that goes to the kernel.
///
/// It checks the grammar of each frame, what is down, and that the two counts of each wheel agree.
/// Show it a trace from its start, and ask for the faults.
package struct FrameGrammar {
    /// A key or button of a device.
    package struct Key: Hashable {
        var device: OutputDevice
        var code: UInt16

        package init(device: OutputDevice, code: UInt16) {
            self.device = device
            self.code = code
        }
    }

    /// What is wrong with the trace so far, in words.
    package private(set) var faults: [String] = []
    /// What is down at the end of the trace so far.
    package private(set) var down: Set<Key> = []
    /// How many frames there were.
    package private(set) var frameCount = 0

    private var lastTime = Timestamp(nanoseconds: .min)
    /// The sums of each axis.
    private var sums: [UInt16: Int] = [:]

    // The kernel's numbers, written down here once more (linux/input-event-codes.h).
    private static let (syn, key, rel): (UInt16, UInt16, UInt16) = (0, 1, 2)
    private static let (x, y): (UInt16, UInt16) = (0x00, 0x01)
    private static let wheels: [(hiRes: UInt16, detents: UInt16)] = [(0x0b, 0x08), (0x0c, 0x06)]
    private static let axes: Set<UInt16> = [0x00, 0x01, 0x06, 0x08, 0x0b, 0x0c]

    package init() {}

    /// Takes further events of the trace; they must be whole frames.
    package mutating func check(_ events: [InputEvent]) {
        var frame: [InputEvent] = []
        for event in events {
            if event.type == Self.syn {
                check(frame: frame, end: event)
                frame = []
            } else {
                frame.append(event)
            }
        }
        if let open = frame.first { fault("a frame is not ended", open) }
    }

    /// Says that the trace is over: whatever is still down is a fault.
    package mutating func checkNothingDown() {
        for key in down {
            faults.append("\(key.device) \(key.code) is still down at the end")
        }
    }

    private mutating func fault(_ problem: String, _ event: InputEvent) {
        faults.append(
            "\(problem): at \(event.time.nanoseconds) ns, \(event.device) type \(event.type) "
                + "code \(event.code) value \(event.value)")
    }

    private mutating func check(frame: [InputEvent], end: InputEvent) {
        frameCount += 1
        if frame.isEmpty { fault("an empty frame", end) }
        if end.code != 0 || end.value != 0 { fault("not SYN_REPORT 0", end) }
        if end.time < lastTime { fault("time goes back", end) }
        lastTime = end.time
        if frame.count + 1 > FrameBuffer.longestFrame { fault("a frame is too long", end) }
        var seen: Set<[UInt16]> = []
        for event in frame {
            if event.device != end.device { fault("a frame of two devices", event) }
            if event.time != end.time { fault("a frame of two times", event) }
            if !seen.insert([event.type, event.code]).inserted { fault("twice in a frame", event) }
            switch event.type {
            case Self.key: checkKey(event)
            case Self.rel: checkAxis(event)
            default: fault("an event of another type", event)
            }
        }
        checkOrder(frame.filter { $0.type == Self.rel }.map(\.code), end)
        checkWheels(end)
    }

    private mutating func checkKey(_ event: InputEvent) {
        let isButton = (0x110..<0x120).contains(event.code)
        if isButton != (event.device == .pointer) { fault("a key of the other device", event) }
        let key = Key(device: event.device, code: event.code)
        switch event.value {
        case 1: if !down.insert(key).inserted { fault("down while down", event) }
        case 0: if down.remove(key) == nil { fault("up while up", event) }
        default: fault("neither down nor up", event)
        }
    }

    private mutating func checkAxis(_ event: InputEvent) {
        if event.device != .pointer { fault("motion of the keyboard", event) }
        if event.value == 0 { fault("an axis of 0", event) }
        if !Self.axes.contains(event.code) { fault("an unknown axis", event) }
        sums[event.code, default: 0] += Int(event.value)
    }

    /// X comes before Y; whole detents come with their high-resolution units, and behind them.
    private mutating func checkOrder(_ codes: [UInt16], _ end: InputEvent) {
        if let x = codes.firstIndex(of: Self.x), let y = codes.firstIndex(of: Self.y), y < x {
            fault("Y before X", end)
        }
        for wheel in Self.wheels {
            guard let detents = codes.firstIndex(of: wheel.detents) else { continue }
            guard let hiRes = codes.firstIndex(of: wheel.hiRes), hiRes < detents else {
                fault("detents without high-resolution units before them", end)
                continue
            }
        }
    }

    /// High-resolution units, at 120 a detent, and whole detents differ by less than a detent.
    private mutating func checkWheels(_ end: InputEvent) {
        for wheel in Self.wheels {
            let units = sums[wheel.hiRes, default: 0]
            let detents = sums[wheel.detents, default: 0]
            if (units - 120 * detents).magnitude >= 120 {
                fault("\(units) high-resolution units and \(detents) detents", end)
            }
        }
    }
}
