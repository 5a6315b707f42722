extension Capture {
    /// The bytes of the capture that is bundled with the program; made by
    /// `scripts/make-demo-capture.py`.
    public static var demoFile: [UInt8] { PackageResources.demo_tapcap }
}
