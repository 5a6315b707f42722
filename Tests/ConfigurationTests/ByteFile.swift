import EventLoop
import Glibc
import TestSupport

extension TemporaryFolder {
    /// Writes bytes, zeros too, to a file that may be there already; returns its path.
    @discardableResult
    func write(bytes: some Sequence<UInt8>, to name: String) throws -> String {
        let path = file(name)
        let descriptor = try FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_TRUNC)
        try Array(bytes).withUnsafeBytes { try descriptor.write(all: $0) }
        return path
    }
}
