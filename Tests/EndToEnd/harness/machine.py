"""The virtual machine as the driver finds it: device nodes, the bus, BlueZ and a Tap."""

import asyncio
import glob
import grp
import os
import shutil
import signal
import stat
import subprocess

from harness import bluez
from harness.processes import WORK, Process
from harness.tap import ADDRESS, Tap
from harness.waiting import wait_for

UINPUT = "/dev/uinput"
NOBODY = 65534
BUS_SOCKET = "/run/dbus/system_bus_socket"
BUS_PID = "/run/dbus/pid"


class Machine:
    def __init__(self, driver, rule):
        os.makedirs(WORK, exist_ok=True)
        os.chmod(WORK, 0o755)
        self.bus = self.bluetoothd = self.tap = self.driver = None
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

    def start_tap(self, hid=False):
        self.tap = Tap(hid)

    def bond(self):
        asyncio.run(bluez.bond(ADDRESS))

    def power(self, on):
        asyncio.run(bluez.power(on))

    def bare(self):
        """No bus, no BlueZ, no Tap, no bonds."""
        self.stop_driver()
        self.stop_bluetoothd()
        self.stop_bus()
        if self.tap:
            self.tap.process.stop()
            self.tap = None
        for path in glob.glob("/var/lib/bluetooth/*"):
            shutil.rmtree(path)

    def ready(self, hid=False):
        """Whatever went before: a bus, BlueZ, and a bonded Tap that can be connected to."""
        if self.tap and self.tap.hid != hid:
            self.bare()
        self.stop_driver()
        if not (self.bus and self.bus.running):
            self.stop_bluetoothd()
            self.start_bus()
        if not (self.tap and self.tap.process.running):
            self.stop_bluetoothd()
            self.start_tap(hid)
        if not (self.bluetoothd and self.bluetoothd.running):
            self.start_bluetoothd()
        self.power(True)
        self.tap.advertise(True)
        if not self.bonded:
            self.bond()
        self.tap.drop()
        # A keyboard is connected to by BlueZ itself as soon as it is there; else nothing is before the driver starts.
        wait_for(lambda: self.connected() == self.tap.connected == hid, 30, "the link is as it should be")

    @property
    def bonded(self):
        try:
            return asyncio.run(bluez.device_property(ADDRESS, "Paired"))
        except bluez.Refused:
            return False

    def connected(self):
        return asyncio.run(bluez.device_property(ADDRESS, "Connected"))

    def died(self):
        """The names of what should be running and is not; the driver is a scenario's own affair."""
        services = (self.bus, self.bluetoothd, self.tap and self.tap.process)
        return [f"{each.name} ({each.status})" for each in services if each and not each.running]

    def start_driver(self, input_group=True, environment=None):
        """The driver as an ordinary user: no capabilities, and no group but `input`."""
        groups = [f"--groups={grp.getgrnam('input').gr_gid}"] if input_group else ["--clear-groups"]
        self.driver = Process(
            "driver",
            [
                "setpriv",
                f"--reuid={NOBODY}",
                f"--regid={NOBODY}",
                *groups,
                "--no-new-privs",
                "--inh-caps=-all",
                "--bounding-set=-all",
                self.program,
                "run",
            ],
            environment={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", **(environment or {})},
        )
        return self.driver

    def stop_driver(self, number=signal.SIGTERM):
        if self.driver is None:
            return None
        status = self.driver.stop(number)
        self.driver = None
        return status
