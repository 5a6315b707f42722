import Driver
import EventLoop
import Glibc
import Mapping
import TapProtocol
import TestSupport
import Testing

@testable import tapinput

/// The configuration of a driver at work, with files in a folder of its own.
@Suite("The configuration of the driver that runs")
struct RunConfigurationTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("tapinput.conf")
    }

    /// Replaces a file by another one of its name, as most editors do.
    private func replace(_ text: String, _ name: String = "tapinput.conf") throws {
        try folder.write(text, to: "new")
        _ = try systemCall("rename") { rename(folder.file("new"), folder.file(name)) }
    }

    private func options(_ change: (inout RunOptions) -> Void = { _ in }) -> RunOptions {
        var options = RunOptions()
        options.config = path
        change(&options)
        return options
    }

    private func configuration(
        _ text: String, _ change: (inout RunOptions) -> Void = { _ in }
    ) throws -> RunConfiguration {
        try replace(text)
        return try RunConfiguration(options(change), Messages())
    }

    @Test("A file that has mistakes, or is not there, ends the command")
    func badStart() throws {
        #expect(throws: Failure.self) { try RunConfiguration(options(), Messages()) }
        #expect(throws: Failure.self) { try configuration("profile = \"medai\";") }
    }

    @Test("What is read again holds if it is good, and only then")
    func reload() throws {
        let configuration = try configuration("profile = \"media\";")
        #expect(configuration.choice.standard == "media")
        #expect(try !configuration.reload { _ in })
        try replace("profile = \"kiosk\"; # another one\n")
        #expect(try configuration.reload { _ in })
        #expect(configuration.choice.standard == "kiosk")
        // Other words for the same are no change.
        try replace("// the same\nprofile=\"kiosk\";")
        #expect(try !configuration.reload { _ in })
    }

    @Test("All mistakes are thrown, and what held goes on to hold; then a good one holds")
    func mistakes() throws {
        let configuration = try configuration("profile = \"media\";")
        let broken: [(text: String, lines: [Int])] = [
            ("profile = \"medai\";\nmerge = 1;\n\ngrap = true;", [1, 2, 4]),
            ("profile = ", [1]), ("profiles = { a = { extends = \"a\"; }; };", [1]), ("}", [1]),
        ]
        for (text, lines) in broken {
            try replace(text)
            do throws(Failure) {
                _ = try configuration.reload { _ in }
                Issue.record("\(text) was taken")
            } catch {
                #expect(error.status == .configuration)
                let told = error.message.split(separator: "\n").compactMap {
                    $0.dropFirst(path.count + 1).split(separator: ":").first.flatMap { Int($0) }
                }
                #expect(told == lines, "\(error.message)")
            }
            #expect(configuration.choice.standard == "media")
        }
        try replace("profile = \"desktop\";")
        #expect(try configuration.reload { _ in })
        #expect(configuration.choice.standard == "desktop")
    }

    @Test("A file that is gone changes nothing")
    func gone() throws {
        let configuration = try configuration("profile = \"media\";")
        unlink(path)
        #expect(throws: Failure.self) { try configuration.reload { _ in } }
        #expect(configuration.choice.standard == "media")
    }

    @Test("Options count more than the file, and their names must go on to be known")
    func options() throws {
        let configuration = try configuration(
            """
            profiles = { sofa = { }; };
            devices = ( { device = "Left"; profile = "kiosk"; } );
            swipes = "web";
            vibrate = false;
            """
        ) {
            $0.profile = "sofa"
            $0.ownProfiles = [["Left", "media"]]
            $0.grabs = false
        }
        #expect(configuration.choice.standard == "sofa")
        #expect(configuration.choice.own.map(\.profile) == ["media", "kiosk"])
        #expect(configuration.choice.swipes == .web)
        #expect(!configuration.choice.vibrates)
        #expect(!configuration.grabs)
        try replace("profile = \"media\";")
        #expect(throws: Failure.self) { try configuration.reload { _ in } }
        #expect(configuration.choice.standard == "sofa")
        try replace("profile = \"media\"; merge = true; profiles = { sofa = { }; };")
        #expect(try configuration.reload { _ in })
        #expect(configuration.choice.standard == "sofa")
        #expect(configuration.merges)
    }

    @Test("A change of the file, or of one that it includes, is noticed, and what it then includes")
    func follows() throws {
        try folder.write("profile = \"media\";", to: "first.conf")
        try folder.write("profile = \"kiosk\";", to: "second.conf")
        let configuration = try configuration("@include \"first.conf\"\n")
        let loop = try EventLoop()
        var changes = 0
        configuration.follow(on: loop) {
            changes += 1
            #expect(throws: Never.self) { try configuration.reload { _ in } }
        }
        // Once at the beginning, as the file may have changed since it was read.
        #expect(changes == 1)
        try replace("profile = \"tapping\";", "first.conf")
        #expect(try loop.runUntil { changes == 2 })
        #expect(configuration.choice.standard == "tapping")
        try replace("@include \"second.conf\"\n")
        #expect(try loop.runUntil { configuration.choice.standard == "kiosk" })
        try replace("profile = \"desktop\";", "second.conf")
        #expect(try loop.runUntil { configuration.choice.standard == "desktop" })
    }

    @Test("What could not hold for want of devices is tried again when there are some, unasked")
    func devices() throws {
        let configuration = try configuration("profile = \"media\";")
        let loop = try EventLoop()
        var hasDevices = true
        var attempts = 0
        configuration.follow(on: loop) {
            attempts += 1
            _ = try? configuration.reload { (_) throws(Failure) in
                if !hasDevices { throw Failure(.cannotCreate, "no devices") }
            }
        }
        hasDevices = false
        try replace("profile = \"kiosk\";")
        #expect(try loop.runUntil { attempts == 2 })
        #expect(configuration.choice.standard == "media")
        hasDevices = true
        configuration.devicesMade()
        #expect(try loop.runUntil { attempts == 3 })
        #expect(configuration.choice.standard == "kiosk")
        // What holds is not read again for it.
        configuration.devicesMade()
        try loop.runOnce(until: EventLoop.monotonicNow())
        #expect(attempts == 3)
    }

    @Test("A file that had mistakes is noticed when it is mended")
    func mended() throws {
        let configuration = try configuration("profile = \"media\";")
        let loop = try EventLoop()
        var mistakes = 0
        configuration.follow(on: loop) {
            do throws(Failure) {
                _ = try configuration.reload { _ in }
            } catch {
                mistakes += 1
            }
        }
        try replace("@include \"later.conf\"\n")
        #expect(try loop.runUntil { mistakes == 1 })
        try folder.write("profile = \"kiosk\";", to: "later.conf")
        #expect(try loop.runUntil { configuration.choice.standard == "kiosk" })
    }
}
