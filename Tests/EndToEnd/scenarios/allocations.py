"""The heap: how often the driver allocates while notifications stream, counted in the driver itself."""

import os
import struct

from harness import compiled, frames
from harness.models import V1, V2
from harness.processes import WORK
from harness.waiting import poll, wait_for

COUNT = os.path.join(WORK, "allocations")
ATTEMPTS = 4


def run(stage):
    with open(COUNT, "wb") as file:
        file.write(bytes(8))
    os.chmod(COUNT, 0o666)
    for model in (V2, V1):
        counted(stage, model)


def counted(stage, model):
    stage.close()
    stage.machine.ready(model)
    stage.start(environment={"LD_PRELOAD": compiled.library("allocations"), "ALLOCATION_COUNT": COUNT})
    # Buffers grow to what they need before anything is counted.
    stage.stream()
    for _ in range(ATTEMPTS):
        made, sent, disturbed = streamed(stage)
        if not disturbed:
            break
    protocol = model.protocol
    stage.report.note(f"{protocol}: {made} allocations, {sent} notifications")
    stage.report.check(f"{protocol}: the count of allocations is at work", count() > 0, count())
    stage.report.check(f"{protocol}: no command was written meanwhile", not disturbed, f"in {ATTEMPTS} attempts")
    stage.report.equal(f"{protocol}: no heap allocation for a notification", made, 0)


def streamed(stage):
    """Streams between two keepalives: allocations, notifications, and whether a command fell into it after all."""
    written = commands(stage)
    wait_for(lambda: commands(stage) > written, 3 * frames.KEEPALIVE_SECONDS, "a keepalive has gone out", 0.1)
    wait_for(settled, frames.KEEPALIVE_SECONDS, "its answer is there", 0)
    written, before = commands(stage), count()
    sent = stage.stream()
    return count() - before, sent, commands(stage) > written


def settled():
    """Nothing was allocated for half a second."""
    before = count()
    return not poll(lambda: count() != before, 0.5)


def commands(stage):
    return len(stage.tap.writes(stage.began))


def count():
    with open(COUNT, "rb") as file:
        return struct.unpack("<Q", file.read(8))[0]
