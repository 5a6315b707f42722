import BusTestSupport
import EventLoop
import Glibc
import Testing

@testable import Bus

@Suite("Values over a bus")
struct BusValueTests {
    /// Two clients on a bus, of which the second sends back what it is sent.
    private struct Pair {
        let loop: EventLoop
        let daemon: BusDaemon
        let caller: BusPeer
        let echo: BusPeer

        init() throws {
            loop = try EventLoop()
            daemon = try BusDaemon()
            caller = try BusPeer(daemon, loop)
            echo = try BusPeer(daemon, loop)
            echo.answer = { message in (try? message.arguments()).flatMap { message.reply($0) } }
        }

        func send(_ values: [BusValue]) throws -> [BusValue] {
            let call = try #require(
                BusMessage.call(echo.name, "/", "org.example.Echo", "Echo", values))
            return try caller.call(call).get().arguments()
        }
    }

    private let values: [BusValue] = [
        .byte(0), .byte(255), .bool(true), .bool(false), .int16(.min), .int16(.max),
        .uint16(.max), .int32(.min), .int32(.max), .uint32(.max), .int64(.min), .int64(.max),
        .uint64(.max), .double(0.1), .double(-.infinity), .double(.greatestFiniteMagnitude),
        .string(""), .string("Tap · ä€😀"), .objectPath("/"), .objectPath("/org/bluez/hci0"),
        .signature(""), .signature("a{sv}"),
        .variant(.byte(7)), .variant(.variant(.string("deep"))),
        .bytes([]), .bytes([1, 2, 3]), .array(of: "s", []), .array(of: "s", [.string("a")]),
        .array(of: "{sv}", []), .properties([("a", .bool(true)), ("b", .bytes([9]))]),
        .array(of: "(is)", [.structure([.int32(1), .string("x")])]), .array(of: "(is)", []),
        .structure([.byte(1), .structure([.int64(2), .array(of: "d", [.double(3)])])]),
        .array(
            of: "{oa{sa{sv}}}",
            [
                .entry(
                    key: .objectPath("/a"),
                    value: .array(
                        of: "{sa{sv}}",
                        [
                            .entry(
                                key: .string("i"),
                                value: .properties([
                                    ("p", .array(of: "v", [.variant(.uint16(3))]))
                                ]))
                        ]))
            ]),
        .variant(.structure([.string("in"), .variant(.array(of: "as", [.array(of: "s", [])]))])),
        .array(of: "aay", [.array(of: "ay", [.bytes([1]), .bytes([])]), .array(of: "ay", [])]),
        .array(of: "{yq}", [.entry(key: .byte(1), value: .uint16(2))]),
    ]

    @Test("Every type comes back as it went, nested as it may be")
    func roundTrip() throws {
        let pair = try Pair()
        for value in values {
            let back = try pair.send([value])
            #expect(back.map(\.canonical) == [value.canonical])
            #expect(back.map(\.typeSignature) == [value.typeSignature])
        }
        #expect(try pair.send(values).map(\.canonical) == values.map(\.canonical))
        #expect(try pair.send([]).isEmpty)
    }

    @Test("A large value comes back whole")
    func large() throws {
        let pair = try Pair()
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        #expect(try pair.send([.bytes(bytes)]).first?.bytes == bytes)
    }

    /// The two ends of a stream, neither of which a child process inherits.
    private static func sockets() throws -> (BusDescriptor, BusDescriptor) {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
        let first = BusDescriptor(FileDescriptor(owning: ends[0]))
        return (first, BusDescriptor(FileDescriptor(owning: ends[1])))
    }

    @Test("A file descriptor that goes over the bus is the same file, in every wrapping")
    func descriptors() throws {
        let pair = try Pair()
        for wrap in [{ $0 }, { .variant($0) }, { .array(of: "h", [$0]) }]
            as [(BusValue) -> BusValue]
        {
            let (reader, writer) = try Self.sockets()
            let back = try #require(try pair.send([wrap(.unixFD(writer))]).first?.descriptor)
            #expect(back.descriptor.raw != writer.descriptor.raw)
            #expect(fcntl(back.descriptor.raw, F_GETFD) & FD_CLOEXEC != 0)
            let sent: [UInt8] = [42]
            try sent.withUnsafeBytes { try back.descriptor.write(all: $0) }
            var received: UInt8 = 0
            #expect(read(reader.descriptor.raw, &received, 1) == 1)
            #expect(received == 42)
        }
    }

    @Test("Descriptors are closed with the last who holds them")
    func descriptorsAreClosed() throws {
        let pair = try Pair()
        var ends: (BusDescriptor, BusDescriptor)? = try Self.sockets()
        let reader = try #require(ends?.0)
        if let writer = ends?.1 { #expect(try pair.send([.unixFD(writer)]).count == 1) }
        ends = nil
        pair.echo.forget()
        // The bus, too, has let go of it once it answers.
        try pair.caller.roundTrip()
        var byte: UInt8 = 0
        var poll = pollfd(fd: reader.descriptor.raw, events: Int16(POLLIN), revents: 0)
        try #require(Glibc.poll(&poll, 1, 2000) == 1)
        #expect(read(reader.descriptor.raw, &byte, 1) == 0)
    }

    @Test("What is not a valid value makes no message")
    func invalid() async {
        await #expect(processExitsWith: .success) {
            let values: [BusValue] = [
                .objectPath("no path"), .objectPath(""), .objectPath("/a/"), .signature("?"),
                .signature("a"), .variant(.objectPath("x")),
                .array(of: "o", [.objectPath("/good"), .objectPath("bad")]),
            ]
            for value in values {
                #expect(BusMessage.signal("/", "a.b", "C", [value]) == nil)
            }
            #expect(BusMessage.call("no name", "/", "a.b", "C") == nil)
            #expect(BusMessage.call("a.b", "no path", "a.b", "C") == nil)
            #expect(BusMessage.call("a.b", "/", "nointerface", "C") == nil)
            #expect(BusMessage.call("a.b", "/", "a.b", "no member") == nil)
            #expect(BusMessage.signal("", "a.b", "C") == nil)
            #expect(BusMessage.signal("/", "", "C") == nil)
            #expect(BusMessage.signal("/", "a.b", "") == nil)
        }
    }

    @Test("Texts, truths and dictionaries are seen through variants, and nothing else is")
    func accessors() {
        #expect(BusValue.variant(.variant(.string("a"))).text == "a")
        #expect(BusValue.objectPath("/a").text == "/a")
        #expect(BusValue.signature("s").text == "s")
        #expect(BusValue.byte(1).text == nil)
        #expect(BusValue.variant(.bool(true)).truth == true)
        #expect(BusValue.int32(1).truth == nil)
        #expect(BusValue.variant(.bytes([1, 2])).elements?.count == 2)
        #expect(BusValue.string("a").elements == nil)
        #expect(BusValue.properties([]).dictionary?.isEmpty == true)
        #expect(BusValue.array(of: "s", [.string("a")]).dictionary == nil)
        let numbers: BusValue = .array(of: "{us}", [.entry(key: .uint32(1), value: .string("x"))])
        #expect(numbers.dictionary == nil)
        let twice: BusValue = .properties([("a", .byte(1)), ("a", .byte(2))])
        #expect(twice.dictionary?["a"]?.canonical == "v(y2)")
    }
}

extension BusValue {
    /// The descriptor inside, however it is wrapped.
    fileprivate var descriptor: BusDescriptor? {
        switch self {
        case .unixFD(let descriptor): descriptor
        case .variant(let value): value.descriptor
        case .array(_, let values): values.first?.descriptor
        default: nil
        }
    }
}
