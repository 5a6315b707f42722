"""The disk is full while one Tap is recorded: an error that is clear, whole lines, and another Tap's driver goes on."""

import contextlib
import os
import subprocess
import time

from harness import first, uuids
from harness.faults import ROUNDS, Faults
from harness.machine import NOBODY
from harness.models import V1, V2
from harness.processes import WORK
from harness.raw import Codes, packets, specimens

SCENARIO_SECONDS = 600 + 120 * ROUNDS
CANNOT_CREATE = 73
FULL_LIMIT = 60
RAW = Codes(1, 1, 1)
PAGES = (1, 4)
LONGEST_LINE = 400


def run(stage):
    stage.machine.ready(V2, V1)
    driven, recorded = stage.machine.taps
    stage.seated = driven
    faults = Faults(stage, "disk")
    faults.start("--device", driven.name, taps=[driven])
    for _ in range(ROUNDS):
        for what, command, send in (("capture", capture, moves), ("sensors", sensors, raw)):
            full(faults, what, command, send, driven, recorded)
    faults.end()


@contextlib.contextmanager
def small_disk(pages):
    """A file system of so many pages, which the driver's user may write to."""
    folder = os.path.join(WORK, "small")
    os.makedirs(folder, exist_ok=True)
    options = f"size={pages * 4096},uid={NOBODY},mode=755"
    subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def capture(file, tap):
    return ["capture", file, "--device", tap.name]


def sensors(file, tap):
    return ["sensors", "--sensitivity", RAW.option, "--csv", file, "--device", tap.name]


def moves(tap):
    tap.repeat((uuids.MOUSE, first.motion(7, 7)), (uuids.AIR_GESTURE, first.state(first.NONE)))


def raw(tap):
    tap.repeat((uuids.UART_TX, packets(specimens(1000, 3))[0]))


def listened(tap, start):
    return tap.set_up(start) or tap.sends_raw(start, *RAW)


def full(faults, what, command, send, driven, recorded):
    report, machine = faults.report, faults.stage.machine
    pages = faults.random.randint(*PAGES)
    called = faults.begin(f"the disk is full in {what}")
    with small_disk(pages) as folder:
        file = os.path.join(folder, "file")
        start = time.monotonic()
        process = machine.start(*command(file, recorded))
        report.need(
            report.within(FULL_LIMIT, f"{called}: it records", lambda: listened(recorded, start), process.text)
        )
        send(recorded)
        faults.moves(f"{called}: the other Tap's driver goes on")
        report.within(FULL_LIMIT, f"{called}: it ends", lambda: not process.running, process.text)
        recorded.still()
        report.equal(f"{called}: its exit status", process.status, CANNOT_CREATE)
        report.check(f"{called}: it says so", "No space left on device" in process.text(), process.text())
        report.check(f"{called}: the Tap is put back", recorded.left(start), recorded.written(start))
        process.stop()
        with open(file, "rb") as written:
            data = written.read()
        report.check(f"{called}: {len(data)} bytes of whole lines", data.endswith(b"\n"), data[-200:])
        # Less than a line is left of what there was room for.
        report.check(f"{called}: and as many as there is room for", len(data) > pages * 4096 - LONGEST_LINE, len(data))
    report.equal(f"{called}: the driver keeps its link", driven.find("disconnected", start), [])
    faults.runs(called)
    faults.works(called)
