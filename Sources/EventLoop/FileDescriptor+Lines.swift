internal import CLinux

extension FileDescriptor {
    /// Writes lines, with as many calls as it takes; a regular file that cannot take them all, as on a
    /// disk that is full, ends with the last one that is whole.
    ///
    /// Wraps `write(2)`.
    public func write(lines bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var written = 0
        do throws(SystemError) {
            try write(all: bytes, counting: &written)
        } catch {
            Self.takeBackTornLine(bytes.prefix(written), from: raw)
            throw error
        }
    }

    /// Takes the beginning of a line out of a regular file again: what follows the last line feed of
    /// the bytes that were written last.
    ///
    /// Where anybody else has written since, nothing is done.
    public static func takeBackTornLine(_ written: Slice<UnsafeRawBufferPointer>, from raw: Int32) {
        let whole = written.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? written.startIndex
        let torn = written.endIndex - whole
        var status = stat()
        guard torn > 0, fstat(raw, &status) == 0,
            UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG)
        else { return }
        let end = lseek(raw, 0, SEEK_CUR)
        guard end == status.st_size, end >= torn else { return }
        // Where that fails the line stays torn: there is nobody to tell but of the error itself.
        if ftruncate(raw, end - torn) == 0 { _ = lseek(raw, end - torn, SEEK_SET) }
    }
}
