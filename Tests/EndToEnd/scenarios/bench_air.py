"""From the controller to the event that a program reads, with the real bluetoothd: by sockets and by signals.

The same frames through the driver, and through bleak with python-evdev, one after the other in rounds.
"""

import asyncio
import os
import signal
import sys
import time

from harness import bluez, compiled, frames, measure, uuids
from harness.processes import WORK, Process
from harness.python_driver import NAME as PYTHON_POINTER
from harness.recorder import POINTER, nodes
from harness.waiting import wait_for

ROUNDS, FRAMES, PERIOD_MS = 2, 250, 20
COLUMNS = [
    "",
    "median µs",
    "p99 µs",
    "its processor µs a notification",
    "dbus-daemon's",
    "bluetoothd's",
    "notifications",
    "lost",
    "merged",
]


def run(stage):
    compiled.program("read_motion")
    stage.machine.ready()
    measure.stand_back(stage.machine.air)
    ways = [
        AirWay("tapinput, AcquireNotify", driver_by_sockets, POINTER, True),
        AirWay("tapinput, StartNotify", driver_by_signals, POINTER, False),
        AirWay("bleak, AcquireNotify", python_by_sockets, PYTHON_POINTER, True),
        AirWay("bleak, StartNotify", python_by_signals, PYTHON_POINTER, False),
    ]
    for number in range(ROUNDS):
        for way in ways if number % 2 == 0 else ways[::-1]:
            way.play(stage)
    for way in ways:
        stage.report.check(
            f"{way.name}: every one of {way.sent} frames comes out, in order and in full",
            way.good,
            f"lost {way.lost}, merged {way.merged}",
        )
    rows = [way.row() for way in ways]
    notes = [
        f"{1000 // PERIOD_MS} notifications a second, {ROUNDS} rounds of {FRAMES} each, one way after the other.",
        "From when the virtual controller hands the packet to the kernel to right after the read of the event.",
        "The controller is emulated in Python; it has the processor while nobody else wants it.",
        "bleak uses StartNotify unless it is told otherwise.",
    ]
    title = "From the controller to the event"
    driven, _, _, usual = ways
    costs = [sum(way.processor) / way.sent for way in (usual, driven)]
    goals = [
        measure.goal(
            "processor's time with the daemons', bleak as it comes (StartNotify) by tapinput (at least)",
            measure.ratio(*costs),
            10,
            at_least=True,
        ),
        measure.goal(
            "processor's time of its own, bleak as it comes (StartNotify) by tapinput (at least)",
            measure.ratio(usual.processor[0] / usual.sent, driven.processor[0] / driven.sent),
            10,
            at_least=True,
        ),
    ]
    measure.bench("through the air", title, "bench_air", COLUMNS, rows, goals, notes)


class AirWay(measure.Passages):
    """A program that listens to the Tap, one of the two ways to be notified, and what was seen of it."""

    def __init__(self, name, begin, pointer, by_socket):
        super().__init__()
        self.name, self.begin, self.pointer, self.by_socket = name, begin, pointer, by_socket
        self.processor = [0, 0, 0]

    def play(self, stage):
        machine, tap = stage.machine, stage.tap
        machine.ready()
        processes = self.begin(stage)
        try:
            node = wait_for(lambda: nodes(self.pointer), 60, f"{self.name} has a pointer")[0]
            warm_up(tap, node)
            has_socket = asyncio.run(bluez.has_socket(tap.address, uuids.EVENTS))
            stage.report.equal(f"{self.name}: it listens by a socket", has_socket, self.by_socket)
            counted = [processes[0].pid, machine.bus.pid, machine.bluetoothd.pid]
            before = list(map(measure.processor_time, counted))
            self.passages.append(passage(tap, node))
            for index, pid in enumerate(counted):
                self.processor[index] += measure.processor_time(pid) - before[index]
        finally:
            for process in processes:
                process.stop(signal.SIGTERM)
            machine.stop_driver()

    def row(self):
        costs = [each / self.sent / 1000 for each in self.processor]
        return [self.name, self.delay(0.5), self.delay(0.99), *costs, self.sent, self.lost, self.merged]


def driver_by_sockets(stage):
    start = time.monotonic()
    process = stage.machine.start_driver("--config", measure.configuration())
    wait_for(lambda: stage.tap.set_up(start), 60, "the driver has set the Tap up", 0.1)
    return [process]


def driver_by_signals(stage):
    """Somebody else listens already, so that BlueZ gives the driver no socket, and no longer once the driver does.

    To two listeners BlueZ signals each notification twice, and both hear both.
    """
    other = Process("listener", [sys.executable, "-m", "harness.listener", stage.tap.address, uuids.EVENTS])
    wait_for(lambda: "ready" in other.text(), 60, "somebody else listens", 0.1)
    processes = driver_by_sockets(stage)
    other.stop()
    return processes


def python_by_sockets(stage):
    return python(stage, "acquire")


def python_by_signals(stage):
    return python(stage, "start")


def python(stage, way):
    command = [sys.executable, "-m", "harness.python_driver", stage.tap.address, way]
    process = Process("python-driver", command)
    wait_for(lambda: "ready" in process.text(), 120, "the Python way listens", 0.1)
    return [process]


def warm_up(tap, node):
    measure.warm_up(lambda: tap.motion(1, 1), node, "the Tap moves the pointer")
    tap.handed()


def passage(tap, node):
    """Sends the frames; returns what became of them."""
    motions = [(1 + number % 100, 1 + number // 100) for number in range(FRAMES)]
    total = sum(x for x, _ in motions)
    command = [os.path.join(WORK, "read_motion"), str(measure.SILENCE_MS), node, str(total)]
    reader = Process("read-motion", command, apart=True)
    wait_for(lambda: "ready" in reader.text(), 30, "the reader listens")
    tap.event(*(frames.motion(x, y) for x, y in motions), period=PERIOD_MS)
    wait_for(lambda: not reader.running, 30, "the reader has ended", 0.1)
    reader.stop()
    handed = {value: moment for moment, value in tap.handed()}
    sent = [measure.Frame(x, y, handed[frames.motion(x, y)]) for x, y in motions]
    return measure.Passage(sent, measure.lines(reader.output(), 1)[0])
