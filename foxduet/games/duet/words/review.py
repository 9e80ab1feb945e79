"""The sentences of a review: what a costly choice lost, and what only open hands could show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.analysis.review import FELT
from foxduet.core.common import Play, card_of
from foxduet.core.errors import N_
from foxduet.games.duet.rules.actions import Give
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.words.choices import choice_phrase, choice_subject
from foxduet.games.duet.words.names import card_name
from foxduet.games.duet.words.reasons import (
    ALWAYS,
    Among,
    fields_of,
    reason_against,
    reason_sentence,
)
from foxduet.play.game import Names
from foxduet.words.common import percent
from foxduet.words.i18n import _, ngettext

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands

_MOSTLY = 0.5
_AMONG = {
    Among.GEM: N_("That is among choices that find a gem."),
    Among.PATH: N_("That is among choices that stay on the path."),
}


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say in one sentence why a decision cost what it did, by what its seat could know."""
    state = review.game.states[one.number - 1]
    table = state.table
    names = review.game.header.players
    compared: tuple[DuetEstimate, ...] = one.compared  # type: ignore[assignment]
    best: DuetEstimate | None = one.of_best  # type: ignore[assignment]
    chosen: DuetEstimate | None = one.of_chosen  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("You resigned with about {win} % left to win.")
        return sentence.format(win=percent(best.win))
    fields: dict[str, object] = {
        "best": choice_phrase(best.action, names),
        "Best": choice_subject(best.action, names),
        "other": choice_phrase(chosen.action, names),
        "Other": choice_subject(chosen.action, names),
    }
    by_action = {each.action: each for each in compared}
    reason = reason_against(table, compared, by_action[best.action], by_action[chosen.action])
    if reason is None:
        sentence = _figures_sentence(best, chosen, in_points=one.in_points)
        return sentence.format(**fields, **_figures(best, chosen))
    on_gift = _knows_hand(observe(state, one.seat)) and (_gives(best) or _gives(chosen))
    sentence = reason_sentence(reason.found, table, chosen, on_gift=on_gift)
    told = _(sentence).format(**fields, **_of_cards(best, chosen), **fields_of(reason.found))
    if reason.among is Among.ALL:
        return told
    return f"{told} {_(_AMONG[reason.among])}"


def _knows_hand(seen: Observation) -> bool:
    """Return whether a seat knew every card of its partner."""
    return 0 < len(seen.partner_known) == seen.partner_cards + seen.partner_offered


def _gives(one: DuetEstimate) -> bool:
    """Return whether cards are given after a choice, one of them unseen."""
    card = card_of(one.action)
    return isinstance(one.action, Give) or (
        isinstance(one.action, Play) and card.ability is Ability.GIFT
    )


def _of_cards(best: DuetEstimate, chosen: DuetEstimate) -> dict[str, object]:
    card, other = card_of(best.action), card_of(chosen.action)
    return {
        "card": "" if card is None else card_name(card),
        "other_card": "" if other is None else card_name(other),
        "paws": 0 if card is None else card.paws,
        "other_paws": 0 if other is None else other.paws,
    }


def _figures_sentence(best: DuetEstimate, chosen: DuetEstimate, *, in_points: bool) -> str:
    """Return the sentence for choices that differ in nothing that could be named."""
    win, other = percent(best.win), percent(chosen.win)
    if in_points or win == other:
        return _points_sentence(best.score - chosen.score, in_points=in_points)
    if win < other:
        return _(
            "{Best} promised more points than {other}, about {score} against {other_score}, which "
            "weighs more than its chance to win: {win} % against {other_win} %."
        )
    return _(
        "Only the figures can tell: {best} promised about {win} % to win and {score} points, "
        "{other} {other_win} % and {other_score}."
    )


def _points_sentence(points: float, *, in_points: bool) -> str:
    """Return the sentence for choices that are as sure to win, the best by so many points."""
    if points <= 0:
        return _("{Best} was a little surer to win than {other}, by less than one in a hundred.")
    if in_points:
        if round(points, 1) < 1:
            return _(
                "The win was nearly sure with either; {best} promised more than {other} by less "
                "than a point."
            )
        return ngettext(
            "The win was nearly sure with either; {best} promised about {points} point more than "
            "{other}.",
            "The win was nearly sure with either; {best} promised about {points} points more than "
            "{other}.",
            round(points),
        )
    if round(points, 1) < 1:
        return _("{Best} was as sure to win, and promised more than {other} by less than a point.")
    return ngettext(
        "{Best} was as sure to win, and promised about {points} point more than {other}.",
        "{Best} was as sure to win, and promised about {points} points more than {other}.",
        round(points),
    )


def _figures(best: DuetEstimate, chosen: DuetEstimate) -> dict[str, object]:
    return {
        "win": percent(best.win),
        "other_win": percent(chosen.win),
        "score": round(best.score),
        "other_score": round(chosen.score),
        "points": round(best.score - chosen.score),
    }


def hindsight_sentence(one: Assessment, names: Names) -> str:
    """Say what open hands would have shown that the players could not know, if anything."""
    every: tuple[DuetOpenHands, ...] = one.open_hands  # type: ignore[assignment]
    chosen = next((opened for opened in every if opened.action == one.chosen), None)
    if chosen is None:
        return ""
    others = [opened for opened in every if opened is not chosen]
    no_worse = [opened for opened in others if opened.win >= chosen.win]
    finds = [opened for opened in no_worse if opened.gem > _MOSTLY >= chosen.gem]
    if finds:
        return _gem_in_hindsight(max(finds, key=lambda opened: (opened.win, opened.gem)), names)
    keeps = [opened for opened in no_worse if opened.overrun < _MOSTLY <= chosen.overrun]
    if keeps:
        safest = max(keeps, key=lambda opened: opened.win)
        sentence = _("With open hands: {option} would likely have kept the fox on the path.")
        if safest.overrun <= 1 - ALWAYS:
            sentence = _("With open hands: {option} would have kept the fox on the path.")
        return sentence.format(option=choice_phrase(safest.action, names))
    best = max(every, key=lambda opened: opened.win)
    if percent(best.win) <= percent(chosen.win):
        return _best_in_hindsight(one, names, hardly=best.win > chosen.win)
    option, win, other = choice_phrase(best.action, names), percent(best.win), percent(chosen.win)
    return _(
        "With open hands: {option} was best for the tricks to come, with about {win} % to win, "
        "against {other} %."
    ).format(option=option, win=win, other=other)


def _best_in_hindsight(one: Assessment, names: Names, *, hardly: bool) -> str:
    """Say that nothing was better than what was chosen, or that something hardly was."""
    if one.cost.worth < FELT:
        sentence = _("With open hands, too, nothing was better than {option}.")
        if hardly:
            sentence = _("With open hands, too, nothing was clearly better than {option}.")
    else:
        sentence = _("With open hands, though, nothing was better than {option}.")
        if hardly:
            sentence = _("With open hands, though, nothing was clearly better than {option}.")
    return sentence.format(option=choice_phrase(one.chosen, names))


def _gem_in_hindsight(found: DuetOpenHands, names: Names) -> str:
    sentence = _("With open hands: {option} would likely have found the gem on space {space}.")
    if found.gem >= ALWAYS:
        sentence = _("With open hands: {option} would have found the gem on space {space}.")
    return sentence.format(option=choice_phrase(found.action, names), space=found.space)
