"""What root can do to the descriptors of another process."""

import array
import ctypes
import fcntl
import os
import termios

# The number on every architecture that has it (asm-generic).
SYS_PIDFD_GETFD = 438
UI_DEV_DESTROY = 0x5502


def descriptors(pid, path):
    """The numbers of those that lead to a file."""
    found = []
    for number in os.listdir(f"/proc/{pid}/fd"):
        try:
            if os.readlink(f"/proc/{pid}/fd/{number}") == path:
                found.append(int(number))
        except OSError:
            pass  # closed meanwhile
    return sorted(found)


def borrowed(pid, number):
    """A descriptor of another process, as one of ours."""
    libc = ctypes.CDLL(None, use_errno=True)
    process = os.pidfd_open(pid)
    try:
        descriptor = libc.syscall(SYS_PIDFD_GETFD, process, number, 0)
        if descriptor < 0:
            raise OSError(ctypes.get_errno(), f"the descriptor {number} of {pid}")
        return descriptor
    finally:
        os.close(process)


def unread(pid):
    """How many bytes wait in the sockets of a process."""
    total = 0
    for number in os.listdir(f"/proc/{pid}/fd"):
        try:
            if not os.readlink(f"/proc/{pid}/fd/{number}").startswith("socket:"):
                continue
            descriptor = borrowed(pid, int(number))
        except OSError:
            continue  # closed meanwhile
        try:
            count = array.array("i", [0])
            fcntl.ioctl(descriptor, termios.FIONREAD, count)
            total += count[0]
        finally:
            os.close(descriptor)
    return total


def destroy_uinput(pid):
    """Destroys the virtual devices of a process, as if somebody had taken them away; returns how many."""
    numbers = descriptors(pid, "/dev/uinput")
    for number in numbers:
        descriptor = borrowed(pid, number)
        try:
            fcntl.ioctl(descriptor, UI_DEV_DESTROY)
        finally:
            # One that stayed open would keep the kernel's device alive.
            os.close(descriptor)
    return len(numbers)
