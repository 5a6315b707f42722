public import EventLoop
internal import Gestures
internal import Glibc

/// Why nobody more can watch a driver.
public enum MonitorError: Error, Equatable, Sendable {
    /// As many watch it as may.
    case tooMany
    /// There can be no pipe.
    case system(SystemError)
}

extension TapDriver {
    /// The end to read from of a new pipe that has a line for every record from now on.
    ///
    /// Nobody waits for its reader: what there is no room for is dropped, and counted by a `dropped`
    /// line. The pipe is closed when its reader is gone. `SIGPIPE` has to be ignored.
    public func monitor() throws(MonitorError) -> FileDescriptor {
        try monitors.add()
    }
}

/// Lines of records to those who watch a driver; it never waits for them.
package final class MonitorHub {
    /// How many may watch.
    static let limit = 8

    private let loop: EventLoop
    private var pipes: [MonitorPipe] = []

    /// A hub whom nobody watches.
    package init(loop: EventLoop) {
        self.loop = loop
    }

    deinit {
        for pipe in pipes { unwatch(pipe) }
    }

    /// How many watch.
    var count: Int { pipes.count }

    /// Takes one more on: the end of its pipe to read from.
    func add() throws(MonitorError) -> FileDescriptor {
        guard pipes.count < Self.limit else { throw .tooMany }
        do throws(SystemError) {
            let ends = try FileDescriptor.pipe()
            let output = FileDescriptor(owning: ends.output)
            let pipe = try MonitorPipe(FileDescriptor(owning: ends.input))
            // That the reader is gone is told even if nothing else is asked for.
            pipe.watch = try loop.watch(pipe.raw, for: []) { [unowned self, unowned pipe] _ in
                remove(pipe)
            }
            pipes.append(pipe)
            return output
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
package struct MonitorFeed {
    let hub: MonitorHub
    /// The Tap's address.
    let device: String

    package init(hub: MonitorHub, device: String) {
        self.hub = hub
        self.device = device
    }

    /// Whether somebody watches.
    var isWatched: Bool { hub.count > 0 }

    /// Tells what came out of the pipeline and is written by now; of so many packets also how long
    /// that took from `now`, the loop's wake-up.
    func tell(_ output: borrowing PipelineOutput, at now: Int64, packets: Int, latency: Int64) {
        let packet = MonitorRecord(
            time: Timestamp(nanoseconds: now), device: device,
            content: .packet(latency: max(0, latency)))
        hub.tell(
            MonitorRecord.records(
                of: output, device: device, packets: repeatElement(packet, count: packets)))
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
        var bytes = piece.bytes
        if dropped > 0 {
            let record = MonitorRecord(
                time: time, device: MonitorRecord.noDevice, content: .dropped(dropped))
            bytes = Array("\(record.text)\n".utf8) + bytes
        }
        do throws(SystemError) {
            let raw = descriptor.raw
            try systemCall("write") { Glibc.write(raw, bytes, bytes.count) }
        } catch {
            guard error.code == EAGAIN else { throw error }
            return false
        }
        dropped = 0
        return true
    }
}
