"""The sentences of a review: what a costly choice lost, and what only open hands could show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.play.game import Names
from foxduet.rules.common import Play, Trick
from foxduet.rules.duet.cards import Card
from foxduet.rules.duet.state import GameState
from foxduet.words.common import percent
from foxduet.words.duet.choices import choice_phrase, choice_subject
from foxduet.words.i18n import _, ngettext

if TYPE_CHECKING:
    from foxduet.ai.duet.expert import DuetEstimate, DuetOpenHands
    from foxduet.analysis.review import Assessment, Review

# Differences from which on a player sees that a trick has gone another way.
_OVERRUN, _GEM, _TAKEN = 0.15, 0.2, 0.25
_AS_SURE = 0.02
_ALWAYS = 0.995
_MOSTLY = 0.5
_FELT = 0.01


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say in one sentence why a decision cost what it did, by what its seat could know."""
    state: GameState = review.game.states[one.number - 1]
    names = review.game.header.players
    best: DuetEstimate | None = one.of_best  # type: ignore[assignment]
    chosen: DuetEstimate | None = one.of_chosen  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("You resigned with about {win} % left to win.")
        return sentence.format(win=percent(best.win))
    sentence, share, other_share = _cost_and_shares(best, chosen, state.table.trick)
    return sentence.format(
        choice=choice_subject(chosen.action, names),
        best=choice_phrase(best.action, names),
        Best=choice_subject(best.action, names),
        other=choice_phrase(chosen.action, names),
        share=percent(share),
        other_share=percent(other_share),
        points=_points_lost(best, chosen),
    )


def _cost_and_shares(
    best: DuetEstimate, chosen: DuetEstimate, trick: Trick[Card] | None
) -> tuple[str, float, float]:
    """Return the sentence about a cost, to be filled in, and two shares for it."""
    if chosen.overrun - best.overrun >= _OVERRUN:
        # Whether all that beat the card send the fox off the path, and nothing else does.
        by_beating = abs(chosen.overrun - (1 - chosen.taken)) < _AS_SURE
        sentence = _(
            "{choice} could overrun the path: it does with {share} % of the hands you could not "
            "see, and with {other_share} % after {best}."
        )
        if chosen.overrun >= _ALWAYS:
            sentence = _("{choice} was sure to overrun the path; {best} was not.")
        elif by_beating and trick and trick.lead is None and isinstance(chosen.action, Play):
            sentence = _(
                "{choice} could overrun the path: {share} % of the hands you could not see beat it."
            )
        return sentence, chosen.overrun, best.overrun
    if best.gem - chosen.gem >= _GEM:
        sentence = _(
            "{Best} would find a gem with {share} % of the hands you could not see, {other} with "
            "{other_share} %."
        )
        if best.gem >= _ALWAYS:
            sentence = _("{Best} was sure to find a gem; {other} was not.")
        return sentence, best.gem, chosen.gem
    if best.taken - chosen.taken >= _TAKEN:
        sentence = _(
            "This trick was worth winning: {best} wins it with {share} % of the hands you could "
            "not see, {other} with {other_share} %."
        )
        return sentence, best.taken, chosen.taken
    if chosen.taken - best.taken >= _TAKEN:
        sentence = _(
            "This trick was better left to your partner: {best} loses it with {share} % of the "
            "hands you could not see, {other} with {other_share} %."
        )
        return sentence, 1 - best.taken, 1 - chosen.taken
    sentence = _(
        "For the tricks to come {best} was better: about {share} % to win, against {other_share} % "
        "after {other}."
    )
    if best.win - chosen.win < _AS_SURE:
        sentence = ngettext(
            "{Best} was as sure to win, and promised about {points} point more than {other}.",
            "{Best} was as sure to win, and promised about {points} points more than {other}.",
            _points_lost(best, chosen),
        )
    elif trick is None:
        sentence = _(
            "{Best} left more room for the round to come: about {share} % to win, against "
            "{other_share} % after {other}."
        )
    return sentence, best.win, chosen.win


def _points_lost(best: DuetEstimate, chosen: DuetEstimate) -> int:
    return max(1, round(best.score - chosen.score))


def hindsight_sentence(one: Assessment, names: Names) -> str:
    """Say what open hands would have shown that the players could not know, if anything."""
    every: tuple[DuetOpenHands, ...] = one.open_hands  # type: ignore[assignment]
    chosen = next((opened for opened in every if opened.action == one.chosen), None)
    if chosen is None:
        return ""
    others = [opened for opened in every if opened is not chosen]
    finds = [opened for opened in others if opened.gem >= _MOSTLY > chosen.gem]
    if finds:
        return _gem_in_hindsight(max(finds, key=lambda opened: (opened.win, opened.gem)), names)
    keeps = [opened for opened in others if opened.overrun < _MOSTLY <= chosen.overrun]
    if keeps:
        option = choice_phrase(max(keeps, key=lambda opened: opened.win).action, names)
        sentence = _("With open hands: {option} would have kept the fox on the path.")
        return sentence.format(option=option)
    best = max(every, key=lambda opened: opened.win)
    if percent(best.win) <= percent(chosen.win):
        sentence = _("With open hands, though, nothing was better than {option}.")
        if one.cost.worth < _FELT:
            sentence = _("With open hands, too, nothing was better than {option}.")
        return sentence.format(option=choice_phrase(one.chosen, names))
    option, win, other = choice_phrase(best.action, names), percent(best.win), percent(chosen.win)
    return _(
        "With open hands: {option} was best for the tricks to come, with about {win} % to win, "
        "against {other} %."
    ).format(option=option, win=win, other=other)


def _gem_in_hindsight(found: DuetOpenHands, names: Names) -> str:
    sentence = _("With open hands: {option} would likely have found the gem on space {space}.")
    if found.gem >= _ALWAYS:
        sentence = _("With open hands: {option} would have found the gem on space {space}.")
    return sentence.format(option=choice_phrase(found.action, names), space=found.space)
