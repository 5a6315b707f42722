internal import EventLoop
internal import Glibc

/// How it stands with /dev/uinput.
public struct NodeFacts: Equatable, Sendable {
    /// What is there.
    public enum Kind: Equatable, Sendable {
        /// Nothing.
        case missing
        /// The kernel's uinput: character device 10:223.
        case uinput
        /// Something else.
        case other
    }

    /// What came of opening it.
    public enum Access: Equatable, Sendable {
        /// It can be opened, or that was not tried.
        case granted
        /// This user may not.
        case refused
        /// The kernel has nothing behind it.
        case noDevice
        /// Another failure, in the kernel's words.
        case failed(String)
    }

    /// Its path.
    public var path: String
    /// What is there.
    public var kind: Kind
    /// Its permissions, the last nine bits of its mode.
    public var mode: UInt32
    /// The number of its group.
    public var group: UInt32
    /// What came of opening it.
    public var access: Access
}

extension NodeFacts {
    /// Looks at the file and opens it; `opens` is whether that is tried, since to open a node of a
    /// module that is not loaded would load it.
    ///
    /// Wraps `stat(2)`; the numbers are those of the kernel's devices.txt.
    static func gather(_ roots: SystemRoots, opens: Bool) -> NodeFacts {
        let path = "\(roots.files)/dev/uinput"
        var facts = NodeFacts(path: path, kind: .missing, mode: 0, group: 0, access: .granted)
        var status = stat()
        guard stat(path, &status) == 0 else { return facts }
        let isCharacter = UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFCHR)
        facts.kind = isCharacter && status.st_rdev == 10 << 8 | 223 ? .uinput : .other
        facts.mode = UInt32(status.st_mode) & 0o777
        facts.group = UInt32(status.st_gid)
        if opens || facts.kind == .other { facts.access = open(path) }
        return facts
    }

    private static func open(_ path: String) -> Access {
        do {
            _ = try FileDescriptor.open(path, flags: O_RDWR | O_NONBLOCK)
            return .granted
        } catch {
            switch error.code {
            case EACCES, EPERM: return .refused
            case ENODEV, ENXIO: return .noDevice
            default: return .failed(error.reason)
            }
        }
    }

    /// Whether everybody may write to it.
    var isWritableByAll: Bool { mode & 0o002 != 0 }
}

func nodeFindings(of facts: Facts) -> [Finding] {
    let node = facts.node
    let creation = "sudo mknod -m 600 \(node.path) c 10 223 && \(RuleFacts.application)"
    switch node.kind {
    // Without the module there is no node, and it comes with it.
    case .missing where !facts.module.isThere: return []
    case .missing: return [.problem("\(node.path): missing", creation)]
    case .other:
        return [
            .problem(
                "\(node.path): not the kernel's uinput device",
                "sudo rm \(node.path) && \(creation)")
        ]
    case .uinput: break
    }
    if node.isWritableByAll {
        return [
            .problem(
                "\(node.path): every program of every user may type and click with it",
                "sudo chmod o-rwx \(node.path)")
        ]
    }
    switch node.access {
    // The module is loaded by who opens it, and that was not tried.
    case .granted where facts.module.state == .notLoaded: return []
    case .granted: return [.ok("\(node.path): this user may use it")]
    case .refused where facts.services.systemDriver.works:
        return [.ok("\(node.path): not for this user, and the system's service does not need that")]
    case .refused:
        // What is to be mended first is told right here.
        let causes = [ownRuleFinding(of: facts)] + groupFindings(of: facts)
        let text = "\(node.path): permission denied"
        guard let cause = causes.first(where: { $0.level != .ok }) else {
            return [.problem(text, RuleFacts.application)]
        }
        return [.problem(text, cause.command, advice: cause.advice)]
    case .noDevice:
        return [
            .problem("\(node.path): the kernel has nothing behind it", "sudo modprobe uinput")
        ]
    case .failed(let reason):
        return [.problem("\(node.path): cannot be opened, \(reason)", reloading)]
    }
}

private let reloading = "sudo modprobe -r uinput && sudo modprobe uinput"
