"""The characteristics of a Tap. Logs and commands name them by the part of the UUID before the first dash."""

TAP_BASE = "-1d8b-40fd-a56f-c7bd5d0f3370"
UART_BASE = "-b5a3-f393-e0a9-e50e24dcca9e"

TAP_SERVICE = "c3ff0001"
NAME, MODEL, SECOND_FIRMWARE = "c3ff0003", "c3ff000c", "c3ff000d"
# The first protocol.
TAPS, MOUSE, UI_COMMAND, AIR_GESTURE = "c3ff0005", "c3ff0006", "c3ff0009", "c3ff000a"
UART_SERVICE, UART_RX, UART_TX = "6e400001", "6e400002", "6e400003"
# The second one.
EVENTS, COMMANDS = "c3ff000e", "c3ff000f"
# What every Tap has.
INFORMATION_SERVICE, BATTERY_SERVICE = "180a", "180f"
MAKER, SERIAL, HARDWARE, FIRMWARE, BOOTLOADER = "2a29", "2a25", "2a27", "2a26", "2a28"
BATTERY_LEVEL = "2a19"


def full(short):
    """The UUID with a short name."""
    if short.startswith("c3ff"):
        return short + TAP_BASE
    if short.startswith("6e40"):
        return short + UART_BASE
    return short
