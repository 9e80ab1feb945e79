"""What the screens of two players tell each other, and the host's program, as data."""

from __future__ import annotations

from enum import Enum
from typing import Any

from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass
from foxduet.play.game import Game
from foxduet.store.saved_games import SavedGame


class Kind(Enum):
    """What needs both players."""

    TAKE_BACK = "take the last choice back"
    RESIGN = "resign as a team"
    DEAL = "deal the next round"
    TEAM = "do something as a team between rounds"
    SAME = "play the same deals again"
    ANOTHER = "play another game"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a seat proposes; ``option`` is what the team would do, ``after`` the game then."""

    kind: Kind
    seat: Seat
    option: Any = None
    after: Game | None = None


@dataclass(frozen=True, slots=True)
class Changed:
    """The game was changed at one table, and is saved there as far as it can be."""

    game: Game
    saved: SavedGame


@dataclass(frozen=True, slots=True)
class Declined:
    """A proposal was declined."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Gone:
    """The other player's terminal is gone; the line says what that player types to come back."""

    recipe: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """What the guest's own scores say of a game: goals, by their names, and if it is the best."""

    goals: tuple[str, ...]
    is_best: bool


@dataclass(frozen=True, slots=True)
class Reviews:
    """The guest leaves to review the game, of which its own program has the record."""


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody said."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Admitted:
    """The other player may sit down at a table of this game, where these lines were said."""

    game: Game
    saved: SavedGame
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Alone:
    """The game goes on at one keyboard."""


@dataclass(frozen=True, slots=True)
class Knock:
    """Somebody wants to come in: the name given, and the account, "" where nobody tells it.

    ``is_own`` says that it is the host's own account.
    """

    name: str
    account: str
    is_own: bool


@dataclass(frozen=True, slots=True)
class KnockGone:
    """Nobody need be asked about whoever knocked: they have gone, or were answered."""


@dataclass(frozen=True, slots=True)
class Silent:
    """Nothing has come from the other player's terminal for so long; with 0, something has."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Answered:
    """What the host said to a knock."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Hosted:
    """There is a table for somebody who was let in."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """Somebody who was let in, and gave a name, wants to sit down."""

    name: str
