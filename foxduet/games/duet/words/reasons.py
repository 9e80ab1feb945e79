"""Why one choice of Duet is better than another: what separates them, looked for in this order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from foxduet.analysis.reasons import Compared, Property, Reason
from foxduet.core.common import Exchange, card_of
from foxduet.core.frozen import dataclass
from foxduet.games.duet.rules.state import Table
from foxduet.games.duet.words.properties import (
    NEARLY_ALL,
    ReasonKind,
    of_card_kept,
    of_cards,
    of_forest,
    of_last_cards,
    of_paws,
    of_places,
    of_round,
    of_suits,
    of_trick,
    of_trumps,
)

if TYPE_CHECKING:
    from foxduet.games.duet.ai.expert import DuetEstimate

# Smaller differences in the trick are named where nothing else is to be said.
_SMALLER = 0.5
# This share of worlds is as good as none.
_HARDLY_ANY = 0.05
# A trick goes the same way if its shares, and where it leaves the fox, differ by so little.
_ALIKE, _STEPS = 0.15, 0.5
# What costs less may be the noise of the worlds.
_LEAST_COST = 0.02
NO_CAUSE = (ReasonKind.LATER, ReasonKind.FOUND)
"""Kinds that say what will happen later, but not why."""


class Among(Enum):
    """The choices that a reason holds for, those that are compared among them."""

    ALL = "all"
    GEM = "those that find a gem"
    PATH = "those that stay on the path"
    TRUMP = "those that lead to the same trump"
    SUIT = "cards of the same suit"
    PLAIN = "cards without an ability"
    WON = "those that win the trick"
    LEFT = "those that leave the trick to the partner"
    ALIKE = "those after which the trick goes the same way"


@dataclass(frozen=True, slots=True)
class DuetReason(Reason):
    """A reason that holds among some choices."""

    among: Among


def reason_against(
    table: Table, estimates: Sequence[DuetEstimate], best: DuetEstimate, chosen: DuetEstimate
) -> DuetReason | None:
    """Return why ``best`` is better than ``chosen``, None if only the figures can tell.

    What separates all choices comes before what separates those of a group that both belong to:
    those that find a gem, say, or cards of one suit.
    """
    every = Compared(estimates, best, [chosen])
    if every.cost < _LEAST_COST:
        return None
    groups = [*_groups(table, every)]

    def within(*of: Callable[[Compared], Iterator[Property]]) -> Iterator[DuetReason]:
        for among, group in ((Among.ALL, every), *groups):
            for reason in group.separating(chain(*(one(group) for one in of))):
                yield DuetReason(reason.found, reason.compared, among)

    cards, paws, forest = (partial(one, table) for one in (of_cards, of_paws, of_forest))
    smaller = partial(of_trick, share_of_felt=_SMALLER)
    found = chain(
        within(of_trick, of_places, forest),
        within(cards, paws, smaller),
        _after_the_same_trick(table, every),
        within(of_trumps, partial(of_last_cards, every), of_suits),
        within(of_round),
    )
    return next(found, None)


def _after_the_same_trick(table: Table, every: Compared) -> Iterator[DuetReason]:
    """Yield why the cards that are kept are better where the trick goes the same way."""
    alike = _alike(table, every)
    if alike is not None:
        cards = chain(of_cards(table, alike), of_suits(alike), of_card_kept(alike))
        for reason in alike.separating(cards):
            yield DuetReason(reason.found, reason.compared, Among.ALIKE)


def reason_for(
    table: Table,
    estimates: Sequence[DuetEstimate],
    best: DuetEstimate,
    others: Sequence[DuetEstimate],
) -> Reason | None:
    """Return why ``best``, and all that is as good, is better than ``others``.

    None if only the figures can tell.
    """
    every = Compared(estimates, best, others)
    as_good = [one for one in estimates if one not in others]
    found = chain(
        of_trick(every),
        of_places(every),
        of_forest(table, every),
        of_cards(table, every),
        of_paws(table, every),
        of_trick(every, _SMALLER),
        of_trumps(every),
        of_suits(every),
        of_round(every),
    )
    return next((one for one in every.separating(found) if one.is_had_by(as_good)), None)


def _alike(table: Table, compared: Compared) -> Compared | None:
    """Return the choices after which the trick goes as after the best; None if others are not."""
    group = [one for one in compared.estimates if _goes_like(table, one, compared.best)]
    if not all(one in group for one in compared.others):
        return None
    return Compared(group, compared.best, compared.others)


def _goes_like(table: Table, one: DuetEstimate, other: DuetEstimate) -> bool:
    if isinstance(other.action, Exchange) and not _leads_to_same_trump(table, one, other):
        return False
    shares = (one.taken - other.taken, one.gem - other.gem, one.overrun - other.overrun)
    steps = (one.to_end - other.to_end, one.near - other.near)
    return all(abs(by) <= _ALIKE for by in shares) and all(abs(by) <= _STEPS for by in steps)


def _groups(table: Table, compared: Compared) -> Iterator[tuple[Among, Compared]]:
    """Yield the groups of choices that both the best one and what it is compared with are in."""
    for among, belongs in _GROUPS.items():
        group = [one for one in compared.estimates if belongs(table, one, compared.best)]
        both = all(one in group for one in (compared.best, *compared.others))
        if both and len(group) < len(compared.estimates):
            yield among, Compared(group, compared.best, compared.others)


def _leads_to_same_trump(table: Table, one: DuetEstimate, best: DuetEstimate) -> bool:
    """Return whether the same suit is trump after two choices about the decree."""
    if not isinstance(best.action, Exchange):
        return False
    cards = card_of(one.action), card_of(best.action)
    first, second = (table.trump if card is None else card.suit for card in cards)
    return first is second


def _is_of_same_suit(_table: Table, one: DuetEstimate, best: DuetEstimate) -> bool:
    """Return whether cards of the same suit are played or given."""
    card, other = card_of(one.action), card_of(best.action)
    of_hand = not isinstance(best.action, Exchange)
    return of_hand and card is not None and other is not None and card.suit is other.suit


def _keeps_abilities(_table: Table, one: DuetEstimate, _best: DuetEstimate) -> bool:
    """Return whether no card with an ability leaves the hand."""
    card = card_of(one.action)
    return card is None or card.ability is None


_GROUPS: Mapping[Among, Callable[[Table, DuetEstimate, DuetEstimate], bool]] = {
    Among.GEM: lambda _table, one, _best: one.gem >= NEARLY_ALL and one.overrun <= _HARDLY_ANY,
    Among.PATH: lambda _table, one, _best: one.overrun <= _HARDLY_ANY,
    Among.TRUMP: _leads_to_same_trump,
    Among.SUIT: _is_of_same_suit,
    Among.WON: lambda _table, one, _best: one.taken >= NEARLY_ALL,
    Among.LEFT: lambda _table, one, _best: one.taken <= 1 - NEARLY_ALL,
    Among.PLAIN: _keeps_abilities,
}
