internal import Bus
public import EventLoop

/// Why a driver could not be asked, or what it said.
public enum ControlCallError: Error, Equatable, Sendable {
    /// There is no message bus at all; the words are libdbus's.
    case noBus(String)
    /// No driver is on any bus.
    case noDriver
    /// A driver is there and did not answer in time.
    case noAnswer
    /// The driver did not do it, and says why.
    case refused(ControlError)
    /// The bus's policy does not let this user ask that.
    case notPermitted
    /// The call failed in another way; the error's name and words.
    case failed(String)
}

/// Asks the driver that runs, one question at a time.
///
/// The buses are tried in turn, and the first one is taken on which the driver's name has an owner;
/// no driver is started by asking.
public final class ControlClient {
    private let loop: EventLoop
    private let timer: LoopTimer
    private let addresses: [String]
    private var untried: ArraySlice<String> = []
    private var bus: BusConnection?
    private var busError: BusError?
    private var hasBus = false
    private var message: BusMessage?
    private var done: ((Result<BusMessage, ControlCallError>) -> Void)?

    /// A client that looks on the buses at these D-Bus addresses, which `ControlBus` finds.
    public init(addresses: [String], loop: EventLoop) {
        self.loop = loop
        self.addresses = addresses
        let box = WeakBox<ControlClient>()
        timer = loop.makeTimer { box.object?.finish(.failure(.noAnswer)) }
        box.object = self
    }

    deinit {
        loop.remove(timer)
        bus?.close()
    }

    /// Asks; `done` is called once, at the latest after `timeout` nanoseconds.
    ///
    /// A question that is still under way is given up for it, and its `done` not called any more.
    public func ask<Output>(
        _ request: ControlRequest<Output>, timeout: Int64 = 5_000_000_000,
        done: @escaping (Result<Output, ControlCallError>) -> Void
    ) {
        untried = addresses[...]
        hasBus = false
        busError = nil
        message = request.message
        self.done = { result in
            done(
                result.flatMap { reply in
                    request.decode(reply).map { .success($0) }
                        ?? .failure(.failed(BusError.malformedReply.description))
                })
        }
        timer.deadline = EventLoop.monotonicNow() + timeout
        tryNext()
    }

    private func tryNext() {
        bus?.close()
        bus = nil
        while bus == nil {
            guard let address = untried.popFirst() else {
                let words = busError?.description ?? "no address"
                return finish(.failure(hasBus ? .noDriver : .noBus(words)))
            }
            do {
                bus = try BusConnection(
                    address: address, loop: loop,
                    handlers: BusConnection.Handlers(
                        opened: { [weak self] in self?.call() },
                        closed: { [weak self] in self?.lost() }))
            } catch {
                busError = error
            }
        }
    }

    private func call() {
        hasBus = true
        bus?.call(message, timeout: Self.longest) { [weak self] in self?.answered($0) }
    }

    /// In milliseconds; the client's own time-out comes first.
    private static let longest = Int32.max

    private func answered(_ result: Result<BusMessage, BusError>) {
        switch result {
        case .success(let reply): finish(.success(reply))
        case .failure(let error) where error.isNobody: tryNext()
        case .failure(let error) where error.isNoReply:
            finish(.failure(.noAnswer))
        case .failure(let error) where error.isRefusal: finish(.failure(.notPermitted))
        case .failure(let error):
            finish(.failure(ControlError(error).map { .refused($0) } ?? .failed("\(error)")))
        }
    }

    /// The bus is gone: with the driver's answer, or before it was ever asked.
    private func lost() {
        guard done != nil else { return }
        tryNext()
    }

    private func finish(_ result: Result<BusMessage, ControlCallError>) {
        guard let done else { return }
        self.done = nil
        timer.deadline = nil
        bus?.close()
        bus = nil
        done(result)
    }
}

extension BusError {
    /// Whether the name that was called has no owner: the names that bus daemons give that.
    fileprivate var isNobody: Bool {
        [
            "org.freedesktop.DBus.Error.NameHasNoOwner",
            "org.freedesktop.DBus.Error.ServiceUnknown",
        ].contains(name)
    }
}
