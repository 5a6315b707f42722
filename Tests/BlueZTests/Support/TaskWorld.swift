import BusTestSupport
import EventLoop
import Testing

@testable import BlueZ

/// A bus, a scripted BlueZ and a task that is tested, on one loop.
final class TaskWorld<Report, Output> {
    let loop: EventLoop
    let daemon: BusDaemon
    private(set) var reports: [Report] = []
    private(set) var results: [Result<Output, TapTaskError>] = []
    private(set) var task: BlueZTask<Report, Output>?
    /// Kept alive as daemons are.
    private var fakes: [FakeBlueZ] = []

    init() throws {
        loop = try EventLoop()
        daemon = try BusDaemon()
    }

    /// A BlueZ that owns its name already.
    @discardableResult
    func startBlueZ(
        _ tree: FakeBlueZ.Tree,
        script: @escaping (FakeBlueZ.Call) -> FakeBlueZ.Answer? = { _ in nil }
    ) throws -> FakeBlueZ {
        let fake = try FakeBlueZ(tree, address: daemon.address, loop: loop)
        fake.script = script
        fakes.append(fake)
        try loop.expect("the fake owns its name") { fake.ownsName }
        return fake
    }

    func start(_ machine: any TapTask<Report, Output>) throws {
        try start { BlueZTask(machine, address: $0, loop: $1, handlers: $2) }
    }

    func start(
        _ make: (String, EventLoop, BlueZTask<Report, Output>.Handlers)
            -> BlueZTask<Report, Output>
    ) throws {
        let handlers = BlueZTask<Report, Output>.Handlers(
            report: { [unowned self] in reports.append($0) },
            done: { [unowned self] in results.append($0) })
        let task = make(daemon.address, loop, handlers)
        try task.start()
        self.task = task
    }

    /// Runs until a call has been made.
    func expectCall(
        _ member: String, of fake: FakeBlueZ, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try loop.expect("\(member) is called", sourceLocation: sourceLocation) {
            fake.calls(member) != []
        }
    }

    /// Runs to the end of the task.
    func expectEnd(
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Result<Output, TapTaskError> {
        try loop.expect("the task ends", sourceLocation: sourceLocation) { !results.isEmpty }
        #expect(results.count == 1, sourceLocation: sourceLocation)
        return try #require(results.first, sourceLocation: sourceLocation)
    }
}

extension FakeBlueZ {
    /// The calls but for those that only ask for the objects.
    var deeds: [Call] { calls.filter { $0.member != "GetManagedObjects" } }
}
