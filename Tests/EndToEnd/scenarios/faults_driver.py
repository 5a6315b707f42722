"""The driver is killed, its devices are destroyed, the clock is set and its configuration replaced."""

import contextlib
import os
import signal
import time

from harness.faults import ROUNDS, Faults
from harness.foreign import destroy_uinput
from harness.moments import MOMENTS, drag
from harness.recorder import NAMES
from harness.stage import EVENT_LIMIT, RELEASE_LIMIT

SCENARIO_SECONDS = 600 + 240 * ROUNDS
HOUR = 3600

GOOD = 'profiles = {{ desktop = {{ ring = {{ pinch = "{}"; }}; }}; }};\n'
CONFIGURATIONS = {
    "another": lambda faults: GOOD.format(faults.random.choice(["KEY_ESC", "KEY_LEFT", "KEY_UP", "KEY_RIGHT"])),
    "broken": lambda faults: faults.random.choice(["profiles = {", "profiles = { desktop = { ring = 3; }; };", "\0"]),
    "empty": lambda _: "",
    "gone": lambda _: None,
}


def at(faults, kind):
    """The hand is doing something that is drawn; returns what to call it."""
    moment = faults.random.choice(list(MOMENTS))
    what = faults.begin(f"{kind} {moment}")
    MOMENTS[moment](faults.stage)
    time.sleep(faults.random.uniform(0, 0.5))
    return what


def killed(faults):
    stage = faults.stage
    what = at(faults, "SIGKILL")
    stage.machine.driver.send(signal.SIGKILL)
    stage.report.within(
        RELEASE_LIMIT,
        f"{what}: its devices are gone",
        lambda: stage.recorder.gone == set(NAMES),
        lambda: f"gone: {stage.recorder.gone}",
    )
    faults.nothing_down(what)
    stage.tap.still()
    faults.start("--config", configuration(faults), keeps_link=True)
    stage.tap.rest()
    faults.works(f"{what}, and a new start")


def devices_destroyed(faults):
    stage = faults.stage
    what = at(faults, "the virtual devices are destroyed")
    start = time.monotonic()
    count = destroy_uinput(stage.machine.driver.pid)
    stage.report.equal(f"{what}: there were two", count, 2)
    faults.nothing_down(what)
    # It is noticed by what is written next; then nobody listens to the Tap for a while.
    with contextlib.suppress(RuntimeError):
        stage.tap.rest()
        stage.tap.motion(20, 20, count=3)
    faults.back(what, start)
    faults.other_devices(what)
    stage.tap.rest()
    faults.works(f"{what}, and made anew")


def clock_set(faults):
    """Forward and back by hours, in a drag: nothing ends, and nothing comes."""
    stage = faults.stage
    hours = faults.random.choice([-5, -1, 1, 5, 24 * 400])
    what = faults.begin("the clock is set")
    drag(stage)
    mark, start = stage.recorder.mark(), time.monotonic()
    time.clock_settime(time.CLOCK_REALTIME, time.time() + hours * HOUR)
    try:
        stage.moves(f"{what} by {hours} hours: the drag goes on")
    finally:
        time.clock_settime(time.CLOCK_REALTIME, time.time() - hours * HOUR)
    stage.moves(f"{what} back: the drag goes on")
    stage.report.equal(f"{what}: nothing is pressed or let go", stage.recorder.keys(mark), [])
    stage.report.equal(f"{what}: the link is kept", stage.tap.find("disconnected", start), [])
    stage.tap.rest()
    faults.works(what)


def configuration(faults):
    """The file's path, in a folder that stays from fault to fault."""
    if not hasattr(faults, "folder"):
        faults.folder = faults.stage.machine.folder()
    path = os.path.join(faults.folder, "tapinput.conf")
    if not os.path.exists(path):
        write(path, GOOD.format("KEY_ESC"))
    return path


def write(path, text):
    with open(path + "~", "w", encoding="utf-8") as file:
        file.write(text)
    os.rename(path + "~", path)


def configuration_replaced(faults):
    stage = faults.stage
    name = faults.random.choice(list(CONFIGURATIONS))
    what = faults.begin(f"the configuration in a drag: {name}")
    path = configuration(faults)
    drag(stage)
    mark = stage.recorder.mark()
    text = CONFIGURATIONS[name](faults)
    if text is None:
        os.unlink(path)
    else:
        write(path, text)
    stage.moves(f"{what}: the drag goes on")
    stage.report.equal(f"{what}: the button stays down", stage.recorder.keys(mark), [])
    start = time.monotonic()
    stage.tap.rest()
    stage.released(f"{what}: it comes up when the hand lets go", start, EVENT_LIMIT)
    faults.runs(what)
    faults.works(what)
    configuration(faults)


KINDS = {
    "killed": killed,
    "devices destroyed": devices_destroyed,
    "clock set": clock_set,
    "configuration replaced": configuration_replaced,
}


def run(stage):
    stage.machine.ready()
    faults = Faults(stage, "driver")
    faults.start("--config", configuration(faults))
    for _ in range(2 * ROUNDS):
        names = [name for name in KINDS if name != "killed"]
        faults.random.shuffle(names)
        for name in names:
            KINDS[name](faults)
    # Last, as memory and descriptors are those of one process.
    for _ in range(ROUNDS):
        killed(faults)
    faults.end()
