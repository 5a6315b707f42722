internal import Bus

/// One look at who is at the seats: logind's lists, then each session there, one call at a time.
///
/// What is not understood hinders nobody: the user is then at the screen.
final class SeatSurvey {
    /// Calls a method of an object: path, interface, member, arguments.
    typealias Caller = (
        String, String, String, [BusValue], @escaping (Result<BusMessage, BusError>) -> Void
    ) -> BusCall?

    private let user: UInt32
    private let caller: Caller
    private let follow: ([String]) -> Void
    private let done: (Bool) -> Void
    private var call: BusCall?
    private var isOver = false
    private var hasLogin = true
    private var listed: ArraySlice<ListedSession> = []
    private var sessions: [SeatSession] = []

    /// A look that has not begun; `follow` gets the objects of the sessions at seats before they are
    /// read, and `done` whether the user is at the screen, unless the look is cancelled.
    init(
        user: UInt32, call: @escaping Caller, follow: @escaping ([String]) -> Void,
        done: @escaping (Bool) -> Void
    ) {
        self.user = user
        caller = call
        self.follow = follow
        self.done = done
    }

    /// Ends the look; nothing more is told.
    func cancel() {
        isOver = true
        call?.cancel()
        call = nil
    }

    func begin() {
        ask(LoginWatcher.path, LoginWatcher.manager, "ListUsers") { [unowned self] in
            guard let hasLogin = ListedSession.hasLogin(user, in: $0) else { return end(true) }
            self.hasLogin = hasLogin
            list()
        }
    }

    private func list() {
        ask(LoginWatcher.path, LoginWatcher.manager, "ListSessions") { [unowned self] in
            guard let listed = ListedSession.atSeats($0) else { return end(true) }
            follow(listed.map(\.path))
            self.listed = listed[...]
            next()
        }
    }

    private func next() {
        guard let session = listed.popFirst() else {
            return end(
                SeatSession.isInForeground(user: user, hasLogin: hasLogin, sessions: sessions))
        }
        ask(
            session.path, LoginWatcher.properties, "GetAll", [.string(LoginWatcher.session)]
        ) { [unowned self] in
            // One that is gone by now counts no more.
            if let session = session.with($0) { sessions.append(session) }
            next()
        }
    }

    private func end(_ isInForeground: Bool) {
        cancel()
        done(isInForeground)
    }

    /// Makes a call, and gives the first value of its answer, or nil for an error.
    private func ask(
        _ path: String, _ interface: String, _ member: String, _ arguments: [BusValue] = [],
        answered: @escaping (BusValue?) -> Void
    ) {
        call = caller(path, interface, member, arguments) { [weak self] result in
            guard let self, !isOver else { return }
            call = nil
            answered((try? result.get().arguments())?.first)
        }
    }
}
