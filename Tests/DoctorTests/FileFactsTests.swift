import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Doctor

@Suite("What the files of a machine tell")
struct FileFactsTests {
    @Test("The module is loaded, not loaded, a part of the kernel, or none")
    func module() throws {
        let machine = try Machine()
        func state() -> ModuleFacts.State {
            ModuleFacts.gather(machine.roots, release: "6.1.0").state
        }
        #expect(state() == .gone)
        let list = "/lib/modules/6.1.0/modules.dep"
        try machine.write("kernel/drivers/input/uinput2.ko:\n", to: list)
        #expect(state() == .absent)
        try machine.write("kernel/drivers/input/misc/uinput.ko.xz: kernel/a.ko\n", to: list)
        #expect(state() == .notLoaded)
        try machine.write("uinput_other 1 0 - Live 0x0\nevdev 1 0\n", to: "/proc/modules")
        #expect(state() == .notLoaded)
        try machine.write("", to: "/sys/class/misc/uinput")
        #expect(state() == .builtIn)
        try machine.write("evdev 1 0\nuinput 20480 0 - Live 0x0\n", to: "/proc/modules")
        #expect(state() == .loaded)
    }

    @Test(
        "What loads the module at boot",
        arguments: [
            ([("/etc/modules-load.d/tapinput.conf", "# why\nuinput\n")], true),
            ([("/usr/lib/modules-load.d/a.conf", "evdev\n  uinput \n")], true),
            ([("/etc/modules", "uinput # why\n")], true),
            ([("/etc/modules-load.d/a.conf", "# uinput\nuinput2\n")], false),
            ([("/etc/modules-load.d/a", "uinput\n")], false),
            // A file of the administrator's takes the place of one of the same name.
            (
                [
                    ("/usr/lib/modules-load.d/tapinput.conf", "uinput\n"),
                    ("/etc/modules-load.d/tapinput.conf", ""),
                ], false
            ),
            ([], false),
        ] as [([(String, String)], Bool)])
    func boot(files: [(String, String)], expected: Bool) throws {
        let machine = try Machine()
        for (path, text) in files { try machine.write(text, to: path) }
        #expect(ModuleFacts.gather(machine.roots).isLoadedAtBoot == expected)
    }

    private func node(_ machine: Machine) -> NodeFacts {
        NodeFacts.gather(machine.roots, opens: true)
    }

    @Test("A node that is missing")
    func missing() throws {
        #expect(node(try Machine()).kind == .missing)
    }

    @Test("A file, a folder and another device are not uinput")
    func other() throws {
        let file = try Machine()
        try file.write("", to: "/dev/uinput")
        #expect(node(file).kind == .other)
        let directory = try Machine()
        try directory.makeFolders(above: "/dev/uinput/x")
        #expect(node(directory).kind == .other)
        let null = try Machine()
        try null.link("/dev/uinput", to: "/dev/null")
        #expect(node(null).kind == .other)
        #expect(node(null).access == .granted)
    }

    @Test("Permissions and the group are those of the file")
    func permissions() throws {
        let machine = try Machine()
        try machine.write("", to: "/dev/uinput")
        let path = machine.folder.file("dev/uinput")
        try systemCall("chmod") { chmod(path, 0o642) }
        var status = stat()
        try systemCall("stat") { stat(path, &status) }
        #expect(node(machine).mode == 0o642)
        #expect(node(machine).group == status.st_gid)
        #expect(node(machine).isWritableByAll)
        try systemCall("chmod") { chmod(path, 0o640) }
        #expect(!node(machine).isWritableByAll)
    }

    @Test(
        "A node that may not be opened",
        .disabled(if: geteuid() == 0, "the superuser may open everything"))
    func refused() throws {
        let machine = try Machine()
        try machine.makeFolders(above: "/dev/uinput")
        _ = try machine.folder.create("dev/uinput", mode: 0)
        #expect(node(machine).access == .refused)
    }

    @Test("The rule that is written is the project's")
    func ownRule() throws {
        let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let file = try text(of: "/\(root)/udev/\(RuleFacts.name)")
        let rules = file.split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(rules.map(String.init) == RuleFacts.rules)
    }

    @Test("Rules: the administrator's come first, and one of the same name can switch ours off")
    func rules() throws {
        let machine = try Machine()
        func facts() -> RuleFacts { RuleFacts.gather(machine.roots) }
        #expect(facts() == RuleFacts(path: nil, isComplete: false, isFileLink: false, open: []))
        let (lower, upper) = (
            "/usr/lib/udev/rules.d/60-tapinput.rules", "/etc/udev/rules.d/60-tapinput.rules"
        )
        try machine.write("# uinput\n\(RuleFacts.rules[0])\n", to: lower)
        let root = machine.folder.path
        #expect(
            facts() == RuleFacts(path: root + lower, isComplete: true, isFileLink: false, open: []))
        #expect(facts().number == 60)
        try machine.link(upper, to: "/dev/null")
        #expect(
            facts() == RuleFacts(path: root + upper, isComplete: false, isFileLink: true, open: []))
        try machine.remove(upper)
        try machine.write("#\(RuleFacts.rules[0])\n", to: upper)
        #expect(
            facts() == RuleFacts(path: root + upper, isComplete: false, isFileLink: false, open: [])
        )
        // One of another number that is complete is enough.
        let other = "/etc/udev/rules.d/70-tapinput.rules"
        try machine.write("\(RuleFacts.rules[0])\n", to: other)
        #expect(facts().path == root + other)
        #expect(facts().isComplete)
    }

    @Test("A link in the place of the file that loads the module is seen")
    func bootLink() throws {
        let machine = try Machine()
        #expect(!ModuleFacts.gather(machine.roots).isFileLink)
        try machine.link("/etc/modules-load.d/tapinput.conf", to: "/dev/null")
        #expect(ModuleFacts.gather(machine.roots).isFileLink)
        #expect(!ModuleFacts.gather(machine.roots).isLoadedAtBoot)
    }

    @Test(
        "Rules that let everybody use the node",
        arguments: [
            ("KERNEL==\"uinput\", MODE=\"0666\"", false),
            ("KERNEL==\"uinput\", MODE:=\"666\", GROUP=\"x\"", true),
            ("KERNEL==\"uinput\", MODE=\"0666\"\nKERNEL==\"uinput\", MODE:=\"0662\"", true),
            ("KERNEL==\"uinput\"", nil),
            ("KERNEL==\"uinput\", MODE=\"0660\"", nil),
            ("KERNEL==\"uinput\", MODE:=\"0660\"", nil),
            ("#KERNEL==\"uinput\", MODE=\"0666\"", nil),
            ("KERNEL==\"uhid\", MODE=\"0666\"", nil),
            ("KERNEL==\"uinput\", MODE=\"0x\"", nil),
        ] as [(String, Bool?)])
    func open(rule: String, isFinal: Bool?) throws {
        let machine = try Machine()
        try machine.write("\(rule)\n", to: "/etc/udev/rules.d/99-x.rules")
        let path = machine.folder.file("etc/udev/rules.d/99-x.rules")
        #expect(
            RuleFacts.gather(machine.roots).open
                == (isFinal.map { [RuleFacts.Open(path: path, isFinal: $0)] } ?? []))
    }

    @Test("What a login brings along: the folder, the bus's socket, the unit that makes it")
    func session() throws {
        let machine = try Machine()
        let path = "/run/user/\(getuid())"
        var expected = SessionFacts(
            folder: machine.folder.path + path, hasFolder: false, hasSocket: false,
            isBusInstalled: false)
        #expect(SessionFacts.gather(machine.roots) == expected)
        try machine.makeFolders(above: "\(path)/x")
        expected.hasFolder = true
        #expect(SessionFacts.gather(machine.roots) == expected)
        try machine.write("", to: "\(path)/bus")
        expected.hasSocket = true
        #expect(SessionFacts.gather(machine.roots) == expected)
        try machine.write("", to: "/usr/lib/systemd/user/dbus.socket")
        expected.isBusInstalled = true
        #expect(SessionFacts.gather(machine.roots) == expected)
    }

    @Test("The kernel's Bluetooth, the radio's block, and apt are seen")
    func others() throws {
        let machine = try Machine()
        #expect(!machine.facts().bluetooth.hasRadio)
        #expect(machine.facts().bluetooth.block == .none)
        #expect(!machine.facts().hasApt)
        try machine.makeFolders(above: "/sys/class/bluetooth/x")
        try machine.write("bluetooth\n", to: "/sys/class/rfkill/rfkill0/type")
        try machine.write("1\n", to: "/sys/class/rfkill/rfkill0/soft")
        try machine.write("", to: "/usr/bin/apt")
        #expect(machine.facts().bluetooth.hasRadio)
        #expect(machine.facts().bluetooth.block == .soft)
        #expect(machine.facts().hasApt)
    }

    @Test("A Tap's own input devices that this user may not open are found by its address")
    func ownDevices() throws {
        let machine = try Machine()
        let address = "A0:B1:C2:D3:E4:F5"
        for (name, unique) in [
            ("event3", address.lowercased()), ("event4", address), ("event5", "B0:B1:C2:D3:E4:F5"),
            ("mouse0", address),
        ] {
            try machine.write("\(unique)\n", to: "/sys/class/input/\(name)/device/uniq")
        }
        for name in ["event4", "event5"] { try machine.write("", to: "/dev/input/\(name)") }
        // The other one is a file that nobody may open: there is none.
        let tap = TapFact.healthy.lookingForDevices(machine.roots)
        #expect(tap.refusedDevices == ["\(machine.folder.path)/dev/input/event3"])
    }

    @Test("Groups: of this login, of the next one, none")
    func groups() throws {
        let machine = try Machine()
        func user() -> UserFacts { UserFacts.gather(machine.roots) }
        #expect(user().inputGroup == nil)
        let name = user().name
        try machine.write("input:x:4000104:a,\(name)\nbluetooth:x:4000105:b\n", to: "/etc/group")
        #expect(user().inputGroup == 4_000_104)
        #expect(user().input == .afterLogin)
        #expect(user().bluetooth == .none)
        try machine.write("input:x:\(getegid()):\nbluetooth:x\n", to: "/etc/group")
        #expect(user().input == .member)
        #expect(user().bluetooth == .none)
        #expect(user().isRoot == (geteuid() == 0))
    }
}
