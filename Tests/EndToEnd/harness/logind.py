"""A scripted org.freedesktop.login1 on the system bus: sessions at a seat, sleep, and the locks that hold it up.

The machine has no sleep of its own. As a program of its own it obeys lines on its input and answers each with a line.
"""

import asyncio
import os
import select
import sys

from dbus_fast import BusType, PropertyAccess
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property, dbus_signal

from harness.processes import Process
from harness.waiting import wait_for

NAME = "org.freedesktop.login1"
PATH = "/org/freedesktop/login1"
SEAT = "seat0"
# How long the end of a pipe that was given away is kept: the reply has gone out by then.
KEEP_SECONDS = 0.5


class Manager(ServiceInterface):
    def __init__(self, sessions):
        super().__init__(f"{NAME}.Manager")
        self.sessions = sessions
        self.preparing = False
        self.locks = []
        self.asked = []

    @dbus_method()
    def ListUsers(self) -> "a(uso)":  # noqa: F722
        users = sorted({session.user for session in self.sessions})
        return [[user, f"user{user}", f"{PATH}/user/_{user}"] for user in users]

    @dbus_method()
    def ListSessions(self) -> "a(susso)":  # noqa: F722
        return [[each.number, each.user, f"user{each.user}", SEAT, each.path] for each in self.sessions]

    @dbus_method()
    def Inhibit(self, what: "s", who: "s", why: "s", mode: "s") -> "h":  # noqa: F821
        ours, theirs = os.pipe()
        self.locks.append(ours)
        self.asked.append(f"{what},{who},{mode}")
        asyncio.get_running_loop().call_later(KEEP_SECONDS, os.close, theirs)
        return theirs

    @dbus_property(access=PropertyAccess.READ)
    def PreparingForSleep(self) -> "b":  # noqa: F821
        return self.preparing

    @dbus_signal()
    def PrepareForSleep(self, start) -> "b":  # noqa: F821
        self.preparing = start
        return start

    def held(self):
        """How many locks somebody still holds: of the others the pipe's other end is closed."""
        poll = select.poll()
        for lock in self.locks:
            poll.register(lock, 0)
        return len(self.locks) - len(poll.poll(0))


class Session(ServiceInterface):
    def __init__(self, number, user, active):
        super().__init__(f"{NAME}.Session")
        self.number, self.user, self.active = number, user, active

    @property
    def path(self):
        return f"{PATH}/session/_3{self.number}"

    @dbus_property(access=PropertyAccess.READ)
    def Active(self) -> "b":  # noqa: F821
        return self.active

    @dbus_property(access=PropertyAccess.READ)
    def Class(self) -> "s":  # noqa: F821
        return "user"

    def activate(self, active):
        if active != self.active:
            self.active = active
            self.emit_properties_changed({"Active": active})


async def serve(users):
    sessions = [Session(str(number), user, number == 1) for number, user in enumerate(users, 1)]
    manager = Manager(sessions)
    bus = await MessageBus(bus_type=BusType.SYSTEM, negotiate_unix_fd=True).connect()
    bus.export(PATH, manager)
    for session in sessions:
        bus.export(session.path, session)
    await bus.request_name(NAME)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    print("ready", flush=True)
    while line := (await reader.readline()).decode().split():
        match line:
            case ["sleep"]:
                manager.PrepareForSleep(True)
            case ["wake"]:
                manager.PrepareForSleep(False)
            case ["show", number]:
                for session in sessions:
                    session.activate(session.number == number)
        print(f"{' '.join(line)}: {manager.held()} {' '.join(manager.asked[-1:])}", flush=True)


class Logind:
    """The test's side of it; the first of the users is at the screen."""

    def __init__(self, *users):
        command = [sys.executable, "-m", "harness.logind", *map(str, users)]
        self.process = Process("logind", command, apart=True)
        self.answers = 0
        self.next()

    def next(self):
        """The next line that it writes."""
        self.answers += 1
        wait_for(lambda: self.process.output().count("\n") >= self.answers, 30, "logind answers")
        return self.process.output().splitlines()[self.answers - 1]

    def tell(self, *words):
        """Tells it what to do, and returns when it has done it."""
        self.process.enter(" ".join(words))
        return self.next().partition(": ")[2]

    def locks(self):
        """How many locks are held, and what the last one was asked for with."""
        held, _, asked = self.tell("locks").partition(" ")
        return int(held), asked

    def stop(self):
        self.process.stop()


if __name__ == "__main__":
    asyncio.run(serve([int(word) for word in sys.argv[1:]]))
