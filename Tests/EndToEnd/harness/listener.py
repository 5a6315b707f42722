"""Another program that has asked BlueZ for a characteristic's notifications, and does nothing with them.

usage: python3 -m harness.listener ADDRESS CHARACTERISTIC

While it listens BlueZ gives nobody else a socket: a driver has to make do with signals. Says `ready` once it listens,
and goes on until it is ended.
"""

import asyncio
import sys

from harness.bluez import CHARACTERISTIC, DEVICE_INTERFACE, Client, characteristic_path, device_path


async def main(address, short):
    path = device_path(address)
    async with Client() as client:
        if not await client.get(path, DEVICE_INTERFACE, "Connected"):
            await client.call(path, DEVICE_INTERFACE, "Connect")

        async def resolved():
            return await client.get(path, DEVICE_INTERFACE, "ServicesResolved")

        await client.until(30, "its services are resolved", resolved)
        await client.call(await characteristic_path(client, address, short), CHARACTERISTIC, "StartNotify")
        print("ready", flush=True)
        await client.bus.wait_for_disconnect()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
