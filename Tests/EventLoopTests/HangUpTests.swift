import EventLoop
import Glibc
import Testing

@Suite("Descriptors that are hung up")
struct HangUpTests {
    @Test("A terminal is hung up when its other end is closed")
    func terminal() throws {
        var (here, there): (Int32, Int32) = (-1, -1)
        try systemCall("open a terminal") { openpty(&here, &there, nil, nil, nil) }
        let terminal = FileDescriptor(owning: there)
        do {
            let otherEnd = FileDescriptor(owning: here)
            #expect(!isHungUp(terminal.raw))
            try Array("text\n".utf8).withUnsafeBytes { try otherEnd.write(all: $0) }
            #expect(!isHungUp(terminal.raw))
        }
        #expect(isHungUp(terminal.raw))
    }

    @Test("A pipe is hung up when nobody can write to it any more")
    func pipe() throws {
        let pipe = try TestPipe()
        #expect(!isHungUp(pipe.readingEnd))
        try pipe.fill()
        pipe.closeWriting()
        #expect(isHungUp(pipe.readingEnd))
    }

    @Test("A file is never hung up, and neither is what is not open")
    func others() throws {
        let file = try FileDescriptor.open("/dev/null", flags: O_RDWR)
        #expect(!isHungUp(file.raw))
        #expect(!isHungUp(-1))
    }
}
