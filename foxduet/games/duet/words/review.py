"""The sentences of reviews: the cost of a choice, its theme, and hindsight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.ai.partner import EQUAL_COST
from foxduet.core.cards import Exchange, Play
from foxduet.core.errors import N_
from foxduet.games.duet.reasons import ReasonKind, told_trick
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import Foxes, Give
from foxduet.games.duet.words.names import (
    choice_phrase,
    choice_subject,
)
from foxduet.games.duet.words.reasons import reason_sentences
from foxduet.play.game import Names
from foxduet.words.game_words import percent
from foxduet.words.i18n import _, ngettext

if TYPE_CHECKING:
    from foxduet.ai.reasons import Reason
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.duet.ai.expert import DuetDoubleDummy, DuetEstimate


# A share of orders of cards that is as good as all of them.
_ALWAYS = 0.995
# Players hardly feel a smaller difference between two shares of worlds.
_NOTICEABLE = 0.15
# Two choices are close if they differ by less of a win.
_CLOSE = 0.1


# A share of orders in which an event is more likely than not.
_MOSTLY = 0.5


def cost_sentence(review: Review, assessment: Assessment) -> str:
    """Say why a decision cost so much, from the knowledge of its seat."""
    names = review.game.header.players
    best: DuetEstimate | None = assessment.best_estimate  # type: ignore[assignment]
    chosen: DuetEstimate | None = assessment.chosen_estimate  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("Resigning gave up a chance of about {win}%.")
        return sentence.format(win=percent(best.win))
    if (reason := assessment.reason) is not None:
        seen = observe(review.game.states[assessment.number - 1], assessment.seat)
        is_close = reason.contrast.gain < _NOTICEABLE and assessment.cost.worth < _CLOSE
        opening = _("It was close.") if is_close else ""
        return reason_sentences(seen, reason, names, opening=opening)
    return _figures_sentence(best, chosen, assessment).format(
        best=choice_phrase(best.action, names),
        Best=choice_subject(best.action, names),
        chosen=choice_phrase(chosen.action, names),
        **_figures(best, chosen),
    )


_ENDS, _GEMS = N_("the ends of the path"), N_("gems within reach")
_TOKENS = N_("when to spend tokens")
_TRUMPS, _CARDS = N_("choosing the trump"), N_("which card to give")
_THEMES = {
    **dict.fromkeys(
        (
            *(ReasonKind.OVERRUN, ReasonKind.OVERRUN_LATER, ReasonKind.OVERRUNS_LATER),
            *(ReasonKind.LOST, ReasonKind.LOST_LATER),
        ),
        _ENDS,
    ),
    **dict.fromkeys(
        (
            *(ReasonKind.GEM, ReasonKind.GEM_SOON, ReasonKind.GEM_LATER, ReasonKind.GEMS_LATER),
            *(ReasonKind.WON, ReasonKind.WON_LATER),
        ),
        _GEMS,
    ),
    ReasonKind.TOKEN: _TOKENS,
}
_OF_ABILITIES = {
    Ability.MUSICIAN: N_("the Musician"),
    Ability.FOXES: N_("the Foxes"),
    Ability.GAZELLE: N_("the Gazelle"),
    Ability.GIFT: N_("the Gift"),
    Ability.ROYAL_HEIR: N_("the Royal Heir"),
}
LESSONS = {
    _ENDS: ("middle", "ends"),
    _TOKENS: ("tokens", "ends"),
    _GEMS: ("path",),
    _TRUMPS: ("trumps", "trump"),
    _CARDS: ("giving", "gift"),
    _OF_ABILITIES[Ability.MUSICIAN]: ("musician",),
    _OF_ABILITIES[Ability.GAZELLE]: ("musician",),
    _OF_ABILITIES[Ability.FOXES]: ("trumps", "foxes"),
    _OF_ABILITIES[Ability.GIFT]: ("giving", "gift"),
    _OF_ABILITIES[Ability.ROYAL_HEIR]: ("gift",),
}
"""The names of the lessons for each theme: strategy before the rules."""

PUZZLES = {
    _ENDS: ("ends",),
    _TOKENS: ("token",),
    _GEMS: ("gem",),
    _TRUMPS: ("trump",),
    _CARDS: ("give",),
    _OF_ABILITIES[Ability.MUSICIAN]: ("move",),
    _OF_ABILITIES[Ability.GAZELLE]: ("move",),
    _OF_ABILITIES[Ability.FOXES]: ("trump",),
    _OF_ABILITIES[Ability.GIFT]: ("give",),
}
"""The kinds of puzzles for each theme; some themes are hardly ever a puzzle."""


def theme(_review: Review, assessment: Assessment) -> str:
    """Name the theme of a costly choice, to be translated; empty without a reason."""
    reason = assessment.reason
    if reason is None:
        return ""
    match assessment.best:
        case Give():
            return _CARDS
        case Exchange():
            return _TRUMPS
        case Foxes():
            return _OF_ABILITIES[Ability.FOXES]
        case Play(_, card) if card.ability is not None and _is_later(reason):
            return _OF_ABILITIES[card.ability]
        case _:
            return _THEMES[reason.contrast.kind]


def _is_later(reason: Reason) -> bool:
    """True if a later trick decides, so that the ability of the card played now may matter."""
    return told_trick(reason.contrast, reason.lines) not in [
        line.tricks[0] for line in reason.lines
    ]


def _figures_sentence(best: DuetEstimate, chosen: DuetEstimate, assessment: Assessment) -> str:
    win, other = percent(best.win), percent(chosen.win)
    if assessment.uses_points or win == other:
        return _points_sentence(best.score - chosen.score, in_points=assessment.uses_points)
    if win < other:
        return _(
            "{Best} scores more points on average than {chosen}: about {score} against "
            "{other_score}. That outweighs its lower chance of winning: {win}% against "
            "{other_win}%."
        )
    return _(
        "No single reason stands out: {best} wins about {win}% of the time, {chosen} about "
        "{other_win}%."
    )


def _points_sentence(points: float, *, in_points: bool) -> str:
    if points <= 0:
        return _("{Best} was only slightly better than {chosen}: it wins less than 1% more often.")
    if in_points:
        if round(points, 1) < 1:
            return _(
                "Both were nearly sure to win; {best} was worth slightly more than {chosen}: "
                "less than a point."
            )
        return ngettext(
            "Both were nearly sure to win; {best} was worth about {points} point more than "
            "{chosen}.",
            "Both were nearly sure to win; {best} was worth about {points} points more than "
            "{chosen}.",
            round(points),
        )
    if round(points, 1) < 1:
        return _(
            "{Best} was just as sure to win, and worth slightly more than {chosen}: less "
            "than a point."
        )
    return ngettext(
        "{Best} was just as sure to win, and worth about {points} point more than {chosen}.",
        "{Best} was just as sure to win, and worth about {points} points more than {chosen}.",
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


def hindsight_sentence(assessment: Assessment, names: Names) -> str:
    """Compare a choice with better ones by the real hands; may be empty."""
    every: tuple[DuetDoubleDummy, ...] = assessment.hindsight  # type: ignore[assignment]
    chosen = next((opened for opened in every if opened.action == assessment.chosen), None)
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
        sentence = _("In hindsight: {option} would probably have kept the fox on the path.")
        if safest.overrun <= 1 - _ALWAYS:
            sentence = _("In hindsight: {option} would have kept the fox on the path.")
        return sentence.format(option=choice_phrase(safest.action, names))
    best = max(every, key=lambda opened: opened.win)
    if percent(best.win) <= percent(chosen.win):
        return _best_in_hindsight(assessment, names, hardly=best.win > chosen.win)
    option, win = choice_phrase(best.action, names), percent(best.win)
    return _(
        "In hindsight: {option} was best in the long run: about {win}% to win, against "
        "{other_win}%."
    ).format(option=option, win=win, other_win=percent(chosen.win))


def _best_in_hindsight(assessment: Assessment, names: Names, *, hardly: bool) -> str:
    if assessment.cost.worth < EQUAL_COST:
        sentence = _("Even in hindsight, nothing was better than {option}.")
        if hardly:
            sentence = _("Even in hindsight, nothing was clearly better than {option}.")
    else:
        sentence = _("In hindsight, though, nothing was better than {option}.")
        if hardly:
            sentence = _("In hindsight, though, nothing was clearly better than {option}.")
    return sentence.format(option=choice_phrase(assessment.chosen, names))


def _gem_in_hindsight(found: DuetDoubleDummy, names: Names) -> str:
    sentence = _("In hindsight: {option} would probably have found the gem on space {space}.")
    if found.gem >= _ALWAYS:
        sentence = _("In hindsight: {option} would have found the gem on space {space}.")
    return sentence.format(option=choice_phrase(found.action, names), space=found.space)
