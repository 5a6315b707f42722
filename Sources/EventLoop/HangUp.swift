internal import Glibc

/// Whether the other end of a terminal, pipe or socket is gone for good.
///
/// It tells a `SIGHUP` of a terminal that went away from one that somebody sent. Nothing is waited
/// for; a descriptor that is not open is not hung up. Wraps `poll(2)`, for `POLLHUP`.
public func isHungUp(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: 0, revents: 0)
    let count = try? systemCall("poll") { poll(&entry, 1, 0) }
    return count == 1 && entry.revents & Int16(POLLHUP) != 0
}
