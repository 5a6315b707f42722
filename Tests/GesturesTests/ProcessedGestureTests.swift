import Gestures
import TapProtocol
import Testing

@Suite("Processed gestures and fingers")
struct ProcessedGestureTests {
    @Test("The numbers are the vendor's")
    func numbers() {
        #expect(ProcessedGesture.clicks.map(\.rawValue) == [1, 2, 3, 4])
        #expect(ProcessedGesture.drags.map(\.rawValue) == [5, 6, 7, 8])
        #expect(ProcessedGesture.drop.rawValue == 9)
        #expect(
            [
                ProcessedGesture.potentialDragOrClickIndex, .potentialDragOrClickMiddle,
                .potentialDragOrClickRing, .potentialDragOrClickLittle,
            ].map(\.rawValue) == [10, 11, 12, 13])
        #expect(ProcessedGesture.fistBegin.rawValue == 14)
        #expect(ProcessedGesture.fistEnd.rawValue == 15)
        #expect(ProcessedGesture.swipes.map(\.rawValue) == [17, 18, 19, 20])
        #expect(ProcessedGesture.allCases.count == 19)
    }

    @Test("Each finger has its click and its drag")
    func fingers() {
        #expect(Finger.allCases.map(\.rawValue) == [0, 1, 2, 3])
        #expect(Finger.allCases.map(ProcessedGesture.click) == ProcessedGesture.clicks)
        #expect(Finger.allCases.map(ProcessedGesture.drag) == ProcessedGesture.drags)
        let potential = Finger.allCases.map(ProcessedGesture.potentialDragOrClick)
        #expect(potential.map(\.rawValue) == [10, 11, 12, 13])
    }

    @Test("Each swipe of v1 has its gesture")
    func swipes() {
        let codes: [SwipeCode] = [.left, .right, .up, .down]
        #expect(codes.map(ProcessedGesture.swipe) == ProcessedGesture.swipes)
    }

    @Test("A value for each finger is found by the finger")
    func perFinger() {
        var values = PerFinger(index: 10, middle: 20, ring: 30, little: 40)
        #expect(Finger.allCases.map { values[$0] } == [10, 20, 30, 40])
        for finger in Finger.allCases { values[finger] += finger.rawValue }
        #expect(values.all == [10, 21, 32, 43])
        #expect(values.map { $0 * 2 }.all == [20, 42, 64, 86])
    }
}
