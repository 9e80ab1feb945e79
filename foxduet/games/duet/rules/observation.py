"""The observation of one seat (R10), the worlds that fit it, and outlooks on its choices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from foxduet.core.cards import Exchange, Play, Seat, find_unseen, follow_wins, hand_of, remove_card
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.games.duet.rules.cards import (
    DECK,
    Ability,
    Card,
    Hand,
    Landing,
    Overrun,
    Suit,
    possible_moves,
)
from foxduet.games.duet.rules.engine import legal_actions
from foxduet.games.duet.rules.state import (
    KEEPS,
    NAMINGS,
    Action,
    Choice,
    Event,
    GameState,
    GiftOffered,
    Move,
    Table,
)

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that ``seat`` may know at one moment (R10.1), and nothing else (R10.2).

    own_offer: the seat's card for an incomplete Gift.
    partner_cards: number of cards in the partner's hand, without an offered card.
    partner_offered: whether the partner has chosen a card for an incomplete Gift.
    out: sorted cards of the round's earlier tricks (R10.3: not displayed by default).
    choices: the legal actions; empty unless the seat or the team must decide.
    """

    table: Table
    seat: Seat
    hand: Hand
    own_offer: Card | None
    partner_cards: int
    partner_offered: bool
    stock_cards: int
    out: Hand
    choices: tuple[Action, ...]

    @property
    def distinct_choices(self) -> tuple[Action, ...]:
        """The choices that lead to different states: of moves off the same end only the longest."""
        moves = [choice for choice in self.choices if isinstance(choice, Move)]
        moves.sort(key=lambda move: abs(move.steps))
        longest = {self.table.path.landing(move.steps): move for move in moves}.values()
        return tuple(
            choice for choice in self.choices if not isinstance(choice, Move) or choice in longest
        )

    @property
    def partner_known(self) -> Hand:
        """Cards of the partner, even offered, that ``seat`` gave or saw taken."""
        return self.table.known[self.seat]

    @property
    def partner_voids(self) -> tuple[Suit, ...]:
        """Suits in which the partner holds only known cards."""
        return self.table.voids[self.seat.other]


def observe(state: GameState, seat: Seat) -> Observation:
    """Return the observation of ``seat`` (R10)."""
    table, pending, other = state.table, state.table.pending, seat.other
    p1_hand, p2_hand = state.hands
    hidden = (*p1_hand, *p2_hand, *state.stock, state.offer)
    # In an incomplete Gift, the seat that is not deciding gave the first card.
    offered_by = None
    if state.offer is not None and pending is not None and pending.seat is not None:
        offered_by = pending.seat.other
    is_own_decision = pending is not None and pending.seat in (seat, None)
    return Observation(
        table=table,
        seat=seat,
        hand=state.hands[seat],
        own_offer=state.offer if offered_by is seat else None,
        partner_cards=len(state.hands[other]),
        partner_offered=offered_by is other,
        stock_cards=len(state.stock),
        out=find_unseen(DECK, table.decree, table.trick, hidden),
        choices=legal_actions(state) if is_own_decision else (),
    )


def unseen_cards(observation: Observation) -> Hand:
    """Return the hidden cards: in the partner's hand, except known ones, or in the stock."""
    table, own_cards = observation.table, (*observation.hand, observation.own_offer)
    seen_cards = (*own_cards, *observation.out, *observation.partner_known)
    return find_unseen(DECK, table.decree, table.trick, seen_cards)


def keep_decree_shortcut(observation: Observation) -> Mapping[Action, tuple[Action, ...]]:
    """Return the actions by which the player of Foxes keeps the decree in one choice (R5.1).

    The player names a seat without cards, which cannot exchange, or else itself, and then keeps
    the decree. Empty for other decisions.
    """
    due, seat = observation.table.pending, observation.seat
    if due is None or due.choice is not Choice.FOXES or due.seat is not seat:
        return {}
    keep = KEEPS[seat]
    if observation.hand and observation.partner_cards:
        return {keep: (NAMINGS[seat][seat], keep)}
    return {keep: (NAMINGS[seat][seat.other if observation.hand else seat],)}


def redact(event: Event, seat: Seat) -> Event:
    """Return ``event`` as ``seat`` may see it (R10.2)."""
    if isinstance(event, GiftOffered) and event.seat is not seat:
        return replace(event, card=None)
    return event


def sample(observation: Observation, rng: Random) -> GameState:
    """Sample a world that fits: ``observe(sample(o, rng), o.seat) == o``.

    All worlds that fit are equally likely, whatever the partner has chosen.
    """
    unseen = unseen_cards(observation)
    candidates = [card for card in unseen if card.suit not in observation.partner_voids]
    card_count = observation.partner_cards + observation.partner_offered
    drawn = rng.sample(candidates, card_count - len(observation.partner_known))
    partner = hand_of((*observation.partner_known, *drawn))
    offer = observation.own_offer
    if observation.partner_offered:
        offer = rng.choice(partner)
        partner = remove_card(partner, offer)
    stock = [card for card in unseen if card not in drawn]
    rng.shuffle(stock)
    own_hand = observation.hand
    hands = (own_hand, partner) if observation.seat is Seat.P1 else (partner, own_hand)
    return GameState(observation.table, hands, tuple(stock), offer)


def trick_outlook(table: Table, follow: Card, trump: Suit) -> tuple[Seat, tuple[Landing, ...]]:
    """Return the trick's winner with ``follow`` under a trump, and its landings (R6, R7).

    A card must have been led.
    """
    lead, leader = table.lead, table.in_trick[0].leader
    assert lead is not None, "a card was led"
    winner = leader.other if follow_wins(lead, follow, trump) else leader
    moves = possible_moves(lead, follow, winner)
    return winner, tuple(table.path.landing(steps) for steps in moves)


def follow_outlook(table: Table, follow: Card) -> tuple[Seat, tuple[Landing, ...]]:
    """Return the trick's winner with ``follow`` under the current trump, and its landings."""
    return trick_outlook(table, follow, table.trump)


def exchange_outlook(table: Table, new: Card | None) -> tuple[Seat, tuple[Landing, ...]] | None:
    """Return the outlook with ``new`` as the decree; None before both cards are played.

    If ``new`` is None, the old decree stays (R5.1).
    """
    if table.trick is None or table.trick.follow is None or table.decree is None:
        return None
    return trick_outlook(table, table.trick.follow, (new or table.decree).suit)


def loses_for_certain(observation: Observation, action: Action) -> bool:
    """True if a choice surely runs the fox off the path with no forest token left (R7.5)."""
    table = observation.table
    if table.reserve:
        return False
    landings: tuple[Landing, ...]
    match action:
        case Move(_, steps):
            landings = (table.path.landing(steps),)
        case Play(_, card) if table.lead is not None and card.ability is not Ability.FOXES:
            _winner, landings = follow_outlook(table, card)
        case Exchange(_, card) if (outlook := exchange_outlook(table, card)) is not None:
            _winner, landings = outlook
        case _:
            return False
    return all(isinstance(landing, Overrun) for landing in landings)
