#!/usr/bin/env python3
"""Every row of docs/known-faults.md names tests, and each of them exists."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "known-faults.md"
SCENARIOS = ROOT / "Tests" / "EndToEnd"


def unit_tests():
    """The names of the functions of each suite with tests in it; several files may have a suite of one name."""
    suites = {}
    for file in sorted((ROOT / "Tests").glob("*Tests/**/*.swift")):
        suite, is_test = None, False
        for line in file.read_text(encoding="utf-8").splitlines():
            if match := re.match(r"(?:final )?(?:struct|class) (\w+)", line):
                suite = suites.setdefault(match[1], set())
            is_test = is_test or line.strip().startswith("@Test")
            if is_test and (match := re.match(r"    func (\w+)\(", line)):
                suite.add(match[1])
                is_test = False
    return {name: functions for name, functions in suites.items() if functions}


def exists(name, suites):
    place, _, function = name.partition(":")
    if place.startswith("scripts/"):
        return not function and (ROOT / place).is_file()
    if place.startswith("scenarios/"):
        file = SCENARIOS / place
        return file.is_file() and f"\ndef {function or 'run'}(" in file.read_text(encoding="utf-8")
    suite, _, function = name.partition(".")
    return suite in suites and (not function or function in suites[suite])


def main():
    suites = unit_tests()
    wrong, rows = [], 0
    for number, line in enumerate(DOCUMENT.read_text(encoding="utf-8").splitlines(), 1):
        cells = [cell.strip() for cell in line.strip("|").split("|")] if line.startswith("|") else []
        if not cells or cells[-1] == "Shown by" or set(cells[0]) == {"-"}:
            continue
        rows += 1
        names = re.findall(r"`([^`]*)`", cells[-1])
        if len(cells) != 3 or not names or re.sub(r"`[^`]*`", "", cells[-1]).strip():
            wrong.append(f"{number}: not a fault, what is done and the tests that show it")
        wrong += [f"{number}: there is no {name}" for name in names if not exists(name, suites)]
    if rows == 0:
        wrong.append("1: no faults")
    for each in wrong:
        print(f"{DOCUMENT.relative_to(ROOT)}:{each}", file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
