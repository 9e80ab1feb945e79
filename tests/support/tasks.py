"""Tasks for the tests of work that is shared: other processes can import what stands here."""

from __future__ import annotations

import errno
import os
import signal
from threading import Event
from typing import NoReturn

from foxduet.ai.workers import is_helper
from tests.support.machine import FOR_EVER

FATAL = 5
"""The task that the process which does it does not survive."""

DONE_HERE: list[int] = []
"""The numbers that ``square_and_note`` was given in this process."""


def square(number: int) -> int:
    """Return the square of a number."""
    return number * number


def square_and_process(number: int) -> tuple[int, int]:
    """Return the square of a number, and which process has worked it out."""
    return number * number, os.getpid()


def square_and_note(number: int) -> int:
    """Return the square of a number, which is added to DONE_HERE."""
    DONE_HERE.append(number)
    return number * number


def square_or_die(number: int) -> int:
    """Return the square of a number; a helper is killed by FATAL, as by a system without memory."""
    if number == FATAL and is_helper():
        # Windows kills by any signal.
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return number * number


def address_of_worker(_number: int) -> str:
    """Return the address of the worker of a cluster that does this."""
    from distributed import get_worker

    address: str = get_worker().address
    return address


def square_at_home(number: int) -> int:
    """Return the square of a number; a helper cannot, as without file handles."""
    if is_helper():
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    return number * number


def square_of_the_first(number: int) -> int:
    """Return the square of 0, and of other numbers far too late."""
    if number:
        Event().wait(FOR_EVER)
    return number * number


def run_out_of_time(_number: int) -> NoReturn:
    """Fail as what waits for something does."""
    raise TimeoutError("too late")


def blocked_signals(_number: int) -> set[int]:
    """Return the signals that do not reach the process."""
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
