import TestSupport
import Testing

@testable import Monitor

/// The picture of the monitor, which `make docs` writes.
@Suite("Documents of the monitor", .serialized)
struct MonitorDocumentsTests {
    /// Moments of the demonstration, in seconds: the first is also the picture where nothing moves.
    private static let moments = [
        6.6, 8.8, 11.0, 14.8, 16.4, 19.6, 21.3, 1.6, 2.1, 2.5, 2.9, 3.3, 3.7, 4.1, 4.5, 4.9,
    ]

    @Test("The recorded picture has the program's own screens")
    func picture() throws {
        let screens = try Self.moments.map { moment in
            var demo = try Demo()
            demo.play(to: moment)
            return MonitorView(isUnicode: true).lines(of: demo.model)
        }
        let text = ScreenPicture(screens: screens, seconds: 2).text
        let found = try Project.document("docs/monitor.svg", is: text)
        #expect(found == text, "docs/monitor.svg is stale: `make docs` writes it again")
    }
}
