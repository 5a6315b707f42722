internal import Gestures

/// What comes of a pinch that is held: buttons, drags and twists.
extension Mapper {
    mutating func beginHold(
        _ finger: Finger, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        endHold(now, &frames)
        hold = Hold(finger: finger)
        if profile.fingers[finger].hold == .button, !isPaused {
            keys.hold(profile.fingers[finger].button, at: now, into: &frames)
        }
    }

    mutating func begin(
        _ mode: HoldMode, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let finger = hold?.finger, hold?.mode == nil else { return }
        hold?.mode = mode
        guard !isPaused, profile.fingers[finger].hold != .button else { return }
        switch mode {
        case .drag:
            if case .keys(let held) = profile.fingers[finger].drag.kind {
                keys.hold(held, at: now, into: &frames)
            }
        case .rotate:
            // Where both ways have the same keys they are down before the wheel turns.
            let rotate = profile.fingers[finger].rotate
            if let wheel = rotate.positive.smoothWheel,
                wheel.keys == rotate.negative.smoothWheel?.keys
            {
                holdModifiers(wheel.keys, now, &frames)
            }
        }
    }

    mutating func endHold(_ now: Timestamp, _ frames: inout FrameBuffer) {
        guard let hold else { return }
        let actions = profile.fingers[hold.finger]
        if actions.hold == .button {
            keys.release(actions.button, at: now, into: &frames)
        } else if hold.mode == .drag, case .keys(let held) = actions.drag.kind {
            keys.release(held, at: now, into: &frames)
        }
        keys.release(hold.modifiers, at: now, notBefore: hold.modifiersEnd, into: &frames)
        self.hold = nil
    }

    mutating func drag(
        _ dx: Int, _ dy: Int, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let hold, hold.mode == .drag else { return }
        let actions = profile.fingers[hold.finger]
        guard actions.hold != .button else {
            return move(dx: dx, dy: dy, at: now, into: &frames)
        }
        switch actions.drag.kind {
        case .none: break
        case .pointer, .keys: movePointer(dx, dy, actions.drag.gainScale, now, &frames)
        case .scroll:
            guard !isPaused else { return }
            // Hand down (positive) scrolls down, which the kernel counts as negative.
            let unitsPerDetent = actions.drag.unitsPerDetent
            let turn = WheelTurn(
                vertical: -Double(HandLimits.units(dy)) / unitsPerDetent,
                horizontal: Double(HandLimits.units(dx)) / unitsPerDetent)
            keys.scroll(turn, at: now, into: &frames)
        }
    }

    /// Takes the degrees since the first sample of the hold; counts from where the twist began.
    mutating func rotate(
        _ degrees: Double, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let hold, hold.mode == .rotate else { return }
        let change = HandLimits.degrees(degrees - (hold.degrees ?? degrees))
        self.hold?.degrees = degrees
        guard change != 0 else { return }
        let rotate = profile.fingers[hold.finger].rotate
        let action = change > 0 ? rotate.positive : rotate.negative
        if let chord = action.smoothWheel, let wheel = chord.wheel {
            guard !isPaused else { return }
            holdModifiers(chord.keys, now, &frames)
            let detents = change.magnitude / rotate.degrees * Double(wheel.detents)
            return turn(WheelTurn(wheel.direction, detents: detents), now, &frames)
        }
        let count = twistDegrees[hold.finger].add(Accumulator.micro(change))
        for _ in 0..<count.magnitude {
            perform(count > 0 ? rotate.positive : rotate.negative, now, &frames)
        }
    }

    /// Lets keys be down while a wheel turns with the hand, and no others.
    private mutating func holdModifiers(
        _ modifiers: [KeyCode], _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let hold, hold.modifiers != modifiers else { return }
        keys.release(hold.modifiers, at: now, notBefore: hold.modifiersEnd, into: &frames)
        keys.hold(modifiers, at: now, into: &frames)
        self.hold?.modifiers = modifiers
        self.hold?.wheelBegins = modifiers.isEmpty ? now : now + KeyPlayer.deviceGap
    }

    /// Turns a wheel with the hand, as soon as the desktop has seen the keys that are down with it.
    private mutating func turn(
        _ turn: WheelTurn, _ now: Timestamp, _ frames: inout FrameBuffer
    ) {
        guard let hold else { return }
        let whole = hold.owed + turn
        guard now >= hold.wheelBegins else {
            self.hold?.owed = whole
            return
        }
        self.hold?.owed = WheelTurn()
        self.hold?.modifiersEnd = now + KeyPlayer.deviceGap
        keys.scroll(whole, at: now, into: &frames)
    }
}

extension Action {
    /// The chord with a wheel that turns smoothly with the hand, if that is all of the action.
    fileprivate var smoothWheel: Chord? {
        guard case .sequence(let chords) = self, chords.count == 1, let chord = chords.first,
            chord.wheel != nil
        else { return nil }
        return chord
    }
}
