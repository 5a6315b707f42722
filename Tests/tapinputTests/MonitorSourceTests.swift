import Control
import Driver
import EventLoop
import Glibc
import Monitor
import TestSupport
import Testing
import VirtualInput

@testable import tapinput

@Suite("What a monitor reads of a driver at work")
struct MonitorSourceTests {
    /// A display that keeps what it is told.
    private final class Memory: MonitorDisplay {
        var lines: [String] = []
        var facts: [MonitorFacts] = []
        var missed = 0

        func take(_ records: [MonitorRecord]) { lines += records.map(\.text) }
        func take(_ facts: MonitorFacts) { self.facts.append(facts) }
        func miss(_ count: Int) { missed += count }
        func close() {}
    }

    /// The driver's end of the pipe, and how the monitor ended.
    private final class Driver {
        var writing: FileDescriptor?
        var end: MonitorEnd?

        func write(_ text: String) throws {
            try Array(text.utf8).withUnsafeBytes { try writing?.write(all: $0) }
        }
    }

    private let loop: EventLoop
    private let memory = Memory()
    private let driver = Driver()
    private let source: LiveMonitorSource

    private static let address = "A0:B1:C2:D3:E4:F5"
    private static let known = MonitorFacts(taps: [
        .init(address: address, name: "Tap", profile: "media", connection: "connected")
    ])

    init() throws {
        loop = try EventLoop()
        var ends: [Int32] = [0, 0]
        try systemCall("create a pipe") { pipe(&ends) }
        driver.writing = FileDescriptor(owning: ends[1])
        source = try LiveMonitorSource(
            MonitorLink(ControlMonitor(FileDescriptor(owning: ends[0]))) { Self.known }, loop: loop,
            display: memory, ended: { [driver] in driver.end = $0 })
    }

    @Test("Records as they come, in parts as well; what is none is counted")
    func records() throws {
        try driver.write("1.000000 - packet 5\n1.0000")
        #expect(try loop.runUntil { memory.lines.count == 1 })
        try driver.write("01 - packet 6\nrubbish\n\u{0}\n")
        #expect(try loop.runUntil { memory.missed == 2 })
        #expect(memory.lines == ["1.000000 - packet 5", "1.000001 - packet 6"])
        #expect(driver.end == nil)
        withExtendedLifetime(source) {}
    }

    @Test("The facts are asked for at once, and again in time, with no record as well")
    func facts() throws {
        #expect(memory.facts == [Self.known])
        #expect(try loop.runUntil { memory.facts.count == 2 })
        withExtendedLifetime(source) {}
    }

    @Test("A question that is not answered yet is not asked again; then its answer holds")
    func oneQuestion() {
        var answers: [(MonitorFacts?) -> Void] = []
        let facts = AskedFacts(Self.known) { answers.append($0) }
        for _ in 0..<5 { #expect(facts.next() == Self.known) }
        #expect(answers.count == 1)
        let other = MonitorFacts(taps: [])
        answers[0](other)
        #expect(facts.next() == other)
        #expect(answers.count == 2)
        // No answer leaves what is known as it is.
        answers[1](nil)
        #expect(facts.next() == other)
        #expect(answers.count == 3)
    }

    @Test("A driver that goes away ends it")
    func gone() throws {
        try driver.write("1.000000 - packet 5\n")
        driver.writing = nil
        #expect(try loop.runUntil { driver.end != nil })
        #expect(driver.end == .driverGone)
        #expect(memory.lines == ["1.000000 - packet 5"])
        withExtendedLifetime(source) {}
    }

    @Test(
        "As lines only the Tap is told that is asked for, by its address or its name",
        arguments: [nil, address, "a0:b1:c2:d3:e4:f5", "Tap", "Other"])
    func only(device: String?) throws {
        let pipe = try LinePipe()
        let display = MonitorTextDisplay(
            TextOutput(FileDescriptor(owning: pipe.writing)), only: device, ended: { _ in })
        display.take(Self.known)
        let lines = [
            "1.000000 \(Self.address) packet 5", "1.000000 00:00:00:00:00:01 packet 5",
            "1.000000 - dropped 3",
        ]
        display.take(lines.compactMap { MonitorRecord(parsing: $0.utf8) })
        let told =
            switch device {
            case nil: lines
            case "Other": [lines[2]]
            default: [lines[0], lines[2]]
            }
        #expect(try pipe.lines() == told)
    }
}
