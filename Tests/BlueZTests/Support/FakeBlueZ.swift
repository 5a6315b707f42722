import Bus
import BusTestSupport
import EventLoop
import Glibc

@testable import BlueZ

/// A scripted `org.bluez`: a tree of objects, the methods that the driver calls, and a record of
/// every call that came.
///
/// It lives on the same loop as what it tests, over a connection of its own.
final class FakeBlueZ {
    /// A call as it came.
    struct Call: Equatable {
        var path: String
        var member: String
        /// What was to be written.
        var bytes: [UInt8] = []
        /// The arguments of a call that sets something up, as texts.
        var arguments: [String] = []
    }

    /// What a call is answered with.
    enum Answer {
        case values([BusValue])
        case error(BusError)
        case never
    }

    /// The interfaces and properties of each object.
    typealias Tree = [String: [String: [String: BusValue]]]

    /// Changes to what it does: answers a call, or nil for the ordinary answer.
    var script: (Call) -> Answer? = { _ in nil }
    /// What happens right before a call gets its ordinary answer.
    var beforeAnswer: (Call) -> Void = { _ in }
    private(set) var calls: [Call] = []
    /// The options of all writes, as texts.
    private(set) var writeOptions: [String] = []
    /// What each characteristic reads as.
    var values: [String: [UInt8]] = [:]
    /// The unique name of whoever called last.
    private(set) var lastCaller: String?
    private(set) var tree: Tree
    /// Whether `org.bluez` is its name.
    private(set) var ownsName = false

    private var bus: BusConnection?
    private var sockets: [String: BusDescriptor] = [:]
    private var notifying: Set<String> = []
    private var unanswered: [(message: BusMessage, call: Call)] = []

    /// A fake with these objects that asks for the name as soon as the bus knows it.
    init(_ tree: Tree, address: String, loop: EventLoop) throws {
        self.tree = tree
        let box = WeakBox<FakeBlueZ>()
        bus = try BusConnection(
            address: address, loop: loop,
            handlers: BusConnection.Handlers(
                opened: { box.object?.requestName() },
                called: { message in
                    box.object?.received(message)
                    return .later
                },
                closed: {}))
        box.object = self
    }

    /// Leaves the bus as a daemon that is killed does: without a word, its sockets closed.
    func vanish() {
        bus?.close()
        bus = nil
        sockets = [:]
    }

    /// The calls of a method, in order.
    func calls(_ member: String) -> [Call] { calls.filter { $0.member == member } }

    /// The bytes of all writes, in order.
    var writes: [[UInt8]] { calls("WriteValue").map(\.bytes) }

    func forgetCalls() { calls = [] }

    /// Asks the agent of whoever called last; what comes back is empty, or an error.
    func ask(
        _ member: String, _ arguments: [BusValue] = [], path: String = "/org/tapinput/agent",
        interface: String = BlueZName.agent,
        reply: @escaping (Result<BusMessage, BusError>) -> Void
    ) {
        let call = BusMessage.call(lastCaller ?? "", path, interface, member, arguments)
        bus?.call(call, timeout: 5000, reply: reply)
    }

    private func requestName() {
        let request = BusMessage.call(
            BusConnection.busName, "/org/freedesktop/DBus", BusConnection.busName, "RequestName",
            [.string("org.bluez"), .uint32(4)])
        bus?.call(request) { [weak self] in
            if case .success = $0 { self?.ownsName = true }
        }
    }
}

// MARK: - Its objects

extension FakeBlueZ {
    /// Adds objects, and says so.
    func add(_ objects: Tree) {
        for (path, interfaces) in objects.sorted(by: { $0.key < $1.key }) {
            tree[path, default: [:]].merge(interfaces) { $1 }
            emit(
                "/", BlueZName.objectManager, "InterfacesAdded",
                [.objectPath(path), Self.dictionary(interfaces)])
        }
    }

    /// Removes an object, and says so; `below` are those that go without a word.
    func remove(_ path: String, silentlyBelow: Bool = false) {
        let interfaces = tree.removeValue(forKey: path) ?? [:]
        emit(
            "/", BlueZName.objectManager, "InterfacesRemoved",
            [.objectPath(path), .array(of: "s", interfaces.keys.map { .string($0) })])
        for child in tree.keys.sorted() where child.hasPrefix(path + "/") {
            if silentlyBelow { tree[child] = nil } else { remove(child) }
        }
    }

    /// Changes properties, and says so.
    func change(_ path: String, _ interface: String, _ properties: [String: BusValue]) {
        tree[path]?[interface]?.merge(properties) { $1 }
        emit(
            path, BlueZName.properties, "PropertiesChanged",
            [
                .string(interface), .properties(properties.map { ($0, $1) }),
                .array(of: "s", []),
            ])
    }

    /// The link of a device ends.
    func drop(_ tap: FakeTap) {
        for path in tap.paths {
            sockets[path] = nil
            notifying.remove(path)
        }
        change(
            tap.path, BlueZName.device,
            ["Connected": .bool(false), "ServicesResolved": .bool(false)])
    }

    /// A device connects by itself, and its services are known.
    func link(_ tap: FakeTap) {
        change(
            tap.path, BlueZName.device,
            ["Connected": .bool(true), "ServicesResolved": .bool(true)])
    }

    /// Emits a signal, of any content.
    func emit(_ path: String, _ interface: String, _ member: String, _ arguments: [BusValue]) {
        bus?.send(.signal(path, interface, member, arguments))
    }

    private static func dictionary(_ interfaces: [String: [String: BusValue]]) -> BusValue {
        .array(
            of: "{sa{sv}}",
            interfaces.map {
                .entry(key: .string($0), value: .properties($1.map { ($0, $1) }))
            })
    }

    private var managedObjects: BusValue {
        .array(
            of: "{oa{sa{sv}}}",
            tree.map { .entry(key: .objectPath($0), value: Self.dictionary($1)) })
    }
}

// MARK: - Notifications

extension FakeBlueZ {
    /// Whether somebody holds the socket of a characteristic.
    func hasSocket(_ path: String) -> Bool {
        guard let socket = sockets[path] else { return false }
        var byte: UInt8 = 0
        return recv(socket.descriptor.raw, &byte, 1, Int32(MSG_PEEK)) != 0
    }

    /// Whether somebody has the notifications of a characteristic as signals.
    func isNotifying(_ path: String) -> Bool { notifying.contains(path) }

    /// The Tap notifies: through the socket, or as a signal; whether anybody gets it.
    @discardableResult
    func notify(_ path: String, _ bytes: [UInt8]) -> Bool {
        if let socket = sockets[path] {
            let flags = Int32(MSG_NOSIGNAL)
            return send(socket.descriptor.raw, bytes, bytes.count, flags) == bytes.count
        }
        guard notifying.contains(path) else { return false }
        signal(path, bytes)
        return true
    }

    /// A value as a signal, wanted or not.
    func signal(_ path: String, _ bytes: [UInt8]) {
        change(path, BlueZName.characteristic, ["Value": .bytes(bytes)])
    }

    /// BlueZ closes the socket of a characteristic.
    func closeSocket(_ path: String) {
        sockets[path] = nil
    }

    private func acquireNotify(_ path: String) -> Answer {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return .error(.bluez("Failed")) }
        sockets[path] = BusDescriptor(FileDescriptor(owning: ends[0]))
        let theirs = BusDescriptor(FileDescriptor(owning: ends[1]))
        return .values([.unixFD(theirs), .uint16(185)])
    }
}

// MARK: - Its methods

extension FakeBlueZ {
    private func received(_ message: BusMessage) {
        guard message.isCall, let path = message.path, let member = message.member else { return }
        lastCaller = message.sender
        var call = Call(path: path, member: member)
        switch member {
        case "WriteValue":
            call.bytes = (try? message.arguments().first?.bytes) ?? []
            writeOptions.append((try? message.arguments().last?.canonical) ?? "")
        case "SetDiscoveryFilter", "RegisterAgent", "UnregisterAgent", "Set", "RemoveDevice":
            call.arguments = ((try? message.arguments()) ?? []).map(\.canonical)
        default: break
        }
        calls.append(call)
        if let answer = script(call) {
            if case .never = answer { unanswered.append((message, call)) }
            return reply(to: message, answer)
        }
        beforeAnswer(call)
        reply(to: message, ordinaryAnswer(to: call))
    }

    /// Gives the calls that were never answered their ordinary answers after all.
    func answerLate() {
        let late = unanswered
        unanswered = []
        for (message, call) in late { reply(to: message, ordinaryAnswer(to: call)) }
    }

    private func reply(to message: BusMessage, _ answer: Answer) {
        switch answer {
        case .values(let values): bus?.send(message.reply(values))
        case .error(let error): bus?.send(message.reply(error))
        case .never: break
        }
    }

    private func ordinaryAnswer(to call: Call) -> Answer {
        switch call.member {
        case "GetManagedObjects": return .values([managedObjects])
        case "Connect":
            change(
                call.path, BlueZName.device,
                ["Connected": .bool(true), "ServicesResolved": .bool(true)])
        case "Disconnect":
            change(
                call.path, BlueZName.device,
                ["Connected": .bool(false), "ServicesResolved": .bool(false)])
        case "AcquireNotify": return acquireNotify(call.path)
        case "StartNotify": notifying.insert(call.path)
        case "StopNotify": notifying.remove(call.path)
        case "Pair":
            change(
                call.path, BlueZName.device, ["Bonded": .bool(true), "Paired": .bool(true)])
        case "ReadValue":
            guard let bytes = values[call.path] else { return .error(.bluez("NotPermitted")) }
            return .values([.bytes(bytes)])
        case "RemoveDevice":
            let path = tree.keys.first { call.arguments == ["o\"\($0)\""] }
            guard let path else { return .error(.bluez("DoesNotExist")) }
            remove(path)
        case "SetDiscoveryFilter", "StartDiscovery", "StopDiscovery", "RegisterAgent",
            "UnregisterAgent", "CancelPairing", "Set", "WriteValue":
            break
        default: return .error(.bus("UnknownMethod"))
        }
        return .values([])
    }
}
