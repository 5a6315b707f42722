internal import Gestures
internal import Mapping
internal import TapProtocol

/// Looks up what profiles extend, and puts their settings into effect.
struct ProfileResolver {
    private let draft: Draft
    private let builtIn: [Profile]
    private(set) var diagnostics: [Diagnostic] = []
    /// The profiles of the file that are in effect, by their names.
    private var resolved: [String: Profile] = [:]
    /// The drafts that cannot be put into effect: a parent is unknown, or one of a loop.
    private var broken: Set<String> = []
    private let drafts: [String: ProfileDraft]
    /// The names of all profiles, in their order.
    private let names: [String]
    private var speller: Speller

    init(_ draft: Draft, builtIn: [Profile], speller: Speller) {
        self.draft = draft
        self.speller = speller
        self.builtIn = builtIn
        drafts = Dictionary(
            draft.profiles.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let known = builtIn.map(\.name)
        names = known + draft.profiles.map(\.name).filter { !known.contains($0) }
        for profile in draft.profiles { resolve(profile.name) }
        checkNames()
        checkProfiles()
    }

    /// The configuration, if nothing is wrong.
    var configuration: Configuration {
        let all = profiles
        return Configuration(
            profiles: ProfileSet(
                all.first ?? .desktop, Array(all.dropFirst()), cycle: draft.cycle?.map(\.text)),
            profile: draft.profile?.text ?? Configuration.builtIn.profile,
            devices: draft.devices.compactMap { row in
                guard case .text(let device) = row.values["device"],
                    case .name(let profile) = row.values["profile"]
                else { return nil }
                return DeviceProfile(device: device, profile: profile.text)
            },
            swipes: draft.swipes, merges: draft.merges, grabs: draft.grabs,
            vibrates: draft.vibrates, bus: draft.bus)
    }

    /// The profiles that are in effect, in their order.
    private var profiles: [Profile] {
        let own = draft.profiles.compactMap { resolved[$0.name] }
        return builtIn.map { resolved[$0.name] ?? $0 }
            + own.filter { profile in !builtIn.contains { $0.name == profile.name } }
    }

    /// What a draft extends: a profile's name, or nil for what is built in, or nothing.
    private func parent(of draft: ProfileDraft) -> String? {
        if let extends = draft.extends { return extends.text == "none" ? nil : extends.text }
        let isBuiltIn = builtIn.contains { $0.name == draft.name }
        return isBuiltIn || draft.name == Profile.desktop.name ? nil : Profile.desktop.name
    }

    /// Puts a profile and all that it extends into effect, from the one that extends none on.
    private mutating func resolve(_ name: String) {
        var chain: [ProfileDraft] = []
        var next: String? = name
        while let name = next, resolved[name] == nil, !broken.contains(name),
            let draft = drafts[name]
        {
            if let start = chain.firstIndex(where: { $0.name == name }) {
                report(loop: Array(chain[start...]))
                broken.formUnion(chain.map(\.name))
                return
            }
            chain.append(draft)
            next = parent(of: draft)
        }
        for draft in chain.reversed() {
            guard let base = base(of: draft) else {
                if let parent = parent(of: draft), drafts[parent] == nil {
                    let place = draft.extends?.place ?? draft.place
                    let name = SettingValue.Name(text: parent, place: place)
                    report(unknown: name, among: names + ["none"])
                }
                broken.insert(draft.name)
                continue
            }
            resolved[draft.name] = Self.apply(draft, to: base)
        }
    }

    /// The profile from which a draft starts, or nil where there is none.
    private func base(of draft: ProfileDraft) -> Profile? {
        guard let parent = parent(of: draft) else {
            let isEmpty = draft.extends != nil
            let own = isEmpty ? nil : builtIn.first { $0.name == draft.name }
            return own ?? Profile(name: draft.name)
        }
        if drafts[parent] != nil { return resolved[parent] }
        return builtIn.first { $0.name == parent }
    }

    private static func apply(_ draft: ProfileDraft, to base: Profile) -> Profile {
        var profile = base
        profile.name = draft.name
        for written in draft.written { written.setting.set(&profile, written.value) }
        return profile
    }

    private mutating func report(loop: [ProfileDraft]) {
        guard let first = loop.first(where: { $0.extends != nil }) ?? loop.first else { return }
        let names = (loop + [loop[0]]).map { "\"\($0.name.shortened)\"" }
        let place = first.extends?.place ?? first.place
        diagnostics.append(
            Diagnostic(
                place,
                loop.count == 1
                    ? "\(names[0]) extends itself"
                    : "profiles extend each other in a loop: \(names.joined(separator: ", "))"))
    }

    private mutating func report(unknown name: SettingValue.Name, among known: [String]) {
        let message = unknownProfile(name.text, among: known, &speller)
        diagnostics.append(Diagnostic(name.place, message))
    }

    /// Whether every name of a profile is one.
    private mutating func checkNames() {
        let known = Set(names)
        var used = (draft.cycle ?? []) + (draft.profile.map { [$0] } ?? [])
        for row in draft.devices {
            if case .name(let name) = row.values["profile"] { used.append(name) }
        }
        for profile in draft.profiles {
            for written in profile.written {
                if case .action(.profile(let name)) = written.value {
                    used.append(SettingValue.Name(text: name, place: written.place))
                }
            }
        }
        for name in used where !known.contains(name.text) { report(unknown: name, among: names) }
    }

    /// Whether what the file says of its profiles has an effect.
    private mutating func checkProfiles() {
        let cycle = draft.cycle?.map(\.text)
        let all = profiles
        let waysBack = WaysBack(all, cycle: cycle ?? all.map(\.name))
        for draft in draft.profiles {
            guard let profile = resolved[draft.name], let base = base(of: draft) else { continue }
            diagnostics +=
                ProfileChecks(draft, profile, base: base, cycle: cycle, waysBack: waysBack)
                .diagnostics
        }
    }
}
