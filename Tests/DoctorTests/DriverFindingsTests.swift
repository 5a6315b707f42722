import Control
import Testing

@testable import Doctor

/// What is told besides on a healthy machine whose driver tells something else.
private func newLines(
    _ change: (inout ControlState) -> Void, _ facts: (inout Facts) -> Void = { _ in }
) -> [String] {
    newLines {
        $0.services.sessionDriver = .answers(.with(change))
        facts(&$0)
    }
}

/// What a driver tells, and the lines that follow.
private struct Case: CustomTestStringConvertible, Sendable {
    var change: @Sendable (inout ControlState) -> Void
    var lines: [String]

    init(_ lines: String..., change: @escaping @Sendable (inout ControlState) -> Void) {
        self.change = change
        self.lines = lines
    }

    var testDescription: String { lines.first ?? "nothing" }
}

private let tap = "Tap Tap A0:B1:C2:D3:E4:F5"

@Suite("What follows from what the driver tells of itself")
struct DriverFindingsTests {
    @Test(
        "Its state, Bluetooth and a pause",
        arguments: [
            Case { _ in },
            Case { $0.taps = [] },
            Case(
                "problem driver: waits for the virtual devices: mend what is told above of "
                    + "the module, /dev/uinput and the group"
            ) { $0.state = "no-devices" },
            Case(
                "warning driver: rests, since somebody else is at the screen: it goes on by "
                    + "itself once its user is there again"
            ) { $0.state = "background" },
            Case("warning driver: paused: `tapinput resume`") {
                $0.isPaused = true
                $0.taps[0].isPaused = true
            },
            Case("warning \(tap): paused: `tapinput resume`") { $0.taps[0].isPaused = true },
            Case(
                "problem driver: D-Bus policy does not let it ask BlueZ: its user has to be "
                    + "in the group bluetooth or at the seat"
            ) { $0.bluetooth = "refused" },
            Case(
                "warning driver: BlueZ does not answer it as it should: "
                    + "`sudo systemctl restart bluetooth`"
            ) { $0.bluetooth = "failing" },
            // What is told of Bluetooth itself, and words of a later driver.
            Case { $0.bluetooth = "adapter-off" },
            Case {
                $0.state = "new"
                $0.bluetooth = "new"
                $0.taps[0].connection = "new"
            },
        ])
    fileprivate func state(testCase: Case) {
        #expect(newLines(testCase.change) == testCase.lines)
    }

    @Test(
        "A Tap's connection",
        arguments: [
            ("active", []), ("standby", []), ("setting-up", []), ("connecting", []),
            ("waiting", []), ("away", []), ("not-bonded", []),
            (
                "stale",
                [
                    "warning \(tap): connected, but it sends nothing: end other programs that listen "
                        + "to it, and else switch it off and on"
                ]
            ),
            (
                "taken",
                [
                    "problem \(tap): another program listens to it, so the driver cannot: "
                        + "`tapinput capture` or `sensors`, a driver of another user, or one made "
                        + "with a Tap SDK: `busctl --system list --unique`, which shows all that "
                        + "may be it; end it"
                ]
            ),
        ])
    func connection(word: String, expected: [String]) {
        #expect(newLines { $0.taps[0].connection = word } == expected)
    }

    @Test("A Tap that fails is tried again, whoever listens to it")
    func failing() {
        let expected = [
            "warning \(tap): the driver cannot use it, and tries again by itself: wait for half a "
                + "minute, and else switch it off and on"
        ]
        let failing = { (state: inout ControlState) in state.taps[0].connection = "failing" }
        #expect(newLines(failing) == expected)
        #expect(newLines(failing) { $0.taps[0].isListenedTo = false } == expected)
        #expect(newLines(failing) { $0.taps = [] }.contains(expected[0]))
    }

    @Test("A driver whose answer is not understood is a problem")
    func notUnderstood() {
        let found = newLines { $0.services.sessionDriver = .answers(nil) }
        #expect(
            found == [
                "problem driver: what it answers is not understood: it may be one of another "
                    + "version: end it and start it again"
            ])
    }

    @Test("The system's driver is heard as well")
    func system() {
        let found = newLines {
            $0.services.systemDriver = .answers(.with { $0.isPaused = true })
        }
        #expect(found.contains("warning driver: paused: `tapinput resume`"))
    }

    @Test("A manager that outlived the login has no new groups, and so has its driver")
    func oldGroups() {
        let waits = { (state: inout ControlState) in state.state = "no-devices" }
        let old = [
            "problem driver: waits for the virtual devices, and runs without the group input, "
                + "since eva became a member after it was started: `sudo reboot`, or end all "
                + "sessions and the user's manager"
        ]
        #expect(newLines(waits) { $0.services.sessionGroups = [1000] } == old)
        #expect(newLines(waits) { $0.services.sessionGroups = [104] } != old)
        #expect(newLines(waits) { $0.services.sessionGroups = nil } != old)
        // One that works does not need it.
        #expect(newLines({ _ in }) { $0.services.sessionGroups = [1000] } == [])
    }

    @Test("Of the system's service nothing is ok while it waits for the devices")
    func systemWaits() {
        let found = newLines {
            $0.user.input = .none
            $0.node.access = .refused
            $0.services.sessionDriver = .none
            $0.services.systemDriver = .answers(.with { $0.state = "no-devices" })
        }
        #expect(!found.contains { $0.contains("the system's service has it") })
        #expect(found.contains { $0.hasPrefix("problem group input: eva is no member") })
    }
}

@Suite("Whose configuration is looked at")
struct WhoseConfigurationTests {
    private static let users = ConfigurationFacts(file: "/home/eva/a", isUsable: true, mistakes: [])
    private static let systems = ConfigurationFacts(
        file: "/etc/b", isUsable: false, mistakes: ["/etc/b:1: wrong"])
    private static let ok = "ok configuration: /home/eva/a"
    private static let mistake = "problem /etc/b:1: wrong: `sudo ${EDITOR:-nano} /etc/b`"

    @Test(
        "That of each driver that runs, of the user's where none does, and what was asked for",
        arguments: [
            (true, false, false, [ok]), (false, false, false, [ok]),
            (false, true, false, [mistake]), (true, true, false, [ok, mistake]),
            (false, true, true, [ok, mistake]),
        ])
    func whose(runsUsers: Bool, runsSystems: Bool, isAskedFor: Bool, expected: [String]) {
        let facts = Facts.with {
            $0.configuration = Self.users
            $0.configuration.isAskedFor = isAskedFor
            $0.systemConfiguration = Self.systems
            $0.services = ServiceFacts(
                user: nil, system: nil,
                sessionDriver: runsUsers ? .answers(.healthy) : .none,
                systemDriver: runsSystems ? .answers(.healthy) : .none)
        }
        #expect(lines(of: configurationFindings(of: facts)) == expected)
    }

    @Test("A file that is the same for both is told once")
    func same() {
        let facts = Facts.with {
            $0.configuration = Self.systems
            $0.systemConfiguration = Self.systems
            $0.services.systemDriver = .answers(.healthy)
        }
        #expect(lines(of: configurationFindings(of: facts)) == [Self.mistake])
    }
}
