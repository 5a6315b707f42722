"""The bytes of the second protocol, as far as the tests need them."""

import struct

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
TAPPING_MODEL, AIR_GESTURE_MODEL = bytes([1, 0, 1, 0, 0]), bytes([1, 0, 1, 0, 1])
TRIGGER_MODE, STREAM_MODE = bytes([1, 0, 0, 0, 0]), bytes([1, 0, 0, 0, 2])
GET_RANGES = bytes([1, 1, 12, 0])
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


def tap(mask):
    """The frame that reports a tap of some fingers."""
    return bytes([1, 2, 0, 0, mask])


def standby(on):
    """The frame that reports that the Tap is in standby, or no longer."""
    return bytes([2, 0, 0, 0, int(on)])


def raw(records):
    """The frame of raw sensor records."""
    return bytes([0, 1, 0, 0]) + records


def set_ranges(gyro, accelerometer):
    """The command that sets the ranges of the IMU, by their codes."""
    return bytes([1, 1, 2, 0, gyro, accelerometer])


def ranges(gyro, accelerometer):
    """The frame that answers the question for them."""
    return bytes([3, 3, 0, 0, gyro, accelerometer])


def haptic(*milliseconds):
    """The command that vibrates, alternately on and off."""
    durations = bytes(each // 10 for each in milliseconds)
    return HAPTIC + durations + bytes(HAPTIC_DURATIONS - len(durations))
