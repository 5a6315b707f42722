"""From Taps that nobody knows to Taps that work, and back, with the program's own commands."""

import re
import time

from harness.models import OTHER, V1, V2
from harness.waiting import poll

NOT_THERE, WRONG_USAGE = 69, 64
SHORT, LONG = 6, 20
# What a command may take beyond the scan: it starts, pairs and connects.
MORE = 40
HEADER = ["NAME", "ADDRESS", "BONDED", "CONNECTED", "PROTOCOL", "BATTERY"]


def run(stage):
    stage.machine.strangers(V2, V1, OTHER)
    second, first, _ = stage.machine.taps
    report = stage.report
    report.equal("`devices` shows no Tap where none is known", table(stage, known=True), [])
    nothing_there(stage)
    two_there(stage)
    pair(stage, first, V1.name, others=[second])
    pair(stage, second, others=[])
    again(stage, second)
    works(stage, [second, first])
    forget(stage, first, V1.name)
    forget(stage, second, V2.address)
    unknown(stage)
    refused(stage, second)
    pair(stage, second, V2.address, others=[first])


def found(tap):
    return f"found {tap.name} {tap.address}"


def paired(tap):
    return f"paired {tap.name} {tap.address}"


def of_known(stage, tap):
    """What BlueZ knows of a Tap: paired, trusted, connected."""
    properties = stage.machine.known().get(tap.address, {})
    return tuple(properties.get(name, False) for name in ("Paired", "Trusted", "Connected"))


def table(stage, known=False):
    """The rows of `devices`, after its header; with `known`, only those of bonded Taps."""
    outcome = stage.machine.run("devices")
    stage.report.check("`devices` ends well", outcome.status == 0, outcome)
    lines = [line.split() for line in outcome.output.splitlines()]
    stage.report.equal("`devices` begins with its header", lines[:1], [HEADER])
    return [row for row in lines[1:] if not known or row[2:3] == ["yes"]]


def told(report, what, outcome, *patterns):
    """The messages are the program's, and tell what they must."""
    lines = outcome.messages.splitlines()
    strange = [line for line in lines if not line.startswith("tapinput: ")]
    report.check(f"{what}: every message begins with the program's name", lines and not strange, strange or "none")
    for pattern in patterns:
        report.check(
            f"{what}: a message says {pattern}", re.search(pattern, outcome.messages), repr(outcome.messages)
        )


def nothing_there(stage):
    report, machine = stage.report, stage.machine
    for tap in machine.taps[:2]:
        tap.advertise(False)
    start = time.monotonic()
    outcome = machine.run("pair", "--seconds", SHORT, seconds=SHORT + MORE)
    what = "`pair` where there is no Tap"
    report.equal(f"{what}: its exit status says so", outcome.status, NOT_THERE)
    report.check(f"{what}: it has looked for as long as it was told", time.monotonic() - start >= SHORT)
    report.equal(f"{what}: it finds nothing, and no stranger either", outcome.output, "")
    told(report, what, outcome, r"(?i)\bTap\b", r"(?i)switch|near|range|reach|pairing")
    report.check(f"{what}: the scan is over", poll(lambda: not machine.scanning(), 5))
    for tap in machine.taps[:2]:
        tap.advertise(True)


def two_there(stage):
    report, machine = stage.report, stage.machine
    second, first, _ = machine.taps
    outcome = machine.run("pair", "--seconds", SHORT + 2, seconds=SHORT + MORE)
    what = "`pair` where there are two"
    report.equal(f"{what}: its exit status says so", outcome.status, WRONG_USAGE)
    lines = sorted(outcome.output.splitlines())
    report.equal(f"{what}: each is found once", lines, sorted([found(first), found(second)]))
    told(report, what, outcome, first.name, second.name)
    for tap in (first, second):
        report.equal(f"{what}: {tap.name} is not paired", of_known(stage, tap)[0], False)
        report.check(f"{what}: {tap.name} was not even connected to", not tap.find("connected"), tap.log())
    report.check(f"{what}: the scan is over", poll(lambda: not machine.scanning(), 5))


def pair(stage, tap, *who, others):
    report, machine = stage.report, stage.machine
    outcome = machine.run("pair", *who, "--seconds", LONG, seconds=LONG + MORE)
    what = f"`{' '.join(['pair', *who])}`"
    report.need(report.check(f"{what} ends well", outcome.status == 0, outcome))
    lines = outcome.output.splitlines()
    report.check(
        f"{what}: {tap.name} is found, and then paired",
        lines[-1:] == [paired(tap)] and lines.count(found(tap)) == 1,
        lines,
    )
    strange = [line for line in lines[:-1] if line not in [found(each) for each in (tap, *others)]]
    report.equal(f"{what}: nothing else is said", strange, [])
    report.equal(f"{what}: BlueZ has {tap.name} paired, trusted and connected", of_known(stage, tap), (True,) * 3)
    report.check(f"{what}: the Tap has exchanged keys", tap.find("paired"), tap.log())
    for other in others:
        report.equal(f"{what}: {other.name} is not paired", of_known(stage, other)[0], False)
    report.check(f"{what}: the scan is over", poll(lambda: not machine.scanning(), 5))
    rows = [row for row in table(stage) if row[1:2] == [tap.address]]
    wanted = [[tap.name, tap.address, "yes", "yes", tap.model.protocol, "80%"]]
    report.equal(f"{what}: `devices` shows {tap.name}", rows, wanted)


def again(stage, tap):
    """BlueZ 5.66 never answers who asks it to pair with what is paired already."""
    outcome = stage.machine.run("pair", tap.name, "--seconds", SHORT, seconds=SHORT + MORE)
    stage.report.check("`pair` of a Tap that is paired comes to an end", outcome.status is not None, outcome)
    stage.report.equal("and the Tap stays paired", of_known(stage, tap)[0], True)


def works(stage, taps):
    stage.start(taps=taps)
    stage.close()


def forget(stage, tap, who):
    report, machine = stage.report, stage.machine
    outcome = machine.run("forget", who)
    report.check(f"`forget {who}` ends well", outcome.status == 0, outcome)
    report.within(5, f"BlueZ knows {tap.name} no longer", lambda: not of_known(stage, tap)[0])
    rows = [row for row in table(stage, known=True) if row[1:2] == [tap.address]]
    report.equal(f"`devices` does not show {tap.name} as bonded", rows, [])
    report.within(10, f"{tap.name} is no longer connected", lambda: not tap.connected)


def unknown(stage):
    for who in ("NoSuchTap", "AA:BB:CC:DD:EE:FF"):
        outcome = stage.machine.run("forget", who)
        stage.report.check(f"`forget {who}` fails", outcome.status not in (None, 0), outcome)
        told(stage.report, f"`forget {who}`", outcome, who)


def refused(stage, tap):
    tap.pairing(False)
    outcome = stage.machine.run("pair", tap.name, "--seconds", LONG, seconds=LONG + MORE)
    stage.report.check("`pair` with a Tap that refuses fails", outcome.status not in (None, 0), outcome)
    told(stage.report, "`pair` with a Tap that refuses", outcome, tap.name)
    said = [line for line in outcome.output.splitlines() if line.startswith("paired")]
    stage.report.equal("it does not say that it is paired", said, [])
    stage.report.equal("BlueZ does not have it paired", of_known(stage, tap)[0], False)
    tap.pairing(True)
