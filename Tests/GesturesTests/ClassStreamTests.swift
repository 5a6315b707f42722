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
        #expect(gestures("a<a") == [0: .dragIndex, 1: .swipeLeft])
        #expect(gestures("a<a....") == [0: .dragIndex, 1: .swipeLeft, 6: .drop])
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
        #expect(gestures("f.F..") == [0: .fistBegin, 4: .fistEnd])
    }

    @Test("A fist that becomes a held one is the same fist")
    func heldFist() {
        #expect(gestures("ffFF") == [0: .fistBegin])
        #expect(gestures("FFff..") == [0: .fistBegin, 5: .fistEnd])
    }

    @Test("Until the fist has ended nothing else begins")
    func nothingInFist() {
        #expect(gestures("f<>^v1234abcd") == [0: .fistBegin])
        #expect(gestures("fa.b.c.d.") == [0: .fistBegin])
        #expect(gestures("f.<..") == [0: .fistBegin, 4: .fistEnd])
    }

    @Test("A fist ends a hold, and no drop follows")
    func fistInHold() {
        #expect(gestures("aaf") == [0: .dragIndex, 2: .fistBegin])
        #expect(gestures("aaf........") == [0: .dragIndex, 2: .fistBegin, 4: .fistEnd])
    }

    @Test("After a fist a class that was there in it, or before it, begins anew")
    func afterFist() {
        #expect(gestures("f..a") == [0: .fistBegin, 2: .fistEnd, 3: .dragIndex])
        #expect(gestures("faa..aa") == [0: .fistBegin, 4: .fistEnd, 5: .dragIndex])
        #expect(gestures("af..a") == [0: .dragIndex, 1: .fistBegin, 3: .fistEnd, 4: .dragIndex])
        #expect(gestures("f<..<") == [0: .fistBegin, 3: .fistEnd, 4: .swipeLeft])
        #expect(gestures("f..f") == [0: .fistBegin, 2: .fistEnd, 3: .fistBegin])
    }
}

@Suite("Random class streams")
struct ClassStreamPropertyTests {
    @Test("Holds and fists always pair up, and nothing happens inside a fist")
    func wellFormed() {
        var random = SplitMix64(seed: 11)
        var stream = ClassStream()
        var held: Finger?
        var isFist = false
        for step in 0..<50_000 {
            // Half of the packets are none, so that holds and fists end.
            let gestureClass =
                Bool.random(using: &random)
                ? .none : GestureClass.allCases.randomElement(using: &random) ?? .none
            guard let gesture = stream.next(gestureClass) else { continue }
            let finger = Finger.allCases.first { .drag($0) == gesture }
            let fits: Bool
            switch gesture {
            case .drop:
                fits = held != nil && !isFist
                held = nil
            case .fistBegin:
                fits = !isFist
                (isFist, held) = (true, nil)
            case .fistEnd:
                fits = isFist
                isFist = false
            default:
                fits = !isFist && (finger == nil || finger != held)
                held = finger ?? held
            }
            if !fits {
                Issue.record("step \(step): \(gesture) while \(String(describing: held)) is held")
                return
            }
        }
    }
}
