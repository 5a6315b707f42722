import Gestures
import Mapping
import TestSupport

@testable import Configuration

/// Puts mistakes into a configuration that is right.
struct Planter {
    /// What a mistake is like.
    struct Plant {
        var kind: Kind
        /// A part of its message.
        var message: String
    }

    enum Kind {
        /// Told wherever it stands before a mistake of form.
        case local
        /// Told only where nothing is missing.
        case global
        /// Nothing can be read after it.
        case form
    }

    private(set) var items: [Item]
    private(set) var plants: [Plant] = []
    private var values: RandomValues
    private let configuration: RandomConfiguration

    init(_ configuration: RandomConfiguration, seed: UInt64) {
        var configuration = configuration
        items = configuration.items()
        self.configuration = configuration
        values = RandomValues(random: SplitMix64(seed: seed))
        let count = Int.random(in: 1...5, using: &values.random)
        var tries = 0
        while plants.count < count, tries < 100 {
            tries += 1
            plant()
        }
    }

    private mutating func add(_ kind: Kind, _ message: String) -> Int {
        plants.append(Plant(kind: kind, message: message))
        return plants.count - 1
    }

    private mutating func plant() {
        switch Int.random(in: 0..<10, using: &values.random) {
        case 0: plantForm()
        case 1: plantTop()
        case 2: plantProfile()
        case 3: plantDevice()
        default: plantSetting()
        }
    }

    // MARK: - Places

    /// The items of a group by the names that lead to it.
    private func group(_ path: [String]) -> [Item]? {
        var items = items
        for name in path {
            guard case .group(let members)? = items.first(where: { $0.name == name })?.value else {
                return nil
            }
            items = members
        }
        return items
    }

    /// Puts an item somewhere into a group, after the one of an index.
    private mutating func insert(_ item: Item, into path: [String], after index: Int = -1) {
        func inserted(_ items: [Item], _ path: ArraySlice<String>) -> [Item] {
            var items = items
            guard let name = path.first else {
                let places = (index + 1)...items.count
                items.insert(item, at: Int.random(in: places, using: &values.random))
                return items
            }
            guard let index = items.firstIndex(where: { $0.name == name }),
                case .group(let members) = items[index].value
            else { return items }
            items[index].value = .group(inserted(members, path.dropFirst()))
            return items
        }
        items = inserted(items, path[...])
    }

    /// Every group by its path, without those in lists.
    private var paths: [[String]] {
        var paths: [[String]] = [[]]
        var index = 0
        while index < paths.count {
            for item in group(paths[index]) ?? [] {
                // A group that is there twice is not looked for: the second is not read.
                if case .group = item.value, item.mistake == nil {
                    paths.append(paths[index] + [item.name])
                }
            }
            index += 1
        }
        return paths
    }

    // MARK: - Mistakes

    private mutating func plantForm() {
        guard !plants.contains(where: { $0.kind == .form }) else { return }
        let number = add(.form, "is neither a name nor a number")
        insert(
            Item(name: "12abc", value: .token(""), mistake: number), into: values.pick(paths))
    }

    private mutating func plantTop() {
        let names = (group([]) ?? []).map(\.name)
        switch Int.random(in: 0..<4, using: &values.random) {
        case 0 where !names.contains("cycle"):
            let number = add(.global, "unknown profile \"nobody\"")
            insert(
                Item(
                    name: "cycle",
                    value: .array([.token("\"desktop\""), .mistake("\"nobody\"", number)])),
                into: [])
        case 1 where !names.contains("profile"):
            let number = add(.global, "unknown profile \"nobody\"")
            insert(Item(name: "profile", value: .token("\"nobody\""), mistake: number), into: [])
        case 2 where !names.contains("merge"):
            let number = add(.local, "must be true or false")
            insert(Item(name: "merge", value: .token("\"yes\""), mistake: number), into: [])
        case 3:
            // A setting, or a whole group, that is there already.
            let path = values.pick(paths)
            let members = group(path) ?? []
            let index = members.indices.filter { members[$0].mistake == nil }.randomElement(
                using: &values.random)
            guard let index, !Self.holdsMistake(members[index]) else { return }
            var copy = members[index]
            copy.mistake = add(.local, "is set twice")
            insert(copy, into: path, after: index)
        default: return
        }
    }

    /// Whether an item is or holds a mistake.
    private static func holdsMistake(_ item: Item) -> Bool {
        item.mistake != nil || holdsMistake(item.value)
    }

    private static func holdsMistake(_ value: Content) -> Bool {
        switch value {
        case .token: false
        case .mistake: true
        case .group(let items): items.contains(where: holdsMistake)
        case .list(let values), .array(let values): values.contains(where: holdsMistake)
        }
    }

    private mutating func plantProfile() {
        guard group(["profiles"]) != nil else { return }
        let number = plants.count
        switch Int.random(in: 0..<6, using: &values.random) {
        case 0:
            _ = add(.global, "unknown profile \"nobody\"")
            let extends = Item(name: "extends", value: .token("\"nobody\""), mistake: number)
            insert(Item(name: "lost\(number)", value: .group([extends])), into: ["profiles"])
        case 1:
            _ = add(.global, "\"self\(number)\" extends itself")
            let extends = Item(name: "extends", value: .token("\"self\(number)\""), mistake: number)
            insert(Item(name: "self\(number)", value: .group([extends])), into: ["profiles"])
        case 2:
            _ = add(.global, "no tap of this profile leads back")
            let fist = Item(name: "begin", value: .token("\"switch-model\""), mistake: number)
            insert(profile("away\(number)", ["fist": [fist]]), into: ["profiles"])
        case 3:
            _ = add(.global, "\"gain\" has no effect: gain_x and gain_y are set as well")
            let gains = ["gain_x", "gain_y"].map { Item(name: $0, value: .token("1")) }
            let gain = Item(name: "gain", value: .token("1"), mistake: number)
            insert(
                profile("gains\(number)", ["pointer": [gains[0], gain, gains[1]]]),
                into: ["profiles"])
        case 4:
            _ = add(.global, "a held pinch does nothing")
            let hold = Item(name: "hold", value: .token("\"button\""), mistake: number)
            insert(profile("held\(number)", ["ring": [hold]]), into: ["profiles"])
        default:
            _ = add(.local, "unknown setting \"odd\(number)\"")
            insert(
                Item(name: "odd\(number)", value: .token("1"), mistake: number),
                into: values.pick(paths.filter { $0 != ["profiles"] }))
        }
    }

    /// A profile in which nothing is bound but what is said.
    private func profile(_ name: String, _ sections: [String: [Item]]) -> Item {
        let extends = Item(name: "extends", value: .token("\"none\""))
        let groups = sections.map { Item(name: $0.key, value: .group($0.value)) }
        return Item(name: name, value: .group([extends] + groups))
    }

    private mutating func plantDevice() {
        guard !(group([]) ?? []).contains(where: { $0.name == "devices" }) else { return }
        let number = add(.local, "has a profile already")
        func row(_ device: Content) -> Content {
            .group([
                Item(name: "profile", value: .token("\"media\"")),
                Item(name: "device", value: device, mistake: nil),
            ])
        }
        let second = Content.group([
            Item(name: "device", value: .token("\"a0:B1:C2:D3:E4:F5\""), mistake: number),
            Item(name: "profile", value: .token("\"media\"")),
        ])
        insert(
            Item(
                name: "devices",
                value: .list([
                    row(.token("\"A0:B1:C2:D3:E4:F5\"")), row(.token("\"Left\"")), second,
                ])),
            into: [])
    }

    /// A mistake in a setting that is not there yet, so that nothing else changes.
    private mutating func plantSetting() {
        guard let entry = configuration.entries.randomElement(using: &values.random) else { return }
        let section = values.pick(ProfileSchema.sections)
        let path = ["profiles", entry.name, section.name]
        let setting = values.pick(section.settings)
        guard let members = group(path), !members.contains(where: { $0.name == setting.spec.name })
        else { return }
        // A name of the same tap may be there in another order.
        let tap = section.name == "taps" ? TapNames.inOrder(setting.spec.name) : ""
        guard !members.contains(where: { !tap.isEmpty && TapNames.inOrder($0.name) == tap })
        else { return }
        let isHindered = setting.hindrance(entry.profile) != nil
        guard let (token, kind, message) = mistake(setting.spec, isHindered: isHindered) else {
            return
        }
        let number = add(kind, message)
        insert(Item(name: setting.spec.name, value: token, mistake: number), into: path)
    }

    private mutating func mistake(
        _ spec: SettingSpec, isHindered: Bool
    ) -> (Content, Kind, String)? {
        if isHindered, values.chance(50) {
            let value = values.value(spec, profiles: ["desktop"])
            return value.isNothing ? nil : (Content(value), .global, "has no effect")
        }
        let outside: (Content, Kind, String)? =
            switch spec.type {
            case .flag: (.token("1"), .local, "must be true or false, not the whole number 1")
            case .whole(let range):
                values.chance(50)
                    ? (.token("\(range.upperBound + 1)"), .local, "must be \(spec.rangeWords), not")
                    : (.token("1.5"), .local, "must be a whole number, ")
            case .number(let range):
                (.token("\(range.upperBound + 0.5)"), .local, "must be \(spec.rangeWords), not")
            case .word: (.token("\"wordless\""), .local, "not \"wordless\"")
            case .action: action(isHindered: isHindered)
            case .keys: (.token("\"KEY_A+KEY_A\""), .local, "KEY_A is twice")
            case .drag: (.token("\"KEY_NOBODY_HAS\""), .local, "unknown key \"KEY_NOBODY_HAS\"")
            case .rows:
                (.list([]), .local, "")
            case .text, .profile, .profiles, .group: nil
            }
        guard case .rows = spec.type else { return outside }
        return (.token("{ }"), .local, "must be a list ( ) of groups")
    }

    private mutating func action(isHindered: Bool) -> (Content, Kind, String)? {
        switch Int.random(in: 0..<5, using: &values.random) {
        case 0: (.token("\"KEY_LEFTCTL\""), .local, "did you mean \"KEY_LEFTCTRL\"?")
        case 1: (.token("\"BTN_TRIGGER\""), .local, "BTN_TRIGGER is no mouse button")
        case 2: (.list([]), .local, "is an empty list")
        case 3 where !isHindered:
            (.token("\"profile nobody\""), .global, "unknown profile \"nobody\"")
        case 4 where !isHindered:
            (.token("\"KEY_MICMUTE\""), .local, "KEY_MICMUTE has the code 248")
        default: nil
        }
    }
}
