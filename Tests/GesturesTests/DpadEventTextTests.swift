import Gestures
import Testing

@Suite("The text of an event")
struct DpadEventTextTests {
    @Test(
        "Each event has its words",
        arguments: [
            (.direction(.left), "direction left"), (.direction(.right), "direction right"),
            (.direction(.up), "direction up"), (.direction(.down), "direction down"),
            (.pinch(.index), "pinch 0"), (.pinch(.middle), "pinch 1"), (.pinch(.ring), "pinch 2"),
            (.pinch(.little), "pinch 3"), (.hold(.index), "hold 0"), (.hold(.little), "hold 3"),
            (.mode(.rotate), "mode rotate"), (.mode(.drag), "mode drag"),
            (.drag(dx: 3, dy: -4), "drag 3 -4"), (.drag(dx: 0, dy: 0), "drag 0 0"),
            (.release(.middle), "release 1"), (.hide, "hide"), (.show, "show"),
        ] as [(DpadEvent, String)])
    func words(event: DpadEvent, text: String) {
        #expect(event.description == text)
    }

    @Test(
        "Degrees have the shortest decimal form",
        arguments: [
            (0, "0"), (-0.0, "0"), (12, "12"), (-12, "-12"), (-7.5, "-7.5"), (0.25, "0.25"),
            (100, "100"), (360, "360"), (1_000_000, "1000000"), (-123456.75, "-123456.75"),
            (0.1 + 0.2, "0.3"), (1.1 + 2.2, "3.3"), (0.001, "0.001"),
        ] as [(Double, String)])
    func degrees(value: Double, text: String) {
        #expect(DpadEvent.rotate(degrees: value).description == "rotate \(text)")
    }

    @Test(
        "Small degrees are decimal too, without an exponent",
        arguments: [
            (0.0001, "0.0001"), (0.00001, "0.00001"), (-0.00005, "-0.00005"),
            (0.000001, "0.000001"),
        ] as [(Double, String)])
    func smallDegrees(value: Double, text: String) {
        #expect(DpadEvent.rotate(degrees: value).description == "rotate \(text)")
    }
}
