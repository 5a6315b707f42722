import EventLoop
import Glibc

/// Text of manual pages.
package enum Roff {
    /// A text with what roff would misread written otherwise, and code in bold.
    package static func escaped(_ text: String) -> String {
        var result = ""
        var isCode = false
        for letter in text {
            switch letter {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\"": result += "\\(dq"
            case "~": result += "\\(ti"
            case "`":
                result += isCode ? "\\fP" : "\\fB"
                isCode.toggle()
            default: result.append(letter)
            }
        }
        return result.first == "." || result.first == "'" ? "\\&" + result : result
    }

    /// A page with its lines of text at most 80 characters long; requests stay as they are.
    package static func wrapped(_ page: String) -> String {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.map { line in
            guard line.count > 80, line.first != "." else { return String(line) }
            var result = ""
            var length = 0
            for word in line.split(separator: " ") {
                // What begins with a dot is a request where it begins a line.
                let fits = length + 1 + word.count <= 80 || word.first == "." || word.first == "'"
                if length > 0 { result += fits ? " " : "\n" }
                length = fits && length > 0 ? length + 1 + word.count : word.count
                result += word
            }
            return result
        }.joined(separator: "\n")
    }

    /// Whether there is a program that judges manual pages.
    package static var hasJudge: Bool { access("/usr/bin/groff", X_OK) == 0 }

    /// What groff has against a manual page of the project, and its exit status.
    package static func judged(_ place: String) -> (status: Int32, warnings: String) {
        let path = Project.path(place)
        guard let pipe = popen("groff -ww -man -Tutf8 '\(path)' 2>&1 >/dev/null", "r") else {
            return (-1, "groff cannot be started")
        }
        var warnings = ""
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), pipe) != nil {
            warnings += String(
                decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return (pclose(pipe), warnings)
    }
}
