import Gestures
import Mapping

@testable import Configuration

/// The example configuration: everything that is built in, written out.
enum ExampleDocument {
    static var text: String {
        let header = """
            # An example for tapinput, and all that is built in: it changes nothing.
            #
            # Take it to ~/.config/tapinput/tapinput.conf or /etc/tapinput/tapinput.conf and leave out
            # what you do not change; `tapinput check` tells what is wrong with it. The settings are
            # explained at their first place, and all of them in tapinput.conf(5).


            """
        let profiles = Profile.builtIn.enumerated().map { profile($1, isFirst: $0 == 0) }
        return header + top + "\n\nprofiles = {\n\n" + profiles.joined(separator: "\n\n")
            + "\n};\n"
    }

    private static var top: String {
        let builtIn = Configuration.builtIn
        var draft = Draft()
        let nowhere = Place(file: "", line: 0)
        draft.profile = SettingValue.Name(text: builtIn.profile, place: nowhere)
        draft.cycle = builtIn.profiles.cycle.map { SettingValue.Name(text: $0, place: nowhere) }
        return Schema.settings.map { setting in
            let value = setting.get(draft).map(ConfigurationText.text) ?? ""
            var lines = comment(setting.spec, indent: "") + ["\(setting.spec.name) = \(value);"]
            if setting.spec.name == "devices" {
                lines.append("# devices = ( { device = \"Left\"; profile = \"media\"; } );")
            }
            return lines.joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private static func profile(_ profile: Profile, isFirst: Bool) -> String {
        var lines = ["    \(profile.name) = {"]
        if isFirst { lines += comment(ProfileSchema.extends, indent: "        ") }
        lines.append("        extends = \"none\";")
        for section in ProfileSchema.sections {
            lines.append("")
            if isFirst {
                lines.append("        # \(section.meaning)")
            }
            lines.append("        \(section.name) = {")
            // The other fingers are like the index finger, and taps explain themselves.
            let known = Finger.allCases.dropFirst().map { "\($0)" } + [ProfileSchema.taps.name]
            let isExplained = isFirst && !known.contains(section.name)
            lines += ConfigurationText.lines(section, of: profile)
                .flatMap { self.lines(of: $0, isExplained: isExplained) }
            lines.append("        };")
        }
        lines.append("    };")
        return lines.joined(separator: "\n")
    }

    private static func lines(of line: ConfigurationText.Line, isExplained: Bool) -> [String] {
        let indent = "            "
        if let text = line.text {
            return (isExplained ? comment(line.setting, indent: indent) : [])
                + ["\(indent)\(text);"]
        }
        guard isExplained else { return [] }
        let reason = line.hindrance.map { "It has no effect while \($0)." } ?? ""
        return comment(line.setting, indent: indent, more: reason)
            + ["\(indent)# \(line.setting.name) = \(sample(line));"]
    }

    /// A value for a setting that is not set.
    private static func sample(_ line: ConfigurationText.Line) -> String {
        if let value = line.sample { return ConfigurationText.text(value) }
        return switch line.setting.name {
        case "gain": ConfigurationText.text(.number(Profile.desktop.pointer.gainX))
        case "button": "\"BTN_LEFT\""
        default: "\"none\""
        }
    }

    private static func comment(
        _ spec: SettingSpec, indent: String, more: String = ""
    ) -> [String] {
        let range = spec.rangeWords.isEmpty ? "" : " (\(spec.rangeWords))"
        let words: String
        switch spec.type {
        case .word(let known): words = " It is \(SettingSpec.choice(known))."
        default: words = ""
        }
        var text = spec.meaning
        if !range.isEmpty, text.last == "." { text = text.dropLast() + range + "." }
        text += words + (more.isEmpty ? "" : " \(more)")
        return wrapped(text, width: 98 - indent.count).map { "\(indent)# \($0)" }
    }

    /// A text in lines of at most so many letters.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(line) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
