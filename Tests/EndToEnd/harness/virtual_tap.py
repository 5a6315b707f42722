"""Taps without hardware: peripherals beside the adapter that the kernel gets from /dev/vhci.

usage: python3 -m harness.virtual_tap FOLDER MODEL…        MODEL: v1|v2|other,ADDRESS,NAME[,hid]

With `hid` a Tap is a keyboard and a mouse too. Each obeys commands, one a line, on the Unix socket FOLDER/NAME.socket
and answers each with a line, `ok …` or `error …`. A notification is CHARACTERISTIC:HEX, the characteristic by the part
of its UUID before the first dash, or `keyboard` or `mouse` for a report of those; a GROUP is one or more of them
joined by `+`, which go out together.

    play MILLISECONDS GROUP…            notify one group after the other, at this pace
    stream MILLISECONDS COUNT GROUP     notify the group again and again, COUNT times or, with 0, until `still`
    still                               end the stream
    battery PERCENT                     the level, which is notified
    answer COMMAND default|nothing|HEX  how from now on a command that begins so, in hex, is answered (v2)
    imu GYRO ACCEL                      the ranges of the IMU, by their codes (v2)
    leave                               say good-bye and disconnect
    drop                                lose the link, without a word to either side
    advertise on|off                    whether it can be found and connected to
    adapter out|in                      the adapter is pulled out of the machine, and put in again
    reset                               all that can be set is as it was at the start
    pairing accept|refuse               what becomes of those who want to bond
    impostor on|off                     has no keys, asks for none, and notifies whoever is connected, unasked
    sent                                `ok NOTIFICATIONS`, those sent since the start
    subscribed CHARACTERISTIC           `ok 1` while someone listens to it
    handed                              `ok NANOSECONDS:HEX…`, the notifications that went to the kernel since the last
                                        time, of any Tap, and when by the monotonic clock

What happens to it is logged in FOLDER/NAME.log, one event a line: seconds of the monotonic clock, a word, details.
"""

import asyncio
import logging
import os
import signal
import sys
import time
from itertools import repeat

from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Device
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.keys import MemoryKeyStore
from bumble.pairing import PairingConfig, PairingDelegate

from harness import uuids
from harness.hid_service import hid_service
from harness.models import FACTS, Model
from harness.radio import Air, Plug

ADVERTISING_INTERVAL_MS = 200
MTU = 185
BATTERY_PERCENT = 80
# A line that plays some hundred notifications is long.
LONGEST_LINE = 1 << 20
# A Tap that was sent too slowly hurries, but makes up for so many periods at most.
LATE_PERIODS = 5

can, may = Characteristic.Properties, Characteristic.Permissions
ENCRYPTED = may.READ_REQUIRES_ENCRYPTION | may.WRITE_REQUIRES_ENCRYPTION
SECRET = may.READABLE | may.READ_REQUIRES_ENCRYPTION
GUARDED = may.WRITEABLE | may.WRITE_REQUIRES_ENCRYPTION


def uuid(short):
    return UUID(uuids.full(short))


class Guard(PairingDelegate):
    """A Tap has nothing to show and nothing to press: it lets in everyone, or no one."""

    def __init__(self):
        super().__init__(PairingDelegate.NO_OUTPUT_NO_INPUT)
        self.accepts = True

    async def accept(self):
        return self.accepts


class Peripheral:
    """What is found, connected to and bonded with; the Taps add their services."""

    advertised = "180f"

    def __init__(self, model, folder, air, plug):
        self.model = model
        self.air = air
        self.plug = plug
        self.socket = os.path.join(folder, f"{model.name}.socket")
        self.log_file = open(os.path.join(folder, f"{model.name}.log"), "w", encoding="utf-8")
        # Declared random: Bumble advertises it so, and secure pairing signs the kind of address too.
        address = Address(model.address, Address.RANDOM_DEVICE_ADDRESS)
        self.advertising_wanted = True
        self.advertising = asyncio.Lock()
        self.characteristics = {}
        self.guard = Guard()
        self.level = BATTERY_PERCENT
        self.sent = 0
        self.endless = None
        self.is_impostor = False
        # The public address, which nothing uses, is one more than the random one.
        *head, last = model.address.split(":")
        public = ":".join([*head, f"{int(last, 16) + 1:02X}"])
        self.controller = Controller(model.name, link=air, public_address=public)
        host = Host()
        host.controller = self.controller
        self.device = Device(name=model.name, address=address, host=host)
        self.device.gatt_server.max_mtu = MTU
        self.device.pairing_config_factory = lambda connection: PairingConfig(
            sc=True,
            mitm=False,
            bonding=True,
            identity_address_type=PairingConfig.AddressType.RANDOM,
            delegate=self.guard,
        )
        self.device.on("connection", self.on_connection)

    def log(self, word, *details):
        print(f"{time.monotonic():.6f}", word, *details, file=self.log_file, flush=True)

    async def start(self):
        self.add_services()
        await self.device.power_on()
        await self.update_advertising()
        await asyncio.start_unix_server(self.serve, self.socket, limit=LONGEST_LINE)
        self.log("ready")

    # Services.

    def add_services(self):
        self.add(uuids.BATTERY_SERVICE, self.listened(uuids.BATTERY_LEVEL, lambda _: bytes([self.level])))
        if self.model.hid:
            service, reports = hid_service()
            self.characteristics.update(reports)
            self.device.add_service(service)

    def add(self, short, *characteristics):
        self.device.add_service(Service(uuid(short), list(characteristics)))

    def text(self, short, value):
        return Characteristic(uuid(short), can.READ, SECRET, value.encode())

    def listened(self, short, read=None):
        """A characteristic that notifies, and can be read if it is said how."""
        properties = can.NOTIFY | can.READ if read else can.NOTIFY
        value = CharacteristicValue(read=read) if read else b""
        made = Characteristic(uuid(short), properties, SECRET, value)
        made.on("subscription", lambda _, on, *rest: self.log("subscribed" if on else "unsubscribed", short))
        self.characteristics[short] = made
        return made

    def written(self, short, properties):
        async def write(connection, value):
            self.log("write", short, value.hex() or "-", "encrypted" if connection.is_encrypted else "plain")
            await self.on_write(short, value)

        return Characteristic(uuid(short), properties, GUARDED, CharacteristicValue(write=write))

    async def on_write(self, short, value):
        pass

    # The link.

    async def update_advertising(self):
        async with self.advertising:
            if self.advertising_wanted and not self.device.connections:
                flags = (AdvertisingData.FLAGS, bytes([6]))
                advertised = uuid(self.advertised)
                kind = (
                    AdvertisingData.INCOMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS
                    if len(bytes(advertised)) == 2
                    else AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS
                )
                name = (AdvertisingData.COMPLETE_LOCAL_NAME, self.model.name.encode())
                await self.device.start_advertising(
                    advertising_data=bytes(AdvertisingData([flags, (kind, bytes(advertised))])),
                    scan_response_data=bytes(AdvertisingData([name])),
                    advertising_interval_min=ADVERTISING_INTERVAL_MS,
                    advertising_interval_max=ADVERTISING_INTERVAL_MS,
                )
                self.log("advertising")
            elif not self.advertising_wanted:
                await self.device.stop_advertising()
                self.log("hidden")

    def on_connection(self, connection):
        self.log("connected", connection.peer_address)
        connection.on("connection_encryption_change", lambda: self.log("encryption", connection.encryption))
        connection.on("pairing", lambda keys: self.log("paired"))
        connection.on("pairing_failure", lambda reason: self.log("pairing-failed", reason))
        connection.on("disconnection", self.on_disconnection)

    def on_disconnection(self, reason):
        self.log("disconnected", reason)
        self.still()
        asyncio.ensure_future(self.update_advertising())

    # Notifications.

    def is_subscribed(self, short):
        handle = self.characteristics[short].handle
        return any(value.get(handle, b"")[:1] == b"\1" for value in self.device.gatt_server.subscribers.values())

    async def notify(self, short, value):
        if self.is_impostor:
            for connection in self.device.connections.values():
                await self.device.gatt_server.notify_subscriber(
                    connection, self.characteristics[short], value, force=True
                )
                self.sent += 1
            return
        if not self.is_subscribed(short):
            raise RuntimeError(f"nobody listens to {short}")
        await self.device.notify_subscribers(self.characteristics[short], value)
        self.sent += 1

    def impersonate(self, on):
        """From now on, or no longer, it is somebody else's device that looks like this one."""
        if on == self.is_impostor:
            return
        self.is_impostor = on
        attributes = self.device.gatt_server.attributes
        if on:
            self.own_keys, self.device.keystore = self.device.keystore, MemoryKeyStore()
            self.own_permissions = [attribute.permissions for attribute in attributes]
            for attribute in attributes:
                attribute.permissions &= ~ENCRYPTED
        else:
            self.device.keystore = self.own_keys
            for attribute, permissions in zip(attributes, self.own_permissions, strict=True):
                attribute.permissions = permissions

    async def paced(self, period, groups):
        """Sends groups of notifications, one group after the other, at a pace."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        for group in groups:
            for short, value in group:
                await self.notify(short, value)
            due = max(due + period, loop.time() - LATE_PERIODS * period)
            await asyncio.sleep(max(0, due - loop.time()))

    def still(self):
        if self.endless is not None:
            self.endless.cancel()
            self.endless = None

    # Commands.

    async def obey(self, word, *values):
        match word:
            case "play":
                await self.paced(int(values[0]) / 1000, map(group, values[1:]))
            case "stream":
                self.still()
                period, count, sent = int(values[0]) / 1000, int(values[1]), group(values[2])
                groups = repeat(sent, count) if count else repeat(sent)
                self.endless = asyncio.ensure_future(self.paced(period, groups))
            case "still":
                self.still()
            case "battery":
                self.level = int(values[0])
                if self.is_subscribed(uuids.BATTERY_LEVEL):
                    await self.notify(uuids.BATTERY_LEVEL, bytes([self.level]))
            case "leave":
                for connection in list(self.device.connections.values()):
                    await connection.disconnect()
            case "drop":
                self.air.lose(self.controller)
            case "advertise":
                self.advertising_wanted = values[0] == "on"
                await self.update_advertising()
            case "impostor":
                self.impersonate(values[0] == "on")
            case "adapter" if values[0] == "out":
                await self.plug.pull()
            case "adapter":
                await self.plug.insert()
            case "reset":
                self.still()
                self.impersonate(False)
                self.level, self.guard.accepts, self.advertising_wanted = BATTERY_PERCENT, True, True
                await self.update_advertising()
            case "pairing":
                self.guard.accepts = values[0] == "accept"
            case "sent":
                return str(self.sent)
            case "subscribed":
                return str(int(self.is_subscribed(values[0])))
            case "handed":
                handed = [f"{moment}:{value.hex()}" for moment, value in self.air.handed]
                self.air.handed.clear()
                return " ".join(handed)
            case _:
                raise ValueError(f"no such command: {word}")
        return ""

    async def serve(self, reader, writer):
        while line := await reader.readline():
            try:
                answer = "ok " + await self.obey(*line.decode().split())
            except Exception as error:  # the asker is told, and the Tap goes on
                answer = f"error {error!r}"
            writer.write(answer.strip().encode() + b"\n")
            await writer.drain()
        writer.close()


def group(text):
    """Reads a group of notifications."""
    parts = (part.split(":") for part in text.split("+"))
    return [(short, bytes.fromhex(value)) for short, value in parts]


class Tap(Peripheral):
    """What all Taps have: they say what they are."""

    advertised = uuids.TAP_SERVICE

    def own(self):
        """The characteristics of the Tap service that this protocol has."""
        return []

    def add_services(self):
        facts = FACTS[self.model.protocol]
        self.add(
            uuids.TAP_SERVICE,
            self.text(uuids.NAME, self.model.name),
            self.text(uuids.MODEL, facts["model"]),
            self.text(uuids.SECOND_FIRMWARE, facts["second firmware"]),
            *self.own(),
        )
        super().add_services()
        self.add(
            uuids.INFORMATION_SERVICE,
            self.text(uuids.MAKER, facts["maker"]),
            self.text(uuids.SERIAL, facts["serial"]),
            self.text(uuids.HARDWARE, facts["hardware"]),
            self.text(uuids.FIRMWARE, facts["firmware"]),
            self.text(uuids.BOOTLOADER, facts["bootloader"]),
        )


class FirstTap(Tap):
    """A Tap that speaks v1: a characteristic for each kind of event, and commands that are not answered."""

    def own(self):
        return [
            self.listened(uuids.TAPS),
            self.listened(uuids.MOUSE),
            self.written(uuids.UI_COMMAND, can.WRITE_WITHOUT_RESPONSE),
            self.listened(uuids.AIR_GESTURE),
        ]

    def add_services(self):
        super().add_services()
        self.add(uuids.UART_SERVICE, self.written(uuids.UART_RX, can.WRITE), self.listened(uuids.UART_TX))


class SecondTap(Tap):
    """A Tap that speaks v2: frames for everything, and questions are answered."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.forget()

    def forget(self):
        self.features = {}
        self.modes = {}
        self.ranges = bytes([1, 1])
        self.standby = 0
        self.answers = {}

    def own(self):
        return [
            self.listened(uuids.EVENTS, lambda _: b""),
            self.written(uuids.COMMANDS, can.WRITE | can.WRITE_WITHOUT_RESPONSE),
        ]

    async def on_write(self, short, value):
        answer = self.answer(value)
        for beginning, wanted in self.answers.items():
            if value.startswith(beginning):
                answer = wanted
        if answer and self.is_subscribed(uuids.EVENTS):
            await self.notify(uuids.EVENTS, answer)

    def answer(self, command):
        """Keeps what is set, and makes the frame that answers a question."""
        kind, rest = command[:4], command[4:]
        if kind == b"\0\0\0\0" and len(rest) == 2:
            self.features[rest[0]] = rest[1]
        elif kind == b"\0\1\0\0" and rest:
            return bytes([3, 0, 0, 0, rest[0], self.features.get(rest[0], 0)])
        elif kind in (b"\1\0\0\0", b"\1\0\1\0") and rest:
            self.modes[kind[2]] = rest[0]
        elif kind in (b"\1\0\x0a\0", b"\1\0\x0b\0"):
            which = kind[2] - 0x0A
            return bytes([3, 1 + which, 0, 0, self.modes.get(which, 0)])
        elif kind == b"\1\1\2\0" and len(rest) == 2:
            self.ranges = rest
        elif kind == b"\1\1\x0c\0":
            return bytes([3, 3, 0, 0]) + self.ranges
        elif kind == b"\3\3\0\0":
            return bytes([2, 0, 0, 0, self.standby])
        elif kind == b"\3\4\0\0" and rest:
            self.standby = rest[0]
        return None

    async def obey(self, word, *values):
        match word:
            case "answer":
                beginning = bytes.fromhex(values[0])
                self.answers.pop(beginning, None)
                if values[1] != "default":
                    self.answers[beginning] = b"" if values[1] == "nothing" else bytes.fromhex(values[1])
            case "reset":
                self.forget()
                return await super().obey(word)
            case "imu":
                self.ranges = bytes(map(int, values))
            case _:
                return await super().obey(word, *values)
        return ""


KINDS = {"v1": FirstTap, "v2": SecondTap, "other": Peripheral}


async def main():
    logging.basicConfig(level="WARNING", stream=sys.stdout)
    folder, *models = sys.argv[1:]
    air = Air()
    plug = Plug(air)
    await plug.insert()
    peripherals = [KINDS[model.protocol](model, folder, air, plug) for model in map(Model.parse, models)]
    for peripheral in peripherals:
        await peripheral.start()
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()


asyncio.run(main())
