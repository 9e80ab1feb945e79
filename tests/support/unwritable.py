"""Run command lines whose output cannot be written, each in its own process.

A separate program: ``python -m tests.support.unwritable COMMAND...`` loads everything before it
forks, so that each run is cheap. It prints a list of each command's exit status and errors, first
with a full device for output, then with an output that no process reads.
"""

from __future__ import annotations

import json
import os
import pkgutil
import sys
import tempfile
from collections.abc import Callable
from importlib import import_module

import foxduet
from foxduet.__main__ import main


def full() -> int:
    return os.open("/dev/full", os.O_WRONLY)


def unread() -> int:
    """Open a pipe without a reader."""
    reading, writing = os.pipe()
    os.close(reading)
    return writing


def run(command: str, output: Callable[[], int]) -> tuple[int, str]:
    with tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(output(), 1)
            os.dup2(errors.fileno(), 2)
            sys.argv[1:] = command.split()
            # Leave as usual, so that the interpreter also writes its buffers.
            sys.exit(main())
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        errors.seek(0)
        return status, errors.read().decode()


if __name__ == "__main__":
    for module in pkgutil.walk_packages(foxduet.__path__, "foxduet."):
        if module.name != "foxduet.__main__":
            import_module(module.name)
    runs = [[run(command, output) for command in sys.argv[1:]] for output in (full, unread)]
    print(json.dumps(runs))
