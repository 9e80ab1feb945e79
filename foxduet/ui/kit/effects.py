"""Effects that screens ask the loop to perform, and the events that answer them. Data only."""

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
    from foxduet.words.text import OwnNames


class TextKind(Enum):
    """Texts that can be opened over a screen."""

    HELP = auto()
    REFERENCE = auto()
    SUMMARY = auto()


SavedGames: TypeAlias = "tuple[tuple[Game, SavedGame], ...]"


class TitleRow(Enum):
    """Rows of the title screen, in order."""

    CONTINUE = auto()
    NEW = auto()
    DAY = auto()
    LEARN = auto()
    PUZZLES = auto()
    PROGRESS = auto()
    SCORES = auto()


class Seating(Enum):
    """Who plays, unless it is a remembered pair at this keyboard."""

    ONE = auto()
    OTHERS = auto()
    TERMINALS = auto()


Players: TypeAlias = "Seating | OwnNames"
"""Who plays: a seating, or the names of a pair."""


@dataclass(frozen=True, slots=True)
class PlayersChosen:
    """Closes the question who is playing; ``pair`` is None for one person."""

    pair: OwnNames | None


class PuzzleSource(Enum):
    """Where the next puzzle comes from: the rows of the puzzles screen, in order."""

    DAY = auto()
    DUE = auto()
    NEW = auto()
    TOPIC = auto()
    ANSWERED = auto()


@dataclass(frozen=True, slots=True)
class NextStep:
    """A next step of today: its sentence, and the rows of title and puzzles that begin it."""

    sentence: str
    row: TitleRow
    puzzles: PuzzleSource | None = None


@dataclass(frozen=True, slots=True)
class TodaySummary:
    """Today's status of the players, for the title screen.

    days: streak of daily deals played, up to today or yesterday.
    result: how today's daily deal ended; "" if it has not been played.
    puzzles_due: puzzles to repeat.
    rating: puzzle rating; None while it is provisional.
    lessons_done: completed lessons.
    trouble: which files cannot be read; "" if all can.
    evening: the number of this evening of a pair, from 1; 0 for other players.
    has_begun: the pair has finished a game today.
    lead: a sentence on which of two opponents leads; "" for a team.
    week: the results of the daily deals of the last seven days; "" without any.
    step: the next step of one person; None for a pair, or without scores.
    """

    days: int = 0
    result: str = ""
    puzzles_due: int = 0
    rating: int | None = None
    lessons_done: int = 0
    trouble: str = ""
    evening: int = 0
    has_begun: bool = False
    lead: str = ""
    week: str = ""
    step: NextStep | None = None


@dataclass(frozen=True, slots=True)
class StartGame:
    """Deal and save a new game; answered by GameStarted or StartFailed.

    The answer adds the start time, and a seed if missing. A branch is dealt already. With
    ``defer_deal``, a team deals later, after it has talked, as do two people with open hands.
    """

    game: Game
    defer_deal: bool = False


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Save a game; answered by GameSaved or SaveFailed."""

    game: Game
    saved: SavedGame


HAS_SOCKETS = sys.platform != "win32"
"""Whether this Python has the Unix sockets that two terminals need."""


@dataclass(frozen=True, slots=True)
class TerminalCommand:
    """A command for play at two terminals.

    resumed: the record to resume.
    daily: host the daily deal.
    name: the name of a guest, or "".
    """

    command: str
    resumed: Path | None = None
    daily: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Quit:
    """End the program.

    unfinished: games whose resume hint is printed, with ``command`` if given.
    entry_to_share: the daily game whose result lines are printed.
    trouble: an error to print last.
    lines: lines to print unchanged.
    next_command: the command to run instead of returning to the shell.
    """

    unfinished: tuple[SavedGame, ...] = ()
    entry_to_share: ScoreEntry | None = None
    trouble: str = ""
    lines: tuple[str, ...] = ()
    next_command: TerminalCommand | None = None
    command: str = ""


@dataclass(frozen=True, slots=True)
class ChangeLook:
    """Change how screens are drawn from now on."""

    look: Look


@dataclass(frozen=True, slots=True)
class SendToPeer:
    """Send a message to the other player's screens, in play at two terminals."""

    message: object


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A new game has been dealt and saved.

    trouble: why the settings were not saved; "" if they were.
    """

    game: Game
    saved: SavedGame
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class StartFailed:
    """A new game was not started because it could not be saved."""

    reason: str
    game: Game


@dataclass(frozen=True, slots=True)
class GameSaved:
    """A game has been saved, with its end time if it is over.

    moved: the game went to another file, because another process had changed the original.
    """

    game: Game
    saved: SavedGame
    moved: bool


@dataclass(frozen=True, slots=True)
class SaveFailed:
    """A game could not be saved to its file; ``copy`` is where it was saved instead, or None."""

    game: Game
    reason: str
    copy: SavedGame | None = None


@dataclass(frozen=True, slots=True)
class ScoreEntered:
    """A finished game has been entered into the scores.

    par: the experts' result, if known; ``has_par`` if the deals have one.
    is_best: the game has more points than any comparable game.
    again: the game does not count, since the same people knew the deals.
    daily_entry: the game that counts for the day; ``had_daily_entry`` if that is another game.
    rebuilt: the scores were damaged and have been rebuilt.
    trouble: why the scores could not be used.
    goals: goals reached for the first time.
    missing_wins: wins still needed at this rung for the next rung; 0 off the ladder.
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
    missing_wins: int = 0


@dataclass(frozen=True, slots=True)
class PairGamesCounted:
    """The number of games that the two people at a table had finished before."""

    count: int


@dataclass(frozen=True, slots=True)
class ScreenClosed:
    """The screen above was closed with a result."""

    result: object


@dataclass(frozen=True, slots=True)
class JobAnswered:
    """A background job of this screen has produced an answer."""

    job: Job[Any]
    answer: Any


Event: TypeAlias = (
    GameStarted
    | StartFailed
    | GameSaved
    | SaveFailed
    | ScoreEntered
    | PairGamesCounted
    | ScreenClosed
    | JobAnswered
)
