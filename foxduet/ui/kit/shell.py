"""What the loop of the screens needs around it: a terminal, and work done in the background."""

from __future__ import annotations

from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from foxduet.ai.errands import Errand
    from foxduet.ai.partner import Thought
    from foxduet.analysis.par import ParFound
    from foxduet.analysis.review import Progress
    from foxduet.analysis.review_file import Task
    from foxduet.play.game import Header
    from foxduet.ui.kit.canvas import Frame, Size


class Interruption(Enum):
    """What may come instead of a key."""

    TIME_UP = auto()
    RESIZED = auto()
    SUSPENDED = auto()
    CONTINUED = auto()
    ENDED = auto()


Input: TypeAlias = str | Interruption


class Terminal(Protocol):
    """What the loop needs of a terminal."""

    def size(self) -> Size:
        """Return the size of the window now."""

    def show(self, frame: Frame) -> None:
        """Put a frame on the screen."""

    def wait(self, seconds: float | None) -> Input:
        """Return the next key, or what came instead; give up after ``seconds``."""

    def forget_keys(self, seconds: float = 0) -> None:
        """Throw away what was typed ahead, and what is typed within ``seconds`` from now."""

    def suspend(self) -> None:
        """Give the terminal back blank and stop until the program is continued."""


class Thinker(Protocol):
    """What the loop needs to have thoughts, one at a time and without waiting for them."""

    def start(self, errand: Errand) -> None:
        """Begin to think about ``errand``."""

    def thought(self) -> Thought | None:
        """Return the thought on the errand started last, None while it is under way."""

    def stop(self) -> None:
        """Let nothing be thought any more."""


class ParSeeker(Protocol):
    """What the loop needs to find out par without waiting for it."""

    def start(self, header: Header) -> None:
        """Begin with the deals of ``header``."""

    def found(self) -> ParFound | None:
        """Return what came of what is sought, None while that is under way."""

    def stop(self) -> None:
        """Let nothing be sought any more."""


class Reviewer(Protocol):
    """What the loop needs to have games reviewed, one at a time and without waiting for them."""

    def start(self, task: Task) -> None:
        """Begin with ``task``, or go on with it."""

    def progress(self) -> Progress:
        """Tell how far the task started last is."""

    def stop(self) -> None:
        """Let nothing be worked on any more."""
