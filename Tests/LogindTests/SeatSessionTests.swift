import Bus
import Testing

@testable import Logind

@Suite("Who is at the screen")
struct SeatSessionTests {
    private static let us: UInt32 = 1000
    private static let other: UInt32 = 1001

    private static func session(
        _ user: UInt32, _ isActive: Bool, _ kind: String = "user"
    ) -> SeatSession {
        SeatSession(user: user, isActive: isActive, kind: kind)
    }

    private static func closing(_ user: UInt32, _ isActive: Bool) -> SeatSession {
        SeatSession(user: user, isActive: isActive, isClosing: true, kind: "user")
    }

    @Test(
        "Whether a user's driver listens, by the sessions at the seats",
        arguments: [
            ("nobody is at a seat", true, [], true),
            ("we are active", true, [session(us, true)], true),
            ("we are not active, and nobody is", true, [session(us, false)], false),
            ("another user is active", true, [session(us, false), session(other, true)], false),
            (
                "we are active, another user waits", true,
                [session(us, true), session(other, false)], true
            ),
            (
                "a greeter is active", true, [session(us, false), session(120, true, "greeter")],
                false
            ),
            (
                "we are twice at seats, once active", true,
                [session(us, false), session(us, true)], true
            ),
            (
                "we are over the network, another user is active", true, [session(other, true)],
                false
            ),
            ("we are over the network, another user waits", true, [session(other, false)], true),
            (
                "we are over the network, a greeter is active", true,
                [session(120, true, "greeter")], true
            ),
            (
                "we are over the network, another user is active early", true,
                [session(other, true, "user-early")], false
            ),
            ("our session is over, nobody is active", true, [closing(us, false)], true),
            (
                "our session is over, a greeter is active", true,
                [closing(us, false), session(120, true, "greeter")], true
            ),
            (
                "our session is over, another user is active", true,
                [closing(us, true), session(other, true)], false
            ),
            ("another user's session is over", true, [closing(other, true)], true),
            (
                "one of ours is over, one is not active", true,
                [closing(us, true), session(us, false)], false
            ),
            ("a service's user, another user is active", false, [session(other, true)], true),
        ])
    func rule(situation: String, hasLogin: Bool, sessions: [SeatSession], isInForeground: Bool) {
        #expect(
            SeatSession.isInForeground(user: Self.us, hasLogin: hasLogin, sessions: sessions)
                == isInForeground, "\(situation)")
    }

    private static func entry(_ seat: String) -> BusValue {
        .structure([
            .string("1"), .uint32(us), .string("us"), .string(seat), .objectPath("/session/1"),
        ])
    }

    @Test("Sessions over the network are none at a seat")
    func network() {
        let value = BusValue.array(of: "(susso)", [Self.entry(""), Self.entry("seat0")])
        #expect(
            ListedSession.atSeats(value) == [ListedSession(user: Self.us, path: "/session/1")])
    }

    /// What logind never answers.
    private static var oddities: [BusValue?] {
        [
            nil, .string("x"), .array(of: "s", [.string("x")]),
            .array(of: "(s)", [.structure([.string("1")])]),
            .array(
                of: "(sssso)",
                [
                    .structure([
                        .string("1"), .string("1000"), .string("us"), .string("seat0"),
                        .objectPath("/session/1"),
                    ])
                ]),
        ]
    }

    @Test("A list that is not what logind promises is none", arguments: oddities.indices)
    func malformed(index: Int) {
        let value = Self.oddities[index]
        #expect(ListedSession.atSeats(value) == nil)
        #expect(ListedSession.hasLogin(Self.us, in: value) == nil)
        #expect(ListedSession(user: Self.us, path: "/").with(value) == nil)
    }

    @Test("Of a session's properties both that count must be there, of their types")
    func properties() {
        let listed = ListedSession(user: Self.us, path: "/session/1")
        let active = ("Active", BusValue.bool(true))
        let kind = ("Class", BusValue.string("user"))
        #expect(listed.with(.properties([active, kind])) == Self.session(Self.us, true))
        for (word, isClosing) in [("online", false), ("active", false), ("closing", true)] {
            let state = ("State", BusValue.string(word))
            #expect(listed.with(.properties([active, kind, state]))?.isClosing == isClosing)
        }
        #expect(listed.with(.properties([active])) == nil)
        #expect(listed.with(.properties([kind])) == nil)
        #expect(listed.with(.properties([("Active", .string("yes")), kind])) == nil)
    }
}
