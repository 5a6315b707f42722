"""The keyboard and mouse that a Tap is too: HID over GATT, which BlueZ binds to the kernel by itself."""

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
KEYBOARD_ID, KEYBOARD_BYTES = 1, 8
KEYBOARD = bytes.fromhex(
    "05010906a101 8501 050719e029e715002501750195088102 9501750881019506750815002565 05071900296581 00c0"
)
# A plain mouse: three buttons, and a byte for each axis, as report 2.
MOUSE_ID, MOUSE_BYTES = 2, 3
MOUSE = bytes.fromhex(
    "05010902a101 8502 0901a100 0509190129031500250195037501 8102 950175058103 05010930093115 81257f750895028106 c0c0"
)


def hid_service():
    """The service, and its reports by name."""
    may, can = Characteristic.Permissions, Characteristic.Properties
    secret = may.READABLE | may.READ_REQUIRES_ENCRYPTION

    def fact(uuid, value):
        return Characteristic(uuid, can.READ, secret, value)

    def report(number, size):
        reference = Descriptor(REPORT_REFERENCE, secret, bytes([number, 1]))
        return Characteristic(REPORT, can.READ | can.NOTIFY, secret, bytes(size), [reference])

    reports = {"keyboard": report(KEYBOARD_ID, KEYBOARD_BYTES), "mouse": report(MOUSE_ID, MOUSE_BYTES)}
    control_point = Characteristic(
        CONTROL_POINT,
        can.WRITE_WITHOUT_RESPONSE,
        may.WRITEABLE | may.WRITE_REQUIRES_ENCRYPTION,
        CharacteristicValue(write=lambda connection, value: None),
    )
    service = Service(
        HID_SERVICE,
        [
            fact(PROTOCOL_MODE, bytes([1])),
            fact(HID_INFORMATION, bytes([0x11, 0x01, 0x00, 0x02])),
            fact(REPORT_MAP, KEYBOARD + MOUSE),
            *reports.values(),
            control_point,
        ],
    )
    return service, reports
