internal import CLinux

/// Room for several messages of a socket, which one system call fills.
///
/// It lives as long as its owner wants to read, so that nothing is allocated for a message.
public final class MessageBuffers {
    /// How many messages there is room for.
    public let capacity: Int

    private let length: Int
    private let bytes: UnsafeMutableRawBufferPointer
    private let vectors: UnsafeMutablePointer<iovec>
    private let headers: UnsafeMutablePointer<mmsghdr>

    /// Room for so many messages, at least one, of so many bytes; what is longer is cut off.
    public init(capacity: Int, length: Int) {
        self.capacity = max(capacity, 1)
        self.length = max(length, 1)
        bytes = .allocate(byteCount: self.capacity * self.length, alignment: 16)
        vectors = .allocate(capacity: self.capacity)
        headers = .allocate(capacity: self.capacity)
        for index in 0..<self.capacity {
            let start = bytes.baseAddress?.advanced(by: index * self.length)
            (vectors + index).initialize(to: iovec(iov_base: start, iov_len: self.length))
            var header = mmsghdr()
            header.msg_hdr.msg_iov = vectors + index
            header.msg_hdr.msg_iovlen = 1
            (headers + index).initialize(to: header)
        }
    }

    deinit {
        headers.deallocate()
        vectors.deallocate()
        bytes.deallocate()
    }

    /// Takes the messages that are there, as many as there is room for, and waits for none; returns
    /// how many they are.
    ///
    /// Without any it fails with `EAGAIN`. Behind the end of a stream of messages all the room that
    /// is left is filled with empty ones. Wraps `recvmmsg(2)`.
    public func receive(from descriptor: Int32) throws(SystemError) -> Int {
        Int(
            try systemCall("receive") {
                recvmmsg(descriptor, headers, UInt32(capacity), Int32(MSG_DONTWAIT), nil)
            })
    }

    /// The bytes of a message that was received last: lent, until the next ones are received.
    public subscript(index: Int) -> UnsafeBufferPointer<UInt8> {
        guard (0..<capacity).contains(index) else {
            return UnsafeBufferPointer(start: nil, count: 0)
        }
        let start = bytes.baseAddress?.advanced(by: index * length)
        return UnsafeBufferPointer(
            start: start?.assumingMemoryBound(to: UInt8.self),
            count: min(Int(headers[index].msg_len), length))
    }
}
