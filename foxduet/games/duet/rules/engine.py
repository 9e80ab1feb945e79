"""The rules in motion: new games, deals, and what an action leads to."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, assert_never

from foxduet.core.common import (
    Deal,
    Exchange,
    Play,
    RoundEnded,
    Seat,
    Step,
    hand_of,
    replaced,
    without,
)
from foxduet.core.engine import Draft, next_dealer, shuffled
from foxduet.games.duet.rules import actions, board, events
from foxduet.games.duet.rules.cards import DECK, Ability, Card
from foxduet.games.duet.rules.events import Event
from foxduet.games.duet.rules.legality import check
from foxduet.games.duet.rules.scoring import total_score
from foxduet.games.duet.rules.state import (
    HAND_SIZE,
    ROUNDS,
    TRICKS,
    GameState,
    Outcome,
    Setup,
    Table,
)

if TYPE_CHECKING:
    from random import Random

_OPEN = attrgetter(*Table.__slots__)


def new_game(setup: Setup) -> GameState:
    """Return a game before its first deal (R2, R3)."""
    path = board.path_at_setup(setup.board, setup.level)
    return GameState(Table(setup, path, setup.board.forest_tokens, actions.DEAL_DUE))


def deal(state: GameState, rng: Random, dealer: Seat | None = None) -> Deal[Card]:
    """Return the deal that is due, shuffled with ``rng`` (R3.2).

    Round 1 is dealt by ``dealer``, or by the seat that ``rng`` chooses; later rounds by the seat
    that did not deal the last one (R3.1).
    """
    return shuffled_deal(next_dealer(state.table.dealer, dealer, rng), rng)


def shuffled_deal(dealer: Seat, rng: Random) -> Deal[Card]:
    """Shuffle the thirty cards with ``rng`` and deal them (R3.2)."""
    return shuffled(DECK, HAND_SIZE, dealer, rng)


def apply(state: GameState, action: actions.Action) -> Step[GameState, Event]:
    """Do ``action``; IllegalActionError if the rules do not allow it."""
    check(state, action)
    draft = _Draft(state)
    match action:
        case Play():
            _play(draft, action.seat, action.card)
        case actions.Foxes():
            _name_seat(draft, action.seat, action.named)
        case Exchange():
            draft.exchange_decree(action.seat, action.card)
            _continue_trick(draft)
        case actions.Give():
            _give(draft, action.seat, action.card)
        case actions.Move():
            _move_tracker(draft, action.seat, action.steps)
        case actions.Forest():
            _cover(draft, action.end)
            draft.pending = actions.DEAL_DUE
        case Deal():
            _deal(draft, action)
        case actions.Resign():
            _take_offer_back(draft)
            _end_game(draft, Outcome.RESIGNED)
        case _:
            assert_never(action)
    return Step(draft.freeze(), tuple(draft.events))


class _Draft(Draft[Card]):
    """The state that one call of apply is working out; it never leaves this module."""

    play_due = actions.PLAY_DUE

    def __init__(self, state: GameState) -> None:
        table = state.table
        self.setup = table.setup
        self.path = table.path
        self.reserve = table.reserve
        self.pending = table.pending
        self.round = table.round
        self.tricks_done = table.tricks_done
        self.dealer = table.dealer
        self.decree = table.decree
        self.trick = table.trick
        self.outcome = table.outcome
        self.known = table.known
        self.voids = table.voids
        self.hands = state.hands
        self.stock = state.stock
        self.offer = state.offer
        self.events: list[Event] = []

    def freeze(self) -> GameState:
        return GameState(Table(*_OPEN(self)), self.hands, self.stock, self.offer)

    def take_from_hand(self, seat: Seat, card: Card) -> None:
        """Take ``card`` out of the hand of ``seat``, openly."""
        super().take_from_hand(seat, card)
        other = seat.other
        if card in self.known[other]:
            self.known = replaced(self.known, other, without(self.known[other], card))

    def put_in_hand(self, seat: Seat, card: Card) -> None:
        """Add ``card``, which the other seat knows, to the hand of ``seat``."""
        super().put_in_hand(seat, card)
        other = seat.other
        self.known = replaced(self.known, other, hand_of((*self.known[other], card)))


def _deal(draft: _Draft, dealt: Deal[Card]) -> None:
    draft.deal_round(dealt)
    draft.tricks_done = 0
    draft.stock = dealt.stock
    draft.known = ((), ())
    draft.voids = ((), ())
    draft.open_trick(dealt.dealer.other)


def _play(draft: _Draft, seat: Seat, card: Card) -> None:
    lead = draft.play_card(seat, card)
    if lead and card.suit is not lead.suit and lead.ability is not Ability.ROYAL_HEIR:
        suits = tuple(sorted({*draft.voids[seat], lead.suit}))
        draft.voids = replaced(draft.voids, seat, suits)
    p1_hand, p2_hand = draft.hands
    if card.ability is Ability.FOXES and (p1_hand or p2_hand):
        draft.pending = actions.FOXES_DUE[seat]
    elif card.ability is Ability.GIFT and p1_hand and p2_hand:
        draft.pending = actions.GIVE_DUE[seat]
    else:
        if card.ability in (Ability.FOXES, Ability.GIFT):
            draft.events.append(events.AbilityLapsed(seat, card.ability))
        _continue_trick(draft)


def _name_seat(draft: _Draft, seat: Seat, named: Seat) -> None:
    can_exchange = bool(draft.hands[named])
    draft.events.append(events.SeatNamed(seat, named, hand_empty=not can_exchange))
    if can_exchange:
        draft.pending = actions.EXCHANGE_DUE[named]
    else:
        _continue_trick(draft)


def _give(draft: _Draft, seat: Seat, card: Card) -> None:
    draft.events.append(events.GiftOffered(seat, card))
    first = draft.offer
    if first is None:
        # The other seat must not learn yet whether a card that it knows of has left the hand.
        draft.hands = replaced(draft.hands, seat, without(draft.hands[seat], card))
        draft.offer = card
        draft.pending = actions.GIVE_DUE[seat.other]
        return
    draft.offer = None
    giver = seat.other
    draft.take_from_hand(giver, first)
    draft.take_from_hand(seat, card)
    draft.put_in_hand(seat, first)
    draft.put_in_hand(giver, card)
    given = (first, card) if giver is Seat.P1 else (card, first)
    draft.events.append(events.GiftsExchanged(given))
    _continue_trick(draft)


def _take_offer_back(draft: _Draft) -> None:
    """Undo a Gift that is half done: its first card was never given."""
    if draft.offer is not None and draft.pending is not None and draft.pending.seat is not None:
        giver = draft.pending.seat.other
        hand = hand_of((*draft.hands[giver], draft.offer))
        draft.hands = replaced(draft.hands, giver, hand)
        draft.offer = None


def _continue_trick(draft: _Draft) -> None:
    """Continue the trick once the card just played has had its effect."""
    won = draft.complete_trick()
    if won is None:
        return
    assert draft.trick is not None, "a trick is won"
    moves = board.possible_moves(*draft.trick.cards, won.winner)
    if len(moves) > 1:
        draft.pending = actions.MOVE_DUE[won.winner]
    else:
        _move_tracker(draft, won.winner, moves[0])


def _move_tracker(draft: _Draft, winner: Seat, steps: int) -> None:
    trick = draft.trick
    assert trick is not None, "a trick is won"
    paws = sum(card.paws for card in trick.cards)
    turned = steps > 0 if winner is Seat.P1 else steps < 0
    if turned or abs(steps) != paws:
        draft.events.append(events.MoveChanged(winner, turned, paws - abs(steps)))
    draft.trick = None
    draft.tricks_done += 1
    path = draft.path
    landing = path.landing(steps)
    if isinstance(landing, board.Overrun):
        draft.events.append(events.PathOverrun(path.tracker, steps, landing.end))
        if not draft.reserve:
            _end_game(draft, Outcome.LOST)
            return
        draft.path = path.with_tracker(path.start)
        draft.events.append(events.TrackerReset(path.start))
        _cover(draft, landing.end)
    else:
        draft.events.append(events.TrackerMoved(path.tracker, landing.space))
        draft.path = path.with_tracker(landing.space)
        if landing.gem:
            draft.path = draft.path.with_gems(landing.space, -1)
            draft.events.append(events.GemCollected(landing.space, draft.path.gems_left))
            if not draft.path.gems_left:
                _end_game(draft, Outcome.VICTORY)
                return
    if draft.tricks_done < TRICKS:
        draft.open_trick(winner)
    else:
        _end_round(draft)


def _cover(draft: _Draft, end: Seat, *, forced: bool = False) -> None:
    space = draft.path.end_space(end)
    gems = draft.path.gems[space - 1]
    draft.path = draft.path.cover(end)
    draft.reserve -= 1
    to = draft.path.end_space(end)
    draft.events.append(events.SpaceCovered(space, end, gems, to, forced))


def _end_round(draft: _Draft) -> None:
    draft.events.append(RoundEnded(draft.round))
    if draft.round == ROUNDS:
        _end_game(draft, Outcome.OUT_OF_TIME)
        return
    spaces = board.plus_gems(draft.path, draft.setup.board)
    for space in spaces:
        draft.path = draft.path.with_gems(space, 1)
    draft.events.append(events.GemsAdded(spaces))
    draft.pending = actions.DEAL_DUE
    if draft.reserve:
        path = draft.path
        for end in Seat:
            if path.tracker == path.end_space(end):
                _cover(draft, end.other, forced=True)
                return
        draft.pending = actions.FOREST_DUE


def _end_game(draft: _Draft, outcome: Outcome) -> None:
    draft.pending = None
    draft.outcome = outcome
    draft.events.append(events.GameEnded(outcome, total_score(draft.freeze())))
