internal import CLibevdev
internal import CLinux
internal import EventLoop

/// An input device of the kernel that is open; it is let go and closed with this object.
final class EventDevice {
    private let descriptor: FileDescriptor
    private let device: OpaquePointer
    private let path: String

    /// Opens a device; a file that is none is an error, `ENOTTY` or `EINVAL`.
    ///
    /// Wraps `libevdev_new_from_fd`.
    init(path: String) throws(SystemError) {
        let descriptor = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
        var device: OpaquePointer?
        let result = libevdev_new_from_fd(descriptor.raw, &device)
        guard result == 0, let device else {
            throw SystemError(action: "ask \(path) what it is", code: -result)
        }
        self.descriptor = descriptor
        self.device = device
        self.path = path
    }

    deinit {
        libevdev_free(device)
    }

    /// The number of the open file, lent.
    var raw: Int32 { descriptor.raw }

    /// The device's name.
    var name: String { libevdev_get_name(device).map { String(cString: $0) } ?? "" }

    /// What distinguishes the device from others of its kind: a Tap's address.
    var unique: String { libevdev_get_uniq(device).map { String(cString: $0) } ?? "" }

    /// Whether the device is what its path leads to, and not another that has its name by now.
    var isAtItsPath: Bool {
        var (own, other) = (stat(), stat())
        return fstat(raw, &own) == 0 && stat(path, &other) == 0
            && own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }

    /// Grabs the device if no key of it is down; whether it is grabbed.
    ///
    /// Of a key that is down nobody else would see that it comes up. One that goes down just before
    /// the grab is in the queue after it, and so is one that goes down just after; either way the
    /// device is let go once more, and to nobody's harm: one event that is told twice or not at all
    /// is that a key comes up which is up.
    ///
    /// Wraps `libevdev_grab`.
    func grabIfIdle() throws(SystemError) -> Bool {
        try drain()
        guard !isAnyKeyDown else { return false }
        try set(LIBEVDEV_GRAB)
        try drain()
        guard isAnyKeyDown else { return true }
        try set(LIBEVDEV_UNGRAB)
        return false
    }

    private func set(_ mode: libevdev_grab_mode) throws(SystemError) {
        let result = libevdev_grab(device, mode)
        guard result == 0 else { throw SystemError(action: "grab \(path)", code: -result) }
    }

    private var isAnyKeyDown: Bool {
        let type = UInt32(EV_KEY)
        guard libevdev_has_event_type(device, type) != 0 else { return false }
        return (0...UInt32(KEY_MAX)).contains { libevdev_get_event_value(device, type, $0) != 0 }
    }

    /// Takes what is in the queue, so that the state of the keys is that of this moment.
    ///
    /// Wraps `libevdev_next_event`.
    private func drain() throws(SystemError) {
        let (normal, sync) = (LIBEVDEV_READ_FLAG_NORMAL.rawValue, LIBEVDEV_READ_FLAG_SYNC.rawValue)
        var flag = normal
        var event = input_event()
        while true {
            let status = libevdev_next_event(device, flag, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): continue
            // The kernel dropped events; libevdev compares the states and tells the differences.
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue): flag = sync
            case -EAGAIN where flag == sync: flag = normal
            case -EAGAIN: return
            case -EINTR: continue
            default: throw SystemError(action: "read \(path)", code: -status)
            }
        }
    }
}
