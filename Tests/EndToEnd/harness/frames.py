"""The bytes of the Tap's second protocol, as far as the tests need them."""

import struct

SERVICE = "c3ff0001-1d8b-40fd-a56f-c7bd5d0f3370"
NAME = "c3ff0003-1d8b-40fd-a56f-c7bd5d0f3370"
MODEL = "c3ff000c-1d8b-40fd-a56f-c7bd5d0f3370"
FIRMWARE = "c3ff000d-1d8b-40fd-a56f-c7bd5d0f3370"
EVENTS = "c3ff000e-1d8b-40fd-a56f-c7bd5d0f3370"
COMMANDS = "c3ff000f-1d8b-40fd-a56f-c7bd5d0f3370"

# Gesture classes.
NONE, LEFT, RIGHT, UP, DOWN = 100, 101, 102, 103, 104
PINCH_INDEX, PINCH_MIDDLE, PINCH_RING, PINCH_LITTLE, FIST = 105, 106, 107, 108, 109
HOLD_INDEX, HOLD_MIDDLE, HOLD_RING, HOLD_LITTLE = 110, 111, 112, 113

# A hold ends after this many `none` in a row, a fist after this many.
NONES_END_HOLD = 4
NONES_END_FIST = 2


def feature(number, value):
    return bytes([0, 0, 0, 0, number, value])


RAW_IMU, MODEL_DETECTION, IMU_MOTION = 0, 1, 2
AIR_GESTURE_MODEL = bytes([1, 0, 1, 0, 1])
STREAM_MODE = bytes([1, 0, 0, 0, 2])
KEEPALIVE = bytes([2, 0, 0, 0])
KEEPALIVE_SECONDS = 10
HAPTIC = bytes([1, 2, 3, 0, 0, 2])
HAPTIC_DURATIONS = 18

AIR_MOUSE = [
    feature(MODEL_DETECTION, 1),
    feature(IMU_MOTION, 1),
    feature(RAW_IMU, 0),
    AIR_GESTURE_MODEL,
    STREAM_MODE,
]
LEAVING = [
    feature(MODEL_DETECTION, 0),
    feature(IMU_MOTION, 0),
    feature(RAW_IMU, 0),
]


def gesture(number):
    """The frame that reports a gesture class."""
    return bytes([1, 3, 0, 0, number])


def motion(dx, dy, roll=0):
    """The frame of one motion sample, marked as real movement."""
    return bytes(4) + struct.pack("<Bhh4xBhhh", 0, dx, dy, 1, roll, 0, 0)


def haptic(milliseconds):
    """The frame of a single pulse."""
    durations = bytes([milliseconds // 10]) + bytes(HAPTIC_DURATIONS - 1)
    return HAPTIC + durations
