import Gestures
import Mapping
import TestSupport

@testable import Configuration

/// The manual page `tapinput.conf(5)`.
enum ManualDocument {
    static var text: String {
        let parts = [
            opening, file, profiles, sections, taps, actions, keys, examples, closing,
        ]
        return parts.joined(separator: "\n") + "\n"
    }

    private static let opening = """
        .\\" Written by `make docs` from the table of settings.
        .TH TAPINPUT.CONF 5 "" tapinput "File formats"
        .SH NAME
        tapinput.conf \\- what the gestures of a Tap do
        .SH DESCRIPTION
        .BR tapinput (1)
        turns a wrist\\-worn Tap into a mouse and a keyboard.
        This file says what each gesture does.
        Without it the built\\-in profiles hold; with it only what it names is changed.
        .PP
        The file is looked for at
        .I $XDG_CONFIG_HOME/tapinput/tapinput.conf
        (without that variable
        .IR $HOME/.config/tapinput/tapinput.conf ),
        then at
        .IR /etc/tapinput/tapinput.conf .
        The first one that exists holds alone.
        The option
        .B \\-\\-config
        names another one.
        .PP
        .B tapinput check
        tells every mistake in it, with file and line, in at most 50 lines.
        A file with a mistake is not used at all.
        .SH SYNTAX
        The syntax is that of libconfig:
        .I name = value;
        with true and false, whole numbers, numbers with a decimal point, texts in quotes,
        groups of settings in { }, lists in ( ) and arrays in [ ].
        The values of an array are of one type.
        Comments go from # or // to the end of the line, or from /* to */.
        A whole number may stand where a number is wanted, but not the other way round.
        .PP
        A line
        .B @include \\(dqFILE\\(dq
        stands for the text of another file.
        Its path begins in the folder of the file that includes it.
        Files include each other at most \(SourceReader.deepestInclude) deep, and have at most \
        \(SourceReader.mostBytes / 1024) KiB together.
        """

    private static func setting(_ spec: SettingSpec, standard: String?) -> String {
        let takes = ReferenceDocument.takes(spec).replacing("`", with: "")
        let builtIn = standard.map { "; built in: \($0)" } ?? ""
        return """
            .TP
            .B \(Roff.escaped(spec.name))
            \(Roff.escaped(spec.meaning))
            (\(Roff.escaped(takes + builtIn)))
            """
    }

    private static func members(of spec: SettingSpec) -> String {
        guard case .rows(let members, _) = spec.type else { return "" }
        return "\n.RS\n" + members.map { setting($0, standard: nil) }.joined(separator: "\n")
            + "\n.RE"
    }

    private static var file: String {
        var draft = Draft()
        draft.profile = SettingValue.Name(
            text: Configuration.builtIn.profile, place: Place(file: "", line: 0))
        let settings = Schema.settings.map { item in
            setting(item.spec, standard: item.get(draft).map(ConfigurationText.text))
                + members(of: item.spec)
        }
        return ".SH SETTINGS\n"
            + (settings + [setting(Schema.profiles, standard: nil)]).joined(separator: "\n")
    }

    private static var profiles: String {
        let names = Profile.builtIn.map { "\\fB\($0.name)\\fP" }.joined(separator: ", ")
        return """
            .SH PROFILES
            Built in are \(names).
            A group with such a name changes only what it names.
            A new name, of at most \(ProfileSchema.longestName) letters, makes a new profile.
            Besides the groups below a profile has:
            \(setting(ProfileSchema.extends, standard: nil))
            .PP
            What is built in is told of \\fBdesktop\\fP.
            A setting that can have no effect in its profile, such as
            .B drag
            where
            .B hold
            is \\(dqrotate\\(dq, is a mistake.
            So is
            .B \\(dqswitch\\-model\\(dq
            at a gesture of the air where no tap leads back.
            """
    }

    private static var sections: String {
        let kept = ProfileSchema.sections.filter { $0.name != ProfileSchema.taps.name }
        return kept.map { section in
            let settings = section.settings.map { item in
                setting(item.spec, standard: ConfigurationText.standard(item, mark: ""))
                    + members(of: item.spec)
            }
            return ".SS \(section.name)\n\(Roff.escaped(section.meaning))\n"
                + settings.joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static var taps: String {
        let names = TapNames.all.map(\.name)
        let lines = ExampleDocument.wrapped(
            names.map(Roff.escaped).joined(separator: ", ") + ".", width: 90)
        return """
            .SS taps
            \(Roff.escaped(ProfileSchema.taps.meaning))
            Each takes an action.
            The names are the fingers, joined by \\-, and then \\fB\\-double\\fP or \
            \\fB\\-triple\\fP for two or three taps.
            All of them are
            \(lines.joined(separator: "\n"))
            """
    }

    private static var actions: String {
        func item(_ text: String, _ meaning: String) -> String {
            ".TP\n.B \(Roff.escaped(text))\n\(Roff.escaped(meaning))"
        }
        let words = ActionText.words.map { item($0.text, $0.meaning) }
        let wheels = WheelStep.Direction.allCases.map {
            item(
                ActionText.wheel + $0.rawValue,
                "The content scrolls \(ReferenceDocument.way($0)) by a detent; a number, "
                    + "\(ActionText.detents.lowerBound) to \(ActionText.detents.upperBound), may follow."
            )
        }
        let rest = [
            item("\(ActionText.profile) NAME", "Changes to the profile of a name."),
            item(
                "KEY_LEFTCTRL+KEY_T",
                "Keys and buttons go down together, at most \(ActionText.mostKeys); a wheel may be "
                    + "the last part."),
        ]
        return """
            .SH ACTIONS
            An action is a text in quotes:
            \((words + rest + wheels).joined(separator: "\n"))
            .PP
            A list of texts is a sequence of chords, one after the other, at most \
            \(ActionText.mostChords); words that are a whole action cannot be among them.
            No action starts a program.
            """
    }

    private static var keys: String {
        let names = ReferenceDocument.keyNames
        func list(_ names: [String]) -> String {
            ExampleDocument.wrapped(names.joined(separator: ", ") + ".", width: 90).joined(
                separator: "\n")
        }
        return """
            .SH KEYS AND BUTTONS
            The names are the kernel's.
            Mouse buttons are
            \(list(names.buttons))
            .PP
            Keys are
            \(list(names.keys))
            .PP
            The other names of keys in the kernel's
            .I linux/input-event-codes.h
            can be bound too. Their codes are above \(KeyNames.highestOfX11): Wayland sees them and
            X11 does not, which is a warning.
            """
    }

    private static let examples = """
        .SH EXAMPLES
        A short pinch of the ring finger goes back in the browser:
        .PP
        .in +4
        .EX
        profiles = { desktop = {
            ring = { pinch = \\(dqKEY_LEFTALT+KEY_LEFT\\(dq; };
        }; };
        .EE
        .in
        .PP
        A Tap of its own profile, which is like \\fBmedia\\fP with a pointer:
        .PP
        .in +4
        .EX
        devices = ( { device = \\(dqLeft\\(dq; profile = \\(dqsofa\\(dq; } );
        profiles = { sofa = {
            extends = \\(dqmedia\\(dq;
            pointer = { enabled = true; };
        }; };
        .EE
        .in
        """

    private static let closing = """
        .SH FILES
        .I $XDG_CONFIG_HOME/tapinput/tapinput.conf
        .br
        .I /etc/tapinput/tapinput.conf
        .SH SEE ALSO
        .BR tapinput (1)
        """
}
