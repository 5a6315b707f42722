"""The bytes of the first protocol, as far as the tests need them."""

import struct

# The states of a TapXR.
NONE, INDEX, MIDDLE, RING, LITTLE, FIST = 100, 101, 102, 103, 104, 105
# Swipes.
LEFT, RIGHT, UP, DOWN = 1, 2, 3, 4

TEXT_MODE, CONTROLLER_MODE = bytes([3, 12, 0, 0]), bytes([3, 12, 0, 1])
AIR_MOUSE_STATE, TAPPING_STATE, USER_CONTROL = bytes([3, 13, 0, 1]), bytes([3, 13, 0, 2]), bytes([3, 13, 0, 3])
REFRESH_SECONDS = 10

AIR_MOUSE = [CONTROLLER_MODE, AIR_MOUSE_STATE]
LEAVING = [USER_CONTROL, TEXT_MODE]


def motion(dx, dy, roll=0, moves=1):
    """One motion sample; `moves` marks it as real movement."""
    return struct.pack("<Bhh4xBhhh", 0, dx, dy, moves, roll, 0, 0)


def state(number):
    """The air gesture that is a state of the hand."""
    return bytes([number, 0, 0, 0])


def swipe(number):
    """The air gesture that is a swipe."""
    return bytes([0, 0, 0, number])


def tap(mask, count=1):
    """A tap of some fingers, for the first, second or third time in a row."""
    return bytes([mask, 0, 0, (count - 1) << 4])


def raw_mode(finger, gyro, accelerometer):
    """The command that sends raw sensors, with the ranges by their codes."""
    return bytes([3, 12, 0, 10, finger, gyro, accelerometer])


def haptic(*milliseconds):
    """The command that vibrates, alternately on and off."""
    return bytes([0, 2]) + bytes(each // 10 for each in milliseconds)
