"""What one seat may know (R10): copied out of the state, never the state itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from foxduet.rules.common import Seat, hand_of, without
from foxduet.rules.duet.actions import Action
from foxduet.rules.duet.cards import DECK, Card, Hand, Suit
from foxduet.rules.duet.events import Event, GiftOffered
from foxduet.rules.duet.legality import legal_actions
from foxduet.rules.duet.state import GameState, Table

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Observation:
    """All that ``seat`` may know at one moment (R10.1), and nothing that it may not (R10.2).

    ``table`` is what lies open. ``own_offer`` is the card that the seat chose for a Gift that is
    not complete, ``partner_offered`` tells whether the partner has chosen; ``partner_cards`` counts
    the partner's hand without that card. ``out`` are the cards of earlier tricks of the round, as
    a good memory has them (R10.3: they are never displayed by default). ``partner_known`` are
    cards that the partner holds, or offers, because ``seat`` gave them or saw them taken, and
    ``partner_voids`` suits of which it holds no other cards; ``own_known`` and ``own_voids`` are
    what the partner knows of ``seat`` in the same way. ``choices`` are the legal actions if the
    decision is this seat's or the team's.
    """

    table: Table
    seat: Seat
    hand: Hand
    own_offer: Card | None
    partner_cards: int
    partner_offered: bool
    stock_cards: int
    out: Hand
    partner_known: Hand
    own_known: Hand
    partner_voids: tuple[Suit, ...]
    own_voids: tuple[Suit, ...]
    choices: tuple[Action, ...]


def observe(state: GameState, seat: Seat) -> Observation:
    """Return what ``seat`` may know of ``state`` (R10)."""
    other, pending = seat.other, state.table.pending
    # While a Gift is half done, whoever is not asked for the second card gave the first.
    offered_by = None
    if state.offer is not None and pending is not None and pending.seat is not None:
        offered_by = pending.seat.other
    mine = pending is not None and pending.seat in (seat, None)
    return Observation(
        table=state.table,
        seat=seat,
        hand=state.hands[seat],
        own_offer=state.offer if offered_by is seat else None,
        partner_cards=len(state.hands[other]),
        partner_offered=offered_by is other,
        stock_cards=len(state.stock),
        out=cards_out(state),
        partner_known=state.known[seat],
        own_known=state.known[other],
        partner_voids=state.voids[other],
        own_voids=state.voids[seat],
        choices=legal_actions(state) if mine else (),
    )


def cards_out(state: GameState) -> Hand:
    """Return the cards of the round's earlier tricks, sorted: those that are nowhere else."""
    table = state.table
    if table.decree is None:
        return ()
    held = {*state.hands[0], *state.hands[1], *state.stock, table.decree}
    if state.offer is not None:
        held.add(state.offer)
    if table.trick is not None:
        held.update(table.trick.cards)
    return tuple([card for card in DECK if card not in held])


def redact(event: Event, seat: Seat) -> Event:
    """Return ``event`` as ``seat`` may see it (R10.2)."""
    if isinstance(event, GiftOffered) and event.seat is not seat:
        return replace(event, card=None)
    return event


def unseen_cards(observation: Observation) -> Hand:
    """Return the cards that may be the partner's or lie in the stock, as far as the seat knows."""
    table = observation.table
    if table.decree is None:
        return ()
    seen = {*observation.hand, *observation.out, *observation.partner_known, table.decree}
    if observation.own_offer is not None:
        seen.add(observation.own_offer)
    if table.trick is not None:
        seen.update(table.trick.cards)
    return tuple([card for card in DECK if card not in seen])


def sample(observation: Observation, rng: Random) -> GameState:
    """Draw a world that fits: ``observe(sample(o, rng), o.seat) == o``.

    All worlds that agree with the hard facts are equally likely; nothing is inferred from how
    the partner chose to play.
    """
    unseen = unseen_cards(observation)
    possible = [card for card in unseen if card.suit not in observation.partner_voids]
    held = observation.partner_cards + observation.partner_offered
    drawn = rng.sample(possible, held - len(observation.partner_known))
    partner = hand_of((*observation.partner_known, *drawn))
    offer = observation.own_offer
    if observation.partner_offered:
        offer = rng.choice(partner)
        partner = without(partner, offer)
    stock = [card for card in unseen if card not in drawn]
    rng.shuffle(stock)
    own, p1 = observation.hand, observation.seat is Seat.P1
    known, voids = observation.partner_known, observation.partner_voids
    return GameState(
        table=observation.table,
        hands=(own, partner) if p1 else (partner, own),
        stock=tuple(stock),
        offer=offer,
        known=(known, observation.own_known) if p1 else (observation.own_known, known),
        voids=(observation.own_voids, voids) if p1 else (voids, observation.own_voids),
    )
