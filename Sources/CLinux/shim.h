#ifndef TAPINPUT_CLINUX_SHIM_H
#define TAPINPUT_CLINUX_SHIM_H

// What Swift's Glibc module leaves out, and open(2), which is variadic.

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/// open(2) with a mode for a file that it creates.
static inline int tapinput_open(const char *path, int flags, mode_t mode) {
    return open(path, flags, mode);
}

#endif
