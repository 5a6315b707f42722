import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import TestSupport
import Testing
import VirtualInput

/// What a capture becomes: the lines of both text outputs, and the events themselves.
struct Replay {
    private(set) var text: [String] = []
    private(set) var dpadEvents: [TimedDpadEvent] = []
    private(set) var events: [InputEvent] = []
    let counters: Pipeline.Counters
    private(set) var grammar = FrameGrammar()

    /// Plays a capture to its end.
    init(_ capture: Capture, profile: Profile = .desktop) {
        self.init(capture, PipelineSetup(profile))
    }

    /// Plays a capture to its end, with profiles to which gestures can change.
    init(_ capture: Capture, _ setup: PipelineSetup) {
        var player = ReplayPlayer(capture, setup)
        var output = PipelineOutput()
        while player.nextTime != nil {
            output.removeAll()
            player.step(into: &output)
            events += output.frames.events
            text += output.frames.events.map(\.text)
            dpadEvents += output.dpadEvents
        }
        counters = player.counters
        grammar.check(events)
        grammar.checkNothingDown()
    }

    /// The controller's events and the taps as the text output has them.
    var dpad: [String] { dpadEvents.map { "\($0.time.text) \($0.event)" } }

    /// Plays the lines of a capture; the line that must come first is added.
    init(_ lines: String..., profile: Profile = .desktop) throws {
        self.init(try Capture(lines), profile: profile)
    }
}

extension Capture {
    /// The capture of these lines; the line that must come first is added.
    init(_ lines: [String]) throws(CaptureError) {
        let text = (["tapcap 1"] + lines).joined(separator: "\n")
        try self.init(parsing: Array(text.utf8), file: "test.tapcap")
    }
}

/// Captures beside the tests, with the outputs that the contract asks for.
struct Scenario: CustomTestStringConvertible, Sendable {
    var name: String

    var testDescription: String { name }

    /// The scenarios' directory: beside this file.
    private static let directory: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return (parts.dropLast() + ["Scenarios"]).joined(separator: "/")
    }()

    /// All scenarios, by name.
    static let all: [Scenario] = {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".tapcap") { names.append(String(name.dropLast(7))) }
        }
        return names.sorted().map(Scenario.init(name:))
    }()

    /// The bytes of one of the scenario's files.
    func bytes(_ ending: String) throws(SystemError) -> [UInt8] {
        let path = "\(Self.directory)/\(name).\(ending)"
        return try FileDescriptor.open(path, flags: O_RDONLY).readToEnd()
    }

    /// The lines of one of the scenario's files.
    func lines(_ ending: String) throws(SystemError) -> [String] {
        String(decoding: try bytes(ending), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// The profile of a line `# profile: NAME` of the capture, or the desktop's.
    func profile() throws -> Profile {
        let mark = "# profile: "
        guard let line = try lines("tapcap").first(where: { $0.hasPrefix(mark) }) else {
            return .desktop
        }
        let name = line.dropFirst(mark.count)
        return try #require(Profile.builtIn.first { $0.name == name })
    }

    /// What the scenario's capture becomes.
    func replay() throws -> Replay {
        Replay(try capture(), profile: try profile())
    }

    /// The scenario's capture.
    func capture() throws -> Capture {
        try Capture(parsing: try bytes("tapcap"), file: "\(name).tapcap")
    }
}
