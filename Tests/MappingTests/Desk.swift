import Gestures
import Mapping
import TestSupport

/// A mapper that is told the time in milliseconds and answers with a text for each frame, while a
/// checker reads along.
///
/// The text of a frame is its time in milliseconds, its device and its events:
/// `20 pointer BTN_LEFT 1`. A call lets time pass first, as every caller of a mapper does.
struct Desk {
    var mapper: Mapper
    private(set) var grammar = FrameGrammar()
    /// What the latest call asked for.
    private(set) var request: Mapper.Request?
    private var frames = FrameBuffer()

    init(_ profile: Profile = .desktop) {
        mapper = Mapper(profile: profile)
    }

    static func time(_ milliseconds: Double) -> Timestamp {
        Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
    }

    mutating func handle(_ events: DpadEvent..., at milliseconds: Double) -> [String] {
        call(at: milliseconds) { mapper, frames, now in
            for event in events { mapper.handle(event, at: now, into: &frames) }
        }
    }

    mutating func handle(tap: TapGesture, at milliseconds: Double) -> [String] {
        call(at: milliseconds) { mapper, frames, now in
            mapper.handle(tap: tap, at: now, into: &frames)
        }
    }

    mutating func move(_ dx: Int, _ dy: Int, at milliseconds: Double) -> [String] {
        call(at: milliseconds) { mapper, frames, now in
            mapper.move(dx: dx, dy: dy, at: now, into: &frames)
        }
    }

    mutating func advance(to milliseconds: Double) -> [String] {
        call(at: milliseconds) { _, _, _ in }
    }

    mutating func releaseAll(at milliseconds: Double) -> [String] {
        call(at: milliseconds) { mapper, frames, now in
            mapper.releaseAll(at: now, into: &frames)
        }
    }

    mutating func reset(at milliseconds: Double) -> [String] {
        call(at: milliseconds) { mapper, frames, now in mapper.reset(at: now, into: &frames) }
    }

    mutating func setPaused(_ isPaused: Bool, at milliseconds: Double) -> [String] {
        call(at: milliseconds) { mapper, frames, now in
            mapper.setPaused(isPaused, at: now, into: &frames)
        }
    }

    mutating func change(to profile: Profile, at milliseconds: Double) -> [String] {
        call(at: milliseconds) { mapper, frames, now in
            mapper.change(to: profile, at: now, into: &frames)
        }
    }

    /// A desk whose finger is held and dragging, or twisting from 0 degrees, since 0 ms.
    static func holding(
        _ finger: Finger, _ mode: HoldMode, _ profile: Profile = .desktop
    ) -> Desk {
        var desk = Desk(profile)
        _ = desk.handle(.hold(finger), .mode(mode), at: 0)
        if mode == .rotate { _ = desk.handle(.rotate(degrees: 0), at: 0) }
        return desk
    }

    private mutating func call(
        at milliseconds: Double, _ body: (inout Mapper, inout FrameBuffer, Timestamp) -> Void
    ) -> [String] {
        frames.removeAll()
        let now = Self.time(milliseconds)
        mapper.advance(to: now, into: &frames)
        body(&mapper, &frames, now)
        request = mapper.takeRequest()
        grammar.check(frames.events)
        var texts: [String] = []
        frames.forEachFrame { texts.append(Self.text($0)) }
        return texts
    }

    private static func text(_ frame: ArraySlice<InputEvent>) -> String {
        guard let first = frame.first else { return "" }
        let milliseconds = Double(first.time.nanoseconds) / 1e6
        let time =
            milliseconds == milliseconds.rounded() ? "\(Int(milliseconds))" : "\(milliseconds)"
        let events = frame.dropLast().map { event in
            "\(names[event.type]?[event.code] ?? "\(event.type)/\(event.code)") \(event.value)"
        }
        return ([time, first.device.rawValue] + events).joined(separator: " ")
    }

    /// The kernel's names, written down here once more (linux/input-event-codes.h).
    private static let names: [UInt16: [UInt16: String]] = [
        1: [
            1: "KEY_ESC", 15: "KEY_TAB", 20: "KEY_T", 28: "KEY_ENTER", 29: "KEY_LEFTCTRL",
            42: "KEY_LEFTSHIFT", 57: "KEY_SPACE", 104: "KEY_PAGEUP", 109: "KEY_PAGEDOWN",
            127: "KEY_COMPOSE", 158: "KEY_BACK", 164: "KEY_PLAYPAUSE", 103: "KEY_UP",
            105: "KEY_LEFT", 106: "KEY_RIGHT", 108: "KEY_DOWN",
            114: "KEY_VOLUMEDOWN", 115: "KEY_VOLUMEUP",
            0x110: "BTN_LEFT", 0x111: "BTN_RIGHT", 0x112: "BTN_MIDDLE",
        ],
        2: [
            0x00: "REL_X", 0x01: "REL_Y", 0x06: "REL_HWHEEL", 0x08: "REL_WHEEL",
            0x0b: "REL_WHEEL_HI_RES", 0x0c: "REL_HWHEEL_HI_RES",
        ],
    ]
}
