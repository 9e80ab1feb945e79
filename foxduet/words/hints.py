"""What the hints of all games share: the figures of choices, and which are as good as the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import Estimate, are_nearly_sure
from foxduet.analysis.review import FELT
from foxduet.words.common import percent_text
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought


POINTS_OF_A_BAR = 10
"""A bar of points is full for the best choice, and empty for one that is so many points worse."""


def bar_and_figure(one: Estimate, estimates: Sequence[Estimate]) -> tuple[float, str]:
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


# Choices this close in worth are as good, and those that so many standard errors may explain.
_CLOSE, _ERRORS = 0.015, 2.0


def best_and_others(thought: Thought) -> tuple[Any, tuple[Any, ...]] | None:
    """Return what the choice and the others were compared by; None if one of the two is missing."""
    best = [one for one in thought.compared if one.action == thought.action]
    others = tuple(one for one in thought.compared if one.action != thought.action)
    return (best[0], others) if best and others else None


def as_good_as_best(thought: Thought) -> list[Any]:
    """Return what is as good as the choice of a thought: itself, then the best of the others.

    That is what the worlds cannot tell apart from it, and what a review would call as good.
    """
    compared = best_and_others(thought)
    if compared is None:
        return []
    best, others = compared
    errors = dict(zip((one.action for one in thought.compared), thought.errors, strict=False))
    told = {one.action: one.worth for one in thought.estimates}

    def is_as_good(one: Any) -> bool:
        within = max(_CLOSE, _ERRORS * errors.get(one.action, 0.0))
        as_told = told[best.action] - told[one.action] < FELT
        return as_told or best.worth - one.worth <= within

    return [best, *sorted(filter(is_as_good, others), key=lambda one: -one.worth)]


def kind_of_several(thought: Thought) -> str:
    """Say that more than one choice is as good; nothing if there is only one."""
    as_good = as_good_as_best(thought)
    if len(as_good) < 2:
        return ""
    if len(as_good) == len(thought.estimates):
        return _("It matters little which one.")
    return _("Several are as good.")


def kind_of_card(chosen: Any, cards: Sequence[Any], among: Sequence[str]) -> str:
    """Say to which of ``cards`` the chosen one belongs; ``among`` names those of each suit."""
    if len({card.suit for card in cards}) > 1:
        return _(among[chosen.suit])
    if chosen.ability is not None:
        return _("Look at the cards with an ability.")
    if 2 * sum(card.rank < chosen.rank for card in cards) >= len(cards):
        return _("Look at your higher cards.")
    return _("Look at your lower cards.")


def hints_used(count: int) -> str:
    """Say how many hints were used in a game, for those with whom it is shared."""
    if not count:
        return _("no hints")
    return ngettext("{count} hint", "{count} hints", count).format(count=count)
