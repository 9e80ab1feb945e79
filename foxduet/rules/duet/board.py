"""A forest path: what is printed (Board), what stands on it now (ForestPath), and moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from foxduet.rules.common import Seat
from foxduet.rules.duet.cards import Ability, Card
from foxduet.rules.errors import N_, BoardError

GEM_TOKENS = 22
"""Gem tokens in the box, those on the board counted (R8.2)."""

SHORTEST, LONGEST = 3, 19
"""Spaces of a path: fewer leave nothing to walk, more do not fit 80 columns."""

MOST_FOREST_TOKENS = 9


@dataclass(frozen=True, slots=True)
class Board:
    """A printed board (R2). Spaces are numbered from 1, from p1's end.

    ``gems`` is the setup of each space; ``extra_gems``, empty or as long, is added at level 3.
    Raises BoardError, naming the field, when the game could not be played on it.
    """

    gems: tuple[int, ...]
    plus: tuple[int, ...]
    start: int
    forest_tokens: int
    extra_gems: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        spaces = len(self.gems)
        if not SHORTEST <= spaces <= LONGEST:
            raise BoardError(
                N_("gems: the path has {spaces} spaces; {low} to {high} are possible"),
                spaces=spaces,
                low=SHORTEST,
                high=LONGEST,
            )
        for name, row in (("gems", self.gems), ("extra_gems", self.extra_gems)):
            for space, count in enumerate(row, 1):
                if count < 0:
                    raise BoardError(
                        N_("{field}: space {space} has {count} gems; it cannot be fewer than 0"),
                        field=name,
                        space=space,
                        count=count,
                    )
        if self.extra_gems and len(self.extra_gems) != spaces:
            raise BoardError(
                N_("extra_gems: {count} given for {spaces} spaces; give one number for each"),
                count=len(self.extra_gems),
                spaces=spaces,
            )
        total = sum(self.gems) + sum(self.extra_gems)
        field = "extra_gems" if sum(self.gems) <= GEM_TOKENS else "gems"
        if total > GEM_TOKENS:
            raise BoardError(
                N_("{field}: {count} gems on the board, but there are only {most} tokens"),
                field=field,
                count=total,
                most=GEM_TOKENS,
            )
        if not sum(self.gems):
            raise BoardError(N_("gems: no gem on the board; at least one must be collected"))
        for space in self.plus:
            if not 1 <= space <= spaces:
                raise BoardError(
                    N_("plus: space {space} is off the path; its spaces are 1 to {spaces}"),
                    space=space,
                    spaces=spaces,
                )
        if list(self.plus) != sorted(set(self.plus)):
            raise BoardError(N_("plus: name each space once, in rising order"))
        if not 1 <= self.start <= spaces:
            raise BoardError(
                N_("start: space {space} is off the path; its spaces are 1 to {spaces}"),
                space=self.start,
                spaces=spaces,
            )
        if not 0 <= self.forest_tokens <= MOST_FOREST_TOKENS:
            raise BoardError(
                N_("forest_tokens: {count}; 0 to {most} are possible"),
                count=self.forest_tokens,
                most=MOST_FOREST_TOKENS,
            )
        # So many spaces lie beyond the start on its nearer side: with no more tokens than
        # that, the start can never be covered and gems can always slide toward it.
        shorter_side = min(self.start - 1, spaces - self.start)
        if self.forest_tokens > shorter_side:
            raise BoardError(
                N_(
                    "forest_tokens: {count}, but one side of the start has room for {spaces}; "
                    "the path is too short for its tokens"
                ),
                count=self.forest_tokens,
                spaces=shorter_side,
            )


@dataclass(frozen=True, slots=True)
class Landed:
    """The tracker would stop on ``space``; ``gem`` tells whether a gem lies there (R7.6)."""

    space: int
    gem: bool


@dataclass(frozen=True, slots=True)
class Overrun:
    """The tracker would pass the last uncovered space of ``end`` (R7.5)."""

    end: Seat


Landing: TypeAlias = Landed | Overrun


@dataclass(frozen=True, slots=True)
class Slide:
    """``gems`` tokens moved from a covered space to its neighbour ``to`` (R7.8)."""

    gems: int
    to: int


@dataclass(frozen=True, slots=True)
class ForestPath:
    """The path as it stands; spaces ``first`` to ``last`` are uncovered, ``start`` among them.

    ``gems`` has a number for each space from 1; covered spaces have none. ``tracker`` is the
    space of the team tracker, always an uncovered one.
    """

    gems: tuple[int, ...]
    first: int
    last: int
    start: int
    tracker: int

    @property
    def gems_left(self) -> int:
        """All gems on the path."""
        return sum(self.gems)

    def end_space(self, end: Seat) -> int:
        """Return the last uncovered space of ``end``."""
        return self.first if end is Seat.P1 else self.last

    def is_covered(self, space: int) -> bool:
        """Tell whether a forest token lies on ``space``."""
        return not self.first <= space <= self.last

    def landing(self, steps: int) -> Landing:
        """Say where the tracker would get to with ``steps`` (+ toward p2's end)."""
        space = self.tracker + steps
        if space < self.first:
            return Overrun(Seat.P1)
        if space > self.last:
            return Overrun(Seat.P2)
        return Landed(space, self.gems[space - 1] > 0)

    def with_tracker(self, space: int) -> ForestPath:
        """Return the path with the tracker on ``space``."""
        return ForestPath(self.gems, self.first, self.last, self.start, space)

    def with_gems(self, space: int, change: int) -> ForestPath:
        """Return the path with ``change`` more gems on ``space``."""
        gems = list(self.gems)
        gems[space - 1] += change
        return ForestPath(tuple(gems), self.first, self.last, self.start, self.tracker)

    def cover(self, end: Seat) -> tuple[ForestPath, Slide]:
        """Cover the last space of ``end``; its gems go one space toward the start (R7.8)."""
        space = self.end_space(end)
        to = space + 1 if end is Seat.P1 else space - 1
        moved = self.gems[space - 1]
        gems = list(self.gems)
        gems[space - 1] = 0
        gems[to - 1] += moved
        shorter = replace(
            self,
            gems=tuple(gems),
            first=to if end is Seat.P1 else self.first,
            last=to if end is Seat.P2 else self.last,
        )
        return shorter, Slide(moved, to)

    def nearest_uncovered(self, space: int) -> int:
        """Return ``space``, or the nearest uncovered one toward the start (R8.2)."""
        return min(max(space, self.first), self.last)


def path_at_setup(board: Board, level: int) -> ForestPath:
    """Lay out ``board`` for ``level``: gems placed, nothing covered, tracker on the start."""
    gems = board.gems
    if level == 3 and board.extra_gems:
        gems = tuple(a + b for a, b in zip(board.gems, board.extra_gems, strict=True))
    return ForestPath(gems, 1, len(gems), board.start, board.start)


def plus_gems(path: ForestPath, board: Board) -> tuple[int, ...]:
    """Return the spaces that receive a gem between rounds, in the order served (R8.2).

    Plus spaces nearest the start come first, the lower number first, until the supply is out;
    a gem meant for a covered space is listed on the uncovered one that it goes to.
    """
    order = sorted(board.plus, key=lambda space: (abs(space - board.start), space))
    supply = GEM_TOKENS - path.gems_left
    return tuple(path.nearest_uncovered(space) for space in order[:supply])


@cache
def possible_moves(lead: Card, follow: Card, winner: Seat) -> tuple[int, ...]:
    """Return the distinct moves among which ``winner`` chooses, ascending; + is toward p2's end.

    Paws of both cards toward the winner (R7.1), a Musician lets the direction turn (R7.2), each
    Gazelle lets one card's paws be left out (R7.3), both may apply together (R7.4).
    """
    abilities = (lead.ability, follow.ability)
    left_out = abilities.count(Ability.GAZELLE)
    distances = {lead.paws + follow.paws}
    if left_out >= 1:
        distances |= {lead.paws, follow.paws}
    if left_out == 2:
        distances.add(0)
    toward = 1 if winner is Seat.P2 else -1
    moves = {toward * distance for distance in distances}
    if Ability.MUSICIAN in abilities:
        moves |= {-move for move in moves}
    return tuple(sorted(moves))


def signed(steps: int) -> str:
    """Return a move with its sign, as people write it: ``+3``, ``-2``, ``0``."""
    return f"{steps:+d}" if steps else "0"
