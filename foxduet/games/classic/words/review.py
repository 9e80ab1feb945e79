"""The sentences of a review: what a costly choice lost, and what only open hands could show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.common import Seat, card_of
from foxduet.core.errors import N_
from foxduet.games.classic.rules.cards import Ability
from foxduet.games.classic.rules.state import GameState
from foxduet.games.classic.words.choices import choice_phrase, choice_subject
from foxduet.games.classic.words.names import ability_name, card_name, suit_name
from foxduet.games.classic.words.reasons import Kind, reason_for
from foxduet.play.game import Names
from foxduet.words.common import percent
from foxduet.words.i18n import _, decimal
from foxduet.words.text import Sections

if TYPE_CHECKING:
    from foxduet.analysis.reasons import Reason
    from foxduet.analysis.review import Assessment, Review
    from foxduet.games.classic.ai.expert import ClassicEstimate, ClassicOpenHands

# Why the best choice was better; {best} and {chosen} are choices, {card}, {other_card} cards.
_REASONS = {
    Kind.WIN_TRICK: N_(
        "This trick was worth winning: {best} wins it with {share} % of the hands {name} could not "
        "see, {chosen} with {other_share} %."
    ),
    Kind.LEAVE_TRICK: N_(
        "This trick was better left to {other}: {best} loses it with {share} % of the hands {name} "
        "could not see, {chosen} with {other_share} %."
    ),
    Kind.ABILITY: N_("It was worth playing a {ability} here: the {card}, not the {other_card}."),
    Kind.KEEP_ABILITY: N_(
        "It was worth keeping the {ability}: {chosen} parts with it, {best} does not."
    ),
    Kind.TRUMP: N_(
        "It was worth playing a trump here: the {card} is one, the {other_card} is not."
    ),
    Kind.KEEP_TRUMP: N_(
        "It was worth keeping the trumps: the {other_card} is one, the {card} is not."
    ),
    Kind.LOW: N_("A low card was better here: the {card}, not the {other_card}."),
    Kind.HIGH: N_("A high card was better here: the {card}, not the {other_card}."),
    Kind.KEEP_LOW: N_(
        "It was worth keeping the low cards: {chosen} parts with one, {best} does not."
    ),
    Kind.KEEP_HIGH: N_(
        "It was worth keeping the high cards: {chosen} parts with one, {best} does not."
    ),
    Kind.MAKE_TRUMP: N_(
        "{suit} were the better trump: they are trump with {best}, not with {chosen}."
    ),
    Kind.AVOID_TRUMP: N_(
        "{suit} were the worse trump: they are trump with {chosen}, not with {best}."
    ),
    Kind.SWAP: N_("It was worth swapping the decree: any card was better than keeping it."),
    Kind.KEEP_DECREE: N_("It was worth keeping the decree: no card was nearly as good."),
    Kind.MORE_TRUMPS: N_(
        "It was worth holding more trumps: {count} after {best}, {other_count} after {chosen}."
    ),
    Kind.FEWER_TRUMPS: N_(
        "It was worth holding fewer trumps: {count} after {best}, {other_count} after {chosen}."
    ),
    Kind.POINTS: N_(
        "{Best} promised more points in this round: about {points}, against {other_points} after "
        "{chosen}."
    ),
    Kind.SUIT: N_("{name} could spare {suit}: the {card} is one of them, the {other_card} is not."),
    Kind.KEEP_SUIT: N_(
        "It was worth keeping {suit}: the {other_card} is one of them, the {card} is not."
    ),
}
_FIGURES = N_(
    "Only the figures can tell: {best} promised about {share} % to win the match, {chosen} "
    "{other_share} %."
)
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
            "against the program, or else the left one's. The rounds are numbered; of both "
            "players, ?! marks an inaccuracy, ? a mistake, ?? a blunder. Where there is no room "
            "for two marks, the worse choice has its own. g says from which cost on a choice is "
            "what."
        ),
    ),
)


def cost_sentence(review: Review, one: Assessment) -> str:
    """Say why a decision cost what it did, by what its seat could know."""
    names, state = review.game.header.players, review.game.states[one.number - 1]
    estimates: tuple[ClassicEstimate, ...] = one.estimates  # type: ignore[assignment]
    best: ClassicEstimate | None = one.of_best  # type: ignore[assignment]
    chosen: ClassicEstimate | None = one.of_chosen  # type: ignore[assignment]
    assert best is not None, "what was not estimated cost nothing"
    name, other = names[one.seat], names[one.seat.other]
    if chosen is None:
        sentence = _("{name} resigned with about {win} % left to win the match.")
        return sentence.format(name=name, win=percent(best.win))
    reason = reason_for(state.table, estimates, best, [chosen])
    kind = None if reason is None else reason.kind
    sentence = _FIGURES if kind is None else _REASONS[kind]
    told = _(sentence).format(
        name=name,
        other=other,
        best=choice_phrase(best.action, names),
        Best=choice_subject(best.action, names),
        chosen=choice_phrase(chosen.action, names),
        **_of_cards(best, chosen),
        **_figures(reason, best, chosen),
    )
    if kind not in (Kind.WIN_TRICK, Kind.LEAVE_TRICK):
        return told
    why = _reason(state, one.seat, to_win=kind is Kind.WIN_TRICK).format(other=other)
    return f"{told} {why}".rstrip()


def _of_cards(best: ClassicEstimate, chosen: ClassicEstimate) -> dict[str, object]:
    card, other = card_of(best.action), card_of(chosen.action)
    return {
        "card": "" if card is None else card_name(card),
        "other_card": "" if other is None else card_name(other),
    }


def _figures(
    reason: Reason | None, best: ClassicEstimate, chosen: ClassicEstimate
) -> dict[str, object]:
    """Return the figures that a sentence about a reason, or about none, is filled in with."""
    if reason is None:
        return {"share": percent(best.win), "other_share": percent(chosen.win)}
    found = reason.found
    good, bad = found.best, found.other
    if reason.kind is Kind.LEAVE_TRICK:
        good, bad = 1 - good, 1 - bad
    return {
        "share": percent(good) if good <= 1 else 0,
        "other_share": percent(bad) if bad <= 1 else 0,
        "count": round(good),
        "other_count": round(bad),
        "points": decimal(good, ".1f"),
        "other_points": decimal(bad, ".1f"),
        "ability": "" if found.ability is None else ability_name(found.ability),
        "suit": "" if found.suit is None else suit_name(found.suit),
    }


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
