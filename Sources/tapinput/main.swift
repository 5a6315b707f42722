import EventLoop
import Glibc
import VirtualInput

let messages = Messages()

/// Opens what is missing of standard input, output and error, so that no other descriptor takes
/// their numbers and gets what is meant for them.
func keepStandardDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
        // The lowest free number is this one. Without /dev/null there is nothing to be done.
        _ = open("/dev/null", O_RDWR)
    }
}

/// Prints a text for which the user asked.
func show(_ text: String) throws(Failure) {
    let output = TextOutput(FileDescriptor(owning: STDOUT_FILENO))
    try Failure.rethrow { () throws(SystemError) in
        try output.write(line: text)
        try output.flush()
    }
}

func perform(_ arguments: [String]) throws(Failure) {
    switch try Command(arguments: arguments) {
    case .help(let command):
        try show(command.flatMap(CommandHelp.named).map(Help.text) ?? Help.overview)
    case .version:
        try show("tapinput \(version)")
    case .demo:
        let options = ReplayOptions(sink: .text, realtime: true)
        try ReplayCommand(options: options, messages: messages).demo()
    case .replay(let options):
        try ReplayCommand(options: options, messages: messages).run()
    case .run(let options):
        try RunCommand(options: options, messages: messages).run()
    case .check(let file):
        try CheckCommand(file: file, messages: messages).run()
    case .doctor(let config):
        try DoctorCommand(config: config).run()
    case .capture(let file, let devices):
        try CaptureCommand(file: file, devices: devices, messages: messages).run()
    case .sensors(let options):
        try SensorsCommand(options: options, messages: messages).run()
    case .pair(let options):
        try PairCommand(options: options, messages: messages).run()
    case .devices:
        try DevicesCommand(messages: messages).run()
    case .forget(let device):
        try ForgetCommand(device: device, messages: messages).run()
    case .info(let device):
        try InfoCommand(device: device, messages: messages).run()
    case .vibrate(let options):
        try VibrateCommand(options: options, messages: messages).run()
    case .profile(let options):
        try ProfileCommand(options: options).run()
    case .status(let isJSON):
        try StatusCommand(isJSON: isJSON).run()
    case .pause(let options):
        try PauseCommand(options: options).run()
    case .monitor(let options):
        try MonitorCommand(options: options, messages: messages).run()
    case .reload:
        try ReloadCommand().run()
    }
}

keepStandardDescriptors()
do {
    try perform(Array(CommandLine.arguments.dropFirst()))
} catch {
    for line in error.message.split(separator: "\n") { messages.say(.error, String(line)) }
    exit(error.status.rawValue)
}
