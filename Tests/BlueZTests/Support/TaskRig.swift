import Bus
import BusTestSupport
import Testing

@testable import BlueZ

extension BlueZObjects {
    /// The objects of a tree.
    init(_ tree: FakeBlueZ.Tree) {
        self.init()
        for (path, interfaces) in tree {
            add(path, interfaces: interfaces.mapValues { .properties($0.map { ($0, $1) }) })
        }
    }
}

extension TapTaskCall {
    /// What is called, without whom it is called for.
    var member: String {
        String(describing: self).prefix { $0 != "(" }.description
    }
}

/// A task with a clock and a BlueZ that the test plays; it watches the rules that always hold.
struct TaskRig<Task: TapTask> where Task.Report: Equatable, Task.Output: Equatable {
    private(set) var task: Task
    private(set) var now = Int64.seconds(1000)
    /// What BlueZ knows; `tell` says it.
    private(set) var tree: FakeBlueZ.Tree
    /// The call that waits for its answer.
    private(set) var pending: TapTaskCall?
    private(set) var calls: [TapTaskCall] = []
    private(set) var reports: [Task.Report] = []
    private(set) var result: Result<Task.Output, TapTaskError>?

    init(_ task: Task, _ tree: FakeBlueZ.Tree) {
        self.task = task
        self.tree = tree
        tell()
    }

    /// The names of all calls, in order.
    var members: [String] { calls.map(\.member) }

    mutating func handle(_ event: TapTaskEvent) {
        for action in task.handle(event, at: now) {
            #expect(result == nil, "nothing comes after the end")
            switch action {
            case .call(let call):
                #expect(pending == nil, "one call at a time")
                pending = call
                calls.append(call)
            case .cancelCall: pending = nil
            case .report(let report): reports.append(report)
            case .done(let result):
                #expect(pending == nil)
                self.result = result
            }
        }
    }

    /// BlueZ's objects change.
    mutating func tell(_ change: (inout FakeBlueZ.Tree) -> Void = { _ in }) {
        change(&tree)
        handle(.changed(BlueZObjects(tree)))
    }

    /// Objects come, or are other ones now.
    mutating func tell(_ more: FakeBlueZ.Tree) {
        tell { $0.merge(more) { $1 } }
    }

    mutating func answer(_ error: BusError? = nil, bytes: [UInt8] = []) {
        #expect(pending != nil, "there is something to answer")
        pending = nil
        handle(.answered(error.map { .failure($0) } ?? .success(bytes)))
    }

    /// Time passes, and each deadline on the way is kept.
    mutating func pass(_ duration: Int64) {
        let end = now + duration
        while let deadline = task.deadline, deadline <= end, result == nil {
            now = max(now, deadline)
            let before = calls.count
            handle(.tick)
            // A deadline that stays where it is would never be left.
            guard task.deadline != deadline || calls.count != before else { break }
        }
        now = end
    }

    /// Answers all calls up to one of a name, which then waits for its answer.
    mutating func answer(upTo member: String) {
        while let pending, pending.member != member { answer() }
        #expect(pending?.member == member)
    }

    /// Answers all calls, those of some names with errors.
    mutating func answerAll(_ errors: [String: BusError] = [:]) {
        while let pending { answer(errors[pending.member]) }
    }
}

typealias PairingRig = TaskRig<TapPairing>
