"""The third game itself: cards, state, what may be done, and what a seat may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, IntEnum
from operator import attrgetter
from random import Random
from typing import TypeAlias

from foxduet.core import common
from foxduet.core.common import (
    CardPlayed,
    Deal,
    Decision,
    Play,
    RoundDealt,
    RoundEnded,
    Seat,
    Step,
    Trick,
    TrickWon,
    cards_elsewhere,
    hand_of,
    replaced,
)
from foxduet.core.engine import Draft, check_deal, check_due, check_held, next_dealer, shuffled
from foxduet.core.errors import IllegalActionError

TRICKS = 6
DEALS = (1, 2)
"""The rounds of a game, the usual number first."""


class Suit(IntEnum):
    """One of the three suits."""

    XS = 0
    YS = 1
    ZS = 2


RANKS = range(1, 6)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One of the fifteen cards."""

    suit: Suit
    rank: int
    index: int

    @property
    def ability(self) -> None:
        """None: there are no abilities."""

    def __repr__(self) -> str:
        return f"<{self.suit.name} {self.rank}>"

    def __reduce__(self) -> tuple[Callable[[int], Card], tuple[int]]:
        return _card_at, (self.index,)


def _card_at(index: int) -> Card:
    return DECK[index]


Cards: TypeAlias = tuple[Card, ...]
Seen: TypeAlias = tuple[Card | None, ...]

DECK: Cards = tuple(Card(suit, rank, 5 * suit + rank - 1) for suit in Suit for rank in RANKS)


@dataclass(frozen=True, slots=True)
class Resign:
    """Give up the game."""

    seat: Seat


Action: TypeAlias = Deal[Card] | Play[Card] | Resign


class Choice(common.Choice):
    """What is due."""

    DEAL = common.DEAL
    PLAY = "play"


DEAL_DUE = Decision(Choice.DEAL)
PLAY_DUE = tuple(Decision(Choice.PLAY, seat) for seat in Seat)


@dataclass(frozen=True, slots=True)
class Setup:
    """How many rounds are dealt."""

    deals: int = DEALS[0]


class Outcome(Enum):
    """Who won."""

    P1 = "p1"
    P2 = "p2"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open; ``won`` counts the tricks of all rounds."""

    setup: Setup
    pending: Decision[Choice] | None = DEAL_DUE
    round: int = 0
    won: tuple[int, int] = (0, 0)
    dealer: Seat | None = None
    decree: Card | None = None
    trick: Trick[Card] | None = None
    outcome: Outcome | None = None

    @property
    def tricks_done(self) -> int:
        """The tricks of this round that are complete."""
        return sum(self.won) - TRICKS * max(self.round - 1, 0)

    @property
    def resigned(self) -> Seat | None:
        """Who must have resigned in a game that is over before its last trick."""
        if self.outcome is None or sum(self.won) == TRICKS * self.setup.deals:
            return None
        return Seat.P2 if self.outcome is Outcome.P1 else Seat.P1


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a game."""

    table: Table
    hands: tuple[Cards, Cards] = ((), ())
    stock: Cards = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """What a seat may know; ``out`` are the cards of earlier tricks."""

    table: Table
    seat: Seat
    hand: Cards
    other_cards: int
    stock_cards: int
    out: Cards
    choices: tuple[Action, ...]

    @property
    def distinct_choices(self) -> tuple[Action, ...]:
        """The choices that lead to different states: all of them."""
        return self.choices


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""

    outcome: Outcome


Event: TypeAlias = RoundDealt[Card] | CardPlayed[Card] | TrickWon[Card] | RoundEnded | GameEnded

_NEEDED = {
    Choice.DEAL: (Deal, "the next round must be dealt first"),
    Choice.PLAY: (Play, "it is {seat}'s turn to play a card"),
}
_OPEN = attrgetter(*Table.__slots__)


class _Draft(Draft[Card]):
    play_due = PLAY_DUE

    def __init__(self, state: State) -> None:
        for name in Table.__slots__:
            setattr(self, name, getattr(state.table, name))
        self.pending = state.table.pending
        self.won = state.table.won
        self.hands = state.hands
        self.stock = state.stock
        self.outcome: Outcome | None = None
        self.events: list[Event] = []

    def freeze(self) -> Step[State, Event]:
        table = Table(*_OPEN(self))
        return Step(State(table, self.hands, self.stock), tuple(self.events))

    def end(self, outcome: Outcome) -> None:
        self.pending, self.outcome = None, outcome
        self.events.append(GameEnded(outcome))


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every card of the hand whose turn it is."""
    due = state.table.pending
    if due is None or due.seat is None:
        return ()
    return tuple(Play(due.seat, card) for card in state.hands[due.seat])


def check(state: State, action: Action) -> None:
    """Raise IllegalActionError, which says why, if an action is not allowed."""
    due = state.table.pending
    if due is None:
        raise IllegalActionError("the game is over")
    if isinstance(action, Resign):
        return
    check_due(due, action, _NEEDED)
    if isinstance(action, Deal):
        check_deal(action, state.table.dealer, DECK, TRICKS, "this is not the deck")
    else:
        check_held(state.hands[action.seat], action.seat, action.card)


def apply(state: State, action: Action) -> Step[State, Event]:
    """Check and do an action."""
    check(state, action)
    draft = _Draft(state)
    match action:
        case Deal():
            draft.deal_round(action)
            draft.stock = action.stock
            draft.open_trick(action.dealer.other)
        case Resign(seat):
            draft.end(Outcome.P2 if seat is Seat.P1 else Outcome.P1)
        case Play(seat, card):
            draft.play_card(seat, card)
            if (won := draft.complete_trick()) is not None:
                _finish_trick(draft, won.winner, state.table.setup)
    return draft.freeze()


def _finish_trick(draft: _Draft, winner: Seat, setup: Setup) -> None:
    draft.won = replaced(draft.won, winner, draft.won[winner] + 1)
    if any(draft.hands):
        draft.open_trick(winner)
        return
    draft.trick = None
    draft.events.append(RoundEnded(draft.round))
    if draft.round < setup.deals:
        draft.pending = DEAL_DUE
    else:
        draft.end(outcome_of(draft.won))


def outcome_of(won: tuple[int, int]) -> Outcome:
    """Return who won by the tricks of both seats."""
    if won[0] == won[1]:
        return Outcome.DRAW
    return Outcome.P1 if won[0] > won[1] else Outcome.P2


def deal(state: State, rng: Random, dealer: Seat | None = None) -> Deal[Card]:
    """Return the deal that is due."""
    return shuffled(DECK, TRICKS, next_dealer(state.table.dealer, dealer, rng), rng)


def observe(state: State, seat: Seat) -> Observation:
    """Return what a seat may know."""
    table, pending = state.table, state.table.pending
    held = (*state.hands[0], *state.hands[1], *state.stock)
    return Observation(
        table,
        seat,
        state.hands[seat],
        len(state.hands[seat.other]),
        len(state.stock),
        cards_elsewhere(DECK, table.decree, table.trick, held),
        legal_actions(state) if pending is not None and pending.seat is seat else (),
    )


def unseen(seen: Observation) -> Cards:
    """Return the cards that the other seat or the stock has."""
    table = seen.table
    return cards_elsewhere(DECK, table.decree, table.trick, (*seen.hand, *seen.out))


def sample(seen: Observation, rng: Random) -> State:
    """Draw a world that fits."""
    cards = list(unseen(seen))
    rng.shuffle(cards)
    other = hand_of(cards[: seen.other_cards])
    hands = replaced((other, other), seen.seat, seen.hand)
    return State(seen.table, hands, tuple(cards[seen.other_cards :]))
