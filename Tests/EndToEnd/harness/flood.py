"""A flood of notifications into the socket that the driver reads, by flood.c."""

import signal
import subprocess
from typing import NamedTuple

from harness import compiled


class Sent(NamedTuple):
    """What a flood came to."""

    sent: int
    dropped: int
    milliseconds: int

    @property
    def rate(self):
        """Notifications a second that were taken."""
        return 1000 * self.sent / max(self.milliseconds, 1)


class Flood:
    """Notifications in turn, so many a second, in bursts, until the time is over or it is ended."""

    def __init__(self, socket, notifications, rate, seconds=600, burst=1):
        words = [compiled.program("flood"), rate, seconds, burst, *(each.hex() for each in notifications)]
        self.process = subprocess.Popen(list(map(str, words)), stdin=socket, stdout=subprocess.PIPE, text=True)

    def end(self):
        """Ends it, if it has not ended; what it came to."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def wait(self, seconds=60):
        """Waits until it has sent all."""
        output, _ = self.process.communicate(timeout=seconds)
        return Sent(*map(int, output.split()))
