"""Runs scenarios in the bare machine, which may start anew in the middle of one.

usage: python3 -m harness.bare TOKEN SCENARIO…

The last line is `TOKEN PASSED FAILED`, by which the host knows the outcome.
"""

import json
import os
import subprocess
import sys
import time
import traceback

from harness.desk import Desk
from harness.play import play
from harness.processes import stop_all
from harness.report import Report

# What has been played before the machine started anew.
STATE = "/var/tmp/harness.json"


def begin(names):
    """How far it had come: counts, and the scenarios that are left, each with the function to play."""
    if not os.path.exists(STATE):
        return 0, 0, [[name, "run"] for name in names]
    with open(STATE, encoding="utf-8") as file:
        return json.load(file)


def reboot(report, rest):
    with open(STATE, "w", encoding="utf-8") as file:
        json.dump([report.passed, report.failed, rest], file)
    report.note("the machine starts anew")
    stop_all()
    os.sync()
    subprocess.run(["systemctl", "reboot"], check=True)
    # It ends this process.
    time.sleep(600)


def main():
    token, *names = sys.argv[1:]
    report = Report()
    report.passed, report.failed, rest = begin(names)
    try:
        desk = Desk()
        while rest:
            name, function = rest.pop(0)
            then = play(name, desk, report, function)
            if then:
                reboot(report, [[name, then], *rest])
    except Exception as error:
        traceback.print_exc()
        report.check("the bare machine is usable", False, error)
    stop_all()
    print(token, report.passed, report.failed, flush=True)


main()
