import EventLoop
import Glibc

/// The files of this project.
package enum Project {
    /// The path of what is at this place in the project.
    package static func path(_ place: String) -> String {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return (root + [Substring(place)]).joined(separator: "/")
    }

    /// The text of a document that is made from what the program knows; where `make docs` asks for it,
    /// what it has to be is written first.
    package static func document(_ place: String, is text: String) throws -> String {
        if getenv("TAPINPUT_WRITE_DOCUMENTS") != nil {
            let file = try FileDescriptor.open(
                path(place), flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
            try Array(text.utf8).withUnsafeBytes { try file.write(all: $0) }
        }
        return try TestSupport.text(of: path(place))
    }

    /// What is told of a document that is not what it has to be.
    package static func stale(_ place: String) -> String {
        "\(place) is stale: `make docs` writes it again"
    }
}
