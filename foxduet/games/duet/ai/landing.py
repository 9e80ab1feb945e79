"""How good it is for the fox to land on a space: what greedy players compare.

The figures were tuned by hand and by random search, on games of the steady partner with itself
at all three levels.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import fsum
from operator import itemgetter, mul, sub
from typing import NamedTuple, TypeAlias

from foxduet.core.common import Seat
from foxduet.games.duet.ai.numbers import (
    ALL,
    BIT,
    BOUND,
    MOVES,
    RANKS,
    SUITS,
    TRICKS,
    BitPath,
    cards_in,
)
from foxduet.games.duet.rules.cards import Suit

OVERRUN = -1.2
LOST = -30.0
PROSPECT = 0.11
"""What a certain gem with the next trick is worth compared with one collected now, which is 1."""

PRICES = (0.10, 0.036, 0.04, 0.03, 0.133, 0.006, 0.024, 0.0, 0.07, 0.0) * SUITS
"""What it costs to spend a card, by its number: most for Musician and Gazelle."""

EXCHANGE_PRICE = 0.05
"""What it costs to change the decree rather than keep it."""


class Shape(NamedTuple):
    """What tricks are worth where gems and tracker lie as they do.

    For each class of tricks (``numbers.MOVES``) the worth of its ``best`` move, and the ``steps``
    of that move; and in ``leads[leader][trump]`` what it is worth to lead each card, on any hand
    behind it and before the card's own price: nothing until ``leads_in`` has worked it out.
    """

    best: list[float]
    steps: list[int]
    leads: list[tuple[list[float], ...]]


# How often a trick moves the fox so far, over all pairs of cards and all choices of moves.
_CHANCES = (0.113, 0.144, 0.226, 0.221, 0.138, 0.124, 0.034)
_LONGEST = len(_CHANCES) - 1
# The moves of each class of tricks by their places among all moves, from the longest to p1's end;
# those of every other class, since whoever wins, the next one has the same.
_PLACES = tuple(tuple(move + _LONGEST for move in moves) for moves in MOVES[::2])
# A follower has about this share of the cards with which it could reply.
_SHARE_HELD = 0.5
# The most shapes, which take about 40 MB, and how many are added before they are counted again.
_MOST_SHAPES, _SHAPES_AT_A_TIME = 12_000, 256
_MOST_LANDINGS = 2_000

Shapes: TypeAlias = dict[int, Shape]
"""Shapes of a path by ``mask << 5 | at``."""

_shapes: dict[tuple[int, int, bool], Shapes] = {}


def shapes_of(first: int, last: int, reserve: int) -> Shapes:
    """Return the shapes known of a path from ``first`` to ``last``; ``shape_in`` adds to them."""
    return _shapes.setdefault((first, last, reserve > 0), {})


def shape_in(shapes: Shapes, mask: int, at: int, first: int, last: int, reserve: int) -> Shape:
    """Work out the shape of a path, and add it to ``shapes``."""
    landings = _landings(mask, first, last, reserve > 0)
    worths = landings[at - first : at - first + 2 * _LONGEST + 1]
    moves = [max(places, key=worths.__getitem__) for places in _PLACES]
    best = [worths[place] for place in moves for _next in (False, True)]
    steps = [place - _LONGEST for place in moves for _next in (False, True)]
    if len(shapes) % _SHAPES_AT_A_TIME == 0 and sum(map(len, _shapes.values())) > _MOST_SHAPES:
        for known in _shapes.values():
            known.clear()
    shape = shapes[mask << 5 | at] = Shape(best, steps, [()] * len(Seat))
    return shape


def shape_of(path: BitPath) -> Shape:
    """Return the shape of ``path``."""
    _gems, mask, at, first, last, _start, reserve = path
    shapes = shapes_of(first, last, reserve)
    return shapes.get(mask << 5 | at) or shape_in(shapes, mask, at, first, last, reserve)


@lru_cache(_MOST_LANDINGS)
def _landings(mask: int, first: int, last: int, reserve: bool) -> list[float]:
    """Return what it is worth to land on each space that a trick may lead to, off the path too."""
    spaces = range(first - _LONGEST, last + _LONGEST + 1)
    return [landing_worth(mask, at, first, last, reserve) for at in spaces]


def landing_worth(mask: int, at: int, first: int, last: int, reserve: int) -> float:
    """Return what it is worth to land ``at`` a space, and to collect a gem there, if any."""
    if not first <= at <= last:
        return OVERRUN if reserve else LOST
    here = mask >> at & 1
    return here + PROSPECT * _prospect(mask & ~(1 << at), at, first, last)


def _prospect(mask: int, at: int, first: int, last: int) -> float:
    """Return the chance that the next trick ends on a gem, less that of overrunning the path."""
    total = 0.0
    for steps, chance in enumerate(_CHANCES):
        for space in (at - steps, at + steps):
            total += chance * (mask >> space & 1) if first <= space <= last else -chance
    return total / 2


def leads_in(shape: Shape, leader: int) -> tuple[list[float], ...]:
    """Work out for each trump what it is worth to lead each card, and add it to ``shape``.

    Only ranks count, since a follower is bound to the suit: but for cards that bind it to
    nothing, whose worth depends on whether they are trump.
    """
    of_ranks = [lead_worth(shape, leader, Suit.DOVES, card) for card in range(RANKS)]
    off_trump = [
        lead_worth(shape, leader, Suit.ROSES, card) if BOUND[card] == ALL else worth
        for card, worth in enumerate(of_ranks)
    ]
    leads = shape.leads[leader] = tuple(
        off_trump * trump + of_ranks + off_trump * (SUITS - 1 - trump) for trump in range(SUITS)
    )
    return leads


def lead_worth(shape: Shape, leader: int, trump: Suit, lead: int) -> float:
    """Return what it is worth to lead a card, on any hand behind it, before its own price."""
    worths_in, prices, chances = _replies_to(leader, trump, lead)
    worths = sorted(map(sub, worths_in(shape.best), prices), reverse=True)
    return fsum(map(mul, chances, worths))


@cache
def _replies_to(
    leader: int, trump: Suit, lead: int
) -> tuple[Callable[[Sequence[float]], tuple[float, ...]], Sequence[float], Sequence[float]]:
    """Return what picks the worths of all replies to a lead from a shape's, and their prices.

    Also the chance that the first, second, … best of them is the best one held; the worst is the
    reply, too, where none is.
    """
    row, replies = TRICKS[leader][trump][lead], cards_in(BOUND[lead] & ~BIT[lead])
    count = len(replies)
    chances = [
        _SHARE_HELD * (1 - _SHARE_HELD) ** at + (1 - _SHARE_HELD) ** count * (at == count - 1)
        for at in range(count)
    ]
    return itemgetter(*(row[card] for card in replies)), [PRICES[card] for card in replies], chances
