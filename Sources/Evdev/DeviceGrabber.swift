internal import CLinux
public import EventLoop

/// The kernel's own input devices of Taps, found and grabbed, so that nothing comes twice.
///
/// A Tap is a Bluetooth keyboard and mouse besides what it tells this driver. What such a device
/// sends goes to nobody else while it is grabbed, and is not read here either. sysfs tells whose a
/// device is, which is open to every user: no other device is ever opened.
public final class DeviceGrabber {
    private final class Holding {
        let device: EventDevice
        let address: String
        /// The watch for the keys that are down to come up, while one is.
        var watch: EventLoop.WatchID?

        init(device: EventDevice, address: String) {
            self.device = device
            self.address = address
        }
    }

    private let directory: String
    private let classDirectory: String
    private let loop: EventLoop
    private let report: (GrabReport) -> Void
    private let refusalTimer: LoopTimer
    private var book: GrabBook
    private var watcher: DirectoryWatch?
    /// The last failure of the directory, until it is watched again.
    private var failure: SystemError?
    /// The devices that are open, by name: those that are grabbed, and those with a key down.
    private var holdings: [String: Holding] = [:]

    /// A grabber that wants nothing yet; `report` is called on the loop, and from within `grab`.
    public convenience init(
        directory: String = "/dev/input",
        loop: EventLoop,
        report: @escaping (GrabReport) -> Void
    ) {
        self.init(
            directory: directory, classDirectory: "/sys/class/input", book: GrabBook(),
            loop: loop, report: report)
    }

    /// A grabber whose devices are described in another directory than the kernel's.
    init(
        directory: String, classDirectory: String, book: GrabBook, loop: EventLoop,
        report: @escaping (GrabReport) -> Void
    ) {
        self.directory = directory
        self.classDirectory = classDirectory
        self.book = book
        self.loop = loop
        self.report = report
        let box = WeakBox<DeviceGrabber>()
        refusalTimer = loop.makeTimer { box.object?.tellRefusals() }
        box.object = self
    }

    deinit {
        loop.remove(refusalTimer)
        for name in Array(holdings.keys) { close(name) }
    }

    /// From now on grabs every device of this address, as soon as it is there and no key is down.
    ///
    /// Called again, it tries again what failed.
    public func grab(address: String) {
        guard !address.isEmpty else { return }
        book.want(address)
        do throws(SystemError) {
            if watcher == nil {
                watcher = try DirectoryWatch(directory, on: loop) { [weak self] changes in
                    self?.handle(changes)
                }
            }
            try scan()
            failure = nil
        } catch {
            tell(error)
        }
    }

    /// Lets the devices of this address go.
    public func release(address: String) {
        if let address = book.address(of: address) {
            for (name, holding) in holdings where holding.address == address { close(name) }
            book.forget(address)
        }
        setTimer()
        if book.isEmpty { watcher = nil }
    }

    // MARK: What is in the directory

    private func handle(_ changes: [DirectoryChange]) {
        // A report's receiver may let go of everything in the middle.
        for change in changes where watcher != nil {
            switch change {
            case .added(let name):
                forgetIfGone(name)
                consider(name)
            case .permitted(let name): consider(name)
            case .removed(let name): forgetIfGone(name)
            case .overflow: rescan()
            case .ended:
                watcher = nil
                for name in Array(holdings.keys) { forgetIfGone(name) }
                tell(SystemError(action: "watch \(directory)", code: ENOENT))
            }
        }
    }

    private func rescan() {
        for name in Array(holdings.keys) { forgetIfGone(name) }
        do {
            try scan()
        } catch {
            tell(error)
        }
    }

    private func scan() throws(SystemError) {
        for name in try names(in: directory).sorted() { consider(name) }
    }

    /// Closes a device that is no longer what its name leads to; the next one is another.
    private func forgetIfGone(_ name: String) {
        if let holding = holdings[name] {
            guard !holding.device.isAtItsPath else { return }
            close(name)
        }
        book.forgetDevice(name)
        setTimer()
    }

    /// Opens and grabs a device, if it is a wanted one that is not open already.
    private func consider(_ name: String) {
        guard name.hasPrefix("event"), holdings[name] == nil,
            let unique = unique(name), let address = book.address(of: unique)
        else { return }
        do throws(SystemError) {
            let device = try EventDevice(path: path(name))
            // The name may be another device's by now.
            guard book.address(of: device.unique) == address else { return }
            holdings[name] = Holding(device: device, address: address)
        } catch {
            return fail(name, of: address, error)
        }
        settle(name)
    }

    private func path(_ name: String) -> String { "\(directory)/\(name)" }

    /// What sysfs calls a device uniquely, or nil where there is no such device.
    private func unique(_ name: String) -> String? {
        let path = "\(classDirectory)/\(name)/device/uniq"
        return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
            do throws(SystemError) {
                let file = try FileDescriptor.open(path, flags: O_RDONLY)
                let line = buffer.prefix(try file.read(into: buffer))
                return String(decoding: line.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
            } catch {
                return nil
            }
        }
    }

    // MARK: One device

    /// Grabs an open device, or waits for its keys to come up.
    private func settle(_ name: String) {
        guard let holding = holdings[name] else { return }
        do throws(SystemError) {
            guard try holding.device.grabIfIdle() else {
                if holding.watch == nil {
                    holding.watch = try loop.watch(holding.device.raw, for: .readable) {
                        [weak self] _ in self?.settle(name)
                    }
                }
                return
            }
        } catch {
            return fail(name, of: holding.address, error)
        }
        // Nothing is read from now on: what waits in the kernel's queue is nobody's.
        unwatch(holding)
        book.grabbed(name, of: holding.address)
        setTimer()
        report(.grabbed(name: holding.device.name, address: holding.address))
    }

    private func fail(_ name: String, of address: String, _ error: SystemError) {
        close(name)
        switch error.code {
        // It is gone, or was never an event device.
        case ENODEV, ENOENT, ENXIO, ENOTTY, EINVAL: book.forgetDevice(name)
        case EACCES, EPERM: book.refuse(name, of: address, at: EventLoop.monotonicNow())
        case EBUSY:
            if book.noteTrouble(name, of: address) {
                report(.busy(path: path(name), address: address))
            }
        default:
            if book.noteTrouble(name, of: address) { report(.failed(error)) }
        }
        setTimer()
    }

    private func close(_ name: String) {
        guard let holding = holdings.removeValue(forKey: name) else { return }
        unwatch(holding)
    }

    private func unwatch(_ holding: Holding) {
        if let watch = holding.watch { loop.unwatch(watch) }
        holding.watch = nil
    }

    // MARK: What is told

    private func tell(_ error: SystemError) {
        guard error != failure else { return }
        failure = error
        report(.failed(error))
    }

    private func tellRefusals() {
        for (name, address) in book.dueRefusals(at: loop.now) {
            report(.notPermitted(path: path(name), address: address))
        }
        setTimer()
    }

    private func setTimer() {
        refusalTimer.deadline = book.deadline
    }
}
