"""What a scenario acts on: the machine, the driver in it, and the judges."""

import copy
import re
import time

from harness import frames
from harness.libinput import Libinput
from harness.recorder import Recorder
from harness.waiting import poll, wait_for

CONNECT_LIMIT = 60
RELEASE_LIMIT = 5
EVENT_LIMIT = 5
END_LIMIT = 10
# The samples of motion in a stream.
SAMPLES = 250


class Stage:
    def __init__(self, machine, report):
        self.machine = machine
        self.report = report
        self.libinput = self.recorder = self.seated = None
        self.recorders = []

    @property
    def tap(self):
        return self.seated or self.machine.tap

    def of(self, tap, recorder):
        """The same stage, for one of several Taps and the devices that are its own."""
        seat = copy.copy(self)
        seat.seated, seat.recorder = tap, recorder
        return seat

    def start(self, *arguments, environment=None, pairs=1, taps=None, only=None):
        """The driver with all judges watching, up to the moment when the Taps have been set up.

        `only` are the names of the devices where there are not both.
        """
        self.libinput = Libinput()
        self.began = time.monotonic()
        self.machine.start_driver(*arguments, environment=environment)
        self.recorders = [Recorder(pair, only) for pair in range(1, pairs + 1)]
        self.recorder = self.recorders[0]
        names = [name for recorder in self.recorders for name in recorder.names]
        poll(lambda: all(self.libinput.knows(name) for name in names), EVENT_LIMIT)
        for tap in taps or self.machine.taps:
            self.report.need(self.set_up_since(self.began, f"the driver connects and sets {tap.name} up", tap))

    def restart(self, *arguments, **options):
        """Another driver, and other judges, after the scenario has ended the ones before."""
        self.close()
        self.machine.disconnect()
        self.start(*arguments, **options)

    def set_up_since(self, start, what, tap=None):
        """The whole air-mouse set-up has been written, and someone listens to the events."""
        tap = tap or self.tap
        return self.report.within(
            CONNECT_LIMIT, what, lambda: tap.set_up(start), lambda: f"written: {tap.written(start)}"
        )

    def moves(self, what, dx=40, dy=20, count=5):
        """Motion arrives as the pointer's, in full."""
        mark = self.recorder.mark()
        self.tap.motion(dx, dy, count=count)
        return self.moved(what, mark, 0.45 * dx * count, 0.45 * dy * count)

    def moved(self, what, mark, x, y, slack=2):
        """The pointer has moved so far and no farther, but for the fractions left over before and after."""

        def arrived():
            seen = self.recorder.moved(mark)
            return abs(seen[0] - x) < slack and abs(seen[1] - y) < slack

        poll(arrived, EVENT_LIMIT)
        self.recorder.quiet()
        return self.report.check(what, arrived(), f"wanted about {x:.2f}, {y:.2f}, saw {self.recorder.moved(mark)}")

    def stream(self):
        """A hand that moves and makes no gesture, until all of it has arrived; returns the number of notifications."""
        mark, before = self.recorder.mark(), self.tap.sent
        # 9 counts a sample, so that the sums tell that all is there; samples that come together are one frame.
        self.tap.stream(frames.NONE, 20, -20, SAMPLES)
        whole = (9 * SAMPLES, -9 * SAMPLES)
        wait_for(lambda: self.recorder.moved(mark) == whole, 90, f"{SAMPLES} samples of motion have arrived", 0.2)
        self.recorder.quiet()
        return self.tap.sent - before

    def keys(self, what, mark, wanted):
        """Exactly these key events since then, and no others."""
        poll(lambda: len(self.recorder.keys(mark)) >= len(wanted), EVENT_LIMIT)
        self.recorder.quiet()
        return self.report.equal(what, self.recorder.keys(mark), wanted)

    def desktop_saw(self, what, mark, pattern):
        return self.report.within(
            EVENT_LIMIT, what, lambda: self.libinput.saw(mark, pattern), lambda: f"no line like {pattern}"
        )

    def press_by_drag(self, what="a held index finger presses the left button"):
        """Holds the index finger until the left button is down; the hold goes on."""
        mark = self.recorder.mark()
        self.tap.hold_index()
        return self.report.within(
            EVENT_LIMIT, what, lambda: self.recorder.keys(mark) == ["BTN_LEFT 1"], lambda: self.recorder.keys(mark)
        )

    def released(self, what, since, limit=RELEASE_LIMIT):
        """Nothing is down any more, soon after."""
        poll(lambda: not self.recorder.held(), limit)
        seconds = self.recorder.last_key() - since
        good = not self.recorder.held() and seconds < limit
        return self.report.check(f"{what} ({seconds:.2f} s)", good, f"held: {self.recorder.held()}")

    def end(self, number, what):
        """Tells the driver to end: it does so in good order, and puts the Taps back as they were."""
        driver, start = self.machine.driver, time.monotonic()
        driver.send(number)
        self.report.within(END_LIMIT, f"{what}: the driver ends", lambda: not driver.running)
        self.report.equal(f"{what}: its exit status is 0", driver.status, 0)
        for tap in self.machine.taps:
            self.report.check(f"{what}: {tap.name} is put back as it was", tap.left(start), tap.written(start))

    def said(self, pattern):
        """The lines of the driver's messages that match."""
        return [line for line in self.machine.driver.text().splitlines() if re.search(pattern, line)]

    def nodes_kept(self, what):
        self.report.check(what, not self.recorder.gone, f"gone: {self.recorder.gone}")

    def close(self):
        if self.libinput:
            self.libinput.stop()
            self.libinput = None
        self.machine.stop_driver()
