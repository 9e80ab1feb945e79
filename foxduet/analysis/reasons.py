"""Explain why one choice is better: find features that good choices share and bad ones lack.

Each game supplies its features; this module decides which of them explain the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from math import fsum, sqrt
from statistics import fmean
from typing import Any

from foxduet.ai.partner import ActionValue
from foxduet.core.lazy_dataclass import dataclass

# Thresholds, as shares of the difference between the best choice and the others: the least gain of
# choices with the feature, and how near to one end still counts as equal to it.
_MOST = 0.5
_CLOSE = 0.25
_FEWEST_OF_CLASS = 2


@dataclass(frozen=True, slots=True)
class Feature:
    """A property of some choices: ``has`` tells, for each choice in order, whether it has it.

    kind: one of the game's own kinds.
    best, other: the measured values of the best choice and of the choices it is compared with; 0
        for features of cards.
    ability, suit: the subject, if the feature is about one.
    """

    kind: Any
    has: tuple[bool, ...]
    best: float = 0.0
    other: float = 0.0
    ability: Any = None
    suit: Any = None


@dataclass(frozen=True, slots=True)
class Metric:
    """A numeric property; differences below ``threshold`` do not count."""

    kind: Any
    value: Callable[[Any], float]
    threshold: float
    lower_is_better: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """A feature that separates good choices from bad ones among ``choices``."""

    feature: Feature
    choices: tuple[Any, ...]

    @property
    def kind(self) -> Any:
        return self.feature.kind

    def holds_for_all(self, some: Iterable[ActionValue]) -> bool:
        """True if all of ``some`` have the feature."""
        having = [choice for choice, has in zip(self.choices, self.feature.has, strict=True) if has]
        return all(choice in having for choice in some)


@dataclass(frozen=True, slots=True)
class Contrast:
    """The best choice compared with ``others``; ``estimates`` has every choice."""

    estimates: Sequence[Any]
    best: Any
    others: Sequence[Any]

    def mean_of_others(self, value: Callable[[Any], float]) -> float:
        """Return the mean of ``value`` over the other choices."""
        return fsum(map(value, self.others)) / len(self.others)

    def deficit(self, value: Callable[[Any], float]) -> float:
        """Return how far the best choice is below the mean of the others."""
        return self.mean_of_others(value) - value(self.best)

    @property
    def cost(self) -> float:
        """How much the best choice is worth above the mean of the others."""
        return -self.deficit(_worth)

    def split_by(self, measure: Metric) -> Iterator[Feature]:
        """Yield the features "above the split point" that put the best choice on the good side.

        No split point is near either value: see ``split_points``.
        """
        sign = -1 if measure.lower_is_better else 1
        values = [sign * measure.value(estimate) for estimate in self.estimates]
        high, low = sign * measure.value(self.best), sign * self.mean_of_others(measure.value)
        if 0 < high - low >= measure.threshold:
            for cut in split_points(values, high, low):
                has = tuple(value > cut for value in values)
                yield Feature(measure.kind, has, sign * high, sign * low)

    def discriminating(self, properties: Iterable[Feature]) -> Iterator[Reason]:
        """Yield the features that separate good choices from bad ones."""
        return self._passing(is_discriminating, properties)

    def sufficient(self, properties: Iterable[Feature]) -> Iterator[Reason]:
        """Yield the features that make a choice good, even if other good choices lack them."""
        return self._passing(is_sufficient, properties)

    def _passing(
        self,
        rule: Callable[[Sequence[bool], Sequence[float], float, float], bool],
        properties: Iterable[Feature],
    ) -> Iterator[Reason]:
        worths, best_index = [*map(_worth, self.estimates)], self.estimates.index(self.best)
        high, low = _worth(self.best), self.mean_of_others(_worth)
        if high > low:
            for feature in properties:
                if feature.has[best_index] and rule(feature.has, worths, high, low):
                    yield Reason(feature, tuple(self.estimates))


def _worth(one: ActionValue) -> float:
    return one.worth


def is_discriminating(
    has: Sequence[bool], worths: Sequence[float], high: float, low: float
) -> bool:
    """True if having the feature separates good choices from bad ones.

    Besides ``is_sufficient``, no choice without the feature is nearly as good as the best one.
    """
    bad = [worth for worth, has_it in zip(worths, has, strict=True) if not has_it]
    return is_sufficient(has, worths, high, low) and max(bad) <= high - _CLOSE * (high - low)


def is_sufficient(has: Sequence[bool], worths: Sequence[float], high: float, low: float) -> bool:
    """True if choices with the feature are good and most of the others are not.

    ``high`` and ``low`` are the worths of the best choice and of the choices compared with it.
    Choices with the feature are better on average by at least half the difference, and all of them
    exceed ``low`` by at least a quarter of it.
    """
    good = [worth for worth, has_it in zip(worths, has, strict=True) if has_it]
    bad = [worth for worth, has_it in zip(worths, has, strict=True) if not has_it]
    if not good or not bad:
        return False
    cost = high - low
    return fmean(good) - fmean(bad) >= _MOST * cost and min(good) >= low + _CLOSE * cost


def split_points(values: Sequence[float], high: float, low: float) -> list[float]:
    """Return midpoints of the gaps between ``values``, those nearest the middle first.

    The outer quarters next to ``high`` and ``low`` are never split: values there count as equal.
    """
    margin = _CLOSE * (high - low)
    least, most = low + margin, high - margin
    inside = sorted({least, most, *(value for value in values if least < value < most)})
    cuts = [(below + above) / 2 for below, above in pairwise(inside)]
    return sorted(cuts, key=lambda cut: abs(cut - (high + low) / 2))


# Smallest difference between two probabilities that players notice.
_FELT_SHARE = 0.05


def is_significantly_greater(rate: float, other: float, worlds: float) -> bool:
    """True if a proportion of worlds exceeds another noticeably and by over two standard errors."""
    error = sqrt((rate * (1 - rate) + other * (1 - other)) / worlds)
    return rate - other >= max(_FELT_SHARE, 2 * error)


def has_both_groups(has: Sequence[bool]) -> bool:
    """True if enough choices have the feature and enough lack it.

    A feature of one card, or of all but one, may be a coincidence.
    """
    return min(sum(has), len(has) - sum(has)) >= _FEWEST_OF_CLASS
