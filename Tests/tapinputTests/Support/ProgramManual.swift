import TestSupport

@testable import Control
@testable import tapinput

/// The manual page `tapinput(1)`.
enum ProgramManual {
    static var text: String {
        let parts = [opening, commands, files, statuses, signals, bus, services, examples, closing]
        return Roff.wrapped(parts.joined(separator: "\n")) + "\n"
    }

    private static let opening = """
        .\\" Written by `make docs` from the table of commands.
        .TH TAPINPUT 1 "" "tapinput \(version)" "User commands"
        .SH NAME
        tapinput \\- a Tap on the wrist as mouse, arrow keys and rotate control
        .SH SYNOPSIS
        .B tapinput
        .I COMMAND
        .RI [ OPTION " ...]"
        .br
        .B tapinput help
        .RI [ COMMAND ]
        .br
        .B tapinput \\-\\-version
        .SH DESCRIPTION
        .B tapinput
        drives the TapXR, the TapBand and the Tap Strap: controllers on the wrist or the hand that
        see pinches, swipes, taps and the motion of the hand.
        It speaks to them over Bluetooth LE through BlueZ, and makes a virtual mouse and a virtual
        keyboard of each through the kernel's uinput, for every program on X11, Wayland and the
        text console.
        It needs no root.
        .PP
        What each gesture does is up to a profile, built in or from a configuration file:
        .BR tapinput.conf (5).
        .SH COMMANDS AND OPTIONS
        .B \\-\\-option=value
        is the same as
        .BR "\\-\\-option value" .
        Every command takes
        .BR \\-\\-help ,
        which tells its options with an example.
        """

    private static var commands: String {
        CommandHelp.all.map(section).joined(separator: "\n")
    }

    private static func section(on command: CommandHelp) -> String {
        let usage = command.usage.split(separator: " ").dropFirst(2).joined(separator: " ")
        var lines = [".SS \(command.name)"]
        lines.append(".B tapinput \(command.name)")
        if !usage.isEmpty { lines.append("\\fI\(Roff.escaped(usage))\\fP") }
        lines += [".PP", Roff.escaped(command.summary.capitalizedSentence)]
        lines += command.details.map(Roff.escaped)
        for option in command.options {
            let value = option.value.map { " \\fI\($0)\\fP" } ?? ""
            let meaning = option.meaning.capitalizedSentence
            let more = option.repeats ? "\nIt may be given more than once." : ""
            lines += [".TP", "\\fB\(Roff.escaped(option.name))\\fP\(value)"]
            lines.append(Roff.escaped(meaning) + more)
        }
        return lines.joined(separator: "\n")
    }

    private static let files = """
        .SH FILES
        .TP
        .I $XDG_CONFIG_HOME/tapinput/tapinput.conf
        The user's configuration; without that variable
        .IR $HOME/.config/tapinput/tapinput.conf .
        .TP
        .I /etc/tapinput/tapinput.conf
        The configuration where the user has none, and that of the system's service.
        .TP
        .I /dev/uinput
        Where the virtual devices are made.
        .SH ENVIRONMENT
        .TP
        .BR XDG_CONFIG_HOME ", " HOME
        Where the configuration is looked for.
        .TP
        .BR DBUS_SESSION_BUS_ADDRESS ", " DBUS_SYSTEM_BUS_ADDRESS
        Other message buses than the usual ones.
        """

    private static var statuses: String {
        let items = Help.statuses.map {
            ".TP\n.B \($0.status)\n\(Roff.escaped($0.meaning.capitalizedSentence))"
        }
        return ".SH EXIT STATUS\n" + items.joined(separator: "\n")
    }

    private static let signals = """
        .SH SIGNALS
        .TP
        .BR SIGINT ", " SIGTERM ", " SIGQUIT
        End in order: everything that is down comes up, and the Tap is put back as it was.
        A second one ends at once.
        .TP
        .B SIGHUP
        Lets
        .B tapinput run
        read its configuration again.
        .TP
        .B SIGTSTP
        Everything that is down comes up before the process stops; where no shell could let it go on it
        does not stop.
        .TP
        .B SIGCONT
        Everything that is down comes up; what the Taps sent while the process was stopped does nothing.
        """

    private static var bus: String {
        let methods = ControlInterface.methods.map(\.name).sorted()
        let properties = ControlInterface.properties.map(\.name).sorted()
        func list(_ names: [String]) -> String {
            names.map { "\\fB\($0)\\fP" }.joined(separator: ", ")
        }
        return """
            .SH D-BUS
            The driver has the name
            .B \(ControlInterface.service)
            on the session bus, or where there is none on the system bus.
            Its one object is
            .BR \(ControlInterface.path) ,
            with the interface
            .BR \(ControlInterface.name) :
            methods \(list(methods));
            properties \(list(properties)), whose changes are signalled.
            .PP
            .in +4
            .EX
            busctl \\-\\-user introspect \(ControlInterface.service) \(ControlInterface.path)
            .EE
            .in
            """
    }

    private static let services = """
        .SH SERVICES
        On a desktop the driver is a service of the user, from the login on:
        .PP
        .in +4
        .EX
        systemctl \\-\\-user enable \\-\\-now tapinput
        .EE
        .in
        .PP
        At a kiosk or a media centre, where nobody logs in, it is one of the system, with a user of
        its own:
        .PP
        .in +4
        .EX
        sudo systemctl enable \\-\\-now tapinput
        .EE
        .in
        """

    private static var examples: String {
        let commands = CommandHelp.all.flatMap(\.examples).map { example in
            let meaning = example.meaning.map { "\n\(Roff.escaped($0))" } ?? ""
            return ".TP\n.B \(Roff.escaped(example.command))\(meaning)"
        }
        return ".SH EXAMPLES\n" + commands.joined(separator: "\n")
    }

    private static let closing = """
        .SH SEE ALSO
        .BR tapinput.conf (5),
        .BR bluetoothctl (1),
        .BR systemctl (1)
        """
}
