"""The rules in motion: new games, deals, and what an action leads to."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, assert_never

from foxduet.core.common import Deal, Exchange, Play, Seat, Step, replaced
from foxduet.core.engine import Draft, next_dealer, shuffled
from foxduet.games.classic.rules import actions, events, scoring
from foxduet.games.classic.rules.cards import DECK, Ability, Card, counted
from foxduet.games.classic.rules.events import Event
from foxduet.games.classic.rules.legality import check
from foxduet.games.classic.rules.state import (
    DREW,
    HAND_SIZE,
    LEFT,
    TOOK,
    TRICKS,
    WON_BY,
    Draw,
    Fact,
    GameState,
    Outcome,
    Setup,
    Table,
    limit_shown,
)

if TYPE_CHECKING:
    from random import Random

_OPEN = attrgetter(*Table.__slots__)


def new_game(setup: Setup) -> GameState:
    """Return a game before its first deal (C2)."""
    return GameState(Table(setup, actions.DEAL_DUE))


def deal(state: GameState, rng: Random, dealer: Seat | None = None) -> Deal[Card]:
    """Return the deal that is due, shuffled with ``rng`` (C2.2).

    Round 1 is dealt by ``dealer``, or by the seat that ``rng`` chooses; later rounds by the seat
    that did not deal the last one (C2.1).
    """
    return shuffled(DECK, HAND_SIZE, next_dealer(state.table.dealer, dealer, rng), rng)


def apply(state: GameState, action: actions.Action) -> Step[GameState, Event]:
    """Do ``action``; IllegalActionError if the rules do not allow it."""
    check(state, action)
    draft = _Draft(state)
    match action:
        case Play():
            _play(draft, action.seat, action.card)
        case Exchange():
            _exchange(draft, action.seat, action.card)
        case actions.Discard():
            _discard(draft, action.seat, action.card)
        case Deal():
            _deal(draft, action)
        case actions.Resign():
            draft.resigned = action.seat
            _end_game(draft, WON_BY[action.seat.other])
        case _:
            assert_never(action)
    return Step(draft.freeze(), tuple(draft.events))


class _Draft(Draft[Card]):
    """The state that one call of apply is working out; it never leaves this module."""

    play_due = actions.PLAY_DUE

    def __init__(self, state: GameState) -> None:
        table = state.table
        self.setup = table.setup
        self.pending = table.pending
        self.round = table.round
        self.tricks = table.tricks
        self.points = table.points
        self.scored = table.scored
        self.dealer = table.dealer
        self.decree = table.decree
        self.trick = table.trick
        self.facts = table.facts
        self.outcome = table.outcome
        self.resigned = table.resigned
        self.hands = state.hands
        self.deck = state.deck
        self.draws = state.draws
        self.drawn = state.drawn
        self.events: list[Event] = []

    def freeze(self) -> GameState:
        return GameState(Table(*_OPEN(self)), self.hands, self.deck, self.draws, self.drawn)

    def note(self, seat: Seat, *shown: Fact) -> None:
        """Add what ``seat`` has shown to the facts."""
        self.facts = replaced(self.facts, seat, self.facts[seat] + shown)

    def score(self, seat: Seat, points: int) -> None:
        self.points = replaced(self.points, seat, self.points[seat] + points)
        self.scored = replaced(self.scored, seat, self.scored[seat] + points)


def _deal(draft: _Draft, dealt: Deal[Card]) -> None:
    draft.deal_round(dealt)
    draft.tricks = draft.scored = (0, 0)
    draft.deck = dealt.stock
    draft.draws = ()
    draft.facts = ((), ())
    draft.open_trick(dealt.dealer.other)


def _play(draft: _Draft, seat: Seat, card: Card) -> None:
    lead = draft.play_card(seat, card)
    limit = limit_shown(lead, card) if lead else None
    if limit is None:
        draft.note(seat, LEFT[card.index])
    else:
        draft.note(seat, limit, LEFT[card.index])
    if card.ability is Ability.FOX and draft.hands[seat]:
        draft.pending = actions.EXCHANGE_DUE[seat]
    elif card.ability is Ability.WOODCUTTER:
        _draw(draft, seat)
    else:
        _continue_trick(draft)


def _exchange(draft: _Draft, seat: Seat, card: Card | None) -> None:
    old = draft.exchange_decree(seat, card)
    if card and old:
        draft.note(seat, LEFT[card.index], TOOK[old.index])
    _continue_trick(draft)


def _draw(draft: _Draft, seat: Seat) -> None:
    card, *rest = draft.deck
    draft.deck = tuple(rest)
    draft.put_in_hand(seat, card)
    draft.drawn = card
    draft.note(seat, DREW)
    draft.events.append(events.CardDrawn(seat, card))
    draft.pending = actions.DISCARD_DUE[seat]


def _discard(draft: _Draft, seat: Seat, card: Card) -> None:
    draft.take_from_hand(seat, card)
    draft.draws = (*draft.draws, Draw(seat, draft.drawn, card))
    draft.drawn = None
    draft.events.append(events.CardDiscarded(seat, card))
    _continue_trick(draft)


def _continue_trick(draft: _Draft) -> None:
    """Continue the trick once the card just played has had its effect."""
    won = draft.complete_trick(counted)
    if won is None:
        return
    assert draft.trick is not None, "a trick is won"
    winner, (lead, follow) = won.winner, draft.trick.cards
    beaten = follow if won.card is lead else lead
    draft.tricks = replaced(draft.tricks, winner, draft.tricks[winner] + 1)
    treasures = (lead.ability is Ability.TREASURE) + (follow.ability is Ability.TREASURE)
    if treasures:
        draft.score(winner, treasures)
        draft.events.append(events.TreasuresScored(winner, treasures))
    if sum(draft.tricks) == TRICKS:
        _end_round(draft)
    elif beaten.ability is Ability.SWAN:
        draft.events.append(events.SwanLeads(winner.other))
        draft.open_trick(winner.other)
    else:
        draft.open_trick(winner)


def _end_round(draft: _Draft) -> None:
    treasures = draft.scored
    for_tricks = scoring.points_for_tricks(draft.tricks)
    for seat in Seat:
        draft.score(seat, for_tricks[seat])
    draft.trick = None
    draft.events.append(events.RoundEnded(draft.round, draft.tricks, for_tricks, treasures))
    if max(draft.points) >= draft.setup.target:
        _end_game(draft, scoring.outcome_of(draft.points, draft.scored))
    else:
        draft.pending = actions.DEAL_DUE


def _end_game(draft: _Draft, outcome: Outcome) -> None:
    draft.pending = None
    draft.outcome = outcome
    draft.events.append(events.GameEnded(outcome, draft.points, draft.resigned))
