"""A random walk over all faults, one after the other, in an order that is drawn."""

import time

from harness import gestures
from harness.faults import ROUNDS, Faults
from scenarios import faults_driver, faults_services, faults_stopped

STEPS_A_ROUND = 8
SCENARIO_SECONDS = 600 + 300 * ROUNDS


def link_cut(faults):
    name, length = faults.random.choice(gestures.points("v2"))
    what = faults.begin("the link is cut")
    gestures.play(faults.stage, faults.stage.tap, name, length)
    start = time.monotonic()
    faults.stage.tap.drop()
    faults.nothing_down(what)
    faults.back(f"{what} in {name}, after notification {length}", start)
    faults.works(what)


KINDS = {**faults_services.KINDS, **faults_driver.KINDS, **faults_stopped.KINDS, "link cut": link_cut}


def run(stage):
    stage.machine.ready()
    faults = Faults(stage, "walk")
    faults.start("--config", faults_driver.configuration(faults))
    for _ in range(STEPS_A_ROUND * ROUNDS):
        name = faults.random.choice(list(KINDS))
        faults.report.note(f"next: {name}")
        KINDS[name](faults)
    faults.end()
