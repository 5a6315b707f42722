import BusTestSupport
import TapProtocol
import Testing

@testable import BlueZ

@Suite("How it stands with a Tap's connection, in a word")
struct LinkStateTests {
    private func phase(_ rig: ConnectionRig) -> LinkPhase { rig.connection.linkState.phase }

    @Test("From nothing to a stream, and what is known on the way")
    func up() {
        var rig = ConnectionRig()
        #expect(phase(rig) == .away)
        rig.tell { _ in }
        #expect(phase(rig) == .connecting)
        rig.answer()
        rig.tell { $0.isConnected = true }
        #expect(phase(rig) == .settingUp)
        rig.bringUp()
        #expect(
            rig.connection.linkState
                == LinkState(
                    address: "A0:B1:C2:D3:E4:F5", name: "Tap", isBonded: true, phase: .active,
                    protocolVersion: .v2, battery: nil, isTapping: false))
        rig.tell { $0.battery = 80 }
        rig.ask(.switchModel)
        #expect(rig.connection.linkState.battery == 80)
        #expect(rig.connection.linkState.isTapping)
    }

    @Test("Without keys, out of reach, and forgotten")
    func notThere() {
        var rig = ConnectionRig()
        rig.bringUp()
        rig.tell { $0.unlink() }
        #expect(phase(rig) == .waiting)
        rig.tell {
            $0.isBonded = false
            $0.link()
        }
        #expect(phase(rig) == .notBonded)
        #expect(!rig.connection.linkState.isBonded)
        rig.tell {
            $0.isPowered = false; $0.unlink(); $0.isBonded = true
        }
        #expect(phase(rig) == .away)
    }

    @Test("Standby is told while it lasts")
    func standby() {
        var rig = ConnectionRig()
        rig.bringUp()
        rig.handle(.standby(true))
        #expect(phase(rig) == .standby)
        rig.handle(.standby(false))
        #expect(phase(rig) == .active)
    }

    @Test("A Tap that sends nothing becomes stale, and active with the first packet")
    func stale() {
        var rig = ConnectionRig()
        rig.bringUp()
        rig.notify(.motion)
        #expect(phase(rig) == .active)
        // The refresh that finds nothing new, and the set-up that follows it.
        for _ in 0..<3 {
            rig.pass(.seconds(10))
            while rig.pending != nil { rig.answer() }
        }
        #expect(phase(rig) == .stale)
        rig.notify(.motion)
        #expect(phase(rig) == .active)
    }

    @Test("Another program that has the Tap is told for as long as it has it")
    func taken() {
        var rig = ConnectionRig()
        rig.tell { $0.link() }
        var phases: Set<LinkPhase> = []
        for _ in 0..<6 {
            // The socket and the signals: neither is let have.
            while rig.pending != nil {
                rig.answer(.bluez("NotPermitted"))
                phases.insert(phase(rig))
            }
            rig.pass(.seconds(1))
            phases.insert(phase(rig))
        }
        #expect(phases.contains(.taken))
        #expect(phases.isSubset(of: [.settingUp, .taken, .waiting, .connecting]))
        rig.play(for: .seconds(300), until: { $0.connection.state == .streaming })
        #expect(phase(rig) == .active)
    }

    @Test("A Tap whose services are not there fails for as long as that lasts, connected or not")
    func missing() {
        var rig = ConnectionRig()
        rig.tell {
            $0.isConnected = true
            $0.resolveNothing()
        }
        #expect(phase(rig) == .settingUp)
        rig.pass(.seconds(30))
        var phases: Set<LinkPhase> = []
        for _ in 0..<3 {
            phases.insert(phase(rig))
            rig.tell { $0.unlink() }
            rig.answer()
            phases.insert(phase(rig))
            rig.pass(.seconds(60))
            #expect(rig.pending == .connect)
            phases.insert(phase(rig))
            rig.tell {
                $0.isConnected = true
                $0.resolveNothing()
            }
            phases.insert(phase(rig))
            rig.pass(.seconds(30))
        }
        #expect(phases == [.failing])
        rig.tell { $0.unlink() }
        rig.answer()
        // Out of reach is something else.
        rig.pass(.seconds(60))
        rig.answer(.bluez("Failed"))
        #expect(phase(rig) == .waiting)
        rig.play(for: .seconds(90), until: { $0.connection.state == .streaming })
        #expect(phase(rig) == .active)
        rig.tell { $0.unlink() }
        #expect(phase(rig) == .waiting)
    }

    @Test("What fails on a link, and the end")
    func failing() {
        var rig = ConnectionRig()
        rig.tell { $0.link() }
        rig.answer(.bluez("Failed"))
        rig.answer(.bluez("Failed"))
        #expect(phase(rig) == .failing)
        rig.handle(.leave)
        #expect(phase(rig) == .leaving)
    }
}
