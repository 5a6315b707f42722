"""A bare Debian with systemd, and somebody new who is logged in at its screen."""

import contextlib
import glob
import grp
import os
import pwd
import re
import shutil
import signal
import stat
import subprocess

from harness.libinput import Libinput
from harness.machine import UINPUT, Machine, Outcome
from harness.processes import WORK
from harness.recorder import Recorder
from harness.waiting import poll, wait_for

NEWCOMER, STRANGER, ATTENDANT = "newcomer", "stranger", "attendant"
UNIT = "tapinput.service"
MEDIA = "/mnt"
VHCI = "hci_vhci"


class Desk(Machine):
    def __init__(self):
        os.makedirs(WORK, exist_ok=True)
        os.chmod(WORK, 0o755)
        self.bus = self.bluetoothd = self.air = self.driver = None
        self.taps = []
        self.program = "/usr/bin/tapinput"
        self.home = pwd.getpwnam(NEWCOMER).pw_dir
        self.runtime = f"/run/user/{pwd.getpwnam(NEWCOMER).pw_uid}"
        subprocess.run(["modprobe", "-a", VHCI, "uhid"], check=True)

    # Who does what

    def enter(self, line, who=NEWCOMER, seconds=120):
        """A line that somebody enters in a shell; the newcomer in the session at the screen."""
        environment = [f"HOME=/home/{who}", "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8"]
        if who == NEWCOMER:
            environment += [
                f"XDG_RUNTIME_DIR={self.runtime}",
                f"DBUS_SESSION_BUS_ADDRESS=unix:path={self.runtime}/bus",
            ]
        command = ["runuser", "-u", who, "--", "env", "-i", "-C", f"/home/{who}", *environment, "bash", "-c", line]
        return self.outcome(command, seconds)

    def administer(self, *command, seconds=120):
        """What root does."""
        return self.outcome(command, seconds)

    @staticmethod
    def outcome(command, seconds):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=seconds, input="y\n")
        except subprocess.TimeoutExpired as late:
            return Outcome(None, str(late.stdout), str(late.stderr))
        return Outcome(done.returncode, done.stdout, done.stderr)

    def wait_for_login(self):
        """The newcomer has logged in at the screen, and has a session's bus."""

        def logged_in():
            sessions = self.administer("loginctl", "list-sessions", "--no-legend").output
            return re.search(rf"\b{NEWCOMER}\s+seat0\s+tty1", sessions) and os.path.exists(f"{self.runtime}/bus")

        wait_for(logged_in, 120, f"{NEWCOMER} is logged in at the screen", 0.5)

    # The package

    def packages(self, pattern):
        return sorted(glob.glob(os.path.join(MEDIA, pattern)))

    @property
    def installed(self):
        """The version of the package that is there, or nothing."""
        done = self.administer("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", "tapinput")
        status, _, version = done.output.partition(" ")
        return version if done.status == 0 and status == "installed" else ""

    def install(self):
        """The package as the README has it, for scenarios that begin with it."""
        self.wait_for_login()
        if self.installed:
            return
        self.lay_package()
        done = self.enter("sudo apt install ./tapinput_*.deb")
        if done.status:
            raise RuntimeError(f"the package cannot be installed: {done}")

    def lay_package(self, pattern="tapinput_*.deb"):
        """The package is where the newcomer is."""
        for old in glob.glob(f"{self.home}/tapinput_*.deb"):
            os.unlink(old)
        for package in self.packages(pattern):
            shutil.copy(package, self.home)

    # The service

    def systemctl(self, *words, user=False, seconds=120):
        if user:
            return self.enter(" ".join(["systemctl", "--user", *words]), seconds=seconds)
        return self.administer("systemctl", *words, seconds=seconds)

    def shown(self, name, user=False):
        return self.systemctl("show", "--value", f"--property={name}", UNIT, user=user).output.strip()

    def active(self, user=False):
        return self.shown("ActiveState", user) == "active"

    def process(self, user=False):
        return int(self.shown("MainPID", user) or 0)

    def restarts(self, user=False):
        return int(self.shown("NRestarts", user) or 0)

    def send(self, number, user=False):
        os.kill(self.process(user), number)

    def no_service(self):
        """No driver of anybody's runs, or will."""
        self.systemctl("disable", "--now", UNIT, user=True)
        self.systemctl("disable", "--now", UNIT)
        for user in (True, False):
            self.systemctl("reset-failed", UNIT, user=user)

    def journal(self, user=False):
        unit = f"--user-unit={UNIT}" if user else f"--unit={UNIT}"
        return self.administer("journalctl", "--boot", "--no-pager", "--output=short-monotonic", unit).output

    def collect_logs(self):
        lines = self.administer("journalctl", "--boot", "--no-pager", "--output=short-monotonic", "--lines=60").output
        with open(os.path.join(WORK, "journal.log"), "w", encoding="utf-8") as file:
            file.write(lines)

    # Devices

    def uinput_is(self):
        """The permissions of /dev/uinput, and the users whom an access list names."""
        status = os.stat(UINPUT)
        names = re.findall(r"^user:(\w+):rw-", self.administer("getfacl", "--omit-header", UINPUT).output, re.M)
        return f"{stat.S_IMODE(status.st_mode):o} {pwd.getpwuid(status.st_uid).pw_name} " + (
            f"{grp.getgrgid(status.st_gid).gr_name} {','.join(names)}".strip()
        )

    def can_write(self, who):
        return self.enter(f"test -w {UINPUT}", who=who).status == 0

    def no_air(self):
        """No Tap, no adapter, and no bonds that BlueZ remembers."""
        if self.air:
            self.air.stop()
            self.air, self.taps = None, []
        self.systemctl("stop", "bluetooth")
        for path in glob.glob("/var/lib/bluetooth/*"):
            shutil.rmtree(path)

    def watch(self, stage):
        """The judges watch the devices of a driver that runs as a service."""
        stage.close()
        stage.libinput = Libinput()
        stage.recorder = Recorder()
        stage.recorders = [stage.recorder]
        poll(lambda: all(stage.libinput.knows(name) for name in stage.recorder.names), 10)

    def settle(self):
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(["udevadm", "settle", "--timeout=20"], timeout=30)

    def stop_driver(self, number=signal.SIGTERM):
        """Services are stopped by those who started them."""
