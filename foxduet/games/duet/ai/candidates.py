"""Candidates: what can be done at a decision, and the rest of the round after it in a world."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from foxduet.core.common import Deal, Exchange, Play
from foxduet.core.frozen import dataclass
from foxduet.games.duet.ai import rollout
from foxduet.games.duet.ai.belief import LAST_TRICKS, World
from foxduet.games.duet.ai.landing import shape_of
from foxduet.games.duet.ai.numbers import BIT, SUIT_OF, BitPath, bit_path_of, mask_of, move_fox
from foxduet.games.duet.ai.policy import Policy
from foxduet.games.duet.ai.rollout import NO_CARD, Fate, RolloutEnd, drawn_from, exchanges
from foxduet.games.duet.rules.actions import Forest, Foxes, Give, Move, Resign
from foxduet.games.duet.rules.cards import Ability
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import TRICKS


@dataclass(frozen=True, slots=True)
class DecisionPoint:
    """The moment of a decision within a trick, in plain numbers; cards not played are NO_CARD."""

    seat: int
    path: BitPath
    decree: int
    leader: int
    lead: int
    follow: int
    tricks_left: int


@dataclass(frozen=True, slots=True)
class Candidate:
    """A choice, by its place among the observation's, and what its seat does right after it.

    ``play`` is a card of the hand, ``exchange`` one that becomes the decree, ``give`` one that is
    given, which chance draws if ``gives``. ``names_partner`` leaves the exchange to the partner,
    and ``steps`` is a move of the tracker.
    """

    choice: int
    play: int = NO_CARD
    exchange: int = NO_CARD
    give: int = NO_CARD
    gives: bool = False
    names_partner: bool = False
    steps: int | None = None


def decision_point_of(observation: Observation) -> DecisionPoint:
    """Return the moment that ``observation`` shows; a trick must be under way."""
    table = observation.table
    trick, decree = table.in_trick
    return DecisionPoint(
        seat=observation.seat,
        path=bit_path_of(table.path, table.reserve),
        decree=decree.index,
        leader=trick.leader,
        lead=NO_CARD if trick.lead is None else trick.lead.index,
        follow=NO_CARD if trick.follow is None else trick.follow.index,
        tricks_left=TRICKS - table.tricks_done,
    )


def candidates_of(observation: Observation, point: DecisionPoint) -> Iterator[Candidate]:
    """Yield the candidates that are worth a look, at least one for each choice, in their order.

    With Foxes it counts what they are played for: each other suit has its own candidate. In the
    last tricks so has each card to give for a Gift; the partner's comes by chance, unseen.
    """
    plans_gifts = 1 < point.tricks_left <= LAST_TRICKS
    trump = SUIT_OF[point.decree]
    for number, choice in enumerate(observation.choices):
        match choice:
            case Play(_, card) if card.ability is Ability.FOXES:
                yield Candidate(number, play=card.index)
                hand = mask_of(observation.hand) ^ BIT[card.index]
                for exchanged in exchanges(hand, trump):
                    yield Candidate(number, play=card.index, exchange=exchanged)
                if point.lead == NO_CARD:
                    yield Candidate(number, play=card.index, names_partner=True)
            case Play(_, card) if card.ability is Ability.GIFT and plans_gifts:
                for given in observation.hand:
                    if given is not card:
                        yield Candidate(number, play=card.index, give=given.index)
            case Play(_, card):
                yield Candidate(number, play=card.index, gives=card.ability is Ability.GIFT)
            case Foxes(seat, named) if named is seat:
                yield Candidate(number)
                for exchanged in exchanges(mask_of(observation.hand), trump):
                    yield Candidate(number, exchange=exchanged)
            case Foxes():
                yield Candidate(number, names_partner=True)
            case Exchange(_, exchanged):
                yield Candidate(number, exchange=NO_CARD if exchanged is None else exchanged.index)
            case Give(_, card):
                yield Candidate(number, give=card.index)
            case Move(_, steps):
                yield Candidate(number, steps=steps)
            case Forest() | Deal() | Resign():
                raise AssertionError("no trick is under way")
            case _:
                assert_never(choice)


def follow_candidate(
    point: DecisionPoint, candidate: Candidate, world: World, policy: Policy
) -> tuple[RolloutEnd, RolloutEnd]:
    """Play a candidate and the rest of the round in a world, both seats as ``policy`` says.

    Returns what came of the trick under way, and of the round or game.
    """
    trick = _finish_trick(point, candidate, world, policy)
    fate, leader, hand, other, decree, path = trick
    tricks = range(TRICKS - point.tricks_left + 1, TRICKS)
    if fate or not tricks:
        return trick, trick
    orders = world.own_order, world.partner_order
    if leader != point.seat:
        orders = world.partner_order, world.own_order
    hands = hand, other
    end = rollout.play_tricks(tricks, path, decree, leader, hands, orders, policy, world.noise)
    return trick, end


def _finish_trick(
    point: DecisionPoint, candidate: Candidate, world: World, policy: Policy
) -> RolloutEnd:
    own, partner, own_order, partner_order, noise = world
    seat, decree, lead, follow = point.seat, point.decree, point.lead, point.follow
    if candidate.steps is not None:
        # The choosing seat has won the trick.
        path = move_fox(point.path, candidate.steps)
        if path is None:
            return RolloutEnd(Fate.LOST, seat, own, partner, decree, point.path)
        fate = Fate.PLAYING if path.mask else Fate.WON
        return RolloutEnd(fate, seat, own, partner, decree, path)
    if candidate.play >= 0:
        own ^= BIT[candidate.play]
        if lead < 0:
            lead = candidate.play
        else:
            follow = candidate.play
    given = candidate.give
    if candidate.gives and own and partner:
        given = drawn_from(own, own_order)
    if given >= 0:
        gifts = BIT[given] | BIT[drawn_from(partner, partner_order)]
        own ^= gifts
        partner ^= gifts
    new = candidate.exchange
    if new >= 0:
        own ^= BIT[new] | BIT[decree]
        decree = new
    elif candidate.names_partner and follow >= 0:
        shape = shape_of(point.path)
        new = rollout.exchange_for_trick(point.leader, partner, lead, follow, decree, shape)
        if new != decree:
            partner ^= BIT[new] | BIT[decree]
            decree = new
    hands, orders = (own, partner), (own_order, partner_order)
    if point.leader != seat:
        hands, orders = (partner, own), (partner_order, own_order)
    this_trick = TRICKS - point.tricks_left
    return rollout.play_tricks(
        range(this_trick, this_trick + 1),
        point.path,
        decree,
        point.leader,
        hands,
        orders,
        policy,
        noise,
        lead,
        follow,
        lead_acts=candidate.names_partner,
    )
