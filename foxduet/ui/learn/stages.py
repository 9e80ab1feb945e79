"""What lessons and guided rounds show: something to read, to choose, to watch, or the end."""

from __future__ import annotations

from dataclasses import dataclass

from foxduet.ui.learn.watching import Picture


@dataclass(frozen=True, slots=True)
class Saying:
    """One sentence, counted from 0, is to be read before anything is chosen."""

    at: int = 0


BEGINNING = Saying()
"""What a lesson begins with."""


@dataclass(frozen=True, slots=True)
class Told:
    """What the other player has done, or what came of a trick, is to be read."""


@dataclass(frozen=True, slots=True)
class Choosing:
    """The player must choose; ``cursor`` counts the options, None while nothing is chosen."""

    cursor: int | None = None


@dataclass(frozen=True, slots=True)
class Thinking:
    """The partner chooses."""


@dataclass(frozen=True, slots=True)
class Watching:
    """What came of a choice is seen, at one of its pictures."""

    pictures: tuple[Picture, ...]
    at: int = 0


@dataclass(frozen=True, slots=True)
class Judged:
    """What is said of a choice that was played out; ``title`` stands above in a guided round."""

    right: bool
    text: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """It is over; ``cursor`` counts what can be done next."""

    cursor: int = 0
