public import EventLoop
internal import Gestures
internal import Glibc

/// Why nobody more can watch a driver.
public enum MonitorError: Error, Equatable, Sendable {
    /// As many watch it as may.
    case tooMany
    /// The descriptor cannot be written to and watched: it must be a pipe or a socket.
    case system(SystemError)
}

extension TapDriver {
    /// Lets a pipe, of which this is the end to write to, have a line for every record from now on.
    ///
    /// Nobody waits for its reader: what there is no room for is dropped, and counted by a `dropped`
    /// line. The pipe is closed when its reader is gone. `SIGPIPE` has to be ignored.
    public func addMonitor(_ descriptor: consuming FileDescriptor) throws(MonitorError) {
        try monitors.add(descriptor)
    }

    /// The end to read from of a new pipe that has a line for every record from now on, as with
    /// `addMonitor`.
    public func monitor() throws(MonitorError) -> FileDescriptor {
        let ends: (output: Int32, input: Int32)
        do throws(SystemError) {
            ends = try FileDescriptor.pipe()
        } catch {
            throw .system(error)
        }
        let output = FileDescriptor(owning: ends.output)
        try addMonitor(FileDescriptor(owning: ends.input))
        return output
    }
}

/// Lines of records to those who watch a driver; it never waits for them.
final class MonitorHub {
    /// How many may watch.
    static let limit = 8

    private let loop: EventLoop
    private var pipes: [MonitorPipe] = []

    /// A hub whom nobody watches.
    init(loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        for pipe in pipes { unwatch(pipe) }
    }

    /// How many watch.
    var count: Int { pipes.count }

    /// Takes one more on.
    func add(_ descriptor: consuming FileDescriptor) throws(MonitorError) {
        guard pipes.count < Self.limit else { throw .tooMany }
        do throws(SystemError) {
            let pipe = try MonitorPipe(descriptor)
            // That the reader is gone is told even if nothing else is asked for.
            pipe.watch = try loop.watch(pipe.raw, for: []) { [unowned self, unowned pipe] _ in
                remove(pipe)
            }
            pipes.append(pipe)
        } catch {
            throw .system(error)
        }
    }

    /// Writes records to all who watch.
    func tell(_ records: [MonitorRecord]) {
        guard let time = records.last?.time else { return }
        let pieces = LinePiece.pieces(of: records.map(\.text))
        // Backwards, as one whose reader is gone leaves.
        for pipe in pipes.reversed() where !pipe.write(pieces, at: time) { remove(pipe) }
    }

    private func remove(_ pipe: MonitorPipe) {
        unwatch(pipe)
        pipes.removeAll { $0 === pipe }
    }

    private func unwatch(_ pipe: MonitorPipe) {
        if let watch = pipe.watch { loop.unwatch(watch) }
        pipe.watch = nil
    }
}

/// What a Tap's session tells those who watch.
struct MonitorFeed {
    let hub: MonitorHub
    /// The Tap's address.
    let device: String

    /// Whether somebody watches.
    var isWatched: Bool { hub.count > 0 }

    /// Tells what came out of the pipeline and is written by now; of a packet also how long that took
    /// from `now`, the loop's wake-up, until it was `done`.
    func tell(_ output: borrowing PipelineOutput, at now: Int64, done: Int64?) {
        let packet = done.map { done in
            MonitorRecord(
                time: Timestamp(nanoseconds: now), device: device,
                content: .packet(latency: max(0, done - now)))
        }
        hub.tell(MonitorRecord.records(of: output, device: device, packet: packet))
    }
}

/// Whole lines that a pipe takes together or not at all.
struct LinePiece {
    /// A pipe takes `PIPE_BUF` bytes at once or none; before a piece there may stand one more line.
    static let longest = Int(PIPE_BUF) - MonitorRecord.longestLine - 1

    var bytes: [UInt8] = []
    /// How many lines.
    var count = 0

    static func pieces(of lines: [String]) -> [LinePiece] {
        var pieces: [LinePiece] = []
        var piece = LinePiece()
        for line in lines {
            if piece.count > 0, piece.bytes.count + line.utf8.count + 1 > longest {
                pieces.append(piece)
                piece = LinePiece()
            }
            piece.bytes += line.utf8
            piece.bytes.append(UInt8(ascii: "\n"))
            piece.count += 1
        }
        if piece.count > 0 { pieces.append(piece) }
        return pieces
    }
}

/// The pipe of one who watches.
private final class MonitorPipe {
    private let descriptor: FileDescriptor
    var watch: EventLoop.WatchID?
    /// How many lines there was no room for since the last that was told of.
    private var dropped = 0
    /// What a socket did not take of a piece that it began.
    private var rest: [UInt8] = []

    /// The number of the descriptor, lent.
    var raw: Int32 { descriptor.raw }

    /// Takes a descriptor over: nobody waits for it, and no other program gets it.
    init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.setNonBlocking()
        self.descriptor = descriptor
    }

    /// Writes pieces as far as there is room; false when the reader is gone.
    func write(_ pieces: [LinePiece], at time: Timestamp) -> Bool {
        for piece in pieces {
            do throws(SystemError) {
                if try !write(piece, at: time) { dropped += piece.count }
            } catch {
                return false
            }
        }
        return true
    }

    /// Writes a piece; false where there is no room.
    private func write(_ piece: LinePiece, at time: Timestamp) throws(SystemError) -> Bool {
        if !rest.isEmpty {
            rest.removeFirst(try send(rest))
            guard rest.isEmpty else { return false }
        }
        var bytes = piece.bytes
        if dropped > 0 {
            let record = MonitorRecord(
                time: time, device: MonitorRecord.noDevice, content: .dropped(dropped))
            bytes = Array("\(record.text)\n".utf8) + bytes
        }
        let sent = try send(bytes)
        guard sent > 0 else { return false }
        dropped = 0
        rest = Array(bytes.dropFirst(sent))
        return true
    }

    /// Writes once; returns how many bytes were taken.
    private func send(_ bytes: [UInt8]) throws(SystemError) -> Int {
        do throws(SystemError) {
            let raw = descriptor.raw
            return try systemCall("write") { Glibc.write(raw, bytes, bytes.count) }
        } catch {
            guard error.code == EAGAIN else { throw error }
            return 0
        }
    }
}
