internal import TapProtocol

/// The ranges of a Tap's raw sensors: what they were, what they are, what was asked.
struct SensitivityTalk: Equatable, Sendable {
    /// How long an answer may take; the vendor's limit.
    static let limit: Int64 = 2_000_000_000

    /// What they were before the set-up, if the Tap told.
    var original: IMUSensitivity?
    /// What those of the IMU are: as set, or as the Tap told.
    var current: IMUSensitivity?
    /// What the fingers' is, as it was taken; only a v1 Tap is told it.
    var finger: FingerRange?
    /// Whether they were ever set.
    var wasSet = false
    /// Whether they are being set, or it is not known whether they were.
    var isSetting = false
    /// Until when the answer to the question before the set-up is awaited.
    var originalUntil: Int64?
    /// Until when the answer to a reading back is awaited.
    var readUntil: Int64?
    /// Whether they are to be read back as soon as no other answer is awaited.
    var isReadOwed = false
    /// How many questions have had no answer yet, whether it is awaited or not.
    var unanswered = 0

    /// When waiting is over, or nil.
    var deadline: Int64? { originalUntil ?? readUntil }

    /// A command goes out.
    mutating func sent(_ write: TapWrite) {
        if write == TapWrite(.getIMUSensitivity) { unanswered = min(unanswered + 1, 8) }
        guard write.imuSensitivity != nil else { return }
        wasSet = true
        isSetting = true
    }

    /// A command was taken by the Tap.
    mutating func took(_ write: TapWrite) {
        guard let ranges = write.imuSensitivity else { return }
        current = ranges
        if let range = write.fingerRange { finger = range }
        isSetting = false
    }

    /// The link is lost, and with it all answers.
    mutating func interrupt() {
        originalUntil = nil
        readUntil = nil
        unanswered = 0
    }
}
