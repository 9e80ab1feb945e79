"""The sentences of a review: what a costly choice lost, and what only open hands could show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.analysis.review import FELT
from foxduet.core.errors import N_
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.words.choices import choice_phrase, choice_subject
from foxduet.games.duet.words.names import CARDS
from foxduet.games.duet.words.properties import ReasonKind
from foxduet.games.duet.words.reason_sentences import reason_sentence
from foxduet.games.duet.words.reasons import NO_CAUSE, reason_against
from foxduet.play.game import Names
from foxduet.words.common import percent
from foxduet.words.i18n import _, ngettext

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
    from foxduet.games.duet.words.reasons import DuetReason

# A share of orders of cards that is as good as all of them.
_ALWAYS, _MOSTLY = 0.995, 0.5


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say in one sentence why a decision cost what it did, by what its seat could know."""
    names = review.game.header.players
    best: DuetEstimate | None = one.of_best  # type: ignore[assignment]
    chosen: DuetEstimate | None = one.of_chosen  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("You resigned with about {win} % left to win.")
        return sentence.format(win=percent(best.win))
    reason = reason_of(review, one)
    if reason is None:
        sentence = _figures_sentence(best, chosen, in_points=one.in_points)
        return sentence.format(
            best=choice_phrase(best.action, names),
            Best=choice_subject(best.action, names),
            other=choice_phrase(chosen.action, names),
            **_figures(best, chosen),
        )
    seen = observe(review.game.states[one.number - 1], one.seat)
    return reason_sentence(seen, reason, best, chosen, names)


def reason_of(review: Review, one: Assessment) -> DuetReason | None:
    """Return why the best choice was better than what was chosen; None if only figures can tell.

    What may be noise has no cause.
    """
    compared = {each.action: each for each in one.compared}
    best: DuetEstimate | None = compared.get(one.best)  # type: ignore[assignment]
    chosen: DuetEstimate | None = compared.get(one.chosen)  # type: ignore[assignment]
    if best is None or chosen is None or one.least_cost <= 0:
        return None
    table = review.game.states[one.number - 1].table
    every: tuple[DuetEstimate, ...] = one.compared  # type: ignore[assignment]
    return reason_against(table, every, best, chosen)


def teaches(review: Review, one: Assessment) -> bool:
    """Return whether a sentence names the cause of what a choice cost."""
    reason = reason_of(review, one)
    return reason is not None and reason.kind not in NO_CAUSE


_ENDS, _GEMS = N_("the ends of the path"), N_("gems within reach")
_TOKENS, _PAWS = N_("forest tokens"), N_("how many paws to play")
_WIN, _LEAVE = N_("which tricks to win"), N_("which tricks to leave")
_TRUMPS, _ABILITIES = N_("the choice of trumps"), N_("when to use abilities")
_CARDS = N_("which card to part with")
_THEMES = {
    **dict.fromkeys(
        (
            ReasonKind.OVERRUN,
            ReasonKind.EDGE,
            ReasonKind.TO_END,
            ReasonKind.OUTER,
            ReasonKind.LATER,
        ),
        _ENDS,
    ),
    **dict.fromkeys((ReasonKind.GEM, ReasonKind.REACH, ReasonKind.NEAR, ReasonKind.FOUND), _GEMS),
    ReasonKind.TOKEN: _TOKENS,
    ReasonKind.END_PILE: _TOKENS,
    ReasonKind.WIN_TRICK: _WIN,
    ReasonKind.LEAVE_TRICK: _LEAVE,
    ReasonKind.FEW_PAWS: _PAWS,
    ReasonKind.MANY_PAWS: _PAWS,
    ReasonKind.PLAIN: _ABILITIES,
    **dict.fromkeys(
        (ReasonKind.TRUMP, ReasonKind.KEEP_TRUMP, ReasonKind.MAKE_TRUMP, ReasonKind.AVOID_TRUMP),
        _TRUMPS,
    ),
    **dict.fromkeys(
        (ReasonKind.MORE_TRUMPS, ReasonKind.FEWER_TRUMPS, ReasonKind.PARTNER_TRUMPS), _TRUMPS
    ),
    **dict.fromkeys((ReasonKind.SWAP, ReasonKind.KEEP_DECREE), _TRUMPS),
}
LESSONS = {
    _ENDS: ("middle", "ends"),
    _TOKENS: ("tokens", "ends"),
    _GEMS: ("path",),
    _PAWS: ("brakes", "path"),
    _WIN: ("following",),
    _LEAVE: ("following",),
    _TRUMPS: ("trumps", "trump"),
    _CARDS: ("giving", "gift"),
    CARDS.abilities[Ability.MUSICIAN].name: ("musician",),
    CARDS.abilities[Ability.GAZELLE].name: ("musician",),
    CARDS.abilities[Ability.FOXES].name: ("trumps", "foxes"),
    CARDS.abilities[Ability.GIFT].name: ("giving", "gift"),
    CARDS.abilities[Ability.ROYAL_HEIR].name: ("gift",),
}
"""The lessons for what choices were about, by their names: strategy before the rules.

None is about when to use abilities.
"""

PUZZLES = {
    _ENDS: ("ends",),
    _TOKENS: ("token",),
    _GEMS: ("gem",),
    _WIN: ("lead",),
    _LEAVE: ("lead",),
    _TRUMPS: ("trump",),
    _CARDS: ("card", "give"),
    CARDS.abilities[Ability.MUSICIAN].name: ("move",),
    CARDS.abilities[Ability.GAZELLE].name: ("move",),
    CARDS.abilities[Ability.FOXES].name: ("trump",),
    CARDS.abilities[Ability.GIFT].name: ("give",),
}
"""The kinds of puzzles for what choices were about; some things are hardly ever a puzzle."""


def theme(review: Review, one: Assessment) -> str:
    """Name what a costly choice was about, to be translated; empty without a cause."""
    reason = reason_of(review, one)
    if reason is None or reason.kind in NO_CAUSE:
        return ""
    if reason.found.ability:
        return CARDS.abilities[reason.found.ability].name
    return _THEMES.get(reason.kind, _CARDS)


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
        "Only the figures can tell: {best} promised about {win} % to win, {other} {other_win} %."
    )


def _points_sentence(points: float, *, in_points: bool) -> str:
    """Return the sentence for choices as sure to win, of which the best has more ``points``."""
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
        if safest.overrun <= 1 - _ALWAYS:
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
    if found.gem >= _ALWAYS:
        sentence = _("With open hands: {option} would have found the gem on space {space}.")
    return sentence.format(option=choice_phrase(found.action, names), space=found.space)
