import Configuration
import Control
import Doctor
import EventLoop
import Glibc
import Monitor
import TapProtocol

/// `doctor`: tells what is missing on this machine, and the command that mends it.
struct DoctorCommand {
    /// The configuration file, or nil for the one that `run` would use.
    var config: String?

    func run() throws(Failure) {
        // A reader that goes away is an error of the write.
        signal(SIGPIPE, SIG_IGN)
        let loop = try Failure.rethrow { () throws(SystemError) in try EventLoop() }
        let addresses = ControlCommand.addresses
        let system = LiveCommand.busAddress
        let facts = Facts.gather(
            system: system, session: addresses.first { $0 != system }, on: loop,
            sandbox: .current, configuration: Self.configuration(config),
            systemConfiguration: Self.systemConfiguration)
        let found = findings(of: facts)
        let use = TerminalUse(environmentVariable)
        let isColourful = isatty(STDOUT_FILENO) == 1 && use.hasScreen && use.usesColor
        try show(Self.lines(of: found, inColour: isColourful).joined(separator: "\n"))
        if found.contains(where: { $0.level == .problem }) { throw Failure(.problemFound) }
    }

    /// How it stands with a file, or with the one that `run` would find.
    private static func configuration(_ file: String?) -> ConfigurationFacts {
        let reading = ConfigurationFile.read(file)
        return ConfigurationFacts(
            file: reading.file, isUsable: reading.configuration != nil,
            mistakes: ConfigurationFile.lines(of: reading.diagnostics), isAskedFor: file != nil)
    }

    /// How it stands with the file of the system's service, which no user's variables lead to.
    private static var systemConfiguration: ConfigurationFacts {
        let file = Configuration.search(
            environment: { _ in nil }, exists: { access($0, F_OK) == 0 })
        return file.map { configuration($0) }
            ?? ConfigurationFacts(file: nil, isUsable: true, mistakes: [])
    }

    /// The findings, a line each.
    static func lines(of findings: [Finding], inColour isColourful: Bool) -> [String] {
        let width = Finding.Level.allCases.map(\.rawValue.count).max() ?? 0
        return findings.map { finding in
            let word = finding.level.rawValue
            let space = String(repeating: " ", count: width - word.count + 2)
            let text = finding.line.printable
            return isColourful
                ? "\u{1b}[\(finding.level.colour)m\(word)\u{1b}[0m\(space)\(text)"
                : "\(word)\(space)\(text)"
        }
    }
}

extension Command {
    static func doctor(_ arguments: inout Arguments) throws(Failure) -> Command {
        var config: String?
        while let option = arguments.next() {
            guard option == "--config" else { throw arguments.unknownOption(option) }
            config = try arguments.value(of: option)
        }
        return .doctor(config: config)
    }
}

extension Finding.Level {
    /// The number of its colour on a terminal (ECMA-48, SGR): green, yellow, red.
    fileprivate var colour: Int {
        switch self {
        case .ok: 32
        case .warning: 33
        case .problem: 31
        }
    }
}
