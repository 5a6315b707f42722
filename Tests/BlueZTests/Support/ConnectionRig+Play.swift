import Bus
import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

/// Ways to bring a connection somewhere.
extension ConnectionRig {
    /// A place in a connection's life.
    enum Place: CaseIterable, Sendable {
        case waiting
        case connecting
        case resolving
        case acquiring
        case starting
        case firstWrite
        case lastWrite
        case streaming
        case vibrating
        case pausing
    }

    /// A new connection that has come to a place.
    init(at place: Place) {
        self.init()
        switch place {
        case .waiting:
            tell()
            answer(.bluez("Failed"))
        case .connecting: tell()
        case .resolving: tell { $0.isConnected = true }
        case .acquiring: tell { $0.link() }
        case .starting:
            tell { $0.link() }
            answer(.bluez("NotSupported"))
        case .firstWrite:
            tell { $0.link() }
            answer()
        case .lastWrite:
            tell { $0.link() }
            for _ in 0..<5 { answer() }
        case .streaming: bringUp()
        case .vibrating:
            bringUp()
            vibrate()
        case .pausing:
            bringUp()
            handle(.socketEnded(hadData: false))
        }
    }

    /// With a link that is already there: subscribes, sets up and streams.
    mutating func bringUp(_ link: (inout TapSnapshot) -> Void = { $0.link() }) {
        tell(link)
        for _ in 0..<16 where connection.state != .streaming { answer() }
        #expect(connection.state == .streaming)
    }

    /// A BlueZ and a Tap that are well: every call is answered and does what it says, a Tap that is
    /// listened to sends something every five seconds; but for what is refused.
    ///
    /// Ends after `duration`, or sooner once `isDone`.
    mutating func play(
        for duration: Int64,
        until isDone: (Self) -> Bool = { _ in false },
        refusing: (TapConnection.Call) -> BusError? = { _ in nil }
    ) {
        let end = now + duration
        while now < end, violation == nil, !isDone(self) {
            guard let call = pending else {
                let next = min(connection.deadline ?? end, now + .seconds(5), end)
                pass(max(next - now, 0))
                if isListening { notify() }
                continue
            }
            pass(.milliseconds(20))
            // It may have been cancelled meanwhile.
            guard pending == call else { continue }
            if let error = refusing(call) {
                answer(error)
            } else {
                obey(call)
            }
        }
    }

    private mutating func obey(_ call: TapConnection.Call) {
        switch call {
        case .connect: tell { $0.link() }
        case .disconnect: tell { $0.unlink() }
        case .acquireNotify, .startNotify, .write: break
        }
        if pending == call { answer() }
    }
}
