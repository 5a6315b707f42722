"""The test's side of the virtual Tap: commands to it, and what it has seen."""

import os
import socket
import sys
from typing import NamedTuple

from harness import frames
from harness.processes import WORK, Process
from harness.waiting import wait_for

ADDRESS = "F0:F1:F2:F3:F4:F1"


class Entry(NamedTuple):
    """A line of the Tap's log."""

    time: float
    word: str
    details: list


class Write(NamedTuple):
    """A command that the driver has written."""

    time: float
    frame: bytes
    encrypted: bool


class Tap:
    def __init__(self, hid=False):
        self.hid = hid
        path = os.path.join(WORK, "tap.socket")
        if os.path.exists(path):
            os.unlink(path)
        command = [sys.executable, "-m", "harness.virtual_tap", ADDRESS, path]
        self.process = Process("tap", command + ["hid"] * hid)
        wait_for(lambda: self.find("ready"), 60, "the virtual Tap is ready", 0.1)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.answers = self.socket.makefile()

    def command(self, *words):
        """Tells the Tap what to do, and returns when it has done it."""
        self.socket.sendall((" ".join(map(str, words)) + "\n").encode())
        status, _, text = self.answers.readline().strip().partition(" ")
        if status != "ok":
            raise RuntimeError(f"the virtual Tap, asked to {words}: {text or 'no answer'}")
        return text

    def gesture(self, number, count=1):
        self.command("class", number, count)

    def motion(self, dx, dy, roll=0, count=1):
        self.command("motion", dx, dy, roll, count)

    def turn(self, step, count):
        self.command("turn", step, count)

    def stream(self, number, *motion):
        self.command("stream", number, *motion)

    def still(self):
        self.command("still")

    def rest(self):
        """Ends what the hand is doing: nothing but `none`, long enough to end a hold and a fist."""
        self.still()
        self.gesture(frames.NONE, frames.NONES_END_HOLD)

    def drop(self):
        self.command("drop")

    def advertise(self, on):
        self.command("advertise", "on" if on else "off")

    @property
    def subscribed(self):
        return self.command("subscribed") == "1"

    @property
    def sent(self):
        return int(self.command("counts"))

    def log(self):
        entries = []
        whole, _, _ = self.process.text().rpartition("\n")
        for line in whole.splitlines():
            words = line.split()
            try:
                entries.append(Entry(float(words[0]), words[1], words[2:]))
            except (ValueError, IndexError):
                continue  # a warning of the library's
        return entries

    def find(self, word, since=0.0):
        return [entry for entry in self.log() if entry.word == word and entry.time >= since]

    def writes(self, since=0.0):
        return [
            Write(entry.time, bytes.fromhex(entry.details[0]), entry.details[1] == "encrypted")
            for entry in self.find("write", since)
        ]

    def wrote(self, wanted, since=0.0):
        """The wanted frames were written, in this order, whatever else came between them."""
        rest = iter(write.frame for write in self.writes(since))
        return all(frame in rest for frame in wanted)

    @property
    def connected(self):
        words = [entry.word for entry in self.log() if entry.word in ("connected", "disconnected")]
        return bool(words) and words[-1] == "connected"
