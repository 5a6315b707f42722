internal import CLinux
internal import Glibc
internal import TestSupport

/// A `dbus-daemon` of the test's own, at an address of its own; it ends with this object.
package final class BusDaemon {
    /// It could not be started.
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    package let address: String
    private let allowsNames: Bool
    private let folder: TemporaryFolder
    private var process: pid_t = 0

    /// A bus on which names can be owned, or on which its policy is against that.
    package init(allowsNames: Bool = true) throws {
        self.allowsNames = allowsNames
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.file("socket"))"
        try writeConfiguration()
        try start()
    }

    deinit {
        stop()
    }

    /// Ends the daemon at once, as a crash would.
    package func stop() {
        guard process > 0 else { return }
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
        process = 0
        unlink(folder.file("socket"))
    }

    /// Starts it, again at the same address; returns once it listens.
    package func start() throws {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw Failure(description: "no socket: errno \(errno)")
        }
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // With setpriv it does not outlive a test that crashes.
        let words = [
            "setpriv", "--pdeathsig", "KILL", "dbus-daemon", "--nofork", "--print-address=1",
            "--config-file=\(configuration)",
        ]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        let code = posix_spawnp(&process, "setpriv", &actions, nil, arguments, environ)
        close(ends[1])
        guard code == 0 else { throw Failure(description: "no dbus-daemon: error \(code)") }
        try waitForAddress(ends[0])
    }

    private var configuration: String { folder.file("bus.conf") }

    /// The daemon prints its address once it listens; it prints nothing if it cannot.
    private func waitForAddress(_ descriptor: Int32) throws {
        var byte: UInt8 = 0
        var line: [UInt8] = []
        while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        guard String(decoding: line, as: UTF8.self).hasPrefix("unix:") else {
            throw Failure(description: "dbus-daemon does not start; is it installed?")
        }
    }

    private func writeConfiguration() throws {
        let text = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <\(allowsNames ? "allow" : "deny") own="*"/>
              </policy>
            </busconfig>
            """
        guard let file = fopen(configuration, "w") else {
            throw Failure(description: "no file for the bus: errno \(errno)")
        }
        fputs(text, file)
        fclose(file)
    }
}
