/// On which bus the driver is.
public enum ControlBus {
    /// The addresses of the buses, the one where a driver belongs first: the session's if there is
    /// one, and the system's.
    ///
    /// `environment` is the value of a variable, and `isSocket` whether a path is that of a socket.
    /// Source: the D-Bus specification's well-known message buses and server addresses, and for the
    /// session's socket `dbus-daemon(1)` under systemd.
    public static func addresses(
        environment: (String) -> String?, isSocket: (String) -> Bool
    ) -> [String] {
        let system = systemAddress(environment: environment)
        guard let session = session(environment, isSocket), session != system else {
            return [system]
        }
        return [session, system]
    }

    /// The address of the system's bus; `environment` is the value of a variable.
    public static func systemAddress(environment: (String) -> String?) -> String {
        value("DBUS_SYSTEM_BUS_ADDRESS", environment) ?? "unix:path=/run/dbus/system_bus_socket"
    }

    /// The bytes that a socket's path may have: `sun_path` of `unix(7)` without its zero.
    private static let longestPath = 107

    private static func session(
        _ environment: (String) -> String?, _ isSocket: (String) -> Bool
    ) -> String? {
        // "autolaunch:" would start a bus, on which nobody else is.
        if let address = value("DBUS_SESSION_BUS_ADDRESS", environment),
            !address.hasPrefix("autolaunch:")
        {
            return address
        }
        // The XDG base directory specification: a path that is not absolute is none.
        guard let folder = value("XDG_RUNTIME_DIR", environment), folder.hasPrefix("/") else {
            return nil
        }
        let path = folder + "/bus"
        guard path.utf8.count <= longestPath, isSocket(path) else { return nil }
        return "unix:path=" + escaped(path)
    }

    /// The value of a variable that is set to something.
    private static func value(_ name: String, _ environment: (String) -> String?) -> String? {
        environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A value as an address has it: all but some bytes as a percent sign and two digits.
    private static func escaped(_ text: String) -> String {
        let digits = Array("0123456789abcdef")
        return text.utf8.reduce(into: "") { escaped, byte in
            if plain.contains(byte) {
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                escaped += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
            }
        }
    }

    /// The bytes that stand for themselves in an address.
    private static let plain = Set(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_/.\\*".utf8)
}
