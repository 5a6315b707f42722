import BlueZ
import Testing

@testable import Doctor

/// What is wrong with a healthy machine after a change, and the lines that tell it.
private struct Case: CustomTestStringConvertible, Sendable {
    var change: @Sendable (inout Facts) -> Void
    var lines: [String]

    init(_ lines: String..., change: @escaping @Sendable (inout Facts) -> Void) {
        self.change = change
        self.lines = lines
    }

    var testDescription: String { lines.first ?? "nothing" }
}

private let application =
    "`sudo udevadm control --reload && sudo udevadm trigger --settle /dev/uinput`"
private let installation =
    "`printf '%s\\n' '\(RuleFacts.rules[0])' '\(RuleFacts.rules[1])' "
    + "| sudo tee /etc/udev/rules.d/60-tapinput.rules && "
    + application.dropFirst()
private let joining = "`sudo usermod -aG input eva`, then log out and log in again"
private let creation =
    "sudo mknod -m 600 /dev/uinput c 10 223 && \(application.dropFirst())"

extension BluetoothFacts {
    /// A machine in which the kernel has never seen an adapter.
    fileprivate static func notStarted(_ block: RadioBlock) -> BluetoothFacts {
        BluetoothFacts(
            service: .notRunning, version: nil, adapters: 0, isPowered: false, block: block,
            hasRadio: false)
    }
}

@Suite("What follows from the facts")
struct FindingsTests {
    @Test("On a healthy machine all is told, and all of it is ok")
    func healthy() {
        #expect(
            lines(of: findings(of: .healthy)) == [
                "ok kernel module uinput: loaded, and at every boot",
                "ok /dev/uinput: this user may use it",
                "ok udev rule: /usr/lib/udev/rules.d/60-tapinput.rules",
                "ok group input: eva is a member",
                "ok bluetoothd: running, BlueZ 5.66",
                "ok adapter: on",
                "ok Tap Tap A0:B1:C2:D3:E4:F5: connected, protocol v2",
                "ok user's service: runs",
                "ok configuration: none, the built-in values hold",
            ])
    }

    @Test(
        "The sandbox and the module",
        arguments: [
            Case(
                "problem this is a Snap, in which there are no virtual input devices: "
                    + "install tapinput outside of it, with its udev rule"
            ) { $0.sandbox = .snap },
            Case(
                "problem kernel module uinput: the kernel that runs does not have it: install one "
                    + "with CONFIG_INPUT_UINPUT, as that of every desktop distribution"
            ) {
                $0.module.state = .absent
                $0.node.kind = .missing
            },
            Case(
                "problem kernel module uinput: the modules of the kernel that runs are gone, as "
                    + "after an update: `sudo reboot`"
            ) {
                $0.module.state = .gone
                $0.node.kind = .missing
            },
            Case("problem kernel module uinput: not loaded: `sudo modprobe uinput`") {
                $0.module.state = .notLoaded
                $0.node.kind = .missing
            },
            // The node may be there, and nobody has tried it.
            Case("problem kernel module uinput: not loaded: `sudo modprobe uinput`") {
                $0.module.state = .notLoaded
            },
            Case("ok kernel module uinput: a part of the kernel") {
                $0.module = ModuleFacts(
                    state: .builtIn, isLoadedAtBoot: false, isFileLink: false)
            },
            Case(
                "warning kernel module uinput: loaded, but not at every boot: "
                    + "`echo uinput | sudo tee /etc/modules-load.d/tapinput.conf`"
            ) { $0.module.isLoadedAtBoot = false },
            // What is written to a link to /dev/null is nowhere.
            Case(
                "warning kernel module uinput: loaded, but not at every boot: "
                    + "`sudo rm /etc/modules-load.d/tapinput.conf && "
                    + "echo uinput | sudo tee /etc/modules-load.d/tapinput.conf`"
            ) {
                $0.module.isLoadedAtBoot = false
                $0.module.isFileLink = true
            },
        ])
    fileprivate func module(testCase: Case) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "The node",
        arguments: [
            Case("problem /dev/uinput: missing: `\(creation)") { $0.node.kind = .missing },
            Case(
                "problem /dev/uinput: not the kernel's uinput device: "
                    + "`sudo rm /dev/uinput && \(creation)"
            ) { $0.node.kind = .other },
            Case(
                "problem /dev/uinput: every program of every user may type and click with it: "
                    + "`sudo chmod o-rwx /dev/uinput`"
            ) { $0.node.mode = 0o662 },
            Case("problem /dev/uinput: the kernel has nothing behind it: `sudo modprobe uinput`") {
                $0.node.access = .noDevice
            },
            Case(
                "problem /dev/uinput: cannot be opened, No space left on device: "
                    + "`sudo modprobe -r uinput && sudo modprobe uinput`"
            ) { $0.node.access = .failed("No space left on device") },
            // Nothing tells why: the rule is told to hold again.
            Case("problem /dev/uinput: permission denied: \(application)") {
                $0.node.access = .refused
            },
            // What is first to be mended is told with it.
            Case(
                "problem /dev/uinput: permission denied: \(installation)",
                "problem udev rule: 60-tapinput.rules is not installed: \(installation)"
            ) {
                $0.node.access = .refused
                $0.rules.path = nil
            },
            Case(
                "problem /dev/uinput: permission denied: \(joining)",
                "problem group input: eva is no member, and not at the seat: \(joining)"
            ) {
                $0.node.access = .refused
                $0.user.input = .none
            },
            // Whether it needs the group is not known before the rest is right.
            Case("problem kernel module uinput: not loaded: `sudo modprobe uinput`") {
                $0.module.state = .notLoaded
                $0.user.input = .none
            },
            Case("problem kernel module uinput: not loaded: `sudo modprobe uinput`") {
                $0.module.state = .notLoaded
                $0.node.kind = .missing
                $0.user.input = .none
            },
            Case("problem /dev/uinput: missing: `\(creation)") {
                $0.node.kind = .missing
                $0.user.input = .none
            },
            Case("problem /dev/uinput: the kernel has nothing behind it: `sudo modprobe uinput`") {
                $0.node.access = .noDevice
                $0.user.input = .none
            },
            Case(
                "problem /dev/uinput: permission denied: \(installation)",
                "problem udev rule: 60-tapinput.rules is not installed: \(installation)"
            ) {
                $0.node.access = .refused
                $0.rules.path = nil
                $0.user.input = .none
            },
            Case(
                "problem /dev/uinput: permission denied: \(application)",
                "problem udev rule: /usr/lib/udev/rules.d/60-tapinput.rules is installed, and does "
                    + "not hold yet: \(application)"
            ) {
                $0.node.access = .refused
                $0.node.mode = 0o600
                $0.user.input = .none
            },
        ])
    fileprivate func node(testCase: Case) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "The rules and the groups",
        arguments: [
            Case(
                "warning udev rule: 60-tapinput.rules is not installed, another one gives the "
                    + "permission: \(installation)"
            ) { $0.rules.path = nil },
            Case(
                "problem udev rule: /x/60-tapinput.rules does not say what it must: \(installation)"
            ) {
                $0.rules.path = "/x/60-tapinput.rules"
                $0.rules.isComplete = false
            },
            // One that is switched off is a link to /dev/null, which takes whatever is written.
            Case(
                "problem udev rule: /etc/udev/rules.d/60-tapinput.rules does not say what it must: "
                    + "`sudo rm /etc/udev/rules.d/60-tapinput.rules && \(installation.dropFirst())"
            ) {
                $0.rules = RuleFacts(
                    path: "/etc/udev/rules.d/60-tapinput.rules", isComplete: false,
                    isFileLink: true, open: [])
            },
            Case(
                "problem udev rule: /x/80-tapinput.rules comes too late, its number must be below "
                    + "73: `sudo mv /x/80-tapinput.rules /etc/udev/rules.d/60-tapinput.rules && "
                    + application.dropFirst()
            ) { $0.rules.path = "/x/80-tapinput.rules" },
            Case(
                "problem udev rule: /usr/lib/udev/rules.d/60-tapinput.rules is installed, and does "
                    + "not hold yet: \(application)"
            ) { $0.node.mode = 0o600 },
            Case(
                "problem udev rule: /usr/lib/udev/rules.d/60-tapinput.rules is installed, and does "
                    + "not hold yet: \(application)"
            ) { $0.node.group = 0 },
            Case(
                "problem udev rule: /etc/udev/rules.d/99-x.rules lets every program of every user "
                    + "type and click: `sudo sed -i.bak '/\"uinput\"/d' "
                    + "/etc/udev/rules.d/99-x.rules && \(application.dropFirst())"
            ) {
                $0.rules.open = [
                    RuleFacts.Open(path: "/etc/udev/rules.d/99-x.rules", isFinal: true)
                ]
            },
            // Another rule has taken it back: it does no harm yet, and is no reason for anything.
            Case(
                "problem /dev/uinput: permission denied: \(joining)",
                "warning udev rule: /etc/udev/rules.d/50-x.rules would let every program of every "
                    + "user type and click, if no other rule took that back: `sudo sed -i.bak "
                    + "'/\"uinput\"/d' /etc/udev/rules.d/50-x.rules && \(application.dropFirst())",
                "problem group input: eva is no member, and not at the seat: \(joining)"
            ) {
                $0.rules.open = [
                    RuleFacts.Open(path: "/etc/udev/rules.d/50-x.rules", isFinal: false)
                ]
                $0.node.access = .refused
                $0.user.input = .none
            },
            // A packaged file is left as it is.
            Case(
                "problem /dev/uinput: every program of every user may type and click with it: "
                    + "`sudo chmod o-rwx /dev/uinput`",
                "problem udev rule: /usr/lib/udev/rules.d/50-x.rules lets every program of every "
                    + "user type and click: `sed '/\"uinput\"/d' /usr/lib/udev/rules.d/50-x.rules "
                    + "| sudo tee /etc/udev/rules.d/50-x.rules && \(application.dropFirst())"
            ) {
                $0.rules.open = [
                    RuleFacts.Open(path: "/usr/lib/udev/rules.d/50-x.rules", isFinal: false)
                ]
                $0.node.mode = 0o666
            },
            Case(
                "ok group input: not needed, the seat gives /dev/uinput to who sits at it"
            ) { $0.user.input = .none },
            Case(
                "ok group input: not needed, the seat gives /dev/uinput to who sits at it"
            ) { $0.user.input = .afterLogin },
            Case(
                "warning group input: eva is no member, the seat gives /dev/uinput to who sits at "
                    + "it, but what the Tap types by itself (/dev/input/event7) cannot be kept from "
                    + "the desktop: " + joining
            ) {
                $0.user.input = .none
                $0.taps[0].refusedDevices = ["/dev/input/event7"]
            },
            Case(
                "warning group input: eva is a member only after the next login; until then what "
                    + "the Tap types by itself (/dev/input/event7) cannot be kept from the desktop: "
                    + "log out and log in again"
            ) {
                $0.user.input = .afterLogin
                $0.taps[0].refusedDevices = ["/dev/input/event7"]
            },
            Case(
                "problem /dev/uinput: permission denied: log out and log in again",
                "problem group input: eva is a member only after the next login: "
                    + "log out and log in again"
            ) {
                $0.node.access = .refused
                $0.user.input = .afterLogin
            },
            Case(
                "problem group input: there is none: `sudo groupadd --system input && "
                    + application.dropFirst()
            ) { $0.user.inputGroup = nil },
            Case(
                "warning user: this is root, who may do everything; what others may is not told: "
                    + "run it as the user who has the Tap, without sudo"
            ) { $0.user.isRoot = true },
            // The driver of the system's service is not this user's.
            Case(
                "ok /dev/uinput: not for this user, and the system's service does not need that",
                "ok group input: the system's service has it",
                "ok system's service: runs",
                "ok configuration of the system's service: none, the built-in values hold"
            ) {
                $0.node.access = .refused
                $0.user.input = .none
                $0.services = ServiceFacts(
                    user: ServiceFacts.Unit(fileState: "disabled", activeState: "inactive"),
                    system: ServiceFacts.Unit(fileState: "enabled", activeState: "active"),
                    sessionDriver: .none, systemDriver: .answers(.healthy))
            },
        ])
    fileprivate func permission(testCase: Case) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "Bluetooth",
        arguments: [
            Case("problem system bus: no such file: `sudo systemctl start dbus`") {
                $0.systemBus = .unreachable("no such file")
            },
            Case("problem system bus: it does not answer: restart the machine") {
                $0.systemBus = .silent
            },
            Case(
                "problem bluetoothd: not installed: `sudo apt update && sudo apt install bluez`"
            ) { $0.bluetooth.service = .notInstalled },
            Case("problem bluetoothd: not installed: install the package bluez") {
                $0.bluetooth.service = .notInstalled
                $0.hasApt = false
            },
            Case("problem bluetoothd: not running: `sudo systemctl enable --now bluetooth`") {
                $0.bluetooth.service = .notRunning
            },
            // Without an adapter it is not started, whatever it is told.
            Case("problem adapter: none: plug one in") {
                $0.bluetooth = .notStarted(.none)
            },
            Case(
                "problem adapter: none, blocked by a program: `sudo rfkill unblock bluetooth`"
            ) { $0.bluetooth = .notStarted(.soft) },
            Case(
                "problem bluetoothd: D-Bus policy does not let eva ask it: "
                    + "`sudo usermod -aG bluetooth eva`, then log out and log in again"
            ) { $0.bluetooth.service = .refused },
            Case(
                "problem bluetoothd: D-Bus policy does not let eva ask it: "
                    + "log out and log in again"
            ) {
                $0.bluetooth.service = .refused
                $0.user.bluetooth = .afterLogin
            },
            Case(
                "problem bluetoothd: it does not answer, why: `sudo systemctl restart bluetooth`"
            ) { $0.bluetooth.service = .failing("why") },
            Case("ok bluetoothd: running") { $0.bluetooth.version = nil },
            Case("ok bluetoothd: running, BlueZ 5.62") {
                $0.bluetooth.version = BlueZVersion(major: 5, minor: 62)
            },
            Case(
                "warning bluetoothd: running, BlueZ 5.61; with one older than 5.62 a Tap may fall "
                    + "silent: `sudo apt update && sudo apt install bluez`, "
                    + "or take a newer distribution"
            ) { $0.bluetooth.version = BlueZVersion(major: 5, minor: 61) },
            Case(
                "warning bluetoothd: running, BlueZ 5.61; with one older than 5.62 a Tap may fall "
                    + "silent: install the package bluez, or take a newer distribution"
            ) {
                $0.bluetooth.version = BlueZVersion(major: 5, minor: 61)
                $0.hasApt = false
            },
            Case("problem adapter: none: plug one in") {
                $0.bluetooth.adapters = 0
                $0.bluetooth.isPowered = false
            },
            Case("problem adapter: off: `bluetoothctl power on`") {
                $0.bluetooth.isPowered = false
            },
            Case(
                "problem adapter: off, blocked by a program: `sudo rfkill unblock bluetooth`"
            ) {
                $0.bluetooth.isPowered = false
                $0.bluetooth.block = .soft
            },
            Case(
                "problem adapter: none, blocked by a switch or a key of the machine: "
                    + "turn it on there"
            ) {
                $0.bluetooth.adapters = 0
                $0.bluetooth.isPowered = false
                $0.bluetooth.block = .hard
            },
        ])
    fileprivate func bluetooth(testCase: Case) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "Taps",
        arguments: [
            Case("problem Tap: none is paired: `tapinput pair`") { $0.taps = [] },
            // Heard in passing, and nobody's.
            Case("problem Tap: none is paired: `tapinput pair`") {
                $0.taps[0].isPaired = false
                $0.taps[0].isBonded = false
                $0.taps[0].isConnected = false
            },
            Case(
                "problem Tap Tap A0:B1:C2:D3:E4:F5: connected, but not paired: `tapinput "
                    + "forget A0:B1:C2:D3:E4:F5; tapinput pair A0:B1:C2:D3:E4:F5`, "
                    + "with the Tap in pairing mode"
            ) {
                $0.taps[0].isPaired = false
                $0.taps[0].isBonded = false
            },
            Case(
                "problem Tap Tap A0:B1:C2:D3:E4:F5: paired, but its keys are not kept: `tapinput "
                    + "forget A0:B1:C2:D3:E4:F5; tapinput pair A0:B1:C2:D3:E4:F5`, "
                    + "with the Tap in pairing mode"
            ) { $0.taps[0].isBonded = false },
            Case(
                "warning Tap Tap A0:B1:C2:D3:E4:F5: not connected: switch it on, hold it near, and "
                    + "see that it is not connected to a phone or another computer"
            ) { $0.taps[0].isConnected = false },
            Case(
                "warning Tap Tap A0:B1:C2:D3:E4:F5: connected, its services are not known yet: "
                    + "wait for half a minute, and else switch it off and on"
            ) { $0.taps[0].servicesResolved = false },
            Case(
                "problem Tap Tap A0:B1:C2:D3:E4:F5: its Tap service is missing, perhaps since "
                    + "BlueZ remembers an older firmware's: `tapinput forget A0:B1:C2:D3:E4:F5; "
                    + "tapinput pair A0:B1:C2:D3:E4:F5`, with the Tap in pairing mode"
            ) { $0.taps[0].protocolVersion = nil },
        ])
    fileprivate func taps(testCase: Case) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "The configuration",
        arguments: [
            Case("ok configuration: /etc/a.conf") { $0.configuration.file = "/etc/a.conf" },
            Case(
                "problem /etc/a.conf:3: wrong: `sudo ${EDITOR:-nano} /etc/a.conf`",
                "problem /etc/a.conf:4: wrong: `sudo ${EDITOR:-nano} /etc/a.conf`"
            ) {
                $0.configuration = ConfigurationFacts(
                    file: "/etc/a.conf", isUsable: false,
                    mistakes: ["/etc/a.conf:3: wrong", "/etc/a.conf:4: wrong"])
            },
            Case("warning a'b:3: odd: `${EDITOR:-nano} 'a'\\''b'`") {
                $0.configuration = ConfigurationFacts(
                    file: "a'b", isUsable: true, mistakes: ["a'b:3: odd"])
            },
            Case("problem configuration: a cannot be used: `${EDITOR:-nano} a`") {
                $0.configuration = ConfigurationFacts(file: "a", isUsable: false, mistakes: [])
            },
        ])
    fileprivate func configuration(testCase: Case) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test("Where BlueZ cannot be asked, nothing is told of adapters and Taps")
    func noBlueZ() {
        let parts = ["adapter", "Tap "]
        for state in [BusState.silent, .unreachable("why")] {
            let found = findings(of: .with { $0.systemBus = state }).map(\.text)
            #expect(!found.contains { text in parts.contains { text.hasPrefix($0) } })
        }
        let found = findings(of: .with { $0.bluetooth.service = .notRunning }).map(\.text)
        #expect(!found.contains { text in parts.contains { text.hasPrefix($0) } })
    }
}
