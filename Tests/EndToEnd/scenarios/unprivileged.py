"""What is missing is said, and waited for where that makes sense."""

import contextlib
import os
import re
import signal
import stat
import subprocess
import time

from harness import frames
from harness.machine import UINPUT
from harness.models import V2
from harness.recorder import KEYBOARD, POINTER, nodes
from harness.stage import CONNECT_LIMIT

SAID_LIMIT = 30
NO_PERMISSION = 77
FEW_LINES = 20
# The longest pause between attempts that nothing but time wakes up.
DEVICE_LIMIT = 70
SILENCE = 5
NO_AUTOLOAD = "/etc/modprobe.d/tapinput-test.conf"
CAPTURE = os.path.join(os.path.dirname(__file__), "..", "..", "..", "Sources", "Driver", "Resources", "demo.tapcap")


def run(stage):
    machine, report = stage.machine, stage.report
    machine.bare()
    machine.check_uinput(report)

    for obstacle in OBSTACLES:
        waits_for_devices(machine, report, *obstacle)
    replayed = machine.run("replay", CAPTURE, "--sink", "uinput", input_group=False)
    report.equal("what is replayed without permission ends at once", replayed.status, NO_PERMISSION)

    driver = machine.start_driver()
    said(report, driver, "that there is no system bus", r"no system bus")
    waits(report, driver, "without a bus")
    machine.start_bus()
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


def no_module(_):
    modprobe("-r", "uinput")
    yield
    modprobe("uinput")


def no_permission(_):
    yield
    os.chmod(UINPUT, 0o666)
    yield
    os.chmod(UINPUT, 0o660)


def no_driver_behind(_):
    """A node that is there before its module, which does not come by itself when the node is opened."""
    with open(NO_AUTOLOAD, "w", encoding="ascii") as file:
        file.write("install uinput /bin/false\n")
    put_node(10, 223)
    yield
    os.unlink(NO_AUTOLOAD)
    modprobe("uinput")


def another_file(_):
    put_node(1, 3)
    yield
    os.unlink(UINPUT)
    modprobe("uinput")


def put_node(major, minor):
    """A node of this device in the place of uinput's, without the module."""
    modprobe("-r", "uinput")
    with contextlib.suppress(FileNotFoundError):
        os.unlink(UINPUT)
    os.mknod(UINPUT, stat.S_IFCHR, os.makedev(major, minor))
    os.chmod(UINPUT, 0o666)


# What is wrong, what is said of it, and a generator: breaks it, yields, mends it, and perhaps yields and cleans up.
OBSTACLES = [
    ("without the module", r"missing.*modprobe uinput", no_module),
    ("without permission", r"permission denied.*60-tapinput\.rules", no_permission),
    ("with a node and no module", r"no uinput behind it", no_driver_behind),
    ("with another device in its place", r"is not the kernel's uinput", another_file),
]


def waits_for_devices(machine, report, when, pattern, obstacle):
    fault = obstacle(machine)
    next(fault)
    driver = machine.start_driver(input_group=when != "without permission")
    said(report, driver, f"what is missing {when}", pattern)
    waits(report, driver, when)
    # What was said once is not said again while nothing changes.
    time.sleep(SILENCE)
    report.equal(f"{when} it says so once", len(re.findall(pattern, driver.text())), 1)
    start = time.monotonic()
    next(fault, None)
    report.within(DEVICE_LIMIT, f"{when}: mended, the devices are made", lambda: nodes(POINTER) and nodes(KEYBOARD))
    report.note(f"{when}: {time.monotonic() - start:.1f} s after it was mended")
    next(fault, None)
    machine.stop_driver()


def modprobe(*arguments):
    subprocess.run(["modprobe", "--ignore-install" if arguments[0] != "-r" else "-q", *arguments], check=True)
    subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)


def said(report, driver, what, pattern):
    report.within(
        SAID_LIMIT,
        f"the driver names {what}",
        lambda: re.search(pattern, driver.text()),
        lambda: f"it said: {driver.text()!r}",
    )


def waits(report, driver, when):
    report.check(f"{when} it goes on waiting", driver.running, f"exit status {driver.status}")
