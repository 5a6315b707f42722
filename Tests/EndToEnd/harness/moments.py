"""What the hand may be doing when something breaks."""

from harness import frames, gestures


def rest(stage):
    pass


def motion(stage):
    stage.tap.stream(frames.NONE, 3, 3)


def hold(stage):
    stage.tap.hold_index()


def drag(stage):
    stage.report.need(stage.press_by_drag())


def moving_drag(stage):
    stage.report.need(stage.press_by_drag())
    stage.tap.stream(frames.HOLD_INDEX, 3, 3)


def swipe(stage):
    stage.tap.stream(frames.LEFT)


def twist(stage):
    gestures.play(stage, stage.tap, "a volume twist", 8)


def fist(stage):
    stage.tap.stream(frames.FIST)


# Those of a Tap of the second protocol.
MOMENTS = {
    "at rest": rest,
    "in motion": motion,
    "in a hold": hold,
    "in a drag": drag,
    "in a drag that moves": moving_drag,
    "in a swipe": swipe,
    "in a twist": twist,
    "in a fist": fist,
}
