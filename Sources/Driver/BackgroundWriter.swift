internal import CLinux
public import EventLoop
internal import Glibc
internal import Synchronization

/// Writes lines to a file without ever making its caller wait.
///
/// A thread copies from a pipe to the file. What the pipe has no room for waits in a queue, and
/// what that has no room for drops the oldest lines. Each line is either written or counted as
/// dropped, and none is torn, but for the last one in a file that is not a regular one and fails, or
/// that `finish` does not wait for any longer. Text with line feeds in it is several lines.
///
/// Without `finish`, what is not in the file yet is lost with this object.
public final class BackgroundWriter {
    /// The size of the queue, in bytes, where no other is asked for.
    public static let defaultQueueLimit = 4 << 20
    /// The size of the pipe, where the system allows that.
    private static let pipeSize: Int32 = 1 << 20

    private let name: String
    private let loop: EventLoop
    private let failed: (SystemError) -> Void
    private let progress = CopyProgress()
    private let limitTimer: LoopTimer
    /// The end of the pipe that lines go into; nil once all are handed over, or after a failure.
    private var pipe: FileDescriptor?
    /// Where the thread tells how it ended; nil after that.
    private var status: FileDescriptor?
    private var pipeWatch: EventLoop.WatchID?
    private var statusWatch: EventLoop.WatchID?
    private var queue: LineQueue
    /// Whether the loop waits for room in the pipe.
    private var isWaiting = false
    private var isFinishing = false
    private var finished: [() -> Void] = []
    /// A line as bytes; kept, so that its memory is used again.
    private var line: [UInt8] = []
    /// How many lines were to be written.
    private var total = 0

    /// How many lines were dropped.
    public private(set) var dropped = 0

    /// How many bytes wait for room in the pipe.
    var queued: Int { queue.count }

    /// A writer to an open file, which it closes, and which errors call by this name.
    ///
    /// `failed` is called on the loop, once at most: after an error nothing is written any more.
    public init(
        file: consuming FileDescriptor,
        name: String,
        loop: EventLoop,
        queueLimit: Int = defaultQueueLimit,
        failed: @escaping (SystemError) -> Void
    ) throws(SystemError) {
        self.name = name
        self.loop = loop
        self.failed = failed
        queue = LineQueue(limit: queueLimit)
        let box = WeakBox<BackgroundWriter>()
        limitTimer = loop.makeTimer { box.object?.end(0) }

        let (lineOutput, lineInput) = try FileDescriptor.pipe()
        let lines = FileDescriptor(owning: lineInput)
        let source = FileDescriptor(owning: lineOutput)
        let (ending, ended) = try FileDescriptor.pipe()
        let status = FileDescriptor(owning: ending)
        let end = FileDescriptor(owning: ended)
        try lines.setNonBlocking()
        // A smaller one works as well: the queue is used sooner.
        _ = tapinput_fcntl(lineInput, F_SETPIPE_SZ, Self.pipeSize)
        pipe = consume lines
        self.status = consume status
        pipeWatch = try loop.watch(lineInput, for: []) { _ in box.object?.flush() }
        statusWatch = try loop.watch(ending, for: .readable) { _ in box.object?.hear() }
        box.object = self
        try FileCopier.start(input: source, output: file, status: end, progress: progress)
    }

    deinit {
        unwatch()
        loop.remove(limitTimer)
    }

    /// Adds a line; it never waits.
    public func write(line text: String) {
        line.removeAll(keepingCapacity: true)
        line += text.utf8
        line.append(UInt8(ascii: "\n"))
        let count = LineQueue.lines(in: line)
        total += count
        guard pipe != nil, !isFinishing else {
            dropped += count
            return
        }
        dropped += queue.append(line)
        if !isWaiting { flush() }
    }

    /// Ends: calls `done` on the loop once everything is in the file and the file is closed, or
    /// after `limit` nanoseconds; what is not written by then is dropped.
    ///
    /// Keep the writer until then. After an error `done` is called as well.
    public func finish(limit: Int64, done: @escaping () -> Void) {
        finished.append(done)
        let now = EventLoop.monotonicNow()
        if status == nil {
            limitTimer.deadline = now
        } else if !isFinishing {
            let (deadline, overflow) = now.addingReportingOverflow(max(0, limit))
            limitTimer.deadline = overflow ? .max : deadline
            isFinishing = true
            flush()
        }
    }

    /// Hands over what waits, as far as there is room.
    private func flush() {
        guard let raw = pipe?.raw else { return }
        while !queue.isEmpty {
            let count = queue.withBytes { bytes in
                // EAGAIN, the one error to expect, means that there is no room.
                (try? systemCall("write") { Glibc.write(raw, bytes.baseAddress, bytes.count) }) ?? 0
            }
            guard count > 0 else { break }
            queue.removeFirst(count)
        }
        wait(!queue.isEmpty)
        if queue.isEmpty, isFinishing { closePipe() }
    }

    private func wait(_ wanted: Bool) {
        guard wanted != isWaiting, let pipeWatch else { return }
        isWaiting = wanted
        // Cannot fail: the descriptor is open and watched.
        try? loop.change(pipeWatch, to: wanted ? .writable : [])
    }

    private func closePipe() {
        if let pipeWatch { loop.unwatch(pipeWatch) }
        pipeWatch = nil
        pipe = nil
    }

    private func unwatch() {
        if let pipeWatch { loop.unwatch(pipeWatch) }
        if let statusWatch { loop.unwatch(statusWatch) }
        (pipeWatch, statusWatch) = (nil, nil)
    }

    /// The thread has ended.
    private func hear() {
        var code: Int32 = 0
        // A thread that says nothing has nothing to tell.
        _ = withUnsafeMutableBytes(of: &code) { try? status?.read(into: $0) }
        end(code)
    }

    /// Lets go of the thread: it has ended, or it ends as soon as the system lets it.
    private func end(_ code: Int32) {
        limitTimer.deadline = nil
        unwatch()
        status = nil
        pipe = nil
        queue.removeAll()
        dropped = total - progress.lines.load(ordering: .acquiring)
        let done = finished
        finished = []
        if code != 0 { failed(SystemError(action: "write \(name)", code: code)) }
        for call in done { call() }
    }
}
