public import EventLoop
public import Mapping

/// Lines of text to a file descriptor, written in large pieces.
public final class TextOutput {
    private let descriptor: FileDescriptor
    private var buffer: [UInt8] = []

    private static let flushSize = 1 << 16

    /// Text to a descriptor, which is closed with the output.
    public init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Adds a line.
    public func write(line: String) throws(SystemError) {
        buffer += line.utf8
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.flushSize { try flush() }
    }

    /// Hands everything to the kernel; a file that cannot take it all ends with a whole line.
    public func flush() throws(SystemError) {
        guard !buffer.isEmpty else { return }
        defer { buffer.removeAll(keepingCapacity: true) }
        try buffer.withUnsafeBufferPointer { (bytes) throws(SystemError) in
            try descriptor.write(lines: UnsafeRawBufferPointer(bytes))
        }
    }
}

/// A sink that writes each event as a line of text.
public final class TextSink: FrameSink {
    private let output: TextOutput

    /// A sink on an output.
    public init(_ output: TextOutput) {
        self.output = output
    }

    /// Writes one line an event.
    public func write(_ frames: FrameBuffer) throws(VirtualInputError) {
        do {
            for event in frames.events { try output.write(line: event.text) }
        } catch {
            throw .system(error)
        }
    }
}
