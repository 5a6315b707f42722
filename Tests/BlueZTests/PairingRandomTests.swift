import Bus
import BusTestSupport
import TestSupport
import Testing

@testable import BlueZ

@Suite("Pairing, whatever happens")
struct PairingRandomTests {
    private static let errors: [BusError] = [
        .bluez("InProgress"), .bluez("NotReady"), .bluez("Failed"), .bluez("AlreadyExists"),
        .bluez("AuthenticationFailed"), .bus("NoReply"), .bus("AccessDenied"),
    ]

    /// Lets something happen, by chance.
    private func disturb(_ rig: inout PairingRig, _ random: inout SplitMix64) {
        let number = Int.random(in: 1...3, using: &random)
        var tap = FakeTap.new(number, name: "Tap \(number)", isHeard: Bool.random(using: &random))
        tap.isBonded = Int.random(in: 0..<4, using: &random) == 0
        tap.isConnected = Bool.random(using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<9:
            guard rig.pending != nil else { return }
            let fails = Int.random(in: 0..<5, using: &random) == 0
            rig.answer(fails ? Self.errors.randomElement(using: &random) : nil)
        case 9..<13: rig.tell(tap.tree)
        case 13: rig.tell { $0[tap.path] = nil }
        case 14 where Int.random(in: 0..<8, using: &random) == 0:
            rig.tell(FakeBlueZ.adapter(isPowered: false))
        default: rig.pass(.milliseconds(Int64.random(in: 1...20_000, using: &random)))
        }
    }

    @Test("One call at a time, no scan while keys are exchanged, and all is undone at the end")
    func anything() {
        var ends: Set<Bool> = []
        for seed in 0..<600 {
            var random = SplitMix64(seed: UInt64(seed))
            let word = [nil, "Tap 1", "00:00:00:00:00:02"].randomElement(using: &random)
            var rig = PairingRig(
                TapPairing(word ?? nil, scanLimit: .seconds(60)), FakeBlueZ.adapter())
            let steps = Int.random(in: 1...60, using: &random)
            for _ in 0..<steps where rig.result == nil { disturb(&rig, &random) }
            ends.insert(rig.result == nil)
            rig.handle(.stop)
            rig.answerAll()
            #expect(rig.result != nil, "seed \(seed)")
            #expect(isInOrder(rig.members), "seed \(seed): \(rig.members)")
        }
        #expect(ends == [true, false])
    }

    /// Whether what is begun is ended, once, and keys are exchanged with the scan over and an agent.
    private func isInOrder(_ members: [String]) -> Bool {
        func count(_ member: String) -> Int { members.count { $0 == member } }
        let once = Set(members).count == members.count
        guard once, count("stopDiscovery") <= count("startDiscovery") else { return false }
        guard let pair = members.firstIndex(of: "pair") else { return true }
        guard let stop = members.firstIndex(of: "stopDiscovery"),
            let register = members.firstIndex(of: "registerAgent"),
            let unregister = members.firstIndex(of: "unregisterAgent")
        else { return false }
        return stop < pair && register < pair && pair < unregister
            && unregister == members.count - 1
    }
}
