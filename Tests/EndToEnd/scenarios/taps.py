"""Taps of the fingers, of both protocols; and a profile that switches the Tap to tapping and back."""

import time

from harness import first, frames, uuids
from harness.models import V1, V2
from harness.stage import EVENT_LIMIT

PULSE_MS = 40
# The fingers of a tap, by their bits.
THUMB, INDEX, MIDDLE, RING, LITTLE, ALL = 1, 2, 4, 8, 16, 31
SINGLE_TAPS = [
    ("index", INDEX, "BTN_LEFT"),
    ("middle", MIDDLE, "BTN_RIGHT"),
    ("ring", RING, "BTN_MIDDLE"),
    ("little", LITTLE, "KEY_ESC"),
]
# What `desktop` has nothing for, and what is no tap at all.
OTHER_TAPS = [
    ("of the thumb alone", THUMB),
    ("of index and middle finger", INDEX | MIDDLE),
    ("of all fingers", ALL),
    ("of no finger", 0),
    ("of a sixth finger", 32 | INDEX),
]
TAPPING = {"v1": [first.TAPPING_STATE], "v2": [frames.TAPPING_MODEL, frames.TRIGGER_MODE]}
AIR = {"v1": [first.AIR_MOUSE_STATE], "v2": [frames.AIR_GESTURE_MODEL, frames.STREAM_MODE]}
PINCH_LITTLE = {"v1": first.LITTLE, "v2": frames.PINCH_LITTLE}


def run(stage):
    stage.machine.ready(V2)
    stage.start()
    desktop(stage)
    stage.restart("--profile", "tapping")
    tapping(stage)
    stage.close()
    stage.machine.ready(V1)
    stage.start()
    desktop(stage)
    multitap(stage)
    stage.restart("--profile", "tapping")
    tapping(stage)
    keeps_tapping(stage)


def click(code, times=1):
    return [f"{code} 1", f"{code} 0"] * times


def desktop(stage):
    tap, recorder, protocol = stage.tap, stage.recorder, stage.tap.model.protocol
    for what, mask, code in SINGLE_TAPS:
        mark, seen = recorder.mark(), stage.libinput.mark()
        tap.tap(mask)
        stage.keys(f"{protocol}: a tap of the {what} finger is one {code}", mark, click(code))
        pattern = rf"{code} \(\d+\) pressed(.|\n)*{code} \(\d+\) released"
        stage.desktop_saw(f"{protocol}: libinput reports {code}", seen, pattern)
    for what, mask in OTHER_TAPS:
        mark = recorder.mark()
        tap.tap(mask)
        tap.tap(INDEX)
        stage.keys(f"{protocol}: a tap {what} does nothing", mark, click("BTN_LEFT"))
    mark = recorder.mark()
    start = time.monotonic()
    tap.pinch(PINCH_LITTLE[protocol])
    stage.keys(f"{protocol}: a pinch of the little finger is still Escape", mark, click("KEY_ESC"))
    written = not_among(tap, start, TAPPING[protocol])
    stage.report.check(f"{protocol}: and the Tap goes on with air gestures", not written, written)


def not_among(tap, since, frames_meant):
    """Those of the frames that were written all the same."""
    return [write.frame.hex() for write in tap.writes(since) if write.frame in frames_meant]


def multitap(stage):
    """The byte that says how often the fingers tapped; without it a tap is a single one."""
    tap, recorder = stage.tap, stage.recorder
    mark = recorder.mark()
    tap.send(uuids.TAPS, bytes([MIDDLE]))
    stage.keys("v1: a tap that is one byte long is a tap", mark, click("BTN_RIGHT"))
    for what, count in (("second", 2), ("third", 3)):
        mark = recorder.mark()
        tap.tap(INDEX, count)
        stage.keys(f"v1: the {what} tap in a row clicks once more", mark, click("BTN_LEFT"))
    mark = recorder.mark()
    # Shift and switch: the tap of a shifted hand is the same tap.
    tap.send(uuids.TAPS, bytes([RING, 0, 0, 0b0101]))
    stage.keys("v1: shift and switch change nothing", mark, click("BTN_MIDDLE"))
    mark = recorder.mark()
    tap.send(uuids.TAPS, b"")
    tap.tap(LITTLE)
    stage.keys("v1: an empty notification is no tap", mark, click("KEY_ESC"))


def tapping(stage):
    """A pinch of the little finger switches to tapping, a tap of the whole hand back."""
    report, tap, recorder, protocol = stage.report, stage.tap, stage.recorder, stage.tap.model.protocol
    for attempt in ("once", "again"):
        mark, start = recorder.mark(), time.monotonic()
        tap.pinch(PINCH_LITTLE[protocol])
        switched(stage, f"{protocol}: a pinch of the little finger switches to tapping, {attempt}", start, TAPPING)
        stage.keys(f"{protocol}: and types nothing, {attempt}", mark, [])
        for what, mask, code in SINGLE_TAPS:
            mark = recorder.mark()
            tap.tap(mask)
            stage.keys(f"{protocol}: then a tap of the {what} finger is {code}, {attempt}", mark, click(code))
        mark, start = recorder.mark(), time.monotonic()
        tap.tap(ALL)
        switched(stage, f"{protocol}: a tap of all fingers switches to air gestures, {attempt}", start, AIR)
        stage.keys(f"{protocol}: and presses nothing, {attempt}", mark, [])
    mark = recorder.mark()
    tap.pinch_index()
    stage.keys(f"{protocol}: then a pinch is a click", mark, click("BTN_LEFT"))
    stage.moves(f"{protocol}: and motion moves the pointer")
    report.equal(f"{protocol}: nothing is down", recorder.held(), set())


def switched(stage, what, start, wanted):
    tap = stage.tap
    expected = wanted[tap.model.protocol]
    stage.report.within(
        EVENT_LIMIT, what, lambda: tap.wrote(expected, start, tap.commands), lambda: f"written: {tap.written(start)}"
    )


def keeps_tapping(stage):
    """What is written again every ten seconds is the state that the Tap is in."""
    report, tap = stage.report, stage.tap
    start = time.monotonic()
    tap.pinch(first.LITTLE)
    switched(stage, "v1: switched to tapping once more", start, TAPPING)
    report.within(
        3 * first.REFRESH_SECONDS,
        "v1: the tapping state is written again",
        lambda: tap.wrote([first.TAPPING_STATE] * 3, start, tap.commands),
        lambda: tap.written(start),
    )
    written = not_among(tap, start, AIR["v1"])
    report.check("v1: and the other one is not", not written, written)
