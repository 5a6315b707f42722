"""How fast, and at what price: motion that C programs send and read, and the processor's time of whoever is between.

A driver that is measured is a `Way`. The motion of each socket comes out of a device of its own, and what was sent is
told from the sums of what was read: so it is known what is lost, in disorder, or merged into one frame, and how late
each was.
"""

import json
import math
import os
import select
from typing import NamedTuple

from evdev import InputDevice, ecodes

from harness import frames
from harness.processes import WORK, Process
from harness.recorder import nodes
from harness.waiting import wait_for

# How long the last frames may take, in milliseconds.
SILENCE_MS = 3000
PAIRS = [f"tapinput pointer{number}" for number in ("", *(f" {each}" for each in range(2, 9)))]
# One count for a device unit, and neither filter nor dead zone: the motion that comes out is the one that went in.
CONFIGURATION = 'profiles = { desktop = { pointer = { gain = 1.0; }; }; };\n'


def configuration():
    """A configuration with which all motion comes out as it goes in."""
    path = os.path.join(WORK, "measure.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(CONFIGURATION)
    return path


def processor_time(pid):
    """Nanoseconds that all threads of a process have run for, by the scheduler's account."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{task}/schedstat", encoding="utf-8") as file:
            total += int(file.read().split()[0])
    return total


def stand_back(*processes):
    """Lets what is not measured have the processor only while nobody else wants it."""
    for process in processes:
        os.sched_setscheduler(process.pid, os.SCHED_IDLE, os.sched_param(0))


def percentile(values, share):
    """The smallest value that so large a share of them does not exceed; NaN of none."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else math.nan


class Frame(NamedTuple):
    x: int
    y: int
    time: int


class Passage:
    """What became of the frames of one socket."""

    def __init__(self, sent, read):
        self.sent = len(sent)
        self.delays = []
        self.merged = 0
        self.good = True
        rest, x, y = iter(sent), 0, 0
        for frame in read:
            x, y = x + frame.x, y + frame.y
            count = 0
            while x > 0:
                if (next_one := next(rest, None)) is None:
                    break
                x, y = x - next_one.x, y - next_one.y
                self.delays.append(frame.time - next_one.time)
                count += 1
            self.merged += max(0, count - 1)
            # In order, and in whole frames: the sums of both directions end together.
            self.good = self.good and x == 0 and y == 0
        self.lost = self.sent - len(self.delays)
        self.good = self.good and self.lost == 0


class Passages:
    """What became of the frames that went one way, in all its rounds."""

    def __init__(self):
        self.passages = []

    @property
    def sent(self):
        return sum(passage.sent for passage in self.passages)

    @property
    def lost(self):
        return sum(passage.lost for passage in self.passages)

    @property
    def merged(self):
        return sum(passage.merged for passage in self.passages)

    @property
    def good(self):
        """Whether every frame came out, in order and in full."""
        return all(passage.good for passage in self.passages)

    def delay(self, share):
        """Microseconds that so large a share of the frames do not exceed."""
        return percentile([delay for passage in self.passages for delay in passage.delays], share) / 1000


class Way(Passages):
    """A way from sockets to devices: its process, the test's ends of the sockets, the nodes."""

    def __init__(self, name, process, sockets, devices):
        super().__init__()
        self.name, self.process, self.sockets = name, process, sockets
        self.nodes = [wait_for(lambda name=name: nodes(name), 60, f"there is a device “{name}”")[0] for name in devices]
        self.processor = 0

    def warm_up(self):
        """Sends a motion until it comes out, on each socket."""
        for socket, node in zip(self.sockets, self.nodes, strict=True):
            warm_up(lambda socket=socket: socket.send(frames.motion(1, 1)), node, f"{self.name} moves a pointer")

    def play(self, count, period_us):
        """Sends so many frames to each socket, one each period."""
        before = processor_time(self.process.pid)
        sent, read = passed(self.sockets, self.nodes, count, period_us)
        self.processor += processor_time(self.process.pid) - before
        self.passages += [Passage(*each) for each in zip(sent, read, strict=True)]

    @property
    def processor_us(self):
        """Microseconds of the processor's time for a frame."""
        return self.processor / self.sent / 1000

    def check(self, report):
        report.check(
            f"{self.name}: every one of {self.sent} frames comes out, in order and in full",
            self.good,
            f"lost {self.lost}, merged {self.merged}",
        )


def warm_up(move, node, what):
    """Moves until it is seen, and then until nothing of that is under way any more."""
    device = InputDevice(node)

    def seen(seconds):
        return bool(select.select([device], [], [], seconds)[0]) and any(
            event.type == ecodes.EV_REL for event in device.read()
        )

    def moves():
        move()
        return seen(0.1)

    wait_for(moves, 30, what, 0)
    wait_for(lambda: not seen(0.5), 30, f"{what}, and it comes to rest", 0)
    device.close()


def passed(sockets, nodes, count, period_us):
    """Sends frames and reads what comes of it: of each socket what was sent, of each node what was read."""
    # What the sender makes of the number of a frame.
    totals = [sum(1 + number % 100 for number in range(count))] * len(nodes)
    watched = [word for node, total in zip(nodes, totals, strict=True) for word in (node, str(total))]
    reader = Process("read-motion", [os.path.join(WORK, "read_motion"), str(SILENCE_MS), *watched], apart=True)
    wait_for(lambda: "ready" in reader.text(), 30, "the reader listens")
    descriptors = [socket.fileno() for socket in sockets]
    sender = Process(
        "send-motion",
        [os.path.join(WORK, "send_motion"), str(count), str(period_us), *map(str, descriptors)],
        apart=True,
        descriptors=descriptors,
    )
    # Both end by themselves. To look whether they have would disturb what is measured.
    for process in (sender, reader):
        process.popen.wait()
    sent, read = (lines(process.output(), len(sockets)) for process in (sender, reader))
    for process in (sender, reader):
        process.stop()
    return sent, read


def lines(text, count):
    """Frames by their socket or device."""
    found = [[] for _ in range(count)]
    for line in text.splitlines():
        which, x, y, time = map(int, line.split())
        found[which].append(Frame(x, y, time))
    return found


def goal(text, value, limit, at_least=False):
    """A figure that is hoped for: at most so much, or at least."""
    met = value >= limit if at_least else value <= limit
    return {"text": text, "value": rounded(value), "limit": limit, "met": met}


def rounded(value):
    """Three digits are what can be told apart."""
    if not isinstance(value, float) or not math.isfinite(value) or value == 0:
        return value if not isinstance(value, float) or math.isfinite(value) else None
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return round(value, digits) if digits else int(round(value))


def ratio(value, other):
    return value / other if other else math.nan


def clock_source():
    path = "/sys/devices/system/clocksource/clocksource0/current_clocksource"
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def machine_note():
    return (
        "In an emulated machine of one processor, whose clock counts instructions, two nanoseconds for each: ratios "
        f"count, and they repeat. Its clock is {clock_source()}."
    )


def bench(group, title, scenario, columns, rows, goals=(), notes=()):
    """Writes a table as the one line that `make bench` collects."""
    table = {
        "group": group,
        "title": title,
        "command": f"Tests/EndToEnd/run {scenario}",
        "columns": columns,
        "rows": [[rounded(cell) for cell in row] for row in rows],
        "goals": list(goals),
        "notes": [*notes, machine_note()],
    }
    print(f"bench {json.dumps(table, ensure_ascii=False)}", flush=True)
