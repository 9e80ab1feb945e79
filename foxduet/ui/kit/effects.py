"""What screens ask the loop to do, and the events that answer: data only."""

from __future__ import annotations

import sys
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.errors import FoxduetError
from foxduet.core.lazy_dataclass import dataclass
from foxduet.play.game import Game

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.workers import Job
    from foxduet.analysis.standings import Goal
    from foxduet.store.saved_games import SavedGame
    from foxduet.store.score_entries import Par, ScoreEntry
    from foxduet.ui.kit.canvas import Look


class TextKind(Enum):
    """The texts that may be opened over a screen."""

    HELP = auto()
    REFERENCE = auto()
    SUMMARY = auto()


SavedGames: TypeAlias = "tuple[tuple[Game, SavedGame], ...]"


class TitleRow(Enum):
    """The rows of the title, in their order."""

    CONTINUE = auto()
    NEW = auto()
    DAY = auto()
    TERMINALS = auto()
    LEARN = auto()
    PUZZLES = auto()
    PROGRESS = auto()
    SCORES = auto()


@dataclass(frozen=True, slots=True)
class TodaySummary:
    """What awaits players today: on how many days in a row the deals of the day were played.

    These are days up to today or yesterday; ``played`` says how the game with today's deals ended,
    if there was one. ``due`` puzzles come back by now; ``rating`` is the one for puzzles, None
    before the first. ``lessons`` counts those that are done. ``trouble`` says which files of these
    cannot be read, if any.
    """

    days: int = 0
    result: str = ""
    puzzles_due: int = 0
    rating: int | None = None
    lessons_done: int = 0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class StartGame:
    """Save a game that is new, once its first round is dealt; GameStarted or StartFailed answers.

    A seed and the time of day are filled in where the header has none. A branch of another game
    has been dealt already. A team that ``talks_first`` deals later.
    """

    game: Game
    defer_deal: bool = False


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Save a game where ``saved`` says; answered by GameSaved or SaveFailed."""

    game: Game
    saved: SavedGame


class PuzzleSource(Enum):
    """Where puzzles come from: the rows of their screen, in their order."""

    DAY = auto()
    DUE = auto()
    NEW = auto()


HAS_SOCKETS = sys.platform != "win32"
"""Whether two terminals can meet here: Windows' Python has no sockets for that."""


@dataclass(frozen=True, slots=True)
class TerminalCommand:
    """A seat at two terminals: the command that leads there, and the record that is resumed."""

    command: str
    resumed: Path | None = None


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program.

    The shell shows what to share of a day, how to resume ``unfinished`` games, and ``trouble``.
    The usual ``command``, or the one that has a name, resumes these. ``lines`` are shown as they
    are. With ``leads_to`` the program goes on there.
    """

    unfinished: tuple[SavedGame, ...] = ()
    entry_to_share: ScoreEntry | None = None
    trouble: str = ""
    lines: tuple[str, ...] = ()
    next_command: TerminalCommand | None = None
    command: str = ""


@dataclass(frozen=True, slots=True)
class ChangeLook:
    """Draw in another way from now on."""

    look: Look


@dataclass(frozen=True, slots=True)
class SendToPeer:
    """Tell the other player's screens something, where two play at two terminals."""

    message: object


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game was started, and saved.

    trouble: why the settings were not saved, empty if they were.
    """

    game: Game
    saved: SavedGame
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class StartFailed:
    """``game`` was not started, since it cannot be saved."""

    reason: str
    game: Game


@dataclass(frozen=True, slots=True)
class GameSaved:
    """``game``, with the time of its end if it is over, is saved; ``elsewhere`` is another file.

    That is the case where another program has changed the one it was in.
    """

    game: Game
    saved: SavedGame
    moved: bool


@dataclass(frozen=True, slots=True)
class SaveFailed:
    """``game`` could not be saved in its file; ``copy`` is where it was, if anywhere."""

    game: Game
    reason: str
    copy: SavedGame | None = None


@dataclass(frozen=True, slots=True)
class ScoreEntered:
    """What the scores say of a game: ``par`` if it is known, and the game that counts for its day.

    ``has_par`` says that its deals have a par, and ``is_best`` that no game like it has had as
    many points. ``again`` says that it does not count, since the same people knew its deals.
    ``rebuilt`` says that the scores could not be read, and ``trouble`` why they could not be used.
    ``goals`` are those that no other game in the scores has reached.
    """

    par: Par | None = None
    has_par: bool = False
    is_best: bool = False
    again: bool = False
    daily_entry: ScoreEntry | None = None
    had_daily_entry: bool = False
    rebuilt: bool = False
    trouble: FoxduetError | None = None
    goals: tuple[Goal, ...] = ()


@dataclass(frozen=True, slots=True)
class ScreenClosed:
    """The screen above was closed, with a result."""

    result: object


@dataclass(frozen=True, slots=True)
class JobAnswered:
    """An answer to a job that a screen waits for."""

    job: Job[Any]
    answer: Any


Event: TypeAlias = (
    GameStarted | StartFailed | GameSaved | SaveFailed | ScoreEntered | ScreenClosed | JobAnswered
)
