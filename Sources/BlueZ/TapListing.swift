/// Lists the Taps that BlueZ knows.
struct TapListing: TapTask {
    typealias Report = Never
    typealias Output = [KnownTap]

    mutating func changed(
        _ objects: BlueZObjects, _ now: Int64
    ) -> [TapTaskAction<Report, Output>] {
        end(.success(objects.knownTaps))
    }

    mutating func end(
        _ result: Result<Output, TapTaskError>
    ) -> [TapTaskAction<Report, Output>] {
        [.done(result)]
    }
}
