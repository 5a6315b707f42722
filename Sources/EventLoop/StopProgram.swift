internal import CLinux
internal import Glibc

/// Stops the program until somebody lets it go on, as Ctrl+Z does where nobody listens to it.
///
/// It goes on at once where nobody could let it go on: in a process group that is orphaned, as of a
/// command that `ssh -t` runs. There the kernel ignores a `SIGTSTP`, but not a `SIGSTOP`. Wraps
/// `signal(2)`, `raise(3)` and `pthread_sigmask(3)`; for a program with one thread.
public func stopProgram() {
    var set = sigset_t()
    var former = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGTSTP)
    let handler = signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    // It comes at this moment, and the next call is made when the program goes on.
    pthread_sigmask(SIG_UNBLOCK, &set, &former)
    pthread_sigmask(SIG_SETMASK, &former, nil)
    signal(SIGTSTP, handler)
}
