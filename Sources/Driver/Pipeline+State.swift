internal import Gestures

/// How it stands with a pipeline after something was done with it.
struct PipelineState {
    /// Whether something is held, hidden or down, and so must end some time.
    var isEngaged: Bool
    /// What the hand is doing.
    var hand: HandState
    /// When `advance` has something to do, or nil.
    var deadline: Timestamp?
    /// When the Tap last said what the hand does; nil before that.
    var lastClass: Timestamp?
}

extension Pipeline {
    /// How it stands, asked all at once: changes nothing, but is mutating so that the pipeline, which
    /// is large, is looked at where it is and not copied for each question.
    mutating func state() -> PipelineState {
        PipelineState(
            isEngaged: isEngaged, hand: hand, deadline: deadline, lastClass: lastClass)
    }
}
