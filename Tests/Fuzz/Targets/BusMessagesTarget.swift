import BlueZ
import Bus
import CDBus
import Control
import Driver
import EventLoop
import Logind
import Mapping

/// Messages as they come over the bus, one behind the other: each goes to whatever in the driver
/// looks at a message, whoever it is from.
final class BusMessagesTarget {
    private let service: ControlService

    init() throws {
        var state = ControlState(profile: "desktop", profiles: ["desktop", "media"])
        state.taps = [ControlTap(address: "A0:B1:C2:D3:E4:F5")]
        let told = state
        service = ControlService(
            address: "", loop: try EventLoop(),
            handlers: ControlHandlers(
                setProfile: { (_, profile) throws(ControlError) in
                    throw .unknownProfile(profile)
                },
                setPaused: { _, _ in }, reload: {},
                vibrate: { (device, durations) throws(ControlError) in
                    guard durations.allSatisfy({ $0 >= 0 }) else { return }
                    throw .unknownDevice(device)
                },
                monitor: { () throws(ControlError) in throw .unavailable("no pipe") },
                state: { _ in told }))
    }

    func check(_ bytes: [UInt8]) -> String? {
        var rest = bytes[...]
        var objects = BlueZObjects()
        var pipeline = JudgedPipeline(PipelineSetup(.desktop))
        while let message = Self.next(&rest) {
            if let problem = problem(of: message) { return problem }
            _ = objects.take(message)
            if let arguments = try? message.arguments() {
                if let answered = BlueZObjects(answer: arguments) { objects = answered }
            }
            if let problem = BusValuesTarget.problem(of: objects) { return problem }
            message.withChangedBytes(of: "Value") { bytes in
                pipeline.receive(bytes.indices.map { bytes[$0] }, from: 0xc3ff_000e)
            }
        }
        pipeline.end()
        return pipeline.problem
    }

    /// The next message of bytes, if a valid one is there.
    private static func next(_ bytes: inout ArraySlice<UInt8>) -> BusMessage? {
        let taken = bytes.withUnsafeBytes { buffer -> (message: BusMessage, count: Int)? in
            let start = buffer.bindMemory(to: CChar.self).baseAddress
            let left = Int32(clamping: buffer.count)
            let count = dbus_message_demarshal_bytes_needed(start, left)
            guard count > 0, count <= left,
                let raw = dbus_message_demarshal(start, count, nil)
            else { return nil }
            defer { dbus_message_unref(raw) }
            return (BusMessage(retaining: raw), Int(count))
        }
        bytes.removeFirst(taken?.count ?? 0)
        return taken?.message
    }

    private func problem(of message: BusMessage) -> String? {
        // What has a limit has at most so many values.
        if let few = try? message.arguments(limit: 10), few.count > 10 { return "a limit too many" }
        if let all = try? message.arguments() {
            let signature = all.map(\.typeSignature).joined()
            if signature != message.signature { return "\(signature), not \(message.signature)" }
            if let problem = all.lazy.compactMap(BusValuesTarget.problem(ofAnswer:)).first {
                return problem
            }
        }
        _ = message.error
        _ = ControlRequest<ControlState>.state.decode(message)
        return message.isCall ? problem(answering: message) : nil
    }

    /// Every answer can be sent.
    private func problem(answering call: BusMessage) -> String? {
        let isSent =
            switch service.called(call) {
            case .values(let values): call.reply(values) != nil
            case .failure(let error): call.reply(error) != nil
            case .later: false
            }
        return isSent ? nil : "\(call.member ?? "") has no answer"
    }
}
