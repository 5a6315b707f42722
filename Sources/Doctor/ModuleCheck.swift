internal import Glibc

/// How it stands with the kernel's module `uinput`.
public struct ModuleFacts: Equatable, Sendable {
    /// Where the module is.
    public enum State: Equatable, Sendable {
        /// The kernel that runs has no such module.
        case absent
        /// The kernel that runs has no modules at all any more.
        case gone
        /// There is one, and it is not loaded.
        case notLoaded
        /// It is loaded.
        case loaded
        /// It is a part of the kernel, and always there.
        case builtIn
    }

    /// Where it is.
    public var state: State
    /// Whether it is loaded at every boot.
    public var isLoadedAtBoot: Bool
    /// Whether the file that would tell so is a link, as one to /dev/null switches it off.
    public var isFileLink: Bool
}

extension ModuleFacts {
    /// What /proc, /sys and /lib/modules tell of it; `release` is the kernel's.
    ///
    /// Source: modules-load.d(5); depmod(8) for the files in /lib/modules.
    static func gather(_ roots: SystemRoots, release: String = kernelRelease()) -> ModuleFacts {
        let folders = ["/etc", "/run", "/usr/local/lib", "/usr/lib"]
            .map { "\(roots.files)\($0)/modules-load.d" }
        let lists = roots.files(in: folders, ending: ".conf").map(\.path)
        let isLoadedAtBoot = (lists + ["\(roots.files)/etc/modules"]).contains { path in
            roots.lines(path).contains { $0.prefix { $0 != " " && $0 != "#" } == "uinput" }
        }
        return ModuleFacts(
            state: state(roots, "\(roots.files)/lib/modules/\(release)"),
            isLoadedAtBoot: isLoadedAtBoot,
            isFileLink: roots.isLink("\(roots.files)\(file)"))
    }

    /// The administrator's file that has it loaded at boot.
    static let file = "/etc/modules-load.d/tapinput.conf"

    private static func state(_ roots: SystemRoots, _ folder: String) -> State {
        let isLoaded = roots.lines("\(roots.proc)/modules").contains { $0.hasPrefix("uinput ") }
        if isLoaded { return .loaded }
        // What registers the device and is no module is a part of the kernel.
        if roots.exists("\(roots.sys)/class/misc/uinput") { return .builtIn }
        guard roots.exists("\(folder)/modules.dep") else { return .gone }
        let isModule = roots.lines("\(folder)/modules.dep").contains { line in
            let path = line.prefix { $0 != ":" }
            return (path.split(separator: "/").last ?? "").hasPrefix("uinput.ko")
        }
        return isModule ? .notLoaded : .absent
    }

    /// The release of the kernel that runs; empty where the kernel does not tell.
    ///
    /// Wraps `uname(2)`.
    private static func kernelRelease() -> String {
        var name = utsname()
        guard uname(&name) == 0 else { return "" }
        return withUnsafeBytes(of: &name.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

extension ModuleFacts {
    /// Whether the kernel has it now.
    var isThere: Bool { state == .loaded || state == .builtIn }
}

func moduleFindings(of facts: Facts) -> [Finding] {
    let atBoot =
        (facts.module.isFileLink ? "sudo rm \(ModuleFacts.file) && " : "")
        + "echo uinput | sudo tee \(ModuleFacts.file)"
    let name = "kernel module uinput"
    switch facts.module.state {
    case .absent:
        return [
            .problem(
                "\(name): the kernel that runs does not have it",
                advice:
                    "install one with CONFIG_INPUT_UINPUT, as that of every desktop distribution"
            )
        ]
    case .gone:
        return [
            .problem(
                "\(name): the modules of the kernel that runs are gone, as after an update",
                "sudo reboot")
        ]
    case .builtIn: return [.ok("\(name): a part of the kernel")]
    case .notLoaded: return [.problem("\(name): not loaded", "sudo modprobe uinput")]
    case .loaded where facts.module.isLoadedAtBoot:
        return [.ok("\(name): loaded, and at every boot")]
    case .loaded: return [.warning("\(name): loaded, but not at every boot", atBoot)]
    }
}
