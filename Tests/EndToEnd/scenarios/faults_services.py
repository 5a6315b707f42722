"""What is below the driver goes away and comes back, whatever the hand is doing: bluetoothd, the adapter, the bus."""

import time

from harness import outages
from harness.faults import ROUNDS, Faults
from harness.moments import MOMENTS

SCENARIO_SECONDS = 600 + 240 * ROUNDS
LONGEST_PAUSE = 2

FAULTS = {
    "bluetoothd is killed": outages.bluetoothd_killed,
    "bluetoothd ends": outages.bluetoothd_ended,
    "the adapter is switched off": outages.adapter_off,
    "the adapter is blocked": outages.adapter_blocked,
    "the adapter is pulled out": outages.adapter_pulled,
    "the system bus is killed": outages.bus_killed,
}


def kind(name, fault):
    """One fault, at a moment that is drawn, from the break to a driver that works."""

    def play(faults):
        stage = faults.stage
        moment = faults.random.choice(list(MOMENTS))
        what = faults.begin(f"{name} {moment}")
        MOMENTS[moment](stage)
        time.sleep(faults.random.uniform(0, 0.5))
        breaking = fault(stage.machine)
        next(breaking)
        faults.nothing_down(what)
        faults.runs(what)
        # The hand lets go meanwhile: a link that outlives bluetoothd would bring the rest of the gesture.
        stage.tap.still()
        time.sleep(faults.random.uniform(0, LONGEST_PAUSE))
        start = time.monotonic()
        next(breaking, None)
        faults.back(what, start)
        stage.nodes_kept(f"{what}: the devices are still the same ones")
        stage.tap.rest()
        faults.works(what)

    return play


KINDS = {name: kind(name, fault) for name, fault in FAULTS.items()}


def run(stage):
    stage.machine.ready()
    faults = Faults(stage, "services")
    faults.start()
    for _ in range(ROUNDS):
        names = list(KINDS)
        faults.random.shuffle(names)
        for name in names:
            KINDS[name](faults)
    faults.end()
