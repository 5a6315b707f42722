"""Every gesture of both protocols, notification by notification, for what may happen between any two of them."""

from harness import first, frames, uuids
from harness.tap import PERIOD_MS
from harness.waiting import poll

# The one before it is repeated until the hold has become a drag.
DECIDED = None
DECIDE_LIMIT = 5
PULSE_MS = 40


def second(value):
    return uuids.EVENTS, value


def state(number):
    return uuids.AIR_GESTURE, first.state(number)


def swipe(number):
    return uuids.AIR_GESTURE, first.swipe(number)


def moved(roll=0, step=20):
    return uuids.MOUSE, first.motion(step, step, roll)


NONE = second(frames.gesture(frames.NONE))
INDEX, LITTLE, FIST = (
    second(frames.gesture(number)) for number in (frames.HOLD_INDEX, frames.HOLD_LITTLE, frames.FIST)
)
PINCH = second(frames.gesture(frames.PINCH_INDEX))
MOTION = second(frames.motion(20, 20))
TURN = [second(frames.motion(0, 0, 5 * sample)) for sample in range(8)]
ENDS = [NONE] * frames.NONES_END_HOLD

V2 = {
    "motion": [MOTION] * 3,
    "a swipe": [second(frames.gesture(frames.LEFT))] * 3 + [NONE] * 2,
    "a pinch": [PINCH, *ENDS],
    "a double pinch": [PINCH, *ENDS] * 2,
    "a hold": [INDEX] * 3,
    "a drag": [INDEX, DECIDED, MOTION, INDEX, MOTION, *ENDS],
    "a scroll": [second(frames.gesture(frames.HOLD_MIDDLE)), DECIDED, MOTION, MOTION, *ENDS],
    "a twist": [INDEX, *TURN, *ENDS],
    "a volume twist": [LITTLE, *TURN, *ENDS],
    "a fist": [FIST] * 2 + [MOTION] + [NONE] * frames.NONES_END_FIST,
    "a fist in a drag": [INDEX, DECIDED, FIST, FIST, *[NONE] * frames.NONES_END_FIST],
    "a tap": [second(frames.tap(4))],
    "three taps": [second(frames.tap(4))] * 3,
}

REST = [state(first.NONE)] * 3
FIRST_TURN = [moved(5 * sample, 0) for sample in range(8)]

V1 = {
    "motion": [moved()] * 3,
    "a swipe": [swipe(first.LEFT)] * 2,
    "a pinch": [state(first.INDEX)] * 3 + REST,
    "a double pinch": ([state(first.INDEX)] * 2 + REST) * 2,
    "a hold": [state(first.INDEX)] * 3,
    "a drag": [state(first.INDEX), DECIDED, moved(), state(first.INDEX), moved(), *REST],
    "a twist": [state(first.LITTLE)] * 2 + FIRST_TURN + REST,
    "a fist": [state(first.FIST)] * 3 + [moved()] + REST,
    "a fist in a drag": [state(first.INDEX), DECIDED, state(first.FIST), state(first.FIST), *REST],
    "a tap": [(uuids.TAPS, first.tap(4))],
    "three taps": [(uuids.TAPS, first.tap(4, count)) for count in (1, 2, 3)],
}

GESTURES = {"v1": V1, "v2": V2}


def points(protocol):
    """Every point of every gesture: after which notification, from the first to the last."""
    return [
        (name, length)
        for name, notifications in GESTURES[protocol].items()
        for length in range(1, len(notifications) + 1)
    ]


def play(stage, tap, name, length):
    """The beginning of a gesture; where a hold is decided last, the hand holds on."""
    waiting = []
    notifications = GESTURES[tap.model.protocol][name][:length]
    for place, notification in enumerate(notifications):
        if notification is not DECIDED:
            waiting.append(notification)
            continue
        play_all(tap, waiting)
        waiting = []
        decide(stage, tap, notifications[place - 1])
        if place + 1 < len(notifications):
            tap.still()
    play_all(tap, waiting)


def play_all(tap, notifications):
    if notifications:
        tap.command("play", PERIOD_MS, *(f"{where}:{value.hex()}" for where, value in notifications))


def decide(stage, tap, notification):
    """Repeats what is held until a button is down or the Tap has pulsed for the hold and for the mode."""
    pulsed = pulses(tap)
    tap.repeat(notification)
    poll(lambda: stage.recorder.held() or pulsed() >= 2, DECIDE_LIMIT, 0.1)


def pulses(tap):
    """Tells, whenever it is asked, how many pulses the driver has asked the Tap for since now."""
    module = first if tap.model.protocol == "v1" else frames
    pulse, before = module.haptic(PULSE_MS), len(tap.writes())
    return lambda: sum(write.frame == pulse for write in tap.writes()[before:])
