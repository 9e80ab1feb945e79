"""What screens ask the loop to do, as data; events answer it (``answers``)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias

from foxduet.core.frozen import dataclass
from foxduet.play.game import Game, Header

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.store.entries import Entry, Par
    from foxduet.store.learning import Progress
    from foxduet.store.saved_games import RecordFile, SavedGame
    from foxduet.ui.kit.canvas import Theme


class Text(Enum):
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
    LEARN = auto()
    PUZZLES = auto()
    TERMINALS = auto()
    HELP = auto()
    SCORES = auto()
    PROGRESS = auto()
    QUIT = auto()


@dataclass(frozen=True, slots=True)
class StartGame:
    """Save a game that is new, once its first round is dealt; GameStarted or StartFailed answers.

    A seed and the time of day are filled in where the header has none. A branch of another game
    has been dealt already. A team that ``talks_first`` deals later.
    """

    game: Game
    talks_first: bool = False


@dataclass(frozen=True, slots=True)
class SaveGame:
    """Save a game where ``saved`` says; answered by GameSaved or SaveFailed."""

    game: Game
    saved: SavedGame


@dataclass(frozen=True, slots=True)
class EnterScore:
    """Enter a game that is over into the scores, if it is for them; answered by ScoreEntered."""

    game: Game
    saved: SavedGame


@dataclass(frozen=True, slots=True)
class SavePar:
    """Save the par of a game's deals for the next time; there is no answer."""

    header: Header
    par: Par


@dataclass(frozen=True, slots=True)
class OpenTitle:
    """Look for games to be resumed, for a title on ``row``; answered by TitleOpened."""

    row: TitleRow | None = None


@dataclass(frozen=True, slots=True)
class OpenUnfinished:
    """Look for all games to be resumed; answered by UnfinishedOpened."""


@dataclass(frozen=True, slots=True)
class OpenForm:
    """Read what is remembered for the form of a new game; answered by FormOpened.

    The form begins as the game with the header ``after`` did, if there is one. With ``daily`` the
    deals of today are asked for. After a game that was just ``learned``, it begins with a
    ``partner`` if none is remembered.
    """

    game: str
    after: Header | None = None
    daily: bool = False
    learned: bool = False
    partner: str | None = None


@dataclass(frozen=True, slots=True)
class OpenRecord:
    """Read the record of an entry of the scores; answered by RecordOpened or RecordMissing."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class ReadToday:
    """Read on how many days in a row a game's deals were played, and today's: TodayRead answers.

    The records in ``files`` that are new are imported first.
    """

    game: str
    files: tuple[RecordFile, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenScores:
    """Read the scores of a game, by its name; answered by ScoresOpened."""

    game: str


@dataclass(frozen=True, slots=True)
class OpenProgress:
    """Read how a player gets on with a game, by its name; answered by ProgressOpened."""

    game: str


@dataclass(frozen=True, slots=True)
class OpenLessons:
    """Read how far players have come in a game's lessons; answered by LessonsOpened."""

    game: str


@dataclass(frozen=True, slots=True)
class SaveProgress:
    """Save a change of how far players have come in a game's lessons; answered if that fails."""

    game: str
    change: Callable[[Progress], Progress]


class PuzzleRow(Enum):
    """Where puzzles come from: the rows of their screen, in their order."""

    DAY = auto()
    DUE = auto()
    NEW = auto()


@dataclass(frozen=True, slots=True)
class OpenPuzzles:
    """Read how a player stands with a game's puzzles; answered by PuzzlesOpened.

    With ``goes_on`` the next puzzle after one of that row opens at once.
    """

    game: str
    goes_on: PuzzleRow | None = None


@dataclass(frozen=True, slots=True)
class SaveAttempt:
    """Save the first answer to a puzzle, with the day of today; answered if that fails.

    See ``store.puzzles.Attempt``.
    """

    game: str
    puzzle: str
    right: bool
    rating: int | None
    daily: date | None


@dataclass(frozen=True, slots=True)
class OpenText:
    """Open a text about the screen in sight."""

    text: Text


@dataclass(frozen=True, slots=True)
class OpenTerminals:
    """Choose a seat at two terminals; the games under way may be hosted again."""

    games: SavedGames


@dataclass(frozen=True, slots=True)
class OpenReplay:
    """Look through a game after ``at`` of its actions; ``trouble`` is what is wrong behind it."""

    game: Game
    at: int = 0
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class OpenReview:
    """Review a game whose record is at ``path``."""

    game: Game
    path: Path


@dataclass(frozen=True, slots=True)
class OpenBranch:
    """Play a branch of the game under review, which is saved."""

    game: Game
    saved: SavedGame


@dataclass(frozen=True, slots=True)
class ReadDay:
    """Read which of a game's entries count for a day so far; answered by DayRead."""

    game: str
    day: date


@dataclass(frozen=True, slots=True)
class TwoTerminals:
    """A seat at two terminals: the command that leads there, and the record that is resumed."""

    command: str
    resumed: Path | None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """End the program.

    The shell shows what to share of a day, how to resume ``unfinished`` games, and ``trouble``.
    The usual ``command``, or the one that has a name, resumes these. ``lines`` are shown as they
    are. With ``leads_to`` the program goes on there.
    """

    unfinished: tuple[SavedGame, ...] = ()
    shared: Entry | None = None
    trouble: str = ""
    lines: tuple[str, ...] = ()
    leads_to: TwoTerminals | None = None
    command: str = ""


@dataclass(frozen=True, slots=True)
class UseLanguage:
    """Say everything in a language from now on, by its code; ``SYSTEM`` is that of the system."""

    language: str


@dataclass(frozen=True, slots=True)
class UseTheme:
    """Draw with the colours of a theme from now on."""

    theme: Theme


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the other player's screens something, where two play at two terminals."""

    what: object


Request: TypeAlias = (
    StartGame
    | SaveGame
    | EnterScore
    | SavePar
    | OpenTitle
    | OpenUnfinished
    | OpenForm
    | OpenRecord
    | OpenScores
    | OpenProgress
    | ReadToday
    | OpenLessons
    | SaveProgress
    | OpenPuzzles
    | SaveAttempt
    | ReadDay
    | UseTheme
    | UseLanguage
)
"""What files, or the settings of the run, are needed for."""

Command: TypeAlias = (
    Request | OpenText | OpenTerminals | OpenReplay | OpenReview | OpenBranch | Leave
)
