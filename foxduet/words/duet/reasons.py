"""Why one choice of Duet is better than another, if something that can be named separates them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from foxduet.analysis.reasons import cuts_between, separates
from foxduet.rules.common import Exchange, Play, card_of
from foxduet.rules.duet.actions import Give
from foxduet.rules.duet.cards import Ability, Card, Suit
from foxduet.rules.duet.state import Table

if TYPE_CHECKING:
    from foxduet.ai.duet.expert import DuetEstimate


class Kind(Enum):
    """What a reason is about: first the trick itself, then the cards, then the tricks to come."""

    OVERRUN = auto()
    GEM = auto()
    WIN_TRICK = auto()
    LEAVE_TRICK = auto()
    EDGE = auto()
    REACH = auto()
    ABILITY = auto()
    KEEP_ABILITY = auto()
    TRUMP = auto()
    KEEP_TRUMP = auto()
    PLAIN = auto()
    LOW = auto()
    HIGH = auto()
    KEEP_LOW = auto()
    KEEP_HIGH = auto()
    FEW_PAWS = auto()
    MANY_PAWS = auto()
    MAKE_TRUMP = auto()
    AVOID_TRUMP = auto()
    LATER = auto()
    FOUND = auto()
    SUIT = auto()
    KEEP_SUIT = auto()


@dataclass(frozen=True, slots=True)
class Reason:
    """A property that separates choices; ``has`` says of each, in their order, if it has it.

    ``best`` and ``other`` are shares of worlds, or numbers of gems, of the best choice and of
    what it is compared with; both are 0 for properties of cards.
    """

    kind: Kind
    has: tuple[bool, ...]
    best: float = 0.0
    other: float = 0.0
    ability: Ability | None = None
    suit: Suit | None = None


@dataclass(frozen=True, slots=True)
class _Measure:
    """Figures that are better the higher, or the lower; less than ``felt`` is no difference."""

    kind: Kind
    of: Callable[[DuetEstimate], float]
    felt: float
    lower: bool = False


_OF_TRICKS = (
    _Measure(Kind.OVERRUN, lambda one: one.overrun, 0.15, lower=True),
    _Measure(Kind.GEM, lambda one: one.gem, 0.2),
    _Measure(Kind.WIN_TRICK, lambda one: one.taken, 0.25),
    _Measure(Kind.LEAVE_TRICK, lambda one: one.taken, 0.25, lower=True),
    _Measure(Kind.EDGE, lambda one: one.edge, 0.2, lower=True),
    _Measure(Kind.REACH, lambda one: one.reach, 0.2),
)
_OF_ROUNDS = (
    _Measure(Kind.LATER, lambda one: one.later, 0.07, lower=True),
    _Measure(Kind.FOUND, lambda one: one.found, 0.2),
)
_LOW, _HIGH, _FEW_PAWS = 4, 7, 1
# With fewer choices, or a single card in a class, what the class has in common shows nothing.
_FEWEST_CARDS, _FEWEST_OF_CLASS = 4, 2


def worths_of(estimates: Sequence[DuetEstimate]) -> list[float]:
    """Return what each choice is worth: the win, then the points."""
    return [one.win + one.POINT * one.score for one in estimates]


def reason_against(
    table: Table, estimates: Sequence[DuetEstimate], best: DuetEstimate, chosen: DuetEstimate
) -> Reason | None:
    """Return why ``best`` is better than ``chosen``, None if only the figures can tell."""
    return _first_reason(table, estimates, best, [chosen])


def reason_for(
    table: Table, estimates: Sequence[DuetEstimate], best: DuetEstimate
) -> Reason | None:
    """Return why ``best`` is better than the other choices, None if only the figures can tell."""
    return _first_reason(table, estimates, best, [one for one in estimates if one is not best])


def _first_reason(
    table: Table,
    estimates: Sequence[DuetEstimate],
    best: DuetEstimate,
    others: Sequence[DuetEstimate],
) -> Reason | None:
    worths = worths_of(estimates)
    (high,), low = worths_of([best]), sum(worths_of(others)) / len(others)
    if high <= low:
        return None
    found = (
        reason
        for reason in _possible_reasons(table, estimates, best, others)
        if separates(reason.has, worths, high, low)
    )
    return next(found, None)


def _possible_reasons(
    table: Table,
    estimates: Sequence[DuetEstimate],
    best: DuetEstimate,
    others: Sequence[DuetEstimate],
) -> Iterator[Reason]:
    by_suit: Iterator[Reason] = iter(())
    yield from _measured(_OF_TRICKS, estimates, best, others)
    if table.trick is not None and len(estimates) >= _FEWEST_CARDS:
        cards = [card_of(one.action) for one in estimates]
        if isinstance(best.action, Exchange):
            yield from _of_exchanges(table, cards)
        elif isinstance(best.action, Play | Give):
            yield from _of_cards(table, cards)
            by_suit = _of_suits(cards)
    yield from _measured(_OF_ROUNDS, estimates, best, others)
    yield from by_suit


def _measured(
    measures: Sequence[_Measure],
    estimates: Sequence[DuetEstimate],
    best: DuetEstimate,
    others: Sequence[DuetEstimate],
) -> Iterator[Reason]:
    for measure in measures:
        sign = -1 if measure.lower else 1
        values = [sign * measure.of(one) for one in estimates]
        high = sign * measure.of(best)
        low = sum(sign * measure.of(one) for one in others) / len(others)
        if high - low < measure.felt:
            continue
        for cut in cuts_between(values, high, low):
            has = tuple(value > cut for value in values)
            yield Reason(measure.kind, has, sign * high, sign * low)


def _of_cards(table: Table, cards: Sequence[Card]) -> Iterator[Reason]:
    def having(kind: Kind, test: Callable[[Card], bool]) -> Reason:
        return Reason(kind, tuple(map(test, cards)))

    for ability in Ability:
        has = tuple(card.ability is ability for card in cards)
        yield Reason(Kind.ABILITY, has, ability=ability)
        yield Reason(Kind.KEEP_ABILITY, tuple(not one for one in has), ability=ability)
    classes = (
        having(Kind.TRUMP, lambda card: card.suit is table.trump),
        having(Kind.KEEP_TRUMP, lambda card: card.suit is not table.trump),
        having(Kind.PLAIN, lambda card: card.ability is None),
        having(Kind.LOW, lambda card: card.rank <= _LOW),
        having(Kind.HIGH, lambda card: card.rank >= _HIGH),
        having(Kind.KEEP_LOW, lambda card: card.rank > _LOW),
        having(Kind.KEEP_HIGH, lambda card: card.rank < _HIGH),
        having(Kind.FEW_PAWS, lambda card: card.paws <= _FEW_PAWS),
        having(Kind.MANY_PAWS, lambda card: card.paws > _FEW_PAWS),
    )
    yield from filter(_is_of_classes, classes)


def _of_suits(cards: Sequence[Card]) -> Iterator[Reason]:
    for suit in Suit:
        has = tuple(card.suit is suit for card in cards)
        kept = tuple(not one for one in has)
        both = Reason(Kind.SUIT, has, suit=suit), Reason(Kind.KEEP_SUIT, kept, suit=suit)
        yield from filter(_is_of_classes, both)


def _is_of_classes(reason: Reason) -> bool:
    count = sum(reason.has)
    return min(count, len(reason.has) - count) >= _FEWEST_OF_CLASS


def _of_exchanges(table: Table, cards: Sequence[Card | None]) -> Iterator[Reason]:
    """Yield what can be said of cards that become the decree; None keeps it as it is."""
    for suit in Suit:
        has = tuple((table.trump if card is None else card.suit) is suit for card in cards)
        yield Reason(Kind.MAKE_TRUMP, has, suit=suit)
        yield Reason(Kind.AVOID_TRUMP, tuple(not one for one in has), suit=suit)
    for ability in Ability:
        has = tuple(card is None or card.ability is not ability for card in cards)
        yield Reason(Kind.KEEP_ABILITY, has, ability=ability)
    low = tuple(card is None or card.rank > _LOW for card in cards)
    high = tuple(card is None or card.rank < _HIGH for card in cards)
    yield from filter(_is_of_classes, (Reason(Kind.KEEP_LOW, low), Reason(Kind.KEEP_HIGH, high)))
