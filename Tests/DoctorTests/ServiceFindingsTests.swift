import Testing

@testable import Doctor

@Suite("What follows from the services and the drivers that run")
struct ServiceFindingsTests {
    typealias Unit = ServiceFacts.Unit

    private static let none = Unit(fileState: nil, activeState: "inactive")
    private static let on = Unit(fileState: "enabled", activeState: "active")
    private static let off = Unit(fileState: "disabled", activeState: "inactive")

    private static let double =
        "problem services: the user's and the system's driver want the same Tap"

    private static func facts(
        user: Unit? = none, system: Unit? = none, session: ServiceFacts.Driver = .none,
        onSystem: ServiceFacts.Driver = .none
    ) -> ServiceFacts {
        ServiceFacts(
            user: user, system: system, sessionDriver: session, systemDriver: onSystem)
    }

    @Test(
        arguments: [
            (facts(user: on, session: .answers(.healthy)), ["ok user's service: runs"]),
            (
                facts(system: on, onSystem: .answers(.healthy)), ["ok system's service: runs"]
            ),
            // A machine without systemd, and one without a user's manager.
            (
                facts(user: nil, system: nil, session: .answers(.healthy)),
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
                facts(
                    user: Unit(fileState: "disabled", activeState: "active"),
                    session: .answers(.healthy)),
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
                facts(
                    user: on, system: on, session: .answers(.healthy),
                    onSystem: .answers(.healthy)),
                [
                    "\(double): `sudo systemctl disable --now tapinput`, or, to keep the "
                        + "system's service and not the user's service, "
                        + "`systemctl --user disable --now tapinput`",
                    "ok user's service: runs", "ok system's service: runs",
                ]
            ),
            // One of them runs, and at the next start both will.
            (
                facts(
                    user: on, system: Unit(fileState: "enabled", activeState: "inactive"),
                    session: .answers(.healthy)),
                [
                    "\(double): `sudo systemctl disable --now tapinput`, or, to keep the "
                        + "system's service and not the user's service, "
                        + "`systemctl --user disable --now tapinput`",
                    "ok user's service: runs",
                ]
            ),
            // This person's driver is the system's.
            (
                facts(
                    user: Unit(fileState: "enabled", activeState: "inactive"), system: on,
                    onSystem: .answers(.healthy)),
                [
                    "\(double): `systemctl --user disable --now tapinput`, or, to keep the user's "
                        + "service and not the system's service, "
                        + "`sudo systemctl disable --now tapinput`",
                    "ok system's service: runs",
                ]
            ),
            // One from a terminal is nothing that can be disabled.
            (
                facts(
                    system: on, session: .answers(.healthy), onSystem: .answers(.healthy)),
                [
                    "\(double): `sudo systemctl disable --now tapinput`, or, to keep the "
                        + "system's service and not the user's service, end the other driver",
                    "ok driver: runs, and not as a service", "ok system's service: runs",
                ]
            ),
            // A manager that is silent is not one without the unit.
            (
                facts(user: Unit(fileState: nil, activeState: nil)),
                [
                    "warning user's service: systemd does not answer, so it is not known how it "
                        + "stands: try again, and else restart the machine"
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

    private static let unseen = "so the user's service and its driver cannot be seen from here"

    @Test(
        "A session's bus is missed where the system's service is not there",
        arguments: [
            (.unreachable("why"), "why, \(unseen): log out and log in again"),
            (.silent, "it does not answer, \(unseen): log out and log in again"),
            (
                nil,
                "this shell does not know it, \(unseen): "
                    + "`export XDG_RUNTIME_DIR=/run/user/1000`, and run `tapinput doctor` again"
            ),
        ] as [(BusState?, String)])
    func session(bus: BusState?, words: String) {
        let line = "warning session bus: \(words)"
        let unseen = { (facts: inout Facts) in
            facts.sessionBus = bus
            facts.services = Self.facts(user: nil, session: .unknown)
        }
        // Nothing is said of a driver that may well run, nor of who listens to the Tap.
        #expect(newLines(unseen) == [line])
        let found = newLines {
            unseen(&$0)
            $0.services.system = Self.on
            $0.services.systemDriver = .answers(.healthy)
        }
        #expect(!found.contains(line))
    }

    @Test("Without a session's bus it is told what there is of the login")
    func noSession() {
        func line(_ change: (inout Facts) -> Void) -> [String] {
            newLines {
                $0.sessionBus = nil
                $0.services = Self.facts(user: nil, session: .unknown)
                $0.session.hasSocket = false
                change(&$0)
            }
        }
        let start = "warning session bus: none, \(Self.unseen): "
        #expect(line { _ in } == [start + "log out and log in again"])
        #expect(
            line { $0.session.isBusInstalled = false } == [
                start + "`sudo apt update && sudo apt install dbus-user-session`, "
                    + "then log out and log in again"
            ])
        #expect(
            line {
                $0.session.isBusInstalled = false
                $0.hasApt = false
            } == [
                start + "install the package dbus-user-session, then log out and log in again"
            ])
        #expect(
            line { $0.session.hasFolder = false } == [
                start + "log in as eva, with neither su nor sudo, and try again"
            ])
    }

    @Test(
        "Root is told that it sees no user's service, and neither to start nor to end anything",
        arguments: [
            (nil, .unknown), (.unreachable("why"), .unknown), (.reachable, .none),
        ] as [(BusState?, ServiceFacts.Driver)])
    func root(bus: BusState?, driver: ServiceFacts.Driver) {
        let found = newLines {
            $0.user.isRoot = true
            $0.sessionBus = bus
            $0.services = Self.facts(
                user: nil, system: Self.off, session: driver, onSystem: .none)
        }
        #expect(
            found == [
                "warning user: this is root, who may do everything; what others may is not told: "
                    + "run it as the user who has the Tap, without sudo",
                "warning user's service: root sees neither that of another user nor its driver: "
                    + "run it as the user who has the Tap, without sudo",
            ])
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
        #expect(others(Self.facts(session: .answers(.healthy))) == [])
        #expect(others(Self.facts(onSystem: .silent)) == [])
        #expect(others(Self.facts(session: .unknown)) == [])
        #expect(others(Self.facts(onSystem: .unknown)) == [])
    }
}
