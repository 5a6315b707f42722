import EventLoop
import Glibc

/// What keeps the Bluetooth radio off, as the kernel's rfkill tells it.
enum RadioBlock: Equatable {
    case none
    /// A program did it, and may undo it.
    case soft
    /// A switch or a key of the machine.
    case hard

    /// What holds now.
    static var current: RadioBlock { RadioBlock(folder: "/sys/class/rfkill") }

    /// What a folder like /sys/class/rfkill tells: nothing where a Bluetooth radio is not blocked, and
    /// a hard block only where there is no radio that a program could let go.
    init(folder: String) {
        let blocks = Self.names(in: folder).compactMap { Self.block(of: "\(folder)/\($0)") }
        if blocks.isEmpty || blocks.contains(.none) {
            self = .none
        } else {
            self = blocks.contains(.soft) ? .soft : .hard
        }
    }

    /// The block of one radio; nil where it is not one of Bluetooth.
    private static func block(of radio: String) -> RadioBlock? {
        guard word(in: "\(radio)/type") == "bluetooth" else { return nil }
        if word(in: "\(radio)/hard") == "1" { return .hard }
        return word(in: "\(radio)/soft") == "1" ? .soft : RadioBlock.none
    }

    private static func word(in file: String) -> String {
        let bytes = try? FileDescriptor.open(file, flags: O_RDONLY).readToEnd(limit: 1 << 16)
        return String(decoding: (bytes ?? []).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// The names in a folder; none where there is no such folder, as on a machine without a radio.
    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
