import EventLoop
import Glibc
import Testing

@Suite("The files that go into the system")
struct SystemFilesTests {
    private static func lines(of path: String) throws -> [String] {
        var root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        root.removeLast(3)
        let file = (root + [Substring(path)]).joined(separator: "/")
        let bytes = try FileDescriptor.open(file, flags: O_RDONLY).readToEnd()
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("#") }
    }

    /// The file's number is below 73, at which udev gives the seat's user what is tagged.
    @Test("uinput is for the user at the seat and the group input, and for nobody else")
    func udevRule() throws {
        let rules = try Self.lines(of: "udev/60-tapinput.rules")
        let rule = try #require(rules.first)
        #expect(rules.count == 1)
        let parts = rule.split(separator: ",").map { $0.drop { $0 == " " } }
        #expect(
            parts == [
                "KERNEL==\"uinput\"", "SUBSYSTEM==\"misc\"", "GROUP=\"input\"", "MODE=\"0660\"",
                "TAG+=\"uaccess\"", "OPTIONS+=\"static_node=uinput\"",
            ])
    }

    @Test("The kernel's module is loaded at boot")
    func module() throws {
        #expect(try Self.lines(of: "contrib/modules-load.d/tapinput.conf") == ["uinput"])
    }
}
