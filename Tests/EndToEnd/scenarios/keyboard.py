"""A Tap that is a keyboard too: BlueZ binds it to the kernel, and connects to it, by itself."""

import time

from harness.recorder import nodes
from harness.waiting import wait_for

# What BlueZ calls a keyboard whose name it has not read.
NAMES = ("TapXR_E2E", "TapXR_E2E Keyboard", "bluez-hog-device")


def run(stage):
    stage.machine.ready(hid=True)
    report, tap = stage.report, stage.tap
    wait_for(keyboards, 30, "BlueZ has made a keyboard of the Tap")
    report.check("the Tap is connected as a keyboard before the driver starts", stage.machine.connected())
    stage.start()
    stage.moves("motion works")
    for attempt in ("once", "twice"):
        report.need(stage.press_by_drag())
        tap.advertise(False)
        start = time.monotonic()
        tap.drop()
        stage.released(f"the link is lost {attempt}: the button comes up", start)
        start = time.monotonic()
        tap.advertise(True)
        report.need(stage.set_up_since(start, f"the link is lost {attempt}: the Tap is set up again"))
        stage.moves(f"the link is lost {attempt}: motion works again")
    stage.nodes_kept("the devices are still the same ones")


def keyboards():
    return [name for name in NAMES if nodes(name)]
