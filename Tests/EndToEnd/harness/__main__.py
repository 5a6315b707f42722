"""Runs scenarios in the virtual machine.

usage: python3 -m harness DRIVER RULE TOKEN SCENARIO…

The last line is `TOKEN PASSED FAILED`, by which the host knows the outcome.
"""

import importlib
import signal
import sys
import traceback

from harness.machine import Machine
from harness.processes import print_logs, stop_all
from harness.report import Abandoned, Report
from harness.stage import Stage
from harness.waiting import poll

SCENARIO_SECONDS = 600
# How long after a scenario its effects on BlueZ are waited for.
DYING_SECONDS = 2


def out_of_time(*_):
    raise TimeoutError(f"the scenario takes longer than {SCENARIO_SECONDS} s")


def play(name, machine, report):
    """Plays one scenario; whatever happens in it is its outcome alone."""
    report.note(f"scenario {name}")
    failed = report.failed
    stage = Stage(machine, report)
    signal.alarm(SCENARIO_SECONDS)
    try:
        importlib.import_module(f"scenarios.{name}").run(stage)
    except Abandoned:
        report.note(f"the rest of {name} is left out")
    except Exception as error:
        traceback.print_exc()
        report.check(f"{name} can be played to its end", False, error)
    finally:
        signal.alarm(0)
    stage.close()
    died = poll(machine.died, DYING_SECONDS)
    report.check(f"no service has died in {name}", not died, died)
    if report.failed > failed:
        print_logs()


def main():
    driver, rule, token, *names = sys.argv[1:]
    signal.signal(signal.SIGALRM, out_of_time)
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
