import BlueZ
import Bus
import Driver
import Gestures
import TestSupport
import Testing

@testable import Control
@testable import tapinput

/// docs/control.md says what the interface on the bus is, no more and no less.
@Suite("The document of the interface on the bus")
struct ControlDocumentsTests {
    /// The rows of the table below a line, each as its cells.
    private static func rows(below line: String) throws -> [[String]] {
        let lines = try text(of: Project.path("docs/control.md"))
            .split(separator: "\n", omittingEmptySubsequences: false)
        let table = lines.drop { $0 != line }.drop { !$0.hasPrefix("|") }
            .prefix { $0.hasPrefix("|") }
        return table.dropFirst(2).map { row in
            row.split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
    }

    /// What stands between marks in a text.
    private static func words(_ text: String) -> [String] {
        text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    /// The row of a table whose first word this is.
    private static func row(_ name: String, below line: String) throws -> [String] {
        try #require(try rows(below: line).first { words($0[0]).contains(name) }, "\(name)")
    }

    @Test("Its methods, with what they take")
    func methods() throws {
        let rows = try Self.rows(below: "## Methods")
        #expect(rows.map { Self.words($0[0]) } == ControlInterface.methods.map { [$0.name] })
        for (row, method) in zip(rows, ControlInterface.methods) {
            #expect(Self.words(row[1]) == method.inputs.map(\.signature), "\(method.name)")
            let names = method.inputs.map(\.name)
            #expect(names.allSatisfy { row[1].contains(" \($0)") }, "\(method.name)")
        }
    }

    @Test("Its properties, with their types")
    func properties() throws {
        let rows = try Self.rows(below: "## Properties")
        #expect(
            rows.map { Self.words($0[0]) + Self.words($0[1]) }
                == ControlInterface.properties.map { [$0.name, $0.signature] })
    }

    @Test("What is told of a Tap, with the types")
    func tap() throws {
        var tap = ControlTap(address: "A")
        (tap.protocolVersion, tap.battery) = ("v2", 80)
        let told = try #require(tap.properties.dictionary).mapValues { value in
            if case .variant(let inner) = value { inner.typeSignature } else { "" }
        }
        var documented: [String: String] = [:]
        for row in try Self.rows(below: "A Tap's dictionary:") {
            for name in Self.words(row[0]) { documented[name] = Self.words(row[1]).first }
        }
        #expect(documented == told)
    }

    @Test("Each word that a property can be")
    func values() throws {
        let tap = "A Tap's dictionary:"
        let connection = Self.words(try Self.row("Connection", below: tap)[2])
        #expect(Set(connection) == Set(LinkPhase.allCases.map(\.rawValue)))
        let held = Self.words(try Self.row("Held", below: tap)[2])
        #expect(held == Finger.allCases.map { "\($0)" })
        let mode = Self.words(try Self.row("Mode", below: tap)[2])
        #expect(mode == HandState.Mode.allCases.map(\.rawValue))
        let state = Self.words(try Self.row("State", below: "## Properties")[2])
        let phases: [DriverPhase] = [.working, .noDevices, .background]
        #expect(state == phases.map(\.rawValue))
        let bluetooth = Self.words(try Self.row("Bluetooth", below: "## Properties")[2])
        let situations: [BlueZSituation] = [
            .ready, .noBus, .noService, .noAdapter, .adapterOff, .noBondedTap, .refused,
            .failing(BusError(name: "x")),
        ]
        #expect(bluetooth == situations.map(\.word))
    }

    @Test("Each error")
    func errors() throws {
        let errors: [ControlError] = [
            .unknownProfile(""), .unknownDevice(""), .invalidArgument(""), .badConfiguration(""),
            .noDevices(""), .unavailable(""),
        ]
        let document = try text(of: Project.path("docs/control.md"))
        let paragraph = try #require(
            document.split(separator: "io.github.tapinput.Error.…`").last?.split(separator: "## ")
                .first)
        let names = errors.compactMap { $0.busError.name.split(separator: ".").last }
        #expect(Self.words(String(paragraph)) == names.map(String.init))
    }
}
