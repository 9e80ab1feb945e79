"""A conversation with the program in words, without a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from foxduet.ui.kit.keys import Input, Interruption, Typed
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.plain.loop import PlainLoop
from tests.support.tables import Desk


@dataclass
class AtOnce:
    """Does each job at once when it is asked for an answer; gives one answer after the other."""

    answers: Iterator[Any] | None = None

    def start(self, job: Any) -> None:
        self.answers = job.run(lambda: False)

    def answer(self) -> Any:
        return None if self.answers is None else next(self.answers, None)

    def stop(self) -> None:
        self.answers = None


@dataclass
class Paper:
    """A console that keeps what is said; it cannot be cleared if ``lasts``."""

    is_typed: bool = True
    is_read: bool = False
    lasts: bool = False
    lines: list[str] = field(default_factory=list)
    prompts: int = 0
    cleared: list[int] = field(default_factory=list)
    seconds: float = 0

    def width(self) -> int:
        return 80

    def say(self, lines: Sequence[str]) -> None:
        self.lines += lines

    def prompt(self) -> None:
        self.prompts += 1

    def clear(self) -> bool:
        if not self.lasts:
            self.cleared.append(len(self.lines))
        return not self.lasts

    def clock(self) -> float:
        return self.seconds


class Conversation:
    """A run in words; ``ended`` has the lines for the shell once it is over.

    ``transcript`` has what was said to the program behind a >, and what it said.
    """

    def __init__(self, first: Next, desk: Desk, worker: Any = None, *, typed: bool = True) -> None:
        self.paper = Paper(is_typed=typed)
        self.loop = PlainLoop(desk, desk.folders, worker or AtOnce(), self.paper)
        self.transcript: list[str] = []
        self.ended: tuple[str, ...] | None = None
        self._steps = self.loop.steps(first)
        self._go_on(None)

    @property
    def screen(self) -> Any:
        """The screen that was told last."""
        screen = self.loop.memory[-1]
        assert isinstance(screen, Screen)
        return screen

    @property
    def text(self) -> str:
        """All that was said so far, in both directions."""
        return "\n".join(self.transcript)

    def say(self, *lines: str) -> list[str]:
        """Say lines one after the other; return what the program said to the last one."""
        said: list[str] = []
        for line in lines:
            self.transcript.append(f"> {line}")
            said = self._go_on(Typed(line))
        return said

    def end(self) -> tuple[str, ...]:
        """End the program as at the end of its input; return the lines for the shell."""
        self._go_on(Interruption.ENDED)
        assert self.ended is not None, "the end of the input ends the program"
        return self.ended

    def _go_on(self, got: Input | Typed | None) -> list[str]:
        """Send an input, then wait until a line is waited for; return what was said."""
        before = len(self.paper.lines)
        try:
            seconds = next(self._steps) if got is None else self._steps.send(got)
            while seconds is not None:
                self.paper.seconds += seconds
                seconds = self._steps.send(Interruption.TIME_UP)
        except StopIteration as end:
            self.ended = end.value
        said = self.paper.lines[before:]
        self.transcript += said
        return said
