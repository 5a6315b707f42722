internal import Bus

extension ControlService {
    /// Shows a person a message on the desktop, where there is one and something shows messages;
    /// nothing is told where not.
    ///
    /// Wraps `org.freedesktop.Notifications.Notify` (Desktop Notifications Specification).
    public func notify(_ summary: String, _ body: String) {
        bus?.call(
            .call(
                "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
                "org.freedesktop.Notifications", "Notify",
                [
                    .string("tapinput"), .uint32(0), .string("input-mouse"), .string(summary),
                    .string(Self.escaped(body)), .array(of: "s", []), .properties([]), .int32(-1),
                ])
        ) { _ in }
    }

    /// A text without markup, which some desktops read in a body.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, letter in
            switch letter {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(letter)
            }
        }
    }
}
