/// What keeps the Bluetooth radio off, as the kernel's rfkill tells it.
public enum RadioBlock: Equatable, Sendable {
    /// Nothing.
    case none
    /// A program did it, and may undo it.
    case soft
    /// A switch or a key of the machine.
    case hard

    /// What holds now on this machine.
    public static var current: RadioBlock { RadioBlock(SystemRoots()) }

    /// What /sys/class/rfkill tells: nothing where a Bluetooth radio is not blocked, and a hard block
    /// only where there is no radio that a program could let go.
    init(_ roots: SystemRoots) {
        let folder = "\(roots.sys)/class/rfkill"
        let blocks = roots.names(in: folder).compactMap {
            Self.block(of: "\(folder)/\($0)", roots)
        }
        if blocks.isEmpty || blocks.contains(.none) {
            self = .none
        } else {
            self = blocks.contains(.soft) ? .soft : .hard
        }
    }

    /// The block of one radio; nil where it is not one of Bluetooth.
    private static func block(of radio: String, _ roots: SystemRoots) -> RadioBlock? {
        let word = { (name: String) in roots.lines("\(radio)/\(name)").first }
        guard word("type") == "bluetooth" else { return nil }
        if word("hard") == "1" { return .hard }
        return word("soft") == "1" ? .soft : RadioBlock.none
    }
}
