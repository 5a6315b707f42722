import Testing

@testable import Configuration

@Suite("Where a configuration is looked for")
struct SearchTests {
    private static let home = "/home/me/.config/tapinput/tapinput.conf"
    private static let xdg = "/xdg/tapinput/tapinput.conf"
    private static let system = "/etc/tapinput/tapinput.conf"

    @Test(arguments: [
        (["XDG_CONFIG_HOME": "/xdg", "HOME": "/home/me"], [xdg, system]),
        (["HOME": "/home/me"], [home, system]),
        (["XDG_CONFIG_HOME": "", "HOME": "/home/me"], [home, system]),
        (["XDG_CONFIG_HOME": "relative", "HOME": "/home/me"], [home, system]),
        (["HOME": ""], [system]),
        ([:], [system]),
    ])
    func paths(environment: [String: String], expected: [String]) {
        #expect(Configuration.searchPaths { environment[$0] } == expected)
    }

    @Test(
        "The first file that exists holds",
        arguments: [
            ([xdg, system], xdg), ([system], system), ([], nil), ([home], nil),
        ] as [([String], String?)])
    func search(existing: [String], expected: String?) {
        let environment = ["XDG_CONFIG_HOME": "/xdg", "HOME": "/home/me"]
        let found = Configuration.search(
            environment: { environment[$0] }, exists: { existing.contains($0) })
        #expect(found == expected)
    }
}
