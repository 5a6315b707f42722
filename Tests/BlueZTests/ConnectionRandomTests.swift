import BusTestSupport
import TapProtocol
import TestSupport
import Testing

@testable import BlueZ

@Suite("Whatever happens to a connection")
struct ConnectionRandomTests {
    private static let errors = ConnectionErrorTests.errors

    @Test("The rules hold in random lives, and when all is well it streams", arguments: 0..<10)
    func randomLives(block: UInt64) {
        for seed in (block * 600)..<(block * 600 + 600) {
            var random = SplitMix64(seed: seed)
            var rig = Self.rig(seed)
            for _ in 0..<80 where rig.violation == nil {
                step(&rig, &random)
            }
            if rig.violation == nil { recover(&rig) }
            guard rig.violation == nil, rig.connection.state == .streaming else {
                Issue.record("seed \(seed): \(rig.violation ?? "\(rig.connection.state)")")
                return
            }
        }
    }

    @Test("Leaving ends in random lives, with answers and without", arguments: 0..<10)
    func randomLeaving(block: UInt64) {
        for seed in (block * 200)..<(block * 200 + 200) {
            var random = SplitMix64(seed: ~seed)
            var rig = Self.rig(seed)
            for _ in 0..<40 where rig.violation == nil {
                step(&rig, &random)
            }
            rig.handle(.leave)
            for _ in 0..<20 where rig.violation == nil {
                step(&rig, &random)
            }
            rig.handle(.leave)
            for _ in 0..<5 { rig.answer() }
            guard rig.violation == nil, rig.connection.isDone else {
                Issue.record("seed \(seed): \(rig.violation ?? "\(rig.connection.state)")")
                return
            }
        }
    }

    private static func rig(_ seed: UInt64) -> ConnectionRig {
        let modes: [TapMode] = [
            .airMouse, .tapping, .rawSensors(SensorSensitivity()), .debug(SensorSensitivity()),
        ]
        return ConnectionRig(
            mode: modes[Int(seed % 4)], seed: seed, recordsViolations: false)
    }

    /// Something happens.
    private func step(_ rig: inout ConnectionRig, _ random: inout SplitMix64) {
        switch Int.random(in: 0..<100, using: &random) {
        case ..<40:
            let isRefused = Int.random(in: 0..<4, using: &random) == 0
            rig.answer(isRefused ? Self.errors.randomElement(using: &random) : nil)
        case ..<60: rig.pass(.milliseconds(Int64.random(in: 0...12_000, using: &random)))
        case ..<65:
            rig.stall(.milliseconds(Int64.random(in: 0...60_000, using: &random)))
            rig.handle(.tick)
        case ..<69: rig.notify(isMotion: Bool.random(using: &random))
        case ..<71: rig.vibrate()
        case ..<73: rig.ask(.switchModel)
        case ..<75: rig.ask(.setSensitivity(SensorSensitivity(imu: IMUSensitivity(gyro: .dps500))))
        case ..<77:
            rig.handle(.imuSensitivity(Bool.random(using: &random) ? IMUSensitivity() : nil))
        case ..<78: rig.handle(.standby(Bool.random(using: &random)))
        case ..<80: rig.handle(.socketEnded(hadData: false))
        case ..<82: rig.tellGone()
        case ..<84: rig.handle(.woke)
        case ..<85: rig.handle(.leave)
        case ..<87: rig.handle(.rejoin)
        case ..<90: rig.tell { $0.link() }
        case ..<93: rig.tell { $0.linkV1() }
        default: rig.tell { Self.change(&$0, &random) }
        }
    }

    /// BlueZ says something else of the Tap.
    private static func change(_ tap: inout TapSnapshot, _ random: inout SplitMix64) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: tap.isPowered.toggle()
        case 1: tap.isBonded.toggle()
        case 2: tap.servicesResolved.toggle()
        case 3: tap.resolve(read: "/elsewhere/char1", write: "/elsewhere/char2")
        case 4: tap.resolveNothing()
        case 5: tap.protocolVersion = .v1
        case 6 where tap.battery != 5: tap.battery = 5
        case 6: tap.name += "'"
        case 7: tap.isConnected.toggle()
        case 8: tap = .bonded
        default: tap.unlink()
        }
    }

    /// From now on all is well.
    private func recover(_ rig: inout ConnectionRig) {
        rig.handle(.rejoin)
        rig.tell { $0.isPowered = true }
        rig.tell { $0.isBonded = true }
        if rig.tap.isConnected { rig.tell { $0.resolve() } }
        rig.play(for: .seconds(200)) { $0.connection.state == .streaming }
    }
}
