/// A naive reference model of `DpadController`, written independently of it, from the description of
/// what it must answer.
///
/// It keeps no running state. It keeps a log of every call with the verdict on it, and answers
/// each question ("what is held?", "which mode?", "how far has the roll travelled?") by reading
/// the log again. Slow on purpose: a call costs time linear in the length of the log.
///
/// Decisions:
/// - `lockWindow` has passed when `now - holdBegan >= lockWindow`.
/// - A roll difference of exactly 180 or -180 stays as it is.
/// - "Hidden", "click while held" and "same pinch already held" are checked before the debounce,
///   so a gesture ignored for one of them leaves its debounce time as it was.
/// - A swallowed repeat renews the debounce time.
/// - "mode pending" is a state and not an event: the text form has only rotate and drag.
/// - Every motion in pending gives a "rotate" too, and so does the first of a hold ("rotate 0").
/// - The first motion of a hold is the first counted one; the travel adds magnitudes.
/// - The call that begins a hold does its tick before the hold, so it never locks that hold.
/// - A finger whose hold is not decided by the hand has its mode in the call that begins the hold:
///   neither the window nor the roll has a say then.
struct DpadModel {
    private enum Input {
        case gesture(UInt8)
        case motion(roll: Double)
        case tick
    }

    private enum Verdict {
        case accepted
        case swallowed
        case ignored
    }

    private struct Entry {
        var time: Int64
        var input: Input
        var verdict: Verdict
    }

    /// What the raw number of a gesture means.
    private enum Meaning: Equatable {
        case click(Int)
        case dragBegin(Int)
        case drop
        case fistBegin
        case fistEnd
        case swipe(String)
        case nothing

        init(_ raw: UInt8) {
            switch raw {
            case 1...4: self = .click(Int(raw) - 1)
            case 5...8: self = .dragBegin(Int(raw) - 5)
            case 9: self = .drop
            case 14: self = .fistBegin
            case 15: self = .fistEnd
            case 17: self = .swipe("left")
            case 18: self = .swipe("right")
            case 19: self = .swipe("up")
            case 20: self = .swipe("down")
            default: self = .nothing
            }
        }

        var isDebounced: Bool {
            switch self {
            case .click, .dragBegin, .fistBegin, .swipe: true
            case .drop, .fistEnd, .nothing: false
            }
        }
    }

    /// The hold that is on at the end of the log.
    private struct Hold {
        var pinch: Int
        /// Index in the log of the drag-begin that started it.
        var start: Int
    }

    private enum Mode: String {
        case pending
        case rotate
        case drag
    }

    private let debounce: Int64
    private let lockWindow: Int64
    private let rotateLock: Double
    private let rollNoise: Double
    /// The mode at once of each finger's hold, or nil where the hand decides.
    private let atOnce: [String?]
    private var log: [Entry] = []

    init(
        debounce: Int64 = 40_000_000,
        lockWindow: Int64 = 1_000_000_000,
        rotateLock: Double = 25,
        rollNoise: Double = 1,
        atOnce: [String?] = [nil, nil, nil, nil]
    ) {
        self.debounce = debounce
        self.lockWindow = lockWindow
        self.rotateLock = rotateLock
        self.rollNoise = rollNoise
        self.atOnce = atOnce
    }

    // MARK: - The three calls

    mutating func gesture(_ raw: UInt8, at ns: Int64) -> [String] {
        let meaning = Meaning(raw)
        let verdict = verdict(on: raw, at: ns)
        // Read before the gesture counts. The lock that is due in this call is the tick's part.
        let held = hold()
        log.append(Entry(time: ns, input: .gesture(raw), verdict: .ignored))
        let ticked = lockEvents(of: held)
        log[log.count - 1].verdict = verdict
        guard verdict == .accepted else { return ticked }

        let release = held.map { ["release \($0.pinch)"] } ?? []
        switch meaning {
        case .click(let pinch): return ticked + ["pinch \(pinch)"]
        case .dragBegin(let pinch):
            let mode = atOnce[pinch].map { ["mode \($0)"] } ?? []
            return ticked + release + ["hold \(pinch)"] + mode
        case .drop: return ticked + release
        case .fistBegin: return ticked + release + ["hide"]
        case .fistEnd: return ticked + ["show"]
        case .swipe(let direction): return ticked + ["direction \(direction)"]
        case .nothing: return ticked
        }
    }

    mutating func motion(dx: Int, dy: Int, roll: Double, at ns: Int64) -> [String] {
        log.append(Entry(time: ns, input: .motion(roll: roll), verdict: .accepted))
        guard let held = hold() else { return [] }
        let locked = lockEvents(of: held)
        if mode(of: held).mode == .drag {
            return locked + (dx == 0 && dy == 0 ? [] : ["drag \(dx) \(dy)"])
        }
        return locked + ["rotate \(Self.shortest(degrees(of: held)))"]
    }

    mutating func tick(at ns: Int64) -> [String] {
        log.append(Entry(time: ns, input: .tick, verdict: .accepted))
        return lockEvents(of: hold())
    }

    // MARK: - Gestures, read from the log

    private func verdict(on raw: UInt8, at ns: Int64) -> Verdict {
        let meaning = Meaning(raw)
        let held = hold()
        if isHidden() && meaning != .fistEnd { return .ignored }
        switch meaning {
        case .click: if held != nil { return .ignored }
        case .dragBegin(let pinch): if held?.pinch == pinch { return .ignored }
        case .drop: if held == nil { return .ignored }
        case .fistEnd: if !isHidden() { return .ignored }
        case .nothing: return .ignored
        case .fistBegin, .swipe: break
        }
        if meaning.isDebounced, let last = debounceTime(of: raw), ns - last < debounce {
            return .swallowed
        }
        return .accepted
    }

    /// When this very gesture was last accepted or swallowed.
    private func debounceTime(of raw: UInt8) -> Int64? {
        log.last { entry in
            guard case .gesture(raw) = entry.input else { return false }
            return entry.verdict != .ignored
        }?.time
    }

    /// The meaning of a log entry when it is an accepted gesture.
    private func acceptedGesture(_ index: Int) -> Meaning? {
        guard case .gesture(let raw) = log[index].input, log[index].verdict == .accepted else {
            return nil
        }
        return Meaning(raw)
    }

    private func isHidden() -> Bool {
        for index in log.indices.reversed() {
            switch acceptedGesture(index) {
            case .fistBegin: return true
            case .fistEnd: return false
            default: continue
            }
        }
        return false
    }

    private func hold() -> Hold? {
        for index in log.indices.reversed() {
            switch acceptedGesture(index) {
            case .dragBegin(let pinch): return Hold(pinch: pinch, start: index)
            case .drop, .fistBegin: return nil
            default: continue
            }
        }
        return nil
    }

    // MARK: - Motion of a hold, read from the log

    /// All motion samples of the hold, with their indices in the log.
    private func samples(of hold: Hold) -> [(index: Int, roll: Double)] {
        log.indices.suffix(from: hold.start + 1).compactMap { index in
            guard case .motion(let roll) = log[index].input else { return nil }
            return (index, roll)
        }
    }

    /// The roll travel after each of the samples.
    private func travels(_ rolls: [Double]) -> [Double] {
        var counted = Array(rolls.prefix(1))
        var travels: [Double] = []
        for roll in rolls {
            let step = abs(Self.wrapped(roll - counted[counted.count - 1]))
            if step > rollNoise { counted.append(roll) }
            travels.append((travels.last ?? 0) + (step > rollNoise ? step : 0))
        }
        return travels
    }

    /// The degrees from the first sample of the hold to its last.
    private func degrees(of hold: Hold) -> Double {
        let rolls = samples(of: hold).map(\.roll)
        return zip(rolls, rolls.dropFirst()).reduce(0) { $0 + Self.wrapped($1.1 - $1.0) }
    }

    /// The mode of the hold at the end of the log, and the index of the call that locked it.
    private func mode(of hold: Hold) -> (mode: Mode, lockedBy: Int?) {
        if let word = atOnce[hold.pinch], let mode = Mode(rawValue: word) {
            // Told by the call that began the hold; no later one tells it again.
            return (mode, hold.start)
        }
        let began = log[hold.start].time
        let late = log.indices.suffix(from: hold.start + 1).first {
            log[$0].time - began >= lockWindow
        }
        // Once the window has passed, motion no longer decides. The late call ticks first, so its
        // own sample does not decide either.
        let deciding = samples(of: hold).filter { $0.index < late ?? log.count }
        let travels = travels(deciding.map(\.roll))
        if let reached = travels.firstIndex(where: { $0 >= rotateLock }) {
            return (.rotate, deciding[reached].index)
        }
        guard let late else { return (.pending, nil) }
        // Without any sample the travel is 0, which is enough only when rotateLock is not above 0.
        return ((travels.last ?? 0) >= rotateLock ? .rotate : .drag, late)
    }

    /// "mode …" when it is the last call in the log that locked the hold.
    private func lockEvents(of hold: Hold?) -> [String] {
        guard let hold else { return [] }
        let (mode, lockedBy) = mode(of: hold)
        return lockedBy == log.count - 1 ? ["mode \(mode.rawValue)"] : []
    }

    // MARK: - Numbers

    /// A roll difference brought to -180...180; 180 and -180 themselves stay.
    private static func wrapped(_ difference: Double) -> Double {
        let rest = difference.truncatingRemainder(dividingBy: 360)
        if rest > 180 { return rest - 360 }
        if rest < -180 { return rest + 360 }
        return rest
    }

    /// The shortest decimal form, without a trailing ".0".
    private static func shortest(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
