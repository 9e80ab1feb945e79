"""What choices of Duet can have in common: in the trick, in their cards, on the path, later on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING

from foxduet.analysis.reasons import Compared, Measure, Property, shows_something
from foxduet.core.common import Exchange, Play, card_of
from foxduet.core.frozen import replace
from foxduet.games.duet.rules.actions import Forest, Give
from foxduet.games.duet.rules.board import ForestPath, Landed
from foxduet.games.duet.rules.cards import Ability, Card, Suit
from foxduet.games.duet.rules.observation import landings_of

if TYPE_CHECKING:
    from foxduet.games.duet.ai.expert import DuetEstimate
    from foxduet.games.duet.rules.state import Table


class Kind(Enum):
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
    NEARER = auto()
    MIDDLE = auto()
    LATER = auto()
    FOUND = auto()
    SUIT = auto()
    KEEP_SUIT = auto()


_LOW_RANKS, _HIGH_RANKS, _FEW_PAWS = (4, 3), (7, 8), (1, 0, 2)
# With fewer choices what some of them have in common shows nothing.
_FEWEST_CARDS = 4
# The best choice runs off the path so much more often than what it is compared with.
_RUNS_OFF = 0.15
# It misses a gem so much more often; that others stay near then is no merit of it.
_MISSES = 0.2
# What happens in the trick differs by this share of the chance to win that differs, or more.
_OF_THE_LOSS = 0.5
# What is further away than any space, for a choice of which nobody knows where it leads.
_NOWHERE = 99.0


def of_trick(compared: Compared, share_of_felt: float = 1.0) -> Iterator[Property]:
    """Yield what can be said of the trick under way; smaller differences count, too, if asked."""
    rows = [
        Measure(Kind.OVERRUN, lambda one: one.overrun, 0.15, lower=True),
        Measure(Kind.GEM, lambda one: one.gem, 0.2),
        Measure(Kind.TOKEN, lambda one: one.overrun, 0.25),
    ]
    if compared.behind(lambda one: -one.overrun) < _RUNS_OFF:
        # Otherwise where else the fox goes, and who wins, is not what matters.
        rows += [
            Measure(Kind.WIN_TRICK, lambda one: one.taken, 0.25),
            Measure(Kind.LEAVE_TRICK, lambda one: one.taken, 0.25, lower=True),
            Measure(Kind.EDGE, lambda one: one.edge, 0.2, lower=True),
        ]
        if compared.behind(lambda one: one.gem) < _MISSES:
            rows.append(Measure(Kind.REACH, lambda one: one.reach, 0.2))
    # What happens in fewer worlds than this cannot have lost the others.
    least = _OF_THE_LOSS * -compared.behind(lambda one: one.win)
    for row in rows:
        felt = max(row.felt * share_of_felt, least)
        yield from compared.measured(replace(row, felt=felt))


def of_round(compared: Compared) -> Iterator[Property]:
    """Yield what can be said of the tricks to come."""
    yield from compared.measured(Measure(Kind.LATER, lambda one: one.later, 0.07, lower=True))
    yield from compared.measured(Measure(Kind.FOUND, lambda one: one.found, 0.2))


def of_cards(table: Table, compared: Compared) -> Iterator[Property]:
    """Yield what can be said of the cards that are played, given, or become the decree."""
    cards = [card_of(one.action) for one in compared.estimates]
    if table.trick is None or len(cards) < _FEWEST_CARDS:
        return
    if isinstance(compared.best.action, Exchange):
        yield from _of_exchanges(table, compared, cards)
    elif isinstance(compared.best.action, Play | Give):
        shown = [card for card in cards if card is not None]
        yield from _of_abilities(table, compared, shown)
        yield from _of_classes(table, shown)


def of_suits(compared: Compared) -> Iterator[Property]:
    """Yield the suits that can be played or given, or kept."""
    cards = [card_of(one.action) for one in compared.estimates]
    if not isinstance(compared.best.action, Play | Give):
        return
    for suit in Suit:
        has = tuple(card is not None and card.suit is suit for card in cards)
        yield from _if_classes(Property(Kind.SUIT, has, suit=suit))
        kept = tuple(not one for one in has)
        yield from _if_classes(Property(Kind.KEEP_SUIT, kept, suit=suit))


def of_places(table: Table, compared: Compared) -> Iterator[Property]:
    """Yield what can be said of where a choice surely leaves the fox: near gems, far from ends."""
    paths = {
        one.action: path
        for one in compared.estimates
        if (path := _path_after(table, one)) is not None
    }
    if not all(one.action in paths for one in (compared.best, *compared.others)):
        return

    def spaces(measure: Callable[[ForestPath], int], one: DuetEstimate, unknown: float) -> float:
        return measure(paths[one.action]) if one.action in paths else unknown

    if compared.behind(lambda one: one.gem) < _MISSES:
        nearest = Measure(
            Kind.NEARER, lambda one: spaces(_to_nearest_gem, one, _NOWHERE), 1.0, lower=True
        )
        yield from compared.measured(nearest)
    middle = Measure(Kind.MIDDLE, lambda one: spaces(_to_nearer_end, one, -1.0), 1.0)
    yield from compared.measured(middle)


def _path_after(table: Table, one: DuetEstimate) -> ForestPath | None:
    """Return the path as a choice surely leaves it; None if that depends on more, or all is over.

    Where nothing is collected any more there is nothing to be near to.
    """
    if isinstance(one.action, Forest):
        return table.path.cover(one.action.end)
    match landings_of(table, one.action):
        case (Landed(space, gem),):
            path = table.path.with_tracker(space)
            path = path.with_gems(space, -1) if gem else path
            return path if path.gems_left else None
        case _:
            return None


def _to_nearest_gem(path: ForestPath) -> int:
    return min(abs(space - path.tracker) for space, gems in enumerate(path.gems, 1) if gems)


def _to_nearer_end(path: ForestPath) -> int:
    return min(path.tracker - path.first, path.last - path.tracker)


def _of_abilities(table: Table, compared: Compared, cards: Sequence[Card]) -> Iterator[Property]:
    """Yield the abilities that are used by what is played, or given; and those that are kept."""
    leads, plays = table.lead is None, isinstance(compared.best.action, Play)
    for ability in Ability:
        has = tuple(card.ability is ability for card in cards)
        used = Property(Kind.ABILITY, has, ability=ability)
        match ability:
            case Ability.ROYAL_HEIR if plays and not leads:
                # Played second it does nothing (R4.3).
                pass
            case Ability.FOXES | Ability.GIFT | Ability.ROYAL_HEIR if plays:
                yield used
            case _:
                # What the others do to the fox is said in other words.
                yield from _if_classes(used)
        yield Property(Kind.KEEP_ABILITY, tuple(not one for one in has), ability=ability)


def _of_classes(table: Table, cards: Sequence[Card]) -> Iterator[Property]:
    def having(kind: Kind, has: Sequence[bool]) -> Iterator[Property]:
        yield from _if_classes(Property(kind, tuple(has)))

    yield from having(Kind.TRUMP, [card.suit is table.trump for card in cards])
    yield from having(Kind.KEEP_TRUMP, [card.suit is not table.trump for card in cards])
    yield from having(Kind.PLAIN, [card.ability is None for card in cards])
    for low, high in zip(_LOW_RANKS, _HIGH_RANKS, strict=True):
        yield from having(Kind.LOW, [card.rank <= low for card in cards])
        yield from having(Kind.HIGH, [card.rank >= high for card in cards])
        yield from having(Kind.KEEP_LOW, [card.rank > low for card in cards])
        yield from having(Kind.KEEP_HIGH, [card.rank < high for card in cards])
    for few in _FEW_PAWS:
        yield from having(Kind.FEW_PAWS, [card.paws <= few for card in cards])
        yield from having(Kind.MANY_PAWS, [card.paws > few for card in cards])


def _of_exchanges(
    table: Table, compared: Compared, cards: Sequence[Card | None]
) -> Iterator[Property]:
    """Yield what can be said of cards that become the decree; None keeps it as it is."""
    trump = table.trump
    for suit in Suit:
        has = tuple((trump if card is None else card.suit) is suit for card in cards)
        yield Property(Kind.MAKE_TRUMP, has, suit=suit)
        yield Property(Kind.AVOID_TRUMP, tuple(not one for one in has), suit=suit)
    for ability in Ability:
        has = tuple(card is None or card.ability is not ability for card in cards)
        yield Property(Kind.KEEP_ABILITY, has, ability=ability)
    plain = tuple(card is None or card.ability is None for card in cards)
    yield from _if_classes(Property(Kind.PLAIN, plain))
    kept = tuple(card is None for card in cards)
    yield Property(Kind.KEEP_DECREE, kept)
    yield Property(Kind.SWAP, tuple(not one for one in kept))

    def trumps(one: DuetEstimate) -> float:
        new = card_of(one.action)
        held = [card for card in cards if card is not None and card is not new]
        if new is None:
            return sum(card.suit is trump for card in held)
        return sum(card.suit is new.suit for card in held) + (trump is new.suit)

    yield from compared.measured(Measure(Kind.MORE_TRUMPS, trumps, 1.0))
    yield from compared.measured(Measure(Kind.FEWER_TRUMPS, trumps, 1.0, lower=True))
    for low, high in zip(_LOW_RANKS, _HIGH_RANKS, strict=True):
        kept_low = tuple(card is None or card.rank > low for card in cards)
        kept_high = tuple(card is None or card.rank < high for card in cards)
        yield from _if_classes(Property(Kind.KEEP_LOW, kept_low))
        yield from _if_classes(Property(Kind.KEEP_HIGH, kept_high))


def _if_classes(found: Property) -> Iterator[Property]:
    """Yield a property if there are enough choices with it, and without it."""
    if shows_something(found.has):
        yield found
