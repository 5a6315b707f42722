"""A judge: what libinput, and so any desktop, makes of the driver's devices."""

import re
import subprocess

from harness.processes import Process

COMMAND = ["libinput", "debug-events", "--show-keycodes"]


class Libinput:
    def __init__(self):
        self.process = Process("libinput", ["stdbuf", "-oL", *COMMAND])

    def stop(self):
        self.process.stop()

    def mark(self):
        return len(self.process.text())

    def saw(self, mark, pattern):
        """Whether a line since then matches; runs of blanks count as one."""
        text = re.sub(r"[ \t]+", " ", self.process.text()[mark:])
        return re.search(pattern, text) is not None

    def knows(self, name):
        """Whether it reads the device of this name."""
        return self.saw(0, rf"DEVICE_ADDED {re.escape(name)} seat")

    def keys(self):
        """The keys of keyboards that it has reported, as `KEY_LEFT 1`."""
        found = re.findall(r"KEYBOARD_KEY\s.*?(KEY_\w+) \(\d+\) (pressed|released)", self.process.text())
        return [f"{name} {int(what == 'pressed')}" for name, what in found]


def capabilities(name):
    """What `libinput list-devices` says a device of this name can do."""
    listing = subprocess.run(["libinput", "list-devices"], capture_output=True, text=True, timeout=60).stdout
    for paragraph in listing.split("\n\n"):
        fields = dict(re.match(r"\s*(.*?):\s*(.*)", line).groups() for line in paragraph.splitlines() if ":" in line)
        if fields.get("Device") == name:
            return sorted(fields.get("Capabilities", "").split())
    return None


def udev_properties(node):
    output = subprocess.run(
        ["udevadm", "info", "--query=property", f"--name={node}"],
        capture_output=True,
        text=True,
        timeout=30,
    ).stdout
    return dict(line.split("=", 1) for line in output.splitlines() if "=" in line)
