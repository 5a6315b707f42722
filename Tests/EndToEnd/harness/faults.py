"""Faults, again and again: the seed by which they come, and what must be so after each.

FAULT_SEED repeats a run, scenario by scenario; FAULT_ROUNDS says how often each fault comes.
"""

import contextlib
import os
import random
import time

from evdev import InputDevice, ecodes, list_devices

from harness.growth import Growth
from harness.recorder import Recorder, code_name
from harness.scripted_bluez import ScriptedBlueZ
from harness.stage import CONNECT_LIMIT, EVENT_LIMIT, RELEASE_LIMIT
from harness.waiting import poll

OURS = "tapinput "
ROUNDS = int(os.environ.get("FAULT_ROUNDS") or 3)
SEED = int(os.environ.get("FAULT_SEED") or 1)
# The pauses between attempts grow with losses that follow each other; this is the longest, and some.
BACK_LIMIT = CONNECT_LIMIT + 90


def down():
    """What the kernel has down (EVIOCGKEY) on every virtual device that there is: the device and the codes."""
    found = {}
    for path in list_devices():
        try:
            device = InputDevice(path)
        except OSError:
            continue  # it went away meanwhile
        with contextlib.closing(device):
            try:
                if device.name.startswith(OURS) and device.active_keys():
                    found[device.name] = [code_name(ecodes.EV_KEY, code) for code in device.active_keys()]
            except OSError:
                pass
    return found


@contextlib.contextmanager
def scripted(stage, name):
    """The faults of a scenario part with a scripted BlueZ instead of the real one; its driver is still to be started."""
    stage.machine.bare()
    stage.machine.start_bus()
    service = ScriptedBlueZ(stage.machine)
    try:
        yield Faults(stage, name)
    finally:
        stage.close()
        service.stop()
        stage.machine.taps = []


class Faults:
    """The faults of one scenario."""

    def __init__(self, stage, name):
        self.stage, self.report = stage, stage.report
        self.random = random.Random(f"{SEED} {name}")
        self.report.hint = f"FAULT_SEED={SEED} FAULT_ROUNDS={ROUNDS}"
        self.report.note(f"{name}: {self.report.hint}")
        self.counts = {}
        self.growth = Growth()
        self.began = time.monotonic()

    def start(self, *arguments, keeps_link=False, **options):
        """A driver, whose memory and descriptors are watched from now on."""
        self.end_growth()
        if keeps_link:
            self.stage.close()
            self.stage.start(*arguments, **options)
        else:
            self.stage.restart(*arguments, **options)
        self.growth = Growth(self.stage.machine.driver.pid)

    def begin(self, kind):
        """One more fault of a kind; returns what to call it."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind} ({self.counts[kind]})"

    def nothing_down(self, what):
        return self.report.within(RELEASE_LIMIT, f"{what}: no key or button is down", lambda: not down(), down)

    def runs(self, what):
        driver = self.stage.machine.driver
        return self.report.check(f"{what}: the driver runs", driver.running, driver.status)

    def back(self, what, since, limit=BACK_LIMIT):
        """By itself the driver has all Taps set up again, after that moment."""
        for tap in self.stage.machine.taps:
            self.report.need(
                self.report.within(
                    limit,
                    f"{what}: {tap.name} is set up again",
                    lambda tap=tap: tap.set_up(since),
                    lambda tap=tap: f"written: {tap.written(since)}; said: {self.stage.machine.driver.text()[-500:]}",
                )
            )

    def works(self, what):
        """Nothing is down, a motion moves in full, and nothing is down after it; what the driver then has is noted."""
        self.nothing_down(what)
        self.stage.recorder.quiet()
        self.report.need(self.stage.moves(f"{what}: motion moves"))
        self.nothing_down(f"{what}, after that")
        self.growth.note()

    def moves(self, what):
        """As `works`, for many rounds: it does not wait until nothing more comes."""
        recorder, tap = self.stage.recorder, self.stage.tap
        mark = recorder.mark()
        tap.motion(40, 20, count=3)
        self.report.need(
            self.report.within(
                EVENT_LIMIT,
                f"{what}: motion moves",
                lambda: abs(recorder.moved(mark)[0] - 54) < 2 and abs(recorder.moved(mark)[1] - 27) < 2,
                lambda: recorder.since(mark),
            )
        )
        self.report.equal(f"{what}: and presses nothing", recorder.keys(mark), [])
        self.growth.note()

    def other_devices(self, what):
        """New virtual devices are read from now on, where those before are gone, as soon as they let motion through."""
        stage = self.stage
        if not poll(lambda: stage.recorder.gone, EVENT_LIMIT):
            return
        stage.recorder = Recorder()
        mark = stage.recorder.mark()

        def arrives():
            stage.tap.motion(10, 10)
            return stage.recorder.moved(mark) != (0, 0)

        self.report.within(EVENT_LIMIT, f"{what}: the desktop has opened the new devices", arrives)

    def end_growth(self):
        self.growth.check(self.report)

    def end(self):
        self.end_growth()
        told = ", ".join(f"{kind}: {count}" for kind, count in self.counts.items())
        self.report.note(f"{sum(self.counts.values())} faults in {time.monotonic() - self.began:.0f} s; {told}")
