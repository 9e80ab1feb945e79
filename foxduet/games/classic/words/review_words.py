"""The sentences of a review: what a costly choice lost, and what only open hands could show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.errors import N_
from foxduet.games.classic.rules.cards import Ability
from foxduet.games.classic.rules.observation import observe
from foxduet.games.classic.words.choices import choice_phrase
from foxduet.games.classic.words.reason_sentences import explanation
from foxduet.games.classic.words.reasons import Cause, ReasonKind, cause_for
from foxduet.play.game import Names
from foxduet.words.common import percent
from foxduet.words.i18n import _

if TYPE_CHECKING:
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.classic.ai.expert import ClassicEstimate, ClassicOpenHands

_FIGURES = N_(
    "Only the figures can tell: {best} promised about {share} % to win the match, {chosen} "
    "{other_share} %."
)
_ALWAYS = 0.995
_MOSTLY = 0.5
# The learned value is not surer than this.
_CLEARLY = 0.02

_TRUMP, _TRICKS = N_("which suit is trump"), N_("how many tricks to end with")
_HIGH_OR_LOW, _WHICH_TRICKS = N_("high cards and low cards"), N_("which tricks to win")
_THEMES = {
    ReasonKind.MATCH: N_("the end of the match"),
    ReasonKind.WIN_TRICK: _WHICH_TRICKS,
    ReasonKind.LEAVE_TRICK: _WHICH_TRICKS,
    ReasonKind.MORE_TRUMPS: _TRUMP,
    ReasonKind.FEWER_TRUMPS: _TRUMP,
    ReasonKind.MAKE_TRUMP: _TRUMP,
    ReasonKind.AVOID_TRUMP: _TRUMP,
    ReasonKind.TRUMP: _TRUMP,
    ReasonKind.SWAP: _TRUMP,
    ReasonKind.KEEP_DECREE: _TRUMP,
    ReasonKind.VOID: _HIGH_OR_LOW,
    ReasonKind.LOW: _HIGH_OR_LOW,
    ReasonKind.HIGH: _HIGH_OR_LOW,
    ReasonKind.KEEP_LOW: _HIGH_OR_LOW,
    ReasonKind.KEEP_HIGH: _HIGH_OR_LOW,
    ReasonKind.HUMBLE: _TRICKS,
    ReasonKind.VICTORIOUS: _TRICKS,
    ReasonKind.NOT_GREEDY: _TRICKS,
    ReasonKind.TREASURES: N_("the Treasures"),
}
_OF_ABILITIES = {
    Ability.SWAN: N_("the Swan"),
    Ability.FOX: N_("the Fox"),
    Ability.WOODCUTTER: N_("the Woodcutter"),
    Ability.TREASURE: N_("the Treasures"),
    Ability.WITCH: N_("the Witch"),
    Ability.MONARCH: N_("the Monarch"),
}
LESSONS = {
    _WHICH_TRICKS: ("tricks",),
    _TRUMP: ("tricks",),
    _HIGH_OR_LOW: ("tricks",),
    _TRICKS: ("counting", "bands"),
    _THEMES[ReasonKind.MATCH]: ("last-round",),
    _OF_ABILITIES[Ability.MONARCH]: ("monarch",),
    _OF_ABILITIES[Ability.WITCH]: ("witches", "witch"),
    _OF_ABILITIES[Ability.SWAN]: ("witches", "swan"),
    _OF_ABILITIES[Ability.FOX]: ("woodcutter",),
    _OF_ABILITIES[Ability.WOODCUTTER]: ("burying", "woodcutter"),
    _OF_ABILITIES[Ability.TREASURE]: ("treasures", "treasure"),
}
"""The lessons for what choices were about, by their names: strategy before the rules."""

PUZZLES = {
    _WHICH_TRICKS: ("trick",),
    _TRUMP: ("fox",),
    _TRICKS: ("humble", "greed", "victorious"),
    _THEMES[ReasonKind.MATCH]: ("match-end",),
    _OF_ABILITIES[Ability.MONARCH]: ("monarch",),
    _OF_ABILITIES[Ability.WITCH]: ("witch",),
    _OF_ABILITIES[Ability.SWAN]: ("swan",),
    _OF_ABILITIES[Ability.FOX]: ("fox",),
    _OF_ABILITIES[Ability.WOODCUTTER]: ("woodcutter",),
    _OF_ABILITIES[Ability.TREASURE]: ("treasures",),
}
"""The kinds of puzzles for what choices were about."""


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say why a decision cost what it did, by what its seat could know."""
    names, state = review.game.header.players, review.game.states[one.number - 1]
    estimates: tuple[ClassicEstimate, ...] = one.estimates  # type: ignore[assignment]
    best: ClassicEstimate | None = one.of_best  # type: ignore[assignment]
    chosen: ClassicEstimate | None = one.of_chosen  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    if chosen is None:
        sentence = _("{name} resigned with about {win} % left to win the match.")
        return sentence.format(name=names[one.seat], win=percent(best.win))
    seen = observe(state, one.seat)
    if one.least_cost > 0 and (said := explanation(seen, estimates, best, chosen, names)):
        return said
    return _(_FIGURES).format(
        best=choice_phrase(best.action, names),
        chosen=choice_phrase(chosen.action, names),
        share=percent(best.win),
        other_share=percent(chosen.win),
    )


def cause_of(review: Review, one: Assessment) -> Cause | None:
    """Return why the best choice was better than what was chosen, if that is more than noise."""
    best: ClassicEstimate | None = one.of_best  # type: ignore[assignment]
    chosen: ClassicEstimate | None = one.of_chosen  # type: ignore[assignment]
    if best is None or chosen is None or one.least_cost <= 0:
        return None
    estimates: tuple[ClassicEstimate, ...] = one.estimates  # type: ignore[assignment]
    seen = observe(review.game.states[one.number - 1], one.seat)
    return cause_for(seen, estimates, best, [chosen])


def teaches(review: Review, one: Assessment) -> bool:
    """Return whether a sentence names the cause of what a choice cost."""
    return cause_of(review, one) is not None


def theme(review: Review, one: Assessment) -> str:
    """Name what a costly choice was about, to be translated; empty without a cause."""
    cause = cause_of(review, one)
    if cause is None:
        return ""
    ability = cause.reason.found.ability
    return _OF_ABILITIES[ability] if ability else _THEMES[cause.kind]


def hindsight_sentence(one: Assessment, names: Names) -> str:
    """Say what open hands would have shown that nobody could know, if anything."""
    every: tuple[ClassicOpenHands, ...] = one.open_hands  # type: ignore[assignment]
    chosen = next((opened for opened in every if opened.action == one.chosen), None)
    if chosen is None:
        return ""
    best = max(every, key=lambda opened: opened.win)
    if best.win - chosen.win < _CLEARLY:
        sentence = _("With open hands, too, nothing was clearly better than {option}.")
        if one.best != one.chosen:
            sentence = _("With open hands, though, nothing was clearly better than {option}.")
        return sentence.format(option=choice_phrase(one.chosen, names))
    sentence = _(
        "With open hands: {option} was best for the tricks to come, about {win} % to win the "
        "match against {other_win} %."
    )
    if best.taken >= _MOSTLY > chosen.taken:
        sentence = _("With open hands: {option} would likely have won the trick, and was best.")
        if best.taken >= _ALWAYS:
            sentence = _("With open hands: {option} would have won the trick, and was best.")
    elif chosen.taken >= _MOSTLY > best.taken:
        sentence = _(
            "With open hands: {option} would likely have left the trick to {other}, and was best."
        )
        if best.taken <= 1 - _ALWAYS:
            sentence = _(
                "With open hands: {option} would have left the trick to {other}, and was best."
            )
    return sentence.format(
        option=choice_phrase(best.action, names),
        other=names[one.seat.other],
        win=percent(best.win),
        other_win=percent(chosen.win),
    )
