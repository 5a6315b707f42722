"""`doctor` as an ordinary user runs it, and what it prints as a person follows it."""

import grp
import re
import subprocess
from typing import NamedTuple

from harness.processes import Process
from harness.waiting import poll

# A bus, a driver or bluetoothd that does not answer is given up long before.
DOCTOR_LIMIT = 60
LINE = re.compile(r"^(ok|warning|problem) +(.*)$")
COMMAND = re.compile(r": `([^`]+)`")


class Line(NamedTuple):
    """A finding: `ok`, `warning` or `problem`, and what was found."""

    level: str
    text: str

    @property
    def command(self):
        """The command that mends it, if there is one."""
        commands = COMMAND.findall(self.text)
        return commands[-1] if commands else None


class Doctor:
    def __init__(self, machine, report, environment):
        self.machine, self.report = machine, report
        self.environment = {"PATH": "/usr/bin:/bin", **environment}
        self.runs, self.wrong = 0, []

    def lines(self, *arguments, groups=("input",), environment=None):
        """What it says to a user of these groups."""
        command = self.machine.command("doctor", *arguments)
        self.limit(command, groups)
        return self.said(command, environment)

    def as_root(self):
        """What it says to root, who has no session."""
        return self.said([self.machine.program, "doctor"], {"DBUS_SESSION_BUS_ADDRESS": ""})

    @staticmethod
    def limit(command, groups):
        """The command of a user with these groups."""
        numbers = ",".join(str(grp.getgrnam(name).gr_gid) for name in groups)
        place = next(index for index, word in enumerate(command) if word.startswith("--groups="))
        command[place] = f"--groups={numbers}" if groups else "--clear-groups"

    def said(self, command, environment):
        process = Process("doctor", command, environment={**self.environment, **(environment or {})}, apart=True)
        poll(lambda: not process.running, DOCTOR_LIMIT)
        status = process.status
        process.stop()
        output, messages = process.output(), process.text()
        lines = [Line(*match.groups()) for match in map(LINE.match, output.splitlines()) if match]
        worst = 1 if matching(lines, "problem", "") else 0
        self.runs += 1
        if messages or len(lines) != len(output.splitlines()) or status != worst:
            self.wrong.append((status, output, messages))
        return lines

    def named(self, what, level, pattern, **how):
        """The finding is there; returns it."""
        lines = self.lines(**how)
        found = matching(lines, level, pattern)
        self.report.need(self.report.check(f"{what}: named as a {level}", found, shown(lines)))
        return found[0]

    def gone(self, what, level, pattern, seconds=20, **how):
        """The finding is there no more, as soon as what was done has had its effect."""
        seen = []

        def is_gone():
            seen[:] = self.lines(**how)
            return not matching(seen, level, pattern)

        self.report.check(f"{what}: mended", poll(is_gone, seconds, 0.5), shown(seen))

    def mends(self, what, level, pattern, **how):
        """The finding is there, and the command that is printed with it mends it."""
        finding = self.named(what, level, pattern, **how)
        self.play(what, finding)
        self.gone(what, level, pattern, **how)

    def play(self, what, finding):
        done = play(finding.command or "false")
        self.report.check(f"{what}: `{finding.command}` can be run", done.returncode == 0, done)

    def nothing_wrong(self, what):
        lines = self.lines()
        self.report.check(f"{what}: all is ok", lines and {line.level for line in lines} == {"ok"}, shown(lines))

    def close(self):
        what = "each line was a finding, and the exit status told whether there was a problem"
        self.report.equal(f"in {self.runs} runs {what}", self.wrong, [])


def matching(lines, level, pattern):
    return [line for line in lines if line.level == level and re.search(pattern, line.text)]


def shown(lines):
    return " | ".join(f"{line.level} {line.text}" for line in lines)


def play(command):
    """A command as it was printed, in a shell of root's, who needs no sudo."""
    script = f'sudo() {{ "$@"; }}\n{command}\n'
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)
    return done


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read().strip()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
