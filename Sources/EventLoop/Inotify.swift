internal import CLinux

/// One inotify instance, whose records are events of a loop as long as this object lives.
public final class Inotify {
    /// What inotify tells of one event.
    public struct Record: Equatable {
        /// The number that `add` gave for the directory, or -1 where it is of none.
        public var watch: Int32
        /// The bits of what happened: `IN_CREATE` and the like.
        public var mask: UInt32
        /// The name in the directory, or nothing where the directory itself is meant.
        public var name: String

        /// Whether one of these bits is set.
        public func has(_ bits: Int32) -> Bool { mask & UInt32(bitPattern: bits) != 0 }
    }

    private static let bufferSize = 4096

    private let descriptor: FileDescriptor
    private let loop: EventLoop
    private let told: ([Record]) -> Void
    private var loopWatch: EventLoop.WatchID?

    /// An instance that watches nothing yet; `told` gets what happened since the last time.
    ///
    /// Wraps `inotify_init1(2)`. An error's action is the one given here. Should reading ever fail,
    /// a last record with `IN_IGNORED`, of no directory, is told.
    public init(
        on loop: EventLoop, action: String, told: @escaping ([Record]) -> Void
    ) throws(SystemError) {
        let raw = try systemCall(action) {
            inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        }
        descriptor = FileDescriptor(owning: raw)
        self.loop = loop
        self.told = told
        loopWatch = try loop.watch(raw, for: .readable) { [unowned self] _ in
            self.told(next())
        }
    }

    deinit {
        stop()
    }

    /// Watches a path for these bits; the same number as before where it is watched already.
    ///
    /// Wraps `inotify_add_watch(2)`.
    @discardableResult
    public func add(_ path: String, for mask: Int32) throws(SystemError) -> Int32 {
        let raw = descriptor.raw
        return try systemCall("watch \(path)") {
            inotify_add_watch(raw, path, UInt32(bitPattern: mask))
        }
    }

    /// Watches what this number stands for no longer.
    ///
    /// Wraps `inotify_rm_watch(2)`.
    public func remove(_ watch: Int32) {
        // A failure means that the kernel has dropped it already.
        _ = inotify_rm_watch(descriptor.raw, watch)
    }

    private func stop() {
        if let loopWatch { loop.unwatch(loopWatch) }
        loopWatch = nil
    }

    private func next() -> [Record] {
        withUnsafeTemporaryAllocation(byteCount: Self.bufferSize, alignment: 8) { buffer in
            do throws(SystemError) {
                let count = try descriptor.read(into: buffer)
                return Record.all(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            } catch {
                guard error.code != EAGAIN else { return [] }
                stop()
                return [Record(watch: -1, mask: UInt32(IN_IGNORED), name: "")]
            }
        }
    }
}

extension Inotify.Record {
    /// The records in what was read from inotify, in their order.
    package static func all(in bytes: UnsafeRawBufferPointer) -> [Inotify.Record] {
        let header = MemoryLayout<inotify_event>.size
        var records: [Inotify.Record] = []
        var rest = bytes[...]
        while rest.count >= header {
            let event = UnsafeRawBufferPointer(rebasing: rest).loadUnaligned(as: inotify_event.self)
            let name = rest.dropFirst(header).prefix(Int(event.len)).prefix { $0 != 0 }
            let text = String(decoding: name, as: UTF8.self)
            records.append(Inotify.Record(watch: event.wd, mask: event.mask, name: text))
            rest = rest.dropFirst(header + Int(event.len))
        }
        return records
    }
}
