"""From a notification's socket to the event that a program reads, and the processor's time for it.

The same frames, in rounds, by three ways: the driver, a C program that does nothing but read and write, and bleak with
python-evdev. BlueZ is a scripted one.
"""

import socket
import sys

from harness import compiled, measure
from harness.processes import Process
from harness.python_driver import NAME as PYTHON_POINTER
from harness.scripted_bluez import ScriptedBlueZ
from harness.waiting import wait_for

ROUNDS, FRAMES, PERIOD_US = 5, 600, 5000
COLUMNS = ["", "median µs", "p99 µs", "p99.9 µs", "processor µs a notification", "notifications", "lost", "merged"]


def run(stage):
    machine = stage.machine
    for program in ("send_motion", "read_motion", "floor"):
        compiled.program(program)
    machine.bare()
    machine.start_bus()
    bluez = ScriptedBlueZ(machine, 2)
    ways = []
    try:
        ways += [driver(machine, bluez.taps[0]), floor(), python(bluez.taps[1])]
        for way in ways:
            way.warm_up()
        measure.stand_back(bluez.process)
        for number in range(ROUNDS):
            # Each is the first as often as the others.
            for way in ways[number % len(ways) :] + ways[: number % len(ways)]:
                way.play(FRAMES, PERIOD_US)
        for way in ways:
            way.check(stage.report)
        show(*ways)
    finally:
        machine.stop_driver()
        for way in ways[1:]:
            way.process.stop()
        bluez.stop()


def driver(machine, tap):
    process = machine.start_driver("--config", measure.configuration(), "--device", tap.address)
    wait_for(tap.set_up, 60, "the driver has set the Tap up")
    return measure.Way("tapinput", process, [tap.take()], measure.PAIRS[:1])


def floor():
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [compiled.program("floor"), str(theirs.fileno())]
    process = Process("floor", command, descriptors=[theirs.fileno()])
    theirs.close()
    return measure.Way("the least in C", process, [ours], ["floor pointer 1"])


def python(tap):
    process = Process("python-driver", [sys.executable, "-m", "harness.python_driver", tap.address, "acquire"])
    wait_for(lambda: "ready" in process.text(), 120, "the Python way listens")
    return measure.Way("bleak and python-evdev", process, [tap.take()], [PYTHON_POINTER])


def show(driver, floor, python):
    rows = [
        [way.name, way.delay(0.5), way.delay(0.99), way.delay(0.999), way.processor_us, way.sent, way.lost, way.merged]
        for way in (driver, floor, python)
    ]
    goals = [
        measure.goal("median, tapinput by the least in C", measure.ratio(driver.delay(0.5), floor.delay(0.5)), 1.3),
        measure.goal("p99, tapinput by the least in C", measure.ratio(driver.delay(0.99), floor.delay(0.99)), 1.5),
        measure.goal(
            "processor's time, Python by tapinput (at least)",
            measure.ratio(python.processor_us, driver.processor_us),
            10,
            at_least=True,
        ),
    ]
    notes = [
        f"{1_000_000 // PERIOD_US} notifications a second, {ROUNDS} rounds of {FRAMES} each, the three by turns.",
        "From right before the write into what stands for AcquireNotify's socket to right after the read of the event.",
        "BlueZ is a scripted one. Python reads the socket of AcquireNotify, too, which is its quickest way.",
        "Nearly all that the least in C takes is the kernel's part, which all three have. Python's time by it is "
        f"{measure.ratio(python.processor_us, floor.processor_us):.1f}, so no driver can be further from Python.",
    ]
    title = "From the notification's socket to the event"
    measure.bench("through the kernel", title, "bench_kernel", COLUMNS, rows, goals, notes)
