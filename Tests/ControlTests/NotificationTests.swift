import Bus
import BusTestSupport
import EventLoop
import Testing

@testable import Control

@Suite("Messages on the desktop")
struct NotificationTests {
    @Test("A message reaches what shows messages, its text without markup")
    func shown() throws {
        let world = try ControlWorld()
        let desktop = try BusPeer(world.daemon, world.loop)
        var isOwner = false
        desktop.bus?.own("org.freedesktop.Notifications") { isOwner = $0 == .owned }
        try world.loop.expect("the desktop has its name") { isOwner }
        desktop.forget()
        world.service?.notify("The configuration", "a.conf:1: <b> & more")
        try world.loop.expect("it has come") { !desktop.received.isEmpty }
        let message = try #require(desktop.received.first)
        #expect(message.member == "Notify")
        #expect(message.path == "/org/freedesktop/Notifications")
        let arguments = try message.arguments()
        #expect(arguments.map(\.typeSignature).joined() == "susssasa{sv}i")
        #expect(arguments[3].text == "The configuration")
        #expect(arguments[4].text == "a.conf:1: &lt;b&gt; &amp; more")
    }

    @Test("Where nothing shows messages nothing happens")
    func nobody() throws {
        let world = try ControlWorld()
        world.service?.notify("The configuration", "wrong")
        try world.caller.roundTrip()
        try world.loop.run(milliseconds: 50)
        #expect(world.reports == [.available])
        world.stop()
        world.service?.notify("nobody", "is there")
    }
}
