internal import CDBus
internal import EventLoop
public import TapProtocol

/// Where one Tap's notifications go.
///
/// Times are nanoseconds of `CLOCK_MONOTONIC`.
public struct TapReceiver {
    /// A notification: the digits that begin the characteristic's UUID, the bytes, the time.
    public var notification: (UInt32, Span<UInt8>, Int64) -> Void
    /// Nothing more comes from what came so far: everything that is pressed must come up.
    public var release: (Int64) -> Void

    /// A receiver of both.
    public init(
        notification: @escaping (UInt32, Span<UInt8>, Int64) -> Void,
        release: @escaping (Int64) -> Void
    ) {
        self.notification = notification
        self.release = release
    }
}

/// One Tap: does what its connection's state machine says, and tells it what happens.
public final class TapLink {
    /// What a link needs of the client.
    struct Environment {
        var loop: EventLoop
        /// The bus of this moment, or nil while there is none.
        var bus: () -> BusConnection?
        var report: (String, TapReport) -> Void
        /// The link has nothing more to do after `leave`.
        var left: () -> Void
    }

    private let path: String
    private let environment: Environment
    private let timer: LoopTimer
    private var receiver: TapReceiver?
    private var machine: TapConnection
    private var snapshot: TapSnapshot?
    private var call: BusCall?
    private var socket: NotificationSocket?
    /// The characteristic whose signals are listened to, where there is no socket.
    private(set) var signalPath: String?
    private var events: [TapConnection.Event] = []
    private var isHandling = false

    /// A link of the device at an object path; it has no receiver yet.
    init(_ path: String, _ environment: Environment) {
        self.path = path
        self.environment = environment
        let seed = path.utf8.reduce(UInt64(EventLoop.monotonicNow())) { $0 &* 31 &+ UInt64($1) }
        machine = TapConnection(seed: seed)
        let box = WeakBox<TapLink>()
        timer = environment.loop.makeTimer { box.object?.handle(.tick) }
        box.object = self
    }

    deinit {
        call?.cancel()
        environment.loop.remove(timer)
    }

    /// The name that the Tap's user gave it.
    public var name: String { machine.name }

    /// Whether it has nothing more to do after `leave`.
    var isDone: Bool { machine.isDone }

    /// Vibrates, now or as soon as the Tap is not busy; not at all if it is not there.
    public func vibrate(_ pattern: HapticPattern) {
        perform(machine.vibrate(pattern))
    }

    func connect(to receiver: TapReceiver) {
        self.receiver = receiver
    }

    /// Takes what BlueZ says of the device; nil if it is gone.
    func update(_ snapshot: TapSnapshot?) {
        guard snapshot != self.snapshot else { return }
        self.snapshot = snapshot
        handle(.changed(snapshot))
    }

    /// Puts the Tap back as it was.
    func leave() {
        handle(.leave)
    }

    /// Lets come up what the Tap has pressed.
    func release() {
        receiver?.release(EventLoop.monotonicNow())
    }

    /// A notification that came as a signal of the bus.
    func signalled(_ message: BusMessage) {
        message.withChangedBytes(of: "Value", body: received)
    }

    private func received(_ bytes: Span<UInt8>) {
        let now = environment.loop.now
        machine.noteData(at: now, isMotion: V2Event.isMotion(bytes))
        receiver?.notification(NotifyingCharacteristic.v2Read.rawValue, bytes, now)
    }

    /// Takes an event; those that come while it is being dealt with wait for their turn.
    private func handle(_ event: TapConnection.Event) {
        events.append(event)
        guard !isHandling else { return }
        isHandling = true
        while !events.isEmpty {
            perform(machine.handle(events.removeFirst(), at: EventLoop.monotonicNow()))
        }
        isHandling = false
        timer.deadline = machine.deadline
        if machine.isDone { environment.left() }
    }

    private func perform(_ actions: [TapConnection.Action]) {
        for action in actions {
            switch action {
            case .call(let call): make(call)
            case .cancelCall:
                call?.cancel()
                call = nil
            case .stopListening: stopListening()
            case .release: release()
            case .report(let report): environment.report(machine.name, report)
            }
        }
    }

    private func make(_ call: TapConnection.Call) {
        switch call {
        case .connect:
            send(device("Connect"), timeout: 45_000) { _ in nil }
        case .disconnect:
            send(device("Disconnect")) { _ in nil }
        case .acquireNotify(let path):
            let message = characteristic(path, "AcquireNotify", [.properties([])])
            send(message) { [unowned self] in listen(to: $0) }
        case .startNotify(let path):
            // Subscribed before the call, so that what comes before its reply is not lost.
            signalPath = path
            environment.bus()?.addMatch(Self.signalRule(path))
            send(characteristic(path, "StartNotify")) { _ in nil }
        case .write(let path, let bytes):
            let options: BusValue = .properties([("type", .string("request"))])
            send(characteristic(path, "WriteValue", [.bytes(bytes), options])) { _ in nil }
        }
    }

    private func device(_ member: String) -> BusMessage? {
        .call(BlueZName.service, path, BlueZName.device, member)
    }

    private func characteristic(
        _ path: String, _ member: String, _ arguments: [BusValue] = []
    ) -> BusMessage? {
        .call(BlueZName.service, path, BlueZName.characteristic, member, arguments)
    }

    /// Makes a call; `accept` says what is wrong with a reply that is not an error.
    private func send(
        _ message: BusMessage?, timeout: Int32 = 10_000,
        accept: @escaping (BusMessage) -> BusError?
    ) {
        guard let bus = environment.bus() else { return handle(.answered(.notSent)) }
        call = bus.call(message, timeout: timeout) { [weak self] result in
            switch result {
            case .success(let reply): self?.handle(.answered(accept(reply)))
            case .failure(let error): self?.handle(.answered(error))
            }
        }
    }

    /// Listens to the socket that `AcquireNotify` answered with.
    private func listen(to reply: BusMessage) -> BusError? {
        guard case .unixFD(let shared)? = try? reply.arguments().first else {
            return .malformedReply
        }
        do {
            socket = try NotificationSocket(
                shared, on: environment.loop,
                received: { [unowned self] in received($0) },
                ended: { [unowned self] in
                    socket = nil
                    handle(.socketEnded)
                })
            return nil
        } catch {
            return BusError(
                name: "org.freedesktop.DBus.Error.Failed", message: error.description)
        }
    }

    private func stopListening() {
        socket = nil
        guard let path = signalPath else { return }
        signalPath = nil
        let bus = environment.bus()
        bus?.removeMatch(Self.signalRule(path))
        // Whether it is stopped or was gone already is all the same.
        bus?.call(characteristic(path, "StopNotify")) { _ in }
    }

    private static func signalRule(_ path: String) -> String {
        BlueZClient.changesRule(path: path)
    }
}

extension BusMessage {
    /// Calls `body` with the bytes of a property in a `PropertiesChanged` signal, if it is there.
    ///
    /// The bytes are lent, not copied.
    func withChangedBytes(of property: String, body: (Span<UInt8>) -> Void) {
        var arguments = DBusMessageIter()
        var entries = DBusMessageIter()
        guard dbus_message_iter_init(raw, &arguments) != 0,
            dbus_message_iter_next(&arguments) != 0,
            dbus_message_iter_get_arg_type(&arguments) == BusType.array
        else { return }
        dbus_message_iter_recurse(&arguments, &entries)
        while dbus_message_iter_get_arg_type(&entries) == BusType.entry {
            var entry = DBusMessageIter()
            dbus_message_iter_recurse(&entries, &entry)
            if Self.key(&entry) == property { return Self.lendBytes(&entry, body) }
            dbus_message_iter_next(&entries)
        }
    }

    private static func key(_ entry: inout DBusMessageIter) -> String? {
        guard dbus_message_iter_get_arg_type(&entry) == BusType.code("s") else { return nil }
        var text: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&entry, &text)
        return text.map { String(cString: $0) }
    }

    /// The bytes of the variant behind an entry's key.
    private static func lendBytes(
        _ entry: inout DBusMessageIter, _ body: (Span<UInt8>) -> Void
    ) {
        var variant = DBusMessageIter()
        var bytes = DBusMessageIter()
        guard dbus_message_iter_next(&entry) != 0,
            dbus_message_iter_get_arg_type(&entry) == BusType.variant
        else { return }
        dbus_message_iter_recurse(&entry, &variant)
        guard dbus_message_iter_get_arg_type(&variant) == BusType.array,
            dbus_message_iter_get_element_type(&variant) == BusType.byte
        else { return }
        dbus_message_iter_recurse(&variant, &bytes)
        var start: UnsafePointer<UInt8>?
        var count: Int32 = 0
        dbus_message_iter_get_fixed_array(&bytes, &start, &count)
        body(UnsafeBufferPointer(start: start, count: Int(max(count, 0))).span)
    }
}
