"""Two Taps at once, one of each protocol: each has devices of its own, and what one does is never the other's."""

import time

from evdev import ecodes

from harness import first, frames, uuids
from harness.models import V1, V2
from harness.recorder import names, nodes
from harness.stage import EVENT_LIMIT, RELEASE_LIMIT
from harness.waiting import poll

SAMPLES = 100
GAIN = 0.45
STEPS = {"v1": (20, -10), "v2": (-10, 20)}
FAR_SECONDS = 12
# Less than the two seconds after which a silent Tap lets go by itself.
AT_ONCE_SECONDS = 1.5


def run(stage):
    stage.machine.ready(V2, V1)
    stage.start(pairs=2)
    seats = seated(stage)
    streams(stage, seats)
    each_alone(stage, seats)
    holds(stage, seats)
    standby(stage, seats)
    lost(stage, seats)
    one_of_them(stage)
    profiles(stage)
    merged(stage)


def seated(stage):
    """Which Tap has which devices, as its motion shows."""
    seats = []
    for tap in stage.machine.taps:
        marks = [recorder.mark() for recorder in stage.recorders]
        tap.motion(40, 40, count=5)
        poll(lambda marks=marks: any(map(moved, stage.recorders, marks)), EVENT_LIMIT)
        for recorder in stage.recorders:
            recorder.quiet()
        moving = [recorder for recorder, mark in zip(stage.recorders, marks, strict=True) if moved(recorder, mark)]
        stage.report.need(
            stage.report.check(
                f"{tap.name} moves one pointer, and one alone", len(moving) == 1, [each.pointer for each in moving]
            )
        )
        seats.append(stage.of(tap, moving[0]))
    apart = seats[0].recorder is not seats[1].recorder
    stage.report.need(stage.report.check("and each of them another one", apart))
    return seats


def moved(recorder, mark):
    return recorder.moved(mark) != (0, 0)


def streams(stage, seats):
    """Both hands move at the same time, and each pointer goes where its hand goes."""
    marks = [seat.recorder.mark() for seat in seats]
    for seat in seats:
        characteristic, frame = motion(seat.tap)
        seat.tap.repeat((characteristic, frame), count=SAMPLES)
    for seat, mark in zip(seats, marks, strict=True):
        dx, dy = STEPS[seat.tap.model.protocol]
        whole = (GAIN * dx * SAMPLES, GAIN * dy * SAMPLES)
        poll(lambda seat=seat, mark=mark, whole=whole: seat.recorder.moved(mark) == whole, 60, 0.1)
        seat.moved(f"{seat.tap.name} moves its own pointer in full", mark, *whole)
        # Samples that come together are one frame.
        seen = frames_seen(seat.recorder, mark)
        stage.report.check(f"{seat.tap.name}: at most one frame a sample", 0 < seen <= SAMPLES, seen)


def motion(tap):
    dx, dy = STEPS[tap.model.protocol]
    data = first.motion(dx, dy) if tap.model.protocol == "v1" else frames.motion(dx, dy)
    return (uuids.MOUSE if tap.model.protocol == "v1" else uuids.EVENTS), data


def frames_seen(recorder, mark):
    events = recorder.since(mark)
    return sum(event.type == ecodes.EV_SYN and event.device == recorder.pointer for event in events)


def each_alone(stage, seats):
    """A gesture is that of one hand; the other's devices do not stir."""
    for seat, other in (seats, reversed(seats)):
        name = seat.tap.name
        for what, do, code in (
            ("a swipe to the left", seat.tap.swipe_left, "KEY_LEFT"),
            ("a pinch", seat.tap.pinch_index, "BTN_LEFT"),
            ("a tap of the middle finger", lambda seat=seat: seat.tap.tap(4), "BTN_RIGHT"),
        ):
            mark, elsewhere = seat.recorder.mark(), other.recorder.mark()
            do()
            seat.keys(f"{name}: {what} is one {code}", mark, [f"{code} 1", f"{code} 0"])
            stage.report.equal(f"{name}: {what} is not the other's", other.recorder.since(elsewhere), [])


def holds(stage, seats):
    """Both hold the left button; one lets go, and the other's stays down."""
    for seat, other in (seats, reversed(seats)):
        for each in (seat, other):
            stage.report.need(each.press_by_drag(f"{each.tap.name} holds its left button"))
        mark = other.recorder.mark()
        start = time.monotonic()
        seat.tap.rest()
        seat.released(f"{seat.tap.name} lets go: its button comes up", start)
        still_down(stage, other, mark, "the other lets go")
        other.moves(f"{other.tap.name} still drags")
        other.tap.rest()
        poll(lambda other=other: not other.recorder.held(), RELEASE_LIMIT)
    for seat in seats:
        stage.report.equal(f"{seat.tap.name}: nothing is down", seat.recorder.held(), set())


def still_down(stage, seat, mark, when):
    seat.recorder.quiet()
    name = seat.tap.name
    stage.report.equal(f"{when}: the button of {name} stays down", seat.recorder.held(), {"BTN_LEFT"})
    stage.report.equal(f"{when}: nothing happens to {name}", seat.recorder.keys(mark), [])


def standby(stage, seats):
    """The second protocol's Tap goes to sleep in a drag; the other one drags on."""
    second, other = seats
    for seat in seats:
        stage.report.need(seat.press_by_drag(f"{seat.tap.name} drags"))
    mark, start = other.recorder.mark(), time.monotonic()
    second.tap.still()
    second.tap.event(frames.standby(True))
    second.released("standby: the button comes up at once", start, AT_ONCE_SECONDS)
    stage.report.within(
        EVENT_LIMIT,
        "standby is told",
        lambda: stage.said(f"^tapinput: {second.tap.name}: in standby$"),
        stage.machine.driver.text,
    )
    still_down(stage, other, mark, "standby")
    second.tap.event(frames.standby(False))
    second.tap.rest()
    second.moves("awake again, its motion works")
    other.tap.rest()
    stage.report.equal("standby is told once", len(stage.said("in standby")), 1)


def lost(stage, seats):
    """One link is lost in a drag, and comes back; the other one drags on."""
    for seat, other in (seats, reversed(seats)):
        for each in (seat, other):
            stage.report.need(each.press_by_drag(f"{each.tap.name} drags once more"))
        mark, start = other.recorder.mark(), time.monotonic()
        seat.tap.advertise(False)
        seat.tap.drop()
        seat.released(f"{seat.tap.name} is lost: its button comes up", start)
        still_down(stage, other, mark, f"{seat.tap.name} is lost")
        start = time.monotonic()
        seat.tap.advertise(True)
        stage.report.need(
            stage.set_up_since(start, f"{seat.tap.name} is back while the other drags: it is set up again", seat.tap)
        )
        still_down(stage, other, mark, f"{seat.tap.name} is back")
        seat.moves(f"{seat.tap.name} is back: it moves its own pointer")
        seat.nodes_kept(f"{seat.tap.name} is back: its devices are still the same ones")
        other.tap.rest()


def one_of_them(stage):
    """`--device`, by name and by address: the other one is left alone."""
    taps = stage.machine.taps
    for chosen, other, who in ((taps[0], taps[1], taps[0].name), (taps[1], taps[0], taps[1].address)):
        stage.restart("--device", who, taps=[chosen])
        # Long enough for the other one: it is as near, and set up before in less.
        poll(lambda other=other: other.connected, FAR_SECONDS, 0.5)
        report = stage.report
        report.check(f"--device {who}: the other Tap is not connected to", not other.connected, other.log())
        report.equal(f"--device {who}: nothing is written to it", other.written(stage.began), [])
        stage.of(chosen, stage.recorder).moves(f"--device {who}: the one that is meant moves the first pointer")
        report.equal(f"--device {who}: there is no second one", nodes(names(2)[0]), [])


def profiles(stage):
    """`--profile-for`: the first protocol's Tap switches to tapping, the other one has the usual profile."""
    second, old = stage.machine.taps
    stage.restart("--profile-for", f"{old.address}=tapping", pairs=2)
    seats = {seat.tap: seat for seat in seated(stage)}
    start = time.monotonic()
    mark = seats[old].recorder.mark()
    old.pinch(first.LITTLE)
    stage.report.within(
        EVENT_LIMIT,
        f"{old.name} has the profile that is for it",
        lambda: old.wrote([first.TAPPING_STATE], start, old.commands),
        lambda: old.written(start),
    )
    seats[old].keys("its pinch of the little finger types nothing", mark, [])
    mark = seats[second].recorder.mark()
    second.pinch(frames.PINCH_LITTLE)
    seats[second].keys(f"{second.name} has the usual one", mark, ["KEY_ESC 1", "KEY_ESC 0"])
    written = [write.frame.hex() for write in second.writes(start) if write.frame == frames.TAPPING_MODEL]
    stage.report.equal("and is not switched", written, [])


def merged(stage):
    """`--merge`: one pair of devices; a button that both hold comes up when the second hand lets go."""
    report, taps = stage.report, stage.machine.taps
    stage.restart("--merge")
    report.equal("--merge: there is no second pointer", nodes(names(2)[0]), [])
    seats = [stage.of(tap, stage.recorder) for tap in taps]
    for seat in seats:
        seat.moves(f"--merge: {seat.tap.name} moves the one pointer")
    mark = stage.recorder.mark()
    report.need(seats[0].press_by_drag(f"--merge: {taps[0].name} holds the left button"))
    start = time.monotonic()
    taps[1].hold_index()
    report.within(
        EVENT_LIMIT,
        f"--merge: {taps[1].name} holds it as well",
        lambda: taps[1].wrote([first.haptic(40)] * 2, start, uuids.UI_COMMAND),
        lambda: taps[1].written(start),
    )
    taps[0].rest()
    stage.recorder.quiet()
    report.equal("--merge: one hand lets go, and the button stays down", stage.recorder.held(), {"BTN_LEFT"})
    start = time.monotonic()
    taps[1].rest()
    stage.released("--merge: the other one lets go, and it comes up", start)
    report.equal(
        "--merge: it went down once and came up once", stage.recorder.keys(mark), ["BTN_LEFT 1", "BTN_LEFT 0"]
    )
    report.equal("--merge: every frame of events was well formed", stage.recorder.grammar(), [])
