internal import Gestures
internal import Mapping
internal import TapProtocol

/// Every setting of a profile: the one table from which the checks and the documents come.
enum ProfileSchema {
    /// A group of a profile.
    struct Section: Sendable {
        var name: String
        /// One sentence.
        var meaning: String
        /// In the order in which they are put into effect.
        var settings: [Setting<Profile>]
    }

    /// What a profile can say of itself, besides its groups.
    static let extends = SettingSpec(
        name: "extends", type: .profile(orNone: true),
        meaning: "The profile whose settings hold where this one says nothing; \"none\" is one in "
            + "which nothing is bound. Without it a built-in profile's name means that profile, and "
            + "any other name extends \"desktop\".")

    /// The groups, in the order of the documents.
    static let sections =
        [pointer, scroll, directions] + Finger.allCases.map(finger) + [taps, fist, timing]

    /// The longest name of a profile, in letters.
    static let longestName = 64

    static let scroll = Section(
        name: "scroll", meaning: "How wheels turn.",
        settings: [
            .flag(
                "hi_res", \.scrollsInHighResolution,
                "Whether wheels send fractions of a detent too, for smooth scrolling.")
        ])

    static let directions = Section(
        name: "directions", meaning: "What swipes of the hand do.",
        settings: [
            .action("left", \.directions.left, "A swipe to the left."),
            .action("right", \.directions.right, "A swipe to the right."),
            .action("up", \.directions.up, "A swipe upwards."),
            .action("down", \.directions.down, "A swipe downwards."),
            .time(
                "repeat_delay", 0...10_000, \.directions.repeatDelay,
                "How long the hand must stay in a swipe before it repeats itself."
            ).needs({ $0.directions.repeatRate > 0 }, else: "repeat_rate is 0"),
            Setting.number(
                "repeat_rate", 0.1...20, "a second", \.directions.repeatRate,
                "How often a swipe then repeats itself; 0 is not at all."
            ).orZero,
        ])

    static let taps = Section(
        name: "taps",
        meaning: "What taps of fingers do; a second or third tap that is not named does what a "
            + "single one does.",
        settings: TapNames.all.map { name, tap in
            let fingers = TapNames.words(of: tap.fingers)
            let times = ["once", "twice", "three times"][tap.count - 1]
            let setting = Setting<Profile>(
                spec: SettingSpec(name: name, type: .action, meaning: "\(fingers), \(times)."),
                get: { $0.taps[tap].map { .action($0) } },
                set: { if case .action(let action) = $1 { $0.taps[tap] = action } })
            guard tap.count > 1 else { return setting }
            return setting.needs({ $0.countsTaps }, else: "timing.tap_window is 0")
        })

    static let fist = Section(
        name: "fist", meaning: "What a fist does, besides letting everything go.",
        settings: [
            .action("begin", \.fist.begin, "Closing the hand."),
            .action("end", \.fist.end, "Opening it again."),
        ])

    static let timing = Section(
        name: "timing", meaning: "The limits by which gestures are told apart.",
        settings: [
            .time(
                "debounce", 0...1000, \.timing.debounce,
                "A repeat of the same gesture sooner than this is swallowed."),
            .time("decide", 0...10_000, \.timing.decide, "How long a hold may stay undecided."),
            .time(
                "double_pinch", 0...2000, \.timing.doublePinch,
                "How soon pinches of one finger must follow each other to be a double one; 0 for no "
                    + "double pinches."),
            .time(
                "tap_window", 0...2000, \.timing.tapWindow,
                "How soon taps of the same fingers must follow each other to count together; 0 for "
                    + "no double taps."),
            .time(
                "fist_reset", 0...60_000, \.timing.fistReset,
                "How long a fist must be held to go back to the profile of the configuration; 0 for "
                    + "never."),
            .number(
                "rotate_lock", 0...360, "degrees", \.timing.rotateLock,
                "How far the hand must roll to make a hold a twist."),
            .number(
                "roll_noise", 0...90, "degrees", \.timing.rollNoise,
                "A change of roll up to this is noise and not counted."),
        ])
}
