"""What a notification costs: system calls, counted by strace, and memory."""

import os
import re
import signal

from harness.processes import WORK, Process
from harness.stage import SAMPLES
from harness.waiting import wait_for

CALLS_ALLOWED = 1.05
MEMORY_ALLOWED_KIB = 12 * 1024
COUNTED = (
    "recvmmsg",
    "read",
    "write",
    "epoll_wait",
    "epoll_pwait",
    "recvfrom",
    "recvmsg",
    "sendmsg",
    "writev",
    "timerfd_settime",
)


def run(stage):
    stage.machine.ready()
    stage.start()
    # Buffers grow to what they need before anything is counted.
    stage.stream()
    counts, sent = traced(stage)
    for call in COUNTED:
        if call in counts:
            stage.report.note(f"{call}: {counts[call]} calls, {counts[call] / sent:.3f} a notification")
    # Every sample comes with a class: a notification that is read, but moves nothing. Those that are there together
    # cost one call, and their motion is one frame.
    received = counts.get("recvmmsg", 0) + counts.get("read", 0)
    within_limit(stage.report, "at most one call that reads, a notification", received, sent)
    within_limit(stage.report, "at most one write a motion notification", counts.get("write", 0), SAMPLES)
    memory(stage)


def traced(stage):
    """The calls of the driver during a stream, by name, and the number of notifications."""
    driver = stage.machine.driver
    output = os.path.join(WORK, "calls.log")
    strace = Process("strace", ["strace", "-f", "-C", "-o", output, "-p", str(driver.pid)])
    wait_for(lambda: "attached" in strace.text(), 30, "strace is attached")
    sent = stage.stream()
    strace.stop(signal.SIGINT, 30)
    with open(output, encoding="utf-8", errors="replace") as file:
        text = file.read()
    summary = text[text.rindex("% time") :]
    counts = {}
    for line in summary.splitlines():
        if match := re.match(r"\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(?:\d+\s+)?([a-z_0-9]+)$", line):
            counts[match[2]] = int(match[1])
    counts.pop("total", None)
    return counts, sent


def within_limit(report, what, calls, occasions):
    report.check(
        f"{what} ({calls} for {occasions})",
        0 < calls / occasions <= CALLS_ALLOWED,
        f"none, or more than {CALLS_ALLOWED}",
    )


def memory(stage):
    with open(f"/proc/{stage.machine.driver.pid}/status", encoding="utf-8") as file:
        fields = dict(line.split(":", 1) for line in file)
    resident = int(fields["VmRSS"].split()[0])
    threads = int(fields["Threads"])
    stage.report.check(f"the driver's resident memory is under 12 MiB ({resident} KiB)", resident < MEMORY_ALLOWED_KIB)
    stage.report.equal("the driver has one thread", threads, 1)
