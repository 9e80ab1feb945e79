"""The screens there are, as values: all that is needed to draw one and to go on from it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, TypeAlias

from foxduet.rules.duet.cards import Card
from foxduet.store.selection import Selection

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought
    from foxduet.analysis.review import Progress, Review
    from foxduet.analysis.review_file import Task
    from foxduet.play.game import Game
    from foxduet.play.table import Session
    from foxduet.rules.common import Trick
    from foxduet.rules.duet.board import Board, ForestPath
    from foxduet.store.entries import Entry, Par
    from foxduet.store.saved_games import SavedGame
    from foxduet.ui.kit.look import Look

LONGEST_THOUGHT = 1.0
"""How many seconds a partner may think if nothing else was settled."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line has settled for the whole run.

    ``records`` is the folder of new games; ``names`` are the players', ``board`` is a board of
    their own; ``memory`` is the house rule that shows the cards that are out; ``seed`` is for
    the first game only. ``solo`` names the partner of a person who plays alone, and ``limit`` is
    the longest time for a thought, in seconds. ``scores`` is the database of the scores, None if
    there are none to be kept; ``daily`` is the day whose deals are played. ``jobs`` is how many
    processes share a review, None for one a core.
    """

    records: FilePath
    look: Look
    names: tuple[str, str] | None = None
    board: Board | None = None
    memory: bool = False
    seed: int | None = None
    solo: str | None = None
    limit: float = LONGEST_THOUGHT
    scores: FilePath | None = None
    daily: date | None = None
    jobs: int | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """The fox on its way after a trick: ``at`` counts the ``spaces`` it has been seen on.

    ``path``, ``reserve`` and ``trick`` are those before anything was collected, covered or
    cleared away; ``after`` is the path when the trick is over, but the round not yet.
    """

    path: ForestPath
    after: ForestPath
    reserve: int
    trick: Trick[Card]
    spaces: tuple[int, ...]
    at: int = 0

    @property
    def arrived(self) -> bool:
        """Whether the fox stands where it ends up."""
        return self.at == len(self.spaces) - 1

    @property
    def at_its_end(self) -> Walk:
        """The walk when the fox has arrived."""
        return replace(self, at=len(self.spaces) - 1)


@dataclass(frozen=True, slots=True)
class Pause:
    """A moment to see what a partner has done, before the fox walks or anything else happens."""

    walk: Walk | None = None


@dataclass(frozen=True, slots=True)
class Hint:
    """What whoever chooses is told: the first ``steps`` of three, once there is a thought."""

    thought: Thought | None = None
    steps: int = 1


@dataclass(frozen=True, slots=True)
class Advice:
    """What the partner would do at a decision of the team; ``thought`` is None at first."""

    thought: Thought | None = None


@dataclass(frozen=True, slots=True)
class ParSought:
    """What two experts make of the deals of a game that is over; ``par`` is None at first."""

    par: Par | None = None


@dataclass(frozen=True, slots=True)
class TableScreen:
    """A game at the table.

    ``cursor`` counts the options of the choice that is due, from 0, and ``picked`` tells that a
    player has put it there; ``notice`` is one line for whoever looks; ``warned`` tells that the
    players know the game cannot be won any more. ``hint`` and ``advice`` are those asked for at
    this decision; ``ticks`` counts how often the screen was drawn while something was thought.
    At the end ``entered`` tells that the scores know the game, ``par`` is what two experts make of
    the deals, None where nobody can know, and ``shared`` is the game that counts for its day, if
    the deals were a day's. Leaving leads ``back`` if the game is a branch that a review has begun.
    ``parting`` are lines that the shell shows in the end, of branches that were left.
    """

    session: Session
    saved: SavedGame
    cursor: int = 0
    picked: bool = False
    notice: str = ""
    walk: Walk | None = None
    warned: bool = False
    pause: Pause | None = None
    hint: Hint | None = None
    advice: Advice | None = None
    ticks: int = 0
    entered: bool = False
    par: ParSought | None = None
    shared: Entry | None = None
    back: ReviewScreen | None = None
    parting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TitleScreen:
    """The first screen; ``unfinished`` is a game to be resumed, ``notice`` says why it is not."""

    unfinished: tuple[Game, SavedGame] | None
    cursor: int = 0
    notice: str = ""


@dataclass(frozen=True, slots=True)
class FormScreen:
    """A new game to be agreed on: level, partner, two names, and the deal, as rows 0 to 4.

    ``partner`` is the name of a partner at the right end, None for a person; ``own_board`` tells
    that it is not played on the board of its level. ``day`` is the day whose deals are played, and
    ``played`` are the games that count for it so far.
    """

    level: int
    names: tuple[str, str]
    partner: str | None = None
    own_board: bool = False
    row: int = 0
    notice: str = ""
    day: date | None = None
    played: tuple[Entry, ...] = ()


class Page(Enum):
    """The pages of the scores, in their order."""

    OVERVIEW = "what all games add up to"
    BEST = "the highest scores"
    RECENT = "the last games"
    DAYS = "the games with the deals of a day"


@dataclass(frozen=True, slots=True)
class ScoresScreen:
    """The scores as they were when it was opened, a page of them from its row ``top`` on.

    ``games`` are all there are, oldest first, of which ``selection`` has some.
    """

    games: tuple[Entry, ...]
    today: date
    page: Page = Page.OVERVIEW
    selection: Selection = field(default_factory=Selection)
    top: int = 0
    notice: str = ""


class Text(Enum):
    """The texts to page through."""

    RULES = "keys and rules"
    REVIEW_KEYS = "keys in a review"
    SCORES_KEYS = "keys in the scores"
    REFERENCE = "card reference"


class Question(Enum):
    """The questions asked before something that cannot be taken back."""

    LEAVE = "leave the game"
    RESIGN = "resign"
    HOPELESS = "resign, for the game cannot be won"


@dataclass(frozen=True, slots=True)
class ReplayScreen:
    """A game to be looked through, both hands open, after ``at`` of its actions.

    ``trouble`` tells what is wrong behind the part that can be shown; leaving leads ``back``.
    """

    game: Game
    at: int = 0
    trouble: str = ""
    back: TableScreen | ReviewScreen | None = None


class View(Enum):
    """Whose eyes a game is reviewed with."""

    OPEN = "both hands open"
    P1 = "p1's"
    P2 = "p2's"


@dataclass(frozen=True, slots=True)
class ReviewWaitScreen:
    """A review that is being worked out, as far as ``progress`` tells; leaving leads ``back``."""

    task: Task
    progress: Progress | None = None
    back: TableScreen | None = None


@dataclass(frozen=True, slots=True)
class ReviewScreen:
    """A game with each choice judged, after ``at`` of its actions, seen as ``view`` says.

    ``hindsight`` tells that what only open hands could tell is asked for. Leaving leads ``back``.
    ``parting`` are lines that the shell shows in the end, of branches that were left.
    """

    task: Task
    review: Review
    at: int = 0
    view: View = View.OPEN
    hindsight: bool = False
    notice: str = ""
    back: TableScreen | None = None
    parting: tuple[str, ...] = ()


class Continuation(Enum):
    """Who goes on with a branch."""

    PLAYERS = "whoever played the game"
    EXPERTS = "experts at both ends"


@dataclass(frozen=True, slots=True)
class BranchScreen:
    """Another choice to be tried at the decision of ``under``: ``cursor`` counts its choices."""

    under: ReviewScreen
    cursor: int = 0
    by: Continuation = Continuation.PLAYERS
    notice: str = ""


@dataclass(frozen=True, slots=True)
class PlayOutScreen:
    """A branch of the game of ``under`` that experts are playing to its end."""

    game: Game
    under: ReviewScreen
    ticks: int = 0


@dataclass(frozen=True, slots=True)
class AskScreen:
    """A question over a table; ``yes`` tells which answer is chosen."""

    question: Question
    under: TableScreen
    yes: bool = False


WithTexts: TypeAlias = (
    TitleScreen | FormScreen | TableScreen | ReplayScreen | AskScreen | ScoresScreen | ReviewScreen
)
"""The screens over which a text may be opened."""


@dataclass(frozen=True, slots=True)
class ReaderScreen:
    """A text over another screen, from its row ``top`` on."""

    text: Text
    under: WithTexts
    top: int = 0


Screen: TypeAlias = (
    TitleScreen
    | FormScreen
    | TableScreen
    | ReplayScreen
    | ReaderScreen
    | AskScreen
    | ReviewWaitScreen
    | ReviewScreen
    | BranchScreen
    | PlayOutScreen
    | ScoresScreen
)


@dataclass(frozen=True, slots=True)
class Leave:
    """The program is to end; ``farewell`` is a line for the shell."""

    farewell: str = ""
