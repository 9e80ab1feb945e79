"""Why one choice of the original game is better than another, if something separates them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import chain
from typing import TYPE_CHECKING

from foxduet.analysis.reasons import Compared, Measure, Property, shows_something
from foxduet.core.common import Exchange, Play, card_of
from foxduet.games.classic.rules.cards import Ability, Card, Suit

if TYPE_CHECKING:
    from foxduet.analysis.reasons import Reason
    from foxduet.games.classic.ai.expert import ClassicEstimate
    from foxduet.games.classic.rules.state import Table


class Kind(Enum):
    """What a reason is about."""

    WIN_TRICK = auto()
    LEAVE_TRICK = auto()
    ABILITY = auto()
    KEEP_ABILITY = auto()
    TRUMP = auto()
    KEEP_TRUMP = auto()
    LOW = auto()
    HIGH = auto()
    KEEP_LOW = auto()
    KEEP_HIGH = auto()
    MAKE_TRUMP = auto()
    AVOID_TRUMP = auto()
    SWAP = auto()
    KEEP_DECREE = auto()
    MORE_TRUMPS = auto()
    FEWER_TRUMPS = auto()
    POINTS = auto()
    SUIT = auto()
    KEEP_SUIT = auto()


# From these differences on a player sees that a trick has gone another way, or more points.
_TAKEN, _TAKEN_AT_LEAST, _POINTS = 0.25, 0.12, 0.5
_LOW_RANKS, _HIGH_RANKS = (4, 3), (8, 9)
# With fewer choices what some of them have in common shows nothing.
_FEWEST_CARDS = 4


def reason_for(
    table: Table,
    estimates: Sequence[ClassicEstimate],
    best: ClassicEstimate,
    others: Sequence[ClassicEstimate],
    as_good: Sequence[ClassicEstimate] = (),
) -> Reason | None:
    """Return why ``best`` is better than ``others``; None if only the figures can tell.

    Choices that are ``as_good`` must have what is named, too.
    """
    compared = Compared(estimates, best, others)

    def of_trick(felt: float) -> Iterator[Property]:
        yield from compared.measured(Measure(Kind.WIN_TRICK, _taken, felt))
        yield from compared.measured(Measure(Kind.LEAVE_TRICK, _taken, felt, lower=True))

    def trumps(one: ClassicEstimate) -> float:
        return _trumps_held(table, estimates, card_of(one.action))

    of_decree: Iterator[Property] = iter(())
    if isinstance(best.action, Exchange) and len(estimates) >= _FEWEST_CARDS:
        of_decree = chain(
            _of_exchanges(table, estimates),
            compared.measured(Measure(Kind.MORE_TRUMPS, trumps, 1.0)),
            compared.measured(Measure(Kind.FEWER_TRUMPS, trumps, 1.0, lower=True)),
        )
    found = chain(
        of_trick(_TAKEN),
        of_decree,
        _of_cards(table, estimates),
        of_trick(_TAKEN_AT_LEAST),
        compared.measured(Measure(Kind.POINTS, lambda one: one.score, _POINTS)),
        _of_suits(estimates),
    )
    return next((one for one in compared.separating(found) if one.is_had_by(as_good)), None)


def _taken(one: ClassicEstimate) -> float:
    return one.taken


def _of_cards(table: Table, estimates: Sequence[ClassicEstimate]) -> Iterator[Property]:
    """Yield what can be said of cards that are played, or put away."""
    cards: list[Card | None] = [card_of(one.action) for one in estimates]
    if len(cards) < _FEWEST_CARDS:
        return
    plays = isinstance(estimates[0].action, Play)
    for ability in Ability:
        has = tuple(card is not None and card.ability is ability for card in cards)
        if plays:
            yield Property(Kind.ABILITY, has, ability=ability)
        yield Property(Kind.KEEP_ABILITY, tuple(not one for one in has), ability=ability)
    trump = tuple(card is not None and _is_trump(card, table.trump) for card in cards)
    if plays:
        yield from _if_shown(Property(Kind.TRUMP, trump))
    if not isinstance(estimates[0].action, Exchange):
        yield from _if_shown(Property(Kind.KEEP_TRUMP, tuple(not one for one in trump)))
    for low, high in zip(_LOW_RANKS, _HIGH_RANKS, strict=True):
        is_low = tuple(card is not None and card.rank <= low for card in cards)
        is_high = tuple(card is not None and card.rank >= high for card in cards)
        if plays:
            yield from _if_shown(Property(Kind.LOW, is_low))
            yield from _if_shown(Property(Kind.HIGH, is_high))
        yield from _if_shown(Property(Kind.KEEP_LOW, tuple(not one for one in is_low)))
        yield from _if_shown(Property(Kind.KEEP_HIGH, tuple(not one for one in is_high)))


def _of_suits(estimates: Sequence[ClassicEstimate]) -> Iterator[Property]:
    """Yield the suits that can be played, or kept."""
    cards: list[Card | None] = [card_of(one.action) for one in estimates]
    if len(cards) < _FEWEST_CARDS or isinstance(estimates[0].action, Exchange):
        return
    for suit in Suit:
        has = tuple(card is not None and card.suit is suit for card in cards)
        yield from _if_shown(Property(Kind.SUIT, has, suit=suit))
        yield from _if_shown(Property(Kind.KEEP_SUIT, tuple(not one for one in has), suit=suit))


def _of_exchanges(table: Table, estimates: Sequence[ClassicEstimate]) -> Iterator[Property]:
    """Yield what can be said of cards that become the decree, or of keeping it."""
    cards: list[Card | None] = [card_of(one.action) for one in estimates]
    for suit in Suit:
        has = tuple((table.trump if card is None else card.suit) is suit for card in cards)
        yield Property(Kind.MAKE_TRUMP, has, suit=suit)
        yield Property(Kind.AVOID_TRUMP, tuple(not one for one in has), suit=suit)
    kept = tuple(card is None for card in cards)
    yield Property(Kind.KEEP_DECREE, kept)
    yield Property(Kind.SWAP, tuple(not one for one in kept))


def _trumps_held(table: Table, estimates: Sequence[ClassicEstimate], new: Card | None) -> int:
    """Return how many trumps a seat holds after ``new``, or the old card, is the decree."""
    hand = [card_of(one.action) for one in estimates]
    trump = table.trump if new is None else new.suit
    held = [card for card in hand if card is not None and card is not new]
    if new is not None and table.decree is not None:
        held.append(table.decree)
    return sum(_is_trump(card, trump) for card in held)


def _is_trump(card: Card, trump: Suit) -> bool:
    """Return whether a card wins as a trump; a Witch does unless she meets another."""
    return card.suit is trump or card.ability is Ability.WITCH


def _if_shown(found: Property) -> Iterator[Property]:
    if shows_something(found.has):
        yield found
