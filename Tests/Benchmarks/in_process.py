#!/usr/bin/env python3
"""Measures the driver's path in one process: `in-process.json` and `size.json` in build/bench.

usage: in_process.py BENCH TAPINPUT      the release binaries

Results of before stay until all is measured.

Times are CPU times, compared with others of the same run; heap allocations and instructions are counts. A count is the
difference between a run and one of twice the length, for each packet, so that what happens once has no part in it.
"""

import os
import re
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import plain_python
import report

# What is played: the word of `bench`, and how the table calls it.
STREAMS = {
    "motion": "motion",
    "filtered": "motion, filtered",
    "gesture": "gesture",
    "mixed": "mixed",
    "v1": "mixed, v1",
}
WAYS = ("decode", "pipeline")
# Packets for one time, and how often each is taken.
PACKETS = 1_000_000
REPETITIONS = 15
# Packets for a count: whole rounds of a stream, so that both halves are the same packets.
ROUND = 16_384
COUNTED = 4 * ROUND
# Python's packets for one time; less, as it takes longer.
PYTHON_ROUNDS = 16
PYTHON_REPETITIONS = 5
ALLOCATIONS = report.ROOT / "Tests/EndToEnd/harness/allocations.c"

TOOLS = ("valgrind", "gcc", "strip", "size")

# Dictionaries go the same way in every run.
ENVIRONMENT = dict(os.environ, SWIFT_DETERMINISTIC_HASHING="1", LC_ALL="C.UTF-8")


def progress(stage):
    """Says what is measured now: all of it takes minutes."""
    print(f"# {stage}", file=sys.stderr, flush=True)


def output(*command, **environment):
    done = subprocess.run(
        [str(each) for each in command], env=ENVIRONMENT | environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


class Times:
    """Packets a second of several repetitions."""

    def __init__(self, packets, nanoseconds):
        self.rates = sorted(packets * 1e9 / each for each in nanoseconds)

    @property
    def median(self):
        return round(statistics.median(self.rates))

    @property
    def spread(self):
        """How far the slowest and the fastest are from the median."""
        low, high = (100 * (rate / self.median - 1) for rate in (self.rates[0], self.rates[-1]))
        return f"{low:+.0f} %, {high:+.0f} %"


def speed(bench):
    """The times of every stream and way."""
    lengths = {}
    for line in output(bench, "time", PACKETS, REPETITIONS).splitlines():
        stream, way, nanoseconds = line.split()
        lengths.setdefault((stream, way), []).append(int(nanoseconds))
    return {key: Times(PACKETS, each) for key, each in lengths.items()}


def python_speed(bench):
    """The times of plain Python, which only decodes, for every stream of v2."""
    times = {}
    for stream in STREAMS:
        if stream == "v1":
            continue
        packets = [bytes.fromhex(line) for line in output(bench, "packets", stream).split()] * PYTHON_ROUNDS
        lengths = []
        for _ in range(PYTHON_REPETITIONS):
            begin = time.process_time_ns()
            plain_python.decode_all(packets)
            lengths.append(time.process_time_ns() - begin)
        times[stream] = Times(len(packets), lengths)
    return times


def count(bench, stream, way, counter):
    """What a counter counts for a packet."""
    once, twice = (counter(bench, "play", stream, way, packets) for packets in (COUNTED, 2 * COUNTED))
    return (twice - once) / COUNTED


class AllocationCounter:
    """Counts the heap allocations of a command."""

    def __init__(self, folder):
        self.library, self.file = folder / "allocations.so", folder / "allocations"
        subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", self.library, ALLOCATIONS], check=True)

    def __call__(self, *command):
        self.file.write_bytes(bytes(8))
        output(*command, LD_PRELOAD=str(self.library), ALLOCATION_COUNT=str(self.file))
        (allocations,) = struct.unpack("<Q", self.file.read_bytes())
        # The streams themselves are made on the heap.
        if allocations == 0:
            sys.exit("the count of heap allocations is not at work")
        return allocations


class InstructionCounter:
    """Counts the instructions of a command with callgrind."""

    def __init__(self, folder):
        self.profile = folder / "callgrind.out"

    def __call__(self, *command):
        output("valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={self.profile}", *command)
        (total,) = re.findall(r"^totals: (\d+)$", self.profile.read_text(), re.MULTILINE)
        return int(total)


def in_process(bench, folder):
    """The group of the path of a packet; also the heap allocations of all packets together."""
    progress("CPU times of the driver's path and of the floor")
    times = speed(bench)
    progress("CPU times of plain Python")
    python = python_speed(bench)
    allocations, instructions = AllocationCounter(folder), InstructionCounter(folder)
    progress("heap allocations")
    allocated = {stream: count(bench, stream, "pipeline", allocations) for stream in STREAMS}
    progress("instructions, twice")
    first, second = (
        {(stream, way): count(bench, stream, way, instructions) for stream in STREAMS for way in WAYS}
        for _ in range(2)
    )
    difference = max(abs(first[key] - second[key]) / first[key] for key in first)

    def row(title, value):
        return [title] + [value(stream) for stream in STREAMS]

    def beside_python(stream):
        return round(times[stream, "decode"].median / python[stream].median, 1) if stream in python else None

    rows = [
        row("the driver's path: packets a second, median", lambda stream: times[stream, "pipeline"].median),
        row("slowest and fastest repetition", lambda stream: times[stream, "pipeline"].spread),
        row("the floor, decoding alone: packets a second", lambda stream: times[stream, "decode"].median),
        row("slowest and fastest repetition", lambda stream: times[stream, "decode"].spread),
        row("plain Python, decoding alone: packets a second", lambda s: python[s].median if s in python else None),
        row("slowest and fastest repetition", lambda s: python[s].spread if s in python else None),
        row("decoding alone: times as fast as Python's", beside_python),
        row("instructions a packet", lambda stream: round(first[stream, "pipeline"], 1)),
        row("instructions of decoding alone", lambda stream: round(first[stream, "decode"], 1)),
        row("heap allocations a packet", lambda stream: report.whole(allocated[stream])),
    ]
    agree = "agree to the instruction" if difference == 0 else f"differ by {100 * difference:.4f} % at most"
    worst = report.whole(max(allocated.values()))
    return {
        "group": "in process",
        "title": "In one process",
        "command": "make bench-process",
        "columns": [""] + list(STREAMS.values()),
        "rows": rows,
        "goals": [
            {"text": "no heap allocation for a packet", "value": worst, "limit": 0, "met": worst == 0, "must": True}
        ],
        "notes": [
            f"CPU times of {PACKETS:,} packets each, {REPETITIONS} repetitions in turns; "
            f"{PYTHON_REPETITIONS} of {PYTHON_ROUNDS * ROUND:,} packets with Python {sys.version.split()[0]}.",
            f"Counts are of {COUNTED:,} packets. Two runs of callgrind {agree}.",
        ],
    }


def size(tapinput, folder):
    """The group of the binary's size."""
    progress("the size of the binary")
    stripped = folder / "stripped"
    output("strip", "-o", stripped, tapinput)
    header, sizes = (line.split()[:3] for line in output("size", tapinput).splitlines())
    rows = [
        ["the file, as it is built", os.path.getsize(tapinput)],
        ["without symbols, as the package has it", os.path.getsize(stripped)],
    ] + [[name, int(each)] for name, each in zip(header, sizes)]
    return {
        "group": "size",
        "title": "The binary",
        "command": "make bench-process",
        "columns": ["", "bytes"],
        "rows": rows,
        "goals": [],
        "notes": ["With the Swift standard library in it. The last three are what `size` tells of it."],
    }


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    bench, tapinput = sys.argv[1:]
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        sys.exit(f"in_process.py: missing: {', '.join(missing)}; `scripts/install-dependencies.sh bench` installs them")
    with tempfile.TemporaryDirectory() as folder:
        groups = [in_process(bench, Path(folder)), size(tapinput, Path(folder))]
    for group in groups:
        report.keep(group)


if __name__ == "__main__":
    main()
