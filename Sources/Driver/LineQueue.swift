/// Lines of text that wait, in so many bytes at most; what there is no room for drops the oldest.
///
/// A line ends in a line feed. Of a line whose head was taken the rest stays, whatever is dropped.
struct LineQueue {
    private static let lineFeed = UInt8(ascii: "\n")
    /// How much memory is kept while nothing waits.
    private static let keptCapacity = 1 << 16

    private let limit: Int
    private var bytes: [UInt8] = []
    /// Where what waits begins; what is before it was taken.
    private var start = 0
    /// How many bytes at the start are the rest of a line whose head was taken.
    private var begun = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// How many bytes wait.
    var count: Int { bytes.count - start }

    var isEmpty: Bool { count == 0 }

    /// How many lines end in these bytes.
    static func lines(in bytes: some Sequence<UInt8>) -> Int {
        bytes.count { $0 == lineFeed }
    }

    /// Adds whole lines; returns how many were dropped for that, or of these where they are longer
    /// than all there is room for.
    mutating func append(_ lines: [UInt8]) -> Int {
        guard lines.count <= limit - begun else { return Self.lines(in: lines) }
        let surplus = count + lines.count - limit
        let dropped = surplus > 0 ? drop(atLeast: surplus) : 0
        if start > limit / 2 {
            bytes.removeSubrange(..<start)
            start = 0
        }
        bytes += lines
        return dropped
    }

    /// Lends everything that waits.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
    }

    /// So many bytes were taken.
    mutating func removeFirst(_ taken: Int) {
        guard taken > 0 else { return }
        start += taken
        guard !isEmpty else { return removeAll() }
        let isWhole = bytes[start - 1] == Self.lineFeed
        begun = isWhole ? 0 : lineEnd(from: start) - start
    }

    /// Nothing waits any more.
    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptCapacity)
        (start, begun) = (0, 0)
    }

    /// Where the line ends that the byte at an index is of.
    private func lineEnd(from index: Int) -> Int {
        bytes[index...].firstIndex(of: Self.lineFeed).map { $0 + 1 } ?? bytes.endIndex
    }

    /// Drops the oldest whole lines; returns how many.
    private mutating func drop(atLeast surplus: Int) -> Int {
        let first = start + begun
        let end = lineEnd(from: first + surplus - 1)
        let dropped = Self.lines(in: bytes[first..<end])
        // The rest of a line that is begun moves up to what follows now.
        let rest = Array(bytes[start..<first])
        start = end - begun
        bytes.replaceSubrange(start..<end, with: rest)
        return dropped
    }
}
