package import Bus

/// A login session at a seat: at a screen and a keyboard, and not over the network.
package struct SeatSession: Equatable, Sendable {
    /// The user's number.
    var user: UInt32
    /// Whether it is the one that its seat shows.
    var isActive: Bool
    /// Whether it is over and only waits for its last processes; it may stay for long.
    var isClosing = false
    /// What it is: "user", "user-early" and the like, "greeter", "lock-screen" and others.
    var kind: String

    /// Whether the driver of a user is to listen, with these sessions at the seats.
    ///
    /// A user who has sessions at a seat must have an active one. One who has none there, whose
    /// driver somebody started over the network, or who lingers, must leave the screen to another
    /// user, but not to a greeter. `hasLogin` is whether logind knows the user at all: a service
    /// with a user of its own never logs in, and is for whoever is there.
    package static func isInForeground(
        user: UInt32, hasLogin: Bool, sessions: [SeatSession]
    ) -> Bool {
        guard hasLogin else { return true }
        let sessions = sessions.filter { !$0.isClosing }
        let own = sessions.filter { $0.user == user }
        if !own.isEmpty { return own.contains(where: \.isActive) }
        return !sessions.contains { $0.isActive && $0.kind.hasPrefix("user") }
    }
}

/// One entry of logind's list of sessions.
package struct ListedSession: Equatable, Sendable {
    var user: UInt32
    var path: String

    /// The sessions at seats of what `ListSessions` answers, `a(susso)`: the session, the user's
    /// number and name, the seat or an empty text, the object; nil for anything else.
    package static func atSeats(_ value: BusValue?) -> [ListedSession]? {
        guard let entries = value?.elements else { return nil }
        var sessions: [ListedSession] = []
        for entry in entries {
            guard case .structure(let fields) = entry, fields.count >= 5,
                case .uint32(let user) = fields[1], let seat = fields[3].text,
                case .objectPath(let path) = fields[4]
            else { return nil }
            if !seat.isEmpty { sessions.append(ListedSession(user: user, path: path)) }
        }
        return sessions
    }

    /// Whether a user is in what `ListUsers` answers, `a(uso)`: the user's number and name, the
    /// object; nil for anything else.
    package static func hasLogin(_ user: UInt32, in value: BusValue?) -> Bool? {
        guard let entries = value?.elements else { return nil }
        var isListed = false
        for entry in entries {
            guard case .structure(let fields) = entry, case .uint32(let other)? = fields.first
            else { return nil }
            isListed = isListed || other == user
        }
        return isListed
    }

    /// The session with what `GetAll` answers of its properties, `a{sv}`; nil for anything else.
    package func with(_ value: BusValue?) -> SeatSession? {
        guard let properties = value?.dictionary, let isActive = properties["Active"]?.truth,
            let kind = properties["Class"]?.text
        else { return nil }
        return SeatSession(
            user: user, isActive: isActive, isClosing: properties["State"]?.text == "closing",
            kind: kind)
    }
}
