import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import Control

@Suite("The driver's service on a bus")
struct ControlServiceTests {
    @Test("A profile is set for every Tap or for one, and the configuration read again")
    func methods() throws {
        let world = try ControlWorld()
        #expect(try world.call("SetProfile", [.string(""), .string("tapping")]) == .success([]))
        #expect(try world.call("SetProfile", [.string("Tap"), .string("x")]) == .success([]))
        #expect(try world.call("Reload") == .success([]))
        #expect(world.asked == ["set :tapping", "set Tap:x", "reload"])
    }

    @Test("A call need not name its interface")
    func withoutInterface() throws {
        let world = try ControlWorld()
        #expect(try world.call("Reload", interface: nil) == .success([]))
        #expect(
            try world.error(of: "Unheard", interface: nil)?.withoutWords == .bus("UnknownMethod"))
        #expect(world.asked == ["reload"])
    }

    @Test(
        "What the owner cannot do is an error with its words",
        arguments: [
            (ControlError.unknownProfile("no profile \"x\""), "UnknownProfile"),
            (.unknownDevice("no Tap \"x\""), "UnknownDevice"),
            (.noDevices("no uinput"), "NoDevices"),
            (.badConfiguration("line 3: «?»"), "BadConfiguration"),
        ])
    func errors(refusal: ControlError, word: String) throws {
        let world = try ControlWorld()
        world.refusal = refusal
        let error = BusError(
            name: "io.github.tapinput.Error.\(word)", message: refusal.message)
        #expect(try world.error(of: "SetProfile", [.string("a"), .string("b")]) == error)
        #expect(try world.error(of: "Reload") == error)
    }

    @Test("Arguments of wrong types reach nobody")
    func wrongTypes() throws {
        let world = try ControlWorld()
        let text: BusValue = .string("a")
        let lists: [[BusValue]] = [
            [], [text], [text, text, text], [text, .int32(1)], [.objectPath("/a"), text],
            [.variant(text), text], [.structure([text, text])], [.array(of: "s", [text, text])],
        ]
        for arguments in lists {
            let error = try world.error(of: "SetProfile", arguments)
            #expect(error?.withoutWords == .bus("InvalidArgs"))
            #expect(error?.message.contains("\"ss\"") == true)
        }
        #expect(try world.error(of: "Reload", [text])?.withoutWords == .bus("InvalidArgs"))
        #expect(
            try world.error(
                of: "Get", [text], interface: BusObject.propertiesInterface)?.withoutWords
                == .bus("InvalidArgs"))
        #expect(world.asked.isEmpty)
    }

    @Test("What is not there is told in what it is not there")
    func unknown() throws {
        let world = try ControlWorld()
        let properties = BusObject.propertiesInterface
        let errors = [
            (try world.error(of: "Reload", path: "/"), "UnknownInterface"),
            (try world.error(of: "Reload", path: "/io/github/tapinput/a"), "UnknownObject"),
            (try world.error(of: "Reload", path: "/io/github/tap"), "UnknownObject"),
            (
                try world.error(of: "Reload", interface: "io.github.tapinput.Driver2"),
                "UnknownInterface"
            ),
            (try world.error(of: "reload"), "UnknownMethod"),
            (try world.error(of: "Get"), "UnknownMethod"),
            (
                try world.error(
                    of: "Get", [.string(ControlInterface.name), .string("profile")],
                    interface: properties), "UnknownProperty"
            ),
            (
                try world.error(
                    of: "GetAll", [.string("io.github.tapinput")], interface: properties),
                "UnknownInterface"
            ),
        ]
        for (error, word) in errors { #expect(error?.withoutWords == .bus(word)) }
        #expect(world.asked.isEmpty)
    }

    @Test("Who wants no reply gets none, and it is done all the same")
    func noReply() throws {
        let world = try ControlWorld()
        for (member, arguments) in [
            ("Reload", []), ("Reload", [.byte(1)]), ("Unheard", []),
            ("SetProfile", [.string(""), .string("x")]),
        ] as [(String, [BusValue])] {
            let call = BusMessage.call(
                ControlInterface.service, ControlInterface.path, ControlInterface.name, member,
                arguments)
            #expect(world.caller.bus?.send(call?.expectingNoReply()) == true)
        }
        _ = try world.changes()
        #expect(world.asked == ["reload", "set :x"])
        #expect(world.caller.received.isEmpty)
    }

    @Test("The properties are those of the owner, at each moment, and cannot be set")
    func properties() throws {
        let world = try ControlWorld()
        let name: BusValue = .string(ControlInterface.name)
        func get(_ property: String) throws -> [BusValue] {
            try world.call(
                "Get", [name, .string(property)], interface: BusObject.propertiesInterface
            ).get()
        }
        #expect(try get("Profile") == [.variant(.string("desktop"))])
        #expect(try get("Profiles") == [.variant(.list("desktop", "tapping"))])
        world.state = ControlState(profile: "media", profiles: [])
        #expect(try get("Profile") == [.variant(.string("media"))])
        let all = try world.call("GetAll", [name], interface: BusObject.propertiesInterface).get()
        #expect(
            all == [
                .properties(
                    ControlInterface.properties.map { ($0.name, $0.value(world.state)) })
            ])
        for property in ControlInterface.properties.map(\.name) {
            let error = try world.error(
                of: "Set", [name, .string(property), .variant(.string("x"))],
                interface: BusObject.propertiesInterface)
            #expect(error?.withoutWords == .bus("PropertyReadOnly"))
        }
        #expect(world.state.profile == "media")
    }

    @Test("Only what changed is told, once")
    func changes() throws {
        let world = try ControlWorld()
        world.service?.update()
        #expect(try world.changes().isEmpty)
        world.state.profile = "tapping"
        world.service?.update()
        world.service?.update()
        #expect(try world.changes() == [["Profile": .variant(.string("tapping"))]])
        world.state.profiles = ["a", "b"]
        world.service?.update()
        #expect(try world.changes() == [["Profiles": .variant(.list("a", "b"))]])
        world.state = ControlState(profile: "a", profiles: ["a"])
        world.service?.update()
        #expect(
            try world.changes()
                == [["Profile": .variant(.string("a")), "Profiles": .variant(.list("a"))]])
    }

    @Test("What a call changes is told before its answer, also where it fails")
    func changesByCalls() throws {
        let world = try ControlWorld()
        _ = try world.call("SetProfile", [.string(""), .string("tapping")])
        #expect(world.caller.received.map(\.member) == ["PropertiesChanged"])
        #expect(try world.changes() == [["Profile": .variant(.string("tapping"))]])
        _ = try world.call("SetProfile", [.string("Tap"), .string("desktop")])
        #expect(try world.changes().isEmpty)
        world.state.profiles = ["x"]
        world.refusal = .badConfiguration("no")
        _ = try world.call("Reload")
        #expect(try world.changes() == [["Profiles": .variant(.list("x"))]])
    }

    @Test("It answers to ping, and introspection names all of its table")
    func introspection() throws {
        let world = try ControlWorld()
        #expect(try world.call("Ping", interface: "org.freedesktop.DBus.Peer") == .success([]))
        let text = try #require(
            try world.call("Introspect", interface: "org.freedesktop.DBus.Introspectable").get()
                .first?.text)
        let root = try #require(XMLElement.root(of: text))
        #expect(root.name == "node")
        #expect(
            root.children("interface", "name") == [
                ControlInterface.name, "org.freedesktop.DBus.Introspectable",
                BusObject.propertiesInterface, "org.freedesktop.DBus.Peer",
            ])
        let driver = try #require(root.children("interface").first)
        #expect(driver.children("method", "name") == ControlInterface.methods.map(\.name))
        for (element, method) in zip(driver.children("method"), ControlInterface.methods) {
            let arguments = method.inputs + method.outputs
            #expect(element.children("arg", "name") == arguments.map(\.name))
            #expect(element.children("arg", "type") == arguments.map(\.signature))
            #expect(
                element.children("arg", "direction")
                    == method.inputs.map { _ in "in" } + method.outputs.map { _ in "out" })
        }
        #expect(driver.children("property", "name") == ControlInterface.properties.map(\.name))
        #expect(
            driver.children("property", "type") == ControlInterface.properties.map(\.signature))
        #expect(driver.children("property", "access").allSatisfy { $0 == "read" })
        let silent = driver.children("property").filter { !$0.children("annotation").isEmpty }
        #expect(silent.map { $0.attributes["name"] } == ["Timing"])
        #expect(
            silent.first?.children("annotation").first?.attributes == [
                "name": "org.freedesktop.DBus.Property.EmitsChangedSignal", "value": "false",
            ])
    }

    @Test("The values of the table are of the types that it promises")
    func types() {
        var state = ControlState(profile: "a", profiles: ["b", "c"])
        state.taps = [.sample, ControlTap(address: "B")]
        for property in ControlInterface.properties {
            #expect(property.value(state).typeSignature == property.signature)
        }
    }
}
