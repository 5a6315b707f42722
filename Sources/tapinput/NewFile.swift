import EventLoop
import Glibc

extension FileDescriptor {
    /// A new file to write: what somebody recorded before is not overwritten.
    static func newFile(_ file: String) throws(Failure) -> FileDescriptor {
        do {
            return try FileDescriptor.open(file, flags: O_WRONLY | O_CREAT | O_EXCL)
        } catch {
            let status = error.code == EACCES ? ExitStatus.noPermission : .cannotCreate
            let remedy = error.code == EEXIST ? "; choose another name" : ""
            throw Failure(status, "\(file): \(error.reason)\(remedy)")
        }
    }
}
