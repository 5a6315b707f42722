package import EventLoop
internal import Glibc

/// Reads a configuration file and the files that it includes into one row of tokens.
///
/// libconfig itself must not do it: the scanner of 1.5 ends the program where an included path is a
/// directory, takes paths from the working directory, and reads a file at another moment than its
/// errors are told.
package struct SourceReader {
    /// A regular file, as it is read.
    package struct Contents {
        var identity: FileIdentity
        var bytes: [UInt8]

        /// A file's bytes, and which file it is.
        package init(identity: FileIdentity, bytes: [UInt8]) {
            self.identity = identity
            self.bytes = bytes
        }
    }

    /// Reads the file of a path; nil where it is no regular one.
    package typealias Files = (String) throws(SystemError) -> Contents?

    /// The most bytes of a file.
    static let largestFile = 1 << 20
    /// How many files deep one can include another.
    static let deepestInclude = 10
    /// The most files.
    static let mostFiles = 256
    /// The most tokens of all files, so that files that include each other many times over end soon.
    static let mostTokens = 100_000
    /// The most bytes of all files, as many as of one: whoever waits for the configuration must not
    /// wait long.
    static let mostBytes = largestFile

    /// What was read, up to a problem or the end.
    private(set) var tokens: [Token] = []
    /// Every file that was opened or tried to be, in that order and each once.
    private(set) var files: [String] = []
    /// What is wrong with includes.
    private(set) var diagnostics: [Diagnostic] = []
    /// Why the first file cannot be read.
    private(set) var failure: SystemError?

    private let read: Files
    private var open: [FileIdentity] = []
    private var countOfFiles = 0
    private var countOfBytes = 0

    /// Reads a file and all that it includes, from the disk if nothing else is said.
    init(path: String, files read: @escaping Files = SourceReader.contentsOnDisk) {
        self.read = read
        switch contents(of: path) {
        case .success(let bytes):
            take(Lexer(bytes, file: path))
            open.removeAll()
        case .failure(let reason):
            failure = reason.error
            diagnostics.append(Diagnostic(Place(file: path, line: 0), reason.message))
        }
        if case .problem? = tokens.last?.kind { return }
        let place = tokens.last?.place ?? Place(file: path, line: 1)
        tokens.append(Token(kind: .end, text: "", place: place, lastLine: place.line))
    }

    /// Why a file's bytes are not there.
    private struct Refusal: Error {
        var message: String
        var error: SystemError
    }

    /// Takes a file's tokens; false where nothing can be read after them.
    @discardableResult
    private mutating func take(_ lexer: Lexer) -> Bool {
        var lexer = lexer
        while true {
            let token = lexer.next()
            switch token.kind {
            case .end: return true
            case .include(let path):
                guard include(path, at: token.place) else { return false }
            case .problem, .unreadable:
                tokens.append(token)
                return false
            default:
                guard tokens.count < Self.mostTokens else {
                    return stop("the configuration is too long", at: token.place)
                }
                tokens.append(token)
            }
        }
    }

    private mutating func stop(_ message: String, at place: Place) -> Bool {
        tokens.append(
            Token(kind: .problem(message), text: "", place: place, lastLine: place.line))
        return false
    }

    private mutating func include(_ name: String, at place: Place) -> Bool {
        let folder = place.file.lastIndex(of: "/").map { place.file[...$0] } ?? ""
        let path = name.hasPrefix("/") ? name : folder + name
        guard !name.isEmpty else { return refuse("the path of the file is empty", at: place) }
        guard open.count <= Self.deepestInclude else {
            return refuse(
                "\(path): files include each other more than \(Self.deepestInclude) deep", at: place
            )
        }
        guard countOfFiles < Self.mostFiles else {
            return stop("more than \(Self.mostFiles) files are included", at: place)
        }
        switch contents(of: path) {
        case .success(let bytes):
            guard countOfBytes <= Self.mostBytes else {
                return stop("the configuration is too long", at: place)
            }
            defer { open.removeLast() }
            return take(Lexer(bytes, file: path))
        case .failure(let reason):
            return refuse("\(path): \(reason.message)", at: place)
        }
    }

    private mutating func refuse(_ message: String, at place: Place) -> Bool {
        diagnostics.append(Diagnostic(place, "@include: \(message)"))
        return true
    }

    /// The bytes of a file, which is open from then on.
    private mutating func contents(of path: String) -> Result<[UInt8], Refusal> {
        if !files.contains(path) { files.append(path) }
        countOfFiles += 1
        do {
            guard let contents = try read(path) else {
                return .failure(
                    Refusal(
                        message: "it is not a regular file",
                        error: SystemError(action: "read \(path)", code: EINVAL)))
            }
            guard !open.contains(contents.identity) else {
                return .failure(
                    Refusal(
                        message: "the file includes itself",
                        error: SystemError(action: "read \(path)", code: ELOOP)))
            }
            countOfBytes += contents.bytes.count
            open.append(contents.identity)
            return .success(contents.bytes)
        } catch {
            return .failure(Refusal(message: Self.words(for: error, path), error: error))
        }
    }

    private static func contentsOnDisk(_ path: String) throws(SystemError) -> Contents? {
        // A pipe or a terminal must not be waited for.
        let file = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard let identity = try file.regularFile() else { return nil }
        return Contents(identity: identity, bytes: try file.readToEnd(limit: largestFile))
    }

    private static func words(for error: SystemError, _ path: String) -> String {
        if error.code == EFBIG { return "the file is larger than \(largestFile) bytes" }
        if error.code == ENOENT, let target = try? linkTarget(of: path) {
            return "it is a symbolic link to \(target), and nothing is there"
        }
        return error.reason
    }
}
