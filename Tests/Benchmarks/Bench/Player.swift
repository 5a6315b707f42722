import Driver
import Gestures
import Mapping
import TapProtocol
import VirtualInput

/// How packets are gone through.
enum Way: String, CaseIterable {
    /// The floor: each packet is decoded and nothing comes of it.
    case decode
    /// The driver's path: decoded, gestures, controller, mapping, into a sink that counts.
    case pipeline
}

/// What came of a stream; the same for the same stream, whoever plays it.
struct Outcome: Equatable {
    /// Packets that are in no table.
    var unknown = 0
    /// Frames of events.
    var frames = 0
    /// A sum over what came out, so that nothing of the work can be left out.
    var sum = 0
}

/// A sink that counts and does not grow.
final class CountingSink: FrameSink {
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
    func play(_ count: Int, _ way: Way) -> Outcome {
        switch way {
        case .decode: decode(count)
        case .pipeline: pipeline(count)
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

    private func pipeline(_ count: Int) -> Outcome {
        var pipeline = Pipeline(PipelineSetup(profile))
        var output = PipelineOutput()
        let sink = CountingSink()
        each(count) { bytes, characteristic, now in
            pipeline.receive(
                bytes, from: characteristic.rawValue, at: Timestamp(nanoseconds: now),
                into: &output)
            if !output.frames.isEmpty { sink.write(output.frames) }
            output.removeAll()
        }
        var outcome = sink.outcome
        outcome.unknown = pipeline.counters.unknownFrames + pipeline.counters.foreignNotifications
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
