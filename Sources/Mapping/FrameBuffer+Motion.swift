/// Motion of the pointer that is added up.
extension FrameBuffer {
    /// Whether all frames are motion of the pointer and nothing else; so are no frames.
    public var isMotionAlone: Bool {
        events.allSatisfy { $0.type == EventType.syn || $0.isMotion }
    }

    /// Adds the frame that begins at an event's place to the one right before it, where both are
    /// motion of the pointer and nothing else; returns whether it did.
    ///
    /// The sums are exact: where one would not fit, the frames stay two. Motion to and fro leaves
    /// no frame.
    public mutating func addUpMotion(at place: Int) -> Bool {
        guard place > 0, place < events.endIndex else { return false }
        var begin = place - 1
        while begin > 0, events[begin - 1].type != EventType.syn { begin -= 1 }
        guard let first = motion(from: begin), first.end == place,
            let second = motion(from: place)
        else { return false }
        let x = first.x.addingReportingOverflow(second.x)
        let y = first.y.addingReportingOverflow(second.y)
        guard !x.overflow, !y.overflow else { return false }
        rewrite(begin..<second.end, x: x.partialValue, y: y.partialValue)
        return true
    }

    /// The motion of the frame that begins at a place, and where it ends; nil if it is another one.
    private func motion(from place: Int) -> (x: Int32, y: Int32, end: Int)? {
        var (x, y) = (Int32(0), Int32(0))
        for index in place..<events.endIndex {
            let event = events[index]
            if event.type == EventType.syn { return index > place ? (x, y, index + 1) : nil }
            guard event.isMotion else { return nil }
            if event.code == RelativeAxis.x { x = event.value } else { y = event.value }
        }
        return nil
    }
}

extension InputEvent {
    /// Whether it moves the pointer.
    fileprivate var isMotion: Bool {
        type == EventType.rel && (code == RelativeAxis.x || code == RelativeAxis.y)
    }
}
