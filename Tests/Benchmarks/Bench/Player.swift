import Driver
import EventLoop
import Gestures
import Mapping
import TapProtocol
import VirtualInput

/// How packets are gone through.
enum Way: String, CaseIterable {
    /// The floor: each packet is decoded and nothing comes of it.
    case decode
    /// The driver's path, each packet alone in its wake-up: decoded, gestures, controller, mapping,
    /// through the sinks that a Tap has into one that counts.
    case pipeline
}

/// What came of a stream; the same for the same stream, whoever plays it.
struct Outcome: Equatable {
    /// Packets that are in no table, or whose frames could not be sent.
    var unknown = 0
    /// Frames of events.
    var frames = 0
    /// A sum over what came out, so that nothing of the work can be left out.
    var sum = 0
}

/// A sink that counts and does not grow.
final class CountingSink: SlowSink {
    let isNoticed = true
    private(set) var outcome = Outcome()

    func write(_ frames: FrameBuffer) {
        for event in frames.events {
            outcome.sum &+= Int(event.value)
            if event.type == EventType.syn { outcome.frames += 1 }
        }
    }
}

extension PacketStream {
    /// Plays so many packets; the stream begins again as often as is needed.
    func play(_ count: Int, _ way: Way) throws -> Outcome {
        switch way {
        case .decode: decode(count)
        case .pipeline: try pipeline(count)
        }
    }

    private func decode(_ count: Int) -> Outcome {
        var outcome = Outcome()
        each(count) { bytes, characteristic, _ in
            if characteristic == .v2Read {
                switch V2Event(decoding: bytes) {
                case .motion(let sample): outcome.sum &+= Int(sample.velocityX)
                case .airGesture(let gestureClass): outcome.sum &+= Int(gestureClass.rawValue)
                case .unknown: outcome.unknown += 1
                default: break
                }
            } else {
                switch V1Event(decoding: bytes, from: characteristic) {
                case .motion(let sample): outcome.sum &+= Int(sample.velocityX)
                case .state(let state): outcome.sum &+= Int(state.rawValue)
                case .unknown: outcome.unknown += 1
                default: break
                }
            }
        }
        return outcome
    }

    private func pipeline(_ count: Int) throws -> Outcome {
        let loop = try EventLoop()
        let sink = CountingSink()
        let settling = SettlingSink(sink, created: .zero)
        // The desktop has opened the devices long ago.
        _ = try settling.settle(at: .zero + SettlingSink<CountingSink>.limit)
        // What a session asks of others is counted; nobody answers it but by what it needs to go on.
        var (requests, failures) = (0, 0)
        let session = TapSession(
            PipelineSetup(profile), sink: MergingSink(settling), loop: loop,
            monitor: MonitorFeed(hub: MonitorHub(loop: loop), device: ""),
            handlers: TapSession.Handlers(
                vibrate: { requests += 1 }, switchModel: { requests += 1 },
                profileChanged: { _ in requests += 1 }, setupChanged: { requests += 1 },
                rested: { requests += 1 }, handChanged: { requests += 1 },
                failed: { _ in failures += 1 }))
        each(count) { bytes, characteristic, now in
            session.receive(bytes, from: characteristic.rawValue, at: now)
            session.complete()
        }
        var outcome = sink.outcome
        outcome.sum &+= requests
        let counters = session.counters
        outcome.unknown = counters.unknownFrames + counters.foreignNotifications + failures
        return outcome
    }

    @inline(__always)
    private func each(
        _ count: Int, _ body: (Span<UInt8>, NotifyingCharacteristic, Int64) -> Void
    ) {
        let span = bytes.span
        var index = 0
        var begin: Int64 = 0
        for _ in 0..<count {
            let packet = packets[index]
            body(span.extracting(packet.range), packet.characteristic, begin + packet.time)
            index += 1
            if index == packets.count {
                index = 0
                begin += period
            }
        }
    }
}
