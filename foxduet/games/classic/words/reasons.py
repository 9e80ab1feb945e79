"""Why one choice of the original game is better than another, if something separates them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from foxduet.analysis.reasons import Contrast, Feature, Measure, Reason, shows_something
from foxduet.core.cards import Exchange, Play, card_of
from foxduet.core.frozen import dataclass, replace
from foxduet.games.classic.rules.cards import Ability, Card, Hand, Suit

if TYPE_CHECKING:
    from foxduet.games.classic.ai.expert import ClassicEstimate
    from foxduet.games.classic.rules.observation import Observation


class ReasonKind(Enum):
    """What a reason is about."""

    MATCH = auto()
    WIN_TRICK = auto()
    LEAVE_TRICK = auto()
    ABILITY = auto()
    KEEP_ABILITY = auto()
    MORE_TRUMPS = auto()
    FEWER_TRUMPS = auto()
    MAKE_TRUMP = auto()
    AVOID_TRUMP = auto()
    TRUMP = auto()
    VOID = auto()
    LOW = auto()
    HIGH = auto()
    KEEP_LOW = auto()
    KEEP_HIGH = auto()
    SWAP = auto()
    KEEP_DECREE = auto()
    HUMBLE = auto()
    VICTORIOUS = auto()
    NOT_GREEDY = auto()
    TREASURES = auto()


class Frame(Enum):
    """What a reason says of the trick besides: of the best choice and of what is compared."""

    NOTHING = auto()
    BOTH_WIN = auto()
    BOTH_LEAVE = auto()
    ONE_WINS = auto()
    ONE_LEAVES = auto()


OF_BOTH = (Frame.BOTH_WIN, Frame.BOTH_LEAVE)


@dataclass(frozen=True, slots=True)
class Cause:
    """A reason, and what it says of the trick besides."""

    reason: Reason
    frame: Frame = Frame.NOTHING

    @property
    def kind(self) -> ReasonKind:
        """What the reason is about."""
        kind: ReasonKind = self.reason.kind
        return kind


# From these differences on a player sees that a trick or the round ends another way.
_TAKEN, _TAKEN_AT_LEAST, _TREASURES = 0.25, 0.12, 0.2
_END, _WON, _OPEN = 0.08, 0.995, 0.9
_LOW_RANKS, _HIGH_RANKS = (4, 3, 6), (8, 9, 10)
# With fewer choices it says nothing that some cards are high, or in one suit.
_FEWEST_CARDS = 4
LIKELY = 0.85
"""The share of worlds (0-1) in which a choice wins the trick that it is said to win."""


def cause_for(
    seen: Observation,
    estimates: Sequence[ClassicEstimate],
    best: ClassicEstimate,
    others: Sequence[ClassicEstimate],
    as_good: Sequence[ClassicEstimate] = (),
) -> Cause | None:
    """Return why ``best`` is better than ``others`` to a seat; None if only the figures can tell.

    Choices that are ``as_good`` must have what is named, too.
    """
    every = Contrast(estimates, best, others)
    groups = [*_groups(every)]

    def found(passing: Passing) -> Iterator[Cause]:
        yield from _plain(every, _of_match(every), passing)
        yield from _plain(every, _of_trick(every, _TAKEN), passing)
        yield from _plain(every, _of_cards(seen, every), passing)
        for frame, group in groups:
            yield from _framed(every, frame, _of_cards(seen, group), group, passing)
        yield from _plain(every, _of_trick(every, _TAKEN_AT_LEAST), passing)
        yield from _plain(every, _of_ends(every), passing)
        for frame, group in groups:
            if frame in OF_BOTH:
                yield from _framed(every, frame, _of_ends(group), group, passing)

    causes = chain(found(Contrast.separating), found(Contrast.holding))
    return next((one for one in causes if one.reason.is_had_by(as_good)), None)


Passing: TypeAlias = Callable[[Contrast, Iterable[Feature]], Iterator[Reason]]
"""Which properties are reasons: ``Compared.separating``, or ``Compared.holding``."""


def _plain(compared: Contrast, properties: Iterable[Feature], passing: Passing) -> Iterator[Cause]:
    return map(Cause, passing(compared, properties))


def _groups(every: Contrast) -> Iterator[tuple[Frame, Contrast]]:
    """Yield the choices that go the way of the best one in the trick, and how the others go."""
    for of_both, of_one, wins in (
        (Frame.BOTH_WIN, Frame.ONE_WINS, lambda one: one.taken >= LIKELY),
        (Frame.BOTH_LEAVE, Frame.ONE_LEAVES, lambda one: one.taken <= 1 - LIKELY),
    ):
        group = [*filter(wins, every.estimates)]
        if every.best not in group or len(group) == len(every.estimates):
            continue
        inside = [one for one in every.others if one in group]
        if len(inside) == len(every.others):
            yield of_both, Contrast(group, every.best, every.others)
        elif not inside and not isinstance(every.best.action, Exchange):
            yield of_one, Contrast(group, every.best, every.others)


def _framed(
    every: Contrast,
    frame: Frame,
    properties: Iterable[Feature],
    group: Contrast,
    passing: Passing,
) -> Iterator[Cause]:
    """Yield what separates the choices of a group, or those of it that have it from all others."""
    if frame in OF_BOTH:
        yield from (Cause(one, frame) for one in passing(group, properties))
        return
    for found in properties:
        having = {one.action for one, has in zip(group.estimates, found.has, strict=True) if has}
        has = tuple(one.action in having for one in every.estimates)
        yield from (Cause(one, frame) for one in passing(every, [replace(found, has=has)]))


def _of_match(compared: Contrast) -> Iterator[Feature]:
    wins = tuple(one.win >= _WON for one in compared.estimates)
    if compared.best.win >= _WON and compared.of_others(lambda one: one.win) < _OPEN:
        yield Feature(ReasonKind.MATCH, wins)


def _of_trick(compared: Contrast, felt: float) -> Iterator[Feature]:
    yield from compared.measured(Measure(ReasonKind.WIN_TRICK, _taken, felt))
    yield from compared.measured(Measure(ReasonKind.LEAVE_TRICK, _taken, felt, lower=True))


def _of_ends(compared: Contrast) -> Iterator[Feature]:
    """Yield what can be said of how the round ends."""
    yield from compared.measured(Measure(ReasonKind.HUMBLE, lambda one: one.humble, _END))
    yield from compared.measured(
        Measure(ReasonKind.NOT_GREEDY, lambda one: one.greedy, _END, lower=True)
    )
    yield from compared.measured(Measure(ReasonKind.VICTORIOUS, lambda one: one.victorious, _END))
    yield from compared.measured(
        Measure(ReasonKind.TREASURES, lambda one: one.treasures, _TREASURES)
    )


def _taken(one: ClassicEstimate) -> float:
    return one.taken


def hand_after(seen: Observation, one: ClassicEstimate) -> Hand:
    """Return the hand that a choice leaves a seat, before what a Woodcutter draws."""
    card = card_of(one.action)
    held = tuple(each for each in seen.hand if each is not card)
    if isinstance(one.action, Exchange) and card is not None and seen.table.decree is not None:
        return (*held, seen.table.decree)
    return held


def trump_after(seen: Observation, one: ClassicEstimate) -> Suit:
    """Return the suit that is trump after a choice."""
    card: Card | None = card_of(one.action)
    if isinstance(one.action, Exchange) and card is not None:
        return card.suit
    return seen.table.trump


def trumps_after(seen: Observation, one: ClassicEstimate) -> int:
    """Return how many trumps a seat holds after a choice, Witches among them."""
    trump = trump_after(seen, one)
    return sum(_is_trump(card, trump) for card in hand_after(seen, one))


def _is_trump(card: Card, trump: Suit) -> bool:
    """Return whether a card wins as a trump; a Witch does unless she meets another."""
    return card.suit is trump or card.ability is Ability.WITCH


def _of_cards(seen: Observation, compared: Contrast) -> Iterator[Feature]:
    """Yield what can be said of cards that are played, put away, or become the decree."""
    plays = isinstance(compared.best.action, Play)
    swaps = isinstance(compared.best.action, Exchange)
    cards = [card_of(one.action) for one in compared.estimates]

    def having(
        kind: ReasonKind, has: Callable[[ClassicEstimate], bool], suit: Suit | None = None
    ) -> Iterator[Feature]:
        """Yield a property if there are enough choices with it, and without it."""
        shown = tuple(map(has, compared.estimates))
        if shows_something(shown):
            yield Feature(kind, shown, suit=suit)

    if swaps:
        yield from _of_trumps(seen, compared)
    for ability in Ability:
        has = tuple(card is not None and card.ability is ability for card in cards)
        if plays and _is_used(seen, ability, compared.best):
            yield Feature(ReasonKind.ABILITY, has, ability=ability)
        if not swaps or len(cards) >= _FEWEST_CARDS:
            yield Feature(ReasonKind.KEEP_ABILITY, tuple(not one for one in has), ability=ability)
    if not swaps:
        yield from compared.measured(
            Measure(ReasonKind.MORE_TRUMPS, lambda one: trumps_after(seen, one), 1.0)
        )
    if plays:
        yield from having(ReasonKind.TRUMP, lambda one: _is_trump(_card(one), seen.table.trump))
    if not swaps:
        for suit in Suit:
            left = [card for card in seen.hand if card.suit is suit]
            can_trump = suit is not seen.table.trump and trumps_after(seen, compared.best)
            if can_trump and len(left) == 1:
                yield Feature(ReasonKind.VOID, tuple(card is left[0] for card in cards), suit=suit)
    if swaps and len(cards) < _FEWEST_CARDS:
        return
    for low, high in zip(_LOW_RANKS, _HIGH_RANKS, strict=True):
        if not swaps:
            yield from having(ReasonKind.LOW, lambda one: _card(one).rank <= low)  # noqa: B023
            yield from having(ReasonKind.HIGH, lambda one: _card(one).rank >= high)  # noqa: B023
        else:
            yield from having(ReasonKind.KEEP_LOW, lambda one: _rank(one, 11) > low)  # noqa: B023
            yield from having(ReasonKind.KEEP_HIGH, lambda one: _rank(one, 1) < high)  # noqa: B023
    if swaps:
        kept = tuple(card is None for card in cards)
        yield Feature(ReasonKind.KEEP_DECREE, kept)
        yield Feature(ReasonKind.SWAP, tuple(not one for one in kept))


def _card(one: ClassicEstimate) -> Card:
    card: Card | None = card_of(one.action)
    assert card is not None, "only a decree can be kept"
    return card


def _rank(one: ClassicEstimate, of_none: int) -> int:
    card: Card | None = card_of(one.action)
    return of_none if card is None else card.rank


def _is_used(seen: Observation, ability: Ability, best: ClassicEstimate) -> bool:
    """Return whether an ability does something for whoever plays its card now."""
    match ability:
        case Ability.MONARCH:
            return seen.table.lead is None
        case Ability.TREASURE:
            return best.taken >= LIKELY
        case Ability.SWAN:
            return best.taken <= 1 - LIKELY and len(seen.hand) > 1
        case Ability.FOX:
            return len(seen.hand) > 1
        case _:
            return True


def _of_trumps(seen: Observation, compared: Contrast) -> Iterator[Feature]:
    """Yield what can be said of what is trump after an exchange, and of how many are held."""
    for suit in Suit:
        has = tuple(trump_after(seen, one) is suit for one in compared.estimates)
        yield Feature(ReasonKind.MAKE_TRUMP, has, suit=suit)
        yield Feature(ReasonKind.AVOID_TRUMP, tuple(not one for one in has), suit=suit)
    count = Measure(ReasonKind.MORE_TRUMPS, lambda one: trumps_after(seen, one), 1.0)
    yield from compared.measured(count)
    fewer = Measure(ReasonKind.FEWER_TRUMPS, lambda one: trumps_after(seen, one), 1.0, lower=True)
    yield from compared.measured(fewer)
