"""`sensors`: the raw sensors of both protocols, value by value; ranges, read back and changed; every way to leave."""

import os
import re
import signal
import time

from harness import frames
from harness.models import V1, V2
from harness.raw import FINGERS, IMU, Codes, packets, specimen, specimens
from harness.waiting import poll

START_LIMIT = 60
LINE_LIMIT = 10
END_LIMIT = 10
# How long the Tap has for an answer, and a slow machine for saying that none came.
ANSWER_SECONDS, ANSWER_SLACK = 2, 6
CANNOT_CREATE = 73
STREAM_SECONDS = 3

# Every code of every sensor, and none of them in step with another.
CODES = [Codes(1, 2, 3), Codes(2, 3, 4), Codes(3, 4, 1), Codes(4, 5, 2), Codes(1, 1, 2)]
CALM = Codes(1, 1, 1)
FORMER = (3, 2)
# Answers to the question for the ranges that are none.
WRONG_ANSWERS = [
    ("codes that there are not", frames.ranges(9, 7)),
    ("codes of 0", frames.ranges(0, 0)),
    ("half an answer", frames.ranges(1, 1)[:5]),
    ("an answer to another question", bytes([3, 1, 0, 0, 1, 1])),
]
# A zero word ends a notification, whatever follows it; a record that the end cuts short is none.
ENDED = specimen(IMU, 900_000, 3).data + bytes(4) + specimen(IMU, 900_001, 4).data
CUT_SHORT = specimen(FINGERS, 900_010, 5).data + specimen(IMU, 900_011, 6).data[:-1]


def run(stage):
    stage.machine.ready(V2, V1)
    second, first = stage.machine.taps
    for codes in CODES:
        values(stage, codes)
    oddities(stage, second)
    oddities(stage, first)
    rates(stage, second)
    read_back(stage, second)
    no_answer(stage, second)
    change(stage, second)
    debug(stage, second)
    for number in (signal.SIGINT, signal.SIGTERM):
        leaving(stage, number)
    some_seconds(stage, first)
    no_file(stage, first)


class Sensors:
    """`sensors` at work for some Taps, which have been told to send."""

    def __init__(self, stage, taps, codes, *options, file=True):
        self.stage, self.taps, self.codes = stage, taps, codes
        self.start = time.monotonic()
        self.file = os.path.join(stage.machine.folder(), "sensors.csv") if file else None
        device = ["--device", taps[0].name] if len(taps) == 1 else []
        csv = ["--csv", self.file] if file else []
        self.process = stage.machine.start("sensors", "--sensitivity", codes.option, *csv, *device, *options)
        for tap in taps:
            stage.report.need(
                stage.report.within(
                    START_LIMIT,
                    f"{tap.name} is told to send, with {codes.option}",
                    lambda tap=tap: tap.sends_raw(self.start, *codes) and self.is_ready(tap),
                    lambda tap=tap: f"written: {tap.written(self.start)}; said: {self.process.text()}",
                )
            )

    def is_ready(self, tap):
        """The question for the ranges, which only the second protocol has, is settled."""
        return tap.model.protocol == "v1" or f"{tap.name}: IMU sensitivity" in self.process.text()

    def lines(self):
        if self.file is None:
            return self.process.output().splitlines()
        if not os.path.exists(self.file):
            return []
        with open(self.file, encoding="utf-8") as file:
            return file.read().splitlines()

    def said(self, pattern):
        return [line for line in self.process.text().splitlines() if re.search(pattern, line)]

    def end(self, number=signal.SIGTERM, what="sensors"):
        """Ends it, and looks that all is put back; the lines are whole only now."""
        report, start = self.stage.report, time.monotonic()
        self.process.send(number)
        report.within(END_LIMIT, f"{what}: it ends when it is told to", lambda: not self.process.running)
        report.equal(f"{what}: its exit status is 0", self.process.status, 0)
        for tap in self.taps:
            report.check(f"{what}: {tap.name} is put back as it was", tap.left(start), tap.written(start))
        self.process.stop()
        strange = [line for line in self.process.text().splitlines() if not line.startswith("tapinput: ")]
        report.equal(f"{what}: every message begins with the program's name", strange, [])
        return start

    def compare(self, what, wanted, identifier):
        """The lines of one Tap are these, in this order, and no others."""
        seen = [line for line in self.lines() if line.startswith(identifier)]
        differing = next(
            (pair for pair in zip(seen, wanted, strict=False) if pair[0] != pair[1]), (len(seen), len(wanted))
        )
        self.stage.report.check(f"{what} ({len(wanted)} lines)", seen == wanted, f"first difference: {differing}")


def values(stage, codes):
    """Both Taps at once, every value compared."""
    taps = stage.machine.taps
    sensors = Sensors(stage, taps, codes)
    sent = {}
    for number, tap in enumerate(taps):
        records = specimens(1000 * (number + 1), 16)
        tap.raw(*packets(records))
        sent[tap.address] = [record.line(tap.address, codes) for record in records]
    count = sum(map(len, sent.values()))
    poll(lambda: len(sensors.lines()) >= count, LINE_LIMIT, 0.1)
    sensors.end(what=codes.option)
    for tap in taps:
        sensors.compare(f"{tap.name}: every value is right with {codes.option}", sent[tap.address], tap.address)
    stage.report.equal(f"{codes.option}: there are no other lines", len(sensors.lines()), count)


def oddities(stage, tap):
    """What is not a whole record is dropped, and what follows is read again; on standard output this time."""
    sensors = Sensors(stage, [tap], CALM, file=False)
    after = specimen(IMU, 2**31 - 1, 7)
    tap.raw(ENDED, CUT_SHORT, b"", b"\1", after.data)
    wanted = [specimen(IMU, 900_000, 3), specimen(FINGERS, 900_010, 5), after]
    poll(lambda: len(sensors.lines()) >= len(wanted), LINE_LIMIT)
    sensors.end(what=f"{tap.name}, odd notifications")
    lines = [record.line(tap.address, CALM) for record in wanted]
    sensors.compare(f"{tap.name}: whole records only, on standard output", lines, "")
    dropped = sensors.said(r"(?i)drop|lost|cut")
    stage.report.check(f"{tap.name}: it is said that something was dropped", dropped, sensors.process.text())


def rates(stage, tap):
    """By the clock of the Tap: 200 and 100 a second, however long it really took."""
    sensors = Sensors(stage, [tap], CALM)
    records = specimens(50_000, 100, imu_period=5, finger_period=10)
    tap.raw(*packets(records), period=40)
    poll(lambda: len(sensors.lines()) >= len(records), LINE_LIMIT, 0.1)
    sensors.end(what="rates")
    sensors.compare("nothing is lost at this pace", [record.line(tap.address, CALM) for record in records], tap.address)
    for kind, rate in ((IMU, "200"), (FINGERS, "100")):
        lines = sensors.said(rf"\b{kind}\b")
        report = stage.report
        report.equal(f"there is one line about {kind} at the end", len(lines), 1)
        report.check(f"it says {rate} a second", re.search(rf"\b{rate}(\.0+)?\b", "".join(lines)), lines)


def read_back(stage, tap):
    for codes in (Codes(1, 1, 1), Codes(1, 5, 4)):
        sensors = Sensors(stage, [tap], codes)
        wanted = f"tapinput: {tap.name}: IMU sensitivity {codes.imu_option}"
        stage.report.check(f"it says {codes.imu_option}", wanted in sensors.said("IMU"), sensors.process.text())
        asked = [write for write in tap.writes(sensors.start) if write.frame == frames.GET_RANGES]
        stage.report.check("which it has asked the Tap for", asked, tap.written(sensors.start))
        sensors.end(what="read-back")
    # The Tap says what it has, which need not be what it was told.
    tap.answers(frames.GET_RANGES, frames.ranges(2, 3))
    sensors = Sensors(stage, [tap], CALM)
    wanted = f"tapinput: {tap.name}: IMU sensitivity gyro=dps250,accel=g8"
    stage.report.check("what it says is what the Tap answers", wanted in sensors.said("IMU"), sensors.process.text())
    sensors.end(what="another answer")
    tap.answers(frames.GET_RANGES, "default")


def no_answer(stage, tap):
    for what, answer in [("no answer", "nothing"), *WRONG_ANSWERS]:
        tap.reset()
        tap.has_ranges(*FORMER)
        tap.answers(frames.GET_RANGES, answer)
        sensors = Sensors(stage, [tap], CALM)
        wanted = f"tapinput: {tap.name}: IMU sensitivity: no answer"
        stage.report.equal(f"{what}: it says that none came", sensors.said("IMU sensitivity"), [wanted])
        asked = [write.time for write in tap.writes(sensors.start) if write.frame == frames.GET_RANGES]
        waited = time.monotonic() - asked[-1] if asked else 0
        # Codes that there are not are no answer at once. The driver's time runs before the Tap is asked.
        least = ANSWER_SECONDS - 0.5 if answer == "nothing" else 0
        stage.report.check(
            f"{what}: not before, and not long after two seconds ({waited:.1f} s)",
            asked and least <= waited < ANSWER_SECONDS + ANSWER_SLACK,
            tap.written(sensors.start),
        )
        record = specimen(IMU, 77, 0)
        tap.raw(record.data)
        poll(lambda sensors=sensors: sensors.lines(), LINE_LIMIT)
        left = sensors.end(what=what)
        sensors.compare(f"{what}: records come all the same", [record.line(tap.address, CALM)], tap.address)
        former = tap.wrote([frames.set_ranges(*FORMER)], left)
        stage.report.check(f"{what}: ranges that are not known are not set", not former, tap.written(left))
    tap.reset()


def change(stage, tap):
    """A line on standard input changes the ranges, and with them what the values mean."""
    report = stage.report
    tap.has_ranges(*FORMER)
    sensors = Sensors(stage, [tap], CALM)
    wanted = []
    for turn, codes in enumerate((CALM, Codes(1, 2, 3), Codes(1, 5, 4))):
        start = time.monotonic()
        if turn:
            sensors.process.enter(codes.imu_option)
            report.within(
                LINE_LIMIT,
                f"{codes.imu_option} on standard input is sent to the Tap",
                lambda start=start, codes=codes: tap.wrote(
                    [frames.set_ranges(codes.gyro, codes.accelerometer), frames.GET_RANGES], start
                ),
                lambda start=start: tap.written(start),
            )
            said = f"tapinput: {tap.name}: IMU sensitivity {codes.imu_option}"
            report.within(
                LINE_LIMIT,
                f"{codes.imu_option}: and it says so",
                lambda said=said: said in sensors.said("IMU"),
                sensors.process.text,
            )
        records = specimens(10_000 * (turn + 1), 3)
        tap.raw(*packets(records))
        wanted += [record.line(tap.address, codes) for record in records]
        report.within(
            LINE_LIMIT,
            f"{codes.imu_option}: the lines are there",
            lambda: len(sensors.lines()) >= len(wanted),
            lambda: len(sensors.lines()),
        )
    before = len(sensors.process.text())
    start = time.monotonic()
    sensors.process.enter("gyro=dps333")
    report.within(
        LINE_LIMIT,
        "what is no range is told",
        lambda: "dps333" in sensors.process.text()[before:],
        sensors.process.text,
    )
    sent = [write.frame.hex() for write in tap.writes(start) if write.frame[:2] == frames.GET_RANGES[:2]]
    report.equal("and nothing is sent", sent, [])
    report.check("and it goes on", sensors.process.running, sensors.process.status)
    left = sensors.end(what="changed ranges")
    sensors.compare("every value is right with the ranges of its time", wanted, tap.address)
    former = tap.wrote([frames.set_ranges(*FORMER)], left)
    report.check("the ranges that the Tap had before are set again", former, tap.written(left))
    tap.reset()


def debug(stage, tap):
    sensors = Sensors(stage, [tap], CALM, "--debug")
    wanted = [
        frames.feature(frames.RAW_IMU, 1),
        frames.feature(frames.MODEL_DETECTION, 1),
        frames.feature(frames.IMU_MOTION, 1),
        frames.AIR_GESTURE_MODEL,
        frames.STREAM_MODE,
    ]

    def missing():
        return [frame.hex() for frame in wanted if not tap.wrote([frame], sensors.start)]

    stage.report.within(
        LINE_LIMIT, "debug: everything that the Tap can send is switched on", lambda: not missing(), missing
    )
    record = specimen(IMU, 5, 1)
    tap.event(frames.gesture(frames.LEFT), frames.motion(5, 5), frames.raw(record.data))
    poll(lambda: sensors.lines(), LINE_LIMIT)
    sensors.end(what="debug")
    sensors.compare("debug: raw records are read among the rest", [record.line(tap.address, CALM)], tap.address)


def leaving(stage, number):
    """Both Taps, while they send."""
    taps = stage.machine.taps
    name = number.name
    taps[0].has_ranges(*FORMER)
    sensors = Sensors(stage, taps, CALM)
    for tap in taps:
        tap.raw(*packets(specimens(0, 10)))
    left = sensors.end(number, name)
    second = taps[0]
    former = second.wrote([frames.set_ranges(*FORMER)], left)
    stage.report.check(f"{name}: the former ranges are set again", former, second.written(left))
    plain = [write for tap in taps for write in tap.writes(sensors.start) if not write.encrypted]
    stage.report.check(f"{name}: every command was written over an encrypted link", not plain, plain)
    second.reset()


def some_seconds(stage, tap):
    report = stage.report
    start = time.monotonic()
    outcome = stage.machine.run(
        "sensors", "--sensitivity", CALM.option, "--seconds", STREAM_SECONDS, "--device", tap.address, seconds=START_LIMIT
    )
    report.equal("`--seconds`: it ends by itself", outcome.status, 0)
    told = [entry.time for entry in tap.writes(start) if entry.frame[:4] == bytes([3, 12, 0, 10])]
    left = [entry.time for entry in tap.writes(start) if entry.frame == tap.leaving[-1]]
    report.check(
        "`--seconds`: after so many seconds, and the Tap is put back",
        told and left and STREAM_SECONDS - 1 <= left[-1] - told[0] <= STREAM_SECONDS + END_LIMIT and tap.left(told[0]),
        tap.written(start),
    )


def no_file(stage, tap):
    outcome = stage.machine.run("sensors", "--csv", "/nonexistent/sensors.csv", "--device", tap.name)
    stage.report.equal("a file that cannot be created is told by the exit status", outcome.status, CANNOT_CREATE)
    stage.report.check("and by its name", "/nonexistent/sensors.csv" in outcome.messages, outcome.messages)
