import EventLoop
import Glibc
import TestSupport

/// A run of a program to its end: how it ended and what it wrote.
struct ProgramRun: Equatable {
    /// The exit status, or the signal that ended it and 128, as a shell counts.
    var status: Int32
    var output: String
    var errors: String
}

/// The built program.
enum Program {
    /// Its file is beside the one that runs the tests.
    static let path: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(readlink("/proc/self/exe", &buffer, buffer.count), 0)
        let tests = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return tests.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/tapinput"
    }()

    /// What decides where it looks and how it writes is not left to who runs the tests.
    private static let ownVariables = [
        "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "JOURNAL_STREAM", "XDG_RUNTIME_DIR",
    ]
    /// In milliseconds; nothing here takes a fraction of it.
    private static let limit: Int32 = 60_000

    /// Runs the program with these arguments in a folder, the standard streams to files.
    static func run(
        _ arguments: [String], in folder: TemporaryFolder,
        setting variables: [String: String] = [:],
        output: String? = nil, errors: String? = nil, beside loop: EventLoop? = nil
    ) throws -> ProgramRun {
        try run(
            command: [path] + arguments, in: folder, setting: variables, output: output,
            errors: errors, beside: loop)
    }

    /// Runs any command; its first word is found as a shell finds it.
    ///
    /// A loop that is given runs meanwhile.
    static func run(
        command words: [String], in folder: TemporaryFolder,
        setting variables: [String: String] = [:], output: String? = nil, errors: String? = nil,
        beside loop: EventLoop? = nil
    ) throws -> ProgramRun {
        let streams = try TemporaryFolder()
        let files = (output ?? streams.file("output"), errors ?? streams.file("errors"))
        let status = try wait(for: words, folder.path, environment(variables), files, loop)
        return ProgramRun(
            status: status,
            output: output == nil ? try text(of: files.0) : "",
            errors: try text(of: files.1))
    }

    static func environment(_ variables: [String: String]) -> [String] {
        var entries: [String] = []
        var entry = environ
        while let text = entry.pointee {
            entries.append(String(cString: text))
            entry += 1
        }
        let hidden = ownVariables + variables.keys
        return entries.filter { entry in !hidden.contains { entry.hasPrefix("\($0)=") } }
            + variables.map { "\($0)=\($1)" }
    }

    /// Starts a command and waits until it has ended; past the limit it is killed.
    private static func wait(
        for command: [String], _ folder: String, _ environment: [String],
        _ files: (output: String, errors: String), _ loop: EventLoop?
    ) throws -> Int32 {
        // The program holds one end and says nothing: that it has ended is the end of the other.
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try systemCall("make a socket") { socketpair(AF_UNIX, type, 0, &ends) }
        let reading = FileDescriptor(owning: ends[0])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], ends[1])
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        let flags = O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, files.output, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, files.errors, flags, 0o600)
        // The threads that run tests block signals, and what they start would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ["env", "-C", folder] + command
        var process: pid_t = 0
        let code = withStrings(words) { arguments in
            withStrings(environment) { variables in
                posix_spawnp(&process, words[0], &actions, &attributes, arguments, variables)
            }
        }
        close(ends[1])
        guard code == 0 else { throw SystemError(action: "start \(command[0])", code: code) }
        var end = pollfd(fd: reading.raw, events: Int16(POLLIN), revents: 0)
        let latest = EventLoop.monotonicNow() + Int64(limit) * 1_000_000
        var ready: Int32 = 0
        while ready == 0, EventLoop.monotonicNow() < latest {
            // A loop has its turn every few milliseconds.
            ready = (try? systemCall("wait") { poll(&end, 1, loop == nil ? limit : 0) }) ?? 0
            if ready == 0 { try loop?.runOnce(until: EventLoop.monotonicNow() + 5_000_000) }
        }
        if ready == 0 { kill(process, SIGKILL) }
        var status: Int32 = 0
        try systemCall("wait for \(command[0])") { waitpid(process, &status, 0) }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }

    /// Calls `body` with an array as C wants it: pointers, and nil at its end.
    static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
