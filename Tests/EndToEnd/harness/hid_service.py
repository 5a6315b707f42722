"""The keyboard that a Tap is too: HID over GATT, which BlueZ binds to the kernel by itself."""

from bumble.core import UUID
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor, Service

HID_SERVICE = UUID.from_16_bits(0x1812)
HID_INFORMATION = UUID.from_16_bits(0x2A4A)
REPORT_MAP = UUID.from_16_bits(0x2A4B)
CONTROL_POINT = UUID.from_16_bits(0x2A4C)
REPORT = UUID.from_16_bits(0x2A4D)
PROTOCOL_MODE = UUID.from_16_bits(0x2A4E)
REPORT_REFERENCE = UUID.from_16_bits(0x2908)

# A plain keyboard: eight modifiers and six keys, as report 1.
KEYBOARD = bytes.fromhex(
    "05010906a1018501 050719e029e715002501750195088102 9501750881019506750815002565 05071900296581 00c0"
)


def hid_service():
    may, can = Characteristic.Permissions, Characteristic.Properties
    secret = may.READABLE | may.READ_REQUIRES_ENCRYPTION

    def fact(uuid, value):
        return Characteristic(uuid, can.READ, secret, value)

    report = Characteristic(
        REPORT,
        can.READ | can.NOTIFY,
        secret,
        bytes(8),
        [Descriptor(REPORT_REFERENCE, secret, bytes([1, 1]))],
    )
    control_point = Characteristic(
        CONTROL_POINT,
        can.WRITE_WITHOUT_RESPONSE,
        may.WRITEABLE | may.WRITE_REQUIRES_ENCRYPTION,
        CharacteristicValue(write=lambda connection, value: None),
    )
    return Service(
        HID_SERVICE,
        [
            fact(PROTOCOL_MODE, bytes([1])),
            fact(HID_INFORMATION, bytes([0x11, 0x01, 0x00, 0x02])),
            fact(REPORT_MAP, KEYBOARD),
            report,
            control_point,
        ],
    )
