import TestSupport
import Testing

@testable import Driver

@Suite("Lines that wait")
struct LineQueueTests {
    private static func text(_ queue: LineQueue) -> String {
        queue.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// Adds to a queue; returns what was dropped.
    private static func append(_ text: String, to queue: inout LineQueue) -> Int {
        queue.append(Array(text.utf8))
    }

    @Test("What comes goes in order, in pieces of any size")
    func order() {
        var queue = LineQueue(limit: 100)
        #expect(queue.isEmpty)
        var dropped = Self.append("one\n", to: &queue)
        dropped += Self.append("two\nthree\n", to: &queue)
        #expect(dropped == 0)
        #expect(Self.text(queue) == "one\ntwo\nthree\n")
        queue.removeFirst(0)
        queue.removeFirst(5)
        #expect(Self.text(queue) == "wo\nthree\n")
        #expect(queue.count == 9)
        queue.removeFirst(9)
        #expect(queue.isEmpty)
    }

    @Test("The oldest lines are dropped, as many as need be")
    func oldest() {
        var queue = LineQueue(limit: 12)
        _ = Self.append("aa\nbb\ncc\ndd\n", to: &queue)
        let one = Self.append("e\n", to: &queue)
        #expect(one == 1)
        #expect(Self.text(queue) == "bb\ncc\ndd\ne\n")
        let more = Self.append("ffff\n", to: &queue)
        #expect(more == 2)
        #expect(Self.text(queue) == "dd\ne\nffff\n")
        let all = Self.append("gggg\nhhhhh\n", to: &queue)
        #expect(all == 3)
        #expect(Self.text(queue) == "gggg\nhhhhh\n")
    }

    @Test("The rest of a line that is begun stays")
    func begun() {
        var queue = LineQueue(limit: 12)
        _ = Self.append("aaa\nbb\ncc\n", to: &queue)
        queue.removeFirst(2)
        let one = Self.append("ddddd\n", to: &queue)
        #expect(one == 1)
        #expect(Self.text(queue) == "a\ncc\nddddd\n")
        let two = Self.append("eeeeeeeee\n", to: &queue)
        #expect(two == 2)
        #expect(Self.text(queue) == "a\neeeeeeeee\n")
        queue.removeFirst(2)
        let last = Self.append("f\n", to: &queue)
        #expect(last == 0)
        #expect(Self.text(queue) == "eeeeeeeee\nf\n")
    }

    @Test("What is longer than the queue is dropped itself")
    func tooLong() {
        var queue = LineQueue(limit: 6)
        _ = Self.append("aa\n", to: &queue)
        let two = Self.append("bbbbb\nc\n", to: &queue)
        #expect(two == 2)
        queue.removeFirst(1)
        let one = Self.append("dddd\n", to: &queue)
        #expect(one == 1)
        #expect(Self.text(queue) == "a\n")
        let none = Self.append("ddd\n", to: &queue)
        #expect(none == 0)
    }

    @Test("Against a plain model, at random", arguments: UInt64(0)..<20)
    func model(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let limit = Int.random(in: 10...200, using: &random)
        var queue = LineQueue(limit: limit)
        // What waits, line by line, and how much of the first was taken.
        var (lines, taken) = ([[UInt8]](), 0)
        for step in 0..<2000 {
            if Bool.random(using: &random) {
                let length = Int.random(in: 0...60, using: &random)
                let line =
                    [UInt8](repeating: UInt8(step % 26) + 97, count: length) + [UInt8(ascii: "\n")]
                let kept = taken > 0 ? 1 : 0
                let fixed = taken > 0 ? lines[0].count - taken : 0
                var expected = 0
                if line.count > limit - fixed {
                    expected = 1
                } else {
                    lines.append(line)
                    while lines.joined().count - taken > limit {
                        lines.remove(at: kept)
                        expected += 1
                    }
                }
                let dropped = queue.append(line)
                #expect(dropped == expected)
            } else if !queue.isEmpty {
                let count = Int.random(in: 1...queue.count, using: &random)
                queue.removeFirst(count)
                taken += count
                while let first = lines.first, taken >= first.count {
                    taken -= first.count
                    lines.removeFirst()
                }
            }
            let all = lines.joined().dropFirst(taken)
            guard queue.withBytes({ Array($0) }) == Array(all) else {
                Issue.record("step \(step)")
                return
            }
        }
    }
}
