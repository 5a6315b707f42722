"""What a user does with bluetoothctl: power the adapter, and bond with the Tap."""

import asyncio
import contextlib
import socket

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_method

SERVICE = "org.bluez"
ADAPTER = "/org/bluez/hci0"
AGENT = "/tapinput/agent"
PROPERTIES = "org.freedesktop.DBus.Properties"
DEVICE_INTERFACE = "org.bluez.Device1"
ADAPTER_INTERFACE = "org.bluez.Adapter1"
CHARACTERISTIC = "org.bluez.GattCharacteristic1"


class Refused(Exception):
    """BlueZ, or the bus, answered with an error."""


class Agent(ServiceInterface):
    """Says yes. BlueZ wants to be told so even for a pairing that shows nothing."""

    def __init__(self):
        super().__init__("org.bluez.Agent1")

    @dbus_method()
    def Release(self):
        pass

    @dbus_method()
    def Cancel(self):
        pass

    @dbus_method()
    def RequestConfirmation(self, device: "o", passkey: "u"):  # noqa: F821
        pass

    @dbus_method()
    def RequestAuthorization(self, device: "o"):  # noqa: F821
        pass

    @dbus_method()
    def AuthorizeService(self, device: "o", uuid: "s"):  # noqa: F821
        pass


class Client:
    """One connection to the system bus."""

    async def __aenter__(self):
        self.bus = await MessageBus(bus_type=BusType.SYSTEM, negotiate_unix_fd=True).connect()
        return self

    async def __aexit__(self, *_):
        self.bus.disconnect()

    async def call(self, path, interface, member, signature="", *body):
        reply = await self.reply(path, interface, member, signature, *body)
        return reply.body[0] if reply.body else None

    async def reply(self, path, interface, member, signature="", *body):
        reply = await asyncio.wait_for(
            self.bus.call(
                Message(
                    destination=SERVICE,
                    path=path,
                    interface=interface,
                    member=member,
                    signature=signature,
                    body=list(body),
                )
            ),
            60,
        )
        if reply.message_type is MessageType.ERROR:
            raise Refused(f"{member}: {reply.error_name} {reply.body}")
        return reply

    async def get(self, path, interface, name):
        return (await self.call(path, PROPERTIES, "Get", "ss", interface, name)).value

    async def set(self, path, interface, name, value):
        await self.call(path, PROPERTIES, "Set", "ssv", interface, name, value)

    async def until(self, seconds, what, condition):
        for _ in range(int(seconds / 0.1)):
            try:
                if await condition():
                    return
            except Refused:
                pass  # not there yet
            await asyncio.sleep(0.1)
        raise TimeoutError(f"after {seconds} s still not so: {what}")


def device_path(address):
    return f"{ADAPTER}/dev_{address.replace(':', '_')}"


async def power(on):
    """Switches the adapter as soon as there is one, and waits until it is so."""
    async with Client() as client:

        async def done():
            if await client.get(ADAPTER, ADAPTER_INTERFACE, "Powered") == on:
                return True
            # Refused while BlueZ switches it by itself.
            await client.set(ADAPTER, ADAPTER_INTERFACE, "Powered", Variant("b", on))
            return False

        await client.until(30, f"the adapter's power is {on}", done)


async def find(client, address):
    """Looks for a device until BlueZ knows it."""

    async def found():
        return await client.get(device_path(address), DEVICE_INTERFACE, "Address")

    await client.call(ADAPTER, ADAPTER_INTERFACE, "SetDiscoveryFilter", "a{sv}", {"Transport": Variant("s", "le")})
    await client.call(ADAPTER, ADAPTER_INTERFACE, "StartDiscovery")
    await client.until(30, "the Tap is found", found)
    await client.call(ADAPTER, ADAPTER_INTERFACE, "StopDiscovery")


async def resolve(client, address):
    """Waits until BlueZ knows the services of a device that is connected."""

    async def resolved():
        return await client.get(device_path(address), DEVICE_INTERFACE, "ServicesResolved")

    await client.until(30, "its services are resolved", resolved)


async def meet(address):
    """Finds a device and connects to it, without any keys."""
    async with Client() as client:
        await find(client, address)
        await client.call(device_path(address), DEVICE_INTERFACE, "Connect")
        await resolve(client, address)


async def forget(address):
    """Removes a device and its keys."""
    async with Client() as client:
        await client.call(ADAPTER, ADAPTER_INTERFACE, "RemoveDevice", "o", device_path(address))


async def bond(address):
    """Finds, pairs and trusts a device; leaves it connected."""
    path = device_path(address)
    async with Client() as client:
        client.bus.export(AGENT, Agent())
        await client.call("/org/bluez", "org.bluez.AgentManager1", "RegisterAgent", "os", AGENT, "NoInputNoOutput")
        await client.call("/org/bluez", "org.bluez.AgentManager1", "RequestDefaultAgent", "o", AGENT)
        await find(client, address)
        await client.call(path, DEVICE_INTERFACE, "Pair")
        await client.set(path, DEVICE_INTERFACE, "Trusted", Variant("b", True))
        await resolve(client, address)


async def connect(address):
    """Makes a link, as a user can with bluetoothctl; that somebody else is making one is as good."""
    async with Client() as client:
        with contextlib.suppress(Refused):
            await client.call(device_path(address), DEVICE_INTERFACE, "Connect")


async def known():
    """The addresses of the devices that BlueZ knows, and the properties of each."""
    async with Client() as client:
        objects = await client.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    devices = [interfaces[DEVICE_INTERFACE] for interfaces in objects.values() if DEVICE_INTERFACE in interfaces]
    return {each["Address"].value: {name: variant.value for name, variant in each.items()} for each in devices}


async def characteristic_path(client, address, uuid):
    """The object of a device's characteristic, by the beginning of its UUID."""
    objects = await client.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    return next(
        path
        for path, interfaces in objects.items()
        if path.startswith(device_path(address))
        and CHARACTERISTIC in interfaces
        and interfaces[CHARACTERISTIC]["UUID"].value.startswith(uuid)
    )


async def has_socket(address, uuid):
    """Whether BlueZ has given out a socket for the notifications of a characteristic."""
    async with Client() as client:
        return await client.get(await characteristic_path(client, address, uuid), CHARACTERISTIC, "NotifyAcquired")


async def notified(address, uuid, act):
    """Takes the notifications of a characteristic, lets something happen and returns the first that comes of it."""
    async with Client() as client:
        path = await characteristic_path(client, address, uuid)
        reply = await client.reply(path, CHARACTERISTIC, "AcquireNotify", "a{sv}", {})
        with socket.socket(fileno=reply.unix_fds[0]) as packets:
            act()
            packets.setblocking(False)
            return await asyncio.wait_for(asyncio.get_running_loop().sock_recv(packets, 512), 10)


async def read(address, uuid):
    """Reads a characteristic from the device."""
    async with Client() as client:
        objects = await client.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        path = next(
            path
            for path, interfaces in objects.items()
            if path.startswith(device_path(address))
            and CHARACTERISTIC in interfaces
            and interfaces[CHARACTERISTIC]["UUID"].value.startswith(uuid)
        )
        return await client.call(path, CHARACTERISTIC, "ReadValue", "a{sv}", {})


async def battery(address):
    async with Client() as client:
        try:
            return await client.get(device_path(address), "org.bluez.Battery1", "Percentage")
        except Refused:
            return None


async def adapter_property(name):
    async with Client() as client:
        return await client.get(ADAPTER, ADAPTER_INTERFACE, name)


async def device_property(address, name):
    async with Client() as client:
        return await client.get(device_path(address), DEVICE_INTERFACE, name)
