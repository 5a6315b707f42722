internal import EventLoop
internal import Glibc

/// A sandbox in which a program may be packed, and which has no virtual input devices.
public enum Sandbox: String, Sendable {
    /// One of Flatpak.
    case flatpak = "a Flatpak"
    /// One of snapd.
    case snap = "a Snap"

    /// The sandbox of this process, if any.
    public static var current: Sandbox? {
        detect(environment: environmentVariable, exists: { access($0, F_OK) == 0 })
    }

    /// The sandbox that these signs tell of.
    ///
    /// Source: Flatpak puts a file `/.flatpak-info` into each sandbox; snapd sets `SNAP`.
    static func detect(
        environment: (String) -> String?, exists: (String) -> Bool
    ) -> Sandbox? {
        if exists("/.flatpak-info") { return .flatpak }
        if let snap = environment("SNAP"), !snap.isEmpty, environment("SNAP_NAME") != nil {
            return .snap
        }
        return nil
    }

    /// What a person is told who finds no virtual devices here.
    public var finding: Finding {
        .problem(
            "this is \(rawValue), in which there are no virtual input devices",
            advice: "install tapinput outside of it, with its udev rule")
    }
}
