"""The driver is stopped for seconds and goes on: what is down comes up at once, and nothing comes late.

What the hand does meanwhile the kernel keeps, in the sockets that BlueZ gives, or on the bus where it gives none.
"""

import asyncio
import signal
import time

from harness import bluez, gestures, uuids
from harness.faults import ROUNDS, Faults, scripted
from harness.foreign import unread
from harness.moments import drag
from harness.stage import EVENT_LIMIT, RELEASE_LIMIT

SCENARIO_SECONDS = 600 + 240 * ROUNDS
# A motion that was read already when the process stopped may still do what it does.
ONE_MOTION = 0.45 * 20 + 1
STOPPED_SECONDS = (1, 5)


def stopped(faults):
    """In a drag. What the hand does meanwhile waits in the kernel, and must not come when it is too old."""
    stage, tap = faults.stage, faults.stage.tap
    lets_go = faults.random.random() < 0.5
    what = faults.begin(f"SIGSTOP in a drag{', the hand lets go' if lets_go else ''}")
    drag(stage)
    time.sleep(faults.random.uniform(0, 0.3))
    stage.machine.driver.send(signal.SIGSTOP)
    stage.report.within(
        RELEASE_LIMIT, f"{what}: it has stopped", lambda: state(stage.machine.driver.pid) == "T"
    )
    mark = stage.recorder.mark()
    seconds = faults.random.uniform(*STOPPED_SECONDS)
    tap.still()
    tap.motion(20, 20, count=int(seconds * 50))
    if lets_go:
        tap.rest()
    kept = kept_by_the_kernel(stage)
    stage.report.check(f"{what}: the kernel keeps what the hand does", kept > 0)
    start = time.monotonic()
    stage.machine.driver.send(signal.SIGCONT)
    stage.released(f"{what}: the button comes up when it goes on", start)
    stage.recorder.quiet()
    stage.report.equal(f"{what}: nothing else is pressed", stage.recorder.keys(mark), ["BTN_LEFT 0"])
    moved = stage.recorder.moved(mark)
    stage.report.check(f"{what}: the pointer does not jump", max(map(abs, moved)) <= ONE_MOTION, moved)
    tap.rest()
    faults.works(what)


def kept_by_the_kernel(stage):
    """Bytes for the driver that wait in the kernel, once all has come that the hand sent.

    What the Tap answers to a question comes after what it notified before, through the radio as well as over the bus.
    """
    asyncio.run(bluez.read(stage.tap.address, uuids.MODEL))
    return unread(stage.machine.driver.pid)


def stopped_before_a_drag(faults):
    """What would have been pressed meanwhile is not pressed late."""
    stage, tap = faults.stage, faults.stage.tap
    what = faults.begin("SIGSTOP in a hold that is not decided")
    mark = stage.recorder.mark()
    taken = gestures.pulses(tap)
    tap.hold_index()
    stage.report.need(
        stage.report.within(EVENT_LIMIT, f"{what}: the Tap pulses, as the driver has the hold", taken, tap.written)
    )
    time.sleep(faults.random.uniform(0, 0.4))
    stage.machine.driver.send(signal.SIGSTOP)
    stage.report.within(
        RELEASE_LIMIT, f"{what}: it has stopped", lambda: state(stage.machine.driver.pid) == "T"
    )
    tap.still()
    # By now it would be a drag.
    time.sleep(faults.random.uniform(1.5, 3))
    tap.rest()
    kept_by_the_kernel(stage)
    was_down = stage.recorder.keys(mark)
    stage.machine.driver.send(signal.SIGCONT)
    stage.recorder.quiet()
    wanted = was_down + (["BTN_LEFT 0"] if was_down else [])
    stage.report.equal(f"{what}: nothing is pressed late", stage.recorder.keys(mark), wanted)
    faults.works(what)


def state(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return file.read().rpartition(")")[2].split()[0]


KINDS = {
    "stopped": stopped,
    "stopped before a drag": stopped_before_a_drag,
}


def with_signals(stage):
    """Where BlueZ gives no sockets, what the hand does meanwhile waits on the bus."""
    with scripted(stage, "stopped, with signals") as faults:
        stage.tap.gives_sockets(False)
        faults.start()
        for _ in range(ROUNDS):
            stopped(faults)
            stopped_before_a_drag(faults)
        faults.end()


def run(stage):
    with_signals(stage)
    stage.machine.ready()
    faults = Faults(stage, "stopped")
    faults.start()
    for _ in range(ROUNDS):
        for kind in KINDS.values():
            kind(faults)
    faults.end()
