"""The sentences of reviews: the cost of a choice, its theme, and hindsight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.cards import Exchange
from foxduet.core.errors import N_
from foxduet.games.classic.reasons import ReasonKind
from foxduet.games.classic.rules.observation import observe
from foxduet.games.classic.rules.state import Discard
from foxduet.games.classic.words.names import choice_phrase
from foxduet.games.classic.words.reasons import reason_sentences
from foxduet.play.game import Names
from foxduet.words.game_words import percent
from foxduet.words.i18n import _
from foxduet.words.text import format_sentence

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.classic.ai.expert import ClassicDoubleDummy, ClassicEstimate


# Players hardly feel a smaller difference between two shares of worlds.
_NOTICEABLE = 0.15
# Two choices are close if they differ by less of a match.
_CLOSE = 0.1
_ALWAYS = 0.995
_MOSTLY = 0.5
# The learned value is not surer than this.
_CLEARLY = 0.02

_TRUMP, _TRICKS = N_("the choice of trump"), N_("how many tricks to end up with")
_WHICH_TRICKS, _TREASURES = N_("which tricks to win"), N_("the Treasures")
_MATCH = N_("the end of the match")
_THEMES = {
    ReasonKind.WON: _MATCH,
    ReasonKind.LOST: _MATCH,
    ReasonKind.TRICK: _WHICH_TRICKS,
    ReasonKind.LEAD: _WHICH_TRICKS,
    ReasonKind.HUMBLE: _TRICKS,
    ReasonKind.VICTORIOUS: _TRICKS,
    ReasonKind.DEFEATED: _TRICKS,
    ReasonKind.GREEDY: _TRICKS,
    ReasonKind.TREASURE: _TREASURES,
    ReasonKind.TREASURE_LOST: _TREASURES,
}
_WOODCUTTER = N_("the Woodcutter")
LESSONS = {
    _WHICH_TRICKS: ("tricks",),
    _TRUMP: ("tricks",),
    _TRICKS: ("counting", "bands"),
    _MATCH: ("last-round",),
    _WOODCUTTER: ("burying", "woodcutter"),
    _TREASURES: ("treasures", "treasure"),
}
"""The names of the lessons for each theme, strategy before the rules."""

PUZZLES = {
    _WHICH_TRICKS: ("trick",),
    _TRUMP: ("fox",),
    _TRICKS: ("humble", "greed", "victorious"),
    _MATCH: ("match-end",),
    _WOODCUTTER: ("woodcutter",),
    _TREASURES: ("treasures",),
}
"""The kinds of puzzles for each theme."""


def cost_sentence(review: Review, assessment: Assessment) -> str:
    """Explain the cost of a decision by its seat's knowledge."""
    names = review.game.header.players
    best: ClassicEstimate | None = assessment.best_estimate  # type: ignore[assignment]
    chosen: ClassicEstimate | None = assessment.chosen_estimate  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("{name} resigned with about {win}% to win the match.")
        return format_sentence(sentence, name=names[assessment.seat], win=percent(best.win))
    if (reason := assessment.reason) is not None:
        observation = observe(review.game.states[assessment.number - 1], assessment.seat)
        is_close = reason.contrast.gain < _NOTICEABLE and assessment.cost.worth < _CLOSE
        opening = _("It was close.") if is_close else ""
        chances = best.win, chosen.win
        return reason_sentences(observation, reason, names, opening=opening, chances=chances)
    sentence = _(
        "No single reason stands out: {best} wins about {win}% of the time, {chosen} about "
        "{other_win}%."
    )
    return sentence.format(
        best=choice_phrase(best.action, names),
        chosen=choice_phrase(chosen.action, names),
        win=percent(best.win),
        other_win=percent(chosen.win),
    )


def theme(_review: Review, assessment: Assessment) -> str:
    """Return the theme of a costly choice, to be translated; empty without a reason."""
    reason = assessment.reason
    if reason is None:
        return ""
    match assessment.best:
        case Exchange():
            return _TRUMP
        case Discard():
            return _WOODCUTTER
        case _:
            return _THEMES[reason.contrast.kind]


def hindsight_sentence(assessment: Assessment, names: Names) -> str:
    """Describe the best choice in hindsight, or say that it would not have helped."""
    every: tuple[ClassicDoubleDummy, ...] = assessment.hindsight  # type: ignore[assignment]
    chosen = next((opened for opened in every if opened.action == assessment.chosen), None)
    if chosen is None:
        return ""
    best = max(every, key=lambda opened: opened.win)
    if best.win - chosen.win < _CLEARLY:
        sentence = _("Even in hindsight, nothing was clearly better than {option}.")
        if assessment.best != assessment.chosen:
            sentence = _("In hindsight, though, nothing was clearly better than {option}.")
        return format_sentence(sentence, option=choice_phrase(assessment.chosen, names))
    sentence = _(
        "In hindsight: {option} was best in the long run: about {win}% to win the match, "
        "against {other_win}%."
    )
    if best.taken >= _MOSTLY > chosen.taken:
        sentence = _("In hindsight: {option} would probably have won the trick, and was best.")
        if best.taken >= _ALWAYS:
            sentence = _("In hindsight: {option} would have won the trick, and was best.")
    elif chosen.taken >= _MOSTLY > best.taken:
        sentence = _(
            "In hindsight: {option} would probably have left the trick to {other}, and was best."
        )
        if best.taken <= 1 - _ALWAYS:
            sentence = _(
                "In hindsight: {option} would have left the trick to {other}, and was best."
            )
    return format_sentence(
        sentence,
        option=choice_phrase(best.action, names),
        other=names[assessment.seat.other],
        win=percent(best.win),
        other_win=percent(chosen.win),
    )
