"""The sentences of a review: what a costly choice lost, and what only open hands could show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.play.game import Names
from foxduet.rules.common import Play, card_of
from foxduet.rules.duet.actions import Give
from foxduet.rules.duet.cards import Ability
from foxduet.rules.duet.observation import Observation, observe
from foxduet.rules.duet.state import Table
from foxduet.rules.errors import N_
from foxduet.words.common import percent
from foxduet.words.duet.choices import choice_phrase, choice_subject
from foxduet.words.duet.names import ability_name, card_name, suit_name
from foxduet.words.duet.properties import Kind, Property
from foxduet.words.duet.reasons import Among, reason_against
from foxduet.words.i18n import _, decimal, ngettext

if TYPE_CHECKING:
    from foxduet.ai.duet.expert import DuetEstimate, DuetOpenHands
    from foxduet.analysis.review import Assessment, Review

_ALWAYS = 0.995
_MOSTLY = 0.5
_FELT = 0.01
_AS_SURE = 0.02

# Why the best choice was better; {best} and {other} are choices, {card} and {other_card} cards.
_REASONS = {
    Kind.OVERRUN: N_(
        "{Other} could overrun the path: it does with {other_share} % of the hands you could not "
        "see, and with {share} % after {best}."
    ),
    Kind.GEM: N_(
        "{Best} would find a gem with {share} % of the hands you could not see, {other} with "
        "{other_share} %."
    ),
    Kind.TOKEN: N_(
        "It was worth a forest token: {best} takes the fox off the path and back to the start with "
        "{share} % of the unseen hands, {other} with {other_share} %."
    ),
    Kind.WIN_TRICK: N_(
        "This trick was worth winning: {best} wins it with {share} % of the hands you could not "
        "see, {other} with {other_share} %."
    ),
    Kind.LEAVE_TRICK: N_(
        "This trick was better left to your partner: {best} loses it with {share} % of the hands "
        "you could not see, {other} with {other_share} %."
    ),
    Kind.EDGE: N_(
        "The fox was better kept from the ends of the path: it gets within a step of one with "
        "{share} % of the unseen hands after {best}, with {other_share} % after {other}."
    ),
    Kind.REACH: N_(
        "The fox was better kept near gems: one lies within two steps with {share} % of the "
        "unseen hands after {best}, with {other_share} % after {other}."
    ),
    Kind.SWAP: N_(
        "It was worth swapping the decree: any card of yours was better than keeping it."
    ),
    Kind.KEEP_DECREE: N_("It was worth keeping the decree: no card of yours was nearly as good."),
    Kind.MORE_TRUMPS: N_(
        "It was worth holding more trumps: {count} after {best}, {other_count} after {other}."
    ),
    Kind.FEWER_TRUMPS: N_(
        "It was worth holding fewer trumps: {count} after {best}, {other_count} after {other}."
    ),
    Kind.NEARER: N_(
        "The fox was better kept near gems; spaces to the nearest: {count} after {best}, "
        "{other_count} after {other}."
    ),
    Kind.MIDDLE: N_(
        "The fox was better kept from the ends of the path; spaces to the nearer one: "
        "{count} after {best}, {other_count} after {other}."
    ),
    Kind.LATER: N_(
        "{Best} was safer for the tricks to come: in {share} % of the ways in which the round "
        "could go on the path is overrun, in {other_share} % after {other}."
    ),
    Kind.FOUND: N_(
        "{Best} left more for the tricks to come: about {gems} further gems in the round, against "
        "{other_gems} after {other}."
    ),
    Kind.ABILITY: N_(
        "It was worth playing your {ability} here: the {card} has it, the {other_card} does not."
    ),
    Kind.KEEP_ABILITY: N_(
        "It was worth keeping your {ability}: {other} parts with it, {best} does not."
    ),
    Kind.TRUMP: N_(
        "It was worth playing a trump here: the {card} is one, the {other_card} is not."
    ),
    Kind.KEEP_TRUMP: N_(
        "It was worth keeping your trumps: the {other_card} is one, the {card} is not."
    ),
    Kind.PLAIN: N_(
        "It was worth keeping your abilities: the {other_card} has one, the {card} does not."
    ),
    Kind.LOW: N_("A low card was better here: the {card}, not the {other_card}."),
    Kind.HIGH: N_("A high card was better here: the {card}, not the {other_card}."),
    Kind.KEEP_LOW: N_(
        "It was worth keeping your low cards: {other} parts with one, {best} does not."
    ),
    Kind.KEEP_HIGH: N_(
        "It was worth keeping your high cards: {other} parts with one, {best} does not."
    ),
    Kind.FEW_PAWS: N_(
        "Fewer paws were better here: the {card} has {paws}, the {other_card} has {other_paws}."
    ),
    Kind.MANY_PAWS: N_(
        "More paws were better here: the {card} has {paws}, the {other_card} has {other_paws}."
    ),
    Kind.MAKE_TRUMP: N_(
        "{suit} were the better trump: {best} makes them so or leaves them so, {other} does not."
    ),
    Kind.AVOID_TRUMP: N_(
        "{suit} were the worse trump: {other} makes them so or leaves them so, {best} does not."
    ),
    Kind.SUIT: N_("{suit} could be spared: the {card} is one of them, the {other_card} is not."),
    Kind.KEEP_SUIT: N_(
        "{suit} were worth keeping: the {other_card} is one of them, the {card} is not."
    ),
}
# In the place of these where a card is given.
_GIVEN = {
    Kind.ABILITY: N_(
        "It was worth giving your {ability}: the {card} has it, the {other_card} does not."
    ),
    Kind.TRUMP: N_("It was worth giving a trump: the {card} is one, the {other_card} is not."),
    Kind.LOW: N_("It was worth giving a low card: the {card}, not the {other_card}."),
    Kind.HIGH: N_("It was worth giving a high card: the {card}, not the {other_card}."),
    Kind.FEW_PAWS: N_(
        "It was worth giving fewer paws: the {card} has {paws}, the {other_card} has {other_paws}."
    ),
    Kind.MANY_PAWS: N_(
        "It was worth giving more paws: the {card} has {paws}, the {other_card} has {other_paws}."
    ),
}
# In the place of these where the best choice is sure of it, and the other one of the contrary.
_SURE = {
    Kind.GEM: N_("{Best} was sure to find a gem; {other} was not."),
    Kind.TOKEN: N_(
        "It was worth a forest token: {best} takes the fox off the path and back to the start, "
        "{other} does not."
    ),
    Kind.WIN_TRICK: N_("This trick was worth winning: {best} was sure to, {other} was not."),
    Kind.LEAVE_TRICK: N_(
        "This trick was better left to your partner: {best} was sure to lose it, {other} was not."
    ),
    Kind.EDGE: N_(
        "The fox was better kept from the ends of the path: {other} leads it within a step of "
        "one, {best} does not."
    ),
    Kind.REACH: N_(
        "The fox was better kept near gems: after {best} one lies within two steps, after {other} "
        "there is none."
    ),
}
# In the place of these where the partner's hand was known, and only what it gives was not.
_GIVEN_UNSEEN = {
    Kind.OVERRUN: N_(
        "{Other} could overrun the path: depending on the card that is given, it does in "
        "{other_share} % of the cases, {best} in {share} %."
    ),
    Kind.GEM: N_(
        "Depending on the card that is given, {best} would find a gem in {share} % of the cases, "
        "{other} in {other_share} %."
    ),
    Kind.TOKEN: N_(
        "It was worth a forest token: depending on the card that is given, {best} takes the fox "
        "back to the start in {share} % of the cases, {other} in {other_share} %."
    ),
    Kind.WIN_TRICK: N_(
        "This trick was worth winning: depending on the card that is given, {best} wins it in "
        "{share} % of the cases, {other} in {other_share} %."
    ),
    Kind.LEAVE_TRICK: N_(
        "This trick was better left to your partner: depending on the card that is given, {best} "
        "loses it in {share} % of the cases, {other} in {other_share} %."
    ),
    Kind.EDGE: N_(
        "The fox was better kept from the ends of the path: depending on the card that is given, "
        "it gets within a step of one in {share} % of the cases after {best}, in {other_share} % "
        "after {other}."
    ),
    Kind.REACH: N_(
        "The fox was better kept near gems: depending on the card that is given, one lies within "
        "two steps in {share} % of the cases after {best}, in {other_share} % after {other}."
    ),
}
_COUNTED = (Kind.MORE_TRUMPS, Kind.FEWER_TRUMPS, Kind.NEARER, Kind.MIDDLE)
_AMONG = {
    Among.GEM: N_("That is among choices that find a gem."),
    Among.PATH: N_("That is among choices that stay on the path."),
}
# Between rounds.
_NEXT_ROUND = {
    Kind.LATER: N_(
        "{Best} was safer for the round to come: in {share} % of the ways in which it could go the "
        "path is overrun, in {other_share} % after {other}."
    ),
    Kind.FOUND: N_(
        "{Best} left more to find in the round to come: about {gems} gems, against {other_gems} "
        "after {other}."
    ),
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
    sentence = _reason_sentence(reason.found, table, chosen, on_gift=on_gift)
    told = _(sentence).format(**fields, **_of_cards(best, chosen), **_of_property(reason.found))
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


def _reason_sentence(found: Property, table: Table, chosen: DuetEstimate, *, on_gift: bool) -> str:
    """Return the sentence about a property, to be translated and filled in."""
    kind, sure = found.kind, found.best >= _ALWAYS
    if kind is Kind.LEAVE_TRICK:
        sure = found.best <= 1 - _ALWAYS
    elif kind in (Kind.EDGE, Kind.REACH, Kind.TOKEN):
        sure = abs(found.best - found.other) >= _ALWAYS
    if kind is Kind.OVERRUN and found.other >= _ALWAYS:
        return N_("{Other} was sure to overrun the path; {best} was not.")
    if on_gift and not (sure and kind in _SURE) and kind in _GIVEN_UNSEEN:
        return _GIVEN_UNSEEN[kind]
    if kind is Kind.OVERRUN and _by_beating(table, chosen) and found.best < _FELT:
        return N_(
            "{Other} could overrun the path: {other_share} % of the hands you could not see beat "
            "it."
        )
    if sure and kind in _SURE:
        return _SURE[kind]
    if isinstance(chosen.action, Give) and kind in _GIVEN:
        return _GIVEN[kind]
    if table.trick is None and kind in _NEXT_ROUND:
        return _NEXT_ROUND[kind]
    return _REASONS[kind]


def _by_beating(table: Table, chosen: DuetEstimate) -> bool:
    """Return whether a lead is overrun by all that beat it, and by nothing else."""
    leads = table.trick is not None and table.lead is None and isinstance(chosen.action, Play)
    return leads and abs(chosen.overrun - (1 - chosen.taken)) < _AS_SURE


def _of_property(found: Property) -> dict[str, object]:
    best, other = found.best, found.other
    if found.kind is Kind.LEAVE_TRICK:
        best, other = 1 - best, 1 - other
    if found.kind is Kind.FOUND:
        return {"gems": decimal(best, ".1f"), "other_gems": decimal(other, ".1f")}
    if found.kind in _COUNTED:
        return {"count": round(best), "other_count": round(other)}
    return {
        "share": percent(best),
        "other_share": percent(other),
        "ability": "" if found.ability is None else ability_name(found.ability),
        "suit": "" if found.suit is None else suit_name(found.suit),
    }


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
    if (in_points or win == other) and best.score <= chosen.score:
        return _("{Best} was a little surer to win than {other}, by less than one in a hundred.")
    if in_points:
        return ngettext(
            "The win was nearly sure with either; {best} promised about {points} point more than "
            "{other}.",
            "The win was nearly sure with either; {best} promised about {points} points more than "
            "{other}.",
            _points_lost(best, chosen),
        )
    if win == other:
        return ngettext(
            "{Best} was as sure to win, and promised about {points} point more than {other}.",
            "{Best} was as sure to win, and promised about {points} points more than {other}.",
            _points_lost(best, chosen),
        )
    if win < other:
        return _(
            "{Best} promised more points than {other}, about {score} against {other_score}, which "
            "weighs more than its chance to win: {win} % against {other_win} %."
        )
    return _(
        "Only the figures can tell: {best} promised about {win} % to win and {score} points, "
        "{other} {other_win} % and {other_score}."
    )


def _figures(best: DuetEstimate, chosen: DuetEstimate) -> dict[str, object]:
    return {
        "win": percent(best.win),
        "other_win": percent(chosen.win),
        "score": round(best.score),
        "other_score": round(chosen.score),
        "points": _points_lost(best, chosen),
    }


def _points_lost(best: DuetEstimate, chosen: DuetEstimate) -> int:
    return max(1, round(best.score - chosen.score))


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
    if one.cost.worth < _FELT:
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
