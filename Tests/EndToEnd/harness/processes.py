"""Processes of the machine, each with a log of its own."""

import contextlib
import os
import signal
import subprocess

from harness.waiting import poll

WORK = "/run/tapinput-vm"
TAIL = 60


class Process:
    """A process that writes to a log, and is started and stopped by name."""

    every = []

    def __init__(self, name, command, environment=None, apart=False, descriptors=()):
        """With `apart` its input is a pipe, and its output a file of its own, so that the log has its errors alone.

        It has the descriptors by the numbers that they have here.
        """
        self.name = name
        self.log = os.path.join(WORK, f"{name}.log")
        self.output_file = os.path.join(WORK, f"{name}.output")
        with open(self.log, "ab") as log:
            log.write(f"---- {' '.join(command)}\n".encode())
            self.start = log.tell()
            with open(self.output_file, "wb") if apart else contextlib.nullcontext(log) as output:
                self.popen = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE if apart else subprocess.DEVNULL,
                    stdout=output,
                    stderr=log,
                    env=environment,
                    pass_fds=descriptors,
                    # A job as a shell makes it: in a session of its own SIGTSTP would not stop it.
                    process_group=0,
                )
        Process.every.append(self)

    @property
    def pid(self):
        return self.popen.pid

    @property
    def running(self):
        return self.popen.poll() is None

    @property
    def status(self):
        """The exit status, None while it runs, negative if a signal ended it."""
        return self.popen.poll()

    def text(self):
        """What this run has written so far."""
        with open(self.log, encoding="utf-8", errors="replace") as log:
            log.seek(self.start)
            return log.read()

    def output(self):
        """What it has written to its output, where that is apart."""
        with open(self.output_file, encoding="utf-8", errors="replace") as file:
            return file.read()

    def enter(self, line):
        """Writes a line to its input, where that is apart."""
        self.popen.stdin.write(f"{line}\n".encode())
        self.popen.stdin.flush()

    def send(self, number):
        if self.running:
            self.popen.send_signal(number)

    def stop(self, number=signal.SIGTERM, seconds=10):
        """Ends the process, by force if it does not listen; returns its exit status."""
        self.send(number)
        if not poll(lambda: not self.running, seconds):
            self.popen.kill()
        if self.popen.stdin:
            self.popen.stdin.close()
        self.popen.wait()
        if self in Process.every:
            Process.every.remove(self)
        return self.popen.returncode


def memory(pid):
    """The memory of a process, all its mappings together: KiB by the names of smaps_rollup, as `Rss` and `Pss`."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        lines = dict(line.split(":", 1) for line in file if "kB" in line)
    return {name: int(value.split()[0]) for name, value in lines.items()}


def stop_all():
    for process in reversed(list(Process.every)):
        process.stop(signal.SIGKILL)


def print_logs():
    """The end of every log, the kernel's too, for a scenario that failed."""
    with open(os.path.join(WORK, "kernel.log"), "wb") as log:
        subprocess.run(["dmesg"], stdout=log)
    for name in sorted(os.listdir(WORK)):
        if not name.endswith(".log"):
            continue
        with open(os.path.join(WORK, name), encoding="utf-8", errors="replace") as log:
            lines = log.read().splitlines()
        left_out = max(0, len(lines) - TAIL)
        print(f"==== {name}" + (f" ({left_out} lines before these)" if left_out else ""))
        for line in lines[left_out:]:
            print(f"     {line}")
    print("====", flush=True)
