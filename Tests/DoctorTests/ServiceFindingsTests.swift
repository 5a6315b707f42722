import Testing

@testable import Doctor

@Suite("What follows from the services and the drivers that run")
struct ServiceFindingsTests {
    typealias Unit = ServiceFacts.Unit

    private static let none = Unit(fileState: nil, activeState: "inactive")
    private static let on = Unit(fileState: "enabled", activeState: "active")
    private static let off = Unit(fileState: "disabled", activeState: "inactive")

    private static func facts(
        user: Unit? = none, system: Unit? = none, session: ServiceFacts.Driver = .none,
        onSystem: ServiceFacts.Driver = .none
    ) -> ServiceFacts {
        ServiceFacts(
            user: user, system: system, sessionDriver: session, systemDriver: onSystem)
    }

    @Test(
        arguments: [
            (facts(user: on, session: .answers), ["ok user's service: runs"]),
            (
                facts(system: on, onSystem: .answers), ["ok system's service: runs"]
            ),
            // A machine without systemd, and one without a user's manager.
            (
                facts(user: nil, system: nil, session: .answers),
                ["ok driver: runs, and not as a service"]
            ),
            (
                facts(user: nil, system: off),
                ["problem driver: not running: `sudo systemctl enable --now tapinput`"]
            ),
            (
                facts(user: off, system: off),
                ["problem driver: not running: `systemctl --user enable --now tapinput`"]
            ),
            (
                facts(user: Unit(fileState: "masked", activeState: "inactive")),
                [
                    "problem driver: not running: `systemctl --user unmask tapinput && "
                        + "systemctl --user enable --now tapinput`"
                ]
            ),
            (facts(), ["problem driver: not running: `tapinput run`"]),
            (facts(user: nil, system: nil), ["problem driver: not running: `tapinput run`"]),
            (
                facts(user: Unit(fileState: "enabled", activeState: "failed")),
                [
                    "problem user's service: failed: `journalctl --user -u tapinput -b`, "
                        + "which tells why"
                ]
            ),
            (
                facts(system: Unit(fileState: "enabled", activeState: "failed")),
                [
                    "problem system's service: failed: `sudo journalctl -u tapinput -b`, "
                        + "which tells why"
                ]
            ),
            (
                facts(user: Unit(fileState: "enabled", activeState: "activating")),
                [
                    "warning user's service: is starting, or starts again and again: "
                        + "`journalctl --user -u tapinput -b`"
                ]
            ),
            (
                facts(user: Unit(fileState: "disabled", activeState: "active"), session: .answers),
                [
                    "warning user's service: runs, but will not at the next start: "
                        + "`systemctl --user enable tapinput`"
                ]
            ),
            (
                facts(user: on),
                [
                    "warning user's service: runs, but cannot be asked over the bus: "
                        + "`systemctl --user restart tapinput`"
                ]
            ),
            (
                facts(user: on, session: .silent),
                [
                    "problem user's service: does not answer: "
                        + "`systemctl --user restart tapinput`"
                ]
            ),
            (
                facts(session: .silent),
                ["problem driver: it does not answer: end it and start it again"]
            ),
            (
                facts(user: on, system: on, session: .answers, onSystem: .answers),
                [
                    "problem services: the user's and the system's driver want the same Tap: "
                        + "`sudo systemctl disable --now tapinput`, or the same with "
                        + "`systemctl --user`, whichever is not wanted",
                    "ok user's service: runs", "ok system's service: runs",
                ]
            ),
            // One of them runs, and at the next start both will.
            (
                facts(
                    user: on, system: Unit(fileState: "enabled", activeState: "inactive"),
                    session: .answers),
                [
                    "problem services: the user's and the system's driver want the same Tap: "
                        + "`sudo systemctl disable --now tapinput`, or the same with "
                        + "`systemctl --user`, whichever is not wanted",
                    "ok user's service: runs",
                ]
            ),
        ] as [(ServiceFacts, [String])])
    func services(services: ServiceFacts, expected: [String]) {
        let facts = Facts.with {
            $0.services = services
            $0.taps[0].isListenedTo = false
        }
        #expect(lines(of: serviceFindings(of: facts)) == expected)
    }

    @Test(
        "A session's bus is missed where the system's service is not there",
        arguments: [
            (
                nil,
                "warning session bus: none, so the user's service and its driver cannot be asked: "
                    + "`sudo apt install dbus-user-session`, then log out and log in again"
            ),
            (.unreachable("why"), "warning session bus: why: log out and log in again"),
            (.silent, "warning session bus: it does not answer: log out and log in again"),
        ] as [(BusState?, String)])
    func session(bus: BusState?, line: String) {
        #expect(newLines { $0.sessionBus = bus } == [line])
        let found = newLines {
            $0.sessionBus = bus
            $0.services = Self.facts(system: Self.on, onSystem: .answers)
        }
        #expect(!found.contains(line))
    }

    @Test("Who listens to a Tap is another program where no driver of ours runs")
    func listeners() {
        func others(_ services: ServiceFacts) -> [String] {
            let facts = Facts.with { $0.services = services }
            return lines(of: serviceFindings(of: facts)).filter { $0.contains("listens") }
        }
        #expect(
            others(Self.facts()) == [
                "problem Tap Tap A0:B1:C2:D3:E4:F5: another program listens to it: `tapinput "
                    + "capture` or `sensors`, a driver of another user, or one made with a Tap "
                    + "SDK: `busctl --system list --unique`, which shows all that may be it; "
                    + "end it"
            ])
        #expect(others(Self.facts(session: .answers)) == [])
        #expect(others(Self.facts(onSystem: .silent)) == [])
    }
}
