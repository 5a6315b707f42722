import Glibc

let messages = Messages()

func perform(_ arguments: [String]) throws(Failure) {
    switch try Command(arguments: arguments) {
    case .help:
        print(helpText, terminator: "")
    case .version:
        print("tapinput \(version)")
    case .demo:
        let options = ReplayOptions(sink: .text, realtime: true)
        try ReplayCommand(options: options, messages: messages).demo()
    case .replay(let options):
        try ReplayCommand(options: options, messages: messages).run()
    case .run(let profile):
        try RunCommand(profile: profile, messages: messages).run()
    case .capture(let file):
        try CaptureCommand(file: file, messages: messages).run()
    }
}

do {
    try perform(Array(CommandLine.arguments.dropFirst()))
} catch {
    messages.say(.error, error.message)
    exit(error.status.rawValue)
}
