"""Why one choice of the original game is better than another, if something separates them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, auto
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from foxduet.analysis.reasons import (
    Contrast,
    Feature,
    Metric,
    Reason,
    has_both_groups,
    is_significantly_greater,
)
from foxduet.core.cards import Exchange, Play, card_in_action
from foxduet.core.lazy_dataclass import dataclass, replace
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
    NOT_DEFEATED = auto()
    TREASURES = auto()


class TrickContext(Enum):
    """What a reason says of the trick besides: of the best choice and of what is compared."""

    NOTHING = auto()
    BOTH_WIN = auto()
    BOTH_LEAVE = auto()
    ONE_WINS = auto()
    ONE_LEAVES = auto()


SHARED_CONTEXTS = (TrickContext.BOTH_WIN, TrickContext.BOTH_LEAVE)


@dataclass(frozen=True, slots=True)
class Cause:
    """A reason, and what it says of the trick besides."""

    reason: Reason
    frame: TrickContext = TrickContext.NOTHING

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
_VICTORIOUS = 7
LIKELY = 0.85
"""The share of worlds (0-1) in which a choice wins the trick that it is said to win."""


def find_cause(
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
    causes = (
        cause
        for passing in (Contrast.discriminating, Contrast.sufficient)
        for cause in chain(
            _plain(every, _of_match(every), passing),
            _causes(seen, every, passing),
            _plain(every, _of_ends(every), passing),
        )
    )
    return next((one for one in causes if one.reason.holds_for_all(as_good)), None)


@dataclass(frozen=True, slots=True)
class RoundEffect:
    """How the round ends more often after the best choice than after another, or less often.

    ``best`` and ``other`` are shares of rounds, or points for Treasures. ``worth`` is how many
    points of both together that is.
    """

    kind: ReasonKind
    best: float
    other: float
    worth: float


@dataclass(frozen=True, slots=True)
class ClassicReason:
    """What comes of the best choice, and the cause that separates the choices, if one does."""

    outcome: RoundEffect
    cause: Cause | None = None

    @property
    def kind(self) -> ReasonKind:
        """What the reason is about."""
        return self.outcome.kind if self.cause is None else self.cause.kind


# By how many points a band is better than the middle between both seats' points.
_OF_SIX, _OF_FOUR, _OF_TREASURE = 6, 4, 2
# So many worlds of a tree search say no more than one that is independent of others.
_ALIKE = 1.5


def outcomes_between(
    best: ClassicEstimate, other: ClassicEstimate, worlds: float
) -> list[RoundEffect]:
    """Return what comes of ``best`` for the better, what explains most first.

    Only what is more than noise in so many worlds.
    """

    def defeated(one: ClassicEstimate) -> float:
        return max(0.0, 1 - one.humble - one.victorious - one.greedy)

    rows = (
        (ReasonKind.HUMBLE, best.humble, other.humble, _OF_SIX),
        (ReasonKind.VICTORIOUS, best.victorious, other.victorious, _OF_FOUR),
        (ReasonKind.NOT_GREEDY, best.greedy, other.greedy, -_OF_SIX),
        (ReasonKind.NOT_DEFEATED, defeated(best), defeated(other), -_OF_FOUR),
    )
    found = [
        RoundEffect(kind, share, others, points * (share - others))
        for kind, share, others, points in rows
        if is_significantly_greater(max(share, others), min(share, others), worlds / _ALIKE)
    ]
    treasures = best.treasures - other.treasures
    if treasures >= _TREASURES:
        worth = _OF_TREASURE * treasures
        found.append(RoundEffect(ReasonKind.TREASURES, best.treasures, other.treasures, worth))
    if best.win >= _WON and other.win < _OPEN:
        return [RoundEffect(ReasonKind.MATCH, best.win, other.win, best.win - other.win)]
    # Of two that say the same of both seats, the one about the seat that chooses.
    return sorted((one for one in found if one.worth > 0), key=lambda one: -round(one.worth, 6))


_NAMED = (
    *(ReasonKind.WIN_TRICK, ReasonKind.LEAVE_TRICK, ReasonKind.ABILITY, ReasonKind.KEEP_ABILITY),
    *(ReasonKind.MORE_TRUMPS, ReasonKind.FEWER_TRUMPS, ReasonKind.VOID),
)
"""The causes that reviews name; that a card is low, say, tells nobody what happens."""


def find_reason(
    seen: Observation,
    estimates: Sequence[ClassicEstimate],
    best: ClassicEstimate,
    chosen: ClassicEstimate,
    worlds: float,
) -> ClassicReason | None:
    """Return why ``best`` is better than ``chosen`` to a seat; None if only the figures can tell.

    It is what explains most of what comes of them; both were tried in that number of ``worlds``.
    """
    outcome = next(iter(outcomes_between(best, chosen, worlds)), None)
    if outcome is None or outcome.kind is ReasonKind.MATCH:
        return None if outcome is None else ClassicReason(outcome)
    every = Contrast(estimates, best, [chosen])
    passing = (Contrast.discriminating, Contrast.sufficient)
    causes = chain.from_iterable(_causes(seen, every, one) for one in passing)
    tricks = seen.table.tricks[seen.seat]
    named = (one for one in causes if one.kind in _NAMED and _may_lead(one, outcome.kind, tricks))
    return ClassicReason(outcome, next(named, None))


def _may_lead(cause: Cause, end: ReasonKind, tricks: int) -> bool:
    """Return whether winning a trick, or leaving it, may lead to such an end of the round."""
    match cause:
        case Cause(frame=TrickContext.ONE_WINS) | Cause(kind=ReasonKind.WIN_TRICK):
            return end not in (ReasonKind.HUMBLE, ReasonKind.NOT_GREEDY)
        case Cause(frame=TrickContext.ONE_LEAVES) | Cause(kind=ReasonKind.LEAVE_TRICK):
            return end is not ReasonKind.NOT_DEFEATED and (
                end is not ReasonKind.VICTORIOUS or tricks >= _VICTORIOUS
            )
        case _:
            return True


def _causes(seen: Observation, every: Contrast, passing: FeatureFilter) -> Iterator[Cause]:
    yield from _plain(every, _of_trick(every, _TAKEN), passing)
    yield from _plain(every, _of_cards(seen, every), passing)
    for frame, group in _groups(every):
        yield from _framed(every, frame, _of_cards(seen, group), group, passing)
    yield from _plain(every, _of_trick(every, _TAKEN_AT_LEAST), passing)


FeatureFilter: TypeAlias = Callable[[Contrast, Iterable[Feature]], Iterator[Reason]]
"""Which properties are reasons: ``Compared.separating``, or ``Compared.holding``."""


def _plain(
    compared: Contrast, properties: Iterable[Feature], passing: FeatureFilter
) -> Iterator[Cause]:
    return map(Cause, passing(compared, properties))


def _groups(every: Contrast) -> Iterator[tuple[TrickContext, Contrast]]:
    for of_both, of_one, wins in (
        (TrickContext.BOTH_WIN, TrickContext.ONE_WINS, lambda one: one.taken >= LIKELY),
        (TrickContext.BOTH_LEAVE, TrickContext.ONE_LEAVES, lambda one: one.taken <= 1 - LIKELY),
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
    frame: TrickContext,
    properties: Iterable[Feature],
    group: Contrast,
    passing: FeatureFilter,
) -> Iterator[Cause]:
    if frame in SHARED_CONTEXTS:
        yield from (Cause(one, frame) for one in passing(group, properties))
        return
    for found in properties:
        having = {one.action for one, has in zip(group.estimates, found.has, strict=True) if has}
        has = tuple(one.action in having for one in every.estimates)
        yield from (Cause(one, frame) for one in passing(every, [replace(found, has=has)]))


def _of_match(compared: Contrast) -> Iterator[Feature]:
    wins = tuple(one.win >= _WON for one in compared.estimates)
    if compared.best.win >= _WON and compared.mean_of_others(lambda one: one.win) < _OPEN:
        yield Feature(ReasonKind.MATCH, wins)


def _of_trick(compared: Contrast, felt: float) -> Iterator[Feature]:
    yield from compared.split_by(Metric(ReasonKind.WIN_TRICK, _taken, felt))
    yield from compared.split_by(Metric(ReasonKind.LEAVE_TRICK, _taken, felt, lower_is_better=True))


def _of_ends(compared: Contrast) -> Iterator[Feature]:
    yield from compared.split_by(Metric(ReasonKind.HUMBLE, lambda one: one.humble, _END))
    yield from compared.split_by(
        Metric(ReasonKind.NOT_GREEDY, lambda one: one.greedy, _END, lower_is_better=True)
    )
    yield from compared.split_by(Metric(ReasonKind.VICTORIOUS, lambda one: one.victorious, _END))
    yield from compared.split_by(
        Metric(ReasonKind.TREASURES, lambda one: one.treasures, _TREASURES)
    )


def _taken(one: ClassicEstimate) -> float:
    return one.taken


def hand_after(seen: Observation, one: ClassicEstimate) -> Hand:
    """Return the hand that a choice leaves a seat, before what a Woodcutter draws."""
    card = card_in_action(one.action)
    held = tuple(each for each in seen.hand if each is not card)
    if isinstance(one.action, Exchange) and card is not None and seen.table.decree is not None:
        return (*held, seen.table.decree)
    return held


def trump_after(seen: Observation, one: ClassicEstimate) -> Suit:
    """Return the suit that is trump after a choice."""
    card: Card | None = card_in_action(one.action)
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
    plays = isinstance(compared.best.action, Play)
    swaps = isinstance(compared.best.action, Exchange)
    cards = [card_in_action(one.action) for one in compared.estimates]

    def having(
        kind: ReasonKind, has: Callable[[ClassicEstimate], bool], suit: Suit | None = None
    ) -> Iterator[Feature]:
        """Yield a property if there are enough choices with it, and without it."""
        shown = tuple(map(has, compared.estimates))
        if has_both_groups(shown):
            yield Feature(kind, shown, suit=suit)

    if swaps:
        yield from _of_trumps(seen, compared)
    for ability in Ability:
        has = tuple(_has(one, ability) for one in compared.estimates)
        if plays and _is_used(seen, ability, compared.best):
            yield Feature(ReasonKind.ABILITY, has, ability=ability)
        is_given_up = any(_has(one, ability) for one in compared.others)
        acts = is_given_up and _acts_later(seen, ability, compared.best)
        if acts and (not swaps or len(cards) >= _FEWEST_CARDS):
            yield Feature(ReasonKind.KEEP_ABILITY, tuple(not one for one in has), ability=ability)
    if not swaps:
        yield from compared.split_by(
            Metric(ReasonKind.MORE_TRUMPS, lambda one: trumps_after(seen, one), 1.0)
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


def _has(one: ClassicEstimate, ability: Ability) -> bool:
    card: Card | None = card_in_action(one.action)
    return card is not None and card.ability is ability


def _card(one: ClassicEstimate) -> Card:
    card: Card | None = card_in_action(one.action)
    assert card is not None, "only a decree can be kept"
    return card


def _rank(one: ClassicEstimate, of_none: int) -> int:
    card: Card | None = card_in_action(one.action)
    return of_none if card is None else card.rank


def _is_used(seen: Observation, ability: Ability, best: ClassicEstimate) -> bool:
    is_last = len(seen.hand) == 1
    match ability:
        case Ability.MONARCH:
            return seen.table.lead is None and not is_last
        case Ability.TREASURE:
            return best.taken >= LIKELY
        case Ability.SWAN:
            return best.taken <= 1 - LIKELY and not is_last
        case Ability.FOX | Ability.WOODCUTTER:
            return not is_last
        case _:
            return True


def _acts_later(seen: Observation, ability: Ability, best: ClassicEstimate) -> bool:
    """Return whether a card that is kept may still do something: the last of a hand may not.

    A Treasure scores even then, and a Witch is a trump.
    """
    left = len(hand_after(seen, best))
    return left > (ability not in (Ability.TREASURE, Ability.WITCH))


def _of_trumps(seen: Observation, compared: Contrast) -> Iterator[Feature]:
    for suit in Suit:
        has = tuple(trump_after(seen, one) is suit for one in compared.estimates)
        yield Feature(ReasonKind.MAKE_TRUMP, has, suit=suit)
        yield Feature(ReasonKind.AVOID_TRUMP, tuple(not one for one in has), suit=suit)

    def held(one: ClassicEstimate) -> int:
        # Of the suit itself: a Witch is a trump whatever the decree is.
        return sum(card.suit is trump_after(seen, one) for card in hand_after(seen, one))

    yield from compared.split_by(Metric(ReasonKind.MORE_TRUMPS, held, 1.0))
    yield from compared.split_by(Metric(ReasonKind.FEWER_TRUMPS, held, 1.0, lower_is_better=True))
