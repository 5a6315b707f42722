import Bus
import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

extension BusError {
    static func bluez(_ word: String) -> BusError { BusError(name: "org.bluez.Error.\(word)") }
}

extension TapSnapshot {
    static let tapRead = "/org/bluez/hci0/dev_A0/service0010/char0011"
    static let tapWrite = "/org/bluez/hci0/dev_A0/service0010/char0014"

    /// A bonded Tap whose adapter is on, with no link.
    static let bonded = TapSnapshot(
        address: "A0:B1:C2:D3:E4:F5", name: "Tap", isPowered: true, isBonded: true)

    /// The link is there and BlueZ knows the services of a v2 Tap.
    mutating func link() {
        isConnected = true
        resolve()
    }

    mutating func resolve(read: String = tapRead, write: String = tapWrite) {
        servicesResolved = true
        protocolVersion = .v2
        characteristics = [TapUUIDs.v2Read: read, TapUUIDs.v2Write: write]
    }

    /// Where a v1 Tap has its characteristics.
    static let v1Paths = [
        TapUUIDs.v1TapData: "/v1/tap", TapUUIDs.v1MouseData: "/v1/mouse",
        TapUUIDs.v1UICommand: "/v1/ui", TapUUIDs.v1AirGesture: "/v1/air",
        TapUUIDs.uartRX: "/v1/rx", TapUUIDs.uartTX: "/v1/tx",
    ]

    /// The link is there and BlueZ knows the services of a v1 Tap.
    mutating func linkV1() {
        isConnected = true
        servicesResolved = true
        protocolVersion = .v1
        characteristics = Self.v1Paths
    }

    mutating func unlink() {
        isConnected = false
        servicesResolved = false
    }

    /// BlueZ knows the services, and none of a Tap is among them.
    mutating func resolveNothing() {
        servicesResolved = true
        forgetServices()
    }

    mutating func forgetServices() {
        protocolVersion = nil
        characteristics = [:]
    }
}

/// A connection with a clock and a BlueZ that the test plays; it watches the rules that always hold.
struct ConnectionRig {
    /// A call and when it was made.
    struct TimedCall: Equatable {
        var time: Int64
        var call: TapConnection.Call
    }

    private(set) var connection: TapConnection
    private(set) var now = Int64.seconds(1000)
    /// What BlueZ knows of the Tap; `tell` says it.
    var tap = TapSnapshot.bonded
    /// The call that waits for its answer.
    private(set) var pending: TapConnection.Call?
    private(set) var isListening = false
    private(set) var calls: [TimedCall] = []
    private(set) var reports: [TapReport] = []
    private(set) var releases = 0
    /// The first rule that was broken, if any.
    private(set) var violation: String?

    private let recordsViolations: Bool
    private var isTold: TapSnapshot?
    private var saidConnected = false

    init(mode: TapMode = .airMouse, seed: UInt64 = 1, recordsViolations: Bool = true) {
        connection = TapConnection(mode: mode, seed: seed)
        self.recordsViolations = recordsViolations
    }

    /// The bytes of all writes, in order.
    var writes: [[UInt8]] {
        calls.compactMap {
            guard case .write(_, let bytes, _) = $0.call else { return nil }
            return bytes
        }
    }

    /// The writes, in order, as the path's last part and hex digits: "rx 030c0001".
    var written: [String] {
        calls.compactMap {
            guard case .write(let path, let bytes, _) = $0.call else { return nil }
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            return "\(path.split(separator: "/").last ?? "") \(digits)"
        }
    }

    /// How often the first way to subscribe was tried.
    var subscriptions: Int {
        calls.count { if case .acquireNotify = $0.call { true } else { false } }
    }

    /// Whether this call was made.
    func made(_ call: TapConnection.Call) -> Bool {
        calls.contains { $0.call == call }
    }

    mutating func forget() {
        calls = []
        reports = []
    }

    mutating func forgetCalls() {
        calls = []
    }

    /// BlueZ says what it knows of the Tap, after a change of it.
    @discardableResult
    mutating func tell(
        _ change: (inout TapSnapshot) -> Void = { _ in }
    ) -> [TapConnection.Action] {
        change(&tap)
        isTold = tap
        return handle(.changed(tap))
    }

    /// BlueZ, or the device in it, is gone.
    @discardableResult
    mutating func tellGone() -> [TapConnection.Action] {
        isTold = nil
        return handle(.changed(nil))
    }

    /// Answers the call under way; nil is success.
    @discardableResult
    mutating func answer(_ error: BusError? = nil) -> [TapConnection.Action] {
        let answered = pending
        pending = nil
        switch answered {
        case .acquireNotify, .startNotify: if error == nil { isListening = true }
        case .connect, .disconnect, .write, nil: break
        }
        return handle(.answered(error))
    }

    /// Lets time pass, with a tick at each deadline on the way.
    @discardableResult
    mutating func pass(_ duration: Int64) -> [TapConnection.Action] {
        let end = now + duration
        var actions: [TapConnection.Action] = []
        while let deadline = connection.deadline, deadline <= end, violation == nil {
            now = max(now, deadline)
            actions += handle(.tick)
        }
        now = end
        return actions
    }

    /// The clock goes on and nobody ticks: a loop that is late.
    mutating func stall(_ duration: Int64) {
        now += duration
    }

    mutating func notify(_ kind: NotificationKind) {
        if let event = connection.note(kind, at: now) { handle(event) }
    }

    @discardableResult
    mutating func ask(_ request: TapConnection.Request) -> [TapConnection.Action] {
        handle(.asked(request))
    }

    mutating func notify(isMotion: Bool = true) {
        notify(isMotion ? .motion : .other)
    }

    @discardableResult
    mutating func vibrate() -> [TapConnection.Action] {
        handle(.asked(.vibrate(.pulse)))
    }

    @discardableResult
    mutating func handle(_ event: TapConnection.Event) -> [TapConnection.Action] {
        let before = connection.state
        let actions = take(connection.handle(event, at: now), from: before)
        check(actions, before)
        if case .tick = event, let deadline = connection.deadline, deadline <= now {
            violate("the deadline is in the past after a tick, in \(connection.state)")
        }
        return actions
    }
}

// MARK: - The rules that always hold

extension ConnectionRig {
    private mutating func take(
        _ actions: [TapConnection.Action], from before: TapConnection.State
    ) -> [TapConnection.Action] {
        for action in actions {
            switch action {
            case .call(let call): took(call, before)
            case .cancelCall: pending = nil
            case .stopListening: isListening = false
            case .release: releases += 1
            case .report(let report): took(report)
            }
        }
        return actions
    }

    private mutating func took(_ call: TapConnection.Call, _ before: TapConnection.State) {
        if let pending { violate("\(call) while \(pending) is under way, from \(before)") }
        pending = call
        calls.append(TimedCall(time: now, call: call))
        if isTold?.isBonded != true, call != .disconnect, !before.isLeaving {
            violate("\(call) to a Tap that is not bonded")
        }
        switch call {
        case .write(let path, _, _) where !connection.state.isLeaving:
            if !isListening { violate("a write while nothing is listened to") }
            if isTold?.characteristics.values.contains(path) != true {
                violate("a write to what is not there")
            }
        case .acquireNotify(let path), .startNotify(let path):
            if isTold?.characteristics.values.contains(path) != true {
                violate("\(call) of what is not there")
            }
            if isTold?.servicesResolved != true, !before.isSubscribing {
                violate("\(call) before the services are known")
            }
        case .connect:
            if isTold?.isConnected == true { violate("Connect with a link") }
        case .disconnect, .write: break
        }
    }

    private mutating func took(_ report: TapReport) {
        reports.append(report)
        switch report {
        case .connected:
            if saidConnected { violate("connected twice") }
            saidConnected = true
        case .lost:
            if !saidConnected { violate("lost what was not connected") }
            saidConnected = false
        default: break
        }
    }

    private mutating func check(
        _ actions: [TapConnection.Action], _ before: TapConnection.State
    ) {
        let state = connection.state
        if before.isActive, !state.isActive, !actions.contains(.release) {
            violate("no release from \(before) to \(state)")
        }
        switch state {
        case .unavailable, .left: break
        default:
            if pending == nil, connection.deadline == nil { violate("stuck in \(state)") }
        }
    }

    private mutating func violate(_ rule: String) {
        if violation == nil { violation = rule }
        if recordsViolations { Issue.record("\(rule)") }
    }
}

extension TapConnection.State {
    /// Whether what the Tap sends counts.
    var isActive: Bool {
        switch self {
        case .settingUp, .streaming: true
        default: false
        }
    }

    var isLeaving: Bool {
        if case .leaving = self { return true }
        return false
    }

    var isSubscribing: Bool {
        if case .subscribing = self { return true }
        return false
    }

    var isWaiting: Bool {
        if case .waiting = self { return true }
        return false
    }

    var isResolving: Bool {
        if case .resolving = self { return true }
        return false
    }

    var isPausing: Bool {
        if case .pausing = self { return true }
        return false
    }
}
