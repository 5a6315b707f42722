"""What a result is: a JSON object of `group`, `title`, `command`, `columns`, `rows`, `goals` (of `text`, `value`,
`limit`, `met`) and `notes`. Where it is not so, ValueError says what is wrong.
"""

import json
import math
import re

NAME = "[a-z][a-z -]*[a-z]"


def extract(line):
    """The result in a line of output, or None.

    >>> extract("ok - the pointer moves")
    >>> extract('# bench {"group": "x"}')
    >>> extract('bench {"group": "x"}\\r\\n')
    {'group': 'x'}
    >>> extract('bench {"group": "x", ok - a check')
    Traceback (most recent call last):
    ...
    ValueError: a result is no JSON: {"group": "x", ok - a check
    """
    if not line.startswith("bench {"):
        return None
    text = line.removeprefix("bench ").strip()
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"a result is no JSON: {text}") from None


def is_text(value):
    return isinstance(value, str)


def is_cell(value):
    """Whether this can stand in a table.

    >>> is_cell(None), is_cell("no"), is_cell(1.5), is_cell(math.nan), is_cell([1])
    (True, True, True, False, False)
    """
    return value is None or isinstance(value, (str, int)) or isinstance(value, float) and math.isfinite(value)


def is_goal(value):
    """Whether this is a goal.

    >>> good = {"text": "few", "value": 1, "limit": 0, "met": False}
    >>> is_goal(good), is_goal(good | {"must": True})
    (True, True)
    >>> is_goal(good | {"met": "no"}), is_goal({"text": "few"}), is_goal("few")
    (False, False, False)
    """
    return (
        isinstance(value, dict)
        and is_text(value.get("text"))
        and all(key in value and is_cell(value[key]) for key in ("value", "limit"))
        and isinstance(value.get("met"), bool)
        and isinstance(value.get("must", False), bool)
    )


def is_row(value):
    return isinstance(value, list) and all(is_cell(each) for each in value)


# The lists of a result, and what they are of.
LISTS = {"columns": is_text, "rows": is_row, "goals": is_goal, "notes": is_text}
MACHINE_KEYS = ("date", "processor", "processors", "kernel", "system", "swift", "valgrind")


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
    >>> judge(good | {"rows": [1]})
    Traceback (most recent call last):
    ...
    ValueError: at rest: rows cannot have 1
    >>> judge({"group": "growth"})
    Traceback (most recent call last):
    ...
    ValueError: growth: title is missing or of another kind
    """
    if not isinstance(group, dict):
        raise ValueError("a result is no object")
    name = str(group.get("group"))
    if not re.fullmatch(NAME, name):
        raise ValueError(f"a result has no name that can be one: {name}")
    for key in ("title", "command", *LISTS):
        if not isinstance(group.get(key), list if key in LISTS else str):
            raise ValueError(f"{name}: {key} is missing or of another kind")
    for key, fits in LISTS.items():
        for each in group[key]:
            if not fits(each):
                raise ValueError(f"{name}: {key} cannot have {json.dumps(each)}")
    for row in group["rows"]:
        if len(row) != len(group["columns"]):
            raise ValueError(f"{name}: a row does not fit the columns: {row}")


def judge_kept(group):
    """The same of a result that was kept, which tells of its machine as well."""
    judge(group)
    of = group.get("machine")
    if not isinstance(of, dict) or not all(key in of and is_cell(of[key]) for key in MACHINE_KEYS):
        raise ValueError(f"{group['group']}: machine is missing or of another kind")
