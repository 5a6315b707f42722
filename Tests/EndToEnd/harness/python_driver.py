"""A driver as people write it today: bleak takes the notifications, python-evdev makes the mouse.

usage: python3 -m harness.python_driver ADDRESS acquire|start
       python3 -m harness.python_driver devices        the devices alone, a mouse and a keyboard

Says `ready` once it listens, and goes on until SIGTERM.
"""

import asyncio
import signal
import struct
import sys

from bleak import BleakClient
from bleak.backends.device import BLEDevice
from evdev import UInput, ecodes

from harness import uuids
from harness.bluez import device_path

NAME, KEYBOARD = "python pointer", "python keyboard"
CAPABILITIES = {
    ecodes.EV_KEY: [ecodes.BTN_LEFT, ecodes.BTN_RIGHT],
    ecodes.EV_REL: [ecodes.REL_X, ecodes.REL_Y, ecodes.REL_WHEEL],
}
# Kind, motion to the right and down, whether it is real movement.
MOTION = struct.Struct("<Bhh4xB")
HEADER = 4


async def main(address, way):
    mouse = UInput(CAPABILITIES, name=NAME)

    def on_event(_, frame):
        if frame[:2] != b"\0\0":
            return
        kind, dx, dy, is_real = MOTION.unpack_from(frame, HEADER)
        if kind == 0 and is_real == 1:
            mouse.write(ecodes.EV_REL, ecodes.REL_X, dx)
            mouse.write(ecodes.EV_REL, ecodes.REL_Y, dy)
            mouse.syn()

    ended = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, ended.set)
    # The path is what a search would find.
    device = BLEDevice(address, "Tap", {"path": device_path(address)})
    async with BleakClient(device, timeout=60) as client:
        bluez = {"use_start_notify": way == "start"}
        await client.start_notify(uuids.full(uuids.EVENTS), on_event, bluez=bluez)
        print("ready", flush=True)
        await ended.wait()
        # BlueZ 5.66 does not outlive a link that is ended while somebody holds the socket.
        await client.stop_notify(uuids.full(uuids.EVENTS))
    mouse.close()


def devices():
    made = UInput(CAPABILITIES, name=NAME), UInput({ecodes.EV_KEY: [ecodes.KEY_LEFT]}, name=KEYBOARD)
    signal.pause()
    return made


if __name__ == "__main__":
    if sys.argv[1:] == ["devices"]:
        devices()
    else:
        asyncio.run(main(*sys.argv[1:]))
