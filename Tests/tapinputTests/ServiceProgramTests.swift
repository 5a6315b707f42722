import BusTestSupport
import EventLoop
import Glibc
import TestSupport
import Testing

@Suite("The program as a service, on a service manager's socket")
struct ServiceProgramTests {
    /// The socket on which a service manager listens.
    private final class NotifySocket {
        let path: String
        private let socket: FileDescriptor

        init(at path: String) throws {
            self.path = path
            let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            let raw = try systemCall("make a socket") { Glibc.socket(AF_UNIX, type, 0) }
            socket = FileDescriptor(owning: raw)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = Array(path.utf8CString)
            withUnsafeMutableBytes(of: &address.sun_path) { place in
                bytes.withUnsafeBytes {
                    place.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(place.count)))
                }
            }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            try systemCall("bind \(path)") {
                withUnsafePointer(to: &address) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        bind(raw, $0, size)
                    }
                }
            }
        }

        /// What has come, in order.
        func received() -> [String] {
            var all: [String] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = recv(socket.raw, &buffer, buffer.count, 0)
                guard count >= 0 else { return all }
                all.append(String(decoding: buffer[..<count], as: UTF8.self))
            }
        }
    }

    /// A command that runs until it finds no BlueZ on a bus of its own.
    private static func run(_ variables: [String: String]) throws -> ProgramRun {
        let (daemon, folder, loop) = (try BusDaemon(), try TemporaryFolder(), try EventLoop())
        return try Program.run(
            ["capture", "new.tapcap"], in: folder,
            setting: variables.merging(["DBUS_SYSTEM_BUS_ADDRESS": daemon.address]) { own, _ in own
            },
            beside: loop)
    }

    @Test("It tells that it is ready, where things stand, and that it ends")
    func tells() throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(at: folder.file("notify"))
        let run = try Self.run(["NOTIFY_SOCKET": socket.path])
        #expect(run.status == 69)
        let received = socket.received()
        #expect(received.first == "READY=1")
        #expect(received.last == "STOPPING=1")
    }

    @Test("Where nobody listens it does the same", arguments: ["", "/nonexistent/notify", "odd"])
    func nobody(_ path: String) throws {
        let alone = try Self.run([:])
        #expect(try Self.run(["NOTIFY_SOCKET": path]) == alone)
        #expect(alone.status == 69)
    }
}
