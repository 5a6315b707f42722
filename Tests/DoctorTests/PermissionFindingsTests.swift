import Testing

@testable import Doctor

private let application =
    "`sudo udevadm control --reload && sudo udevadm trigger --settle /dev/uinput`"
private let installation =
    "`printf '%s\\n' '\(RuleFacts.rules[0])' '\(RuleFacts.rules[1])' "
    + "| sudo tee /etc/udev/rules.d/60-tapinput.rules && "
    + application.dropFirst()
private let joining = "`sudo usermod -aG input eva`, then log out and log in again"
private let creation =
    "sudo mknod -m 600 /dev/uinput c 10 223 && \(application.dropFirst())"

@Suite("What follows from the module, the node, the rules and the groups")
struct PermissionFindingsTests {
    @Test(
        "The sandbox and the module",
        arguments: [
            FactsCase(
                "problem this is a Snap, in which there are no virtual input devices: "
                    + "install tapinput outside of it, with its udev rule"
            ) { $0.sandbox = .snap },
            FactsCase(
                "problem kernel module uinput: the kernel that runs does not have it: install one "
                    + "with CONFIG_INPUT_UINPUT, as that of every desktop distribution"
            ) {
                $0.module.state = .absent
                $0.node.kind = .missing
            },
            FactsCase(
                "problem kernel module uinput: the modules of the kernel that runs are gone, as "
                    + "after an update: `sudo reboot`"
            ) {
                $0.module.state = .gone
                $0.node.kind = .missing
            },
            FactsCase("problem kernel module uinput: not loaded: `sudo modprobe uinput`") {
                $0.module.state = .notLoaded
                $0.node.kind = .missing
            },
            // The node may be there, and nobody has tried it.
            FactsCase("problem kernel module uinput: not loaded: `sudo modprobe uinput`") {
                $0.module.state = .notLoaded
            },
            FactsCase("ok kernel module uinput: a part of the kernel") {
                $0.module = ModuleFacts(
                    state: .builtIn, isLoadedAtBoot: false, isFileLink: false)
            },
            FactsCase(
                "warning kernel module uinput: loaded, but not at every boot: "
                    + "`echo uinput | sudo tee /etc/modules-load.d/tapinput.conf`"
            ) { $0.module.isLoadedAtBoot = false },
            // What is written to a link to /dev/null is nowhere.
            FactsCase(
                "warning kernel module uinput: loaded, but not at every boot: "
                    + "`sudo rm /etc/modules-load.d/tapinput.conf && "
                    + "echo uinput | sudo tee /etc/modules-load.d/tapinput.conf`"
            ) {
                $0.module.isLoadedAtBoot = false
                $0.module.isFileLink = true
            },
        ])
    func module(testCase: FactsCase) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "The node",
        arguments: [
            FactsCase("problem /dev/uinput: missing: `\(creation)") { $0.node.kind = .missing },
            FactsCase(
                "problem /dev/uinput: not the kernel's uinput device: "
                    + "`sudo rm /dev/uinput && \(creation)"
            ) { $0.node.kind = .other },
            FactsCase(
                "problem /dev/uinput: every program of every user may type and click with it: "
                    + "`sudo chmod o-rwx /dev/uinput`"
            ) { $0.node.mode = 0o662 },
            FactsCase(
                "problem /dev/uinput: the kernel has nothing behind it: `sudo modprobe uinput`"
            ) {
                $0.node.access = .noDevice
            },
            FactsCase(
                "problem /dev/uinput: cannot be opened, No space left on device: "
                    + "`sudo modprobe -r uinput && sudo modprobe uinput`"
            ) { $0.node.access = .failed("No space left on device") },
            // Nothing tells why: the rule is told to hold again.
            FactsCase("problem /dev/uinput: permission denied: \(application)") {
                $0.node.access = .refused
            },
            // What is first to be mended is told with it.
            FactsCase(
                "problem /dev/uinput: permission denied: \(installation)",
                "problem udev rule: 60-tapinput.rules is not installed: \(installation)"
            ) {
                $0.node.access = .refused
                $0.rules.path = nil
            },
            FactsCase(
                "problem /dev/uinput: permission denied: \(joining)",
                "problem group input: eva is no member, and not at the seat: \(joining)"
            ) {
                $0.node.access = .refused
                $0.user.input = .none
            },
            // Whether it needs the group is not known before the rest is right.
            FactsCase("problem kernel module uinput: not loaded: `sudo modprobe uinput`") {
                $0.module.state = .notLoaded
                $0.user.input = .none
            },
            FactsCase("problem kernel module uinput: not loaded: `sudo modprobe uinput`") {
                $0.module.state = .notLoaded
                $0.node.kind = .missing
                $0.user.input = .none
            },
            FactsCase("problem /dev/uinput: missing: `\(creation)") {
                $0.node.kind = .missing
                $0.user.input = .none
            },
            FactsCase(
                "problem /dev/uinput: the kernel has nothing behind it: `sudo modprobe uinput`"
            ) {
                $0.node.access = .noDevice
                $0.user.input = .none
            },
            FactsCase(
                "problem /dev/uinput: permission denied: \(installation)",
                "problem udev rule: 60-tapinput.rules is not installed: \(installation)"
            ) {
                $0.node.access = .refused
                $0.rules.path = nil
                $0.user.input = .none
            },
            FactsCase(
                "problem /dev/uinput: permission denied: \(application)",
                "problem udev rule: /usr/lib/udev/rules.d/60-tapinput.rules is installed, and does "
                    + "not hold yet: \(application)"
            ) {
                $0.node.access = .refused
                $0.node.mode = 0o600
                $0.user.input = .none
            },
        ])
    func node(testCase: FactsCase) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "The rules and the groups",
        arguments: [
            FactsCase(
                "warning udev rule: 60-tapinput.rules is not installed, another one gives the "
                    + "permission: \(installation)"
            ) { $0.rules.path = nil },
            FactsCase(
                "problem udev rule: /x/60-tapinput.rules does not say what it must: \(installation)"
            ) {
                $0.rules.path = "/x/60-tapinput.rules"
                $0.rules.isComplete = false
            },
            // One that is switched off is a link to /dev/null, which takes whatever is written.
            FactsCase(
                "problem udev rule: /etc/udev/rules.d/60-tapinput.rules does not say what it must: "
                    + "`sudo rm /etc/udev/rules.d/60-tapinput.rules && \(installation.dropFirst())"
            ) {
                $0.rules = RuleFacts(
                    path: "/etc/udev/rules.d/60-tapinput.rules", isComplete: false,
                    isFileLink: true, open: [])
            },
            FactsCase(
                "problem udev rule: /x/80-tapinput.rules comes too late, its number must be below "
                    + "73: `sudo mv /x/80-tapinput.rules /etc/udev/rules.d/60-tapinput.rules && "
                    + application.dropFirst()
            ) { $0.rules.path = "/x/80-tapinput.rules" },
            FactsCase(
                "problem udev rule: /usr/lib/udev/rules.d/60-tapinput.rules is installed, and does "
                    + "not hold yet: \(application)"
            ) { $0.node.mode = 0o600 },
            FactsCase(
                "problem udev rule: /usr/lib/udev/rules.d/60-tapinput.rules is installed, and does "
                    + "not hold yet: \(application)"
            ) { $0.node.group = 0 },
            FactsCase(
                "problem udev rule: /etc/udev/rules.d/99-x.rules lets every program of every user "
                    + "type and click: `sudo sed -i.bak '/\"uinput\"/d' "
                    + "/etc/udev/rules.d/99-x.rules && \(application.dropFirst())"
            ) {
                $0.rules.open = [
                    RuleFacts.Open(path: "/etc/udev/rules.d/99-x.rules", isFinal: true)
                ]
            },
            // Another rule has taken it back: it does no harm yet, and is no reason for anything.
            FactsCase(
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
            FactsCase(
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
            FactsCase(
                "ok group input: not needed, the seat gives /dev/uinput to who sits at it"
            ) { $0.user.input = .none },
            FactsCase(
                "ok group input: not needed, the seat gives /dev/uinput to who sits at it"
            ) { $0.user.input = .afterLogin },
            FactsCase(
                "warning group input: eva is no member, the seat gives /dev/uinput to who sits at "
                    + "it, but what the Tap types by itself (/dev/input/event7) cannot be kept from "
                    + "the desktop: " + joining
            ) {
                $0.user.input = .none
                $0.taps[0].refusedDevices = ["/dev/input/event7"]
            },
            FactsCase(
                "warning group input: eva is a member only after the next login; until then what "
                    + "the Tap types by itself (/dev/input/event7) cannot be kept from the desktop: "
                    + "log out and log in again"
            ) {
                $0.user.input = .afterLogin
                $0.taps[0].refusedDevices = ["/dev/input/event7"]
            },
            FactsCase(
                "problem /dev/uinput: permission denied: log out and log in again",
                "problem group input: eva is a member only after the next login: "
                    + "log out and log in again"
            ) {
                $0.node.access = .refused
                $0.user.input = .afterLogin
            },
            FactsCase(
                "problem group input: there is none: `sudo groupadd --system input && "
                    + application.dropFirst()
            ) { $0.user.inputGroup = nil },
            FactsCase(
                "warning user: this is root, who may do everything; what others may is not told: "
                    + "run it as the user who has the Tap, without sudo"
            ) { $0.user.isRoot = true },
            // The driver of the system's service is not this user's.
            FactsCase(
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
    func permission(testCase: FactsCase) {
        #expect(newLines(testCase.change) == testCase.lines)
    }
}
