"""Run the program again and again, each time with a signal at another import.

A program of its own: ``python -m tests.support.interrupted SIGNAL STEP ARGUMENT...`` interrupts
every STEP-th import. It prints a line for each run that did not end as the signal ends programs, or
that printed something, and at last how many runs there were.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec
from itertools import count
from signal import SIG_DFL, SIG_IGN, getsignal
from signal import signal as set_handler

_FIRST = ("foxduet", "foxduet.__main__")
"""What Python itself finds before the program can do anything about signals."""


class Interrupter:
    """Finds no module, but sends a signal when the one with a number is looked for."""

    def __init__(self, number: int, signal: int, names: int) -> None:
        self.number, self.signal, self.names = number, signal, names
        self.seen = count()

    def find_spec(self, name: str, *_further: object) -> ModuleSpec | None:
        """Count the modules that are looked for."""
        if name not in _FIRST and next(self.seen) == self.number:
            os.write(self.names, name.encode())
            os.kill(os.getpid(), self.signal)
        return None


def run_interrupted(number: int, signal: int) -> tuple[str, int, bytes]:
    """Run the program in a process of its own; return the import, the status and the output."""
    (names, names_in), (output, output_in) = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(output_in, 1)
        os.dup2(output_in, 2)
        for end in (names, output, output_in):
            os.close(end)
        if getsignal(signal) == SIG_IGN:
            # Whoever started the tests did so by nohup.
            set_handler(signal, SIG_DFL)
        sys.meta_path.insert(0, Interrupter(number, signal, names_in))
        from foxduet.__main__ import main

        sys.exit(main())
    for end in (names_in, output_in):
        os.close(end)
    with open(names, "rb") as name, open(output, "rb") as printed:
        found, text = name.read().decode(), printed.read()
    return found, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text


def interrupt_all(signal: int, step: int) -> None:
    """Interrupt one run after the other, until there is nothing left to import."""
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
