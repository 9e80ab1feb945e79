"""What screens ask the loop to do, and the events that answer: data only."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, TypeAlias

from foxduet.core.errors import FoxduetError
from foxduet.core.frozen import dataclass
from foxduet.play.game import Game, Header

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ai.workers import Job
    from foxduet.analysis.progress import PlayerProgress
    from foxduet.analysis.rating import Training
    from foxduet.analysis.standings import Goal, LadderStep
    from foxduet.store.journals import Journal, LessonProgress
    from foxduet.store.results import Entry, Par
    from foxduet.store.saved_games import RecordFile, SavedGame
    from foxduet.store.scores import ScoresRead
    from foxduet.store.settings import Config
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
    change: Callable[[LessonProgress], LessonProgress]


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

    See ``store.journals.Attempt``.
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
    proposal: LadderStep | None = None


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
    progress: LessonProgress
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
