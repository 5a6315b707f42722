#ifndef TAPINPUT_CLINUX_SHIM_H
#define TAPINPUT_CLINUX_SHIM_H

// What Swift's Glibc module leaves out, and what is variadic or declared for GNU sources alone.

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

/// open(2) with a mode for a file that it creates.
static inline int tapinput_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

/// pipe2(2), as its manual page has it.
extern int pipe2(int ends[2], int flags);

/// pthread_setname_np(3), as its manual page has it.
extern int pthread_setname_np(pthread_t thread, const char *name);

#ifndef __USE_GNU
/// A message and its length, as the manual page of recvmmsg(2) has it.
struct mmsghdr {
    struct msghdr msg_hdr;
    unsigned int msg_len;
};

/// recvmmsg(2), as its manual page has it.
extern int recvmmsg(
    int socket, struct mmsghdr *messages, unsigned int count, int flags, struct timespec *timeout);
#endif

/// wcwidth(3), as its manual page has it.
extern int wcwidth(wchar_t character);

/// fcntl(2) with a whole number.
static inline int tapinput_fcntl(int descriptor, int command, int value) {
    return fcntl(descriptor, command, value);
}

/// ioctl(2) with TIOCGWINSZ: the size of a terminal.
static inline int tapinput_window_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}

#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#endif

#endif
