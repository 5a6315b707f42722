public import Mapping

/// The kernel as a sink: one virtual mouse and one virtual keyboard.
public final class UinputSink: FrameSink {
    private let pointer: UinputDevice
    private let keyboard: UinputDevice

    /// Creates both devices for some profiles, as those of the Tap of a number, from 1.
    public init(
        profiles: [Profile], number: Int = 1,
        path: String = UinputDevice.defaultPath
    ) throws(VirtualInputError) {
        pointer = try UinputDevice(
            DeviceDescription(.pointer, profiles: profiles, number: number), path: path)
        keyboard = try UinputDevice(
            DeviceDescription(.keyboard, profiles: profiles, number: number), path: path)
    }

    /// Sends each frame to its device with one `write`.
    public func write(_ frames: FrameBuffer) throws(VirtualInputError) {
        try frames.forEachFrame { (frame) throws(VirtualInputError) in
            switch frame.first?.device {
            case .pointer: try pointer.write(frame)
            case .keyboard: try keyboard.write(frame)
            case nil: break
            }
        }
    }
}

extension UinputSink: SlowSink {
    /// Whether udev has dealt with both devices.
    public var isNoticed: Bool { pointer.isNoticed && keyboard.isNoticed }
}
