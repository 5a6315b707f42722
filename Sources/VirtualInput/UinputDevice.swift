internal import CLibevdev
internal import CLinux
internal import EventLoop
public import Mapping

/// One virtual input device in the kernel; it goes away, with everything up, with this value.
public struct UinputDevice: ~Copyable {
    /// Where the kernel takes virtual devices.
    public static let defaultPath = "/dev/uinput"

    private let descriptor: FileDescriptor
    private let uinput: OpaquePointer

    /// Creates a device.
    ///
    /// Wraps `libevdev_uinput_create_from_device`.
    public init(
        _ description: DeviceDescription,
        path: String = defaultPath
    ) throws(VirtualInputError) {
        let descriptor = try Self.open(path)
        guard let template = libevdev_new() else {
            throw .system(SystemError(action: "describe \(description.name)", code: ENOMEM))
        }
        defer { libevdev_free(template) }
        try description.fill(template)
        var uinput: OpaquePointer?
        let result = libevdev_uinput_create_from_device(template, descriptor.raw, &uinput)
        guard result == 0, let uinput else {
            switch -result {
            case ENOTTY, EINVAL: throw .notUinput(path: path)
            case let code:
                throw .system(SystemError(action: "create \(description.name)", code: code))
            }
        }
        self.descriptor = descriptor
        self.uinput = uinput
    }

    deinit {
        libevdev_uinput_destroy(uinput)
    }

    private static func open(_ path: String) throws(VirtualInputError) -> FileDescriptor {
        do {
            return try FileDescriptor.open(path, flags: O_RDWR)
        } catch {
            switch error.code {
            case ENOENT: throw .moduleMissing(path: path)
            case EACCES, EPERM: throw .notPermitted(path: path)
            case ENODEV, ENXIO: throw .noDevice(path: path)
            case EISDIR: throw .notUinput(path: path)
            default: throw .system(error)
            }
        }
    }

    /// Sends one frame, its `SYN_REPORT` included, with one `write`.
    public func write(_ frame: ArraySlice<InputEvent>) throws(VirtualInputError) {
        try withUnsafeTemporaryAllocation(
            of: input_event.self, capacity: frame.count
        ) { (buffer) throws(VirtualInputError) in
            var end = 0
            for event in frame {
                var raw = input_event()
                raw.type = event.type
                raw.code = event.code
                raw.value = event.value
                buffer.initializeElement(at: end, to: raw)
                end += 1
            }
            do throws(SystemError) {
                try descriptor.write(all: UnsafeRawBufferPointer(buffer))
            } catch {
                throw .system(error)
            }
        }
    }

    /// Whether udev has dealt with the device, so that desktops have been told of it.
    ///
    /// Where no udev runs, there is nobody to wait for.
    public var isNoticed: Bool {
        guard access("/run/udev/control", F_OK) == 0 else { return true }
        guard let node = libevdev_uinput_get_devnode(uinput) else { return false }
        var status = stat()
        guard stat(node, &status) == 0 else { return false }
        // A device number as glibc's major() and minor() take it apart.
        let major = (status.st_rdev >> 8) & 0xfff
        let minor = (status.st_rdev & 0xff) | ((status.st_rdev >> 12) & 0xfff00)
        return access("/run/udev/data/c\(major):\(minor)", F_OK) == 0
    }
}

extension DeviceDescription {
    /// Writes the description into libevdev's.
    fileprivate func fill(_ template: OpaquePointer) throws(VirtualInputError) {
        libevdev_set_name(template, name)
        libevdev_set_id_bustype(template, Int32(bus))
        libevdev_set_id_vendor(template, Int32(Self.vendor))
        libevdev_set_id_product(template, Int32(product))
        libevdev_set_id_version(template, Int32(Self.version))
        for key in keys { try enable(template, EventType.key, key) }
        for axis in relativeAxes { try enable(template, EventType.rel, axis) }
        if repeats, libevdev_enable_event_type(template, UInt32(EV_REP)) != 0 {
            throw .system(SystemError(action: "let \(name) repeat keys", code: EINVAL))
        }
    }

    private func enable(
        _ template: OpaquePointer, _ type: UInt16, _ code: UInt16
    ) throws(VirtualInputError) {
        guard libevdev_enable_event_code(template, UInt32(type), UInt32(code), nil) == 0 else {
            throw .system(
                SystemError(action: "let \(name) send type \(type) code \(code)", code: EINVAL))
        }
    }
}
