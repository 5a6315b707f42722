"""A Tap that is a keyboard too: BlueZ binds it to the kernel, and connects to it, by itself."""

import time

from harness.models import V2_HID
from harness.recorder import nodes_of
from harness.waiting import wait_for


def run(stage):
    stage.machine.ready(V2_HID)
    report, tap = stage.report, stage.tap
    wait_for(lambda: nodes_of(V2_HID.address), 30, "BlueZ has made a keyboard of the Tap")
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
