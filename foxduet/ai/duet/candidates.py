"""Lines of play: each choice of a decision, and how a round goes on from it in a world."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from foxduet.ai.duet.belief import World
from foxduet.ai.duet.bitpath import Trail, trail_of, walked
from foxduet.ai.duet.landing import shape_of
from foxduet.ai.duet.rollout import (
    NO_CARD,
    Fate,
    Played,
    drawn_from,
    exchange_for_trick,
    exchanges,
    play_tricks,
)
from foxduet.ai.duet.tables import BIT, SUIT_OF, mask_of
from foxduet.rules.common import Deal, Exchange, Play
from foxduet.rules.duet.actions import Action, Forest, Foxes, Give, Move, Resign
from foxduet.rules.duet.cards import Ability
from foxduet.rules.duet.observation import Observation
from foxduet.rules.duet.state import TRICKS


@dataclass(frozen=True, slots=True)
class Spot:
    """The moment of a decision within a trick, in plain numbers; cards not played are NO_CARD."""

    seat: int
    trail: Trail
    decree: int
    leader: int
    lead: int
    follow: int
    tricks_left: int
    round: int
    level: int


@dataclass(frozen=True, slots=True)
class Line:
    """A choice, by its place among the observation's, and what its seat does right after it.

    ``play`` is a card of the hand, ``exchange`` one that becomes the decree, ``give`` one that is
    given; ``gives`` tells that chance draws it. ``names_partner`` leaves the exchange to the
    partner, and ``steps`` is a move of the tracker.
    """

    choice: int
    play: int = NO_CARD
    exchange: int = NO_CARD
    give: int = NO_CARD
    gives: bool = False
    names_partner: bool = False
    steps: int | None = None


class Course(NamedTuple):
    """How a world went: at the end of the trick under way, and at the end of the round or game."""

    trick: Played
    end: Played


def spot_of(observation: Observation) -> Spot:
    """Return the moment that ``observation`` shows; a trick must be under way."""
    trick, decree = observation.table.trick, observation.table.decree
    assert trick is not None, "a trick is under way"
    assert decree is not None, "a round is under way"
    return Spot(
        seat=observation.seat,
        trail=trail_of(observation.table.path, observation.table.reserve),
        decree=decree.index,
        leader=trick.leader,
        lead=NO_CARD if trick.lead is None else trick.lead.index,
        follow=NO_CARD if trick.follow is None else trick.follow.index,
        tricks_left=TRICKS - observation.table.tricks_done,
        round=observation.table.round,
        level=observation.table.setup.level,
    )


def lines_of(observation: Observation, spot: Spot) -> list[Line]:
    """Return the lines that are worth a look, at least one for each choice, in their order.

    With Foxes it counts what they are played for: each other suit is a line of its own.
    """
    return [
        line
        for number, choice in enumerate(observation.choices)
        for line in _lines(number, choice, observation, spot)
    ]


def _lines(number: int, choice: Action, observation: Observation, spot: Spot) -> Iterator[Line]:
    trump = SUIT_OF[spot.decree]
    match choice:
        case Play(_, card) if card.ability is Ability.FOXES:
            yield Line(number, play=card.index)
            hand = mask_of(observation.hand) ^ BIT[card.index]
            for exchanged in exchanges(hand, trump):
                yield Line(number, play=card.index, exchange=exchanged)
            if spot.lead == NO_CARD:
                yield Line(number, play=card.index, names_partner=True)
        case Play(_, card):
            yield Line(number, play=card.index, gives=card.ability is Ability.GIFT)
        case Foxes(seat, named) if named is seat:
            yield Line(number)
            for exchanged in exchanges(mask_of(observation.hand), trump):
                yield Line(number, exchange=exchanged)
        case Foxes():
            yield Line(number, names_partner=True)
        case Exchange(_, exchanged):
            yield Line(number, exchange=NO_CARD if exchanged is None else exchanged.index)
        case Give(_, card):
            yield Line(number, give=card.index)
        case Move(_, steps):
            yield Line(number, steps=steps)
        case Forest() | Deal() | Resign():
            raise AssertionError("no trick is under way")
        case _:
            assert_never(choice)


def follow_line(spot: Spot, line: Line, world: World) -> Course:
    """Play a line and the rest of the round in a world, both seats by the simple rule."""
    own, partner, own_order, partner_order = world
    seat, decree, lead, follow = spot.seat, spot.decree, spot.lead, spot.follow
    if line.steps is not None:
        trick = _moved(spot, line.steps, own, partner)
        return Course(trick, _rest(spot, trick, own_order, partner_order))
    if line.play >= 0:
        own ^= BIT[line.play]
        if lead < 0:
            lead = line.play
        else:
            follow = line.play
    given = line.give
    if line.gives and own and partner:
        given = drawn_from(own, own_order)
    if given >= 0:
        gifts = BIT[given] | BIT[drawn_from(partner, partner_order)]
        own ^= gifts
        partner ^= gifts
    new = line.exchange
    if new >= 0:
        own ^= BIT[new] | BIT[decree]
        decree = new
    elif line.names_partner and follow >= 0:
        new = exchange_for_trick(spot.leader, partner, lead, follow, decree, shape_of(spot.trail))
        if new != decree:
            partner ^= BIT[new] | BIT[decree]
            decree = new
    leads = spot.leader == seat
    trick = play_tricks(
        1,
        spot.trail,
        decree,
        spot.leader,
        (own, partner) if leads else (partner, own),
        (own_order, partner_order) if leads else (partner_order, own_order),
        lead,
        follow,
        lead_acts=line.names_partner,
    )
    return Course(trick, _rest(spot, trick, own_order, partner_order))


def _moved(spot: Spot, steps: int, own: int, partner: int) -> Played:
    """Return the end of a trick that the choosing seat has won, with its move."""
    trail = walked(spot.trail, steps)
    if trail is None:
        return Played(Fate.LOST, spot.seat, own, partner, spot.decree, spot.trail)
    fate = Fate.PLAYING if trail.mask else Fate.WON
    return Played(fate, spot.seat, own, partner, spot.decree, trail)


def _rest(spot: Spot, trick: Played, own_order: list[int], partner_order: list[int]) -> Played:
    """Play the tricks of the round that are left after the one under way."""
    fate, leader, hand, other, decree, trail = trick
    tricks = spot.tricks_left - 1
    if fate or not tricks:
        return trick
    leads = leader == spot.seat
    orders = (own_order, partner_order) if leads else (partner_order, own_order)
    return play_tricks(tricks, trail, decree, leader, (hand, other), orders)
