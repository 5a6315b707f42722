import Gestures
import Mapping
import TapProtocol
import Testing

@Suite("Sets of profiles")
struct ProfileSetTests {
    private static func profile(_ name: String, _ actions: Action...) -> Profile {
        var profile = Profile(name: name)
        profile.directions.left = actions.first ?? .none
        profile.directions.right = actions.dropFirst().first ?? .none
        return profile
    }

    @Test("Profiles are found by their names, and of two with one name the first counts")
    func names() {
        let set = ProfileSet(Self.profile("a"), [Self.profile("b", .pause), Self.profile("b")])
        #expect(set.profiles.map(\.name) == ["a", "b"])
        #expect(set["b"]?.directions.left == .pause)
        #expect(set["c"] == nil)
        #expect(set.first.name == "a")
    }

    @Test("The next profile is the one that follows in the cycle")
    func next() {
        let profiles = ["b", "c", "d"].map { Self.profile($0) }
        let all = ProfileSet(Self.profile("a"), profiles)
        #expect(["a", "b", "c", "d"].map { all.next(after: $0)?.name } == ["b", "c", "d", "a"])
        let two = ProfileSet(Self.profile("a"), profiles, cycle: ["d", "b"])
        #expect(["d", "b"].map { two.next(after: $0)?.name } == ["b", "d"])
        // From outside it begins at its start.
        #expect(two.next(after: "a")?.name == "d")
        // Names that are no profiles are passed over; alone there is no next one.
        let gap = ProfileSet(Self.profile("a"), profiles, cycle: ["a", "x", "c"])
        #expect(["a", "c"].map { gap.next(after: $0)?.name } == ["c", "a"])
        #expect(ProfileSet(Self.profile("a")).next(after: "a") == nil)
        #expect(ProfileSet(Self.profile("a"), cycle: []).next(after: "a") == nil)
    }

    @Test("Only profiles to which gestures lead can be reached, over several steps too")
    func reachable() {
        let set = ProfileSet(
            Self.profile("a", .profile("b")),
            [
                Self.profile("b", .profile("c"), .profile("a")), Self.profile("c"),
                Self.profile("d", .nextProfile), Self.profile("e", .profile("nowhere")),
            ], cycle: ["d", "e"])
        #expect(set.reachable(from: "a").map(\.name) == ["a", "b", "c"])
        #expect(set.reachable(from: "c").map(\.name) == ["c"])
        #expect(set.reachable(from: "d").map(\.name) == ["d", "e"])
        #expect(set.reachable(from: "e").map(\.name) == ["e"])
        #expect(set.reachable(from: "nowhere") == [])
    }

    @Test("From a built-in profile no gesture leads to another")
    func builtIn() {
        for profile in Profile.builtIn {
            #expect(ProfileSet.builtIn.reachable(from: profile.name) == [profile])
        }
    }
}

@Suite("What profiles must be able to send")
struct CapabilitiesTests {
    @Test("A hold's keys count only where the hold can come to them")
    func holds() {
        var profile = Profile(name: "holds")
        profile.fingers.index.button = [.tab]
        profile.fingers.index.drag = .keys(.space)
        profile.fingers.index.rotate = RotateAction(
            positive: .key(.enter), negative: .wheel(.up), degrees: 10)
        let keys: [HoldStyle: [KeyCode]] = [
            .decide: [.enter, .space], .drag: [.space], .rotate: [.enter], .button: [.tab],
        ]
        for style in HoldStyle.allCases {
            profile.fingers.index.hold = style
            let capabilities = Capabilities(of: [profile])
            #expect(capabilities.keys == keys[style])
            #expect(capabilities.scrolls == (style == .decide || style == .rotate))
        }
    }

    @Test("Every place of an action counts for its keys")
    func places() {
        var profile = Profile(name: "places")
        profile.fingers.ring.doublePinch = .key(.tab)
        profile.fist.begin = .key(.space)
        profile.fist.end = .sequence([Chord([.t]), Chord([.leftCtrl, .leftButton])])
        #expect(
            Capabilities(of: [profile]).keys == [.tab, .t, .leftCtrl, .space, .leftButton])
    }

    @Test("Without a pointer, drags and wheels nothing moves")
    func motion() {
        var profile = Profile(name: "motion")
        #expect(Capabilities(of: [profile]).moves)
        profile.pointer.isEnabled = false
        #expect(!Capabilities(of: [profile]).moves)
        profile.fingers.index.drag = .pointer(gainScale: 1)
        #expect(Capabilities(of: [profile]).moves)
        profile.fingers.index.hold = .rotate
        #expect(!Capabilities(of: [profile]).moves)
        profile.fingers.index.hold = .drag
        profile.fingers.index.drag = .scroll(unitsPerDetent: 20)
        #expect(!Capabilities(of: [profile]).moves)
        #expect(Capabilities(of: [profile]).scrolls)
    }

    @Test("A union can send what either can")
    func union() {
        var plain = Profile.desktop
        plain.scrollsInHighResolution = false
        let capabilities = [plain, .media, .kiosk].map { Capabilities(of: [$0]) }
        #expect(
            capabilities[0].union(capabilities[1]).union(capabilities[2])
                == Capabilities(of: [plain, .media, .kiosk]))
        #expect(!capabilities[0].scrollsInHighResolution)
        #expect(
            capabilities[0].union(Capabilities(of: [.desktop])).scrollsInHighResolution)
    }

    @Test("The kiosk's keys are these, and no other key can be sent")
    func kiosk() {
        let capabilities = Capabilities(of: [.kiosk])
        // KEY_TAB, KEY_ENTER, KEY_LEFTSHIFT, KEY_SPACE, KEY_UP, KEY_PAGEUP, KEY_DOWN, KEY_PAGEDOWN
        #expect(capabilities.keys.map(\.rawValue) == [15, 28, 42, 57, 103, 104, 108, 109])
        #expect(!capabilities.moves)
        #expect(!capabilities.scrolls)
    }
}
