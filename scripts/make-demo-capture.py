#!/usr/bin/env python3
"""Makes the capture that `tapinput demo` plays: Sources/Driver/Resources/demo.tapcap.

The capture holds what a v2 Tap in stream mode sends while its wearer shows every gesture once:
motion frames 25 times a second and gesture classes 15 times a second. Every run makes the same
bytes. Run it after a change here; `--check` tells whether that was forgotten.
"""

import argparse
import math
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CAPTURE = Path("Sources/Driver/Resources/demo.tapcap")

# The characteristic that a v2 Tap sends its frames on, by the beginning of its UUID.
V2_READ = "c3ff000e"

# Frame headers: command, sub-command, and two bytes that carry no meaning here.
MOTION_HEADER = bytes([0, 0, 0, 0])
CLASS_HEADER = bytes([1, 3, 0, 0])
# Answers of the Tap to a question for a setting: the gesture model is on; classes are streamed.
MODEL_DETECTION_IS_ON = bytes([3, 0, 0, 0, 1, 1])
OP_MODE_IS_STREAM = bytes([3, 1, 0, 0, 2])

# Gesture classes.
NONE = 100
LEFT, RIGHT, UP, DOWN = 101, 102, 103, 104
PINCH_INDEX, PINCH_MIDDLE, PINCH_RING, PINCH_LITTLE = 105, 106, 107, 108
FIST = 109
HOLD_INDEX, HOLD_MIDDLE, HOLD_RING, HOLD_LITTLE = 110, 111, 112, 113
HOLD_FIST = 114

# Time is counted in beats of 200 ms. In each, frames are sent at these milliseconds: 5 of motion
# are 25 a second, and 3 of classes are 15 a second.
BEAT = 200
MOTION_TIMES = (20, 60, 100, 140, 180)
CLASS_TIMES = (0, 67, 133)

# A pinch that is held for a second without a twist becomes a drag.
UNTIL_DRAG = 5
# A hold ends with the fourth `none`, a fist with the second; the hand is still meanwhile.
HOLD_ENDS = 2
FIST_ENDS = 1

# How the hand rests, in degrees, and how it trembles about the forearm, from sample to sample.
REST_ROLL, REST_PITCH = 4, -6
TREMOR = (0, 1, 0, 0, 1, 1, 0)
# Device units of motion that turn pitch and yaw by a degree.
UNITS_PER_DEGREE = 16


def ease(part):
    """The part of a movement that is done after a part of its time: it starts and stops gently."""
    return part * part * (3 - 2 * part)


# Paths: from the part of the time that has passed to the place, in device units from the start;
# right and down are positive. An even radius keeps every place clear of a half unit, where the
# last bit of a sine, which is not the same on all machines, would decide how it is rounded.


def line(x, y):
    """Straight to a place."""
    return lambda part: (x * ease(part), y * ease(part))


def circle(radius):
    """Once round, clockwise from the top."""

    def place(part):
        angle = 2 * math.pi * ease(part)
        return radius * math.sin(angle), radius * (1 - math.cos(angle))

    return place


def arc(radius):
    """Half round, to the right over the top."""

    def place(part):
        angle = math.pi * ease(part)
        return radius * (1 - math.cos(angle)), -radius * math.sin(angle)

    return place


class Tap:
    """A Tap on a wrist, and the capture of what it sends."""

    def __init__(self, name):
        self.lines = ["tapcap 1", f"device v2 {name}"]
        self.milliseconds = 0
        self.samples = 0
        self.x = 0
        self.y = 0
        self.roll = REST_ROLL

    def comment(self, text):
        """A line for readers."""
        self.lines.append(f"# {text}".rstrip())

    def chapter(self, title):
        """A heading, set off by a blank line."""
        self.lines.append("")
        self.comment(title)

    def notify(self, frame, milliseconds=0):
        """A frame, so many milliseconds after the end of the last beat."""
        seconds, rest = divmod(self.milliseconds + milliseconds, 1000)
        self.lines.append(f"n {seconds}.{rest:03} {V2_READ} {frame.hex()}")

    def show(self, gesture, beats, path=None, turn=0, wrong_none=None):
        """Shows a gesture class for some beats, while the hand moves and turns.

        The hand follows `path`, or is at rest where there is none, and turns by `turn` degrees.
        The class of number `wrong_none`, from 0, is a `none` by mistake.
        """
        classes = [gesture] * (beats * len(CLASS_TIMES))
        if wrong_none is not None:
            classes[wrong_none] = NONE
        motions = self.motions(beats * len(MOTION_TIMES), path, turn)
        for beat in range(beats):
            frames = [
                (time, CLASS_HEADER + bytes([classes[beat * len(CLASS_TIMES) + index]]))
                for index, time in enumerate(CLASS_TIMES)
            ]
            frames += [(time, next(motions)) for time in MOTION_TIMES]
            for time, frame in sorted(frames):
                self.notify(frame, time)
            self.milliseconds += BEAT

    def motions(self, count, path, turn):
        """The motion frames of a path and a turn; they add up to exactly these."""
        is_mouse = path is not None
        start_x, start_y, start_roll = self.x, self.y, self.roll
        for number in range(1, count + 1):
            part = number / count
            x, y = path(part) if is_mouse else (0, 0)
            dx = start_x + round(x) - self.x
            dy = start_y + round(y) - self.y
            self.x += dx
            self.y += dy
            self.roll = start_roll + round(turn * ease(part))
            yield self.motion(dx, dy, is_mouse)

    def motion(self, dx, dy, is_mouse):
        """The next motion frame."""
        roll = self.roll + TREMOR[self.samples % len(TREMOR)]
        pitch = REST_PITCH - self.y // UNITS_PER_DEGREE
        yaw = self.x // UNITS_PER_DEGREE
        self.samples += 1
        return MOTION_HEADER + struct.pack("<xhh4x?hhh", dx, dy, is_mouse, roll, pitch, yaw)

    def rest(self, beats):
        """An open hand at rest."""
        self.show(NONE, beats)


def point(tap):
    tap.chapter("The open hand moves the pointer: a circle")
    tap.rest(1)
    tap.show(NONE, 8, circle(120))


def swipe(tap):
    tap.chapter("Swipes are the arrow keys: left, right, up, down")
    for gesture in (LEFT, RIGHT, UP, DOWN):
        tap.rest(1)
        tap.show(gesture, 1)


def pinch(tap):
    tap.chapter("Short pinches: left click, right click, middle click and Escape, finger by finger")
    for gesture in (PINCH_INDEX, PINCH_MIDDLE, PINCH_RING, PINCH_LITTLE):
        tap.rest(1)
        tap.show(gesture, 1)
    tap.rest(1)


def drag(tap):
    tap.chapter("Index finger held, hand moves: after a second, a drag with the left button")
    tap.comment("One class in the drag is a wrong `none`; the button stays down")
    tap.show(HOLD_INDEX, UNTIL_DRAG)
    tap.show(HOLD_INDEX, 3, line(180, 60), wrong_none=4)
    tap.rest(HOLD_ENDS)

    tap.chapter("Middle finger held, hand moves: scroll down, up and to the right with the hand")
    tap.show(HOLD_MIDDLE, UNTIL_DRAG)
    tap.show(HOLD_MIDDLE, 2, line(0, 80))
    tap.show(HOLD_MIDDLE, 2, line(0, -60))
    tap.show(HOLD_MIDDLE, 2, line(60, 0))
    tap.rest(HOLD_ENDS)


def answer_settings(tap):
    tap.comment("Between gestures the Tap answers what its settings are; nothing comes of it")
    tap.notify(MODEL_DETECTION_IS_ON)
    tap.notify(OP_MODE_IS_STREAM)


def drag_more(tap):
    tap.chapter("Ring finger held, hand moves: drag with the middle button")
    tap.show(HOLD_RING, UNTIL_DRAG)
    tap.show(HOLD_RING, 3, line(-160, -90))
    tap.rest(HOLD_ENDS)

    tap.chapter("Little finger held, hand moves: the pointer alone, slow and precise")
    tap.show(HOLD_LITTLE, UNTIL_DRAG)
    tap.show(HOLD_LITTLE, 4, arc(60))
    tap.rest(HOLD_ENDS)


def twist(tap):
    # A twist sways the hand a little; none of that moves anything.
    there, back = line(8, -6), line(-8, 6)

    for title, gesture, turn, way_back in (
        ("Index finger held, wrist twists: scroll down, and up on the way back", HOLD_INDEX, 75, 2),
        ("Middle finger held, wrist twists the other way: scroll up, and down again", HOLD_MIDDLE, -75, 2),
        ("Ring finger held, wrist twists: scroll right, and left on the way back", HOLD_RING, 75, 2),
        ("Little finger held, wrist twists: volume up, and down on the way back", HOLD_LITTLE, 75, 3),
    ):
        tap.chapter(title)
        tap.show(gesture, 1)
        tap.show(gesture, 3, there, turn=turn)
        tap.show(gesture, way_back, back, turn=-turn)
        tap.rest(HOLD_ENDS)


def clutch(tap):
    tap.chapter("The hand goes as far as it reaches ...")
    tap.show(NONE, 2, line(140, 0))
    tap.chapter("... a fist lets the pointer rest while the hand goes back ...")
    tap.show(FIST, 1)
    tap.show(HOLD_FIST, 2, line(-220, 40))
    tap.rest(FIST_ENDS)
    tap.chapter("... and the open hand moves the pointer on from where it was")
    tap.show(NONE, 2, line(140, 0))
    tap.rest(1)


def demo():
    """The text of the capture."""
    tap = Tap("TapXR_Demo")
    tap.comment("Every gesture once: what `tapinput demo` plays.")
    tap.comment("Made by scripts/make-demo-capture.py; change it there.")
    for part in (point, swipe, pinch, drag, answer_settings, drag_more, twist, clutch):
        part(tap)
    return "\n".join(tap.lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=f"Makes {CAPTURE}, the capture of the demo.")
    parser.add_argument(
        "--check",
        action="store_true",
        help="write nothing; exit with 1 if the file is not what would be made",
    )
    options = parser.parse_args()
    file = ROOT / CAPTURE
    made = demo().encode()
    if not options.check:
        file.write_bytes(made)
        return 0
    if file.is_file() and file.read_bytes() == made:
        return 0
    print(f"{CAPTURE} is not what {Path(__file__).name} makes: run the script", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
