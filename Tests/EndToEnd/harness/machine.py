"""The virtual machine as the driver finds it: device nodes, the bus, BlueZ and a Tap."""

import asyncio
import contextlib
import glob
import grp
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from typing import NamedTuple

from harness import bluez
from harness.models import V2
from harness.processes import WORK, Process
from harness.tap import tap_of
from harness.waiting import poll, wait_for

UINPUT = "/dev/uinput"
NOBODY = 65534
BUS_SOCKET = "/run/dbus/system_bus_socket"
BUS_PID = "/run/dbus/pid"
# The program runs no other one: it would not find it.
ENVIRONMENT = {"PATH": "/nonexistent", "HOME": "/nonexistent"}


class Outcome(NamedTuple):
    """What a command came to: its exit status, None if it did not end, its output and its messages."""

    status: int | None
    output: str
    messages: str


class Machine:
    def __init__(self, driver, rule):
        os.makedirs(WORK, exist_ok=True)
        os.chmod(WORK, 0o755)
        self.bus = self.bluetoothd = self.air = self.driver = None
        self.taps = []
        # A copy that any user may run, wherever the original is.
        self.program = shutil.copy(driver, os.path.join(WORK, "tapinput"))
        os.chmod(self.program, 0o755)
        self.prepare(rule)

    def prepare(self, rule):
        """Modules and the udev rule; bonds are kept in memory."""
        os.makedirs("/var/lib/bluetooth", exist_ok=True)
        subprocess.run(["mount", "-t", "tmpfs", "none", "/var/lib/bluetooth"], check=True)
        shutil.copy(rule, "/etc/udev/rules.d/")
        if subprocess.run(["udevadm", "control", "--ping", "--timeout=10"]).returncode:
            subprocess.run(["/lib/systemd/systemd-udevd", "--daemon"], check=True)
        subprocess.run(["udevadm", "control", "--reload"], check=True)
        subprocess.run(["modprobe", "-a", "uinput", "evdev", "hci_vhci", "uhid"], check=True)
        subprocess.run(["udevadm", "trigger", "--action=add", "--subsystem-match=misc"], check=True)
        subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)

    def check_uinput(self, report):
        status = os.stat(UINPUT)
        mode = stat.S_IMODE(status.st_mode)
        report.equal(
            "the udev rule gives /dev/uinput to root and the group input, and to no one else",
            f"{mode:o} {status.st_uid} {grp.getgrgid(status.st_gid).gr_name}",
            "660 0 input",
        )

    def start_bus(self):
        os.makedirs("/run/dbus", exist_ok=True)
        for path in (BUS_SOCKET, BUS_PID):
            if os.path.exists(path):
                os.unlink(path)
        self.bus = Process("dbus-daemon", ["dbus-daemon", "--system", "--nofork", "--nopidfile"])
        wait_for(lambda: os.path.exists(BUS_SOCKET), 30, "the system bus is there")

    def stop_bus(self, number=signal.SIGTERM):
        if self.bus:
            self.bus.stop(number)
            self.bus = None

    def start_bluetoothd(self, adapter=True):
        """Starts BlueZ, and returns when its adapter is switched on."""
        self.bluetoothd = Process("bluetoothd", ["/usr/sbin/bluetoothd", "-n"])
        if adapter:
            self.power(True)

    def stop_bluetoothd(self, number=signal.SIGTERM):
        if self.bluetoothd:
            self.bluetoothd.stop(number)
            self.bluetoothd = None

    @property
    def tap(self):
        """The Tap of a scenario that has one."""
        return self.taps[0]

    def start_taps(self, *models):
        """Starts Taps, and whatever else is in the air."""
        for model in models:
            for kind in ("log", "socket"):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(os.path.join(WORK, f"{model.name}.{kind}"))
        command = [sys.executable, "-m", "harness.virtual_tap", WORK]
        self.air = Process("air", command + [model.text for model in models])
        self.taps = [tap_of(model) for model in models]

    def bond(self, tap=None):
        asyncio.run(bluez.bond((tap or self.tap).address))

    def power(self, on):
        asyncio.run(bluez.power(on))

    def bare(self):
        """No bus, no BlueZ, no Tap, no bonds."""
        self.stop_driver()
        self.stop_bluetoothd()
        self.stop_bus()
        if self.air:
            self.air.stop()
            self.air, self.taps = None, []
        for path in glob.glob("/var/lib/bluetooth/*"):
            shutil.rmtree(path)

    def strangers(self, *models):
        """A bus, BlueZ, and Taps that it knows nothing of."""
        self.bare()
        self.start_bus()
        self.start_taps(*models)
        self.start_bluetoothd()

    def ready(self, *models):
        """Whatever went before: a bus, BlueZ, and bonded Taps that can be connected to; by default one, of v2."""
        models = models or (V2,)
        if self.taps and tuple(tap.model for tap in self.taps) != models:
            self.bare()
        self.stop_driver()
        if not (self.bus and self.bus.running):
            self.stop_bluetoothd()
            self.start_bus()
        if not (self.air and self.air.running):
            self.stop_bluetoothd()
            self.start_taps(*models)
        if not (self.bluetoothd and self.bluetoothd.running):
            self.start_bluetoothd()
        self.power(True)
        for tap in self.taps:
            tap.reset()
            if not self.bonded(tap):
                self.bond(tap)
        self.disconnect()

    def disconnect(self):
        """Nothing is connected; but a keyboard is connected to by BlueZ itself as soon as it is there."""
        for tap in self.taps:
            tap.drop()
        for tap in self.taps:
            wait_for(
                lambda tap=tap: self.connected(tap) == tap.connected == tap.model.hid,
                30,
                f"the link of {tap.name} is as it should be",
            )

    def bonded(self, tap):
        try:
            return asyncio.run(bluez.device_property(tap.address, "Paired"))
        except bluez.Refused:
            return False

    def connected(self, tap=None):
        return asyncio.run(bluez.device_property((tap or self.tap).address, "Connected"))

    def known(self):
        """What BlueZ knows: the properties of devices, by address."""
        return asyncio.run(bluez.known())

    def battery(self, tap):
        """The level that BlueZ knows."""
        return asyncio.run(bluez.battery(tap.address))

    def scanning(self):
        return asyncio.run(bluez.adapter_property("Discovering"))

    def died(self):
        """The names of what should be running and is not; the driver is a scenario's own affair."""
        services = (self.bus, self.bluetoothd, self.air)
        return [f"{each.name} ({each.status})" for each in services if each and not each.running]

    def collect_logs(self):
        """Whatever logs are not yet where they are printed from: here all are."""

    def command(self, *arguments, input_group=True):
        """The program as an ordinary user runs it: no capabilities, and no group but `input`."""
        groups = [f"--groups={grp.getgrnam('input').gr_gid}"] if input_group else ["--clear-groups"]
        return [
            "/usr/bin/setpriv",
            f"--reuid={NOBODY}",
            f"--regid={NOBODY}",
            *groups,
            "--no-new-privs",
            "--inh-caps=-all",
            "--bounding-set=-all",
            self.program,
            *map(str, arguments),
        ]

    def start_driver(self, *arguments, input_group=True, environment=None):
        command = self.command("run", *arguments, input_group=input_group)
        self.driver = Process("driver", command, environment={**ENVIRONMENT, **(environment or {})})
        return self.driver

    def start(self, *arguments, input_group=True):
        """Starts another command of the program, which goes on until it is stopped."""
        command = self.command(*arguments, input_group=input_group)
        return Process(arguments[0], command, environment=ENVIRONMENT, apart=True)

    def run(self, *arguments, seconds=60, input_group=True):
        """Runs a command of the program to its end; what it said is in a log as well."""
        process = self.start(*arguments, input_group=input_group)
        poll(lambda: not process.running, seconds)
        status = process.status
        process.stop()
        return Outcome(status, process.output(), process.text())

    def folder(self):
        """A new folder that the program may write to."""
        path = tempfile.mkdtemp(dir=WORK)
        os.chmod(path, 0o777)
        return path

    def stop_driver(self, number=signal.SIGTERM):
        if self.driver is None:
            return None
        status = self.driver.stop(number)
        self.driver = None
        return status
