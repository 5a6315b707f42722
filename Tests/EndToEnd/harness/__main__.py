"""Runs scenarios in the virtual machine.

usage: python3 -m harness DRIVER RULE TOKEN SCENARIO…

The last line is `TOKEN PASSED FAILED`, by which the host knows the outcome.
"""

import sys
import traceback

from harness.machine import Machine
from harness.play import play
from harness.processes import stop_all
from harness.report import Report


def main():
    driver, rule, token, *names = sys.argv[1:]
    report = Report()
    try:
        machine = Machine(driver, rule)
        for name in names:
            play(name, machine, report)
    except Exception as error:
        traceback.print_exc()
        report.check("the virtual machine is usable", False, error)
    stop_all()
    print(token, report.passed, report.failed, flush=True)


main()
