"""The figure of a choice beside its bar: a chance to win, or points if the win is nearly sure."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.ai.partner import Estimate, are_nearly_sure
from foxduet.words.common import percent_text
from foxduet.words.i18n import decimal
from foxduet.words.text import text_width

POINTS_OF_A_BAR = 10
"""A bar of points is full for the best choice, and empty for one that is so many points worse."""


def gauge(one: Estimate, estimates: Sequence[Estimate]) -> tuple[float, str]:
    """Return how far the bar of one of some choices is filled (0-1), and its figure.

    All figures take the same number of cells.
    """
    if not are_nearly_sure(estimates):
        return one.win, percent_text(one.win)
    behind = max(each.score for each in estimates) - one.score
    text = points_text(one.score)
    return max(0.0, 1 - behind / POINTS_OF_A_BAR), text.rjust(text_width(percent_text(1)))


def points_text(points: float) -> str:
    """Return a mean score as it is shown to players."""
    return decimal(points, ".1f")
