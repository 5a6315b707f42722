internal import CLinux

/// The way to a file: each name that the kernel looks up for a path, links followed, in its order.
///
/// A name is looked at when the step after it is asked for and not before. So whoever watches the
/// directory of each step before asking for the next one misses nothing in between. The way ends
/// with the file, or with the first name that is not there.
struct PathWalk: Sequence, IteratorProtocol {
    /// A name that is looked up in a directory.
    struct Step: Equatable {
        /// The directory, with a slash at its end; no part of it is a link.
        var directory: String
        /// The name that is looked up.
        var name: String
        /// Whether the path ends here, unless this is a link that leads on.
        var isLast: Bool
    }

    /// As many links as the kernel follows (`MAXSYMLINKS`).
    private static let mostLinks = 40

    private var directory = "./"
    /// The names to come, the next one last.
    private var rest: [String] = []
    private var step: Step?
    private var links = 0

    /// The way to an absolute path, or to one from the working directory.
    init(_ path: String) {
        take(path)
    }

    mutating func next() -> Step? {
        if let step { pass(step) }
        step = nil
        while let name = rest.popLast() {
            guard name != ".." else {
                directory += "../"
                continue
            }
            step = Step(directory: directory, name: name, isLast: rest.isEmpty)
            break
        }
        return step
    }

    private mutating func take(_ path: String) {
        let slash = UInt8(ascii: "/")
        if path.utf8.first == slash { directory = "/" }
        let names = path.utf8.split(separator: slash).map { String(decoding: $0, as: UTF8.self) }
        rest += names.filter { $0 != "." }.reversed()
    }

    /// Goes on into a directory or along a link, or ends the way.
    private mutating func pass(_ step: Step) {
        let path = step.directory + step.name
        do throws(SystemError) {
            let target = try linkTarget(of: path)
            links += 1
            if links > Self.mostLinks { rest = [] } else { take(target) }
        } catch {
            // It is there and not a link: a directory, or else the next name is not found.
            if error.code == EINVAL { directory = path + "/" } else { rest = [] }
        }
    }
}
