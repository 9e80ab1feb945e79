"""What answers the effects that screens ask for: events, as data."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.errors import FoxduetError
from foxduet.core.frozen import dataclass
from foxduet.play.game import Game
from foxduet.ui.kit.effects import PuzzleRow, SavedGames, TitleRow

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.workers import Job
    from foxduet.analysis.goals import Goal, Rung
    from foxduet.analysis.player_progress import PlayerProgress
    from foxduet.analysis.training import Training
    from foxduet.store.config import Config
    from foxduet.store.entries import Entry, Par
    from foxduet.store.learning import Progress
    from foxduet.store.puzzles import Journal
    from foxduet.store.saved_games import RecordFile, SavedGame
    from foxduet.store.scores import ScoresRead


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game was started, and saved."""

    game: Game
    saved: SavedGame


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
    elsewhere: bool


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
    counting: Entry | None = None
    counted_before: bool = False
    rebuilt: bool = False
    trouble: FoxduetError | None = None
    goals: tuple[Goal, ...] = ()


@dataclass(frozen=True, slots=True)
class TitleOpened:
    """The games under way that were saved last, at most two, and the row that was left.

    A ``newcomer`` has never finished a game. ``game`` was played last, as far as it is remembered.
    ``damaged`` counts the damaged saves among those that were saved last. ``files`` are records.
    """

    unfinished: SavedGames
    row: TitleRow | None = None
    newcomer: bool = False
    game: str = ""
    damaged: int = 0
    files: tuple[RecordFile, ...] = ()


@dataclass(frozen=True, slots=True)
class UnfinishedOpened:
    """All games under way, those that were saved last first."""

    games: SavedGames


@dataclass(frozen=True, slots=True)
class FormOpened:
    """What is remembered for the form of a new game, and the day whose deals are asked for.

    ``is_again`` says that it follows a game, or lessons, whatever the command line said of the
    first one. ``proposal`` is what the form proposes.
    """

    config: Config
    day: date | None = None
    is_again: bool = False
    proposal: Rung | None = None


@dataclass(frozen=True, slots=True)
class RecordOpened:
    """The game of an entry, and the file that it is in."""

    entry: Entry
    game: Game
    path: Path


@dataclass(frozen=True, slots=True)
class RecordMissing:
    """The record of an entry cannot be shown; ``reason`` is empty if it is another game's now."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class TodayRead:
    """What awaits players today: on how many days in a row the deals of the day were played.

    These are days up to today or yesterday; ``is_played`` says that today's deals were. ``due``
    puzzles come back by now.
    """

    days: int = 0
    is_played: bool = False
    due: int = 0


@dataclass(frozen=True, slots=True)
class ScoresOpened:
    """The scores of a game as they are today; None where there are none to be read.

    ``puzzles`` is how a player stands with its puzzles.
    """

    game: str
    scores: ScoresRead | None
    today: date
    puzzles: Training | None = None


@dataclass(frozen=True, slots=True)
class ProgressOpened:
    """How a player gets on with a game; ``scores`` is what became of reading them, if any."""

    progress: PlayerProgress
    scores: ScoresRead | None = None


@dataclass(frozen=True, slots=True)
class LessonsOpened:
    """How far players have come in a game's lessons.

    It is nowhere if the file is ``damaged``, or cannot be read for a reason.
    """

    game: str
    progress: Progress
    damaged: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PuzzlesOpened:
    """What the journal says of a game's puzzles, as it is today.

    With ``goes_on`` the next puzzle after one of that row is to open at once. ``reason`` is why
    mistakes that were found could not be saved.
    """

    game: str
    journal: Journal
    today: date
    goes_on: PuzzleRow | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class NotSaved:
    """How far players have come in lessons, or an answer to a puzzle, could not be saved."""

    reason: str


@dataclass(frozen=True, slots=True)
class DayRead:
    """The games that count for a day so far; ``rebuilt`` says that the scores were."""

    games: tuple[Entry, ...]
    rebuilt: bool


@dataclass(frozen=True, slots=True)
class Closed:
    """The screen above was closed, with a result."""

    result: object


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to a job that a screen waits for."""

    job: Job[Any]
    answer: Any


Event: TypeAlias = (
    GameStarted
    | StartFailed
    | GameSaved
    | SaveFailed
    | ScoreEntered
    | TitleOpened
    | UnfinishedOpened
    | FormOpened
    | RecordOpened
    | RecordMissing
    | TodayRead
    | ScoresOpened
    | ProgressOpened
    | LessonsOpened
    | PuzzlesOpened
    | NotSaved
    | DayRead
    | Closed
    | Answered
)
