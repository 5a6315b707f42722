public import Mapping

/// The kernel as a sink: one virtual mouse and one virtual keyboard, as far as they are needed.
public final class UinputSink: FrameSink {
    private let pointer: UinputDevice?
    private let keyboard: UinputDevice?

    /// Creates the devices that can send so much, as those of the Tap of a number, from 1.
    public init(
        _ capabilities: Capabilities, number: Int = 1, bus: DeviceBus = .bluetooth,
        path: String = UinputDevice.defaultPath
    ) throws(VirtualInputError) {
        pointer = try Self.device(
            DeviceDescription(.pointer, capabilities, number: number, bus: bus), path)
        keyboard = try Self.device(
            DeviceDescription(.keyboard, capabilities, number: number, bus: bus), path)
    }

    private static func device(
        _ description: DeviceDescription?, _ path: String
    ) throws(VirtualInputError) -> UinputDevice? {
        guard let description else { return nil }
        return try UinputDevice(description, path: path)
    }

    /// Sends each frame to its device with one `write`.
    public func write(_ frames: FrameBuffer) throws(VirtualInputError) {
        try frames.forEachFrame { (frame) throws(VirtualInputError) in
            switch frame.first?.device {
            case .pointer: try pointer?.write(frame)
            case .keyboard: try keyboard?.write(frame)
            case nil: break
            }
        }
    }
}

extension UinputSink: SlowSink {
    /// Whether udev has dealt with the devices.
    public var isNoticed: Bool { Self.isNoticed(pointer) && Self.isNoticed(keyboard) }

    private static func isNoticed(_ device: borrowing UinputDevice?) -> Bool {
        switch device {
        case .some(let device): device.isNoticed
        case .none: true
        }
    }
}
