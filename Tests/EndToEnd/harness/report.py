"""The outcome of every check, one line each."""

import time

from harness.waiting import poll


class Abandoned(Exception):
    """A check failed without which the rest of a scenario is pointless."""


class Report:
    def __init__(self):
        self.passed = 0
        self.failed = 0
        # What repeats a run, for every failure that it has.
        self.hint = ""

    def note(self, text):
        print(f"# {text}", flush=True)

    def check(self, what, good, detail=""):
        """One fact; `detail` is shown only if it does not hold."""
        if good:
            self.passed += 1
            print(f"ok - {what}", flush=True)
        else:
            self.failed += 1
            said = f"not ok - {what}" + (f": {detail}" if detail else "")
            print(said + (f" [{self.hint}]" if self.hint else ""), flush=True)
        return bool(good)

    def equal(self, what, seen, wanted):
        return self.check(what, seen == wanted, f"wanted {wanted}, saw {seen}")

    def within(self, seconds, what, condition, detail=lambda: ""):
        """A condition that must come true in time; the line says how long it took."""
        start = time.monotonic()
        if not poll(condition, seconds):
            return self.check(what, False, f"not within {seconds:g} s {detail()}".rstrip())
        return self.check(f"{what} ({time.monotonic() - start:.2f} s)", True)

    def need(self, good):
        """Gives the scenario up unless the check just made was good."""
        if not good:
            raise Abandoned

    def summary(self):
        return f"{self.passed} passed, {self.failed} failed"
