public import Gestures
internal import Mapping

extension Pipeline {
    /// Takes a notification that was there at the same moment as those whose output is still in
    /// `output`.
    ///
    /// Its motion of the pointer is added to theirs where nothing is between: one frame with the sum.
    /// Everything else stays as it is and where it is.
    public mutating func receive(
        _ bytes: Span<UInt8>,
        from characteristic: UInt32,
        at now: Timestamp,
        togetherWith output: inout PipelineOutput
    ) {
        let end = output.frames.events.endIndex
        receive(bytes, from: characteristic, at: now, into: &output)
        if output.frames.addUpMotion(at: end) { counters.coalescedNotifications &+= 1 }
    }
}
