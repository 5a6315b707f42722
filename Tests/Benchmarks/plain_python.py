"""Frames of v2 decoded in plain Python, as programs on bleak do it: what stands beside the driver's path."""

import struct
from typing import NamedTuple

MOTION = struct.Struct("<Bhh4xBhhh")


class Motion(NamedTuple):
    """One sample of the hand's motion."""

    x: int
    y: int
    is_mouse: bool
    roll: int
    pitch: int
    yaw: int


def decode(frame):
    """What a frame says: a motion, the number of a gesture class, or nothing that is known."""
    if frame[0] == 0 and frame[1] == 0:
        _, x, y, movement, roll, pitch, yaw = MOTION.unpack_from(frame, 4)
        return Motion(x, y, movement == 1, roll, pitch, yaw)
    if frame[0] == 1 and frame[1] == 3:
        return frame[4]
    return None


def decode_all(frames):
    """Decodes frames; what they say comes to nothing."""
    for frame in frames:
        decode(frame)
