internal import Gestures
internal import Mapping

/// Whether what a profile says has an effect, and whether its gestures lead back.
///
/// It is judged by what is in effect, and told where the file says something of the profile itself.
struct ProfileChecks {
    private let draft: ProfileDraft
    /// What is in effect.
    private let profile: Profile
    private(set) var diagnostics: [Diagnostic] = []

    /// Checks a profile that is `base` but for what is written of it.
    init(
        _ draft: ProfileDraft, _ profile: Profile, base: Profile, cycle: [String]?,
        waysBack: WaysBack
    ) {
        self.draft = draft
        self.profile = profile
        let isAlone = cycle.map { $0.allSatisfy { $0 == profile.name } } ?? false
        for written in draft.written {
            if let reason = reason(written) {
                tell("\"\(written.setting.spec.name)\" has no effect: \(reason)", written.place)
            } else if isAlone, written.value == .action(.nextProfile) {
                tell("\"next-profile\" has no effect: cycle has no other profile", written.place)
            }
        }
        checkButtons()
        if !waysBack.contains(profile) { checkTapping(base) }
    }

    private mutating func tell(_ message: String, _ place: Place) {
        diagnostics.append(Diagnostic(place, message))
    }

    /// Why a setting never has an effect, or nil where it has or says that nothing is done.
    private func reason(_ written: ProfileDraft.Written) -> String? {
        guard !written.value.isNothing else { return nil }
        if let reason = written.setting.hindrance(profile) { return reason }
        let others = written.setting.replacements
        guard !others.isEmpty,
            others.allSatisfy({ draft.written($0, in: written.section) != nil })
        else { return nil }
        return "\(others.joined(separator: " and ")) are set as well"
    }

    /// A held pinch that is to hold something, and nothing to hold.
    private mutating func checkButtons() {
        for finger in Finger.allCases {
            let actions = profile.fingers[finger]
            guard actions.hold == .button, actions.button.isEmpty,
                let written = draft.written("hold", in: "\(finger)")
                    ?? draft.written("button", in: "\(finger)")
            else { continue }
            tell(
                "a held pinch does nothing: hold is \"button\" and button is \"none\"",
                written.place)
        }
    }

    /// What leads to tapping, where no tap leads back, or the tap that led back before.
    private mutating func checkTapping(_ base: Profile) {
        let switching = SettingValue.action(.switchModel)
        let taps = ProfileSchema.taps.name
        var causes = draft.written.filter {
            $0.section != taps && $0.value == switching && $0.setting.hindrance(profile) == nil
        }
        if causes.isEmpty {
            causes = draft.written.filter {
                $0.section == taps && $0.setting.get(base) == switching
            }
            var air = profile
            air.taps = [:]
            guard !causes.isEmpty, air.actions.contains(.switchModel) else { return }
        }
        for cause in causes {
            tell(
                "\"switch-model\" leads to tapping, and no tap of this profile leads back: bind "
                    + "it in taps too", cause.place)
        }
    }
}
