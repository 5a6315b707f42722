"""The test's side of a virtual Tap: commands to it, and what it has seen."""

import os
import socket
from bisect import bisect_left
from typing import NamedTuple

from harness import first, frames, uuids
from harness.processes import WORK
from harness.waiting import wait_for

PERIOD_MS = 20


class Entry(NamedTuple):
    """A line of the Tap's log."""

    time: float
    word: str
    details: list


class Write(NamedTuple):
    """What was written to a characteristic."""

    time: float
    characteristic: str
    frame: bytes
    encrypted: bool


class Peripheral:
    """What every one of them can be told; `frames` are pairs of a characteristic and bytes."""

    def __init__(self, model):
        self.model = model
        self.log_file = os.path.join(WORK, f"{model.name}.log")
        self.entries, self.read_up_to = [], 0
        wait_for(lambda: self.find("ready"), 180, f"{model.name} is ready", 0.1)
        self.open_socket()

    def open_socket(self):
        """Opens the way by which it is told what to do."""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(os.path.join(WORK, f"{self.model.name}.socket"))
        self.replies = self.socket.makefile()

    @property
    def address(self):
        return self.model.address

    @property
    def name(self):
        return self.model.name

    def command(self, *words):
        """Tells the Tap what to do, and returns when it has done it."""
        self.socket.sendall((" ".join(map(str, words)) + "\n").encode())
        status, _, text = self.replies.readline().strip().partition(" ")
        if status != "ok":
            raise RuntimeError(f"{self.name}, asked to {words}: {text or 'no answer'}")
        return text

    def send(self, characteristic, *values, period=PERIOD_MS):
        """Notifies one value after the other."""
        self.command("play", period, *(f"{characteristic}:{value.hex()}" for value in values))

    def repeat(self, *notifications, count=0):
        """From now on notifies these together, so many times or until it is told to be still."""
        group = "+".join(f"{characteristic}:{value.hex()}" for characteristic, value in notifications)
        self.command("stream", PERIOD_MS, count, group)

    def still(self):
        self.command("still")

    def battery(self, percent):
        self.command("battery", percent)

    def leave(self):
        self.command("leave")

    def drop(self):
        self.command("drop")

    def adapter(self, is_in):
        """The adapter, of all Taps, is put in or pulled out."""
        self.command("adapter", "in" if is_in else "out")

    def advertise(self, on):
        self.command("advertise", "on" if on else "off")

    def pairing(self, accepts):
        self.command("pairing", "accept" if accepts else "refuse")

    def impostor(self, on):
        """From now on, or no longer, it is another device that looks like this one and has none of its keys."""
        self.command("impostor", "on" if on else "off")

    def reset(self):
        self.command("reset")

    def listens(self, characteristic):
        """Whether someone has subscribed to it."""
        return self.command("subscribed", characteristic) == "1"

    @property
    def sent(self):
        return int(self.command("sent"))

    def handed(self):
        """The notifications that went to the kernel since the last time, and the nanoseconds when."""
        parts = (each.split(":") for each in self.command("handed").split())
        return [(int(moment), bytes.fromhex(value)) for moment, value in parts]

    def log(self):
        """All entries so far; what was read already is not read again, as a log can get long."""
        if not os.path.exists(self.log_file):
            return []
        with open(self.log_file, "rb") as file:
            file.seek(self.read_up_to)
            whole, _, _ = file.read().rpartition(b"\n")
        if whole:
            lines = [line.split() for line in whole.decode().splitlines()]
            self.entries += [Entry(float(words[0]), words[1], words[2:]) for words in lines]
            self.read_up_to += len(whole) + 1
        return self.entries

    def find(self, word, since=0.0, *details):
        """The entries since then that begin with these words."""
        return [
            entry
            for entry in self.log()[bisect_left(self.entries, since, key=lambda entry: entry.time) :]
            if entry.word == word and entry.details[: len(details)] == list(details)
        ]

    def writes(self, since=0.0, to=None):
        """What was written, to one characteristic or to all."""
        made = []
        for entry in self.find("write", since):
            characteristic, frame, link = entry.details
            if to in (None, characteristic):
                made.append(Write(entry.time, characteristic, bytes.fromhex(frame.strip("-")), link == "encrypted"))
        return made

    def wrote(self, wanted, since=0.0, to=None):
        """The wanted frames were written, in this order, whatever else came between them."""
        rest = iter(write.frame for write in self.writes(since, to))
        return all(frame in rest for frame in wanted)

    def written(self, since=0.0):
        """All that was written, for people."""
        return [f"{write.characteristic} {write.frame.hex()}" for write in self.writes(since)]

    @property
    def connected(self):
        words = [entry.word for entry in self.log() if entry.word in ("connected", "disconnected")]
        return bool(words) and words[-1] == "connected"


class Tap(Peripheral):
    """What both protocols have, by other bytes; `events` are those that the driver listens to."""

    commands = events = air_mouse = leaving = None

    @property
    def subscribed(self):
        """Whether someone listens to all that it reports."""
        return all(self.listens(each) for each in self.events)

    def set_up(self, since=0.0):
        """The whole air-mouse set-up has been written, and someone listens to the events."""
        return self.wrote(self.air_mouse, since, self.commands) and self.subscribed

    def left(self, since=0.0):
        """It was put back as it was."""
        return self.wrote(self.leaving, since, self.commands)

    def tap(self, mask):
        raise NotImplementedError

    def rest(self):
        """Ends what the hand is doing."""
        raise NotImplementedError


class FirstTap(Tap):
    commands = uuids.UART_RX
    events = (uuids.TAPS, uuids.MOUSE, uuids.AIR_GESTURE)
    air_mouse = first.AIR_MOUSE
    leaving = first.LEAVING

    def motion(self, dx, dy, roll=0, count=1):
        self.send(uuids.MOUSE, *[first.motion(dx, dy, roll)] * count)

    def state(self, number, count=1):
        self.send(uuids.AIR_GESTURE, *[first.state(number)] * count)

    def swipe(self, number, count=1, period=PERIOD_MS):
        self.send(uuids.AIR_GESTURE, *[first.swipe(number)] * count, period=period)

    def hold(self, number):
        self.repeat((uuids.AIR_GESTURE, first.state(number)))

    def stream(self, number, dx=None, dy=None, count=0):
        """From now on reports the state, and the motion if given, until it is told to be still."""
        moves = [] if dx is None else [(uuids.MOUSE, first.motion(dx, dy))]
        self.repeat((uuids.AIR_GESTURE, first.state(number)), *moves, count=count)

    def hold_index(self):
        self.hold(first.INDEX)

    def pinch_index(self):
        self.pinch(first.INDEX)

    def pinch(self, number):
        """Touches for a moment, which is less than makes a drag."""
        self.send(uuids.AIR_GESTURE, *[first.state(number)] * 3, *[first.state(first.NONE)] * 3)

    def swipe_left(self):
        self.swipe(first.LEFT)

    def tap(self, mask, count=1):
        self.send(uuids.TAPS, first.tap(mask, count))

    def rest(self):
        self.still()
        self.state(first.NONE, 3)

    def raw(self, *packets, period=PERIOD_MS):
        self.send(uuids.UART_TX, *packets, period=period)

    def sends_raw(self, since, finger, gyro, accelerometer):
        """It was told to send raw sensors, with these ranges, and someone listens."""
        mode = first.raw_mode(finger, gyro, accelerometer)
        return self.wrote([mode], since, self.commands) and self.listens(uuids.UART_TX)

    def vibrated(self, since, *milliseconds):
        return self.wrote([first.haptic(*milliseconds)], since, uuids.UI_COMMAND)


class SecondTap(Tap):
    commands = uuids.COMMANDS
    events = (uuids.EVENTS,)
    air_mouse = frames.AIR_MOUSE
    leaving = frames.LEAVING

    def event(self, *values, period=PERIOD_MS):
        self.send(uuids.EVENTS, *values, period=period)

    def gesture(self, number, count=1):
        self.event(*[frames.gesture(number)] * count)

    def motion(self, dx, dy, roll=0, count=1):
        self.event(*[frames.motion(dx, dy, roll)] * count)

    def turn(self, step, count):
        """A hand that turns: so many samples, so many degrees apart."""
        self.event(*(frames.motion(0, 0, step * sample) for sample in range(count)))

    def stream(self, number, dx=None, dy=None, count=0):
        """From now on reports the class, and the motion if given, until it is told to be still."""
        moves = [] if dx is None else [(uuids.EVENTS, frames.motion(dx, dy))]
        self.repeat((uuids.EVENTS, frames.gesture(number)), *moves, count=count)

    def hold_index(self):
        self.stream(frames.HOLD_INDEX)

    def pinch_index(self):
        self.pinch(frames.PINCH_INDEX)

    def pinch(self, number):
        self.gesture(number)
        self.gesture(frames.NONE, frames.NONES_END_HOLD)

    def swipe_left(self):
        self.gesture(frames.LEFT, 3)
        self.gesture(frames.NONE, 2)

    def tap(self, mask):
        self.event(frames.tap(mask))

    def rest(self):
        """Nothing but `none`, long enough to end a hold and a fist."""
        self.still()
        self.gesture(frames.NONE, frames.NONES_END_HOLD)

    def raw(self, *packets, period=PERIOD_MS):
        self.event(*map(frames.raw, packets), period=period)

    def sends_raw(self, since, _finger, gyro, accelerometer):
        """It was told to send raw sensors, with these ranges, and someone listens."""
        wanted = (frames.feature(frames.RAW_IMU, 1), frames.set_ranges(gyro, accelerometer))
        return self.subscribed and all(self.wrote([frame], since) for frame in wanted)

    def answers(self, command, how):
        """How a command is answered from now on: `default`, `nothing` or bytes."""
        self.command("answer", command.hex(), how if isinstance(how, str) else how.hex())

    def has_ranges(self, gyro, accelerometer):
        """What the ranges of its IMU are, before anyone asks."""
        self.command("imu", gyro, accelerometer)

    def vibrated(self, since, *milliseconds):
        return self.wrote([frames.haptic(*milliseconds)], since)


KINDS = {"v1": FirstTap, "v2": SecondTap, "other": Peripheral}


def tap_of(model):
    """The test's side of a Tap that has been started."""
    return KINDS[model.protocol](model)
