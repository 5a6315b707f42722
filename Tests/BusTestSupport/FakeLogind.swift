package import Bus
package import EventLoop
internal import Glibc
internal import Testing

/// A scripted `org.freedesktop.login1`: sessions, sleep, and the locks that hold it up.
///
/// It lives on the same loop as what it tests, over a connection of its own.
package final class FakeLogind {
    /// A session of a user.
    package struct Session {
        package var id: String
        package var user: UInt32
        /// The seat, or nothing for one over the network.
        package var seat: String
        package var isActive: Bool
        package var kind: String
        /// Whether it is over and waits for its last processes.
        package var isClosing: Bool

        package init(
            _ id: String, user: UInt32, seat: String = "seat0", isActive: Bool = false,
            kind: String = "user", isClosing: Bool = false
        ) {
            self.isClosing = isClosing
            self.id = id
            self.user = user
            self.seat = seat
            self.isActive = isActive
            self.kind = kind
        }

        package var path: String { "/org/freedesktop/login1/session/_3\(id)" }
    }

    private static let path = "/org/freedesktop/login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    package var sessions: [Session] = []
    /// The users that it knows.
    package var users: Set<UInt32> = []
    package var isPreparing = false
    /// Changes to what it does: answers a call by its member, or nil for the ordinary answer.
    package var script: (String) -> BusAnswer? = { _ in nil }
    /// The members of all calls, in order.
    package private(set) var calls: [String] = []
    /// The arguments of each request for a lock, as texts.
    package private(set) var inhibits: [[String]] = []
    package private(set) var ownsName = false

    private var bus: BusConnection?
    private var locks: [FileDescriptorBox] = []

    private final class FileDescriptorBox {
        let descriptor: FileDescriptor
        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
    }

    /// A fake that asks for the name as soon as the bus knows it.
    package init(address: String, loop: EventLoop) throws {
        let box = WeakBox<FakeLogind>()
        bus = try BusConnection(
            address: address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { box.object?.requestName() },
                called: { box.object?.called($0) ?? .later },
                closed: {}))
        box.object = self
        try loop.expect("logind owns its name") { ownsName }
    }

    /// Leaves the bus as a daemon that is killed does.
    package func vanish() {
        bus?.close()
        bus = nil
        locks = []
    }

    /// How many locks are held.
    package var heldLocks: Int {
        locks.count { lock in
            // The other end of a pipe that nobody holds any more.
            var entry = pollfd(fd: lock.descriptor.raw, events: 0, revents: 0)
            return poll(&entry, 1, 0) == 0
        }
    }

    /// Emits a signal of the manager.
    package func signal(_ member: String, _ arguments: [BusValue]) {
        bus?.send(.signal(Self.path, Self.manager, member, arguments))
    }

    /// Is about to sleep, or awake again, and says so.
    package func prepareForSleep(_ isPreparing: Bool) {
        self.isPreparing = isPreparing
        signal("PrepareForSleep", [.bool(isPreparing)])
    }

    /// Shows one session at its seat, and says so, as logind does: of both that change.
    package func activate(_ id: String) {
        guard let seat = sessions.first(where: { $0.id == id })?.seat else { return }
        for index in sessions.indices where sessions[index].seat == seat {
            let isActive = sessions[index].id == id
            guard sessions[index].isActive != isActive else { continue }
            sessions[index].isActive = isActive
            change(sessions[index], ["Active": .bool(isActive)])
        }
    }

    /// Says that properties of a session changed.
    package func change(_ session: Session, _ properties: [String: BusValue]) {
        bus?.send(
            .signal(
                session.path, Self.properties, "PropertiesChanged",
                [
                    .string(Self.session), .properties(properties.map { ($0, $1) }),
                    .array(of: "s", []),
                ]))
    }

    /// Begins a session, and says so.
    package func add(_ session: Session) {
        sessions.append(session)
        users.insert(session.user)
        signal("SessionNew", [.string(session.id), .objectPath(session.path)])
    }

    /// Ends a session, and says so.
    package func remove(_ id: String) {
        guard let index = sessions.firstIndex(where: { $0.id == id }) else { return }
        let session = sessions.remove(at: index)
        signal("SessionRemoved", [.string(session.id), .objectPath(session.path)])
    }

    private func requestName() {
        bus?.own("org.freedesktop.login1") { [weak self] in self?.ownsName = $0 == .owned }
    }

    private func called(_ message: BusMessage) -> BusAnswer {
        let member = message.member ?? ""
        calls.append(member)
        if let answer = script(member) { return answer }
        switch member {
        case "Get": return .values([.variant(.bool(isPreparing))])
        case "Inhibit": return inhibit(message)
        case "ListUsers":
            return .values([
                .array(
                    of: "(uso)",
                    users.sorted().map {
                        .structure([
                            .uint32($0), .string("user\($0)"),
                            .objectPath("\(Self.path)/user/_\($0)"),
                        ])
                    })
            ])
        case "ListSessions":
            return .values([
                .array(
                    of: "(susso)",
                    sessions.map {
                        .structure([
                            .string($0.id), .uint32($0.user), .string("user\($0.user)"),
                            .string($0.seat), .objectPath($0.path),
                        ])
                    })
            ])
        case "GetAll":
            guard let session = sessions.first(where: { $0.path == message.path }) else {
                return .failure(.unknownObject())
            }
            return .values([
                .properties([
                    ("Active", .bool(session.isActive)), ("Class", .string(session.kind)),
                    ("Name", .string("user\(session.user)")),
                    (
                        "State",
                        .string(
                            session.isClosing
                                ? "closing" : session.isActive ? "active" : "online")
                    ),
                ])
            ])
        default: return .failure(.unknownMethod())
        }
    }

    private func inhibit(_ message: BusMessage) -> BusAnswer {
        inhibits.append(((try? message.arguments()) ?? []).map { $0.text ?? "" })
        var ends: [Int32] = [0, 0]
        guard !isPreparing, pipe(&ends) == 0 else {
            return .failure(BusError(name: "org.freedesktop.login1.OperationInProgress"))
        }
        locks.append(FileDescriptorBox(FileDescriptor(owning: ends[0])))
        return .values([.unixFD(BusDescriptor(FileDescriptor(owning: ends[1])))])
    }
}
