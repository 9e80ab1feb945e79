"""What choices of Duet can have in common: in the trick, in their cards, on the path, later on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from foxduet.analysis.reasons import Compared, Measure, Property, shows_something
from foxduet.core.common import Exchange, Play, card_of
from foxduet.core.frozen import replace
from foxduet.games.duet.rules.actions import Forest, Give
from foxduet.games.duet.rules.cards import Ability, Card, Suit

if TYPE_CHECKING:
    from foxduet.games.duet.ai.expert import DuetEstimate
    from foxduet.games.duet.rules.state import Table


class ReasonKind(Enum):
    """What a property is about."""

    OVERRUN = auto()
    GEM = auto()
    TOKEN = auto()
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
    SWAP = auto()
    KEEP_DECREE = auto()
    MORE_TRUMPS = auto()
    FEWER_TRUMPS = auto()
    NEAR = auto()
    TO_END = auto()
    OUTER = auto()
    END_PILE = auto()
    FEWER_HELD = auto()
    PARTNER_TRUMPS = auto()
    KEEP_CARD = auto()
    SPARE_CARD = auto()
    LAST = auto()
    KEEP_LAST = auto()
    SUIT = auto()
    KEEP_SUIT = auto()
    LATER = auto()
    FOUND = auto()


_LOW_RANKS, _HIGH_RANKS = (4, 3), (7, 8)
# With fewer choices what some of them have in common shows nothing.
_FEWEST_CARDS = 4
# The best choice runs off the path so much more often than what it is compared with.
_RUNS_OFF = 0.15
# It misses a gem so much more often; that others stay near then is no merit of it.
_MISSES = 0.2
# What happens in the trick differs by this share of the chance to win that differs, or more.
_OF_THE_LOSS = 0.5
NEARLY_ALL = 0.9
"""This share of worlds is as good as all of them."""
NOISE = 0.08
"""Two standard errors of the difference between shares of 300 worlds.

Reviews look at no fewer for a costly choice.
"""
_AT_ONCE = (Ability.FOXES, Ability.GIFT)


def of_trick(compared: Compared, share_of_felt: float = 1.0) -> Iterator[Property]:
    """Yield what can be said of the trick under way; smaller differences count, too, if asked."""
    rows = [
        Measure(ReasonKind.OVERRUN, lambda one: one.overrun, 0.15, lower=True),
        Measure(ReasonKind.GEM, lambda one: one.gem, 0.2),
        Measure(ReasonKind.TOKEN, lambda one: one.overrun, 0.25),
    ]
    if compared.behind(lambda one: -one.overrun) < _RUNS_OFF:
        # Otherwise where else the fox goes, and who wins, is not what matters.
        rows += [
            Measure(ReasonKind.WIN_TRICK, lambda one: one.taken, 0.25),
            Measure(ReasonKind.LEAVE_TRICK, lambda one: one.taken, 0.25, lower=True),
            Measure(ReasonKind.EDGE, lambda one: one.edge, 0.2, lower=True),
        ]
        if compared.behind(lambda one: one.gem) < _MISSES:
            rows.append(Measure(ReasonKind.REACH, lambda one: one.reach, 0.2))
    # What happens in fewer worlds than this cannot have lost the others.
    least = _OF_THE_LOSS * -compared.behind(lambda one: one.win)
    for row in rows:
        felt = max(row.felt * share_of_felt, least, NOISE)
        yield from compared.measured(replace(row, felt=felt))


def of_round(compared: Compared) -> Iterator[Property]:
    """Yield what can be said of the tricks to come."""
    yield from compared.measured(
        Measure(ReasonKind.LATER, lambda one: one.later, NOISE, lower=True)
    )
    yield from compared.measured(Measure(ReasonKind.FOUND, lambda one: one.gem + one.found, 0.2))


def of_cards(table: Table, compared: Compared) -> Iterator[Property]:
    """Yield what can be said of the cards that are played, given, or become the decree."""
    cards = [card_of(one.action) for one in compared.estimates]
    if table.trick is None:
        return
    plays = isinstance(compared.best.action, Play)
    if isinstance(compared.best.action, Exchange):
        yield from _of_exchanges(table, compared, cards)
    elif plays or isinstance(compared.best.action, Give):
        shown = [card for card in cards if card is not None]
        if plays:
            yield from _of_abilities_played(table, shown)
        if len(cards) >= _FEWEST_CARDS:
            yield from _of_abilities(shown, plays=plays)
            yield from _of_classes(table, shown)


def of_suits(compared: Compared) -> Iterator[Property]:
    """Yield the suits that can be played or given, or kept."""
    cards = [card_of(one.action) for one in compared.estimates]
    if not isinstance(compared.best.action, Play | Give):
        return
    for suit in Suit:
        has = tuple(card is not None and card.suit is suit for card in cards)
        yield from _if_classes(Property(ReasonKind.SUIT, has, suit=suit))
        kept = tuple(not one for one in has)
        yield from _if_classes(Property(ReasonKind.KEEP_SUIT, kept, suit=suit))


def of_places(compared: Compared) -> Iterator[Property]:
    """Yield what can be said of where a choice leaves the fox: near gems, far from the ends.

    Where all find a gem, one far out may be better: those in the middle are found later, too.
    """
    if compared.behind(lambda one: one.gem) < _MISSES:
        yield from compared.measured(Measure(ReasonKind.NEAR, lambda one: one.near, 0.5))
    if compared.behind(lambda one: -one.overrun) < _RUNS_OFF:
        yield from compared.measured(Measure(ReasonKind.TO_END, lambda one: one.to_end, 0.5))
    if all(one.gem >= NEARLY_ALL for one in compared.estimates):
        yield from compared.measured(
            Measure(ReasonKind.OUTER, lambda one: one.to_end, 0.75, lower=True)
        )


def of_forest(table: Table, compared: Compared) -> Iterator[Property]:
    """Yield what can be said of an end to cover: the pile of gems on the last space there."""

    def pile(one: DuetEstimate) -> float:
        path = table.path.cover(one.action.end)
        return path.gems[path.end_space(one.action.end) - 1]

    if isinstance(compared.best.action, Forest):
        yield from compared.measured(Measure(ReasonKind.END_PILE, pile, 1.0, lower=True))


def of_paws(table: Table, compared: Compared) -> Iterator[Property]:
    """Yield what can be said of the paws that are played, given, or taken with the decree."""

    def paws(one: DuetEstimate) -> float:
        card = card_of(one.action)
        return 0 if card is None else card.paws

    def taken(one: DuetEstimate) -> float:
        old = table.decree
        return 0 if old is None or one.action.card is None else old.paws - paws(one)

    match compared.best.action:
        case Play() | Give():
            yield from compared.measured(Measure(ReasonKind.FEW_PAWS, paws, 1.0, lower=True))
            yield from compared.measured(Measure(ReasonKind.MANY_PAWS, paws, 1.0))
        case Exchange():
            yield from compared.measured(Measure(ReasonKind.FEWER_HELD, taken, 1.0, lower=True))


def of_trumps(compared: Compared) -> Iterator[Property]:
    """Yield what can be said of the trumps that are held after the trick."""
    mine = Measure(ReasonKind.MORE_TRUMPS, lambda one: one.trumps, 0.75)
    yield from compared.measured(mine)
    partners = Measure(ReasonKind.PARTNER_TRUMPS, lambda one: one.partner_trumps, 0.75)
    yield from compared.measured(partners)
    yield from compared.measured(replace(mine, kind=ReasonKind.FEWER_TRUMPS, lower=True))


def of_card_kept(compared: Compared) -> Iterator[Property]:
    """Yield that the card chosen was worth keeping, or the best one easier to spare.

    That is a reason only among choices after which the trick goes the same way.
    """
    best = card_of(compared.best.action)
    cards = [card_of(one.action) for one in compared.estimates]
    if best is None or None in (others := [card_of(one.action) for one in compared.others]):
        return
    plays = isinstance(compared.best.action, Play)
    # What they do at once is more than that they are gone.
    if not (plays and any(card.ability in _AT_ONCE for card in (*others, best))):
        yield Property(ReasonKind.KEEP_CARD, tuple(card not in others for card in cards))
        yield Property(ReasonKind.SPARE_CARD, tuple(card is best for card in cards))


def of_last_cards(every: Compared, compared: Compared) -> Iterator[Property]:
    """Yield that a card is the last of its suit in the hand, or that it is not.

    Of a suit ``every`` choice that there is has all cards of the hand, or none.
    """
    if not isinstance(compared.best.action, Play | Give):
        return
    suits = Counter(card_of(one.action).suit for one in every.estimates)
    last = tuple(suits[card_of(one.action).suit] == 1 for one in compared.estimates)
    yield Property(ReasonKind.LAST, last)
    yield Property(ReasonKind.KEEP_LAST, tuple(not one for one in last))


def _of_abilities_played(table: Table, cards: Sequence[Card]) -> Iterator[Property]:
    """Yield the abilities that do something by being played, one of them only if it leads."""
    for ability in (*_AT_ONCE, Ability.ROYAL_HEIR):
        # Played second the Royal Heir does nothing (R4.3).
        if ability is not Ability.ROYAL_HEIR or table.lead is None:
            has = tuple(card.ability is ability for card in cards)
            yield Property(ReasonKind.ABILITY, has, ability=ability)


def _of_abilities(cards: Sequence[Card], *, plays: bool) -> Iterator[Property]:
    """Yield the abilities that several cards have, and those that are kept."""
    for ability in Ability:
        has = tuple(card.ability is ability for card in cards)
        if not (plays and ability in (*_AT_ONCE, Ability.ROYAL_HEIR)):
            # What the others do to the fox is said in other words.
            yield from _if_classes(Property(ReasonKind.ABILITY, has, ability=ability))
        yield Property(ReasonKind.KEEP_ABILITY, tuple(not one for one in has), ability=ability)


def _of_classes(table: Table, cards: Sequence[Card]) -> Iterator[Property]:
    def having(kind: ReasonKind, has: Sequence[bool]) -> Iterator[Property]:
        yield from _if_classes(Property(kind, tuple(has)))

    yield from having(ReasonKind.TRUMP, [card.suit is table.trump for card in cards])
    yield from having(ReasonKind.KEEP_TRUMP, [card.suit is not table.trump for card in cards])
    yield from having(ReasonKind.PLAIN, [card.ability is None for card in cards])
    for low, high in zip(_LOW_RANKS, _HIGH_RANKS, strict=True):
        yield from having(ReasonKind.LOW, [card.rank <= low for card in cards])
        yield from having(ReasonKind.HIGH, [card.rank >= high for card in cards])
        yield from having(ReasonKind.KEEP_LOW, [card.rank > low for card in cards])
        yield from having(ReasonKind.KEEP_HIGH, [card.rank < high for card in cards])


def _of_exchanges(
    table: Table, compared: Compared, cards: Sequence[Card | None]
) -> Iterator[Property]:
    """Yield what can be said of cards that become the decree; None keeps it as it is."""
    trump = table.trump
    for suit in Suit:
        has = tuple((trump if card is None else card.suit) is suit for card in cards)
        yield Property(ReasonKind.MAKE_TRUMP, has, suit=suit)
        yield Property(ReasonKind.AVOID_TRUMP, tuple(not one for one in has), suit=suit)
    for ability in Ability:
        has = tuple(card is None or card.ability is not ability for card in cards)
        yield Property(ReasonKind.KEEP_ABILITY, has, ability=ability)
    plain = tuple(card is None or card.ability is None for card in cards)
    yield from _if_classes(Property(ReasonKind.PLAIN, plain))
    kept = tuple(card is None for card in cards)
    yield Property(ReasonKind.KEEP_DECREE, kept)
    yield Property(ReasonKind.SWAP, tuple(not one for one in kept))

    def trumps(one: DuetEstimate) -> float:
        new = card_of(one.action)
        held = [card for card in cards if card is not None and card is not new]
        if new is None:
            return sum(card.suit is trump for card in held)
        return sum(card.suit is new.suit for card in held) + (trump is new.suit)

    yield from compared.measured(Measure(ReasonKind.MORE_TRUMPS, trumps, 1.0))
    yield from compared.measured(Measure(ReasonKind.FEWER_TRUMPS, trumps, 1.0, lower=True))
    for low, high in zip(_LOW_RANKS, _HIGH_RANKS, strict=True):
        kept_low = tuple(card is None or card.rank > low for card in cards)
        kept_high = tuple(card is None or card.rank < high for card in cards)
        yield from _if_classes(Property(ReasonKind.KEEP_LOW, kept_low))
        yield from _if_classes(Property(ReasonKind.KEEP_HIGH, kept_high))


def _if_classes(found: Property) -> Iterator[Property]:
    """Yield a property if there are enough choices with it, and without it."""
    if shows_something(found.has):
        yield found
