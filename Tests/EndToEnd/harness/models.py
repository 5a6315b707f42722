"""The Taps that there can be."""

from typing import NamedTuple


class Model(NamedTuple):
    """What a Tap speaks (`v1`, `v2`, or nothing of a Tap: `other`), how it is found, whether it is a keyboard too."""

    protocol: str
    address: str
    name: str
    hid: bool = False

    @property
    def text(self):
        return ",".join([self.protocol, self.address, self.name] + ["hid"] * self.hid)

    @classmethod
    def parse(cls, text):
        protocol, address, name, *options = text.split(",")
        return cls(protocol, address, name, "hid" in options)


V2 = Model("v2", "F0:F1:F2:F3:F4:F1", "TapXR_E2E")
V1 = Model("v1", "F0:F1:F2:F3:F4:F3", "TapOld_E2E")
STRANGER = Model("v2", "F0:F1:F2:F3:F4:F7", "TapXR_Stranger")
OTHER = Model("other", "F0:F1:F2:F3:F4:F5", "Lamp_E2E")
V2_HID = V2._replace(hid=True)
V1_HID = V1._replace(hid=True)

# What each says of itself; all of them differ.
FACTS = {
    "v2": {
        "maker": "Tap Systems Inc.",
        "model": "TapXR",
        "hardware": "2.1",
        "firmware": "3.2.0",
        "second firmware": "5.0.1",
        "bootloader": "0.9.4",
        "serial": "E2E0002",
    },
    "v1": {
        "maker": "Tap Systems, Inc.",
        "model": "TapXR one",
        "hardware": "1.3",
        "firmware": "2.7.1",
        "second firmware": "4.0.6",
        "bootloader": "0.5.2",
        "serial": "E2E0001",
    },
}
