"""The objects that a scripted org.bluez has on the bus, as far as the driver and others ask for them."""

import asyncio
import select
import socket

from dbus_fast import DBusError, PropertyAccess
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property

from harness import uuids
from harness.bluez import ADAPTER, ADAPTER_INTERFACE, CHARACTERISTIC, DEVICE_INTERFACE

ADAPTER_ADDRESS = "F0:F1:F2:F3:F6:00"
MTU = 185
BATTERY_PERCENT = 80
# How long the end of a socket that was given away is kept: the reply has gone out by then.
KEEP_SECONDS = 0.5
# 16-bit UUIDs are told in full.
BASE = "0000{}-0000-1000-8000-00805f9b34fb"


def full(short):
    return BASE.format(short) if len(short) == 4 else uuids.full(short)


def failed(word, text):
    return DBusError(f"org.bluez.Error.{word}", text)


class Adapter(ServiceInterface):
    def __init__(self):
        super().__init__(ADAPTER_INTERFACE)
        self.powered = True

    @dbus_property(access=PropertyAccess.READ)
    def Address(self) -> "s":  # noqa: F821
        return ADAPTER_ADDRESS

    @dbus_property(access=PropertyAccess.READ)
    def Discovering(self) -> "b":  # noqa: F821
        return False

    @dbus_property()
    def Powered(self) -> "b":  # noqa: F821
        return self.powered

    @Powered.setter
    def Powered(self, on: "b"):  # noqa: F821
        self.powered = on
        self.emit_properties_changed({"Powered": on})


class Device(ServiceInterface):
    def __init__(self, tap):
        super().__init__(DEVICE_INTERFACE)
        self.tap = tap
        self.truths = dict.fromkeys(("Paired", "Bonded", "Trusted", "Connected", "ServicesResolved"), True)
        self.truths["Blocked"] = False

    def change(self, **truths):
        """Changes properties, and says so of those that are others than before."""
        changed = {name: value for name, value in truths.items() if self.truths[name] != value}
        self.truths.update(changed)
        if changed:
            self.emit_properties_changed(changed)

    @dbus_property(access=PropertyAccess.READ)
    def Adapter(self) -> "o":  # noqa: F821
        return ADAPTER

    @dbus_property(access=PropertyAccess.READ)
    def Address(self) -> "s":  # noqa: F821
        return self.tap.model.address

    @dbus_property(access=PropertyAccess.READ)
    def Name(self) -> "s":  # noqa: F821
        return self.tap.model.name

    @dbus_property(access=PropertyAccess.READ)
    def Alias(self) -> "s":  # noqa: F821
        return self.tap.model.name

    @dbus_property(access=PropertyAccess.READ)
    def UUIDs(self) -> "as":  # noqa: F821, F722
        return [full(short) for short in (uuids.TAP_SERVICE, uuids.INFORMATION_SERVICE, uuids.BATTERY_SERVICE)]

    @dbus_property(access=PropertyAccess.READ)
    def Paired(self) -> "b":  # noqa: F821
        return self.truths["Paired"]

    @dbus_property(access=PropertyAccess.READ)
    def Bonded(self) -> "b":  # noqa: F821
        return self.truths["Bonded"]

    @dbus_property(access=PropertyAccess.READ)
    def Trusted(self) -> "b":  # noqa: F821
        return self.truths["Trusted"]

    @dbus_property(access=PropertyAccess.READ)
    def Blocked(self) -> "b":  # noqa: F821
        return self.truths["Blocked"]

    @dbus_property(access=PropertyAccess.READ)
    def Connected(self) -> "b":  # noqa: F821
        return self.truths["Connected"]

    @dbus_property(access=PropertyAccess.READ)
    def ServicesResolved(self) -> "b":  # noqa: F821
        return self.truths["ServicesResolved"]

    @dbus_method()
    def Connect(self):
        if not self.tap.reachable:
            raise failed("Failed", "le-connection-abort-by-local")
        self.tap.connect()

    @dbus_method()
    def Disconnect(self):
        self.tap.drop()


class Battery(ServiceInterface):
    def __init__(self):
        super().__init__("org.bluez.Battery1")

    @dbus_property(access=PropertyAccess.READ)
    def Percentage(self) -> "y":  # noqa: F821
        return BATTERY_PERCENT


class Service(ServiceInterface):
    def __init__(self, short, device):
        super().__init__("org.bluez.GattService1")
        self.short, self.device = short, device

    @dbus_property(access=PropertyAccess.READ)
    def UUID(self) -> "s":  # noqa: F821
        return full(self.short)

    @dbus_property(access=PropertyAccess.READ)
    def Device(self) -> "o":  # noqa: F821
        return self.device

    @dbus_property(access=PropertyAccess.READ)
    def Primary(self) -> "b":  # noqa: F821
        return True


class Characteristic(ServiceInterface):
    """Reads as a fixed value, takes everything that is written, and can be listened to by one program."""

    def __init__(self, tap, short, service, flags, value=b""):
        super().__init__(CHARACTERISTIC)
        self.tap, self.short, self.service, self.flags, self.value = tap, short, service, flags, value
        self.socket = None
        self.given = 0
        self.signals = False

    @dbus_property(access=PropertyAccess.READ)
    def UUID(self) -> "s":  # noqa: F821
        return full(self.short)

    @dbus_property(access=PropertyAccess.READ)
    def Service(self) -> "o":  # noqa: F821
        return self.service

    @dbus_property(access=PropertyAccess.READ)
    def Flags(self) -> "as":  # noqa: F821, F722
        return self.flags

    @dbus_property(access=PropertyAccess.READ)
    def Value(self) -> "ay":  # noqa: F821
        return self.value

    @dbus_property(access=PropertyAccess.READ)
    def MTU(self) -> "q":  # noqa: F821
        return MTU

    @dbus_property(access=PropertyAccess.READ)
    def NotifyAcquired(self) -> "b":  # noqa: F821
        return self.has_socket

    @dbus_property(access=PropertyAccess.READ)
    def Notifying(self) -> "b":  # noqa: F821
        return self.is_subscribed

    @dbus_method()
    def ReadValue(self, options: "a{sv}") -> "ay":  # noqa: F821, F722
        self.need("read")
        return self.value

    @dbus_method()
    def WriteValue(self, value: "ay", options: "a{sv}"):  # noqa: F821, F722
        self.need("write")
        self.tap.log("write", self.short, bytes(value).hex() or "-", "encrypted")

    @dbus_method()
    def AcquireNotify(self, options: "a{sv}") -> "hq":  # noqa: F821, F722
        self.need("notify")
        if not self.tap.sockets:
            raise failed("NotSupported", "Operation is not supported")
        if self.is_subscribed:
            raise failed("NotPermitted", "Notify acquired")
        self.close()
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.setblocking(False)
        self.given += 1
        self.tap.log("acquired", self.short)
        asyncio.get_running_loop().call_later(KEEP_SECONDS, theirs.close)
        return [theirs.fileno(), MTU]

    @dbus_method()
    def StartNotify(self):
        self.need("notify")
        if self.has_socket:
            raise failed("NotPermitted", "Notify acquired")
        self.signals = True
        self.tap.log("started", self.short)

    @dbus_method()
    def StopNotify(self):
        self.signals = False

    def need(self, flag):
        if flag not in self.flags:
            raise failed("NotSupported", "Operation is not supported")
        if not self.tap.device.truths["Connected"]:
            raise failed("Failed", "Not connected")

    @property
    def has_socket(self):
        """Whether somebody still holds the other end."""
        if self.socket is None:
            return False
        ends = select.poll()
        ends.register(self.socket, 0)
        return not ends.poll(0)

    @property
    def is_subscribed(self):
        return self.signals or self.has_socket

    def close(self):
        """Ends the socket, for whoever has a copy of it as well."""
        if self.socket:
            if self.has_socket:
                self.socket.shutdown(socket.SHUT_RDWR)
            self.socket.close()
            self.socket = None

    async def notify(self, value):
        if self.signals:
            self.emit_properties_changed({"Value": value})
        elif self.has_socket:
            await asyncio.get_running_loop().sock_sendall(self.socket, value)
        else:
            raise RuntimeError(f"nobody listens to {self.short}")
