"""Plays scenarios, one after the other."""

import importlib
import signal
import traceback

from harness.processes import print_logs
from harness.report import Abandoned
from harness.stage import Stage
from harness.waiting import poll

SCENARIO_SECONDS = 600
# How long after a scenario its effects on BlueZ are waited for.
DYING_SECONDS = 2


def out_of_time(*_):
    raise TimeoutError("the scenario takes longer than it may")


class Reboot(Exception):
    """A scenario goes on after the machine has started anew, with this function of its module."""


def play(name, machine, report, function="run"):
    """Plays one scenario; whatever happens in it is its outcome alone. Returns where it goes on after a reboot."""
    report.note(f"scenario {name}")
    failed = report.failed
    stage = Stage(machine, report)
    then = None
    report.hint = ""
    signal.signal(signal.SIGALRM, out_of_time)
    try:
        module = importlib.import_module(f"scenarios.{name}")
        signal.alarm(getattr(module, "SCENARIO_SECONDS", SCENARIO_SECONDS))
        getattr(module, function)(stage)
    except Reboot as reboot:
        then = reboot.args[0]
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
        machine.collect_logs()
        print_logs()
    return then
