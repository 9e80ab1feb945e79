"""When a property of choices is the reason why some of them are better than others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean

# Choices with a property are better than those without by this share of the cost or more.
_MOST = 0.5
# None with it comes so close to the bad choice, and none without it so close to the best one.
_CLOSE = 0.25
_FEWEST_OF_CLASS = 2


def separates(has: Sequence[bool], worths: Sequence[float], high: float, low: float) -> bool:
    """Return whether a property separates the good choices from the bad ones.

    Only then is it a reason why the best choice, of worth ``high``, is better than one of worth
    ``low``: those that have it are better than the others by most of the difference, none of them
    is nearly as bad as the latter, and none of the others nearly as good as the former.
    """
    good = [worth for worth, one in zip(worths, has, strict=True) if one]
    bad = [worth for worth, one in zip(worths, has, strict=True) if not one]
    if not good or not bad:
        return False
    cost = high - low
    apart = fmean(good) - fmean(bad) >= _MOST * cost
    return apart and min(good) >= low + _CLOSE * cost and max(bad) <= high - _CLOSE * cost


def cuts_between(values: Sequence[float], high: float, low: float) -> list[float]:
    """Return where ``values`` can be cut in two between two of them, nearest the middle first."""
    inside = sorted({value for value in (*values, high, low) if low <= value <= high})
    cuts = [(below + above) / 2 for below, above in pairwise(inside)]
    return sorted(cuts, key=lambda cut: abs(cut - (high + low) / 2))


def cuts_in_two(
    values: Sequence[float], high: float, low: float, felt: float
) -> Iterator[tuple[bool, ...]]:
    """Yield which of ``values`` lie above each cut; none if ``felt`` is more than the difference.

    ``high`` is the value of the best choice, ``low`` that of what it is compared with.
    """
    if high - low >= felt:
        for cut in cuts_between(values, high, low):
            yield tuple(value > cut for value in values)


def shows_something(has: Sequence[bool]) -> bool:
    """Return whether enough choices have something in common, and enough have it not.

    What a single card has, or all cards but one, may be anything about that card.
    """
    return min(sum(has), len(has) - sum(has)) >= _FEWEST_OF_CLASS
