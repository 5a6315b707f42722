import Mapping
import TestSupport
import Testing

@Suite("The examples in contrib")
struct ContribTests {
    @Test(
        "A configuration has no mistakes, and is told so by the program",
        arguments: ["contrib/kiosk/tapinput.conf", "contrib/several-taps/tapinput.conf"])
    func configuration(place: String) throws {
        let path = Project.path(place)
        let run = try Program.run(["check", path], in: TemporaryFolder())
        #expect(run == ProgramRun(status: 0, output: "\(path): no mistakes\n", errors: ""))
    }

    @Test("No configuration is left out above")
    func all() throws {
        // The other file of this name is the list of modules for the kernel.
        let folders = try names(in: Project.path("contrib"))
        let found = folders.filter {
            (try? text(of: Project.path("contrib/\($0)/tapinput.conf"))) != nil
        }
        #expect(found == ["kiosk", "several-taps"])
    }

    /// What Kodi calls the keys, by their keysyms.
    private static let kodi: [KeyCode: String] = [
        .left: "left", .right: "right", .up: "up", .down: "down", .enter: "return",
        .back: "browser_back", .playPause: "play_pause", .compose: "menu",
        .volumeUp: "volume_up", .volumeDown: "volume_down",
    ]

    @Test("Kodi's keymap is well-formed, and has no key that the media profile does not send")
    func keymap() throws {
        let script = """
            import sys, xml.etree.ElementTree as tree
            root = tree.parse(sys.argv[1]).getroot()
            assert root.tag == "keymap"
            for window in root:
                for device in window:
                    assert device.tag == "keyboard", device.tag
                    for key in device:
                        assert not key.attrib and key.text.strip(), key.tag
                        print(key.tag)
            """
        let run = try Program.run(
            command: ["python3", "-c", script, Project.path("contrib/kodi/tapinput.xml")],
            in: TemporaryFolder())
        #expect(run.errors == "")
        let keys = Set(run.output.split(separator: "\n").map(String.init))
        #expect(!keys.isEmpty)
        let sent = Set(
            Profile.media.actions.flatMap { action in
                guard case .sequence(let chords) = action else { return [KeyCode]() }
                return chords.flatMap(\.keys)
            })
        // Each key that the profile sends has a name here, so that none is forgotten.
        #expect(sent == Set(Self.kodi.keys))
        #expect(keys.subtracting(sent.compactMap { Self.kodi[$0] }) == [])
    }
}
