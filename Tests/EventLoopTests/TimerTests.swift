import EventLoop
import Testing

@Suite("Timers")
struct TimerTests {
    @Test("A timer fires once, when it is due")
    func once() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int64>())
        let timer = loop.makeTimer { notes.all.append(loop.now) }
        let due = EventLoop.monotonicNow() + 3_000_000
        timer.deadline = due
        // The loop may wake up early, and must not fire then.
        while notes.all.isEmpty { try loop.runOnce() }
        #expect(notes.all.count == 1)
        #expect(notes.all.allSatisfy { $0 >= due })
        #expect(timer.deadline == nil)
        try loop.runReady()
        #expect(notes.all.count == 1)
    }

    @Test("A timer without a deadline does not fire, nor one that is not due")
    func notDue() throws {
        let (loop, notes) = (try EventLoop(), Notes<String>())
        let unset = loop.makeTimer { notes.all.append("unset") }
        let late = loop.makeTimer { notes.all.append("late") }
        late.deadline = .max
        try loop.runReady()
        #expect(notes.all == [])
        #expect(unset.deadline == nil)
        #expect(late.deadline == .max)
    }

    @Test("A loop waits no longer than its limit, timer or not")
    func limit() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let timer = loop.makeTimer { notes.all.append(1) }
        timer.deadline = .max
        let limit = EventLoop.monotonicNow() + 2_000_000
        try loop.runOnce(until: limit)
        #expect(EventLoop.monotonicNow() >= limit)
        #expect(loop.now >= limit)
        #expect(notes.all == [])
    }

    @Test("Timers fire in the order of their deadlines, whatever the order of their making")
    func order() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int64>())
        for deadline in [3, 1, 4, 2] as [Int64] {
            loop.makeTimer { notes.all.append(deadline) }.deadline = deadline
        }
        // All are long due, so that one wake-up serves all.
        try loop.runReady()
        #expect(notes.all == [1, 2, 3, 4])
    }

    @Test("A timer that is set again in its handler fires in a later wake-up")
    func setAgain() throws {
        let (loop, pipe, notes) = (try EventLoop(), try TestPipe(), Notes<String>())
        var timer: LoopTimer?
        timer = loop.makeTimer {
            notes.all.append("timer")
            timer?.deadline = 0
        }
        timer?.deadline = 0
        _ = try loop.watch(pipe.readingEnd, for: .readable) { _ in
            notes.all.append("descriptor")
            pipe.drain()
        }
        try loop.runOnce()
        #expect(notes.all == ["timer"])
        // A timer that is always due does not keep the descriptors waiting.
        try pipe.fill()
        try loop.runOnce()
        #expect(notes.all == ["timer", "descriptor", "timer"])
        timer?.deadline = nil
        try loop.runReady()
        #expect(notes.all == ["timer", "descriptor", "timer"])
    }

    @Test("A timer that another's handler removes or unsets does not fire")
    func removedByOther() throws {
        for removes in [true, false] {
            let (loop, notes) = (try EventLoop(), Notes<Int>())
            var timers: [LoopTimer] = []
            for index in 0..<2 {
                timers.append(
                    loop.makeTimer {
                        notes.all.append(index)
                        if removes {
                            loop.remove(timers[1 - index])
                        } else {
                            timers[1 - index].deadline = nil
                        }
                    })
            }
            for timer in timers { timer.deadline = 0 }
            try loop.runReady()
            try loop.runReady()
            #expect(notes.all.count == 1)
        }
    }

    @Test("A timer that removes itself, or one before it, delays no other")
    func removedBefore() throws {
        for victim in 0...1 {
            let (loop, notes) = (try EventLoop(), Notes<Int>())
            var timers: [LoopTimer] = []
            for index in 0..<4 {
                timers.append(
                    loop.makeTimer {
                        notes.all.append(index)
                        if index == 1 { loop.remove(timers[victim]) }
                    })
            }
            for (index, timer) in timers.enumerated() { timer.deadline = Int64(index) }
            try loop.runReady()
            #expect(notes.all == [0, 1, 2, 3])
        }
    }

    @Test("A timer that is made in a handler waits for the next wake-up")
    func madeInHandler() throws {
        for removesFirst in [false, true] {
            let (loop, notes) = (try EventLoop(), Notes<String>())
            var first: LoopTimer?
            first = loop.makeTimer {
                notes.all.append("first")
                if removesFirst, let first { loop.remove(first) }
                loop.makeTimer { notes.all.append("new") }.deadline = 0
            }
            first?.deadline = 0
            loop.makeTimer { notes.all.append("second") }.deadline = 0
            try loop.runReady()
            #expect(notes.all == ["first", "second"])
            try loop.runReady()
            #expect(notes.all == ["first", "second", "new"])
        }
    }

    @Test("A removed timer stays silent, even when it is set again")
    func removedForGood() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let timer = loop.makeTimer { notes.all.append(1) }
        timer.deadline = 0
        loop.remove(timer)
        #expect(timer.deadline == nil)
        timer.deadline = 0
        try loop.runReady()
        #expect(notes.all == [])
    }

    @Test("The loop's clock never goes back")
    func clock() throws {
        let loop = try EventLoop()
        var last = loop.now
        for _ in 0..<100 {
            try loop.runReady()
            #expect(loop.now >= last)
            #expect(EventLoop.monotonicNow() >= loop.now)
            last = loop.now
        }
    }
}
