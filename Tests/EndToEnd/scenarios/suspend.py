"""The machine sleeps, and another user takes the screen: nothing stays down, and all goes on after it."""

import asyncio
import signal
import time

from harness import bluez, frames, uuids
from harness.logind import Logind
from harness.machine import NOBODY
from harness.stage import EVENT_LIMIT, RELEASE_LIMIT

# The session of the driver's user, and that of somebody else.
OURS, THEIRS = "1", "2"
SOMEBODY = 1000
LOCK = (1, "sleep,tapinput,delay")
# Longer than a Tap that sends nothing is waited for after a sleep.
PROOF_SECONDS = 8


def run(stage):
    stage.machine.ready()
    logind = Logind(NOBODY, SOMEBODY)
    try:
        stage.start()
        sleeps(stage, logind)
        adapter_is_off(stage, logind)
        another_user(stage, logind)
        without_logind(stage, logind)
        stage.end(signal.SIGTERM, "SIGTERM")
    finally:
        logind.stop()


def locked(stage, logind, when):
    stage.report.within(
        EVENT_LIMIT, f"{when}: the lock that delays sleep is held", lambda: logind.locks() == LOCK, logind.locks
    )


def unlocked(stage, logind, when):
    stage.report.within(
        EVENT_LIMIT, f"{when}: the lock is let go", lambda: logind.locks()[0] == 0, logind.locks
    )


def sleeps(stage, logind):
    """In a drag, which the hand goes on with while the machine is about to sleep."""
    report, tap = stage.report, stage.tap
    locked(stage, logind, "awake")
    report.need(stage.press_by_drag())
    start = time.monotonic()
    logind.tell("sleep")
    unlocked(stage, logind, "about to sleep")
    held = [list(device.active_keys()) for device in stage.recorder.devices.values()]
    report.equal("about to sleep: with the lock gone the kernel has nothing down", held, [[], []])
    stage.released("about to sleep: the button comes up", start)
    mark = stage.recorder.mark()
    tap.motion(40, 20, count=5)
    stage.recorder.quiet()
    report.equal("about to sleep: what the hand does is nothing", stage.recorder.since(mark), [])
    tap.stream(frames.NONE, 1, 1)
    start = time.monotonic()
    logind.tell("wake")
    report.need(stage.set_up_since(start, "awake again: the Tap is told its mode at once"))
    time.sleep(PROOF_SECONDS)
    report.equal("awake again: a Tap that sends keeps its link", tap.find("disconnected", start), [])
    tap.rest()
    stage.recorder.quiet()
    stage.moves("awake again: motion works")
    report.equal("awake again: nothing is down", stage.recorder.held(), set())
    locked(stage, logind, "awake again")


def adapter_is_off(stage, logind):
    """As after the sleep of many laptops: the adapter comes back later than the machine."""
    report = stage.report
    report.need(stage.press_by_drag())
    logind.tell("sleep")
    unlocked(stage, logind, "about to sleep")
    stage.machine.power(False)
    stage.tap.still()
    logind.tell("wake")
    start = time.monotonic()
    stage.machine.power(True)
    report.need(stage.set_up_since(start, "the adapter is on again: the driver reconnects"))
    stage.moves("the adapter is on again: motion works")
    report.equal("the adapter is on again: nothing is down", stage.recorder.held(), set())


def another_user(stage, logind):
    report, tap = stage.report, stage.tap
    report.need(stage.press_by_drag())
    start = time.monotonic()
    logind.tell("show", THEIRS)
    stage.released("somebody else takes the screen: the button comes up", start)
    report.within(
        RELEASE_LIMIT,
        "somebody else takes the screen: the Tap is put back as it was",
        lambda: tap.left(start),
        lambda: tap.written(start),
    )
    report.equal("somebody else takes the screen: it is said once", len(stage.said("somebody else")), 1)
    tap.still()
    report.within(EVENT_LIMIT, "somebody else takes the screen: nobody listens to it", lambda: not tap.subscribed)
    mark = stage.recorder.mark()

    def hand():
        tap.gesture(frames.LEFT, 3)
        tap.motion(40, 20, count=5)

    heard = asyncio.run(bluez.notified(tap.address, uuids.EVENTS, hand))
    report.equal("somebody else is at the screen: their driver can have the Tap", heard, frames.gesture(frames.LEFT))
    stage.recorder.quiet()
    report.equal("somebody else is at the screen: ours sends nothing", stage.recorder.since(mark), [])
    start = time.monotonic()
    logind.tell("show", OURS)
    report.need(stage.set_up_since(start, "the user is back at the screen: the Tap is set up"))
    stage.nodes_kept("the user is back at the screen: the devices are still the same ones")
    tap.gesture(frames.NONE, frames.NONES_END_HOLD)
    stage.moves("the user is back at the screen: motion works")
    report.equal("the user is back at the screen: nothing is down", stage.recorder.held(), set())


def without_logind(stage, logind):
    """One that ends holds nobody up."""
    start = time.monotonic()
    logind.tell("show", THEIRS)
    stage.report.within(
        RELEASE_LIMIT, "in the background again", lambda: stage.tap.left(start), lambda: stage.tap.written(start)
    )
    start = time.monotonic()
    logind.stop()
    stage.report.need(stage.set_up_since(start, "logind is gone: the Tap is set up"))
    stage.moves("logind is gone: motion works")
