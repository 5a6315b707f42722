import Driver
import EventLoop
import Gestures
import Glibc
import Monitor

/// A monitor's screen on the terminal: it draws when something has changed, and not too often.
final class MonitorScreen: MonitorDisplay {
    /// The shortest time between two pictures, in nanoseconds.
    private static let interval: Int64 = 50_000_000

    private let loop: EventLoop
    private let clock: () -> Timestamp
    private let ended: (MonitorEnd) -> Void
    private let terminal: Terminal
    private let view: MonitorView
    private var screen: TerminalScreen
    private var model: MonitorModel
    private let timer: LoopTimer
    private var watches: [EventLoop.WatchID] = []
    private var outputWatch: EventLoop.WatchID?
    private var signals: SignalSource?
    /// When the last picture was drawn, by the loop's clock.
    private var drawn = Int64.min

    /// Takes the terminal; `clock` is that of the records, which begin at `start`, and `ended` is
    /// called for whatever ends it.
    init(
        _ use: TerminalUse, only device: String?, loop: EventLoop, start: Timestamp,
        clock: @escaping () -> Timestamp, ended: @escaping (MonitorEnd) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.clock = clock
        self.ended = ended
        terminal = try Terminal(enter: TerminalScreen.enter, leave: TerminalScreen.leave)
        view = MonitorView(isUnicode: use.isUnicode)
        screen = TerminalScreen(usesColor: use.usesColor)
        model = MonitorModel(at: start, only: device)
        let box = WeakBox<MonitorScreen>()
        timer = loop.makeTimer { box.object?.draw() }
        box.object = self
        // Before the terminal is another one, so that no signal ends the program meanwhile.
        signals = try SignalSource(
            [SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH], on: loop
        ) { box.object?.take(signal: $0) }
        outputWatch = try? loop.watch(terminal.raw, for: []) { box.object?.terminalIsReady($0) }
        if Terminal.hasKeys {
            watches.append(
                try loop.watch(STDIN_FILENO, for: .readable) { _ in box.object?.readKeys() })
        }
        // One that was started in the background takes nothing from the shell.
        if !terminal.isInForeground { stopProgram() }
        if terminal.isInForeground { try terminal.enter() }
        drawSoon()
    }

    deinit {
        close()
    }

    func take(_ records: [MonitorRecord]) {
        for record in records { model.take(record) }
        drawSoon()
    }

    func take(_ facts: MonitorFacts) {
        let before = model
        model.take(facts)
        if model != before { drawSoon() }
    }

    func miss(_ count: Int) {
        model.miss(count)
        drawSoon()
    }

    func close() {
        terminal.leave()
        loop.remove(timer)
        for watch in watches { loop.unwatch(watch) }
        if let outputWatch { loop.unwatch(outputWatch) }
        (watches, outputWatch, signals) = ([], nil, nil)
    }

    // MARK: - Drawing

    private func drawSoon() {
        let soonest = drawn == .min ? 0 : drawn + Self.interval
        timer.deadline = min(timer.deadline ?? .max, max(soonest, EventLoop.monotonicNow()))
    }

    private func draw() {
        drawn = EventLoop.monotonicNow()
        // One picture after the other: what the terminal has no room for waits.
        guard terminal.isEntered, terminal.isReady else { return }
        let now = clock()
        model.advance(to: now)
        let size = terminal.size
        let text = screen.text(
            showing: view.lines(of: model), rows: size.rows, columns: size.columns)
        write(text)
        guard let deadline = model.deadline else { return }
        // Far enough from now, so that nothing that is due at once goes round and round.
        timer.deadline = drawn + max(Self.interval, (deadline - now).nanoseconds)
    }

    private func redraw() {
        screen.forget()
        drawSoon()
    }

    private func write(_ text: String) {
        do {
            try terminal.write(text)
            wait(!terminal.isReady)
        } catch {
            ended(.terminalGone)
        }
    }

    private func wait(_ wanted: Bool) {
        guard let outputWatch else { return }
        // Cannot fail: the descriptor is open and watched.
        try? loop.change(outputWatch, to: wanted ? .writable : [])
    }

    private func terminalIsReady(_ readiness: EventLoop.Readiness) {
        guard readiness.isDisjoint(with: [.error, .hangUp]) else { return ended(.terminalGone) }
        write("")
        if terminal.isReady { drawSoon() }
    }

    // MARK: - The user

    private func readKeys() {
        var keys = [UInt8](repeating: 0, count: 64)
        let count = (try? systemCall("read") { read(STDIN_FILENO, &keys, keys.count) }) ?? 0
        guard count > 0 else { return ended(.terminalGone) }
        // A key with a name, as an arrow, is a sequence that begins so.
        guard keys[0] != 0x1b else { return }
        for key in keys[..<count] {
            switch key {
            case UInt8(ascii: "q"), UInt8(ascii: "Q"): return ended(.asked)
            case UInt8(ascii: "n"), UInt8(ascii: "N"):
                model.next()
                drawSoon()
            default: break
            }
        }
    }

    private func take(signal: Int32) {
        switch signal {
        case SIGWINCH: redraw()
        case SIGTSTP:
            terminal.leave()
            stopProgram()
            enterAgain()
        case SIGCONT:
            // There is nothing to be done in the background; a SIGCONT comes again after that.
            if !terminal.isInForeground {
                terminal.leave()
                stopProgram()
            }
            enterAgain()
        default: ended(.asked)
        }
    }

    private func enterAgain() {
        guard terminal.isInForeground else { return }
        do {
            try terminal.enter()
            redraw()
        } catch {
            ended(.terminalGone)
        }
    }
}
