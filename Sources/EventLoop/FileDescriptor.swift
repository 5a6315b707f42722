internal import CLinux

/// A file descriptor that has one owner and is closed with it.
public struct FileDescriptor: ~Copyable {
    /// The number, lent: it must not be closed and not be kept longer than this owner.
    public let raw: Int32

    /// Takes over an open descriptor.
    public init(owning raw: Int32) {
        self.raw = raw
    }

    deinit {
        // Nothing can be done about a failed close: on Linux the descriptor is gone in any case.
        _ = close(raw)
    }

    /// Opens a file; the descriptor is closed on exec.
    ///
    /// Wraps `open(2)`.
    public static func open(
        _ path: String,
        flags: Int32,
        mode: UInt32 = 0o666
    ) throws(SystemError) -> FileDescriptor {
        let raw = try systemCall("open \(path)") { tapinput_open(path, flags | O_CLOEXEC, mode) }
        return FileDescriptor(owning: raw)
    }

    /// Reads once into a buffer; returns the count of bytes, 0 at the end of the file.
    ///
    /// Wraps `read(2)`.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        let raw = raw
        return try systemCall("read") { CLinux.read(raw, buffer.baseAddress, buffer.count) }
    }

    /// Writes all the bytes, with as many calls as it takes.
    ///
    /// Wraps `write(2)`.
    public func write(all bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var written = 0
        try write(all: bytes, counting: &written)
    }

    /// The same; counts what was written, also where not all of it was.
    func write(
        all bytes: UnsafeRawBufferPointer, counting written: inout Int
    ) throws(SystemError) {
        let raw = raw
        while written < bytes.count {
            let part = UnsafeRawBufferPointer(rebasing: bytes[written...])
            written += try systemCall("write") {
                CLinux.write(raw, part.baseAddress, part.count)
            }
        }
    }
}

extension FileDescriptor {
    /// Reads all that is left of a file; more than `limit` bytes are an error, `EFBIG`.
    public func readToEnd(limit: Int = 1 << 28) throws(SystemError) -> [UInt8] {
        let piece = 1 << 16
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 1)
        defer { buffer.deallocate() }
        var bytes: [UInt8] = []
        while true {
            let count = try read(into: buffer)
            guard count > 0 else { return bytes }
            guard bytes.count + count <= limit else {
                throw SystemError(action: "read", code: EFBIG)
            }
            bytes += buffer.prefix(count)
        }
    }
}

/// What tells one file from another, whatever paths lead to it.
public struct FileIdentity: Hashable, Sendable {
    /// The device's number.
    public let device: UInt
    /// The file's number on it.
    public let inode: UInt

    /// A file by its numbers.
    package init(device: UInt, inode: UInt) {
        self.device = device
        self.inode = inode
    }
}

extension FileDescriptor {
    /// Which file this is, or nil where it is no regular one.
    ///
    /// Wraps `fstat(2)`.
    public func regularFile() throws(SystemError) -> FileIdentity? {
        var status = stat()
        let raw = raw
        try systemCall("look at a file") { fstat(raw, &status) }
        guard UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG) else { return nil }
        return FileIdentity(device: UInt(status.st_dev), inode: UInt(status.st_ino))
    }
}

extension FileDescriptor {
    /// Lets reading and writing fail with `EAGAIN` instead of waiting, and closes it on exec.
    ///
    /// Wraps `fcntl(2)`.
    public func setNonBlocking() throws(SystemError) {
        let raw = raw
        let flags = try systemCall("look at a descriptor") { tapinput_fcntl(raw, F_GETFL, 0) }
        try systemCall("make a descriptor not wait") {
            tapinput_fcntl(raw, F_SETFL, flags | O_NONBLOCK)
        }
        try systemCall("close a descriptor on exec") { tapinput_fcntl(raw, F_SETFD, FD_CLOEXEC) }
    }
}

extension FileDescriptor {
    /// The numbers of a new pipe's ends, to read from and to write to, closed on exec; the caller
    /// takes over both.
    ///
    /// Wraps `pipe2(2)`.
    public static func pipe() throws(SystemError) -> (output: Int32, input: Int32) {
        var ends: [Int32] = [-1, -1]
        try systemCall("create a pipe") { pipe2(&ends, O_CLOEXEC) }
        return (ends[0], ends[1])
    }
}
