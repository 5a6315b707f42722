"""What a process has from round to round: memory of its own, and descriptors."""

import os
from statistics import median
from typing import NamedTuple

from harness.processes import memory
from harness.waiting import poll

# So many rounds are for what is made once and kept: buffers that get their size, caches, the heap's first pages.
WARM_UP = 5
# With fewer rounds after that a leak could not be told from the page by which the kernel counts.
FEWEST = 6
# In all rounds after the warm-up together, however many they are: four pages.
MOST_KIB = 16
SETTLE_SECONDS = 5


class Sample(NamedTuple):
    """Kibibytes, and how many descriptors."""

    private: int
    resident: int
    proportional: int
    files: int


def files(pid):
    """Where each descriptor leads to, by kind: sockets and pipes have numbers, which change."""
    found = []
    for number in os.listdir(f"/proc/{pid}/fd"):
        try:
            found.append(os.readlink(f"/proc/{pid}/fd/{number}").partition(":[")[0])
        except OSError:
            pass  # closed meanwhile
    return sorted(found)


class Growth:
    """Memory that the process has written itself (`Private_Dirty`): pages of files come and go with other readers."""

    def __init__(self, pid=None):
        self.pid = pid
        self.samples = []
        self.first_files = []

    def note(self):
        """A sample, at a moment at which the process has done what it had to do."""
        if self.pid is None:
            return
        if len(self.samples) >= WARM_UP:
            # A descriptor that is about to be closed is none that is kept.
            poll(lambda: len(files(self.pid)) <= len(self.first_files), SETTLE_SECONDS, 0.1)
        else:
            self.first_files = max(self.first_files, files(self.pid), key=len)
        kib = memory(self.pid)
        self.samples.append(Sample(kib["Private_Dirty"], kib["Rss"], kib["Pss"], len(files(self.pid))))

    @staticmethod
    def slope(values):
        """Kibibytes a round by the median of all pairs (Theil and Sen): one step is none, a leak is one."""
        pairs = [
            (after - before) / (later - earlier)
            for earlier, before in enumerate(values)
            for later, after in enumerate(values)
            if later > earlier
        ]
        return median(pairs)

    def check(self, report):
        """No slope, and no descriptor more; where the rounds are too few for that it is said and not judged."""
        rest = self.samples[WARM_UP:]
        if self.pid is None:
            return
        if len(rest) < FEWEST:
            needed = WARM_UP + FEWEST
            report.note(f"memory and descriptors are not judged: {len(self.samples)} samples, at least {needed} needed")
            return
        # All pairs of a thousand would be many.
        step = len(rest) // 300 + 1
        slope, allowed = self.slope([each.private for each in rest[::step]]) / step, MOST_KIB / len(rest)
        first, last = rest[0], rest[-1]
        report.note(
            f"after {WARM_UP} rounds and {len(rest)} later: private {first.private} and {last.private} KiB, "
            f"resident {first.resident} and {last.resident} KiB, proportional {first.proportional} and "
            f"{last.proportional} KiB, {first.files} and {last.files} descriptors"
        )
        report.check(
            f"its memory has not grown over {len(rest)} rounds ({slope:.3f} KiB a round, at most {allowed:.3f})",
            slope <= allowed,
            [each.private for each in rest],
        )
        now = files(self.pid) if os.path.exists(f"/proc/{self.pid}/fd") else []
        report.check(
            f"its descriptors are no more over {len(rest)} rounds ({last.files}, before {len(self.first_files)})",
            last.files <= len(self.first_files),
            f"before {self.first_files}, now {now}",
        )
