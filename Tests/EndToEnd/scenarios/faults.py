"""What is below the driver breaks in the middle of a drag: the button comes up, and all goes on when it is mended."""

import signal
import time

from harness import outages
from harness.recorder import NAMES
from harness.stage import RELEASE_LIMIT

AWAY_SECONDS = 30


def tap_goes_away(machine):
    """For longer than the kernel tries to connect."""
    machine.tap.advertise(False)
    machine.tap.drop()
    yield
    time.sleep(AWAY_SECONDS)
    machine.tap.advertise(True)


# Each a generator: breaks the thing, yields, and mends it.
FAULTS = [
    ("the Tap goes out of reach", "the Tap is back after a while", tap_goes_away),
    ("bluetoothd is killed", "bluetoothd is back", outages.bluetoothd_killed),
    ("the adapter is switched off", "the adapter is on again", outages.adapter_off),
    ("the system bus is killed", "the bus and bluetoothd are back", outages.bus_killed),
]


def run(stage):
    stage.machine.ready()
    stage.start()
    for broken, mended, fault in FAULTS:
        during_a_drag(stage, broken, mended, fault(stage.machine))
    stopped(stage)
    killed(stage)


def during_a_drag(stage, broken, mended, fault):
    report = stage.report
    report.need(stage.press_by_drag())
    start = time.monotonic()
    next(fault)
    stage.released(f"{broken}: the button comes up", start)
    # The hand lets go meanwhile: a link that outlives bluetoothd would bring the rest of the hold.
    stage.tap.still()
    report.check(f"{broken}: the driver stays", stage.machine.driver.running, stage.machine.driver.status)
    start = time.monotonic()
    next(fault, None)
    report.need(stage.set_up_since(start, f"{mended}: the driver reconnects and sets the Tap up again"))
    stage.nodes_kept(f"{mended}: the devices are still the same ones")
    stage.moves(f"{mended}: motion works again")
    report.equal(f"{mended}: nothing is down", stage.recorder.held(), set())


def stopped(stage):
    """As Ctrl+Z in a terminal does."""
    report, driver = stage.report, stage.machine.driver
    report.need(stage.press_by_drag())
    start = time.monotonic()
    driver.send(signal.SIGTSTP)
    stage.released("the driver's job is stopped: the button comes up", start)
    report.within(RELEASE_LIMIT, "it has stopped", lambda: state(driver.pid) == "T")
    stage.tap.rest()
    driver.send(signal.SIGCONT)
    stage.moves("it goes on: motion works again")
    report.equal("it goes on: nothing is down", stage.recorder.held(), set())


def state(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        return file.read().rpartition(")")[2].split()[0]


def killed(stage):
    report = stage.report
    report.need(stage.press_by_drag())
    desktop = stage.libinput.mark()
    stage.machine.driver.send(signal.SIGKILL)
    report.within(
        RELEASE_LIMIT,
        "the driver is killed: its devices are gone",
        lambda: stage.recorder.gone == set(NAMES),
        lambda: f"gone: {stage.recorder.gone}",
    )
    stage.desktop_saw(
        "the driver is killed: the desktop sees the button come up", desktop, r"BTN_LEFT \(\d+\) released"
    )
