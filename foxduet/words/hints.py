"""Hints in all games: the figures of choices, and the choices that count as equal to the best."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from foxduet.ai.partner import EQUAL_COST, ActionValue, all_nearly_certain, display_values
from foxduet.core.cards import card_in_action
from foxduet.words.game_words import percent, percent_text
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.story import Sentences
from foxduet.words.text import text_width

if TYPE_CHECKING:
    from foxduet.ai.partner import Thought


_MAX_HINT_WIDTH = 74
"""Cells in the row for a sentence of a hint."""

NEGLIGIBLE_DIFFERENCE, CHANCE_PER_BAR = 0.05, 0.1
"""If chances differ by less than NEGLIGIBLE_DIFFERENCE, bars show the distance to the best, with
CHANCE_PER_BAR as a whole bar; otherwise they show the chances.
"""

POINTS_PER_BAR = 10
"""A choice this many points worse than the best one has an empty bar."""


def are_bars_enlarged(estimates: Sequence[ActionValue]) -> bool:
    """True if bars show small differences of chances instead of the chances."""
    chances = [estimate.win for estimate in estimates]
    is_close = len(chances) > 1 and max(chances) - min(chances) < NEGLIGIBLE_DIFFERENCE
    return is_close and not all_nearly_certain(estimates)


def bar_and_figure(estimate: ActionValue, estimates: Sequence[ActionValue]) -> tuple[float, str]:
    """Return the filled share of an estimate's bar (0-1), and its figure, padded to one width."""
    if are_bars_enlarged(estimates):
        best = max(other.win for other in estimates)
        return 1 - (best - estimate.win) / CHANCE_PER_BAR, percent_text(estimate.win)
    if not all_nearly_certain(estimates):
        return estimate.win, percent_text(estimate.win)
    deficit = max(other.score for other in estimates) - estimate.score
    text = points_text(estimate.score)
    return max(0.0, 1 - deficit / POINTS_PER_BAR), text.rjust(text_width(percent_text(1)))


def points_text(points: float) -> str:
    """Format a mean score."""
    return decimal(points, ".1f")


def points_phrase(points: float) -> str:
    """Format a mean score with its unit."""
    tenths = round(points, 1)
    return ngettext("{points} point", "{points} points", tenths).format(points=points_text(tenths))


def points_abbreviation(points: float) -> str:
    """Format a mean score with an abbreviated unit."""
    tenths = round(points, 1)
    return ngettext("{points} pt", "{points} pts", tenths).format(points=points_text(tenths))


# Two choices count as equal if their worth differs by at most this, or this many standard errors.
_MAX_DIFFERENCE, _MAX_ERRORS = 0.015, 2.0


def best_and_others(thought: Thought) -> tuple[Any, tuple[Any, ...]] | None:
    """Return the search's estimates of the choice and of the others; None if either is missing."""
    estimates = thought.search_estimates
    best = [estimate for estimate in estimates if estimate.action == thought.action]
    others = tuple(estimate for estimate in estimates if estimate.action != thought.action)
    return (best[0], others) if best and others else None


def equivalent_choices(thought: Thought) -> list[Any]:
    """Return the estimates of the chosen action and its equals, best first; empty if not compared.

    Actions are equal if the sampled worlds cannot tell them apart, or a review would not.
    """
    pair = best_and_others(thought)
    if pair is None:
        return []
    best, others = pair
    search_actions = [estimate.action for estimate in thought.search_estimates]
    errors = dict(zip(search_actions, thought.errors, strict=False))
    actions = [estimate.action for estimate in thought.estimates]
    values = dict(zip(actions, display_values(thought.estimates), strict=True))

    def is_equivalent(estimate: Any) -> bool:
        tolerance = max(_MAX_DIFFERENCE, _MAX_ERRORS * errors.get(estimate.action, 0.0))
        looks_equal = values[best.action] - values[estimate.action] < EQUAL_COST
        return looks_equal or bool(best.worth - estimate.worth <= tolerance)

    return [best, *sorted(filter(is_equivalent, others), key=lambda estimate: -estimate.worth)]


def haste_sentence(thought: Thought) -> str:
    """Say that a hint ran out of time, and how to search on; empty if it did not."""
    return _("Time was short: press i for a longer search.") if thought.cut_short else ""


def enlarged_bars_sentence(estimates: Sequence[ActionValue]) -> str:
    """Say that bars show small differences; empty if they show the chances."""
    return _("The bars enlarge small differences.") if are_bars_enlarged(estimates) else ""


def hint_steps(aim: str, kind: str, answer: str) -> Sentences:
    """Return the steps of a hint; only the answer if ``aim`` is empty."""
    return (*dict.fromkeys(filter(None, (aim, kind))), answer) if aim else (answer,)


def answer_sentence(
    thought: Thought,
    option_phrase: Callable[[Any], str],
    card_name: Callable[[Any], str],
    name_single: Callable[[str, ActionValue], str],
) -> str:
    """Name the best choices; ``name_single`` returns the sentence about a single best choice.

    If the names do not fit into the row, give only the figures: the bars show the choices.
    """
    estimates = thought.estimates
    best = next((estimate for estimate in estimates if estimate.action == thought.action), None)
    if best is None:
        return _("Best: {option}.").format(option=option_phrase(thought.action))
    equal_actions = [estimate.action for estimate in equivalent_choices(thought)]
    if len(equal_actions) < 2:
        return name_single(option_phrase(best.action), best)
    figures = {"win": percent(best.win), "points": points_text(best.score)}
    if len(equal_actions) == len(estimates):
        return _all_equal_template(thought, best).format(**figures)
    named_template, short_template = _equal_templates(thought, best)
    others = [estimate.action for estimate in estimates if estimate.action not in equal_actions]
    options = _list_options(equal_actions, option_phrase, card_name, _("{before} or {last}"))
    sentences = [
        named_template.format(options=options, **figures),
        _("Best: {options}.").format(options=options),
        _("All are equally good except {options}.").format(
            options=_list_options(others, option_phrase, card_name, _("{before} and {last}"))
        ),
    ]
    candidates = (sentence for sentence in sentences if text_width(sentence) <= _MAX_HINT_WIDTH)
    return next(candidates, short_template.format(**figures))


def _all_equal_template(thought: Thought, best: ActionValue) -> str:
    if thought.uses_points:
        return ngettext(
            "All are equally good: nearly sure to win, with about {points} point.",
            "All are equally good: nearly sure to win, with about {points} points.",
            round(best.score, 1),
        )
    if percent(best.win) in (0, 100):
        if best.win > 0.5:
            return _("It makes no difference now: the game is as good as won.")
        return _("It makes no difference now: the game is as good as lost.")
    return _("All are equally good: about {win}% to win.")


def _equal_templates(thought: Thought, best: ActionValue) -> tuple[str, str]:
    """Return two sentences about equally good choices: one names the options, one does not."""
    if not thought.uses_points:
        return (
            _("Best: {options}; about {win}% to win."),
            _("The best choices are equal: about {win}% to win."),
        )
    points = round(best.score, 1)
    return (
        ngettext(
            "Best: {options}; about {points} point.",
            "Best: {options}; about {points} points.",
            points,
        ),
        ngettext(
            "The best choices are equal: about {points} point.",
            "The best choices are equal: about {points} points.",
            points,
        ),
    )


def _list_options(
    actions: Sequence[Any],
    option_phrase: Callable[[Any], str],
    card_name: Callable[[Any], str],
    joint: str,
) -> str:
    """List options, with the cards of a suit together: "2 of one suit or 3 of another".

    ``joint`` joins the last item, or the last rank of each suit if one has several cards.
    """
    items = [option_phrase(action) for action in actions if card_in_action(action) is None]
    cards = [card for action in actions if (card := card_in_action(action)) is not None]
    cards.sort(key=lambda card: card.index)
    suits = [[*group] for _suit, group in groupby(cards, key=lambda card: card.suit)]
    for suit in suits:
        ranks = _join_items([str(card.rank) for card in suit], joint)
        # The name of a card contains its rank in every language.
        items.append(card_name(suit[0]).replace(str(suit[0].rank), ranks, 1))
    return _join_items(items, "" if len(cards) > len(suits) else joint)


def _join_items(items: Sequence[str], joint: str) -> str:
    """Join items with commas, and the last one by ``joint`` unless it is empty: "1, 2 or 3"."""
    if len(items) < 2 or not joint:
        return ", ".join(items)
    return joint.format(before=", ".join(items[:-1]), last=items[-1])


def card_kind_sentence(
    thought: Thought, cards: Sequence[Any], suit_sentences: Sequence[str]
) -> str:
    """Say which kind of cards the best choices are; empty if that does not narrow ``cards``."""
    equal_cards = [card_in_action(estimate.action) for estimate in equivalent_choices(thought)]
    best = [card for card in equal_cards if card is not None]
    if not best or len(best) < len(equal_cards):
        return ""
    if len({card.suit for card in cards}) > 1 == len({card.suit for card in best}):
        return _(suit_sentences[best[0].suit])
    if all(card.ability for card in best) and not all(card.ability for card in cards):
        return _("Look at the cards with an ability.")
    ranks = sorted(card.rank for card in cards)
    if min(card.rank for card in best) > ranks[(len(ranks) - 1) // 2]:
        return _("Look at your higher cards.")
    if max(card.rank for card in best) < ranks[len(ranks) // 2]:
        return _("Look at your lower cards.")
    return ""


def all_have_abilities(actions: Sequence[Any]) -> bool:
    """True if all actions play cards with an ability, so that naming abilities is no hint."""
    return all(card is not None and card.ability for card in map(card_in_action, actions))


def hints_phrase(count: int) -> str:
    """Say how many hints a shared game used."""
    if not count:
        return _("no hints")
    return ngettext("{count} hint", "{count} hints", count).format(count=count)
