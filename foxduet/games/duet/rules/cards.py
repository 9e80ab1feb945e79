"""The thirty cards (R1), boards (R2), and the forest path with its tracker (R7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, IntEnum
from functools import cache
from typing import TypeAlias

from foxduet.core.cards import Seat, has_suit
from foxduet.core.errors import N_, RecordError, get_int, get_ints
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.toml import parse_toml


class Suit(IntEnum):
    """One of the three suits; hands are sorted in this order."""

    DOVES = 0
    ROSES = 1
    STARS = 2


class Ability(Enum):
    """The ability of a card of odd rank; the value is that rank (R4.3, R5, R7.2, R7.3)."""

    MUSICIAN = 1
    FOXES = 3
    GAZELLE = 5
    GIFT = 7
    ROYAL_HEIR = 9


RANKS = range(1, 11)
_PAWS_BY_RANK = (0, 3, 2, 1, 1, 2, 0, 2, 0, 3)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the thirty cards; ``index`` is its position in DECK, from 0.

    Each card is one object: compare with ``is``, and never create another.
    """

    suit: Suit
    rank: int
    index: int
    paws: int
    ability: Ability | None

    def __repr__(self) -> str:
        return f"<{self.suit.name} {self.rank}>"

    def __reduce__(self) -> tuple[Callable[[Suit, int], Card], tuple[Suit, int]]:
        """Copy and pickle by suit and rank, so that a card stays one object."""
        return Card.of, (self.suit, self.rank)

    @classmethod
    def of(cls, suit: Suit, rank: int) -> Card:
        """Return the card of ``suit`` and ``rank`` (1-10)."""
        return DECK[suit * len(RANKS) + rank - 1]


Hand: TypeAlias = tuple[Card, ...]
"""Cards in DECK order, each at most once."""

Hands: TypeAlias = tuple[Hand, Hand]

DECK: Hand = tuple(
    Card(suit, rank, suit * len(RANKS) + rank - 1, paws, Ability(rank) if rank % 2 else None)
    for suit in Suit
    for rank, paws in zip(RANKS, _PAWS_BY_RANK, strict=True)
)


def must_follow(hand: Hand, lead: Card) -> bool:
    """True if the follower must play the led suit (R4.2, R4.3, R4.4)."""
    return lead.ability is not Ability.ROYAL_HEIR and has_suit(hand, lead.suit)


GEM_TOKENS = 22
"""Gem tokens in the box, including those on the board (R8.2)."""

MIN_SPACES, MAX_SPACES = 3, 19
"""Length of a path: fewer spaces leave no room to walk, more do not fit into 80 columns."""

MAX_FOREST_TOKENS = 9


@dataclass(frozen=True, slots=True)
class Board:
    """A printed or custom board (R2); raises RecordError, naming the field, if it is not playable.

    gems: number on each space at setup, from p1's end.
    extra_gems: number added to each space at level 3; may be empty.
    plus: spaces, from 1, that get a gem after rounds 1 and 2.
    """

    gems: tuple[int, ...]
    plus: tuple[int, ...]
    start: int
    forest_tokens: int
    extra_gems: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        spaces = len(self.gems)
        if not MIN_SPACES <= spaces <= MAX_SPACES:
            template = N_("gems: a path needs {low} to {high} spaces, not {spaces}")
            raise RecordError(template, spaces=spaces, low=MIN_SPACES, high=MAX_SPACES)
        too_few = N_("{key}: {count} on space {space}; it cannot be less than 0")
        for key, gems in (("gems", self.gems), ("extra_gems", self.extra_gems)):
            for space, count in enumerate(gems, 1):
                if count < 0:
                    raise RecordError(too_few, key=key, space=space, count=count)
        if self.extra_gems and len(self.extra_gems) != spaces:
            template = N_(
                "extra_gems: {count} numbers for {spaces} spaces; give one for each space"
            )
            raise RecordError(template, count=len(self.extra_gems), spaces=spaces)
        total = sum(self.gems) + sum(self.extra_gems)
        if total > GEM_TOKENS:
            key = "extra_gems" if sum(self.gems) <= GEM_TOKENS else "gems"
            template = N_("{key}: {count} gems on the board, but there are only {most} tokens")
            raise RecordError(template, key=key, count=total, most=GEM_TOKENS)
        if not sum(self.gems):
            raise RecordError(N_("gems: there are no gems on the board; it needs at least one"))
        for key, space in (*(("plus", space) for space in self.plus), ("start", self.start)):
            if not 1 <= space <= spaces:
                template = N_("{key}: there is no space {space}; the path has spaces 1 to {spaces}")
                raise RecordError(template, key=key, space=space, spaces=spaces)
        if list(self.plus) != sorted(set(self.plus)):
            raise RecordError(N_("plus: name each space once, in ascending order"))
        if not 0 <= self.forest_tokens <= MAX_FOREST_TOKENS:
            template = N_("forest_tokens: {count}; use 0 to {most}")
            raise RecordError(template, count=self.forest_tokens, most=MAX_FOREST_TOKENS)
        # With no more tokens than spaces on the shorter side of the start, the start can never be
        # covered, and gems can always slide toward it.
        shorter_side = min(self.start - 1, spaces - self.start)
        if self.forest_tokens > shorter_side:
            template = N_(
                "forest_tokens: {count}; each side of the start needs a space for each token, and "
                "one side has only {spaces}"
            )
            raise RecordError(template, count=self.forest_tokens, spaces=shorter_side)


# The numbers of gems, plus spaces and tokens are the rulebook's; the layout of side B is
# reconstructed.
_SIDE_A = Board((1, 1, 2, 1, 1, 0, 1, 1, 2, 1, 1), plus=(2, 4, 5, 7, 9), start=6, forest_tokens=4)
_SIDE_B = Board(
    gems=(1, 2, 1, 2, 1, 0, 1, 2, 1, 2),
    extra_gems=(0, 1, 0, 0, 1, 0, 0, 1, 0, 0),
    plus=(3, 4, 5, 7, 9),
    start=6,
    forest_tokens=3,
)
BOARDS = {1: _SIDE_A, 2: _SIDE_B, 3: _SIDE_B}
"""The printed boards by level."""

LEVELS = tuple(BOARDS)
_BOARD_KEYS = ("gems", "extra_gems", "plus", "start", "forest_tokens")


def parse_board(text: str) -> Board:
    """Parse a custom board from TOML; raises RecordError, naming the invalid field."""
    return board_from_table(parse_toml(text))


def board_from_table(table: Mapping[str, object]) -> Board:
    """Return the board of a TOML table; raises RecordError if it is invalid."""
    names = ", ".join(_BOARD_KEYS)
    for key in table:
        if key not in _BOARD_KEYS:
            raise RecordError(N_("{key}: unknown field; a board has {known}"), key=key, known=names)
    for key in _BOARD_KEYS:
        if key not in table and key != "extra_gems":
            raise RecordError(N_("{key}: missing; a board has {known}"), key=key, known=names)
    return Board(
        gems=get_ints(table, "gems"),
        plus=get_ints(table, "plus"),
        start=get_int(table, "start"),
        forest_tokens=get_int(table, "forest_tokens"),
        extra_gems=get_ints(table, "extra_gems"),
    )


def board_to_table(board: Board) -> dict[str, object]:
    """Return the fields of ``board`` as ``board_from_table`` reads them."""
    lists = {"gems": list(board.gems), "plus": list(board.plus)}
    numbers = {"start": board.start, "forest_tokens": board.forest_tokens}
    extra = {"extra_gems": list(board.extra_gems)} if board.extra_gems else {}
    return {**lists, **numbers, **extra}


@dataclass(frozen=True, slots=True)
class LandsOn:
    """The tracker would stop on ``space``; ``gem`` is true if it finds a gem there (R7.6)."""

    space: int
    gem: bool


@dataclass(frozen=True, slots=True)
class Overrun:
    """The tracker would pass the last uncovered space of ``end`` (R7.5)."""

    end: Seat


Landing: TypeAlias = LandsOn | Overrun


@dataclass(frozen=True, slots=True)
class ForestPath:
    """The path in a game: spaces ``first`` to ``last`` are uncovered.

    ``gems`` has the number on each space, 0 on covered ones. ``start`` and ``tracker`` are
    uncovered.
    """

    gems: tuple[int, ...]
    first: int
    last: int
    start: int
    tracker: int

    @property
    def gems_left(self) -> int:
        return sum(self.gems)

    def end_space(self, end: Seat) -> int:
        """Return the last uncovered space of ``end``."""
        return self.first if end is Seat.P1 else self.last

    def is_covered(self, space: int) -> bool:
        return not self.first <= space <= self.last

    def nearest_open(self, space: int) -> int:
        """Return the uncovered space nearest to ``space`` (R8.2)."""
        return min(max(space, self.first), self.last)

    def landing(self, steps: int) -> Landing:
        """Return where the tracker would stop after ``steps`` (+ toward p2's end)."""
        space = self.tracker + steps
        if space < self.first:
            return Overrun(Seat.P1)
        if space > self.last:
            return Overrun(Seat.P2)
        return LandsOn(space, self.gems[space - 1] > 0)

    def with_tracker(self, space: int) -> ForestPath:
        return ForestPath(self.gems, self.first, self.last, self.start, space)

    def with_gems(self, space: int, change: int) -> ForestPath:
        """Return the path with ``change`` more gems on ``space``."""
        gems = list(self.gems)
        gems[space - 1] += change
        return ForestPath(tuple(gems), self.first, self.last, self.start, self.tracker)

    def cover(self, end: Seat) -> ForestPath:
        """Cover the last space of ``end``; its gems go to the new last space (R7.8)."""
        space = self.end_space(end)
        target = space + 1 if end is Seat.P1 else space - 1
        gems = self.gems[space - 1]
        path = self.with_gems(space, -gems).with_gems(target, gems)
        return replace(path, first=target) if end is Seat.P1 else replace(path, last=target)


def path_at_setup(board: Board, level: int) -> ForestPath:
    """Return the path of ``board`` at ``level``, with the tracker on the start."""
    gems = board.gems
    if level == 3 and board.extra_gems:
        gems = tuple(a + b for a, b in zip(board.gems, board.extra_gems, strict=True))
    return ForestPath(gems, 1, len(gems), board.start, board.start)


def spaces_to_refill(path: ForestPath, board: Board) -> tuple[int, ...]:
    """Return the spaces that get a gem between rounds, in order (R8.2).

    Plus spaces nearest the start come first, on ties the lower number, until no token is left. A
    gem for a covered space goes to the nearest uncovered space, which is listed instead.
    """
    order = sorted(board.plus, key=lambda space: (abs(space - board.start), space))
    supply = GEM_TOKENS - path.gems_left
    return tuple(path.nearest_open(space) for space in order[:supply])


@cache
def possible_moves(lead: Card, follow: Card, winner: Seat) -> tuple[int, ...]:
    """Return the distinct moves open to ``winner``, ascending (+ toward p2's end).

    The paws of both cards lead toward the winner (R7.1). A Musician allows either direction (R7.2),
    each Gazelle allows leaving out one card's paws (R7.3), and both may combine (R7.4).
    """
    abilities = (lead.ability, follow.ability)
    gazelles = abilities.count(Ability.GAZELLE)
    distances = {lead.paws + follow.paws}
    if gazelles >= 1:
        distances |= {lead.paws, follow.paws}
    if gazelles == 2:
        distances.add(0)
    direction = 1 if winner is Seat.P2 else -1
    moves = {direction * distance for distance in distances}
    if Ability.MUSICIAN in abilities:
        moves |= {-move for move in moves}
    return tuple(sorted(moves))


def format_move(steps: int) -> str:
    """Return a move with its sign: ``+3``, ``-2``, ``0``."""
    return f"{steps:+d}" if steps else "0"
