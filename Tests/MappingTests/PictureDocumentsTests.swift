import Gestures
import Glibc
import Mapping
import TestSupport
import Testing

/// The picture of the hand, which comes from the built-in profiles; `make docs` writes it.
@Suite("The picture of the hand")
struct PictureDocumentsTests {
    private static let place = "docs/hand.svg"

    @Test("It is what the built-in profiles say")
    func document() throws {
        let text = try HandDocument.text(Profile.builtIn)
        #expect(try Project.document(Self.place, is: text) == text, "\(Project.stale(Self.place))")
    }

    @Test("No text of its table runs into the next column")
    func width() throws {
        for row in try HandDocument.rows(Profile.builtIn) {
            for cell in row.cells.compactMap({ $0 }) {
                #expect(cell.count <= HandDocument.longestCell, "\(cell)")
            }
            #expect(row.cells.count == Profile.builtIn.count)
        }
    }

    @Test("It changes with what a gesture does")
    func follows() throws {
        var profile = Profile.media
        #expect(try HandDocument.rows([profile]).contains { $0.cells == ["Back"] })
        profile.fingers.middle.pinch = .key(.space)
        profile.taps = [:]
        #expect(try !HandDocument.rows([profile]).contains { $0.cells == ["Back"] })
        #expect(try HandDocument.rows([profile]).contains { $0.cells == ["Space"] })
    }

    @Test("What has no words is told")
    func missing() {
        var profile = Profile.media
        profile.fingers.middle.pinch = .key(KeyCode(rawValue: 30))
        #expect(throws: GestureWords.Missing.self) { try HandDocument.text([profile]) }
    }

    @Test("It is well-formed XML, and asks for nothing from elsewhere")
    func wellFormed() throws {
        let script = """
            import sys, xml.etree.ElementTree as tree
            root = tree.parse(sys.argv[1]).getroot()
            links = [v for e in root.iter() for k, v in e.attrib.items() if 'href' in k]
            sys.exit(len(links) if root.tag.endswith('}svg') else 99)
            """
        let path = Project.path(Self.place)
        #expect(system("python3 -c \"\(script)\" '\(path)'") == 0)
        let text = try text(of: path)
        #expect(!text.contains("@import") && !text.contains("<image") && !text.contains("<style"))
    }
}
