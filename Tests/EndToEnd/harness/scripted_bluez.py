"""A scripted org.bluez: an adapter and Taps of the second protocol, without a radio and without bluetoothd.

It is for what an emulated radio is too slow for. It owns the name on the system bus, or on the one that
DBUS_SYSTEM_BUS_ADDRESS names, and answers as bluetoothd does. AcquireNotify gives out one end of a socket; the test
gets a copy of the other, and what it writes there is a notification, as fast as it likes.

usage: python3 -m harness.scripted_bluez FOLDER MODEL…

The Taps are bonded, and connected unless told otherwise. Each obeys commands, one a message, on the socket
FOLDER/NAME.socket, and answers each with a message, `ok …` or `error …`:

    play, stream, still, sent, subscribed as those of harness/virtual_tap.py
    take                        the test's end of the socket that was given out last, `ok NUMBER`, 0 if there was none
    end                         ends the socket, and nothing else
    connect, drop               the link begins, with the services known at once; the link ends
    reachable on|off            whether a call of Connect makes a link
    sockets on|off              whether AcquireNotify gives out sockets; if not, notifications are signals
    device NAME on|off          any truth among the properties of the device, as Bonded
    remove, add                 bluetoothd forgets the device; it is there again
    power on|off                the adapter's

What happens is logged in FOLDER/NAME.log as a virtual Tap does.
"""

import asyncio
import os
import signal
import socket
import sys
import time
from itertools import repeat

from dbus_fast import BusType
from dbus_fast.aio import MessageBus

from harness import uuids
from harness.bluez import ADAPTER, SERVICE, device_path
from harness.models import FACTS, Model
from harness.processes import WORK, Process
from harness.scripted_objects import Adapter, Battery, Characteristic, Device, Service
from harness.tap import SecondTap
from harness.waiting import wait_for

LONGEST_COMMAND = 1 << 17
# What can be read of it, by service: the name, and facts of the model.
TEXTS = {
    uuids.TAP_SERVICE: {uuids.NAME: None, uuids.MODEL: "model", uuids.SECOND_FIRMWARE: "second firmware"},
    uuids.INFORMATION_SERVICE: {
        uuids.MAKER: "maker",
        uuids.SERIAL: "serial",
        uuids.HARDWARE: "hardware",
        uuids.FIRMWARE: "firmware",
        uuids.BOOTLOADER: "bootloader",
    },
}


class Tap:
    """The objects of one Tap, and the commands that it obeys."""

    def __init__(self, bus, adapter, model, folder):
        self.bus, self.adapter, self.model = bus, adapter, model
        self.reachable = self.sockets = True
        self.sent = 0
        self.endless = None
        self.log_file = open(os.path.join(folder, f"{model.name}.log"), "w", encoding="utf-8")
        self.path = device_path(model.address)
        self.device = Device(self)
        self.characteristics = {}
        self.objects = [(self.path, self.device), (self.path, Battery())]
        facts = FACTS[model.protocol]
        for number, (service, texts) in enumerate(TEXTS.items(), 1):
            path = f"{self.path}/service{number:02x}00"
            self.objects.append((path, Service(service, self.path)))
            for short, fact in texts.items():
                self.add(short, path, ["read"], (facts[fact] if fact else model.name).encode())
            if service == uuids.TAP_SERVICE:
                self.add(uuids.EVENTS, path, ["read", "notify"])
                self.add(uuids.COMMANDS, path, ["write", "write-without-response"])
        self.export()

    def add(self, short, service, flags, value=b""):
        characteristic = Characteristic(self, short, service, flags, value)
        self.characteristics[short] = characteristic
        self.objects.append((f"{service}/char{len(self.characteristics):04x}", characteristic))

    def export(self):
        for path, interface in self.objects:
            self.bus.export(path, interface)

    def log(self, word, *details):
        print(f"{time.monotonic():.6f}", word, *details, file=self.log_file, flush=True)

    def connect(self):
        if not self.device.truths["Connected"]:
            self.log("connected")
        self.device.change(Connected=True, ServicesResolved=True)

    def drop(self):
        self.still()
        for characteristic in self.characteristics.values():
            characteristic.close()
            characteristic.signals = False
        if self.device.truths["Connected"]:
            self.log("disconnected")
        self.device.change(Connected=False, ServicesResolved=False)

    def still(self):
        if self.endless is not None:
            self.endless.cancel()
            self.endless = None

    async def paced(self, period, groups):
        """Sends groups of notifications, one group after the other, at a pace."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        for group in groups:
            for short, value in group:
                await self.characteristics[short].notify(value)
                self.sent += 1
            due = max(due + period, loop.time() - period)
            await asyncio.sleep(max(0, due - loop.time()))

    async def obey(self, word, *values):
        """Does as it is told; returns the answer, and a descriptor to go with it."""
        events = self.characteristics[uuids.EVENTS]
        match word:
            case "play":
                await self.paced(int(values[0]) / 1000, map(group, values[1:]))
            case "stream":
                self.still()
                count, sent = int(values[1]), group(values[2])
                groups = repeat(sent, count) if count else repeat(sent)
                self.endless = asyncio.ensure_future(self.paced(int(values[0]) / 1000, groups))
            case "still":
                self.still()
            case "sent":
                return str(self.sent), []
            case "subscribed":
                return str(int(self.characteristics[values[0]].is_subscribed)), []
            case "take":
                if events.has_socket:
                    return str(events.given), [events.socket.fileno()]
                return "0", []
            case "end":
                events.close()
            case "connect":
                self.connect()
            case "drop":
                self.drop()
            case "reachable":
                self.reachable = values[0] == "on"
            case "sockets":
                self.sockets = values[0] == "on"
            case "device":
                self.device.change(**{values[0]: values[1] == "on"})
            case "remove":
                self.drop()
                for path, interface in reversed(self.objects):
                    self.bus.unexport(path, interface)
            case "add":
                self.export()
            case "power":
                self.adapter.powered = values[0] == "on"
                self.adapter.emit_properties_changed({"Powered": self.adapter.powered})
            case _:
                raise ValueError(f"no such command: {word}")
        return "", []

    async def serve(self, connection):
        loop = asyncio.get_running_loop()
        while message := await loop.sock_recv(connection, LONGEST_COMMAND):
            descriptors = []
            try:
                answer, descriptors = await self.obey(*message.decode().split())
                answer = f"ok {answer}"
            except Exception as error:  # the asker is told, and the Tap goes on
                answer = f"error {error!r}"
            socket.send_fds(connection, [answer.encode()], descriptors)
        connection.close()

    async def listen(self, folder):
        path = os.path.join(folder, f"{self.model.name}.socket")
        if os.path.exists(path):
            os.unlink(path)
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(path)
        listener.listen()
        listener.setblocking(False)
        self.log("ready")
        served = set()
        while True:
            connection, _ = await asyncio.get_running_loop().sock_accept(listener)
            connection.setblocking(False)
            served.add(asyncio.ensure_future(self.serve(connection)))


def group(text):
    """Reads a group of notifications."""
    parts = (part.split(":") for part in text.split("+"))
    return [(short, bytes.fromhex(value)) for short, value in parts]


async def serve(folder, models):
    bus = await MessageBus(bus_type=BusType.SYSTEM, negotiate_unix_fd=True).connect()
    adapter = Adapter()
    bus.export(ADAPTER, adapter)
    taps = [Tap(bus, adapter, model, folder) for model in models]
    await bus.request_name(SERVICE)
    listening = [asyncio.ensure_future(tap.listen(folder)) for tap in taps]
    print("ready", flush=True)
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()
    for each in listening:
        each.cancel()


class ScriptedTap(SecondTap):
    """The test's side of one of its Taps; it is told what the hands do as any Tap is."""

    def command(self, *words):
        return self.ask(*words)[0]

    def ask(self, *words):
        """Tells the Tap what to do; returns the answer, and the descriptors that came with it."""
        self.socket.sendall(" ".join(map(str, words)).encode())
        answer, descriptors, _, _ = socket.recv_fds(self.socket, 4096, 1)
        status, _, text = answer.decode().partition(" ")
        if status != "ok":
            raise RuntimeError(f"{self.name}, asked to {words}: {text or 'no answer'}")
        return text, descriptors

    def open_socket(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(60)
        self.socket.connect(os.path.join(WORK, f"{self.name}.socket"))

    def take(self, seconds=60):
        """The other end of the socket that the driver listens to: what is written to it is a notification."""

        def taken():
            return self.ask("take")[1]

        return socket.socket(fileno=wait_for(taken, seconds, f"somebody listens to {self.name}")[0])

    def end_socket(self):
        self.command("end")

    def connect(self):
        self.command("connect")

    def reachable(self, on):
        self.command("reachable", "on" if on else "off")

    def gives_sockets(self, on):
        self.command("sockets", "on" if on else "off")

    def device(self, name, on):
        """Changes a truth among the properties of the device, as Bonded."""
        self.command("device", name, "on" if on else "off")

    def remove(self):
        self.command("remove")

    def add(self):
        self.command("add")


class ScriptedBlueZ:
    """The test's side of it: so many Taps, which the machine has as its own from then on.

    The machine has a bus and no bluetoothd, and need not have a radio.
    """

    def __init__(self, machine, taps=1):
        models = [
            Model("v2", f"F0:F1:F2:F3:F6:{number:02X}", f"TapXR_{number}") for number in range(1, taps + 1)
        ]
        for model in models:
            for kind in ("log", "socket"):
                path = os.path.join(WORK, f"{model.name}.{kind}")
                if os.path.exists(path):
                    os.unlink(path)
        command = [sys.executable, "-m", "harness.scripted_bluez", WORK, *(model.text for model in models)]
        self.process = Process("scripted-bluez", command)
        wait_for(lambda: "ready" in self.process.text(), 60, "the scripted BlueZ is on the bus", 0.1)
        self.taps = machine.taps = [ScriptedTap(model) for model in models]

    def power(self, on):
        self.taps[0].command("power", "on" if on else "off")

    def stop(self, number=signal.SIGTERM):
        self.process.stop(number)


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], [Model.parse(text) for text in sys.argv[2:]]))
