internal import CLinux
internal import EventLoop
internal import Glibc
internal import Synchronization

/// How far a `FileCopier` is; both threads may look.
final class CopyProgress: Sendable {
    /// How many lines are in the file.
    let lines = Atomic<Int>(0)
}

/// Copies lines from a pipe to a file, on a thread of its own that may have to wait for the disk.
///
/// It goes on until the pipe ends or the file fails, closes the file and then writes the error's
/// number, or 0, into a second pipe. If that pipe has no reader any more it ends at once, also while
/// a file that is a pipe has no room.
final class FileCopier {
    private static let capacity = 1 << 16

    private let input: FileDescriptor
    private var output: FileDescriptor?
    private let status: FileDescriptor
    private let progress: CopyProgress
    private let buffer: UnsafeMutableRawBufferPointer
    /// How many bytes of the buffer wait to be written.
    private var filled = 0
    /// How much may be written at once.
    ///
    /// A pipe that has any room takes so much as a whole, and neither waits nor tears a line.
    private let most: Int

    private init(
        input: consuming FileDescriptor, output: consuming FileDescriptor,
        status: consuming FileDescriptor, progress: CopyProgress
    ) {
        var kind = stat()
        let isRegular = fstat(output.raw, &kind) == 0 && kind.st_mode & S_IFMT == S_IFREG
        most = isRegular ? Self.capacity : Int(PIPE_BUF)
        self.input = input
        self.output = consume output
        self.status = status
        self.progress = progress
        buffer = .allocate(byteCount: Self.capacity, alignment: 1)
    }

    deinit {
        buffer.deallocate()
    }

    /// Starts the thread, to which no signal is delivered; it owns the three descriptors.
    ///
    /// Wraps `pthread_create(3)`.
    static func start(
        input: consuming FileDescriptor, output: consuming FileDescriptor,
        status: consuming FileDescriptor, progress: CopyProgress
    ) throws(SystemError) {
        let copier = Unmanaged.passRetained(
            FileCopier(input: input, output: output, status: status, progress: progress))
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        // A thread begins with the signals blocked that its maker has blocked. Were one not, it
        // could take a signal that a signalfd is there for.
        pthread_sigmask(SIG_SETMASK, &all, &before)
        var thread = pthread_t()
        let result = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<FileCopier>.fromOpaque(context).takeRetainedValue().run()
                return nil
            }, copier.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard result == 0 else {
            copier.release()
            throw SystemError(action: "start a thread", code: result)
        }
        // The name is for people who look at the process; without it nothing is lost.
        _ = pthread_setname_np(thread, "file writer")
        pthread_detach(thread)
    }

    private func run() {
        var code: Int32 = 0
        do {
            try copy()
        } catch {
            code = error.code
        }
        output = nil
        withUnsafeBytes(of: code) { bytes in
            // Where nobody listens any more, nobody needs to be told.
            try? status.write(all: bytes)
        }
        // Whoever writes into the pipe must not find it broken before hearing of the error.
        while let count = try? input.read(into: buffer), count > 0 {}
    }

    private func copy() throws(SystemError) {
        while true {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try input.read(into: room)
            filled += count
            var start = 0
            while let end = endOfPiece(from: start, isLast: count == 0) {
                try write(UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
                start = end
            }
            guard count > 0 else { return }
            let rest = UnsafeRawBufferPointer(rebasing: buffer[start..<filled])
            buffer.copyMemory(from: rest)
            filled = rest.count
        }
    }

    /// Where to end what is written next: after a whole line, if it is not too long for that; nil
    /// where more must come first.
    private func endOfPiece(from start: Int, isLast: Bool) -> Int? {
        let window = buffer[start..<min(filled, start + most)]
        if let lineFeed = window.lastIndex(of: UInt8(ascii: "\n")) { return lineFeed + 1 }
        return window.count == most || isLast && !window.isEmpty ? window.endIndex : nil
    }

    private func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        guard let file = output?.raw else { return }
        var rest = bytes[...]
        while !rest.isEmpty {
            try waitForRoom(in: file)
            let piece = UnsafeRawBufferPointer(rebasing: rest)
            do throws(SystemError) {
                let count = try systemCall("write") {
                    Glibc.write(file, piece.baseAddress, piece.count)
                }
                rest = rest.dropFirst(count)
                let lines = LineQueue.lines(in: piece.prefix(count))
                progress.lines.add(lines, ordering: .releasing)
            } catch {
                // A file that does not wait is waited for above.
                guard error.code == EAGAIN else {
                    let written = bytes.prefix(bytes.count - rest.count)
                    FileDescriptor.takeBackTornLine(written, from: file)
                    throw error
                }
            }
        }
    }

    /// Waits until the file has room; that nobody listens any more is an error, `ECANCELED`.
    private func waitForRoom(in file: Int32) throws(SystemError) {
        var descriptors = [
            pollfd(fd: file, events: Int16(POLLOUT), revents: 0),
            // Without a reader it has an error, which is told in any case.
            pollfd(fd: status.raw, events: 0, revents: 0),
        ]
        try systemCall("wait") { poll(&descriptors, 2, -1) }
        guard descriptors[1].revents == 0 else {
            throw SystemError(action: "write", code: ECANCELED)
        }
    }
}
