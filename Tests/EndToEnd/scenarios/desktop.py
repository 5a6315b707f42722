"""Every gesture of the desktop profile, as the desktop sees it; then a lost link, and the end."""

import fcntl
import signal
import struct
import time

from evdev import ecodes

from harness import frames, uuids
from harness.libinput import capabilities, udev_properties
from harness.recorder import KEYBOARD, POINTER, nodes
from harness.stage import EVENT_LIMIT
from harness.waiting import poll

GAIN = 0.45
UNITS_A_DETENT = 20
DEGREES_A_DETENT = 15
HI_RES_A_DETENT = 120
ROTATE_LOCK_DEGREES = 25
LOCK_SECONDS = 1
PULSE_MS = 40
# _IOR('E', 0x03, unsigned int[2]) of linux/input.h; python-evdev does not tell a failure of it.
EVIOCGREP = 0x80084503
TAP_MS = 20

SWIPES = [
    ("left", frames.LEFT, "KEY_LEFT"),
    ("right", frames.RIGHT, "KEY_RIGHT"),
    ("up", frames.UP, "KEY_UP"),
    ("down", frames.DOWN, "KEY_DOWN"),
]
PINCHES = [
    ("index", frames.PINCH_INDEX, "BTN_LEFT"),
    ("middle", frames.PINCH_MIDDLE, "BTN_RIGHT"),
    ("ring", frames.PINCH_RING, "BTN_MIDDLE"),
    ("little", frames.PINCH_LITTLE, "KEY_ESC"),
]
# What the hand does; what the wheels must sum up to (hi-res vertical, vertical, hi-res horizontal, horizontal); and
# what libinput says.
SCROLL_DRAGS = [
    ("down", (0, 10), 10, (-600, -5, 0, 0), "vert [1-9]"),
    ("up", (0, -10), 6, (360, 3, 0, 0), "vert -[1-9]"),
    ("right", (10, 0), 8, (0, 0, 480, 4), "horiz [1-9]"),
    ("left", (-10, 0), 4, (0, 0, -240, -2), "horiz -[1-9]"),
]
TWISTS = [
    ("index, clockwise", frames.HOLD_INDEX, 5, (-240, -2, 0, 0)),
    ("index, anticlockwise", frames.HOLD_INDEX, -5, (240, 2, 0, 0)),
    ("middle, clockwise", frames.HOLD_MIDDLE, 5, (-240, -2, 0, 0)),
    ("ring, clockwise", frames.HOLD_RING, 5, (0, 0, 240, 2)),
]
VOLUME_TWISTS = [
    ("up", 5, "KEY_VOLUMEUP"),
    ("down", -5, "KEY_VOLUMEDOWN"),
]
DEGREES_A_VOLUME_STEP = 10

MAY_HAVE = {
    POINTER: {
        ecodes.EV_SYN: None,
        ecodes.EV_KEY: {ecodes.BTN_LEFT, ecodes.BTN_RIGHT, ecodes.BTN_MIDDLE},
        ecodes.EV_REL: {
            ecodes.REL_X,
            ecodes.REL_Y,
            ecodes.REL_WHEEL,
            ecodes.REL_HWHEEL,
            ecodes.REL_WHEEL_HI_RES,
            ecodes.REL_HWHEEL_HI_RES,
        },
    },
    KEYBOARD: {
        ecodes.EV_SYN: None,
        ecodes.EV_KEY: set(range(1, 248)),
        ecodes.EV_REP: None,
    },
}
BUS_BLUETOOTH = 0x05


def run(stage):
    stage.machine.ready()
    stage.start()
    devices(stage)
    set_up(stage)
    pointer(stage)
    swipes(stage)
    pinches(stage)
    drags(stage)
    scrolling(stage)
    twists(stage)
    clutch(stage)
    keepalive(stage)
    lost_link(stage)
    ending(stage)


def devices(stage):
    report, recorder = stage.report, stage.recorder
    for name, kind, tag in ((POINTER, "pointer", "ID_INPUT_MOUSE"), (KEYBOARD, "keyboard", "ID_INPUT_KEY")):
        device = recorder.devices[name]
        report.equal(f"“{name}” is on the Bluetooth bus", device.info.bustype, BUS_BLUETOOTH)
        excess = {}
        for kind_of_code, codes in device.capabilities(absinfo=False).items():
            allowed = MAY_HAVE[name].get(kind_of_code, set())
            if allowed is not None and set(codes) - allowed:
                excess[ecodes.EV[kind_of_code]] = sorted(set(codes) - allowed)
        report.check(f"“{name}” declares nothing but what it may", not excess, f"{excess}")
        delay = repeat_delay(device)
        repeats = delay is not None
        report.equal(f"the kernel repeats what is held on “{name}”, if it has keys", repeats, name == KEYBOARD)
        if repeats:
            report.check(
                f"no key that is tapped on “{name}” is down long enough to be repeated",
                delay > 5 * TAP_MS,
                f"after {delay} ms",
            )
        report.check(f"“{name}” has no property bits", not device.input_props(), device.input_props())
        report.equal(f"libinput sees a {kind} in “{name}”", capabilities(name), [kind])
        report.equal(f"udev tags “{name}” {tag}", udev_properties(recorder.node(name)).get(tag), "1")


def repeat_delay(device):
    """How long a key is held, in milliseconds, until the kernel repeats it; None where it never does."""
    try:
        delay, _ = struct.unpack("II", fcntl.ioctl(device.fd, EVIOCGREP, bytes(8)))
    except OSError:
        return None
    return delay


def set_up(stage):
    report, tap = stage.report, stage.tap
    written = [write.frame for write in tap.writes(stage.began) if write.frame in frames.AIR_MOUSE]
    report.equal("the air-mouse set-up is written once, in its order", written, frames.AIR_MOUSE)
    listening = tap.find("subscribed", stage.began, uuids.EVENTS)
    report.check(
        "and not before the driver listens",
        listening and listening[0].time < tap.writes(stage.began)[0].time,
        tap.log(),
    )
    known = {*frames.AIR_MOUSE, *frames.LEAVING, frames.KEEPALIVE, frames.haptic(PULSE_MS)}
    strange = [write.frame.hex() for write in tap.writes(stage.began) if write.frame not in known]
    report.check("nothing else is written", not strange, strange)


def pointer(stage):
    report, tap, recorder = stage.report, stage.tap, stage.recorder
    start, desktop = recorder.mark(), stage.libinput.mark()
    total = [0, 0]
    for what, dx, dy, count in (("diagonal", 7, -3, 10), ("slow", 1, 0, 11), ("straight up", 0, -9, 5)):
        tap.motion(dx, dy, count=count)
        total = [total[0] + dx * count, total[1] + dy * count]
        wanted = tuple(int(GAIN * units) for units in total)
        report.within(
            EVENT_LIMIT,
            f"{what} motion ends where its exact sum ends",
            lambda: recorder.moved(start) == wanted,
            lambda: f"wanted {wanted}, saw {recorder.moved(start)}",
        )
    tap.motion(-20, 15, count=20)
    x, y = GAIN * (total[0] - 400), GAIN * (total[1] + 300)
    stage.moved("motion back loses nothing", start, x, y, slack=1)
    stage.desktop_saw("libinput reports pointer motion", desktop, "POINTER_MOTION")


def swipes(stage):
    for what, number, key in SWIPES:
        mark, desktop = stage.recorder.mark(), stage.libinput.mark()
        stage.tap.gesture(number, 3)
        stage.tap.gesture(frames.NONE, 2)
        stage.keys(f"a swipe {what} is one {key}, down and up", mark, [f"{key} 1", f"{key} 0"])
        stage.desktop_saw(f"libinput reports {key}", desktop, rf"{key} \(\d+\) pressed(.|\n)*{key} \(\d+\) released")


def pinches(stage):
    for what, number, code in PINCHES:
        mark, desktop, start = stage.recorder.mark(), stage.libinput.mark(), time.monotonic()
        stage.tap.gesture(number)
        stage.tap.gesture(frames.NONE, frames.NONES_END_HOLD)
        stage.keys(f"a pinch of the {what} finger is one {code}", mark, [f"{code} 1", f"{code} 0"])
        stage.desktop_saw(f"libinput reports {code}", desktop, rf"{code} \(\d+\) pressed(.|\n)*{code} \(\d+\) released")
        stage.report.within(
            EVENT_LIMIT,
            f"the Tap pulses at a pinch of the {what} finger",
            lambda: stage.tap.wrote([frames.haptic(PULSE_MS)], start),
        )


def drags(stage):
    report, tap, recorder = stage.report, stage.tap, stage.recorder
    for what, number, button in (
        ("index", frames.HOLD_INDEX, "BTN_LEFT"),
        ("ring", frames.HOLD_RING, "BTN_MIDDLE"),
    ):
        start, mark = time.monotonic(), recorder.mark()
        tap.stream(number)
        tap.motion(40, 20, count=5)
        report.within(
            EVENT_LIMIT,
            f"holding the {what} finger still presses {button}",
            lambda: recorder.keys(mark) == [f"{button} 1"],
            lambda: recorder.keys(mark),
        )
        moved = recorder.moved(mark)
        report.equal(f"the pointer does not move before {button} is down", moved, (0, 0))
        pulses = [frames.haptic(PULSE_MS)] * 2
        report.within(
            EVENT_LIMIT,
            f"the Tap pulses at the hold of the {what} finger and again at the mode",
            lambda: tap.wrote(pulses, start),
        )
        stage.moves(f"the pointer follows the drag of the {what} finger")
        tap.gesture(frames.NONE)
        stage.moves(f"a single `none` in the hold of the {what} finger is not seen")
        report.equal(f"{button} stays down all the while", recorder.keys(mark), [f"{button} 1"])
        tap.rest()
        stage.keys(f"{button} comes up when the hold ends", mark, [f"{button} 1", f"{button} 0"])
    mark = recorder.mark()
    hold(stage, frames.HOLD_LITTLE)
    moved = recorder.mark()
    tap.motion(40, 20, count=10)
    stage.moved("holding the little finger moves the pointer at a quarter of the gain", moved, 45, 22.5)
    tap.rest()
    stage.keys("that presses nothing", mark, [])


def hold(stage, number):
    """Holds a finger still until a second pulse says that the mode is a drag, or it must be one anyway."""
    start = time.monotonic()
    stage.tap.stream(number)
    poll(lambda: stage.tap.wrote([frames.haptic(PULSE_MS)] * 2, start), 2 * LOCK_SECONDS)


def wheels(recorder, mark):
    codes = (ecodes.REL_WHEEL_HI_RES, ecodes.REL_WHEEL, ecodes.REL_HWHEEL_HI_RES, ecodes.REL_HWHEEL)
    return tuple(recorder.total(mark, code) for code in codes)


def scrolled(stage, what, mark, wanted):
    recorder = stage.recorder
    stage.report.within(
        EVENT_LIMIT,
        what,
        lambda: wheels(recorder, mark) == wanted,
        lambda: f"wanted {wanted}, saw {wheels(recorder, mark)}",
    )
    recorder.quiet()
    stage.report.check(
        f"{what}, and does nothing else",
        (recorder.moved(mark), recorder.keys(mark)) == ((0, 0), []),
        f"{recorder.moved(mark)} {recorder.keys(mark)}",
    )


def scrolling(stage):
    hold(stage, frames.HOLD_MIDDLE)
    for what, step, count, wanted, line in SCROLL_DRAGS:
        mark, desktop = stage.recorder.mark(), stage.libinput.mark()
        stage.tap.motion(*step, count=count)
        scrolled(stage, f"a drag of the middle finger {what} scrolls {what}", mark, wanted)
        stage.desktop_saw(f"libinput reports the scroll {what}", desktop, f"POINTER_SCROLL_WHEEL.*{line}")
    stage.tap.rest()


def twist(stage, number, step, degrees_after_lock):
    """Holds a finger and turns the hand until rotation locks on, and as far again as said."""
    degrees = ROTATE_LOCK_DEGREES + degrees_after_lock
    stage.tap.stream(number)
    stage.tap.turn(step, degrees // abs(step) + 1)


def twists(stage):
    tap, recorder = stage.tap, stage.recorder
    for what, number, step, wanted in TWISTS:
        mark = recorder.mark()
        twist(stage, number, step, 2 * DEGREES_A_DETENT)
        scrolled(stage, f"a held twist scrolls ({what})", mark, wanted)
        tap.rest()
    for what, step, key in VOLUME_TWISTS:
        mark = recorder.mark()
        twist(stage, frames.HOLD_LITTLE, step, 2 * DEGREES_A_VOLUME_STEP)
        stage.keys(f"a held twist of the little finger turns the volume {what}", mark, [f"{key} 1", f"{key} 0"] * 2)
        tap.rest()
    stage.report.equal("nothing is left down after the holds", recorder.held(), set())


def clutch(stage):
    tap, recorder = stage.tap, stage.recorder
    mark = recorder.mark()
    tap.stream(frames.FIST)
    tap.motion(40, 40, count=10)
    recorder.quiet()
    stage.report.equal("a fist lets the pointer rest", recorder.moved(mark), (0, 0))
    tap.still()
    tap.gesture(frames.NONE, frames.NONES_END_FIST)
    tap.motion(40, 20, count=5)
    stage.moved("the open hand moves it again, and the rest is not made up for", mark, 90, 45)
    mark = recorder.mark()
    stage.press_by_drag()
    tap.stream(frames.FIST)
    stage.keys("a fist in a drag brings the button up", mark, ["BTN_LEFT 1", "BTN_LEFT 0"])
    tap.rest()


def keepalive(stage):
    def times():
        return [write.time for write in stage.tap.writes(stage.began) if write.frame == frames.KEEPALIVE]

    stage.report.within(3 * frames.KEEPALIVE_SECONDS, "keepalives are written", lambda: len(times()) >= 3)
    gaps = [after - before for before, after in zip(times(), times()[1:], strict=False)]
    stage.report.check(
        "a keepalive goes out about every ten seconds",
        gaps and all(frames.KEEPALIVE_SECONDS - 2 <= gap <= frames.KEEPALIVE_SECONDS + 4 for gap in gaps),
        [round(gap, 1) for gap in gaps],
    )


def lost_link(stage):
    report, tap = stage.report, stage.tap
    report.need(stage.press_by_drag())
    tap.advertise(False)
    start = time.monotonic()
    tap.drop()
    stage.released("the button comes up when the link is lost in a drag", start)
    start = time.monotonic()
    tap.advertise(True)
    stage.set_up_since(start, "the Tap is back: the driver reconnects and sets it up again")
    stage.nodes_kept("the devices are still the same ones")
    stage.moves("motion works again")
    report.equal("nothing is down", stage.recorder.held(), set())


def ending(stage):
    report, tap = stage.report, stage.tap
    driver = stage.machine.driver
    report.need(stage.press_by_drag())
    start = time.monotonic()
    driver.send(signal.SIGTERM)
    stage.released("the button comes up when the driver is told to end in a drag", start)
    report.within(10, "the driver ends when it is told to", lambda: not driver.running)
    report.equal("its exit status is 0", driver.status, 0)
    report.check(
        "the Tap was told to leave the air-mouse mode",
        tap.wrote(frames.LEAVING, start),
        [write.frame.hex() for write in tap.writes(start)],
    )
    report.within(EVENT_LIMIT, "its devices are gone", lambda: not nodes(POINTER) and not nodes(KEYBOARD))
    plain = [write.frame.hex() for write in tap.writes(stage.began) if not write.encrypted]
    report.check("every command was written over an encrypted link", not plain, plain)
    report.equal("every frame of events was well formed", stage.recorder.grammar(), [])
