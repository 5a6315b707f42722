"""A Tap of the first protocol, with every gesture that it has, as the desktop sees it."""

import signal
import time

from harness import first, uuids
from harness.models import V1
from harness.stage import EVENT_LIMIT

GAIN = 0.45
PULSE_MS = 40

SWIPES = [
    ("left", first.LEFT, "KEY_LEFT"),
    ("right", first.RIGHT, "KEY_RIGHT"),
    ("up", first.UP, "KEY_UP"),
    ("down", first.DOWN, "KEY_DOWN"),
]
PINCHES = [
    ("index", first.INDEX, "BTN_LEFT"),
    ("middle", first.MIDDLE, "BTN_RIGHT"),
    ("ring", first.RING, "BTN_MIDDLE"),
    ("little", first.LITTLE, "KEY_ESC"),
]
DRAGS = [
    ("index", first.INDEX, "BTN_LEFT"),
    ("ring", first.RING, "BTN_MIDDLE"),
]
# Mouse data that is no movement: what it is, and the bytes.
NO_MOVEMENT = [
    ("whose first byte is not 0", b"\1" + first.motion(40, 40)[1:]),
    ("that is not marked as real", first.motion(40, 40, moves=0)),
    ("that is cut short", first.motion(40, 40)[:9]),
    ("that is empty", b""),
]
LATER_MS = 450


def run(stage):
    stage.machine.ready(V1)
    stage.start()
    set_up(stage)
    pointer(stage)
    swipes(stage)
    pinches(stage)
    drags(stage)
    clutch(stage)
    refresh(stage)
    lost_link(stage)
    ending(stage)


def set_up(stage):
    report, tap = stage.report, stage.tap
    commands = tap.writes(stage.began, uuids.UART_RX)
    report.equal(
        "the mode is written first, and then the state", [write.frame for write in commands[:2]], first.AIR_MOUSE
    )
    for characteristic in tap.events:
        listening = tap.find("subscribed", stage.began, characteristic)
        report.check(
            f"and not before the driver listens to {characteristic}",
            listening and listening[0].time < commands[0].time,
            tap.log(),
        )
    report.equal("no one listens to the raw sensors", tap.listens(uuids.UART_TX), False)


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
    stage.desktop_saw("libinput reports pointer motion", desktop, "POINTER_MOTION")
    mark = recorder.mark()
    tap.send(uuids.MOUSE, *[first.motion(20, 20)[:10]] * 10)
    stage.moved("motion without angles moves the pointer too", mark, GAIN * 200, GAIN * 200)
    for what, data in NO_MOVEMENT:
        mark = recorder.mark()
        tap.send(uuids.MOUSE, data, data, data)
        recorder.quiet()
        report.equal(f"motion {what} moves nothing", recorder.moved(mark), (0, 0))
    stage.moves("and real motion moves the pointer again")


def swipes(stage):
    tap, recorder = stage.tap, stage.recorder
    for what, number, key in SWIPES:
        mark, desktop = recorder.mark(), stage.libinput.mark()
        tap.swipe(number)
        stage.keys(f"a swipe {what} is one {key}, down and up", mark, [f"{key} 1", f"{key} 0"])
        stage.desktop_saw(f"libinput reports {key}", desktop, rf"{key} \(\d+\) pressed(.|\n)*{key} \(\d+\) released")
    mark = recorder.mark()
    tap.swipe(first.LEFT, 3)
    stage.keys("swipes that follow each other at once are one", mark, ["KEY_LEFT 1", "KEY_LEFT 0"])
    mark = recorder.mark()
    tap.swipe(first.RIGHT, 2, period=LATER_MS)
    stage.keys("swipes with a pause between them are two", mark, ["KEY_RIGHT 1", "KEY_RIGHT 0"] * 2)
    mark = recorder.mark()
    tap.swipe(5)
    stage.keys("a swipe that there is not does nothing", mark, [])


def pinches(stage):
    tap, recorder = stage.tap, stage.recorder
    for what, number, code in PINCHES:
        mark, start = recorder.mark(), time.monotonic()
        tap.pinch(number)
        stage.keys(f"a pinch of the {what} finger is one {code}", mark, [f"{code} 1", f"{code} 0"])
        stage.report.within(
            EVENT_LIMIT,
            f"the Tap pulses at a pinch of the {what} finger",
            lambda: tap.vibrated(start, PULSE_MS),
            lambda: tap.written(start),
        )


def drags(stage):
    report, tap, recorder = stage.report, stage.tap, stage.recorder
    for what, number, button in DRAGS:
        mark = recorder.mark()
        tap.hold(number)
        report.within(
            EVENT_LIMIT,
            f"holding the {what} finger still presses {button}",
            lambda: recorder.keys(mark) == [f"{button} 1"],
            lambda: recorder.keys(mark),
        )
        stage.moves(f"the pointer follows the drag of the {what} finger")
        tap.state(first.NONE)
        stage.moves(f"a single `none` in the drag of the {what} finger is not seen")
        report.equal(f"{button} stays down all the while", recorder.keys(mark), [f"{button} 1"])
        tap.rest()
        stage.keys(f"{button} comes up when the hand lets go", mark, [f"{button} 1", f"{button} 0"])
        stage.moves(f"motion works after the drag of the {what} finger")


def clutch(stage):
    tap, recorder = stage.tap, stage.recorder
    mark = recorder.mark()
    tap.hold(first.FIST)
    tap.state(first.FIST, 3)
    tap.motion(40, 40, count=10)
    recorder.quiet()
    stage.report.equal("a fist lets the pointer rest", recorder.moved(mark), (0, 0))
    tap.rest()
    stage.moves("the open hand moves it again, and the rest is not made up for")
    mark = recorder.mark()
    stage.press_by_drag()
    tap.hold(first.FIST)
    stage.keys("a fist in a drag brings the button up", mark, ["BTN_LEFT 1", "BTN_LEFT 0"])
    tap.rest()


def refresh(stage):
    """Without them the Tap falls back to its text mode."""
    for what, frame in (("mode", first.CONTROLLER_MODE), ("state", first.AIR_MOUSE_STATE)):

        def times(frame=frame):
            return [write.time for write in stage.tap.writes(stage.began, uuids.UART_RX) if write.frame == frame]

        stage.report.within(3 * first.REFRESH_SECONDS, f"the {what} is written again", lambda: len(times()) >= 4)
        gaps = [after - before for before, after in zip(times(), times()[1:], strict=False)]
        stage.report.check(
            f"the {what} is written about every ten seconds",
            gaps and all(first.REFRESH_SECONDS - 2 <= gap <= first.REFRESH_SECONDS + 4 for gap in gaps),
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
    report.need(stage.set_up_since(start, "the Tap is back: the driver reconnects and sets it up again"))
    stage.nodes_kept("the devices are still the same ones")
    stage.moves("motion works again")


def ending(stage):
    report, tap = stage.report, stage.tap
    known = {*first.AIR_MOUSE, first.haptic(PULSE_MS)}
    strange = [each for each in tap.writes(stage.began) if each.frame not in known]
    report.check("nothing else was written", not strange, strange)
    misplaced = [
        each
        for each in tap.writes(stage.began)
        if (each.frame in first.AIR_MOUSE) != (each.characteristic == uuids.UART_RX)
    ]
    report.check("each to the characteristic that is for it", not misplaced, misplaced)
    report.need(stage.press_by_drag())
    start = time.monotonic()
    stage.end(signal.SIGTERM, "SIGTERM in a drag")
    stage.released("SIGTERM in a drag: the button comes up", start)
    report.equal("every frame of events was well formed", stage.recorder.grammar(), [])
    stage.restart()
    stage.end(signal.SIGINT, "SIGINT")
    plain = [write for write in tap.writes() if not write.encrypted]
    report.check("every command was written over an encrypted link", not plain, plain)
