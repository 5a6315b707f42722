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

    init(_ draft: Draft, builtIn: [Profile]) {
        self.draft = draft
        self.builtIn = builtIn
        drafts = Dictionary(
            draft.profiles.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for profile in draft.profiles { resolve(profile.name) }
        checkNames()
        checkHindrances()
    }

    /// The configuration, if nothing is wrong.
    var configuration: Configuration {
        let own = draft.profiles.compactMap { resolved[$0.name] }
        let all =
            builtIn.map { resolved[$0.name] ?? $0 }
            + own.filter { profile in !builtIn.contains { $0.name == profile.name } }
        return Configuration(
            profiles: ProfileSet(
                all.first ?? .desktop, Array(all.dropFirst()), cycle: draft.cycle?.map(\.text)),
            profile: draft.profile?.text ?? Configuration.builtIn.profile,
            devices: draft.devices.compactMap { row in
                guard case .text(let device) = row.values["device"],
                    case .name(let profile) = row.values["profile"]
                else { return nil }
                return Configuration.Device(device: device, profile: profile.text)
            },
            swipes: draft.swipes, merges: draft.merges, grabs: draft.grabs, bus: draft.bus)
    }

    /// The names of all profiles, in their order.
    private var names: [String] {
        let builtIn = builtIn.map(\.name)
        return builtIn + draft.profiles.map(\.name).filter { !builtIn.contains($0) }
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
                broken.insert(draft.name)
                continue
            }
            resolved[draft.name] = Self.apply(draft, to: base)
        }
    }

    /// The profile from which a draft starts, or nil where there is none.
    private mutating func base(of draft: ProfileDraft) -> Profile? {
        guard let parent = parent(of: draft) else {
            let isEmpty = draft.extends != nil
            let own = isEmpty ? nil : builtIn.first { $0.name == draft.name }
            return own ?? Profile(name: draft.name)
        }
        if drafts[parent] != nil { return resolved[parent] }
        if let profile = builtIn.first(where: { $0.name == parent }) { return profile }
        let place = draft.extends?.place ?? draft.place
        diagnostics.append(unknown(SettingValue.Name(text: parent, place: place), orNone: true))
        return nil
    }

    private static func apply(_ draft: ProfileDraft, to base: Profile) -> Profile {
        var profile = base
        profile.name = draft.name
        forEachWritten(draft) { setting, written in setting.set(&profile, written.value) }
        return profile
    }

    /// Calls `body` with each setting of a draft in the order of the table.
    private static func forEachWritten(
        _ draft: ProfileDraft, _ body: (Setting<Profile>, ProfileDraft.Written) -> Void
    ) {
        for section in ProfileSchema.sections {
            for setting in section.settings {
                if let written = draft.written["\(section.name).\(setting.spec.name)"] {
                    body(setting, written)
                }
            }
        }
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

    private func unknown(_ name: SettingValue.Name, orNone: Bool = false) -> Diagnostic {
        let known = names + (orNone ? ["none"] : [])
        let text = name.text.shortened
        let near = nearestWord(to: text, among: known).map { "did you mean \"\($0)\"?" }
        let list = known.count > 16 ? nil : "there are \(known.joined(separator: ", "))"
        let hint = (near ?? list).map { ", \($0)" } ?? ""
        return Diagnostic(name.place, "unknown profile \"\(text)\"\(hint)")
    }

    /// Whether every name of a profile is one.
    private mutating func checkNames() {
        let known = Set(names)
        var used = (draft.cycle ?? []) + (draft.profile.map { [$0] } ?? [])
        for row in draft.devices {
            if case .name(let name) = row.values["profile"] { used.append(name) }
        }
        for profile in draft.profiles {
            Self.forEachWritten(profile) { _, written in
                if case .action(.profile(let name)) = written.value {
                    used.append(SettingValue.Name(text: name, place: written.place))
                }
            }
        }
        for name in used where !known.contains(name.text) { diagnostics.append(unknown(name)) }
    }

    /// Whether every setting of the file can have an effect.
    private mutating func checkHindrances() {
        for draft in draft.profiles {
            guard let profile = resolved[draft.name] else { continue }
            var found: [Diagnostic] = []
            Self.forEachWritten(draft) { setting, written in
                guard !written.value.isNothing, let reason = setting.hindrance(profile) else {
                    return
                }
                found.append(
                    Diagnostic(
                        written.place, "\"\(setting.spec.name)\" has no effect: \(reason)"))
            }
            diagnostics += found
        }
    }
}
