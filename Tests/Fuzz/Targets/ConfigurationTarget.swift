import Configuration
import Driver
import EventLoop
import Gestures
import Glibc
import Mapping
import TapProtocol
import TestSupport

/// A configuration and the files that it includes, which are all in memory: what it is, and what its
/// profiles do with a stream of gestures.
///
/// The main file comes first. Behind each byte 1 comes another file, by the names `a`, `b` and so on.
enum ConfigurationTarget {
    private static let folder = "/fuzz/"

    static func check(_ bytes: [UInt8]) -> String? {
        let parts = bytes.split(separator: 1, omittingEmptySubsequences: false).prefix(27)
        var files: [String: SourceReader.Contents] = [:]
        for (index, part) in parts.enumerated() {
            // The main file's letter is the one before "a".
            let name = String(Unicode.Scalar(UInt8(ascii: "`") + UInt8(index)))
            files[folder + name] = SourceReader.Contents(
                identity: FileIdentity(device: 0, inode: UInt(index)), bytes: Array(part))
        }
        let read = files
        let path = folder + "`"
        let loaded = Configuration.load(path: path) { (path) throws(SystemError) in
            guard let file = read[path] else { throw SystemError(action: "open", code: EACCES) }
            return file
        }
        return problem(of: loaded, path: path)
            ?? loaded.configuration.flatMap { problem(using: $0) }
    }

    private static func problem(of loaded: LoadedConfiguration, path: String) -> String? {
        if loaded.failure != nil { return "a file that is there is not read" }
        if loaded.files.first != path { return "another file is the first one" }
        let errors = loaded.diagnostics.filter { $0.severity == .error }
        if (loaded.configuration == nil) == errors.isEmpty {
            return "a configuration with errors, or neither: \(loaded.diagnostics)"
        }
        for diagnostic in loaded.diagnostics {
            guard loaded.files.contains(diagnostic.file), diagnostic.line >= 0,
                !diagnostic.message.isEmpty
            else { return "a diagnostic of nothing: \(diagnostic)" }
        }
        return nil
    }

    /// Gestures of all kinds with each profile, at the limits of what a configuration can ask for.
    private static func problem(using configuration: Configuration) -> String? {
        let profiles = configuration.profiles
        if profiles[configuration.profile] == nil { return "a profile that is not there" }
        for device in configuration.devices where profiles[device.profile] == nil {
            return "a Tap's profile that is not there"
        }
        // The built-in ones are the frames' own target.
        for profile in profiles.profiles.dropFirst(Profile.builtIn.count - 1).suffix(4) {
            let setup = PipelineSetup(
                profiles, profile: profile.name, swipes: configuration.swipes)
            _ = setup.capabilities
            var pipeline = JudgedPipeline(setup)
            for (gestureClass, length) in stream {
                for step in 0..<length {
                    pipeline.wait(.milliseconds(20))
                    let frame: [UInt8] = [1, 3, 0, 0, gestureClass]
                    pipeline.receive(frame, from: NotifyingCharacteristic.v2Read.rawValue)
                    pipeline.perform {
                        $0.motion(
                            dx: step * 40 - 100, dy: 300 - step * 90, roll: Double(step * step),
                            at: $1, into: &$2)
                    }
                }
                pipeline.receive([1, 2, 0, 0, 1], from: NotifyingCharacteristic.v2Read.rawValue)
            }
            pipeline.end()
            if let problem = pipeline.problem { return "\(profile.name): \(problem)" }
        }
        return nil
    }

    /// Gesture classes and for how many samples: the open hand, the pinches, the swipes, the fist.
    private static let stream: [(gestureClass: UInt8, length: Int)] =
        [(100, 2)] + GestureClass.allCases.flatMap { [($0.rawValue, 12), (100, 3)] }
}
