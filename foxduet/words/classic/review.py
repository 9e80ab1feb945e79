"""The sentences of a review: what a costly choice lost, and what only open hands could show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.play.game import Names
from foxduet.rules.classic.cards import Ability
from foxduet.rules.classic.state import GameState
from foxduet.rules.common import Seat
from foxduet.rules.errors import N_
from foxduet.words.classic.phrases import choice_phrase
from foxduet.words.common import percent
from foxduet.words.i18n import _
from foxduet.words.text import Sections

if TYPE_CHECKING:
    from foxduet.ai.classic.estimates import ClassicEstimate, ClassicOpenHands
    from foxduet.analysis.review import Assessment, Review

# From this difference on a player sees that a trick has gone another way.
_TAKEN = 0.25
_ALWAYS = 0.995
_MOSTLY = 0.5
# The learned value is not surer than this.
_CLEARLY = 0.02

# Why a trick was worth winning or not, by the number that it would be for its winner.
_WORTH_WINNING = {7: N_("The seventh trick is victorious.")}
_NOT_WORTH_WINNING = {
    4: N_("It would be the fourth trick: no longer humble."),
    10: N_("It would be the tenth trick: greedy scores nothing."),
}
_NOT_FOR_THE_OTHER = {7: N_("With it {other} would be victorious.")}
_FOR_THE_OTHER = {
    4: N_("For {other} it would be the fourth: no longer humble."),
    10: N_("For {other} it would be the tenth: greedy scores nothing."),
}

HELP: Sections = (
    (
        N_("The choice you are at"),
        N_(
            "The bars show the chance to win the match with each choice, half a draw included, by "
            "what the player who chose could know: over the hands that fitted all that had been "
            "seen. Its cost is how much worse it was than the best one."
        ),
        N_(
            "Hindsight is what each choice would have led to with the cards as they lay, while "
            "both players go on by what they see. Nobody could know that, so it is shown apart "
            "and costs nothing."
        ),
    ),
    (
        N_("The line below"),
        N_(
            "It is one player's chance to win over the whole match: the person's who played "
            "against the program, or else the left one's. The rounds are numbered, the costly "
            "choices of both are marked."
        ),
    ),
)


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say why a decision cost what it did, by what its seat could know."""
    names, state = review.game.header.players, review.game.states[one.number - 1]
    best: ClassicEstimate | None = one.of_best  # type: ignore[assignment]
    chosen: ClassicEstimate | None = one.of_chosen  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    name, other = names[one.seat], names[one.seat.other]
    if chosen is None:
        sentence = _("{name} resigned with about {win} % left to win the match.")
        return sentence.format(name=name, win=percent(best.win))
    sentence, share, other_share = _cost_and_shares(best, chosen)
    figures = sentence.format(
        name=name,
        other=other,
        best=choice_phrase(best.action, names),
        chosen=choice_phrase(chosen.action, names),
        share=percent(share),
        other_share=percent(other_share),
    )
    reason = ""
    if abs(best.taken - chosen.taken) >= _TAKEN:
        reason = _reason(state, one.seat, to_win=best.taken > chosen.taken).format(other=other)
    return f"{figures} {reason}".rstrip()


def _cost_and_shares(best: ClassicEstimate, chosen: ClassicEstimate) -> tuple[str, float, float]:
    """Return the sentence about a cost, to be filled in, and two shares for it."""
    if best.taken - chosen.taken >= _TAKEN:
        sentence = _(
            "This trick was worth winning: {best} wins it with {share} % of the hands {name} could "
            "not see, {chosen} with {other_share} %."
        )
        return sentence, best.taken, chosen.taken
    if chosen.taken - best.taken >= _TAKEN:
        sentence = _(
            "This trick was better left to {other}: {best} loses it with {share} % of the hands "
            "{name} could not see, {chosen} with {other_share} %."
        )
        return sentence, 1 - best.taken, 1 - chosen.taken
    sentence = _(
        "For the tricks to come {best} was better: about {share} % to win the match, against "
        "{other_share} % after {chosen}."
    )
    return sentence, best.win, chosen.win


def _reason(state: GameState, seat: Seat, *, to_win: bool) -> str:
    """Say why a trick was worth winning or not, if a band or a Treasure is the reason."""
    table = state.table
    own, other = table.tricks[seat] + 1, table.tricks[seat.other] + 1
    for number, reasons in (
        (own, _WORTH_WINNING if to_win else _NOT_WORTH_WINNING),
        (other, _NOT_FOR_THE_OTHER if to_win else _FOR_THE_OTHER),
    ):
        if number in reasons:
            return _(reasons[number])
    cards = () if table.trick is None else table.trick.cards
    if to_win and any(card.ability is Ability.TREASURE for card in cards):
        return _("A Treasure lay in it.")
    return ""


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
