"""Why one choice of Duet is better than another: what separates them, and the sentence for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from foxduet.analysis.reasons import Compared, Property, Reason
from foxduet.core.common import Play
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.games.duet.rules.actions import Give
from foxduet.games.duet.rules.state import Table
from foxduet.games.duet.words.names import ability_name, suit_name
from foxduet.games.duet.words.properties import (
    Kind,
    of_cards,
    of_places,
    of_round,
    of_suits,
    of_trick,
)
from foxduet.words.common import percent
from foxduet.words.i18n import decimal

if TYPE_CHECKING:
    from foxduet.games.duet.ai.expert import DuetEstimate


ALWAYS = 0.995
"""A share of worlds that is as good as all of them."""
# A smaller share of worlds is as good as none; those that differ by less are as good as equal.
_NEVER, _AS_SURE = 0.01, 0.02

# {best} and {other} are choices, {card} and {other_card} cards.
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
        "{suit} were the better trump: they are trump with {best}, not with {other}."
    ),
    Kind.AVOID_TRUMP: N_(
        "{suit} were the worse trump: they are trump with {other}, not with {best}."
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


def reason_sentence(found: Property, table: Table, chosen: DuetEstimate, *, on_gift: bool) -> str:
    """Return the sentence about a property, to be translated and filled in."""
    kind, sure = found.kind, found.best >= ALWAYS
    if kind is Kind.LEAVE_TRICK:
        sure = found.best <= 1 - ALWAYS
    elif kind in (Kind.EDGE, Kind.REACH, Kind.TOKEN):
        sure = abs(found.best - found.other) >= ALWAYS
    if kind is Kind.OVERRUN and found.other >= ALWAYS:
        return N_("{Other} was sure to overrun the path; {best} was not.")
    if on_gift and not (sure and kind in _SURE) and kind in _GIVEN_UNSEEN:
        return _GIVEN_UNSEEN[kind]
    if kind is Kind.OVERRUN and _by_beating(table, chosen) and found.best < _NEVER:
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


def fields_of(found: Property) -> dict[str, object]:
    """Return what a property fills into its sentence."""
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


# Smaller differences in the trick are named where nothing else is to be said.
_SMALLER = 0.5
# So many choices at least are compared; and these shares of worlds are as good as all, or none.
_FEWEST, _NEARLY_ALL, _HARDLY_ANY = 3, 0.9, 0.05


class Among(Enum):
    """The choices that a reason holds for, those that are compared among them."""

    ALL = "all"
    GEM = "those that find a gem"
    PATH = "those that stay on the path"


@dataclass(frozen=True, slots=True)
class DuetReason(Reason):
    """A reason that holds among some choices."""

    among: Among


def reason_against(
    table: Table, estimates: Sequence[DuetEstimate], best: DuetEstimate, chosen: DuetEstimate
) -> DuetReason | None:
    """Return why ``best`` is better than ``chosen``, None if only the figures can tell.

    If nothing separates all choices, only those are compared that find a gem, or that stay on the
    path, as long as both do.
    """
    every = Compared(estimates, best, [chosen])
    groups = [(among, group) for among in _GROUPS if (group := _group(every, among)) is not None]

    def within(*of: Callable[[Compared], Iterator[Property]]) -> Iterator[DuetReason]:
        for among, group in ((Among.ALL, every), *groups):
            for reason in group.separating(chain(*(one(group) for one in of))):
                yield DuetReason(reason.found, reason.compared, among)

    of_move, cards = partial(_of_move, table), partial(of_cards, table)
    smaller = partial(of_trick, share_of_felt=_SMALLER)
    found = chain(within(of_move), within(cards, smaller), within(of_round), within(of_suits))
    return next(found, None)


def reason_for(
    table: Table,
    estimates: Sequence[DuetEstimate],
    best: DuetEstimate,
    others: Sequence[DuetEstimate],
) -> Reason | None:
    """Return why ``best``, and all that is as good, is better than ``others``.

    None if only the figures can tell.
    """
    every = Compared(estimates, best, others)
    as_good = [one for one in estimates if one not in others]
    found = chain(
        _of_move(table, every),
        of_cards(table, every),
        of_trick(every, _SMALLER),
        of_round(every),
        of_suits(every),
    )
    return next((one for one in every.separating(found) if one.is_had_by(as_good)), None)


def _of_move(table: Table, compared: Compared) -> Iterator[Property]:
    """Yield what can be said of the trick and the path."""
    return chain(of_trick(compared), of_places(table, compared))


def _group(compared: Compared, among: Among) -> Compared | None:
    """Return those that a reason among some choices compares; None if it cannot, or it is all."""
    belongs = _GROUPS[among]
    if not all(map(belongs, (compared.best, *compared.others))):
        return None
    group = [one for one in compared.estimates if belongs(one)]
    if not _FEWEST <= len(group) < len(compared.estimates):
        return None
    return Compared(group, compared.best, compared.others)


_GROUPS: Mapping[Among, Callable[[DuetEstimate], bool]] = {
    Among.GEM: lambda one: one.gem >= _NEARLY_ALL and one.overrun <= _HARDLY_ANY,
    Among.PATH: lambda one: one.overrun <= _HARDLY_ANY,
}
