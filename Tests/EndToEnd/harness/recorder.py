"""A judge: reads the driver's devices as any program reads a mouse and a keyboard, and records every event."""

import fcntl
import glob
import os
import struct
import threading
import time
from typing import NamedTuple

from evdev import InputDevice, ecodes

from harness.waiting import wait_for

POINTER = "tapinput pointer"
KEYBOARD = "tapinput keyboard"
NAMES = (POINTER, KEYBOARD)
# An event device stamps its events by this clock, which no one sets.
EVIOCSCLOCKID, CLOCK_MONOTONIC = 0x400445A0, 1


def names(pair):
    """The devices of the Tap that came first, second and so on."""
    return NAMES if pair == 1 else tuple(f"{name} {pair}" for name in NAMES)


class Event(NamedTuple):
    time: float
    device: str
    type: int
    code: int
    value: int
    # When the kernel had it: seconds and microseconds.
    stamp: tuple


def nodes(name):
    """The event nodes of the devices with this name."""
    found = []
    for path in glob.glob("/sys/class/input/event*/device/name"):
        try:
            with open(path, encoding="utf-8") as file:
                if file.read().strip() == name:
                    found.append(f"/dev/input/{path.split('/')[4]}")
        except OSError:
            pass  # it went away meanwhile
    return [node for node in found if os.path.exists(node)]


def nodes_of(address):
    """The event nodes of the devices that belong to a Bluetooth device: what the Tap is by itself."""
    found = []
    for path in glob.glob("/sys/class/input/event*/device/uniq"):
        try:
            with open(path, encoding="utf-8") as file:
                if file.read().strip().upper() == address.upper():
                    found.append(f"/dev/input/{path.split('/')[4]}")
        except OSError:
            pass  # it went away meanwhile
    return sorted(node for node in found if os.path.exists(node))


def code_name(kind, code):
    name = ecodes.bytype[kind][code]
    return name if isinstance(name, str) else name[0]


class Recorder:
    """Opens both devices once, or `only` those of some names, and keeps them open until they are gone."""

    def __init__(self, pair=1, only=None):
        self.pointer, self.keyboard = names(pair)
        self.names = tuple(only or names(pair))
        self.events = []
        self.gone = set()
        self.lock = threading.Lock()
        self.devices = {}
        for name in self.names:
            node = wait_for(lambda name=name: nodes(name), 30, f"there is a device “{name}”")[0]
            self.devices[name] = InputDevice(node)
            fcntl.ioctl(self.devices[name].fd, EVIOCSCLOCKID, struct.pack("i", CLOCK_MONOTONIC))
        for name, device in self.devices.items():
            threading.Thread(target=self.read, args=(name, device), daemon=True).start()

    def read(self, name, device):
        try:
            for event in device.read_loop():
                with self.lock:
                    stamp = (event.sec, event.usec)
                    self.events.append(Event(time.monotonic(), name, event.type, event.code, event.value, stamp))
        except OSError:
            self.gone.add(name)

    def node(self, name):
        return self.devices[name].path

    def mark(self):
        """A place in the record: what follows it can be asked for."""
        with self.lock:
            return len(self.events)

    def since(self, mark):
        with self.lock:
            return self.events[mark:]

    def quiet(self, seconds=0.3, limit=10):
        """Waits until nothing has come for a moment."""

        def nothing_new():
            with self.lock:
                last = self.events[-1].time if self.events else 0
            return time.monotonic() - max(last, start) > seconds

        start = time.monotonic()
        wait_for(nothing_new, limit, "the devices are quiet")

    def in_order(self):
        """All events in the order in which the kernel had them, whichever device they are of."""
        return sorted(self.since(0), key=lambda event: event.stamp)

    def total(self, mark, code):
        """The sum of a relative axis."""
        return sum(event.value for event in self.since(mark) if event.type == ecodes.EV_REL and event.code == code)

    def moved(self, mark):
        return self.total(mark, ecodes.REL_X), self.total(mark, ecodes.REL_Y)

    def keys(self, mark):
        """Key and button events, as `KEY_LEFT 1`."""
        return [
            f"{code_name(event.type, event.code)} {event.value}"
            for event in self.since(mark)
            if event.type == ecodes.EV_KEY
        ]

    def last_key(self):
        """When the last key or button went down or came up."""
        return max((event.time for event in self.since(0) if event.type == ecodes.EV_KEY), default=0.0)

    def held(self):
        """The codes that are down."""
        down = set()
        for event in self.since(0):
            if event.type == ecodes.EV_KEY:
                (down.add if event.value else down.discard)(code_name(event.type, event.code))
        return down

    def grammar(self):
        """What is wrong with the frames: a code pressed and released in one, an empty one, or one left open."""
        faults = []
        for name in self.names:
            frame = []
            for event in self.since(0):
                if event.device != name:
                    continue
                if event.type != ecodes.EV_SYN:
                    frame.append((event.type, event.code))
                    continue
                if event.code == ecodes.SYN_DROPPED:
                    faults.append(f"{name}: events were dropped")
                if not frame:
                    faults.append(f"{name}: an empty frame")
                if len(frame) != len(set(frame)):
                    faults.append(f"{name}: a code twice in one frame")
                frame = []
            if frame:
                faults.append(f"{name}: a frame without its end")
        return faults
