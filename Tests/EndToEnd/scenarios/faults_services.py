"""What is below the driver goes away and comes back, whatever the hand is doing: bluetoothd, the adapter, the bus."""

import signal
import subprocess
import time

from harness.faults import ROUNDS, Faults
from harness.moments import MOMENTS

SCENARIO_SECONDS = 600 + 240 * ROUNDS
LONGEST_PAUSE = 2


def bluetoothd_killed(machine):
    machine.stop_bluetoothd(signal.SIGKILL)
    yield
    machine.start_bluetoothd()


def bluetoothd_ended(machine):
    machine.stop_bluetoothd(signal.SIGTERM)
    yield
    machine.start_bluetoothd()


def adapter_off(machine):
    machine.power(False)
    yield
    machine.power(True)


def adapter_blocked(machine):
    subprocess.run(["rfkill", "block", "bluetooth"], check=True)
    yield
    subprocess.run(["rfkill", "unblock", "bluetooth"], check=True)
    machine.power(True)


def adapter_pulled(machine):
    """The kernel has no adapter any more, and another one later."""
    machine.tap.adapter(False)
    yield
    machine.tap.adapter(True)
    machine.power(True)


def bus_killed(machine):
    machine.stop_bus(signal.SIGKILL)
    machine.stop_bluetoothd(signal.SIGKILL)
    yield
    machine.start_bus()
    machine.start_bluetoothd()


# Each a generator: breaks the thing, yields, and mends it.
FAULTS = {
    "bluetoothd is killed": bluetoothd_killed,
    "bluetoothd ends": bluetoothd_ended,
    "the adapter is switched off": adapter_off,
    "the adapter is blocked": adapter_blocked,
    "the adapter is pulled out": adapter_pulled,
    "the system bus is killed": bus_killed,
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
