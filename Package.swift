// swift-tools-version: 6.2

import PackageDescription

/// The imports of every target are written out (no leaking through another module's imports).
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "tapinput",
    products: [
        .executable(name: "tapinput", targets: ["tapinput"])
    ],
    targets: [
        // C libraries: a module map and a shim header each.
        .systemLibrary(
            name: "CDBus",
            pkgConfig: "dbus-1",
            providers: [.apt(["libdbus-1-dev"])]
        ),
        .systemLibrary(
            name: "CLibevdev",
            pkgConfig: "libevdev",
            providers: [.apt(["libevdev-dev"])]
        ),
        .systemLibrary(
            name: "CLibconfig",
            pkgConfig: "libconfig",
            providers: [.apt(["libconfig-dev"])]
        ),
        .systemLibrary(
            name: "CSystemd",
            pkgConfig: "libsystemd",
            providers: [.apt(["libsystemd-dev"])]
        ),
        .systemLibrary(name: "CLinux"),

        // Pure: no files, no clocks, no C.
        .target(name: "TapProtocol", swiftSettings: settings),
        .target(
            name: "Gestures",
            dependencies: ["TapProtocol"],
            swiftSettings: settings,
            linkerSettings: [.linkedLibrary("m")]
        ),
        .target(
            name: "Mapping", dependencies: ["Gestures", "TapProtocol"], swiftSettings: settings),

        // Thin layers over the kernel and the system's services.
        .target(name: "EventLoop", dependencies: ["CLinux"], swiftSettings: settings),
        .target(
            name: "Evdev",
            dependencies: ["CLibevdev", "CLinux", "EventLoop"],
            swiftSettings: settings
        ),
        .target(
            name: "VirtualInput",
            dependencies: ["CLibevdev", "CLinux", "EventLoop", "Gestures", "Mapping"],
            swiftSettings: settings
        ),
        .target(
            name: "Bus", dependencies: ["CDBus", "CLinux", "EventLoop"], swiftSettings: settings),
        .target(
            name: "BlueZ",
            dependencies: ["Bus", "CLinux", "EventLoop", "TapProtocol"],
            swiftSettings: settings
        ),
        .target(name: "Control", dependencies: ["Bus", "EventLoop"], swiftSettings: settings),
        .target(name: "Logind", dependencies: ["Bus", "EventLoop"], swiftSettings: settings),
        .target(
            name: "Doctor",
            dependencies: ["BlueZ", "Bus", "Control", "EventLoop", "TapProtocol"],
            swiftSettings: settings
        ),
        .target(
            name: "ServiceManager", dependencies: ["CSystemd", "EventLoop"],
            swiftSettings: settings),
        .target(
            name: "Configuration",
            dependencies: [
                "CLibconfig", "CLibevdev", "EventLoop", "Gestures", "Mapping", "TapProtocol",
            ],
            swiftSettings: settings
        ),

        // What joins them.
        .target(
            name: "Driver",
            dependencies: [
                "BlueZ", "Bus", "CLinux", "Evdev", "EventLoop", "Gestures", "Mapping",
                "TapProtocol", "VirtualInput",
            ],
            resources: [.embedInCode("Resources/demo.tapcap")],
            swiftSettings: settings
        ),
        // Pure: records of the driver to a screen's lines.
        .target(
            name: "Monitor",
            dependencies: ["Driver", "Gestures", "Mapping", "TapProtocol", "VirtualInput"],
            swiftSettings: settings),
        .executableTarget(
            name: "tapinput",
            dependencies: [
                "BlueZ", "Bus", "CLinux", "Configuration", "Control", "Doctor", "Driver", "Evdev",
                "EventLoop", "Gestures", "Logind", "Mapping", "Monitor", "ServiceManager",
                "TapProtocol", "VirtualInput",
            ],
            swiftSettings: settings
        ),

        // What several test targets use: a seeded generator, and the judge of every trace.
        .target(
            name: "TestSupport", dependencies: ["EventLoop", "Gestures", "Mapping", "TapProtocol"],
            path: "Tests/TestSupport",
            swiftSettings: settings),
        // A message bus of the test's own, and clients on it.
        .target(
            name: "BusTestSupport", dependencies: ["Bus", "CLinux", "EventLoop", "TestSupport"],
            path: "Tests/BusTestSupport",
            swiftSettings: settings),

        // A simulated hand for the pointer; what measures by it is not shipped.
        .target(
            name: "PointerTrials", dependencies: ["Gestures"], path: "Tests/PointerTrials",
            swiftSettings: settings),
        .executableTarget(
            name: "measure-pointer", dependencies: ["Gestures", "PointerTrials"],
            path: "Tests/MeasurePointer",
            swiftSettings: settings),
        // Plays packets through the pipeline for `make bench`; not shipped either.
        .executableTarget(
            name: "bench",
            dependencies: [
                "CLinux", "Driver", "EventLoop", "Gestures", "Mapping", "TapProtocol",
                "TestSupport",
                "VirtualInput",
            ],
            path: "Tests/Benchmarks/Bench",
            swiftSettings: settings),

        // What the fuzzer calls, and the tests with the fuzzer's corpus.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "BlueZ", "Bus", "CDBus", "Configuration", "Control", "Driver", "EventLoop",
                "Gestures", "Logind", "Mapping", "Monitor", "TapProtocol", "TestSupport",
            ],
            path: "Tests/Fuzz/Targets",
            swiftSettings: settings),
        .testTarget(
            name: "FuzzTests", dependencies: ["EventLoop", "FuzzTargets", "TestSupport"],
            swiftSettings: settings),

        .testTarget(
            name: "TapProtocolTests", dependencies: ["TapProtocol", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "GesturesTests",
            dependencies: ["Gestures", "PointerTrials", "TapProtocol", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "MappingTests",
            dependencies: ["Gestures", "Mapping", "TapProtocol", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "EventLoopTests", dependencies: ["CLinux", "EventLoop", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ConfigurationTests",
            dependencies: [
                "Configuration", "EventLoop", "Gestures", "Mapping", "TapProtocol", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "EvdevTests", dependencies: ["EventLoop", "Evdev", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "VirtualInputTests",
            dependencies: [
                "CLibevdev", "EventLoop", "Gestures", "Mapping", "TestSupport", "VirtualInput",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "BusTests", dependencies: ["Bus", "BusTestSupport", "EventLoop"],
            swiftSettings: settings),
        .testTarget(
            name: "BlueZTests",
            dependencies: [
                "BlueZ", "Bus", "BusTestSupport", "Driver", "EventLoop", "Gestures", "Logind",
                "Mapping", "TapProtocol", "TestSupport", "VirtualInput",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ControlTests",
            dependencies: ["Bus", "BusTestSupport", "Control", "EventLoop", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "LogindTests",
            dependencies: ["Bus", "BusTestSupport", "EventLoop", "Logind", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "DoctorTests",
            dependencies: [
                "BlueZ", "Bus", "BusTestSupport", "Control", "Doctor", "EventLoop", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "ServiceManagerTests", dependencies: ["EventLoop", "ServiceManager"],
            swiftSettings: settings),
        .testTarget(
            name: "DriverTests",
            dependencies: [
                "BlueZ", "Driver", "EventLoop", "Gestures", "Mapping", "TapProtocol",
                "TestSupport", "VirtualInput",
            ],
            exclude: ["Scenarios"],
            swiftSettings: settings),
        .testTarget(
            name: "MonitorTests",
            dependencies: [
                "CLinux", "Driver", "EventLoop", "Gestures", "Mapping", "Monitor", "TapProtocol",
                "TestSupport", "VirtualInput",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "tapinputTests",
            dependencies: [
                "BlueZ", "Bus", "BusTestSupport", "Configuration", "Control", "Doctor", "Driver",
                "EventLoop", "Gestures", "Mapping", "Monitor", "tapinput", "TapProtocol",
                "TestSupport",
                "VirtualInput",
            ],
            exclude: ["Support/zsh-completions"],
            swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzer's program is linked with libFuzzer, which only `make fuzz` asks for.
if Context.environment["TAPINPUT_FUZZ"] != nil {
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"),
        .executableTarget(
            name: "fuzz", dependencies: ["CFuzzer", "FuzzTargets"], path: "Tests/Fuzz/Program",
            swiftSettings: settings),
    ]
}
