"""Who may not move the pointer does not, and who may cannot keep the driver from anything else by it."""

import asyncio
import json
import random
import signal
import time

from evdev import ecodes

from harness import bluez, frames, uuids
from harness.flood import Flood
from harness.models import STRANGER, V2
from harness.scripted_bluez import ScriptedBlueZ
from harness.session import Home, command, start_session_bus
from harness.stage import EVENT_LIMIT, RELEASE_LIMIT
from harness.waiting import poll

# A link without keys is told of after a while.
GRACE_SECONDS = 20
GARBAGE = 300
RATE = 5000
# Less would be no flood; the emulated machine may not reach all of it.
LEAST_RATE = RATE // 2
FLOOD_SECONDS = 6
SOON_SECONDS = 2
# After so long without a class what is held is let go, also in a flood of motion.
WITHOUT_CLASS_SECONDS = 5
# The largest motion that a sample makes: a thousand device units at the standard gain, and a carried fraction.
MOST_COUNTS = 451
MOTION = frames.motion(4, 2)
# As a radio delivers them. The judge that reads the devices in the emulated machine could not follow single ones.
BURST = 16


def run(stage):
    stage.machine.strangers(V2, STRANGER)
    own, stranger = stage.machine.taps
    stage.machine.bond(own)
    bus, address = start_session_bus(stage.machine)
    stage.home = Home(stage.machine, address)
    try:
        stage.start(taps=[own], environment=stage.home.environment)
        unbonded(stage, own, stranger)
        garbage(stage, own)
        bond_removed(stage, own)
        floods(stage)
    finally:
        stage.close()
        bus.stop()


def listens(tap, since):
    """What was subscribed to or written on a Tap's own characteristics; BlueZ itself listens to the battery of all."""
    subscribed = [entry.details[0] for entry in tap.find("subscribed", since)]
    return [each for each in subscribed if each != uuids.BATTERY_LEVEL] + tap.written(since)


def shouts(tap):
    """It holds a pinch and moves, and notifies of it whoever is connected."""
    tap.repeat((uuids.EVENTS, frames.gesture(frames.HOLD_INDEX)), (uuids.EVENTS, frames.motion(30, 30, 40)))


def heard(stage, tap, start, mark, what):
    """A Tap that has notified, of which nothing has come."""
    report = stage.report
    before = tap.sent
    report.within(EVENT_LIMIT, f"{what}: it notifies all the while", lambda: tap.sent > before + 20)
    report.equal(f"{what}: nobody has subscribed to it, or written to it", listens(tap, start), [])
    report.equal(f"{what}: no key and no button", stage.recorder.keys(mark), [])


def of_status(stage, tap):
    """What `status --json` tells of a Tap."""
    outcome = command(stage, "status", "--json")
    told = json.loads(outcome.output)["devices"] if outcome.status == 0 else []
    return next((each for each in told if each["address"] == tap.address), {})


def unbonded(stage, own, stranger):
    """It looks like a Tap, and somebody connects to it."""
    report, start, mark = stage.report, time.monotonic(), stage.recorder.mark()
    stranger.impostor(True)
    asyncio.run(bluez.meet(stranger.address))
    report.check("unbonded: it is connected, and BlueZ knows its services", stranger.connected)
    shouts(stranger)
    heard(stage, stranger, start, mark, "unbonded")
    stage.moves("unbonded: the bonded Tap moves the pointer meanwhile, and nobody else does")
    report.within(
        GRACE_SECONDS,
        "unbonded: the driver says so",
        lambda: stage.said(rf"{stranger.name}.*bond"),
        stage.machine.driver.text,
    )
    report.equal("unbonded: `status` says so", of_status(stage, stranger).get("connection"), "not-bonded")
    heard(stage, stranger, start, mark, "unbonded, later")
    stranger.still()
    stranger.leave()


def garbage(stage, own):
    """A bonded Tap that sends what no Tap sends."""
    report, mark = stage.report, stage.recorder.mark()
    dice = random.Random(6)
    before = of_status(stage, own)["counters"]
    ends = (-32768, 32767)
    worst = [frames.motion(dx, dy, roll) for dx in ends for dy in ends for roll in ends]
    noise = [dice.randbytes(dice.randrange(0, 40)) for _ in range(GARBAGE)]
    own.event(*noise, *worst, period=5)
    own.rest()
    report.within(RELEASE_LIMIT, "garbage: nothing stays down", lambda: not stage.recorder.held())
    counters = of_status(stage, own)["counters"]
    unknown = counters["unknown-frames"] - before["unknown-frames"]
    report.check(f"garbage: it is counted ({unknown} of {GARBAGE})", GARBAGE / 2 < unknown <= GARBAGE, counters)
    axes = (ecodes.REL_X, ecodes.REL_Y)
    largest = max(
        (abs(each.value) for each in stage.recorder.since(mark) if each.type == ecodes.EV_REL and each.code in axes),
        default=0,
    )
    # Samples that come together are one frame: eight of them here.
    report.check(f"garbage: no sample moves wildly ({largest} counts)", 0 < largest <= 8 * MOST_COUNTS)
    own.drop()
    report.need(stage.set_up_since(time.monotonic(), "garbage: after another link all is as it was", own))
    stage.moves("garbage: the pointer moves as before")


def bond_removed(stage, own):
    """In a drag."""
    report = stage.report
    report.need(stage.press_by_drag("a bond is removed: a held index finger presses the left button"))
    start = time.monotonic()
    asyncio.run(bluez.forget(own.address))
    stage.released("a bond is removed: what is down comes up", start)
    report.within(EVENT_LIMIT, "a bond is removed: the link ends", lambda: not own.connected)
    again, mark = time.monotonic(), stage.recorder.mark()
    own.impostor(True)
    asyncio.run(bluez.meet(own.address))
    shouts(own)
    heard(stage, own, again, mark, "its bond is gone")
    report.equal("its bond is gone: the pointer rests", stage.recorder.moved(mark), (0, 0))
    own.impostor(False)
    own.drop()
    stage.close()


def floods(stage):
    """With a scripted BlueZ, as the emulated radio is too slow."""
    stage.machine.bare()
    stage.machine.start_bus()
    scripted = ScriptedBlueZ(stage.machine)
    try:
        stage.start(environment=stage.home.environment)
        # It would have a line for every motion.
        stage.libinput.stop()
        stage.libinput = None
        with stage.tap.take() as socket:
            bursts(stage, socket)
            flood(stage, socket)
    finally:
        stage.machine.stop_driver()
        scripted.stop()
        stage.machine.bare()
        stage.machine.taps = []


def counters(stage):
    return of_status(stage, stage.tap).get("counters", {})


def bursts(stage, socket):
    """What comes in bursts arrives in full, in fewer frames."""
    report, mark, before = stage.report, stage.recorder.mark(), counters(stage)
    moved = Flood(socket, [frames.motion(20, -20)], rate=400, seconds=4, burst=40).wait()
    report.equal("bursts: there was room for all", moved.dropped, 0)
    poll(lambda: stage.recorder.moved(mark) == (9 * moved.sent, -9 * moved.sent), EVENT_LIMIT)
    report.equal("bursts: all of it has arrived", stage.recorder.moved(mark), (9 * moved.sent, -9 * moved.sent))
    seen = sum(event.type == ecodes.EV_SYN for event in stage.recorder.since(mark))
    after = counters(stage)
    added = after["coalesced-notifications"] - before["coalesced-notifications"]
    report.equal("bursts: what was added to others is counted", seen + added, moved.sent)
    report.check(f"bursts: {moved.sent} notifications are {seen} frames", 0 < seen <= moved.sent / 2)


def flood(stage, socket):
    """5,000 notifications a second are sent: the driver hears what else there is, and lets go in time."""
    report, before = stage.report, counters(stage)
    measured = Flood(socket, [MOTION], RATE, FLOOD_SECONDS, BURST).wait()
    report.check(
        f"flood: {measured.rate:.0f} of {RATE} notifications a second get through, at least {LEAST_RATE} must "
        f"({measured.dropped} had no room)",
        measured.rate > LEAST_RATE,
        measured,
    )
    all_read = before["notifications"] + measured.sent
    report.within(EVENT_LIMIT, "flood: all of them are read", lambda: counters(stage)["notifications"] >= all_read)
    current = Flood(socket, [MOTION], RATE, burst=BURST)
    press(stage, socket)
    released(stage, socket)
    press(stage, socket)
    start = time.monotonic()
    poll(lambda: not stage.recorder.held(), WITHOUT_CLASS_SECONDS + SOON_SECONDS)
    held = stage.recorder.last_key() - start
    report.check(
        f"flood: without a class what is held is let go after {WITHOUT_CLASS_SECONDS} s ({held:.2f} s)",
        not stage.recorder.held() and held < WITHOUT_CLASS_SECONDS + SOON_SECONDS,
    )
    start = time.monotonic()
    outcome = command(stage, "status")
    report.check(
        f"flood: the driver answers over the bus ({time.monotonic() - start:.2f} s)", outcome.status == 0, outcome
    )
    told = counters(stage)
    report.note(f"flood: {told['coalesced-notifications']} of {told['notifications']} were added to others")
    press(stage, socket)
    report.check("flood: it still flows", current.process.poll() is None)
    start = time.monotonic()
    stage.end(signal.SIGTERM, "flood: SIGTERM")
    stage.released("flood: SIGTERM: what is down comes up", start, SOON_SECONDS)
    current.end()


def send(socket, *notifications):
    """In the midst of the flood, in which there may be no room for a moment."""
    for each in notifications:
        poll(lambda each=each: sent(socket, each), EVENT_LIMIT, 0)


def sent(socket, notification):
    try:
        return socket.send(notification) == len(notification)
    except BlockingIOError:
        return False


def press(stage, socket):
    """Holds the index finger until the left button is down."""
    mark = stage.recorder.mark()
    send(socket, frames.gesture(frames.HOLD_INDEX))
    stage.report.need(
        stage.report.within(
            EVENT_LIMIT,
            "flood: a held index finger presses the left button",
            lambda: stage.recorder.held() == {"BTN_LEFT"},
        )
    )
    stage.report.equal("flood: and nothing else", stage.recorder.keys(mark), ["BTN_LEFT 1"])


def released(stage, socket):
    start = time.monotonic()
    send(socket, *[frames.gesture(frames.NONE)] * frames.NONES_END_HOLD)
    stage.released("flood: the button comes up when the hand opens", start, SOON_SECONDS)
