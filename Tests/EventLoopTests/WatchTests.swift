import EventLoop
import Glibc
import Testing

@Suite("Watched descriptors")
struct WatchTests {
    @Test("A handler is called when its descriptor is ready, and not before")
    func readable() throws {
        let (loop, pipe, notes) = (try EventLoop(), try TestPipe(), Notes<EventLoop.Readiness>())
        _ = try loop.watch(pipe.readingEnd, for: .readable) { notes.all.append($0) }
        try loop.runReady()
        #expect(notes.all == [])
        try pipe.fill()
        try loop.runOnce()
        #expect(notes.all == [.readable])
    }

    @Test("A handler is called again until what is there is read")
    func level() throws {
        let (loop, pipe, notes) = (try EventLoop(), try TestPipe(), Notes<EventLoop.Readiness>())
        _ = try loop.watch(pipe.readingEnd, for: .readable) { notes.all.append($0) }
        try pipe.fill()
        try loop.runOnce()
        try loop.runOnce()
        pipe.drain()
        try loop.runReady()
        #expect(notes.all == [.readable, .readable])
    }

    @Test("Room to write is told to those who wait for it")
    func writable() throws {
        let (loop, pipe, notes) = (try EventLoop(), try TestPipe(), Notes<EventLoop.Readiness>())
        _ = try loop.watch(pipe.writingEnd, for: .writable) { notes.all.append($0) }
        try loop.runOnce()
        #expect(notes.all == [.writable])
    }

    @Test("Hang-ups and errors are told, whatever is waited for")
    func alwaysTold() throws {
        let (loop, notes) = (try EventLoop(), Notes<EventLoop.Readiness>())
        let (first, second) = (try TestPipe(), try TestPipe())
        let hangUp = try loop.watch(first.readingEnd, for: []) { notes.all.append($0) }
        first.closeWriting()
        try loop.runOnce()
        loop.unwatch(hangUp)
        _ = try loop.watch(second.writingEnd, for: []) { notes.all.append($0) }
        second.closeReading()
        try loop.runOnce()
        #expect(notes.all == [.hangUp, .error])
    }

    @Test("What a descriptor is watched for can be changed")
    func change() throws {
        let (loop, pipe, notes) = (try EventLoop(), try TestPipe(), Notes<EventLoop.Readiness>())
        let id = try loop.watch(pipe.readingEnd, for: []) { notes.all.append($0) }
        try pipe.fill()
        try loop.runReady()
        #expect(notes.all == [])
        try loop.change(id, to: .readable)
        try loop.runReady()
        #expect(notes.all == [.readable])
        try loop.change(id, to: [])
        try loop.runReady()
        #expect(notes.all == [.readable])
    }

    @Test("An unwatched descriptor is not told of, and may be unwatched or changed again")
    func unwatch() throws {
        let (loop, pipe, notes) = (try EventLoop(), try TestPipe(), Notes<EventLoop.Readiness>())
        let id = try loop.watch(pipe.readingEnd, for: .readable) { notes.all.append($0) }
        try pipe.fill()
        loop.unwatch(id)
        loop.unwatch(id)
        try loop.change(id, to: .readable)
        try loop.runReady()
        #expect(notes.all == [])
    }

    @Test("Of several that are ready the urgent ones come first")
    func urgent() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let pipes = [try TestPipe(), try TestPipe(), try TestPipe()]
        for (index, pipe) in pipes.enumerated() {
            try pipe.fill()
            _ = try loop.watch(pipe.readingEnd, for: .readable, isUrgent: index == 1) { _ in
                notes.all.append(index)
            }
        }
        try loop.runOnce()
        #expect(notes.all.first == 1)
        #expect(notes.all.sorted() == [0, 1, 2])
    }

    @Test("The urgent one of many comes first, wherever it is")
    func urgentOfMany() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let pipes = try (0..<40).map { _ throws(SystemError) in try TestPipe() }
        for (index, pipe) in pipes.enumerated() {
            try pipe.fill()
            _ = try loop.watch(pipe.readingEnd, for: .readable, isUrgent: index == 39) { _ in
                notes.all.append(index)
            }
        }
        try loop.runOnce()
        #expect(notes.all.first == 39)
        #expect(notes.all.sorted() == Array(0..<40))
    }

    @Test("An urgent handler may unwatch what is ready beside it")
    func urgentUnwatches() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let pipes = [try TestPipe(), try TestPipe()]
        for pipe in pipes { try pipe.fill() }
        let other = try loop.watch(pipes[0].readingEnd, for: .readable) { _ in notes.all.append(0) }
        _ = try loop.watch(pipes[1].readingEnd, for: .readable, isUrgent: true) { _ in
            notes.all.append(1)
            loop.unwatch(other)
        }
        try loop.runOnce()
        #expect(notes.all == [1])
    }

    @Test("A handler that unwatches another drops its event of the same wake-up")
    func unwatchOther() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let pipes = [try TestPipe(), try TestPipe()]
        var ids: [EventLoop.WatchID] = []
        for (index, pipe) in pipes.enumerated() {
            try pipe.fill()
            ids.append(
                try loop.watch(pipe.readingEnd, for: .readable) { _ in
                    notes.all.append(index)
                    loop.unwatch(ids[1 - index])
                })
        }
        try loop.runOnce()
        #expect(notes.all.count == 1)
        try loop.runOnce()
        #expect(notes.all.count == 2)
        #expect(Set(notes.all).count == 1)
    }

    @Test("A handler may unwatch itself")
    func unwatchSelf() throws {
        let (loop, pipe, notes) = (try EventLoop(), try TestPipe(), Notes<Int>())
        var id: EventLoop.WatchID?
        id = try loop.watch(pipe.readingEnd, for: .readable) { _ in
            notes.all.append(1)
            if let id { loop.unwatch(id) }
        }
        try pipe.fill()
        try loop.runReady()
        try loop.runReady()
        #expect(notes.all == [1])
    }

    @Test("A descriptor that a handler begins to watch waits for the next wake-up")
    func watchInHandler() throws {
        let (loop, notes) = (try EventLoop(), Notes<String>())
        let (first, second) = (try TestPipe(), try TestPipe())
        try first.fill()
        try second.fill()
        _ = try loop.watch(first.readingEnd, for: .readable) { _ in
            first.drain()
            notes.all.append("first")
            _ = try? loop.watch(second.readingEnd, for: .readable) { _ in
                second.drain()
                notes.all.append("second")
            }
        }
        try loop.runOnce()
        #expect(notes.all == ["first"])
        try loop.runOnce()
        #expect(notes.all == ["first", "second"])
    }

    @Test("A descriptor number that is used again does not wake the handler of the old one")
    func numberUsedAgain() throws {
        let (loop, notes) = (try EventLoop(), Notes<String>())
        let old = try TestPipe()
        let id = try loop.watch(old.readingEnd, for: .readable) { _ in notes.all.append("old") }
        loop.unwatch(id)
        // The number is closed here and given to another pipe.
        let new = try TestPipe()
        try systemCall("duplicate") { dup2(new.readingEnd, old.readingEnd) }
        _ = try loop.watch(old.readingEnd, for: .readable) { _ in notes.all.append("new") }
        try new.fill()
        try loop.runOnce()
        #expect(notes.all == ["new"])
    }

    @Test("Any number of descriptors that are ready at once are all served")
    func many() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let pipes = try (0..<40).map { _ throws(SystemError) in try TestPipe() }
        for (index, pipe) in pipes.enumerated() {
            _ = try loop.watch(pipe.readingEnd, for: .readable) { _ in
                pipe.drain()
                notes.all.append(index)
            }
            try pipe.fill()
        }
        for _ in 0..<40 where notes.all.count < 40 { try loop.runReady() }
        #expect(notes.all.sorted() == Array(0..<40))
    }

    @Test("What cannot be watched is an error that names it, and the loop goes on")
    func errors() throws {
        let (loop, pipe, notes) = (try EventLoop(), try TestPipe(), Notes<Int>())
        #expect(throws: SystemError(action: "watch file descriptor -1", code: EBADF)) {
            _ = try loop.watch(-1, for: .readable) { _ in }
        }
        let number = pipe.readingEnd
        _ = try loop.watch(number, for: .readable) { _ in notes.all.append(1) }
        #expect(throws: SystemError(action: "watch file descriptor \(number)", code: EEXIST)) {
            _ = try loop.watch(number, for: .readable) { _ in notes.all.append(2) }
        }
        try pipe.fill()
        try loop.runOnce()
        #expect(notes.all == [1])
    }
}

@Suite("The end of a loop's run")
struct StopTests {
    @Test("A run ends when the handler that stops it returns, before any other")
    func stop() throws {
        let (loop, notes) = (try EventLoop(), Notes<String>())
        let pipes = [try TestPipe(), try TestPipe()]
        for pipe in pipes {
            try pipe.fill()
            _ = try loop.watch(pipe.readingEnd, for: .readable) { _ in
                loop.stop()
                notes.all.append("descriptor")
            }
        }
        let timer = loop.makeTimer { notes.all.append("timer") }
        timer.deadline = 0
        try loop.run()
        #expect(notes.all == ["descriptor"])
        #expect(timer.deadline == 0)
    }

    @Test("A timer that stops the loop is the last one")
    func stopInTimer() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let timers = (0..<2).map { index in
            loop.makeTimer {
                loop.stop()
                notes.all.append(index)
            }
        }
        for timer in timers { timer.deadline = 0 }
        try loop.run()
        #expect(notes.all.count == 1)
    }

    @Test("A loop that was stopped can run again")
    func again() throws {
        let (loop, notes) = (try EventLoop(), Notes<Int>())
        let timer = loop.makeTimer {
            notes.all.append(notes.all.count)
            loop.stop()
        }
        for _ in 0..<3 {
            timer.deadline = 0
            try loop.run()
        }
        #expect(notes.all == [0, 1, 2])
    }
}
