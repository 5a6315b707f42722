"""The C programs that are beside this file, compiled when they are first asked for."""

import os
import subprocess

from harness.processes import WORK

SOURCES = os.path.dirname(__file__)


def program(name):
    """The path of a program."""
    return built(name, name)


def library(name):
    """The path of a library that can be preloaded."""
    return built(name, f"{name}.so", "-shared", "-fPIC")


def built(name, output, *options):
    path = os.path.join(WORK, output)
    if not os.path.exists(path):
        source = os.path.join(SOURCES, f"{name}.c")
        subprocess.run(["gcc", "-O2", "-Wall", *options, "-o", path, source], check=True)
    return path
