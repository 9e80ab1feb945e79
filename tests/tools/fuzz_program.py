"""The program, run within this process or in one of its own, and what must hold of every run."""

from __future__ import annotations

import io
import os
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NoReturn
from unittest.mock import patch

from foxduet.__main__ import main
from foxduet.ui.kit import terminal
from foxduet.ui.kit.canvas import Frame, Size
from foxduet.ui.kit.keys import Input, Interruption

SECONDS_OF_WORK, SECONDS_OF_WAITING = 15, 60
"""Of the processor, and on the clock: far more than any run needs, on a busy machine as well."""

_MOST_MEMORY = 400_000
"""Kilobytes by which the process may grow in a run."""

_LONGEST_LINE = 1100


class OutOfTimeError(BaseException):
    """A run takes too long; nothing in the program catches this."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended; ``broke`` says what no run may do."""

    status: int
    out: str
    err: str
    broke: str = ""


@dataclass(slots=True)
class TypedKeys:
    """A terminal at which some keys are typed before it is closed."""

    keys: list[str] = field(default_factory=list)
    ended_by: int | None = None
    is_coloured: bool = True
    seconds: int = 0

    def size(self) -> Size:
        return Size(24, 80)

    def show(self, frame: Frame) -> None:
        for line in frame.lines:
            assert is_plain(line), "a frame commands the terminal"

    def wait(self, _seconds: float | None) -> Input:
        return self.keys.pop(0) if self.keys else Interruption.ENDED

    def forget_keys(self, seconds: float = 0) -> None:
        """Keep all keys, since nobody typed them by mistake."""

    def beep(self) -> None:
        """Nobody hears it."""

    def clock(self) -> float:
        """Return a time at which every key is a new one, which no player holds down."""
        self.seconds += 10
        return self.seconds

    def suspend(self) -> None:
        """Continue at once."""


def run_program(arguments: Sequence[str], home: Path, keys: Sequence[str] | None = None) -> Ending:
    """Run the program with a home of its own; ``keys`` are typed at its terminal, if any.

    Standard input is empty.
    """
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n") for _stream in range(2))
    before, broke = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, ""
    on_interrupt = signal.getsignal(signal.SIGINT)
    with (
        patch.multiple(sys, argv=["foxduet", *arguments], stdin=io.StringIO()),
        redirect_stdout(out),
        redirect_stderr(err),
        patch.dict(os.environ, {"FOXDUET_HOME": str(home), "TERM": "xterm"}),
        _terminal(keys),
    ):
        try:
            with _limited_time():
                status = main()
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        except OutOfTimeError as error:
            status, broke = 1, str(error)
        except BaseException as error:  # noqa: BLE001 - that is a finding
            status, broke = 1, f"raises {type(error).__name__}: {error}"
        finally:
            # The program leaves it to the system at its end, but this process goes on.
            signal.signal(signal.SIGINT, on_interrupt)
    if resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before > _MOST_MEMORY:
        broke = broke or "takes too much memory"
    return Ending(status, _text(out), _text(err), broke)


def _text(stream: io.TextIOWrapper) -> str:
    """Return what was written into a stream."""
    stream.seek(0)
    return stream.read()


@contextmanager
def _terminal(keys: Sequence[str] | None) -> Iterator[None]:
    # The title comes back after two terminals, without the keys that led there.
    left = [*(keys or ())]

    @contextmanager
    def open_terminal(*, coloured: bool, mouse: bool) -> Iterator[TypedKeys]:
        yield TypedKeys(left)

    if keys is None:
        yield
    else:
        with patch.multiple(terminal, open_terminal=open_terminal, check_terminal=lambda: None):
            yield


@contextmanager
def _limited_time() -> Iterator[None]:
    def stop(number: int, _frame: FrameType | None) -> NoReturn:
        raise OutOfTimeError(
            "waits for something" if number == signal.SIGALRM else "takes too long"
        )

    timers = (
        (signal.SIGALRM, signal.ITIMER_REAL, SECONDS_OF_WAITING),
        (signal.SIGPROF, signal.ITIMER_PROF, SECONDS_OF_WORK),
    )
    before = [signal.signal(number, stop) for number, _timer, _seconds in timers]
    for _number, timer, seconds in timers:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for _number, timer, _seconds in timers:
            signal.setitimer(timer, 0)
        for (number, _timer, _seconds), handler in zip(timers, before, strict=True):
            signal.signal(number, handler)


def is_plain(line: str) -> bool:
    """Return whether a line has nothing in it that commands a terminal.

    The blanks of French, which part no line, are no control characters.
    """
    return line.replace("\u202f", " ").replace("\xa0", " ").isprintable()


def complaints(ending: Ending, what: str) -> Iterator[str]:
    """Yield what is wrong about a run, whatever it was to do, each as a sentence about ``what``."""
    status, out, err = ending.status, ending.out, ending.err
    if ending.broke:
        yield f"{what} {ending.broke}"
    for sign in ("Traceback", "internal error"):
        if sign in err or sign in out:
            yield f"{what}: {err.strip() or sign}"
    if status not in (0, 1, 2):
        yield f"{what} exits with status {status}"
    lines = err.splitlines()
    if status == 2 and len(lines) != 1:
        yield f"{what} ends with status 2 and {len(lines)} lines"
    if status == 1 and not lines and not ending.broke:
        yield f"{what} fails without a word"
    for line in lines:
        if not line.startswith("foxduet") or not is_plain(line) or len(line) > _LONGEST_LINE:
            yield f"{what} says {line[:200]!a}"
    if not all(is_plain(line) for line in out.split("\n")):
        yield f"{what} prints what commands a terminal"
