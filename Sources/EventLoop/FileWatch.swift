internal import CLinux

/// Files whose changes are events of a loop, as long as this object lives.
///
/// A file changes when it comes into being, is written, replaced or deleted, when its permissions
/// or times are set, and when any of that happens to a directory or a link on the way to it. It
/// need not exist, nor its directories. What is watched are all the directories in which the path
/// and the links on it are looked up, never the file itself: so it does not matter how a program
/// writes it; what it writes is seen when it closes the file. Reading is no change. What happens on another machine's disk, through another hard
/// link, or by mounting over a directory is not seen.
public final class FileWatch {
    /// How long changes that go on are waited for, in nanoseconds.
    private static let patience: Int64 = 1_000_000_000

    /// What becomes of names in a directory.
    private static let nameChanges = IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_ATTRIB
    /// A file was written and closed; one that is unlinked and still open does not count.
    ///
    /// While it is written there is nothing to be read yet, and others may write in its directory
    /// all the time.
    private static let contentChanges = IN_CLOSE_WRITE
    /// What leads elsewhere from now on: it was moved, is no longer watched, or nobody knows.
    private static let losses = IN_MOVE_SELF | IN_IGNORED | IN_UNMOUNT | IN_Q_OVERFLOW

    private let loop: EventLoop
    private let inotify: Inotify
    private let timer: LoopTimer
    private let settle: Int64
    private let seesWriting: Bool
    private let changed: () -> Void
    private var paths: [String] = []
    /// The names that count in each directory, by inotify's number.
    private var watched: [Int32: Set<String>] = [:]
    /// When `changed` is called at the latest, while it is to be called.
    private var limit: Int64?

    /// Watches nothing yet; `changed` is called on the loop.
    ///
    /// It is called once for changes that follow each other: `settle` nanoseconds after the last
    /// one, but a second after the first one where they do not end. What is written into the files
    /// is left out where `seesWriting` is false: in a directory like /dev, where files are written
    /// all the time, nobody is woken up for it. It is an error if the user has no inotify instance
    /// (`EMFILE`) or watch (`ENOSPC`) left.
    public init(
        on loop: EventLoop, settle: Int64 = 100_000_000, seesWriting: Bool = true,
        changed: @escaping () -> Void
    ) throws(SystemError) {
        let box = WeakBox<FileWatch>()
        inotify = try Inotify(on: loop, action: "watch files") { box.object?.take($0) }
        do throws(SystemError) {
            // It never comes, but is room for the watch that all absolute paths need.
            watched[try inotify.add("/", for: IN_DELETE_SELF)] = []
        } catch {
            if error.code == ENOSPC { throw SystemError(action: "watch files", code: ENOSPC) }
        }
        self.loop = loop
        self.settle = settle
        self.seesWriting = seesWriting
        self.changed = changed
        timer = loop.makeTimer { box.object?.tell() }
        box.object = self
    }

    deinit {
        loop.remove(timer)
    }

    /// Watches these files and no others; to give the same ones again costs nothing.
    ///
    /// A relative path starts at the working directory. What a file holds already is no change: who
    /// reads it after this call misses nothing. A directory that cannot be watched is left out.
    public func watch(_ paths: [String]) {
        guard paths != self.paths else { return }
        self.paths = paths
        lookOver()
        if paths.isEmpty { (timer.deadline, limit) = (nil, nil) }
    }

    private func take(_ records: [Inotify.Record]) {
        let relevant = records.filter(concerns)
        guard !relevant.isEmpty else { return }
        // Writing into a file moves nothing.
        if relevant.contains(where: { $0.has(Self.nameChanges | Self.losses) }) { lookOver() }
        let limit = limit ?? loop.now + max(Self.patience, settle)
        self.limit = limit
        timer.deadline = min(loop.now + settle, limit)
    }

    private func concerns(_ record: Inotify.Record) -> Bool {
        if record.watch == -1 { return true }
        guard let names = watched[record.watch] else { return false }
        return record.has(Self.losses) || names.contains(record.name)
    }

    private func tell() {
        limit = nil
        changed()
    }

    /// Follows all paths again and watches the directories on their ways, and no others.
    ///
    /// Bits are only ever added to a directory's: to narrow them, even for a moment, loses events.
    private func lookOver() {
        let always = Self.nameChanges | IN_MOVE_SELF | IN_ONLYDIR | IN_MASK_ADD
        let last = always | (seesWriting ? Self.contentChanges : 0) | IN_EXCL_UNLINK
        var found: [Int32: Set<String>] = [:]
        for path in paths {
            for step in PathWalk(path) {
                // Without it the directories before and after are watched nevertheless.
                let watch = try? inotify.add(step.directory, for: step.isLast ? last : always)
                if let watch { found[watch, default: []].insert(step.name) }
            }
        }
        for watch in watched.keys where found[watch] == nil { inotify.remove(watch) }
        watched = found
    }
}
