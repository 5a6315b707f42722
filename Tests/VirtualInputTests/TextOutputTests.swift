import EventLoop
import Gestures
import Glibc
import Mapping
import TestSupport
import Testing
import VirtualInput

@Suite("Text output")
struct TextOutputTests {
    private static let frames: FrameBuffer = {
        var mapper = Mapper(profile: .desktop)
        var frames = FrameBuffer()
        mapper.move(dx: 20, dy: -20, at: Timestamp(nanoseconds: 1_500_000_000), into: &frames)
        mapper.handle(.direction(.left), at: Timestamp(nanoseconds: 2_000_001_000), into: &frames)
        return frames
    }()

    @Test("Lines go out in order, each with its end")
    func lines() throws {
        let pipe = try TestPipe()
        do {
            let output = TextOutput(FileDescriptor(owning: pipe.writing))
            try output.write(line: "one")
            try output.write(line: "")
            try output.write(line: "zwölf")
            try output.flush()
            try output.flush()
        }
        #expect(try pipe.text() == "one\n\nzwölf\n")
    }

    @Test("A sink writes each event as a line")
    func sink() throws {
        let pipe = try TestPipe()
        do {
            let output = TextOutput(FileDescriptor(owning: pipe.writing))
            let sink = TextSink(output)
            try sink.write(Self.frames)
            try output.flush()
        }
        #expect(
            try pipe.text() == """
                1.500000 pointer EV_REL REL_X 9
                1.500000 pointer EV_REL REL_Y -9
                1.500000 pointer EV_SYN SYN_REPORT 0
                2.000001 keyboard EV_KEY KEY_LEFT 1
                2.000001 keyboard EV_SYN SYN_REPORT 0

                """)
    }

    @Test("Much text is handed over whole")
    func much() throws {
        let directory = try TemporaryFolder()
        let path = try directory.create("text")
        let lines = (0..<20_000).map { "line \($0)" }
        do {
            let output = TextOutput(try FileDescriptor.open(path, flags: O_WRONLY))
            for line in lines { try output.write(line: line) }
            try output.flush()
        }
        let bytes = try FileDescriptor.open(path, flags: O_RDONLY).readToEnd()
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text == lines.map { $0 + "\n" }.joined())
    }

    @Test("A device that is full is an error, at the flush at the latest")
    func full() throws {
        let output = TextOutput(try FileDescriptor.open("/dev/full", flags: O_WRONLY))
        try output.write(line: "one")
        #expect(throws: SystemError(action: "write", code: ENOSPC)) { try output.flush() }
        let long = String(repeating: "x", count: 1 << 17)
        #expect(throws: SystemError(action: "write", code: ENOSPC)) {
            try output.write(line: long)
        }
    }

    @Test("A sink tells the error of its output")
    func sinkError() throws {
        let sink = TextSink(
            TextOutput(try FileDescriptor.open("/dev/full", flags: O_WRONLY)))
        #expect(throws: VirtualInputError.system(SystemError(action: "write", code: ENOSPC))) {
            for _ in 0..<10_000 { try sink.write(Self.frames) }
        }
    }

    @Test("A memory sink keeps what it is given, in order")
    func memory() {
        let sink = MemorySink()
        sink.write(Self.frames)
        sink.write(FrameBuffer())
        sink.write(Self.frames)
        #expect(sink.events == Self.frames.events + Self.frames.events)
    }
}
