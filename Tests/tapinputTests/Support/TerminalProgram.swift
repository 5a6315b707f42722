import EventLoop
import Glibc
import TestSupport
import Testing

/// The built program on a terminal of its own, and the user who sits at it.
final class TerminalProgram {
    private let user: FileDescriptor
    /// Kept open, so that the terminal stays when the program ends.
    private let terminal: FileDescriptor
    /// The terminal's file.
    let path: String
    let process: pid_t
    /// What the program wrote so far, on standard output and error.
    private(set) var output = ""
    /// Whether what the program writes is read.
    var isReading = true
    private var bytes: [UInt8] = []
    private var status: Int32?

    /// `POSIX_SPAWN_SETSID`, which this module does not have by name.
    private static let newSession: Int16 = 0x80
    /// In nanoseconds; nothing here takes a fraction of it.
    private static let limit: Int64 = 60_000_000_000

    /// Starts the program with these arguments in a folder.
    convenience init(
        _ arguments: [String], in folder: TemporaryFolder, setting variables: [String: String] = [:]
    ) throws {
        try self.init(command: [Program.path] + arguments, in: folder, setting: variables)
    }

    /// Starts any command in a folder; its first word is found as a shell finds it.
    init(
        command: [String], in folder: TemporaryFolder, setting variables: [String: String] = [:]
    ) throws {
        var (raw, terminalRaw): (Int32, Int32) = (-1, -1)
        var name = [CChar](repeating: 0, count: 64)
        try systemCall("make a terminal") { openpty(&raw, &terminalRaw, &name, nil, nil) }
        user = FileDescriptor(owning: raw)
        terminal = FileDescriptor(owning: terminalRaw)
        path = String(
            decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try user.setNonBlocking()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that the leader of a session opens is its own.
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, path, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, STDIN_FILENO, STDERR_FILENO)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // What the tests ignore, the program does not.
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Self.newSession)
        let defaults = ["TERM": "xterm", "LC_ALL": "C.UTF-8", "NO_COLOR": ""]
        let environment = Program.environment(defaults.merging(variables) { $1 })
        let words = ["env", "-C", folder.path] + command
        var process: pid_t = 0
        let code = Program.withStrings(words) { arguments in
            Program.withStrings(environment) { variables in
                posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
            }
        }
        guard code == 0 else { throw SystemError(action: "start the program", code: code) }
        self.process = process
    }

    deinit {
        guard status == nil else { return }
        kill(process, SIGKILL)
        var ending: Int32 = 0
        waitpid(process, &ending, 0)
    }

    /// What the terminal is set to: whether it waits for whole lines, and shows what is typed.
    var mode: (waitsForLines: Bool, echoes: Bool) {
        var mode = termios()
        tcgetattr(terminal.raw, &mode)
        return (mode.c_lflag & tcflag_t(ICANON) != 0, mode.c_lflag & tcflag_t(ECHO) != 0)
    }

    /// Types something.
    func type(_ text: String) throws {
        try Array(text.utf8).withUnsafeBytes { try user.write(all: $0) }
    }

    /// Forgets what was written so far.
    func forget() {
        output = ""
        bytes = []
    }

    /// Waits until the program has written what fits.
    func expect(_ what: Comment, _ fits: (String) -> Bool) throws {
        let latest = EventLoop.monotonicNow() + Self.limit
        while !fits(output), EventLoop.monotonicNow() < latest { read() }
        try #require(fits(output), what)
    }

    /// Waits until it has ended; the exit status, or the signal that ended it and 128.
    func end() throws -> Int32 {
        let state = try expectEnd()
        status = state
        read()
        let signal = state & 0x7f
        return signal == 0 ? (state >> 8) & 0xff : 128 + signal
    }

    private func expectEnd() throws -> Int32 {
        let latest = EventLoop.monotonicNow() + Self.limit
        var state: Int32 = 0
        while EventLoop.monotonicNow() < latest {
            if waitpid(process, &state, WNOHANG) == process { return state }
            read()
        }
        throw SystemError(action: "wait for the program", code: ETIMEDOUT)
    }

    /// Reads what there is, or waits a moment for it.
    private func read() {
        var entry = pollfd(fd: user.raw, events: isReading ? Int16(POLLIN) : 0, revents: 0)
        _ = poll(&entry, 1, 10)
        guard isReading else { return }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
        defer { buffer.deallocate() }
        while let count = try? user.read(into: buffer), count > 0 { bytes += buffer[..<count] }
        output = String(decoding: bytes, as: UTF8.self)
    }
}
