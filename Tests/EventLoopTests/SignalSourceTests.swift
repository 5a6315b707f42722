import EventLoop
import Glibc
import Testing

/// Each test has signals of its own: what is raised is raised for the test's thread alone.
@Suite("Signals as events")
struct SignalSourceTests {
    @Test("A signal calls the handler with its number instead of its ordinary action")
    func one() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int32>())
        let source = try SignalSource([SIGUSR1], on: loop) { notes.all.append($0) }
        try loop.runReady()
        #expect(notes.all == [])
        // Without the source this would end the process.
        try #require(raise(SIGUSR1) == 0)
        try loop.runOnce()
        #expect(notes.all == [SIGUSR1])
        try loop.runReady()
        #expect(notes.all == [SIGUSR1])
        withExtendedLifetime(source) {}
    }

    @Test("Several signals that wait are all told in one wake-up")
    func several() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int32>())
        let source = try SignalSource([SIGUSR2, SIGWINCH], on: loop) { notes.all.append($0) }
        try #require(raise(SIGWINCH) == 0)
        try #require(raise(SIGUSR2) == 0)
        try loop.runOnce()
        #expect(notes.all.sorted() == [SIGUSR2, SIGWINCH].sorted())
        withExtendedLifetime(source) {}
    }

    @Test("A handler may stop the loop")
    func stop() throws {
        let loop = try EventLoop()
        let source = try SignalSource([SIGURG], on: loop) { _ in loop.stop() }
        try #require(raise(SIGURG) == 0)
        try loop.run()
        withExtendedLifetime(source) {}
    }

    @Test("A source that is gone calls nobody")
    func gone() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int32>())
        do {
            let source = try SignalSource([SIGCONT], on: loop) { notes.all.append($0) }
            withExtendedLifetime(source) {}
        }
        // Blocked still, and without an effect in any case.
        try #require(raise(SIGCONT) == 0)
        try loop.runReady()
        #expect(notes.all == [])
    }
}
