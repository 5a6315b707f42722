/// Lists the Taps that BlueZ knows.
struct TapListing: TapTask {
    typealias Report = Never
    typealias Output = [KnownTap]

    var deadline: Int64? { nil }

    mutating func handle(
        _ event: TapTaskEvent, at now: Int64
    ) -> [TapTaskAction<Report, Output>] {
        switch event {
        case .changed(let objects): [.done(.success(objects.knownTaps))]
        case .failing(let error): [.done(.failure(error))]
        case .stop: [.done(.failure(.interrupted))]
        case .answered, .tick: []
        }
    }
}
