internal import EventLoop
internal import Glibc

extension Configuration {
    /// The file that holds for all users.
    public static let systemPath = "/etc/tapinput/tapinput.conf"

    /// Where a configuration is looked for, in this order; `environment` is the value of a variable.
    ///
    /// Source: XDG Base Directory Specification; a path that is not absolute is ignored, as there.
    public static func searchPaths(environment: (String) -> String?) -> [String] {
        let name = "tapinput/tapinput.conf"
        var paths: [String] = []
        if let folder = environment("XDG_CONFIG_HOME"), folder.hasPrefix("/") {
            paths.append("\(folder)/\(name)")
        } else if let home = environment("HOME"), home.hasPrefix("/") {
            paths.append("\(home)/.config/\(name)")
        }
        return paths + [systemPath]
    }

    /// Where a configuration is looked for in this process's environment.
    public static func searchPaths() -> [String] {
        searchPaths(environment: environmentVariable)
    }

    /// The first file of the search that exists, or nil: the built-in values hold.
    public static func search(
        environment: (String) -> String?, exists: (String) -> Bool
    ) -> String? {
        searchPaths(environment: environment).first(where: exists)
    }

    /// The file that this process is to use, or nil: the built-in values hold.
    public static func search() -> String? {
        search(environment: environmentVariable, exists: exists)
    }

    /// Whether something is at a path; what cannot be looked at, or is a link that leads nowhere, is
    /// there, so that reading it tells why.
    static func exists(_ path: String) -> Bool {
        do {
            try systemCall("look at \(path)") { access(path, F_OK) }
            return true
        } catch {
            guard error.code == ENOENT || error.code == ENOTDIR else { return true }
            return (try? linkTarget(of: path)) != nil
        }
    }
}
