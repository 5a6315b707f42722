"""A Tap without hardware: a v2 peripheral beside the adapter that the kernel gets from /dev/vhci.

usage: python3 -m harness.virtual_tap ADDRESS SOCKET [hid]

With `hid` it is a keyboard too. It obeys commands, one a line, on a Unix socket and answers each with a line, `ok …`
or `error …`:

    class CLASS [COUNT]                 report a gesture class, COUNT times
    motion DX DY [ROLL [COUNT]]         report a motion sample, COUNT times
    turn STEP COUNT                     report a hand that turns: COUNT samples, STEP degrees apart, from 0 on
    stream CLASS [DX DY [COUNT]]        from now on report the class, and the motion if given, until `still` or COUNT
    still                               end the stream
    drop                                lose the link, without a word to either side
    advertise on|off                    whether it can be found and connected to
    counts                              `ok NOTIFICATIONS`, those sent since the start
    subscribed                          `ok 1` while someone listens to its events

What happens to it is logged, one event a line: seconds of the monotonic clock, a word, details.
"""

import asyncio
import logging
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
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.profiles.battery_service import BatteryService
from bumble.profiles.device_information_service import DeviceInformationService
from bumble.transport import open_transport

from harness import frames
from harness.hid_service import hid_service
from harness.radio import Adapter, Air

ADAPTER_ADDRESS = "F0:F1:F2:F3:F4:F0"
PUBLIC_ADDRESS = "F0:F1:F2:F3:F4:F2"
NAME = "TapXR_E2E"
PERIOD = 0.02
ADVERTISING_INTERVAL_MS = 200
MTU = 185


def log(word, *details):
    print(f"{time.monotonic():.6f}", word, *details, flush=True)


class VirtualTap:
    def __init__(self, address, hid):
        self.hid = hid
        # Declared random: Bumble advertises it so, and secure pairing signs the kind of address too.
        self.address = Address(address, Address.RANDOM_DEVICE_ADDRESS)
        self.advertising_wanted = True
        self.advertising = asyncio.Lock()
        self.features = {}
        self.modes = {}
        self.sent = 0
        self.stream = None

    async def start(self):
        transport = await open_transport("vhci")
        self.air = Air()
        self.adapter = Adapter(
            "adapter",
            host_source=transport.source,
            host_sink=transport.sink,
            link=self.air,
            public_address=ADAPTER_ADDRESS,
        )
        self.controller = Controller("tap", link=self.air, public_address=PUBLIC_ADDRESS)
        host = Host()
        host.controller = self.controller
        self.device = Device(name=NAME, address=self.address, host=host)
        self.device.gatt_server.max_mtu = MTU
        self.device.pairing_config_factory = lambda connection: PairingConfig(
            sc=True,
            mitm=False,
            bonding=True,
            identity_address_type=PairingConfig.AddressType.RANDOM,
            delegate=PairingDelegate(PairingDelegate.NO_OUTPUT_NO_INPUT),
        )
        self.add_services()
        self.device.on("connection", self.on_connection)
        await self.device.power_on()
        await self.update_advertising()

    def add_services(self):
        may, can = Characteristic.Permissions, Characteristic.Properties

        def text(uuid, value):
            return Characteristic(uuid, can.READ, may.READABLE, value.encode())

        self.events = Characteristic(
            frames.EVENTS, can.READ | can.NOTIFY, may.READABLE | may.READ_REQUIRES_ENCRYPTION, b""
        )
        self.events.on("subscription", lambda _, notify, *rest: log("subscribed" if notify else "unsubscribed"))
        commands = Characteristic(
            frames.COMMANDS,
            can.WRITE | can.WRITE_WITHOUT_RESPONSE,
            may.WRITEABLE | may.WRITE_REQUIRES_ENCRYPTION,
            CharacteristicValue(write=self.on_write),
        )
        self.device.add_service(
            Service(
                frames.SERVICE,
                [
                    text(frames.NAME, NAME),
                    text(frames.MODEL, "TapXR"),
                    text(frames.FIRMWARE, "3.2.0"),
                    self.events,
                    commands,
                ],
            )
        )
        if self.hid:
            self.device.add_service(hid_service())
        self.device.add_service(BatteryService(lambda connection: 80))
        self.device.add_service(
            DeviceInformationService(
                manufacturer_name="Tap Systems Inc.",
                serial_number="E2E0001",
                hardware_revision="1.0",
                firmware_revision="3.2.0",
            )
        )

    def advertisement(self):
        return bytes(
            AdvertisingData(
                [
                    (AdvertisingData.FLAGS, bytes([6])),
                    (
                        AdvertisingData.INCOMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
                        bytes(UUID(frames.SERVICE)),
                    ),
                ]
            )
        )

    async def update_advertising(self):
        async with self.advertising:
            if self.advertising_wanted and not self.device.connections:
                await self.device.start_advertising(
                    advertising_data=self.advertisement(),
                    scan_response_data=bytes(AdvertisingData([(AdvertisingData.COMPLETE_LOCAL_NAME, NAME.encode())])),
                    advertising_interval_min=ADVERTISING_INTERVAL_MS,
                    advertising_interval_max=ADVERTISING_INTERVAL_MS,
                )
                log("advertising")
            elif not self.advertising_wanted:
                await self.device.stop_advertising()
                log("hidden")

    def on_connection(self, connection):
        log("connected", connection.peer_address)
        connection.on("connection_encryption_change", lambda: log("encryption", connection.encryption))
        connection.on("pairing", lambda keys: log("paired"))
        connection.on("pairing_failure", lambda reason: log("pairing-failed", reason))
        connection.on("disconnection", self.on_disconnection)

    def on_disconnection(self, reason):
        log("disconnected", reason)
        self.still()
        asyncio.ensure_future(self.update_advertising())

    async def on_write(self, connection, value):
        log("write", value.hex(), "encrypted" if connection.is_encrypted else "plain")
        answer = self.answer(value)
        if answer:
            await self.notify(answer)

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
        return None

    @property
    def subscribed(self):
        handle = self.events.handle
        return any(value.get(handle, b"")[:1] == b"\1" for value in self.device.gatt_server.subscribers.values())

    async def notify(self, frame):
        if not self.subscribed:
            raise RuntimeError("nobody listens")
        await self.device.notify_subscribers(self.events, frame)
        self.sent += 1

    async def paced(self, groups):
        """Sends groups of frames, one group after the other, at the pace of a real Tap."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        for group in groups:
            for frame in group:
                await self.notify(frame)
            due = max(due + PERIOD, loop.time() - 5 * PERIOD)
            await asyncio.sleep(max(0, due - loop.time()))

    def still(self):
        if self.stream is not None:
            self.stream.cancel()
            self.stream = None

    async def obey(self, word, *values):
        match word:
            case "class":
                number, count = (*map(int, values), 1)[:2]
                await self.paced([[frames.gesture(number)]] * count)
            case "motion":
                dx, dy, roll, count = (*map(int, values), *(0, 1)[len(values) - 2 :])
                await self.paced([[frames.motion(dx, dy, roll)]] * count)
            case "turn":
                step, count = map(int, values)
                await self.paced([frames.motion(0, 0, step * sample)] for sample in range(count))
            case "stream":
                number, *rest = map(int, values)
                sent = [frames.gesture(number)] + ([frames.motion(*rest[:2])] if rest else [])
                self.still()
                self.stream = asyncio.ensure_future(self.paced(repeat(sent, *rest[2:])))
            case "still":
                self.still()
            case "drop":
                self.air.lose(self.controller)
            case "advertise":
                self.advertising_wanted = values[0] == "on"
                await self.update_advertising()
            case "counts":
                return str(self.sent)
            case "subscribed":
                return str(int(self.subscribed))
            case _:
                raise ValueError(f"no such command: {word}")
        return ""

    async def serve(self, reader, writer):
        while line := await reader.readline():
            try:
                answer = "ok " + await self.obey(*line.decode().split())
            except Exception as error:  # the asker is told, and the Tap goes on
                answer = f"error {error}"
            writer.write(answer.strip().encode() + b"\n")
            await writer.drain()
        writer.close()


async def main():
    logging.basicConfig(level="WARNING", stream=sys.stdout)
    address, socket, *options = sys.argv[1:]
    tap = VirtualTap(address, hid="hid" in options)
    await tap.start()
    await asyncio.start_unix_server(tap.serve, socket)
    log("ready")
    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    await ended.wait()


asyncio.run(main())
