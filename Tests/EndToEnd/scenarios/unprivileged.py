"""What is missing is said, and waited for where that makes sense."""

import re
import signal
import time

from harness import frames
from harness.models import V2
from harness.stage import CONNECT_LIMIT

SAID_LIMIT = 30
NO_PERMISSION = 77
FEW_LINES = 20


def run(stage):
    machine, report = stage.machine, stage.report
    machine.bare()
    machine.check_uinput(report)

    driver = machine.start_driver(input_group=False)
    report.within(SAID_LIMIT, "without the group input the driver ends", lambda: not driver.running)
    report.equal("its exit status says: no permission", driver.status, NO_PERMISSION)
    said(report, driver, "the udev rule", r"udev|60-tapinput")
    machine.stop_driver()

    machine.start_bus()
    driver = machine.start_driver()
    said(report, driver, "that BlueZ is not running", r"bluetoothd|BlueZ|bluetooth\.service")
    waits(report, driver, "without BlueZ")

    machine.start_bluetoothd(adapter=False)
    said(report, driver, "that there is no adapter", r"adapter")
    waits(report, driver, "without an adapter")

    machine.start_taps(V2)
    machine.power(True)
    said(report, driver, "that no Tap is bonded", r"\b[Pp]air|\b[Bb]ond")
    waits(report, driver, "without a bonded Tap")

    start = time.monotonic()
    machine.bond()
    report.within(
        CONNECT_LIMIT,
        "as soon as a Tap is bonded it is set up",
        lambda: machine.tap.wrote(frames.AIR_MOUSE, start),
        lambda: [write.frame.hex() for write in machine.tap.writes(start)],
    )
    lines = len(driver.text().splitlines())
    report.check("all this was said in few lines", lines <= FEW_LINES, f"{lines} lines")
    driver.send(signal.SIGTERM)
    report.within(10, "the driver ends when it is told to", lambda: not driver.running)
    report.equal("its exit status is 0", driver.status, 0)


def said(report, driver, what, pattern):
    report.within(
        SAID_LIMIT,
        f"the driver names {what}",
        lambda: re.search(pattern, driver.text()),
        lambda: f"it said: {driver.text()!r}",
    )


def waits(report, driver, when):
    report.check(f"{when} it goes on waiting", driver.running, f"exit status {driver.status}")
