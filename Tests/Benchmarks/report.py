#!/usr/bin/env python3
"""Shows what the benchmarks measured, and puts it into docs/performance.md.

usage: report.py               the tables of build/bench; exit status 1 if a goal is missed that must be met, or a
                               table is missing that docs/performance.md has a place for
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

ROOT = Path(__file__).resolve().parent.parent.parent
RESULTS = ROOT / "build/bench"
DOCUMENT = ROOT / "docs/performance.md"
FIGURES = ROOT / "docs/performance.json"

KEYS = {"group": str, "title": str, "command": str, "columns": list, "rows": list, "goals": list, "notes": list}
GOAL_KEYS = ("text", "value", "limit", "met")
NAME = "[a-z][a-z -]*[a-z]"
PLACE = re.compile(rf"(<!-- figures: ({NAME}) -->\n).*?(<!-- end of figures -->)", re.DOTALL)


# Results: read, judged and kept.


def extract(line):
    """The result in a line of output, or None.

    >>> extract("ok - the pointer moves")
    >>> extract('# bench {"group": "x"}')
    >>> extract('bench {"group": "x"}\\r\\n')
    {'group': 'x'}
    >>> extract("bench {not JSON}")
    Traceback (most recent call last):
    ...
    ValueError: a result is no JSON: {not JSON}
    """
    match = re.match(r"bench (\{.*\})\s*$", line)
    if not match:
        return None
    try:
        return json.loads(match[1])
    except json.JSONDecodeError:
        raise ValueError(f"a result is no JSON: {match[1]}") from None


def judge(group):
    """Raises ValueError where a result is not as it must be.

    >>> good = {"group": "at rest", "title": "", "command": "", "columns": ["a"], "rows": [[1]]}
    >>> good |= {"goals": [], "notes": []}
    >>> judge(good)
    >>> judge(good | {"group": "../x"})
    Traceback (most recent call last):
    ...
    ValueError: a result has no name that can be one: ../x
    >>> judge(good | {"rows": [[1, 2]]})
    Traceback (most recent call last):
    ...
    ValueError: at rest: a row does not fit the columns: [1, 2]
    >>> judge(good | {"goals": [{"text": "few", "value": 1, "limit": 0}]})
    Traceback (most recent call last):
    ...
    ValueError: at rest: a goal has no met
    >>> judge({"group": "growth"})
    Traceback (most recent call last):
    ...
    ValueError: growth: title is missing or of another kind
    """
    name = str(group.get("group"))
    if not re.fullmatch(NAME, name):
        raise ValueError(f"a result has no name that can be one: {name}")
    for key, kind in KEYS.items():
        if not isinstance(group.get(key), kind):
            raise ValueError(f"{name}: {key} is missing or of another kind")
    for row in group["rows"]:
        if len(row) != len(group["columns"]):
            raise ValueError(f"{name}: a row does not fit the columns: {row}")
    for goal in group["goals"]:
        for key in GOAL_KEYS:
            if key not in goal:
                raise ValueError(f"{name}: a goal has no {key}")


def keep(group):
    """Writes a result, with the machine that it comes from."""
    judge(group)
    RESULTS.mkdir(parents=True, exist_ok=True)
    text = json.dumps(group | {"machine": machine()}, indent=1, ensure_ascii=False)
    (RESULTS / f"{group['group'].replace(' ', '-')}.json").write_text(text + "\n", encoding="utf-8")


def kept():
    """All results of build/bench by their names."""
    groups = (json.loads(file.read_text(encoding="utf-8")) for file in sorted(RESULTS.glob("*.json")))
    return {group["group"]: group for group in groups}


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
    for line in sys.stdin:
        try:
            group = extract(line)
            if group:
                keep(group)
            else:
                print(line, end="", flush=True)
        except ValueError as error:
            # What is written on must be read to its end.
            print(f"report.py: {error}", file=sys.stderr)
            good = False
    return good


def write(document):
    """Puts what was measured into the documents; what was not measured this time stays."""
    groups = figures() | kept()
    known = {name: groups[name] for name in places(document) if name in groups}
    DOCUMENT.write_text(fill(document, known), encoding="utf-8")
    FIGURES.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def figures():
    """The results that the repository has."""
    return json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.is_file() else {}


def check(document):
    """Whether the documents agree, and this program does what it says."""
    groups = figures()
    for group in groups.values():
        judge(group)
    agree = fill(document, groups) == document and set(groups) <= set(places(document))
    if not agree:
        print(f"{DOCUMENT.name} is not what {FIGURES.name} makes of it: report.py --write", file=sys.stderr)
    return doctest.testmod().failed == 0 and agree


def main():
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
            return 0 if show(wanted or places(document)) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
