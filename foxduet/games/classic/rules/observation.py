"""What one seat may know (C7): copied out of the state, never the state itself."""

from __future__ import annotations

from foxduet.core.common import Seat, cards_elsewhere, follow_wins, hand_of
from foxduet.core.frozen import dataclass, replace
from foxduet.games.classic.rules.actions import Action
from foxduet.games.classic.rules.cards import DECK, Ability, Card, Hand, Suit, counted
from foxduet.games.classic.rules.events import CardDiscarded, CardDrawn, Event
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.state import TRICKS, Draw, Drew, GameState, Left, Table, Took


@dataclass(frozen=True, slots=True)
class Observation:
    """All that ``seat`` may know at one moment (C7.1), and nothing that it may not (C7.2).

    ``other_cards`` counts the other hand, ``deck_cards`` what is left of the draw deck. ``draws``
    are the complete ones of the round, in order, without the other's cards. ``drawn`` is the card
    of the own hand that was just drawn, until the discard is chosen. ``out`` are the cards of
    earlier tricks of the round, for a good memory (C2.4: they are never displayed by default).
    ``choices`` are the legal actions if the decision is this seat's.
    """

    table: Table
    seat: Seat
    hand: Hand
    other_cards: int
    deck_cards: int
    draws: tuple[Draw, ...]
    drawn: Card | None
    out: Hand
    choices: tuple[Action, ...]

    @property
    def distinct_choices(self) -> tuple[Action, ...]:
        """The choices that lead to different states: all of them."""
        return self.choices

    @property
    def stock(self) -> tuple[Card | None, ...]:
        """The cards face down, top first; None are those that the seat did not put there."""
        return ((None,) * self.deck_cards) + tuple(draw.discarded for draw in self.draws)


def observe(state: GameState, seat: Seat) -> Observation:
    """Return what ``seat`` may know of ``state`` (C7)."""
    pending = state.table.pending
    mine = pending is not None and pending.seat is seat
    return Observation(
        table=state.table,
        seat=seat,
        hand=state.hands[seat],
        other_cards=len(state.hands[seat.other]),
        deck_cards=len(state.deck),
        draws=tuple(
            draw if draw.seat is seat else Draw(draw.seat, None, None) for draw in state.draws
        ),
        drawn=state.drawn if state.drawn in state.hands[seat] else None,
        out=cards_out(state),
        choices=legal_actions(state) if mine else (),
    )


def cards_out(state: GameState) -> Hand:
    """Return the cards of the round's earlier tricks, sorted: those that are nowhere else."""
    p1_hand, p2_hand = state.hands
    return _all_but(state.table, *p1_hand, *p2_hand, *state.stock)


def unseen_cards(observation: Observation) -> Hand:
    """Return the cards of which the seat cannot say whether they are face down."""
    return _all_but(observation.table, *observation.hand, *observation.out, *observation.stock)


def _all_but(table: Table, *cards: Card | None) -> Hand:
    return cards_elsewhere(DECK, table.decree, table.trick, cards)


def known_cards(observation: Observation) -> Hand:
    """Return the cards that the other seat holds for certain: old decrees that it took (C7.1).

    Those that a Woodcutter may have put under the deck since are not among them (C7.3).
    """
    other = observation.seat.other
    complete = sum(draw.seat is other for draw in observation.draws)
    known: set[Card] = set()
    for fact in observation.table.facts[other]:
        match fact:
            case Took(card):
                known.add(card)
            case Left(card):
                known.discard(card)
            case Drew() if complete:
                complete -= 1
                known.clear()
    return hand_of(known)


def redact(event: Event, seat: Seat) -> Event:
    """Return ``event`` as ``seat`` may see it (C7.2)."""
    if isinstance(event, CardDrawn | CardDiscarded) and event.seat is not seat:
        return replace(event, card=None)
    return event


@dataclass(frozen=True, slots=True)
class TrickOutlook:
    """How a trick would end: ``tricks`` the winner has won in the round by then.

    ``treasures`` are the points for it, and ``leader`` leads the next trick; None after the last.
    """

    winner: Seat
    tricks: int
    treasures: int
    leader: Seat | None


def trick_outlook(table: Table, follow: Card, trump: Suit) -> TrickOutlook:
    """Return how the trick under way ends with ``follow`` and a trump (C5).

    A card must have been led.
    """
    lead, leader = table.lead, table.in_trick[0].leader
    assert lead is not None, "a card was led"
    wins = follow_wins(*counted(lead, follow, trump), trump)
    winner, beaten = (leader.other, lead) if wins else (leader, follow)
    next_leader = winner.other if beaten.ability is Ability.SWAN else winner
    return TrickOutlook(
        winner,
        tricks=table.tricks[winner] + 1,
        treasures=sum(card.ability is Ability.TREASURE for card in (lead, follow)),
        leader=None if table.tricks_done + 1 == TRICKS else next_leader,
    )


def follow_outlook(table: Table, follow: Card) -> TrickOutlook:
    """Return how the trick would end with ``follow``, as trump stands."""
    return trick_outlook(table, follow, table.trump)


def exchange_outlook(table: Table, new: Card | None) -> TrickOutlook | None:
    """Return what comes of the trick if ``new``, or the old card, is the decree (C4.1).

    None as long as nobody has followed.
    """
    if table.trick is None or table.trick.follow is None:
        return None
    return trick_outlook(table, table.trick.follow, table.trump if new is None else new.suit)
