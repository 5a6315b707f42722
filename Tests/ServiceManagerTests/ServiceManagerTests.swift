import EventLoop
import Testing

@testable import ServiceManager

@Suite("What the service manager is told")
struct ServiceManagerTests {
    /// What was told, in order.
    private final class Told {
        var all: [String] = []
    }

    private static func service(
        _ loop: EventLoop, watchdog: UInt64? = nil
    ) -> (ServiceManager, Told) {
        let told = Told()
        return (ServiceManager(loop: loop, watchdog: watchdog) { told.all.append($0) }, told)
    }

    @Test("Ready and the end are told, each in its turn")
    func readyAndEnd() throws {
        let (service, told) = Self.service(try EventLoop())
        #expect(told.all == [])
        service.ready()
        service.stopping()
        #expect(told.all == ["READY=1", "STOPPING=1"])
    }

    @Test("A reload begins with the time, and ends with being ready")
    func reload() throws {
        let (service, told) = Self.service(try EventLoop())
        service.ready()
        let before = EventLoop.monotonicNow() / 1000
        service.reloading()
        let after = EventLoop.monotonicNow() / 1000
        service.ready()
        #expect(told.all.count == 3)
        #expect(told.all.last == "READY=1")
        let lines = told.all[1].split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first == "RELOADING=1")
        let words = try #require(lines.last).split(separator: "=")
        #expect(words.first == "MONOTONIC_USEC")
        let time = try #require(words.last.flatMap { Int64($0) })
        #expect((before...after).contains(time))
    }

    @Test("Who ends is never ready again")
    func endIsTheEnd() throws {
        let (service, told) = Self.service(try EventLoop(), watchdog: 1)
        service.ready()
        service.stopping()
        service.reloading()
        service.ready()
        service.stopping()
        #expect(told.all == ["READY=1", "STOPPING=1"])
    }

    @Test("The status is one line, told when it is another one")
    func status() throws {
        let (service, told) = Self.service(try EventLoop())
        for text in ["waits", "waits", "runs\nREADY=1\r\nX", "", "", "waits"] { service.say(text) }
        #expect(told.all == ["STATUS=waits", "STATUS=runs READY=1 X", "STATUS=", "STATUS=waits"])
    }

    @Test("Signs of life come from the loop once it is ready, and not too early")
    func signsOfLife() throws {
        let loop = try EventLoop()
        // Microseconds; the loop counts nanoseconds.
        let (service, told) = Self.service(loop, watchdog: 4000)
        // Nothing is due before it is ready.
        try loop.runOnce(until: EventLoop.monotonicNow() + 5_000_000)
        #expect(told.all == [])
        let start = EventLoop.monotonicNow()
        service.ready()
        while told.all.count < 4 { try loop.runOnce() }
        #expect(told.all == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"])
        #expect(EventLoop.monotonicNow() - start >= 3 * 2_000_000)
    }

    @Test("A reload makes no second series of signs of life")
    func oneSeries() throws {
        let loop = try EventLoop()
        let (service, told) = Self.service(loop, watchdog: 2)
        service.ready()
        service.reloading()
        service.ready()
        let before = told.all.count
        // One wake-up, in which each timer that is due fires once.
        try loop.runOnce()
        #expect(told.all.dropFirst(before) == ["WATCHDOG=1"])
    }

    @Test("Signs of life go on while it ends, and are over with it")
    func untilGone() throws {
        let loop = try EventLoop()
        let told: Told
        do {
            let (service, notes) = Self.service(loop, watchdog: 2)
            told = notes
            service.ready()
            service.stopping()
            while told.all.count < 3 { try loop.runOnce() }
            #expect(told.all == ["READY=1", "STOPPING=1", "WATCHDOG=1"])
        }
        let limit = EventLoop.monotonicNow() + 1_000_000
        while EventLoop.monotonicNow() < limit { try loop.runOnce(until: limit) }
        #expect(told.all.count == 3)
    }

    @Test("Without a watchdog nothing wakes the loop", arguments: [nil, UInt64.max])
    func noWatchdog(_ microseconds: UInt64?) throws {
        let loop = try EventLoop()
        let (service, told) = Self.service(loop, watchdog: microseconds)
        service.ready()
        try loop.runOnce(until: EventLoop.monotonicNow() + 2_000_000)
        #expect(told.all == ["READY=1"])
    }
}
