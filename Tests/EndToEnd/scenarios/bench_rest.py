"""What the driver costs while nothing moves: wake-ups, memory, the time until its devices are there, its size."""

import os
import statistics
import subprocess
import sys
import time

from harness import compiled, frames, measure
from harness.processes import WORK, Process, memory
from harness.python_driver import KEYBOARD as PYTHON_KEYBOARD
from harness.python_driver import NAME as PYTHON_POINTER
from harness.recorder import NAMES
from harness.scripted_bluez import ScriptedBlueZ
from harness.waiting import poll, wait_for

AT_REST_SECONDS = 30
QUIET_SECONDS = 5
# One when it is due, and one when its answer comes.
WAKES_A_KEEPALIVE = 2
STARTS = 5
COLUMNS = ["", "tapinput", "bleak and python-evdev"]


def run(stage):
    stage.machine.bare()
    stage.machine.start_bus()
    rows = [[f"wake-ups in {AT_REST_SECONDS} s, no Tap", without_tap(stage), None]]
    rows += with_tap(stage)
    rows += starts(stage)
    rows.append(["the program's file as it is packaged, KiB", size(stage.machine.program), None])
    notes = [
        "A wake-up is a voluntary switch of the process: it has slept.",
        "A Tap at rest is in standby and sends nothing; "
        f"every {frames.KEEPALIVE_SECONDS} s the driver tells it to stay.",
        f"From its start to its devices: median of {STARTS}, the pointer and the keyboard. The driver finds the Tap "
        "over the bus before, from a BlueZ that is scripted in Python; the Python way makes the devices and nothing "
        "else.",
    ]
    goals = [measure.goal("wake-ups without a Tap", rows[0][1], 0)]
    measure.bench("at rest", "While nothing moves", "bench_rest", COLUMNS, rows, goals, notes)


def size(program):
    """KiB of a program without its symbols."""
    stripped = os.path.join(WORK, "stripped")
    subprocess.run(["strip", "--strip-unneeded", "-o", stripped, program], check=True)
    return os.path.getsize(stripped) // 1024


def switches(pid):
    """How often a process has slept."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        fields = dict(line.split(":", 1) for line in file if ":" in line)
    return int(fields["voluntary_ctxt_switches"])


def quiet(pid, seconds=QUIET_SECONDS):
    """It has slept through for so long."""
    before = switches(pid)
    return not poll(lambda: switches(pid) != before, seconds)


def without_tap(stage):
    """The driver has nothing to wait for but BlueZ's word."""
    bluez = ScriptedBlueZ(stage.machine, 0)
    try:
        driver = stage.machine.start_driver()
        wait_for(lambda: "tapinput: " in driver.text(), 30, "the driver says what it waits for", 0.2)
        wait_for(lambda: quiet(driver.pid), 60, "the driver is at rest", 0)
        before = switches(driver.pid)
        time.sleep(AT_REST_SECONDS)
        wakes = switches(driver.pid) - before
        stage.report.equal(f"no wake-up in {AT_REST_SECONDS} s without a Tap", wakes, 0)
        return wakes
    finally:
        stage.machine.stop_driver()
        bluez.stop()


def with_tap(stage):
    bluez = ScriptedBlueZ(stage.machine, 2)
    ours, theirs = bluez.taps
    python = None
    try:
        driver = stage.machine.start_driver("--device", ours.address)
        wait_for(ours.set_up, 60, "the driver has set the Tap up")
        command = [sys.executable, "-m", "harness.python_driver", theirs.address, "acquire"]
        python = Process("python-driver", command)
        wait_for(lambda: "ready" in python.text(), 120, "the Python way listens")
        ours.event(frames.standby(True))
        both = (driver.pid, python.pid)
        wait_for(lambda: all(map(quiet, both)), 60, "both are at rest", 0)
        start, before = time.monotonic(), list(map(switches, both))
        time.sleep(AT_REST_SECONDS)
        wakes = [switches(pid) - earlier for pid, earlier in zip(both, before, strict=True)]
        kept = sum(write.frame == frames.KEEPALIVE for write in ours.writes(start))
        stage.report.check(f"the Tap is told to stay, every {frames.KEEPALIVE_SECONDS} s ({kept} times)", kept)
        stage.report.check(
            f"a Tap at rest costs no wake-ups but those of its keepalives ({wakes[0]} for {kept})",
            wakes[0] <= WAKES_A_KEEPALIVE * kept,
        )
        kib = list(map(memory, both))
        return [
            [f"wake-ups in {AT_REST_SECONDS} s, a Tap at rest ({kept} keepalives; Python sends none)", *wakes],
            ["resident memory, KiB", *(each["Rss"] for each in kib)],
            ["proportional memory, KiB", *(each["Pss"] for each in kib)],
        ]
    finally:
        stage.machine.stop_driver()
        if python:
            python.stop()
        bluez.stop()


def starts(stage):
    program = compiled.program("start_up")
    bluez = ScriptedBlueZ(stage.machine, 1)
    try:
        commands = (
            (NAMES, [stage.machine.program, "run"]),
            ((PYTHON_POINTER, PYTHON_KEYBOARD), [sys.executable, "-m", "harness.python_driver", "devices"]),
        )
        times = [[] for _ in commands]
        for _ in range(STARTS):
            for taken, (names, command) in zip(times, commands, strict=True):
                taken.append(started(program, names, command))
        return [["from its start to its devices, ms", *(statistics.median(each) for each in times)]]
    finally:
        bluez.stop()


def started(program, names, command):
    """Milliseconds until the devices of a command are there."""
    done = subprocess.run([program, ",".join(names), *command], stdout=subprocess.PIPE, check=True, timeout=60)
    return int(done.stdout.split()[-1]) / 1e6
