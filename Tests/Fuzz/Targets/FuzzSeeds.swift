import Bus
import CDBus
import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import TapProtocol
import TestSupport

/// The inputs from which a fuzzer begins, made of what the project has for other tests.
package enum FuzzSeeds {
    /// Writes a file for each seed, into a folder for each target.
    package static func write(to folder: String) throws {
        mkdir(folder, 0o755)
        for (target, seeds) in try all() {
            mkdir("\(folder)/\(target)", 0o755)
            for (name, bytes) in seeds {
                let file = try FileDescriptor.open(
                    "\(folder)/\(target)/\(name)", flags: O_WRONLY | O_CREAT | O_TRUNC,
                    mode: 0o644)
                try bytes.withUnsafeBytes { try file.write(all: $0) }
            }
        }
    }

    /// The seeds by their targets and names.
    private static func all() throws -> [String: [String: [UInt8]]] {
        var seeds: [String: [String: [UInt8]]] = [:]
        let scenarios = "Tests/DriverTests/Scenarios"
        for name in try names(in: Project.path(scenarios)) where name.hasSuffix(".tapcap") {
            let bytes = Array(try text(of: Project.path("\(scenarios)/\(name)")).utf8)
            let word = String(name.dropLast(7))
            let capture = try Capture(parsing: bytes, file: name)
            if capture.lines.count < 100 { seeds["captures", default: [:]][word] = bytes }
            let frames = frames(of: capture)
            if frames.count < 1000 { seeds["frames", default: [:]][word] = frames }
            seeds["records", default: [:]][word] = records(of: capture)
        }
        seeds["frames", default: [:]].merge(moments) { $1 }
        let example = try text(of: Project.path("examples/tapinput.conf"))
        seeds["configuration"] = configurations(example)
        seeds["sensors"] = sensors
        seeds["bus-messages"] = messages
        seeds["bus-values"] = values
        return seeds
    }

    /// What comes out of a capture, as a monitor reads it; its first lines.
    private static func records(of capture: Capture) -> [UInt8] {
        var player = ReplayPlayer(capture, PipelineSetup(.desktop))
        var output = PipelineOutput()
        var text = ""
        while player.nextTime != nil, text.utf8.count < 600 {
            for record in player.records(ofNextStepInto: &output) { text += record.text + "\n" }
        }
        return Array(text.utf8)
    }

    /// The notifications of a capture as steps, with its pauses as near as steps have them.
    private static func frames(of capture: Capture) -> [UInt8] {
        typealias Step = FramesTarget.Step
        var bytes: [UInt8] = [0]
        var passed: Int64 = 0
        func append(_ step: Step, until time: Timestamp, _ rest: [UInt8]) {
            while let pause = FramesTarget.pauses.lastIndex(where: {
                $0 >= 1_000_000 && passed + $0 <= time.nanoseconds
            }) {
                passed += FramesTarget.pauses[pause]
                bytes.append(UInt8(pause) << 4 | Step.wait.rawValue)
            }
            bytes += [step.rawValue] + rest
        }
        for line in capture.lines {
            switch line.content {
            case .notification(let characteristic, let notification):
                let steps = (UInt8(0)...15).compactMap { Step(rawValue: $0) }
                let step = steps.first { $0.characteristic == characteristic } ?? .foreign
                let piece = notification.prefix(255)
                append(step, until: line.time, [UInt8(piece.count)] + piece)
            case .gesture(let gesture): append(.gesture, until: line.time, [gesture])
            case .connectionLost: append(.lost, until: line.time, [])
            case .motion, .clock: append(.wait, until: line.time, [])
            }
        }
        return bytes
    }

    /// What no capture has: notifications that are there together, and a program that is stopped.
    private static var moments: [String: [UInt8]] {
        typealias Step = FramesTarget.Step
        func step(_ step: Step, after nanoseconds: Int64 = 0, _ piece: [UInt8]? = nil) -> [UInt8] {
            let pause = FramesTarget.pauses.firstIndex(of: nanoseconds) ?? 0
            return [UInt8(pause) << 4 | step.rawValue]
                + (piece.map { [UInt8($0.count)] + $0 } ?? [])
        }
        let motion: [UInt8] = [0, 0, 0, 0, 0, 20, 0, 30, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        let (open, held): ([UInt8], [UInt8]) = ([1, 3, 0, 0, 100], [1, 3, 0, 0, 110])
        let together = step(.together, motion) + step(.together, motion)
        let drag = step(.v2, held) + step(.v2, after: 1_000_000_000, motion) + together
        let opened =
            step(.v2, after: 33_000_000, open) + (0..<3).flatMap { _ in step(.together, open) }
        let stop = step(.stopped, after: 60_000_000_000)
        return [
            "together": [0] + step(.v2, motion) + together + drag + opened + together,
            "stopped": [0] + drag + stop + step(.v2, motion) + step(.v2, held) + stop + opened,
        ]
    }

    /// The example in pieces, each a configuration, and files that include each other.
    private static func configurations(_ example: String) -> [String: [UInt8]] {
        var seeds = [
            "include": "@include \"a\"\nprofile = \"x\";\n\u{1}profiles = { x = { }; };\n",
            "circle": "@include \"a\"\n\u{1}@include \"b\"\n\u{1}@include \"a\"\n",
            "values":
                "a = 0x1F; b = [1, 2]; c = (\"x\", {d = 1.5e3;}); e = 5L; /* */ // \nf : TRUE\n",
            "timing": """
            profile = "x"; cycle = ["x", "desktop"];
            profiles = { x = {
                directions = { left = "KEY_LEFTCTRL+KEY_A"; repeat_delay = 0; repeat_rate = 20; };
                timing = { debounce = 0; decide = 1; double_pinch = 1; };
            }; };
            """,
            "fingers": """
            profiles = { x = { extends = "none";
                pointer = { gain_x = 100.0; filter = "one-euro";
                    acceleration = ({ speed = 0; factor = 2; }, { speed = 5; factor = 0.5; }); };
                index = { pinch = "profile y"; double_pinch = ("KEY_A", "scroll-up 3");
                    hold = "button"; button = "BTN_LEFT+KEY_LEFTSHIFT"; };
                middle = { drag = "scroll"; drag_units = 0.1; rotate_positive = "KEY_VOLUMEUP";
                    rotate_degrees = 1; };
                taps = { index = "pause"; thumb-index = "next-profile"; };
                fist = { begin = "KEY_ESC"; end = "none"; };
            }; y = { extends = "x"; }; };
            devices = ({ device = "A0:B1:C2:D3:E4:F5"; profile = "y"; });
            """,
        ].mapValues { Array($0.utf8) }
        let lines = example.split(separator: "\n", omittingEmptySubsequences: false)
        // Without its comments the whole is short enough.
        let bare = lines.filter { !$0.drop(while: { $0 == " " }).hasPrefix("#") && !$0.isEmpty }
        seeds["example"] = Array(bare.joined(separator: "\n").utf8)
        return seeds
    }

    private static var sensors: [String: [UInt8]] {
        let imu = [1, 0, 0, 0] + (0..<12).map { UInt8($0 * 20) }
        let fingers = [2, 0, 0, 0x80] + (0..<30).map { UInt8($0 * 8) }
        let both = imu + fingers + [0, 0, 0, 0]
        let v2 = [0, 1, 0, 0] + imu
        // The characteristics by their places: v1's records are the fourth, v2's frames the fifth.
        return [
            "v1": [0b001_001_01, 3, UInt8(both.count), 0] + both + both.prefix(8),
            "v2": [0b011_010_00, 4, UInt8(v2.count), 0] + v2 + [4, 6, 0, 0, 1, 0, 0, 5, 5],
        ]
    }

    private static var messages: [String: [UInt8]] {
        let device = "/org/bluez/hci0/dev_A0"
        let properties: [(String, BusValue)] = [
            ("Adapter", .objectPath("/org/bluez/hci0")), ("Address", .string("A0:B1:C2:D3:E4:F5")),
            ("Alias", .string("Tap")), ("UUIDs", .array(of: "s", [.string(TapUUID.tapService)])),
            ("Bonded", .bool(true)), ("RSSI", .int16(-60)),
        ]
        let changed = "PropertiesChanged"
        let interface = "org.freedesktop.DBus.Properties"
        let manager = "org.freedesktop.DBus.ObjectManager"
        let driver = "io.github.tapinput"
        let path = "/io/github/tapinput"
        let interfaces: BusValue = .array(
            of: "{sa{sv}}",
            [.entry(key: .string("org.bluez.Device1"), value: .properties(properties))])
        let signals: [String: BusMessage?] = [
            "added": .signal("/", manager, "InterfacesAdded", [.objectPath(device), interfaces]),
            "removed": .signal(
                "/", manager, "InterfacesRemoved",
                [.objectPath(device), .array(of: "s", [.string("org.bluez.Device1")])]),
            "changed": .signal(
                device, interface, changed,
                [
                    .string("org.bluez.Device1"), .properties([("Connected", .bool(true))]),
                    .array(of: "s", [.string("RSSI")]),
                ]),
            "value": .signal(
                device, interface, changed,
                [
                    .string("org.bluez.GattCharacteristic1"),
                    .properties([("Value", .bytes([1, 3, 0, 0, 105]))]), .array(of: "s", []),
                ]),
            "objects": .signal(
                "/", manager, "Answer",
                [.array(of: "{oa{sa{sv}}}", [.entry(key: .objectPath(device), value: interfaces)])]),
            "sessions": .signal(
                "/", "a.b", "Answer",
                [
                    .array(
                        of: "(susso)",
                        [
                            .structure([
                                .string("2"), .uint32(1000), .string("me"), .string("seat0"),
                                .objectPath("/2"),
                            ])
                        ])
                ]),
            "profile": .call(driver, path, driver, "SetProfile", [.string(""), .string("media")]),
            "vibrate": .call(
                driver, path, driver, "Vibrate", [.string(""), .array(of: "u", [.uint32(100)])]),
            "all": .call(driver, path, interface, "GetAll", [.string(driver)]),
            "set": .call(
                driver, path, interface, "Set",
                [.string(driver), .string("Profile"), .variant(.string("x"))]),
            "introspect": .call(driver, "/io", nil, "Introspect"),
            "monitor": .call(driver, path, driver, "Monitor"),
        ]
        return signals.compactMapValues { $0.flatMap(wire) }
    }

    /// A message as it goes over the bus.
    private static func wire(_ message: BusMessage) -> [UInt8]? {
        var bytes: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        dbus_message_set_serial(message.raw, 7)
        guard dbus_message_marshal(message.raw, &bytes, &count) != 0, let bytes else { return nil }
        defer { dbus_free(bytes) }
        return UnsafeRawBufferPointer(start: bytes, count: Int(count)).map(\.self)
    }

    /// Rows of choices: what they mean is known only to who reads them.
    private static var values: [String: [UInt8]] {
        var seeds: [String: [UInt8]] = [:]
        for seed in UInt64(1)...12 {
            var random = SplitMix64(seed: seed)
            seeds["random-\(seed)"] = (0..<200).map { _ in UInt8.random(in: 0...63, using: &random)
            }
        }
        return seeds
    }
}
