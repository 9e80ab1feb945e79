"""Why one choice is better than another: what good choices have in common, and bad ones lack.

Each game has a table of properties: kinds, and how a figure or a card shows them. What makes one
of them a reason is the same for all games, and stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import fsum, sqrt
from statistics import fmean
from typing import Any

from foxduet.ai.partner import ActionValue
from foxduet.core.lazy_dataclass import dataclass

# Choices with a property are better than those without by this share of the cost or more.
_MOST = 0.5
# None with it comes so close to the bad choice, and none without it so close to the best one; and
# what a choice has by so little less than the best one it has nearly as much.
_CLOSE = 0.25
_FEWEST_OF_CLASS = 2


@dataclass(frozen=True, slots=True)
class Feature:
    """A property of some choices; ``has`` says of each, in their order, if it has it.

    ``kind`` is one of the game's own. ``best`` and ``other`` are figures of the best choice and of
    what it is compared with; both are 0 for what cards show by themselves. ``ability`` or ``suit``
    is what it is about.
    """

    kind: Any
    has: tuple[bool, ...]
    best: float = 0.0
    other: float = 0.0
    ability: Any = None
    suit: Any = None


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure that may be a reason: less than ``threshold`` is no difference.

    Choices are better the higher it is, or the lower.
    """

    kind: Any
    value: Callable[[Any], float]
    threshold: float
    lower_is_better: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """A property that separates the good choices from the bad ones, of those ``compared``."""

    feature: Feature
    choices: tuple[Any, ...]

    @property
    def kind(self) -> Any:
        """What the property is about."""
        return self.feature.kind

    def holds_for_all(self, some: Iterable[ActionValue]) -> bool:
        """Return whether all of some of the choices have what is named."""
        having = [one for one, has in zip(self.choices, self.feature.has, strict=True) if has]
        return all(one in having for one in some)


@dataclass(frozen=True, slots=True)
class Contrast:
    """Choices, of which the ``best`` one is compared with ``others``."""

    estimates: Sequence[Any]
    best: Any
    others: Sequence[Any]

    def mean_of_others(self, of: Callable[[Any], float]) -> float:
        """Return a figure of what the best choice is compared with: the mean of all of these."""
        return fsum(map(of, self.others)) / len(self.others)

    def deficit(self, of: Callable[[Any], float]) -> float:
        """Return by how much a figure of the best choice is lower than what it is compared with."""
        return self.mean_of_others(of) - of(self.best)

    @property
    def cost(self) -> float:
        """By how much the best choice is better than what it is compared with."""
        return -self.deficit(_worth)

    def split_by(self, measure: Metric) -> Iterator[Feature]:
        """Yield where a figure of the choices can be cut in two, the best choice on one side.

        What is nearly as much as the best one's, or as little as that of what it is compared
        with, stays on their side.
        """
        sign = -1 if measure.lower_is_better else 1
        values = [sign * measure.value(one) for one in self.estimates]
        high, low = sign * measure.value(self.best), sign * self.mean_of_others(measure.value)
        if 0 < high - low >= measure.threshold:
            for cut in split_points(values, high, low):
                has = tuple(value > cut for value in values)
                yield Feature(measure.kind, has, sign * high, sign * low)

    def discriminating(self, properties: Iterable[Feature]) -> Iterator[Reason]:
        """Yield the properties that separate the choices: reasons why the best one is better."""
        return self._passing(is_discriminating, properties)

    def sufficient(self, properties: Iterable[Feature]) -> Iterator[Reason]:
        """Yield those, too, without which some other choice is as good, for its own reason."""
        return self._passing(is_sufficient, properties)

    def _passing(
        self,
        rule: Callable[[Sequence[bool], Sequence[float], float, float], bool],
        properties: Iterable[Feature],
    ) -> Iterator[Reason]:
        worths, at = [*map(_worth, self.estimates)], self.estimates.index(self.best)
        high, low = _worth(self.best), self.mean_of_others(_worth)
        if high > low:
            for found in properties:
                if found.has[at] and rule(found.has, worths, high, low):
                    yield Reason(found, tuple(self.estimates))


def _worth(one: ActionValue) -> float:
    return one.worth


def is_discriminating(
    has: Sequence[bool], worths: Sequence[float], high: float, low: float
) -> bool:
    """Return whether a property separates the good choices from the bad ones.

    Only then is it a reason why the best choice, of worth ``high``, is better than one of worth
    ``low``: those that have it are better than the others by most of the difference, none of them
    is nearly as bad as the latter, and none of the others nearly as good as the former.
    """
    bad = [worth for worth, one in zip(worths, has, strict=True) if not one]
    return is_sufficient(has, worths, high, low) and max(bad) <= high - _CLOSE * (high - low)


def is_sufficient(has: Sequence[bool], worths: Sequence[float], high: float, low: float) -> bool:
    """Return whether the choices with a property are good, and most of the others are not."""
    good = [worth for worth, one in zip(worths, has, strict=True) if one]
    bad = [worth for worth, one in zip(worths, has, strict=True) if not one]
    if not good or not bad:
        return False
    cost = high - low
    return fmean(good) - fmean(bad) >= _MOST * cost and min(good) >= low + _CLOSE * cost


def split_points(values: Sequence[float], high: float, low: float) -> list[float]:
    """Return where ``values`` can be cut in two by a gap that is felt, nearest the middle first.

    No cut comes nearer to ``high`` or ``low`` than a quarter of the difference: what lies so near
    to one of them is as good as it.
    """
    margin = _CLOSE * (high - low)
    least, most = low + margin, high - margin
    inside = sorted({least, most, *(value for value in values if least < value < most)})
    cuts = [(below + above) / 2 for below, above in pairwise(inside)]
    return sorted(cuts, key=lambda cut: abs(cut - (high + low) / 2))


# From this difference between shares of worlds on players feel that something is more likely.
_FELT_SHARE = 0.05


def is_significantly_greater(share: float, other: float, worlds: float) -> bool:
    """Return whether a share of worlds exceeds another by more than twice its standard error."""
    error = sqrt((share * (1 - share) + other * (1 - other)) / worlds)
    return share - other >= max(_FELT_SHARE, 2 * error)


def has_both_groups(has: Sequence[bool]) -> bool:
    """Return whether enough choices have something in common, and enough have it not.

    What a single card has, or all cards but one, may be anything about that card.
    """
    return min(sum(has), len(has) - sum(has)) >= _FEWEST_OF_CLASS
