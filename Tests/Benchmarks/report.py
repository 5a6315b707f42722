#!/usr/bin/env python3
"""Shows what the benchmarks measured, and puts it into docs/performance.md.

usage: report.py               the tables of build/bench; exit status 1 if a goal is missed that must be met, or a
                               table is missing
       report.py GROUP…        the same for these tables alone
       report.py --extract     takes the results out of scenarios' output, which is read and passed on
       report.py --write       the tables into docs/performance.md, and as JSON into docs/performance.json
       report.py --check       whether these two agree, and whether this program does what it says

A result is a JSON object: `group`, `title`, `command`, `columns`, `rows`, `goals` (of `text`, `value`, `limit`, `met`)
and `notes`. A scenario prints it as a line `bench {…}`. A goal that must be met says so (`"must": true`), as one of a
count can; others are of times, which a busy machine may miss.
"""

import datetime
import doctest
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

import result

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / "build/bench"
DOCUMENT = ROOT / "docs/performance.md"
FIGURES = ROOT / "docs/performance.json"

# The tables that there are.
GROUPS = ["in process", "size", "through the kernel", "through the air", "at rest", "growth"]
PLACE = re.compile(rf"(<!-- figures: ({result.NAME}) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


# Results, as they are kept.


def keep(group):
    """Writes a result, with the machine that it comes from."""
    result.judge(group)
    RESULTS.mkdir(parents=True, exist_ok=True)
    text = json.dumps(group | {"machine": machine()}, indent=1, ensure_ascii=False)
    (RESULTS / f"{group['group'].replace(' ', '-')}.json").write_text(text + "\n", encoding="utf-8")


def load(file, results):
    """The results of a JSON file, which a function takes out of it, by their names; ValueError names the file."""
    try:
        groups = results(json.loads(file.read_text(encoding="utf-8")))
        for group in groups:
            result.judge_kept(group)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file.relative_to(ROOT)}: {error}") from None
    return {group["group"]: group for group in groups}


def kept():
    """All results of build/bench by their names."""
    groups = {}
    for file in sorted(RESULTS.glob("*.json")):
        groups |= load(file, lambda group: [group])
    return groups


def figures():
    """The results that the repository has, by their names."""

    def results(groups):
        if not isinstance(groups, dict):
            raise ValueError("it is no object")
        return list(groups.values())

    return load(FIGURES, results) if FIGURES.is_file() else {}


def machine():
    """What this machine is, and what day."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = re.findall(r"^model name\s*: (.*)$", file.read(), re.MULTILINE)
    swift = re.search(r"Swift version (\S+)", first_lines("swift", "--version"))
    return {
        "date": datetime.date.today().isoformat(),
        "processor": models[0] if models else platform.machine(),
        "processors": os.cpu_count(),
        "kernel": f"{platform.system()} {platform.release()}",
        "system": platform.freedesktop_os_release().get("PRETTY_NAME", "unknown"),
        "swift": swift[1] if swift else "unknown",
        "valgrind": first_lines("valgrind", "--version").strip().removeprefix("valgrind-") or "unknown",
    }


def first_lines(*command):
    """What a command prints, or nothing where there is no such command."""
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
    except FileNotFoundError:
        return ""


# Tables, for a terminal and for the document.


def whole(number):
    """A number without a fraction that is none.

    >>> whole(0.0), whole(0.5)
    (0, 0.5)
    """
    return int(number) if number == int(number) else number


def cell(value):
    """A value of a table or a goal as text.

    >>> cell(None), cell("no"), cell(0), cell(1234567), cell(12345.6), cell(1234.56), cell(1.25), cell(0.00042)
    ('–', 'no', '0', '1,234,567', '12,346', '1,234.6', '1.25', '0.00042')
    """
    if value is None:
        return "–"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, int):
        return f"{value:,}"
    if abs(value) >= 10_000:
        return f"{value:,.0f}"
    return f"{value:,.1f}" if abs(value) >= 100 else f"{value:.3g}"


def cells(group):
    """The heads, the rows as text, and which columns are of numbers."""
    rows = [[cell(value) for value in row] for row in group["rows"]]
    is_number = [
        index > 0 and any(isinstance(row[index], (int, float)) for row in group["rows"])
        for index in range(len(group["columns"]))
    ]
    return group["columns"], rows, is_number


def goal_lines(group):
    """What the goals say."""
    for goal in group["goals"]:
        outcome = "met" if goal["met"] else "NOT MET"
        yield f"{outcome}: {goal['text']}: {cell(goal['value'])} (limit {cell(goal['limit'])})"


def origin(group):
    """Where a result comes from."""
    of = group["machine"]
    return (
        f"`{group['command']}`, {of['date']}: {of['processor']}, {of['processors']} processors, {of['kernel']}, "
        f"{of['system']}, Swift {of['swift']}, valgrind {of['valgrind']}"
    )


def as_text(group):
    """A result for a terminal.

    >>> print(as_text({"group": "x", "title": "X", "command": "make x", "columns": ["", "n"], "rows": [["a", 1200],
    ...     ["bc", None]], "goals": [{"text": "few", "value": 2, "limit": 1, "met": False}], "notes": ["Of one run."]}))
    X (make x)
    <BLANKLINE>
            n
    a   1,200
    bc      –
    <BLANKLINE>
    NOT MET: few: 2 (limit 1)
    Of one run.
    <BLANKLINE>
    """
    heads, rows, is_number = cells(group)
    widths = [max(len(line[index]) for line in [heads] + rows) for index in range(len(heads))]
    lines = [f"{group['title']} ({group['command']})", ""]
    for line in [heads] + rows:
        placed = zip(line, widths, is_number)
        lines.append("  ".join(f"{text:{'>' if right else '<'}{width}}" for text, width, right in placed).rstrip())
    return "\n".join(lines + [""] + list(goal_lines(group)) + group["notes"] + [""])


def as_markdown(group):
    """A result for the document."""
    heads, rows, is_number = cells(group)
    lines = [heads, ["---:" if right else "---" for right in is_number]] + rows
    tables = ["| " + " | ".join(text.replace("|", "\\|") for text in line) + " |" for line in lines]
    remarks = [f"- **{line.replace(':', ':**', 1)}" for line in goal_lines(group)]
    remarks += [f"- {note}" for note in group["notes"]] + [f"- {origin(group)}."]
    return "\n".join([""] + tables + [""] + remarks + [""]) + "\n"


def fill(document, groups):
    """The document with the results in their places.

    >>> fill("a\\n<!-- figures: at rest -->\\nold\\n<!-- end of figures -->\\nb\\n", {})
    'a\\n<!-- figures: at rest -->\\n\\nNot measured yet.\\n\\n<!-- end of figures -->\\nb\\n'
    """

    def figures(match):
        group = groups.get(match[2])
        return match[1] + (as_markdown(group) if group else "\nNot measured yet.\n\n") + match[3]

    return PLACE.sub(figures, document)


def places(document):
    """The names of the groups that a document has places for.

    >>> end = "\\n<!-- end of figures -->"
    >>> places(f"<!-- figures: at rest -->{end}\\n<!-- figures: growth -->\\n1{end}")
    ['at rest', 'growth']
    """
    return [match[2] for match in PLACE.finditer(document)]


# What is asked for.


def show(wanted):
    """Prints the tables; tells whether all are there and all goals are met that must be."""
    groups = kept()
    good = True
    for name in wanted:
        if name not in groups:
            print(f"NOT MEASURED: {name}\n")
            good = False
            continue
        print(as_text(groups[name]))
        good = good and all(goal["met"] for goal in groups[name]["goals"] if goal.get("must"))
    return good


def take_out():
    """Keeps the results of what is read, and passes everything else on; tells whether all could be kept."""
    good = True
    for number, line in enumerate(sys.stdin, 1):
        try:
            group = result.extract(line)
            if group is not None:
                keep(group)
        except (ValueError, OSError) as error:
            # What is written on must be read to its end.
            print(f"report.py: line {number}: {error}", file=sys.stderr)
            good = False
            continue
        if group is None:
            print(line, end="", flush=True)
    return good


def write(document):
    """Puts what was measured into the documents; what was not measured this time stays."""
    measured = kept()
    groups = figures() | measured
    if not measured:
        print(f"report.py: build/bench has no result: {DOCUMENT.name} keeps the figures that it has", file=sys.stderr)
    if not groups:
        return
    known = {name: groups[name] for name in places(document) if name in groups}
    DOCUMENT.write_text(fill(document, known), encoding="utf-8")
    FIGURES.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def check(document):
    """Whether the documents agree, and this program does what it says."""
    groups = figures()
    complete = sorted(places(document)) == sorted(GROUPS)
    if not complete:
        print(f"report.py: {DOCUMENT.name} must have one place for each of: {', '.join(GROUPS)}", file=sys.stderr)
    agree = fill(document, groups) == document and set(groups) <= set(GROUPS)
    if not agree:
        print(f"report.py: {DOCUMENT.name} is not what {FIGURES.name} makes of it: report.py --write", file=sys.stderr)
    tested = sum(doctest.testmod(module).failed for module in (None, result)) == 0
    return tested and complete and agree


def main():
    # A console's output may have any bytes, and a terminal may not know all characters.
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.reconfigure(errors="replace")
    try:
        return perform()
    except (ValueError, OSError) as error:
        print(f"report.py: {error}", file=sys.stderr)
        return 1


def perform():
    """Does what is asked for; the exit status."""
    document = DOCUMENT.read_text(encoding="utf-8")
    match sys.argv[1:]:
        case ["--extract"]:
            return 0 if take_out() else 1
        case ["--write"]:
            write(document)
        case ["--check"]:
            return 0 if check(document) else 1
        case [option, *_] if option.startswith("-"):
            print(__doc__.strip(), file=sys.stderr)
            return 2
        case wanted:
            return 0 if show(wanted or GROUPS) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
