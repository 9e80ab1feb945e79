"""What the hints of all games share: the figures of choices, and which are as good as the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import ActionValue, all_nearly_certain, display_values
from foxduet.analysis.review import NEGLIGIBLE_COST
from foxduet.core.cards import card_in_action
from foxduet.words.game_words import percent, percent_text
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.story import Sentences
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought


_MAX_WIDTH = 74
"""A sentence of a hint has no more cells, so that it fits into its row."""

NEGLIGIBLE_DIFFERENCE, CHANCE_PER_CELL = 0.05, 0.1
"""Bars of chances that are closer are full for the best, so that they differ, and empty so far
below it; others are as long as the chance."""

POINTS_PER_CELL = 10
"""By how many points a choice is worse whose bar is empty; that of the best one is full."""


def bar_and_figure(one: ActionValue, estimates: Sequence[ActionValue]) -> tuple[float, str]:
    """Return how far the bar of one of some choices is filled (0-1), and its figure.

    All figures take the same number of cells.
    """
    if not all_nearly_certain(estimates):
        most, least = (best(each.win for each in estimates) for best in (max, min))
        filled = (
            1 - (most - one.win) / CHANCE_PER_CELL
            if most - least < NEGLIGIBLE_DIFFERENCE
            else one.win
        )
        return filled, percent_text(one.win)
    behind = max(each.score for each in estimates) - one.score
    text = points_text(one.score)
    return max(0.0, 1 - behind / POINTS_PER_CELL), text.rjust(text_width(percent_text(1)))


def points_text(points: float) -> str:
    """Return a mean score as it is shown to players."""
    return decimal(points, ".1f")


def points_phrase(points: float) -> str:
    """Return a mean score with its unit."""
    tenths = round(points, 1)
    return ngettext("{points} point", "{points} points", tenths).format(points=points_text(tenths))


def points_abbreviation(points: float) -> str:
    """Return the same where the room is narrow."""
    tenths = round(points, 1)
    return ngettext("{points} pt", "{points} pts", tenths).format(points=points_text(tenths))


# Choices this close in worth are as good, and those whose difference this many standard errors
# may explain.
_CLOSE, _ERRORS = 0.015, 2.0


def best_and_others(thought: Thought) -> tuple[Any, tuple[Any, ...]] | None:
    """Return what the choice and the others were compared by; None if one of the two is missing."""
    best = [one for one in thought.search_estimates if one.action == thought.action]
    others = tuple(one for one in thought.search_estimates if one.action != thought.action)
    return (best[0], others) if best and others else None


def equivalent_choices(thought: Thought) -> list[Any]:
    """Return what is as good as the choice of a thought: itself, then the best of the others.

    That is what the worlds cannot tell apart from it, and what a review would call as good.
    """
    compared = best_and_others(thought)
    if compared is None:
        return []
    best, others = compared
    errors = dict(
        zip((one.action for one in thought.search_estimates), thought.errors, strict=False)
    )
    actions, worths = [one.action for one in thought.estimates], display_values(thought.estimates)
    shown = dict(zip(actions, worths, strict=True))

    def is_as_good(one: Any) -> bool:
        within = max(_CLOSE, _ERRORS * errors.get(one.action, 0.0))
        as_shown = shown[best.action] - shown[one.action] < NEGLIGIBLE_COST
        return as_shown or bool(best.worth - one.worth <= within)

    return [best, *sorted(filter(is_as_good, others), key=lambda one: -one.worth)]


def hint_steps(aim: str, kind: str, answer: str) -> Sentences:
    """Return the steps of a hint; without an aim it goes straight to which choice is best."""
    return (*dict.fromkeys(filter(None, (aim, kind))), answer) if aim else (answer,)


def answer_sentence(
    thought: Thought,
    option_phrase: Callable[[Any], str],
    card_name: Callable[[Any], str],
    on_one: Callable[[str, ActionValue], str],
) -> str:
    """Say which choices are best: all that are as good, or what ``on_one`` says of the only one.

    Figures are those of the bars. Where names do not fit into the row, the bars show the choices.
    """
    best = next((one for one in thought.estimates if one.action == thought.action), None)
    if best is None:
        return _("Best: {option}.").format(option=option_phrase(thought.action))
    as_good = [one.action for one in equivalent_choices(thought)]
    if len(as_good) < 2:
        return on_one(option_phrase(best.action), best)
    figures = {"win": percent(best.win), "points": points_text(best.score)}
    if len(as_good) == len(thought.estimates):
        return _as_good(thought, best).format(**figures)
    others = [one.action for one in thought.estimates if one.action not in as_good]
    options = _listed(as_good, option_phrase, card_name, _("{before} or {last}"))
    sentences = [
        _of_several(thought, best).format(options=options, **figures),
        _("Best: {options}.").format(options=options),
        _("All are equally good except {options}.").format(
            options=_listed(others, option_phrase, card_name, _("{before} and {last}"))
        ),
    ]
    fitting = (one for one in sentences if text_width(one) <= _MAX_WIDTH)
    return next(fitting, _of_each(thought, best).format(**figures))


def _as_good(thought: Thought, best: ActionValue) -> str:
    if thought.uses_points:
        return ngettext(
            "All are equally good: nearly sure to win, with about {points} point.",
            "All are equally good: nearly sure to win, with about {points} points.",
            round(best.score, 1),
        )
    if percent(best.win) in (0, 100):
        lost = _("It makes no difference now: the game is as good as lost.")
        return (
            _("It makes no difference now: the game is as good as won.") if best.win > 0.5 else lost
        )
    return _("All are equally good: about {win}% to win.")


def _of_several(thought: Thought, best: ActionValue) -> str:
    if not thought.uses_points:
        return _("Best: {options}; about {win}% to win.")
    return ngettext(
        "Best: {options}; about {points} point.",
        "Best: {options}; about {points} points.",
        round(best.score, 1),
    )


def _of_each(thought: Thought, best: ActionValue) -> str:
    if not thought.uses_points:
        return _("The best choices are equal: about {win}% to win.")
    return ngettext(
        "The best choices are equal: about {points} point.",
        "The best choices are equal: about {points} points.",
        round(best.score, 1),
    )


def _listed(
    actions: Sequence[Any],
    option_phrase: Callable[[Any], str],
    card_name: Callable[[Any], str],
    last: str,
) -> str:
    """Name options in a row, the cards of a suit together, the ``last`` one joined by words.

    Such as "2 of one suit or 3 of another", or "2, 4 or 5 of one suit, 3 of another".
    """
    listed = [option_phrase(one) for one in actions if card_in_action(one) is None]
    cards = sorted(
        (card for one in actions if (card := card_in_action(one)) is not None),
        key=lambda card: card.index,
    )
    suits = [[*of_suit] for _suit, of_suit in groupby(cards, key=lambda card: card.suit)]
    for of_suit in suits:
        first = of_suit[0]
        ranks = _joined([str(card.rank) for card in of_suit], last)
        # A card's name has its rank in it, in every language.
        listed.append(card_name(first).replace(str(first.rank), ranks, 1))
    return _joined(listed, "" if len(cards) > len(suits) else last)


def _joined(items: Sequence[str], joint: str) -> str:
    """Join items, the last by its own words if there are any: "1, 2 or 3"."""
    if len(items) < 2 or not joint:
        return ", ".join(items)
    return joint.format(before=", ".join(items[:-1]), last=items[-1])


def kind_of_cards(thought: Thought, cards: Sequence[Any], among: Sequence[str]) -> str:
    """Say to which of ``cards`` all belong that are best; nothing if that is said of every card.

    ``among`` names those of each suit.
    """
    best = [
        card
        for one in equivalent_choices(thought)
        if (card := card_in_action(one.action)) is not None
    ]
    if not best or len(best) < len(equivalent_choices(thought)):
        return ""
    if len({card.suit for card in cards}) > 1 == len({card.suit for card in best}):
        return _(among[best[0].suit])
    if all(one.ability for one in best) and not all(one.ability for one in cards):
        return _("Look at the cards with an ability.")
    ranks = sorted(card.rank for card in cards)
    if min(card.rank for card in best) > ranks[(len(ranks) - 1) // 2]:
        return _("Look at your higher cards.")
    if max(card.rank for card in best) < ranks[len(ranks) // 2]:
        return _("Look at your lower cards.")
    return ""


def all_have_abilities(actions: Sequence[Any]) -> bool:
    """Return whether all actions are of cards with an ability: then these are no hint."""
    return all(card is not None and card.ability for card in map(card_in_action, actions))


def hints_used(count: int) -> str:
    """Say how many hints were used in a game, for those with whom it is shared."""
    if not count:
        return _("no hints")
    return ngettext("{count} hint", "{count} hints", count).format(count=count)
