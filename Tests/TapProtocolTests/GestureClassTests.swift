import TapProtocol
import Testing

@Suite("Gesture classes and fingers")
struct GestureClassTests {
    @Test("The classes are 100 to 114, without a gap")
    func classes() {
        #expect(GestureClass.allCases.map(\.rawValue) == Array(100...114))
    }

    @Test("The features, modes and models have the bytes of the table")
    func settings() {
        #expect(V2Feature.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(V2OpMode.allCases.map(\.rawValue) == [0, 1, 2])
        #expect(V2VisionModel.allCases.map(\.rawValue) == [0, 1])
    }

    @Test("Bit 0 of a finger mask is the thumb, bit 4 the little finger")
    func masks() {
        let masks: [FingerMask] = [.thumb, .index, .middle, .ring, .little]
        #expect(masks.map(\.rawValue) == [1, 2, 4, 8, 16])
    }
}
