import TestSupport
import Testing
import VirtualInput

@testable import tapinput

@Suite("The files that go into the system")
struct SystemFilesTests {
    /// The lines of a file that are no comments.
    private static func lines(of place: String) throws -> [String] {
        try text(of: Project.path(place)).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    @Test("uinput is for the user at the seat and the group input, and for nobody else")
    func udevRule() throws {
        let files = try names(in: Project.path("udev"))
        #expect(files.count == 1)
        let file = try #require(files.first)
        // At 73 udev gives the seat's user what is tagged until then.
        let number = try #require(file.split(separator: "-").first.flatMap { Int($0) })
        #expect(number < 73)
        #expect(file == "\(number)-tapinput.rules")
        let remedy = VirtualInputError.notPermitted(path: "/dev/uinput").description
        #expect(remedy.contains(" rule \(file) "))
        let rules = try Self.lines(of: "udev/\(file)")
        #expect(rules.count == 2)
        let rule = try #require(rules.first)
        let parts = rule.split(separator: ",").map { $0.drop { $0 == " " } }
        #expect(
            parts == [
                "KERNEL==\"uinput\"", "SUBSYSTEM==\"misc\"", "GROUP=\"input\"", "MODE=\"0660\"",
                "TAG+=\"uaccess\"", "OPTIONS+=\"static_node=uinput\"",
            ])
        // Of the Taps' own devices nothing changes but that the seat's user has them, too.
        let own = try #require(rules.last).split(separator: ",").map { $0.drop { $0 == " " } }
        #expect(own.filter { !$0.contains("==") } == ["TAG+=\"uaccess\""])
        #expect(own.contains("ATTRS{id/bustype}==\"0005\""))
    }

    @Test("The kernel's module is loaded at boot, by the file that the message names")
    func module() throws {
        let file = "modules-load.d/tapinput.conf"
        #expect(try Self.lines(of: file) == ["uinput"])
        let remedy = VirtualInputError.moduleMissing(path: "/dev/uinput").description
        #expect(remedy.contains(" installing \(file) "))
    }

    @Test("The package has the program's version, and the guide names its file")
    func version() throws {
        let log = try text(of: Project.path("debian/changelog"))
        #expect(log.hasPrefix("tapinput (\(tapinput.version)) "))
        let guide = try text(of: Project.path("README.md"))
        #expect(guide.contains("./build/deb/tapinput_\(tapinput.version)_amd64.deb\n"))
    }
}
