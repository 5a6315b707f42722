public import TapProtocol

/// Turns the stream of hand states of a v1 TapXR into processed gestures.
///
/// The device sends only that thumb and finger touch; whether that is a click or a hold is a matter
/// of time. A value without a clock: `tick` is to be called at `deadline`.
///
/// Source: the vendor's state machine of v1.
public struct XRStateStream: Sendable {
    /// A touch that ends sooner than this is a click; one that lasts so long is a hold.
    public var clickWindow: Interval

    private enum Phase {
        case open
        /// Thumb and finger touch since a moment; it may still be a click.
        case pending(Finger, since: Timestamp)
        /// The pinch is held; the two states before the next one.
        case held(Finger, XRHandState, XRHandState)
        case fist
    }

    private var phase = Phase.open

    /// A stream at its start: an open hand.
    public init(clickWindow: Interval = .milliseconds(200)) {
        self.clickWindow = clickWindow
    }

    /// When `tick` has something to do, or nil: a touch becomes a hold.
    public var deadline: Timestamp? {
        guard case .pending(_, let since) = phase else { return nil }
        return since + clickWindow
    }

    /// Lets time pass; returns the hold that begins, if any.
    public mutating func tick(_ now: Timestamp) -> ProcessedGesture? {
        guard case .pending(let finger, _) = phase, let deadline, now >= deadline else {
            return nil
        }
        // The majority begins with the pinch itself, so that one wrong state ends nothing.
        phase = .held(finger, XRHandState(finger), XRHandState(finger))
        return .drag(finger)
    }

    /// Takes the next state; returns the gesture that it begins or ends, if any.
    ///
    /// Does first what `tick` does. A hold that begins so is the answer: the one state of this
    /// moment cannot end it.
    public mutating func next(_ state: XRHandState, at now: Timestamp) -> ProcessedGesture? {
        let began = tick(now)
        let answer = take(state, now)
        return began ?? answer
    }

    private mutating func take(_ state: XRHandState, _ now: Timestamp) -> ProcessedGesture? {
        switch phase {
        case .open:
            if state == .fist { return beginFist() }
            guard let finger = Finger(state) else { return nil }
            phase = .pending(finger, since: now)
            return .potentialDragOrClick(finger)
        case .pending(let finger, _):
            // On its way to a fist the hand may well pinch for a moment.
            if state == .fist { return beginFist() }
            guard state == .none else { return nil }
            phase = .open
            return .click(finger)
        case .held(let finger, let older, let newer):
            switch Self.majority(older, newer, state) {
            case XRHandState.none?:
                phase = .open
                return .drop
            case .fist?:
                return beginFist()
            case .thumbIndex?, .thumbMiddle?, .thumbRing?, .thumbLittle?, nil:
                phase = .held(finger, newer, state)
                return nil
            }
        case .fist:
            guard state == .none else { return nil }
            phase = .open
            return .fistEnd
        }
    }

    private mutating func beginFist() -> ProcessedGesture {
        phase = .fist
        return .fistBegin
    }

    /// The state that at least two of three are, or nil.
    private static func majority(
        _ first: XRHandState, _ second: XRHandState, _ third: XRHandState
    ) -> XRHandState? {
        if first == second || first == third { return first }
        return second == third ? second : nil
    }
}

extension XRHandState {
    /// The state in which `finger` meets the thumb.
    fileprivate init(_ finger: Finger) {
        switch finger {
        case .index: self = .thumbIndex
        case .middle: self = .thumbMiddle
        case .ring: self = .thumbRing
        case .little: self = .thumbLittle
        }
    }
}

extension Finger {
    /// The finger that meets the thumb in a state, or nil.
    fileprivate init?(_ state: XRHandState) {
        switch state {
        case .thumbIndex: self = .index
        case .thumbMiddle: self = .middle
        case .thumbRing: self = .ring
        case .thumbLittle: self = .little
        case .none, .fist: return nil
        }
    }
}
