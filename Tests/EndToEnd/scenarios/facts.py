"""What the program tells of Taps, and `vibrate`: `devices`, `info`, warnings of the battery."""

import re
import time

from harness import uuids
from harness.models import FACTS, V1, V2
from harness.stage import EVENT_LIMIT
from harness.waiting import poll, wait_for

HEADER = ["NAME", "ADDRESS", "BONDED", "CONNECTED", "PROTOCOL", "BATTERY"]
LEVEL = 87
PATTERN = (100, 50, 100)
# What the battery falls to, and how many warnings there are then.
LEVELS = [(50, 0), (16, 0), (15, 1), (14, 1), (6, 1), (5, 2), (4, 2)]
WRONG_USAGE = 64
MIDDLE_FINGER = 4


def run(stage):
    stage.machine.ready(V2, V1)
    apart(stage)
    info(stage)
    vibrate(stage)
    stage.start(pairs=2)
    together(stage)
    battery(stage)


def rows(stage):
    outcome = stage.machine.run("devices")
    stage.report.check("`devices` ends well", outcome.status == 0, outcome)
    lines = outcome.output.splitlines()
    stage.report.equal("`devices` begins with its header", lines[0].split() if lines else [], HEADER)
    return lines


def apart(stage):
    """Bonded and not connected: the battery is not known."""
    lines = rows(stage)
    for tap in stage.machine.taps:
        seen = [line.split() for line in lines if tap.address in line]
        report = stage.report
        report.equal(
            f"`devices` shows {tap.name}, bonded and not connected",
            [row[:4] for row in seen],
            [[tap.name, tap.address, "yes", "no"]],
        )
        report.equal(f"`devices` does not know the battery of {tap.name}", [row[5:] for row in seen], [["-"]])


def together(stage):
    """Connected, in columns, with the level of the battery."""
    for tap in stage.machine.taps:
        tap.battery(LEVEL)
    for tap in stage.machine.taps:
        wait_for(lambda tap=tap: stage.machine.battery(tap) == LEVEL, EVENT_LIMIT, f"BlueZ knows {tap.name}'s battery")
    lines = rows(stage)
    for tap in stage.machine.taps:
        wanted = [tap.name, tap.address, "yes", "yes", tap.model.protocol, f"{LEVEL}%"]
        seen = [line.split() for line in lines if tap.address in line]
        stage.report.equal(f"`devices` shows {tap.name}, connected", seen, [wanted])
    columns = [[line.index(word) for word in line.split()] for line in lines if line]
    stage.report.check("`devices` is in columns", len(set(map(tuple, (row[:3] for row in columns)))) == 1, lines)


def info(stage):
    for tap, who in zip(stage.machine.taps, (V2.name, V1.address), strict=True):
        tap.battery(LEVEL)
        outcome = stage.machine.run("info", "--device", who)
        facts = FACTS[tap.model.protocol]
        wanted = {
            "name": tap.name,
            "address": tap.address,
            "protocol": tap.model.protocol,
            "model": facts["model"],
            "hardware": facts["hardware"],
            "firmware": facts["firmware"],
            "firmware 2": facts["second firmware"],
            "bootloader": facts["bootloader"],
            "serial": facts["serial"],
            "manufacturer": facts["maker"],
            "battery": f"{LEVEL} %",
        }
        report = stage.report
        report.check(f"`info --device {who}` ends well", outcome.status == 0, outcome)
        seen = dict(line.split(": ", 1) for line in outcome.output.splitlines() if ": " in line)
        for key, value in wanted.items():
            report.equal(f"`info` knows the {key} of {tap.name}", seen.get(key), value)
        report.equal("`info` says nothing else", len(outcome.output.splitlines()), len(wanted))
    outcome = stage.machine.run("info", "--device", "NoSuchTap")
    stage.report.check("`info` of a Tap that there is not fails", outcome.status not in (None, 0), outcome)
    stage.report.check("and names it", "NoSuchTap" in outcome.messages, outcome)


def vibrate(stage):
    wanted = {
        "v1": (uuids.UI_COMMAND, bytes.fromhex("00020a050a")),
        "v2": (uuids.COMMANDS, bytes.fromhex("0102030000020a050a") + bytes(15)),
    }
    report = stage.report
    for tap, who in zip(stage.machine.taps, (V2.address, V1.name), strict=True):
        start = time.monotonic()
        outcome = stage.machine.run("vibrate", *PATTERN, "--device", who)
        report.check(f"`vibrate --device {who}` ends well", outcome.status == 0, outcome)
        poll(lambda tap=tap, start=start: tap.writes(start), EVENT_LIMIT)
        seen = [(write.characteristic, write.frame) for write in tap.writes(start)]
        pattern = wanted[tap.model.protocol]
        report.equal(f"`vibrate` writes the pattern to {tap.name}, once and nothing else", seen, [pattern])
        for other in stage.machine.taps:
            if other is not tap:
                report.equal(f"`vibrate --device {who}` leaves {other.name} alone", other.written(start), [])
    outcome = stage.machine.run("vibrate")
    report.equal("`vibrate` without a pattern is wrong usage", outcome.status, WRONG_USAGE)


def battery(stage):
    """One warning at fifteen percent and one at five, for each Tap, by its name."""
    report = stage.report

    def warnings(tap):
        return [line for line in stage.said("(?i)battery") if tap.name in line]

    for tap in stage.machine.taps:
        for level, count in LEVELS:
            tap.battery(level)
            wait_for(lambda tap=tap, level=level: stage.machine.battery(tap) == level, EVENT_LIMIT, "BlueZ knows it")
            poll(lambda tap=tap, count=count: len(warnings(tap)) >= count, EVENT_LIMIT)
            # What was sent afterwards has arrived, so a warning too many would have been said.
            barrier(stage, tap)
            report.equal(f"{tap.name} at {level} percent: {count} warnings in all", len(warnings(tap)), count)
        texts = warnings(tap)
        for text, level in zip(texts, (15, 5), strict=False):
            report.check(f"{tap.name}: the warning says {level}", re.search(rf"\b{level} ?%", text), text)


def barrier(stage, tap):
    """A tap that is sent after something else has had its effect."""
    marks = [recorder.mark() for recorder in stage.recorders]
    tap.tap(MIDDLE_FINGER)
    wait_for(
        lambda: any(recorder.keys(mark) for recorder, mark in zip(stage.recorders, marks, strict=True)),
        EVENT_LIMIT,
        "a tap has arrived",
    )
