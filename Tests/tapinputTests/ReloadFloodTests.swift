import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import TestSupport
import Testing

@testable import Configuration
@testable import tapinput

/// A thousand configurations, right and broken, one after another while a hand is at work.
@Suite("A flood of configurations")
struct ReloadFloodTests {
    private static let keys = [
        "KEY_A", "KEY_LEFTCTRL+KEY_C", "BTN_LEFT", "KEY_LEFTSHIFT+BTN_RIGHT", "scroll-up",
        "KEY_LEFTCTRL+scroll-down", "none", "pause", "clutch", "next-profile", "profile media",
    ]

    private static func text(_ random: inout SplitMix64) -> String {
        func pick(_ words: [String]) -> String { words.randomElement(using: &random) ?? "none" }
        var lines: [String] = []
        for section in ["index", "middle", "ring", "little"] where Bool.random(using: &random) {
            let drag = pick(["BTN_LEFT", "KEY_LEFTCTRL+BTN_LEFT", "scroll", "pointer", "none"])
            let hold = pick(["decide", "drag", "rotate"])
            lines.append(
                "\(section) = { pinch = \"\(pick(keys))\"; hold = \"\(hold)\"; drag = \"\(drag)\"; };"
            )
        }
        lines.append("directions = { left = \"\(pick(keys))\"; up = \"\(pick(keys))\"; };")
        let profile = pick(["desktop", "media", "mine"])
        return """
            profile = "\(profile)";
            profiles = {
            desktop = {
            \(lines.joined(separator: "\n"))
            };
            mine = { extends = "\(pick(["desktop", "media", "kiosk"]))"; };
            };

            """
    }

    /// The same with some bytes that are others, or without its end.
    private static func damaged(_ text: String, _ random: inout SplitMix64) -> String {
        var bytes = Array(text.utf8)
        if Bool.random(using: &random) {
            bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        } else {
            for _ in 0..<3 {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                bytes[place] = UInt8.random(in: 32...126, using: &random)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What a Tap sends.
    private static func frame(_ random: inout SplitMix64) -> [UInt8] {
        if Bool.random(using: &random) {
            let classes: [UInt8] = [
                100, 100, 100, 101, 103, 105, 106, 110, 110, 111, 112, 113, 114,
            ]
            return [1, 3, 0, 0, classes.randomElement(using: &random) ?? 100]
        }
        let (x, y) = (
            UInt8.random(in: 0...40, using: &random), UInt8.random(in: 0...40, using: &random)
        )
        return [0, 0, 0, 0, 0, x, 0, y, 0, 0, 0, 0, 0, 1, x, 0, 0, 0, 0, 0]
    }

    @Test("The right ones hold, the broken ones change nothing, and no key stays down")
    func flood() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("", to: "tapinput.conf")
        var options = RunOptions()
        options.config = path
        let configuration = try RunConfiguration(options, Messages())
        var random = SplitMix64(seed: 9)
        var pipeline = Pipeline(configuration.choice.standardSetup)
        var output = PipelineOutput()
        var grammar = FrameGrammar()
        var now = Timestamp.zero
        var (taken, refused) = (0, 0)
        for step in 0..<1000 {
            let right = Self.text(&random)
            let text = step % 3 == 2 ? Self.damaged(right, &random) : right
            unlink(path)
            try folder.write(text, to: "tapinput.conf")
            let before = configuration.choice
            // What the file says, told by what reads it and nothing else.
            let expected = Configuration.load(path: path).configuration
            do throws(Failure) {
                let isAnother = try configuration.reload { choice in
                    pipeline.change(to: choice.standardSetup, at: now, into: &output)
                }
                #expect(configuration.current == expected, "step \(step)")
                taken += isAnother ? 1 : 0
            } catch {
                refused += 1
                #expect(expected == nil && error.status == .configuration, "step \(step)")
                #expect(error.message.hasPrefix("\(path):"), "\(error.message)")
                #expect(configuration.choice == before, "step \(step)")
            }
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                now = now + .milliseconds(Int64.random(in: 0...60, using: &random))
                pipeline.receive(
                    Self.frame(&random).span, from: 0xc3ff_000e, at: now, into: &output)
            }
            grammar.check(output.frames.events)
            output.removeAll()
            if !pipeline.isEngaged { #expect(grammar.down == [], "step \(step)") }
        }
        pipeline.finish(at: now, into: &output)
        grammar.check(output.frames.events)
        grammar.checkNothingDown()
        #expect(grammar.faults == [])
        #expect(grammar.frameCount > 500)
        #expect(taken > 300)
        #expect(refused > 200)
    }
}
