import CFuzzer
import FuzzTargets
import Glibc

// One target of the fuzzer: fuzz TARGET [libFuzzer's options and folders], fuzz --list, or
// fuzz --seeds FOLDER, which writes the seeds that are made of other files of the project.

/// Tells a problem to a person.
func tell(_ problem: String) {
    let line = Array("fuzz: \(problem)\n".utf8)
    write(STDERR_FILENO, line, line.count)
}

/// Ends the program with words for a person.
func refuse(_ problem: String) -> Never {
    tell(problem)
    exit(64)
}

/// All targets, or the end of the program.
func allTargets() -> [FuzzTarget] {
    do {
        return try FuzzTarget.all()
    } catch {
        refuse("\(error)")
    }
}

// A function of C takes nothing along; there is one thread.
nonisolated(unsafe) let targets = allTargets()
let word = CommandLine.arguments.dropFirst().first ?? ""
switch word {
case "--list":
    for target in targets { print(target.name, target.longestInput) }
    exit(0)
case "--words":
    // As libFuzzer's dictionaries have them.
    for word in FuzzTarget.words { print("\"\(word.replacing("\"", with: "\\\""))\"") }
    exit(0)
case "--seeds":
    do {
        try FuzzSeeds.write(to: CommandLine.arguments.last ?? ".")
        exit(0)
    } catch {
        refuse("\(error)")
    }
default: break
}
nonisolated(unsafe) let chosen = targets.first { $0.name == word }
if chosen == nil {
    refuse("no target \"\(word)\": \(targets.map(\.name).joined(separator: ", "))")
}

// libFuzzer gets all arguments but the target's name, which it would take for a folder.
var arguments = CommandLine.unsafeArgv
arguments[1] = arguments[0]
arguments += 1
var count = CommandLine.argc - 1
var lent: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments
exit(
    LLVMFuzzerRunDriver(&count, &lent) { bytes, count in
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        if let problem = chosen?.problem(of: input) {
            tell(problem)
            // A trap is what libFuzzer keeps the input for.
            preconditionFailure()
        }
        return 0
    })
