"""A session of the ordinary user: a message bus, a home folder, and commands that the user runs there."""

import os

from harness.machine import NOBODY, Outcome
from harness.processes import Process
from harness.waiting import poll, wait_for


USER = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]


def start_session_bus(machine):
    """A bus of the ordinary user, as a session has one, and its address."""
    socket = os.path.join(machine.folder(), "session-bus")
    address = f"unix:path={socket}"
    bus = Process("session-bus", [*USER, "dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}"])
    wait_for(lambda: os.path.exists(socket), 30, "the session bus is there")
    return bus, address


class Home:
    """A home folder with a configuration, which the driver finds by itself."""

    def __init__(self, machine, bus):
        self.path = machine.folder()
        self.folder = os.path.join(self.path, ".config", "tapinput")
        self.file = os.path.join(self.folder, "tapinput.conf")
        self.environment = {"HOME": self.path, "DBUS_SESSION_BUS_ADDRESS": bus}

    def write(self, text):
        """Writes into the file as it is, or makes it."""
        os.makedirs(self.folder, exist_ok=True)
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(text)

    def replace(self, text):
        """Puts another file into its place, as most editors do."""
        with open(self.file + "~", "w", encoding="utf-8") as file:
            file.write(text)
        os.rename(self.file + "~", self.file)


def command(stage, *arguments):
    """A command of the same user in the same session."""
    process = Process(
        arguments[0],
        stage.machine.command(*arguments),
        environment={"PATH": "/usr/bin:/bin", **stage.home.environment},
        apart=True,
    )
    poll(lambda: not process.running, 30)
    status = process.status
    process.stop()
    return Outcome(status, process.output(), process.text())
