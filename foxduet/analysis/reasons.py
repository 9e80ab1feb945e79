"""When a property of choices is the reason why some of them are better than others."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean

# Choices with a property are better than those without by this share of the cost or more.
_MOST = 0.5
# None with it comes so close to the bad choice, and none without it so close to the best one.
_CLOSE = 0.25


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
