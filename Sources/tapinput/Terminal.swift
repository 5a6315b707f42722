import CLinux
import EventLoop
import Glibc

/// The terminal at standard input and output, as a screen without a cursor that tells of each key.
///
/// What is written never makes the program wait: a terminal may be stopped, or far away.
final class Terminal {
    /// Rows and columns.
    struct Size: Equatable {
        var rows = 24
        var columns = 80
    }

    /// Standard output, opened once more so that only this program does not wait for it.
    private let output: FileDescriptor
    private let enterText: String
    private let leaveText: String
    /// What the terminal was like at first; nil before that, or where it is none that is typed at.
    ///
    /// What it is like later may be the shell's own mode.
    private var former: termios?
    /// Whether it is a screen at this moment.
    private(set) var isEntered = false
    private var waiting: [UInt8] = []

    /// How long the end waits for a terminal that takes nothing, in milliseconds.
    private static let patience: Int32 = 500

    /// A terminal that is left as it is until `enter`; what it is told then and by `leave`.
    init(enter: String, leave: String) throws(SystemError) {
        enterText = enter
        leaveText = leave
        let path = "/proc/self/fd/\(STDOUT_FILENO)"
        if let own = try? FileDescriptor.open(path, flags: O_WRONLY | O_NONBLOCK | O_NOCTTY) {
            output = own
        } else {
            // It may belong to another user, as after su; then writing may wait.
            let raw = try systemCall("use the terminal") {
                tapinput_fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
            }
            output = FileDescriptor(owning: raw)
        }
    }

    deinit {
        leave()
    }

    /// The number of what is written to, lent.
    var raw: Int32 { output.raw }

    /// Whether keys can be read.
    static var hasKeys: Bool { isatty(STDIN_FILENO) == 1 }

    /// Whether the program's job is the one that the terminal is for, and not one in the background;
    /// for a terminal that is not the program's own there are no jobs.
    var isInForeground: Bool {
        for terminal in [STDIN_FILENO, output.raw] {
            let group = tcgetpgrp(terminal)
            if group >= 0 { return group == getpgrp() }
        }
        return true
    }

    /// Its size; where that is not known, the usual one.
    var size: Size {
        var size = winsize()
        guard tapinput_window_size(output.raw, &size) == 0, size.ws_row > 0, size.ws_col > 0
        else { return Size() }
        return Size(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Takes the screen, and each key as it is typed; again where somebody else had it meanwhile.
    func enter() throws(SystemError) {
        if Self.hasKeys {
            var mode = termios()
            try systemCall("look at the terminal") { tcgetattr(STDIN_FILENO, &mode) }
            if former == nil { former = mode }
            // Ctrl+C and Ctrl+Z stay signals.
            mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &mode.c_cc) {
                $0[Int(VMIN)] = 1
                $0[Int(VTIME)] = 0
            }
            try systemCall("set up the terminal") { tcsetattr(STDIN_FILENO, TCSANOW, &mode) }
        }
        isEntered = true
        waiting = []
        try write(enterText)
    }

    /// Gives the terminal back as it was; nothing happens where that is done already.
    func leave() {
        guard isEntered else { return }
        isEntered = false
        waiting = []
        // Stopped by another signal, it may be here in the background: the screen is the shell's.
        guard isInForeground else { return }
        // What is in the way of these few bytes is of no interest any more.
        waiting = Array(leaveText.utf8)
        var entry = pollfd(fd: output.raw, events: Int16(POLLOUT), revents: 0)
        while !waiting.isEmpty, poll(&entry, 1, Self.patience) == 1,
            (try? flush()) != nil
        {}
        guard var mode = former else { return }
        // A key that nobody read is not for the shell.
        tcflush(STDIN_FILENO, TCIFLUSH)
        tcsetattr(STDIN_FILENO, TCSANOW, &mode)
    }

    /// Whether everything was taken that was written.
    var isReady: Bool { waiting.isEmpty }

    /// Writes as much as the terminal takes; `flush` writes the rest.
    func write(_ text: String) throws(SystemError) {
        waiting += text.utf8
        try flush()
    }

    /// Writes what the terminal did not take before, as far as it does now.
    func flush() throws(SystemError) {
        while !waiting.isEmpty {
            do throws(SystemError) {
                let (raw, bytes) = (output.raw, waiting)
                let count = try systemCall("write") { Glibc.write(raw, bytes, bytes.count) }
                waiting.removeFirst(count)
            } catch {
                guard error.code == EAGAIN else { throw error }
                return
            }
        }
    }
}
