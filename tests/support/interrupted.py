"""Run the program again and again, each time with a signal at another import.

A separate program: ``python -m tests.support.interrupted SIGNAL STEP ARGUMENT...`` interrupts every
STEP-th import. It prints a line for each run that printed something or did not end by the signal,
and finally the number of runs.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec
from itertools import count
from signal import SIG_DFL, SIG_IGN, getsignal
from signal import signal as set_handler

_FIRST = ("foxduet", "foxduet.__main__")
"""Modules that Python finds before the program can handle signals."""


class Interrupter:
    """An import hook that finds no module, but sends a signal at import ``number``."""

    def __init__(self, number: int, signal: int, names: int) -> None:
        self.number, self.signal, self.names = number, signal, names
        self.seen = count()

    def find_spec(self, name: str, *_further: object) -> ModuleSpec | None:
        if name not in _FIRST and next(self.seen) == self.number:
            os.write(self.names, name.encode())
            os.kill(os.getpid(), self.signal)
        return None


def run_interrupted(number: int, signal: int) -> tuple[str, int, bytes]:
    """Run the program in a child process; return the interrupted import, status and output."""
    (names, names_in), (output, output_in) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(output_in, 1)
        os.dup2(output_in, 2)
        for end in (names, output, output_in):
            os.close(end)
        if getsignal(signal) == SIG_IGN:
            # The tests were started by nohup.
            set_handler(signal, SIG_DFL)
        sys.meta_path.insert(0, Interrupter(number, signal, names_in))
        from foxduet.__main__ import main

        sys.exit(main())
    for end in (names_in, output_in):
        os.close(end)
    with open(names, "rb") as name, open(output, "rb") as printed:
        interrupted_import, text = name.read().decode(), printed.read()
    return interrupted_import, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text


def interrupt_all(signal: int, step: int) -> None:
    """Interrupt one run after another, until no import is left."""
    number = runs = 0
    while True:
        name, status, output = run_interrupted(number, signal)
        if not name:
            break
        runs += 1
        if status not in (-signal, 128 + signal) or output:
            print(name, status, output)
        number += step
    print(runs)


if __name__ == "__main__":
    chosen, every = map(int, sys.argv[1:3])
    sys.argv[1:] = sys.argv[3:]
    interrupt_all(chosen, every)
