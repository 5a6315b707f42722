"""The link is cut after each notification of each gesture, of both protocols.

Of the second protocol at every point, with a scripted BlueZ that needs no radio; of both at points that are drawn, with
the virtual radio and the real BlueZ, which takes much longer: all of the first protocol in three rounds, and of the
second in four.
"""

import asyncio
import time

from harness import bluez, gestures
from harness.faults import ROUNDS, Faults, scripted
from harness.models import V1, V2

POINTS_A_ROUND = 21
SCENARIO_SECONDS = 900 + 120 * ROUNDS


def run(stage):
    without_radio(stage)
    for model in (V2, V1):
        with_radio(stage, model)


def without_radio(stage):
    with scripted(stage, "links, scripted") as faults:
        faults.start()
        points = gestures.points("v2")
        faults.random.shuffle(points)
        for name, length in points:
            cut(faults, f"scripted: {name}", name, length, stage.tap.connect)
        faults.end()


def with_radio(stage, model):
    stage.machine.bare()
    stage.machine.ready(model)
    faults = Faults(stage, f"links, {model.protocol}")
    faults.start()
    points = gestures.points(model.protocol)
    faults.random.shuffle(points)
    for name, length in points[: POINTS_A_ROUND * ROUNDS]:
        # What the driver does by itself, after pauses that grow, other scenarios show.
        cut(
            faults,
            f"{model.protocol}: {name}",
            name,
            length,
            lambda: asyncio.run(bluez.connect(stage.tap.address)),
        )
    faults.end()


def cut(faults, kind, name, length, connect):
    faults.begin(kind)
    what = f"{kind}, cut after notification {length}"
    gestures.play(faults.stage, faults.stage.tap, name, length)
    faults.stage.tap.drop()
    faults.nothing_down(what)
    start = time.monotonic()
    connect()
    faults.back(what, start)
    faults.moves(what)
    faults.nothing_down(f"{what}, after that")
