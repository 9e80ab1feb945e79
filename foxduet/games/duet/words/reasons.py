"""Why one choice of Duet is better than another, if something that can be named separates them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain
from typing import TYPE_CHECKING

from foxduet.analysis.review import separates
from foxduet.core.frozen import dataclass
from foxduet.games.duet.words.properties import (
    Compared,
    Kind,
    Property,
    of_cards,
    of_places,
    of_round,
    of_suits,
    of_trick,
)

if TYPE_CHECKING:
    from foxduet.games.duet.ai.expert import DuetEstimate
    from foxduet.games.duet.rules.state import Table

# Smaller differences in the trick are named where nothing else is to be said.
_SMALLER = 0.5
# So many choices at least are compared; and these shares of worlds are as good as all, or none.
_FEWEST, _NEARLY_ALL, _HARDLY_ANY = 3, 0.9, 0.05


class Among(Enum):
    """The choices that a reason holds for, those that are compared among them."""

    ALL = "all"
    GEM = "those that find a gem"
    PATH = "those that stay on the path"


@dataclass(frozen=True, slots=True)
class Reason:
    """A property that separates the good choices from the bad ones, of those ``compared``."""

    found: Property
    compared: tuple[DuetEstimate, ...]
    among: Among = Among.ALL

    @property
    def kind(self) -> Kind:
        """What the property is about."""
        return self.found.kind


def reason_against(
    table: Table, estimates: Sequence[DuetEstimate], best: DuetEstimate, chosen: DuetEstimate
) -> Reason | None:
    """Return why ``best`` is better than ``chosen``, None if only the figures can tell.

    If nothing separates all choices, only those are compared that find a gem, or that stay on the
    path, as long as both do.
    """
    every = Compared(table, estimates, best, [chosen])
    if not _is_better(every):
        return None
    groups = [(among, group) for among in _GROUPS if (group := _group(every, among)) is not None]
    found = chain(
        _separating(every, _of_move(every)),
        *(_separating(group, _of_move(group), among) for among, group in groups),
        _separating(every, of_cards(every)),
        _separating(every, of_trick(every, _SMALLER)),
        *(
            _separating(group, chain(of_cards(group), of_trick(group, _SMALLER)), among)
            for among, group in groups
        ),
        _separating(every, of_round(every)),
        *(_separating(group, of_round(group), among) for among, group in groups),
        _separating(every, of_suits(every)),
        *(_separating(group, of_suits(group), among) for among, group in groups),
    )
    return next(found, None)


def reason_for(
    table: Table,
    estimates: Sequence[DuetEstimate],
    best: DuetEstimate,
    others: Sequence[DuetEstimate],
) -> Reason | None:
    """Return why ``best``, and all that is as good, is better than ``others``.

    None if only the figures can tell.
    """
    every = Compared(table, estimates, best, others)
    if not _is_better(every):
        return None
    found = chain(
        _separating(every, chain(_of_move(every), of_cards(every))),
        _separating(every, of_trick(every, _SMALLER)),
        _separating(every, of_round(every)),
        _separating(every, of_suits(every)),
    )
    return next((one for one in found if _has_all_but(one, others)), None)


def _has_all_but(reason: Reason, others: Sequence[DuetEstimate]) -> bool:
    """Return whether all choices but ``others`` have what a reason names."""
    pairs = zip(reason.compared, reason.found.has, strict=True)
    return all(has or one in others for one, has in pairs)


def _of_move(compared: Compared) -> Iterator[Property]:
    """Yield what can be said of the trick and the path."""
    return chain(of_trick(compared), of_places(compared))


def _is_better(compared: Compared) -> bool:
    high, low = _bounds(compared)
    return high > low


def _bounds(compared: Compared) -> tuple[float, float]:
    """Return what the best choice is worth, and what it is compared with."""
    return compared.best.worth, compared.of_others(lambda one: one.worth)


def _separating(
    compared: Compared, properties: Iterator[Property], among: Among = Among.ALL
) -> Iterator[Reason]:
    """Yield the properties that separate the choices that are compared."""
    worths, bounds = [one.worth for one in compared.estimates], _bounds(compared)
    for found in properties:
        if separates(found.has, worths, *bounds):
            yield Reason(found, tuple(compared.estimates), among)


def _group(compared: Compared, among: Among) -> Compared | None:
    """Return those that a reason among some choices compares; None if it cannot, or it is all."""
    belongs = _GROUPS[among]
    if not all(map(belongs, (compared.best, *compared.others))):
        return None
    group = [one for one in compared.estimates if belongs(one)]
    if not _FEWEST <= len(group) < len(compared.estimates):
        return None
    return Compared(compared.table, group, compared.best, compared.others)


_GROUPS: Mapping[Among, Callable[[DuetEstimate], bool]] = {
    Among.GEM: lambda one: one.gem >= _NEARLY_ALL and one.overrun <= _HARDLY_ANY,
    Among.PATH: lambda one: one.overrun <= _HARDLY_ANY,
}
