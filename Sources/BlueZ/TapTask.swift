internal import Bus

/// A job of a few calls that ends with a result, as an explicit state machine without I/O and clock.
///
/// At most one call to BlueZ is under way at a time.
protocol TapTask<Report, Output>: Sendable {
    /// What is told while it is under way.
    associatedtype Report
    /// What comes of it.
    associatedtype Output

    /// When `tick` has something to do, or nil.
    var deadline: Int64? { get }

    /// The device that BlueZ may pair and use, if it asks the agent.
    var pairingPath: String? { get }

    /// BlueZ's objects are known, or changed; what is to be done.
    mutating func changed(
        _ objects: BlueZObjects, _ now: Int64
    ) -> [TapTaskAction<Report, Output>]

    /// The call under way was answered; what is to be done.
    mutating func answered(
        _ result: Result<[UInt8], BusError>, _ now: Int64
    ) -> [TapTaskAction<Report, Output>]

    /// The deadline has come; what is to be done.
    mutating func due(_ now: Int64) -> [TapTaskAction<Report, Output>]

    /// Ends with a result, in order; nothing is to be done where it has ended.
    mutating func end(_ result: Result<Output, TapTaskError>) -> [TapTaskAction<Report, Output>]
}

extension TapTask {
    var deadline: Int64? { nil }

    var pairingPath: String? { nil }

    mutating func answered(
        _ result: Result<[UInt8], BusError>, _ now: Int64
    ) -> [TapTaskAction<Report, Output>] { [] }

    mutating func due(_ now: Int64) -> [TapTaskAction<Report, Output>] { [] }

    /// Takes an event; returns what is to be done, in order.
    mutating func handle(
        _ event: TapTaskEvent, at now: Int64
    ) -> [TapTaskAction<Report, Output>] {
        switch event {
        case .changed(let objects): return changed(objects, now)
        case .answered(let result): return answered(result, now)
        case .failing(let error): return end(.failure(error))
        case .stop: return end(.failure(.interrupted))
        case .tick:
            guard let deadline, deadline <= now else { return [] }
            return due(now)
        }
    }
}

/// What happened.
enum TapTaskEvent: Sendable {
    /// BlueZ's objects are known, or changed.
    case changed(BlueZObjects)
    /// The call under way was answered: with the bytes that were read, or none.
    case answered(Result<[UInt8], BusError>)
    /// BlueZ is there, and what it has cannot be known any more.
    case failing(TapTaskError)
    /// Time passed.
    case tick
    /// The user wants an end.
    case stop
}

/// What is to be done.
enum TapTaskAction<Report, Output> {
    case call(TapTaskCall)
    /// Forget the call under way: its answer is of no interest any more.
    case cancelCall
    case report(Report)
    /// It has ended; there is nothing more to be done.
    case done(Result<Output, TapTaskError>)
}

extension TapTaskAction: Sendable where Report: Sendable, Output: Sendable {}
extension TapTaskAction: Equatable where Report: Equatable, Output: Equatable {}

/// A call to BlueZ; the paths are an adapter's, a device's or a characteristic's.
enum TapTaskCall: Equatable, Sendable {
    case setDiscoveryFilter(adapter: String)
    case startDiscovery(adapter: String)
    case stopDiscovery(adapter: String)
    case registerAgent
    case unregisterAgent
    case pair(String)
    case cancelPairing(String)
    case trust(String)
    case connect(String)
    case disconnect(String)
    case remove(String, adapter: String)
    case read(String)
    case write(String, bytes: [UInt8], withResponse: Bool)
}

/// The calls that end a task in order, one by one and whatever is answered, and its result.
struct TapTaskEnding<Output: Sendable>: Sendable {
    private var remaining: ArraySlice<TapTaskCall>
    private let result: Result<Output, TapTaskError>

    init(_ calls: [TapTaskCall], _ result: Result<Output, TapTaskError>) {
        remaining = calls[...]
        self.result = result
    }

    /// The next call, or the end.
    mutating func next<Report>() -> TapTaskAction<Report, Output> {
        remaining.popFirst().map { .call($0) } ?? .done(result)
    }
}
