import Driver
import Gestures
import Mapping
import TestSupport

/// A capture's bytes: an error with its line, or a replay that is judged.
enum CapturesTarget {
    /// More moments than a capture of the longest input has.
    private static let mostSteps = 100_000

    static func check(_ bytes: [UInt8]) -> String? {
        let capture: Capture
        do throws(CaptureError) {
            capture = try Capture(parsing: bytes, file: "fuzz.tapcap")
        } catch {
            let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
            return (1...lines).contains(error.line) ? nil : "an error of line \(error.line)"
        }
        if zip(capture.lines, capture.lines.dropFirst()).contains(where: { $0.time > $1.time }) {
            return "time goes back"
        }
        return problem(writing: capture) ?? problem(replaying: capture)
    }

    /// What is written of notifications is what was read.
    private static func problem(writing capture: Capture) -> String? {
        for line in capture.lines {
            guard case .notification(let characteristic, let bytes) = line.content else { continue }
            let header = CaptureText.header(
                version: capture.protocolVersion, name: capture.deviceName)
            guard
                let text = CaptureText.notification(
                    bytes.span, from: characteristic, at: line.time.nanoseconds),
                let again = try? Capture(parsing: Array("\(header)\n\(text)".utf8), file: ""),
                again.lines.map(\.content) == [line.content],
                // Times are written to the microsecond.
                let time = again.lines.first?.time.nanoseconds,
                abs(time - line.time.nanoseconds) < 1000
            else { return "a notification is not written as it was read" }
        }
        return nil
    }

    private static func problem(replaying capture: Capture) -> String? {
        var player = ReplayPlayer(
            capture, PipelineSetup(.builtIn, profile: Profile.desktop.name))
        var output = PipelineOutput()
        var grammar = FrameGrammar()
        var steps = 0
        while player.nextTime != nil {
            steps += 1
            if steps > mostSteps { return "a replay that does not end" }
            for record in player.records(ofNextStepInto: &output) {
                guard MonitorRecord(parsing: record.text.utf8)?.text == record.text else {
                    return "a record that cannot be read: \(record.text)"
                }
            }
            grammar.check(output.frames.events)
            if let fault = grammar.faults.first { return fault }
        }
        grammar.checkNothingDown()
        return grammar.faults.first
    }
}
