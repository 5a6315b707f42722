"""More and more Taps at 200 notifications a second each: the driver, and the C program that only reads and writes."""

import socket

from harness import compiled, measure
from harness.processes import Process, memory
from harness.scripted_bluez import ScriptedBlueZ
from harness.waiting import wait_for

TAPS = (1, 2, 4, 8)
ROUNDS, FRAMES, PERIOD_US = 3, 200, 5000
COLUMNS = [
    "Taps",
    "median µs",
    "p99 µs",
    "processor µs a notification",
    "resident KiB",
    "in C: median µs",
    "in C: p99 µs",
    "in C: processor µs a notification",
    "notifications",
    "lost",
    "merged",
]


def run(stage):
    for program in ("send_motion", "read_motion", "floor"):
        compiled.program(program)
    stage.machine.bare()
    stage.machine.start_bus()
    rows = [row(stage, taps) for taps in TAPS]
    notes = [
        f"{1_000_000 // PERIOD_US} notifications a second of each Tap, {ROUNDS} rounds of {FRAMES}, the two by turns.",
        "Each Tap has devices of its own. In C: one process, too, which reads and writes and does nothing else.",
    ]
    measure.bench("growth", "Several Taps at once", "bench_growth", COLUMNS, rows, notes=notes)


def row(stage, taps):
    machine = stage.machine
    bluez = ScriptedBlueZ(machine, taps)
    ways = []
    try:
        ways.append(driver(machine, bluez.taps))
        ways.append(floor(taps))
        for way in ways:
            way.warm_up()
        measure.stand_back(bluez.process)
        for number in range(ROUNDS):
            for way in ways if number % 2 else ways[::-1]:
                way.play(FRAMES, PERIOD_US)
        for way in ways:
            way.check(stage.report)
        driven, least = ways
        resident = memory(driven.process.pid)["Rss"]
        return [
            taps,
            driven.delay(0.5),
            driven.delay(0.99),
            driven.processor_us,
            resident,
            least.delay(0.5),
            least.delay(0.99),
            least.processor_us,
            driven.sent,
            driven.lost,
            driven.merged,
        ]
    finally:
        machine.stop_driver()
        for way in ways[1:]:
            way.process.stop()
        bluez.stop()


def driver(machine, taps):
    process = machine.start_driver("--config", measure.configuration())
    for tap in taps:
        wait_for(tap.set_up, 60, f"the driver has set {tap.name} up")
    name = f"tapinput, {len(taps)} Taps"
    return measure.Way(name, process, [tap.take() for tap in taps], measure.PAIRS[: len(taps)])


def floor(count):
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET) for _ in range(count)]
    descriptors = [theirs.fileno() for _, theirs in pairs]
    process = Process("floor", [compiled.program("floor"), *map(str, descriptors)], descriptors=descriptors)
    for _, theirs in pairs:
        theirs.close()
    names = [f"floor pointer {number}" for number in range(1, count + 1)]
    return measure.Way(f"the least in C, {count} Taps", process, [ours for ours, _ in pairs], names)
