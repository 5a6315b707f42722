import Gestures
import TapProtocol
import TestSupport
import Testing

/// A stream of classes as a text, one character a packet.
///
/// `.` none, `<>^v` swipes, `1234` short pinches and `abcd` held ones from the index finger on,
/// `f` a fist and `F` a held fist.
private func classes(_ text: String) -> [GestureClass] {
    let alphabet = Dictionary(
        uniqueKeysWithValues: zip(".<>^v1234fabcdF", GestureClass.allCases))
    return text.compactMap { alphabet[$0] }
}

extension ClassStream {
    /// The gestures that a stream gives, each at the place of the packet that it came with.
    fileprivate mutating func gestures(_ text: String) -> [Int: ProcessedGesture] {
        var gestures: [Int: ProcessedGesture] = [:]
        for (place, gestureClass) in classes(text).enumerated() {
            gestures[place] = next(gestureClass)
        }
        return gestures
    }
}

/// What a stream from its start gives.
private func gestures(
    _ text: String, releaseCount: Int = 4, fistEndCount: Int = 2
) -> [Int: ProcessedGesture] {
    var stream = ClassStream(releaseCount: releaseCount, fistEndCount: fistEndCount)
    return stream.gestures(text)
}

@Suite("A stream of gesture classes becomes gestures")
struct ClassStreamTests {
    @Test("Nothing comes of an open hand")
    func none() {
        #expect(gestures(String(repeating: ".", count: 20)).isEmpty)
    }

    @Test(
        "A run of one class is one gesture",
        arguments: [
            ("<", .swipeLeft), (">", .swipeRight), ("^", .swipeUp), ("v", .swipeDown),
            ("1", .clickIndex), ("2", .clickMiddle), ("3", .clickRing), ("4", .clickLittle),
            ("a", .dragIndex), ("b", .dragMiddle), ("c", .dragRing), ("d", .dragLittle),
            ("f", .fistBegin), ("F", .fistBegin),
        ] as [(String, ProcessedGesture)])
    func run(letter: String, gesture: ProcessedGesture) {
        #expect(gestures(letter) == [0: gesture])
        #expect(gestures(String(repeating: letter, count: 100)) == [0: gesture])
    }

    @Test("A new run of the same swipe or pinch is a new gesture")
    func newRun() {
        #expect(gestures("<<.<<") == [0: .swipeLeft, 3: .swipeLeft])
        #expect(gestures("1.1.1") == [0: .clickIndex, 2: .clickIndex, 4: .clickIndex])
    }

    @Test("A run begins with a change of class, without a none in between")
    func change() {
        #expect(gestures("<<>><") == [0: .swipeLeft, 2: .swipeRight, 4: .swipeLeft])
        #expect(gestures("1122^") == [0: .clickIndex, 2: .clickMiddle, 4: .swipeUp])
        #expect(gestures("11aa") == [0: .clickIndex, 2: .dragIndex])
    }
}

@Suite("The end of a hold in the class stream")
struct ClassStreamHoldTests {
    @Test("Three none leave a hold, four release it, and more do nothing")
    func releaseLimit() {
        #expect(gestures("aa...") == [0: .dragIndex])
        #expect(gestures("aa....") == [0: .dragIndex, 5: .drop])
        #expect(gestures("aa..........") == [0: .dragIndex, 5: .drop])
    }

    @Test("The count of none that releases can be set", arguments: [1, 2, 3, 7])
    func releaseCount(count: Int) {
        let held = "b" + String(repeating: ".", count: count - 1)
        #expect(gestures(held, releaseCount: count) == [0: .dragMiddle])
        #expect(gestures(held + ".", releaseCount: count) == [0: .dragMiddle, count: .drop])
    }

    @Test("The count can be changed on the way")
    func changedCount() {
        var stream = ClassStream()
        stream.releaseCount = 2
        stream.fistEndCount = 1
        #expect(stream.gestures("a..f.") == [0: .dragIndex, 2: .drop, 3: .fistBegin, 4: .fistEnd])
    }

    @Test("A wrong none in a hold is not seen")
    func wrongNone() {
        #expect(gestures("aaa.aaa") == [0: .dragIndex])
        #expect(gestures("a.a.a.a.a.a.a") == [0: .dragIndex])
        #expect(gestures("a...a...a") == [0: .dragIndex])
    }

    @Test("Only none on end are counted")
    func consecutive() {
        #expect(gestures("a...a....") == [0: .dragIndex, 8: .drop])
        #expect(gestures("a...<....") == [0: .dragIndex, 4: .swipeLeft, 8: .drop])
    }

    @Test("After a release the same pinch is a new hold")
    func newHold() {
        #expect(gestures("a....a....") == [0: .dragIndex, 4: .drop, 5: .dragIndex, 9: .drop])
    }

    @Test("Another held pinch takes over without a drop, and one drop ends it")
    func otherHold() {
        #expect(gestures("aab") == [0: .dragIndex, 2: .dragMiddle])
        #expect(gestures("aa.b") == [0: .dragIndex, 3: .dragMiddle])
        #expect(gestures("ab........") == [0: .dragIndex, 1: .dragMiddle, 5: .drop])
        #expect(gestures("aba") == [0: .dragIndex, 1: .dragMiddle, 2: .dragIndex])
    }

    @Test("Another class in a hold is its own gesture and does not end the hold")
    func otherClass() {
        #expect(gestures("a<<....") == [0: .dragIndex, 1: .swipeLeft, 6: .drop])
        #expect(gestures("a<.<") == [0: .dragIndex, 1: .swipeLeft, 3: .swipeLeft])
    }

    @Test("Behind another class the same held pinch is a run of its own, which one drop ends")
    func sameHoldAgain() {
        #expect(gestures("a<a") == [0: .dragIndex, 1: .swipeLeft, 2: .dragIndex])
        #expect(gestures("a<a.a") == [0: .dragIndex, 1: .swipeLeft, 2: .dragIndex])
        #expect(
            gestures("a<a........") == [0: .dragIndex, 1: .swipeLeft, 2: .dragIndex, 6: .drop])
    }
}

@Suite("The fist in the class stream")
struct ClassStreamFistTests {
    @Test("One none leaves a fist, two end it, and more do nothing")
    func endLimit() {
        #expect(gestures("ff.") == [0: .fistBegin])
        #expect(gestures("ff..") == [0: .fistBegin, 3: .fistEnd])
        #expect(gestures("ff........") == [0: .fistBegin, 3: .fistEnd])
    }

    @Test("The count of none that ends a fist can be set", arguments: [1, 3, 5])
    func endCount(count: Int) {
        let closed = "F" + String(repeating: ".", count: count - 1)
        #expect(gestures(closed, fistEndCount: count) == [0: .fistBegin])
        #expect(gestures(closed + ".", fistEndCount: count) == [0: .fistBegin, count: .fistEnd])
    }

    @Test("A wrong none in a fist is not seen")
    func wrongNone() {
        #expect(gestures("f.f.f.f") == [0: .fistBegin])
        #expect(gestures("F.F..") == [0: .fistBegin, 4: .fistEnd])
    }

    @Test("A fist and a held fist are a run each, which the same two none end")
    func heldFist() {
        #expect(gestures("ffFF") == [0: .fistBegin, 2: .fistBegin])
        #expect(gestures("FFff....") == [0: .fistBegin, 2: .fistBegin, 5: .fistEnd])
    }

    @Test("In a fist other classes are told as ever, and do not end it")
    func otherClass() {
        #expect(gestures("f<.<..") == [0: .fistBegin, 1: .swipeLeft, 3: .swipeLeft, 5: .fistEnd])
        #expect(gestures("f1f") == [0: .fistBegin, 1: .clickIndex, 2: .fistBegin])
    }

    @Test("A hold before or in a fist gets its drop as well, so that it cannot outlive it")
    func holdAndFist() {
        #expect(
            gestures("aaf........") == [0: .dragIndex, 2: .fistBegin, 4: .fistEnd, 6: .drop])
        #expect(gestures("fa........") == [0: .fistBegin, 1: .dragIndex, 3: .fistEnd, 5: .drop])
    }

    @Test("After a fist a class that was there in it, or before it, begins anew")
    func afterFist() {
        #expect(gestures("f..a") == [0: .fistBegin, 2: .fistEnd, 3: .dragIndex])
        #expect(
            gestures("faa..aa") == [0: .fistBegin, 1: .dragIndex, 4: .fistEnd, 5: .dragIndex])
        #expect(gestures("af..a") == [0: .dragIndex, 1: .fistBegin, 3: .fistEnd, 4: .dragIndex])
        #expect(
            gestures("f<..<") == [0: .fistBegin, 1: .swipeLeft, 3: .fistEnd, 4: .swipeLeft])
        #expect(gestures("f..f") == [0: .fistBegin, 2: .fistEnd, 3: .fistBegin])
    }
}

@Suite("Random class streams")
struct ClassStreamPropertyTests {
    @Test("Every hold and every fist that begins ends, and nothing ends that did not begin")
    func pairs() {
        var random = SplitMix64(seed: 11)
        var stream = ClassStream()
        var isHeld = false
        var isFist = false
        for step in 0..<50_000 {
            // Half of the packets are none, so that holds and fists end.
            let gestureClass =
                Bool.random(using: &random)
                ? .none : GestureClass.allCases.randomElement(using: &random) ?? .none
            switch stream.next(gestureClass) {
            case .drop:
                #expect(isHeld, "step \(step)")
                isHeld = false
            case .fistEnd:
                #expect(isFist, "step \(step)")
                isFist = false
            case .fistBegin: isFist = true
            case .dragIndex, .dragMiddle, .dragRing, .dragLittle: isHeld = true
            default: break
            }
        }
        let ends = (0..<6).map { _ in stream.next(.none) }
        #expect(isHeld == ends.contains(.drop))
        #expect(isFist == ends.contains(.fistEnd))
    }
}
