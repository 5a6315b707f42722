"""Links that end and come back: a thousand with a scripted BlueZ, and some with the real one."""

import os
import time

from harness.faults import ROUNDS, Faults, scripted

RECONNECTS = int(os.environ.get("FAULT_RECONNECTS") or 1000)
REAL_A_ROUND = 4
SCENARIO_SECONDS = 900 + 2 * RECONNECTS + 120 * ROUNDS


def run(stage):
    without_radio(stage)
    real(stage)


def without_radio(stage):
    """One in ten of them in a drag."""
    with scripted(stage, "reconnects, scripted") as faults:
        faults.start()
        for _ in range(RECONNECTS):
            what = faults.begin("a link ends")
            if faults.random.random() < 0.1:
                stage.press_by_drag(f"{what}: in a drag")
            stage.tap.drop()
            faults.nothing_down(what)
            start = time.monotonic()
            stage.tap.connect()
            faults.back(what, start)
            faults.moves(what)
        faults.nothing_down("after all")
        faults.end()


def real(stage):
    """The driver connects by itself, after pauses that grow with losses that follow each other."""
    stage.machine.bare()
    stage.machine.ready()
    faults = Faults(stage, "reconnects")
    faults.start()
    for _ in range(REAL_A_ROUND * ROUNDS):
        what = faults.begin("a link ends")
        start = time.monotonic()
        stage.tap.drop()
        faults.back(what, start)
        faults.moves(what)
        faults.nothing_down(what)
    faults.end()
