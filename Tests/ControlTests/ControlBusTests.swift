import Testing

@testable import Control

@Suite("On which bus the driver is")
struct ControlBusTests {
    private static let system = "unix:path=/run/dbus/system_bus_socket"

    private static let long = "/" + String(repeating: "d", count: 102)

    @Test(
        arguments: [
            // Without anything there is the system's.
            ([:], [], [system]),
            (["DBUS_SYSTEM_BUS_ADDRESS": "tcp:host=a"], [], ["tcp:host=a"]),
            (["DBUS_SYSTEM_BUS_ADDRESS": ""], [], [system]),
            // The variable comes before the socket, and is not looked at.
            (["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a"], [], ["unix:path=/a", system]),
            (
                ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/a", "XDG_RUNTIME_DIR": "/run/user/7"],
                ["/run/user/7/bus"], ["unix:path=/a", system]
            ),
            (
                ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/run/user/7"],
                ["/run/user/7/bus"], ["unix:path=/run/user/7/bus", system]
            ),
            (
                ["XDG_RUNTIME_DIR": "/run/user/7"], ["/run/user/7/bus"],
                ["unix:path=/run/user/7/bus", system]
            ),
            // No bus is started.
            (["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"], [], [system]),
            (
                ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:", "XDG_RUNTIME_DIR": "/run/user/7"],
                ["/run/user/7/bus"], ["unix:path=/run/user/7/bus", system]
            ),
            // Where there is no socket, or no folder, there is no session.
            (["XDG_RUNTIME_DIR": "/run/user/7"], [], [system]),
            (["XDG_RUNTIME_DIR": ""], ["/bus"], [system]),
            (["XDG_RUNTIME_DIR": "run"], ["run/bus"], [system]),
            // What an address cannot have as it is.
            (
                ["XDG_RUNTIME_DIR": "/a b,c;ü%"], ["/a b,c;ü%/bus"],
                ["unix:path=/a%20b%2cc%3b%c3%bc%25/bus", system]
            ),
            // The longest path that a socket can have, and one that is longer.
            (["XDG_RUNTIME_DIR": long], [long + "/bus"], ["unix:path=\(long)/bus", system]),
            (["XDG_RUNTIME_DIR": long + "d"], [long + "d/bus"], [system]),
            (
                ["XDG_RUNTIME_DIR": "/" + String(repeating: "y", count: 1_000_000)],
                ["/" + String(repeating: "y", count: 1_000_000) + "/bus"], [system]
            ),
            // The same bus is not tried twice.
            (
                [
                    "DBUS_SESSION_BUS_ADDRESS": "unix:path=/a",
                    "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/a",
                ],
                [], ["unix:path=/a"]
            ),
        ] as [([String: String], [String], [String])])
    func choice(environment: [String: String], sockets: [String], addresses: [String]) {
        let found = ControlBus.addresses(
            environment: { environment[$0] }, isSocket: sockets.contains)
        #expect(found == addresses)
        #expect(ControlBus.systemAddress { environment[$0] } == addresses.last)
    }
}
