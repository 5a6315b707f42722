import Driver
import Mapping
import TapProtocol
import Testing

@Suite("What tells what gestures do")
struct PipelineSetupTests {
    private static let profiles = ProfileSet(.desktop, [.tapping])

    @Test("Set-ups that say the same are equal, whoever made them")
    func equal() {
        let one = PipelineSetup(Self.profiles, profile: "tapping")
        #expect(one == PipelineSetup(Self.profiles, profile: "tapping"))
        #expect(one == one.with(profile: "desktop").with(profile: "tapping"))
        #expect(one == one.with(profile: "of no such name"))
    }

    @Test(
        "Set-ups that differ in one thing are not equal",
        arguments: [
            PipelineSetup(profiles, profile: "desktop"),
            PipelineSetup(profiles, profile: "tapping").with(profile: "desktop"),
            PipelineSetup(profiles, profile: "tapping", swipes: .web),
            PipelineSetup(ProfileSet(.tapping, [.desktop]), profile: "tapping"),
        ])
    func different(other: PipelineSetup) {
        #expect(PipelineSetup(Self.profiles, profile: "tapping") != other)
    }
}
