"""The rules in motion: what may be done, and what comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from foxduet.rules.common import (
    Deal,
    Exchange,
    Play,
    Seat,
    Step,
    Trick,
    follow_wins,
    hand_of,
    win_reason,
    without,
)
from foxduet.rules.duet.actions import (
    DEAL_DUE,
    EXCHANGE_DUE,
    FOREST_DUE,
    FOXES_DUE,
    GIVE_DUE,
    MOVE_DUE,
    PLAY_DUE,
    Action,
    Forest,
    Foxes,
    Give,
    Move,
    Resign,
)
from foxduet.rules.duet.board import Overrun, path_at_setup, plus_gems, possible_moves
from foxduet.rules.duet.cards import DECK, Ability, Card, Hand, Suit
from foxduet.rules.duet.events import (
    CardPlayed,
    DecreeChanged,
    DecreeKept,
    Event,
    GameEnded,
    GemCollected,
    GemsAdded,
    GiftOffered,
    GiftsExchanged,
    PathOverrun,
    RoundDealt,
    RoundEnded,
    SeatNamed,
    SpaceCovered,
    TrackerMoved,
    TrackerReset,
    TrickWon,
)
from foxduet.rules.duet.legality import check
from foxduet.rules.duet.scoring import total_score
from foxduet.rules.duet.state import (
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

_NOBODY: tuple[Hand, Hand] = ((), ())


def new_game(setup: Setup) -> GameState:
    """Lay the board out; the first deal is pending (R2, R3)."""
    table = Table(
        setup=setup,
        round=0,
        tricks_done=0,
        dealer=None,
        decree=None,
        trick=None,
        path=path_at_setup(setup.board, setup.level),
        reserve=setup.board.forest_tokens,
        pending=DEAL_DUE,
        outcome=None,
    )
    return GameState(table, hands=_NOBODY, stock=(), offer=None, known=_NOBODY, voids=((), ()))


def deal(state: GameState, rng: Random, dealer: Seat | None = None) -> Deal[Card]:
    """Return the deal that is due, shuffled with ``rng`` (R3.2).

    Round 1 is dealt by ``dealer``, or by whom ``rng`` chooses; later rounds by the seat that did
    not deal the last one (R3.1).
    """
    if state.table.dealer is not None:
        dealer = state.table.dealer.other
    elif dealer is None:
        dealer = rng.choice(list(Seat))
    return shuffled_deal(dealer, rng)


def shuffled_deal(dealer: Seat, rng: Random) -> Deal[Card]:
    """Shuffle the thirty cards with ``rng`` and deal them (R3.2)."""
    cards = list(DECK)
    rng.shuffle(cards)
    hands = (hand_of(cards[:HAND_SIZE]), hand_of(cards[HAND_SIZE : 2 * HAND_SIZE]))
    return Deal(dealer, hands, cards[2 * HAND_SIZE], tuple(cards[2 * HAND_SIZE + 1 :]))


def apply(state: GameState, action: Action) -> Step[GameState, Event]:
    """Do ``action``, after ``check``; ``state`` itself does not change.

    Raises IllegalActionError if the rules do not allow it.
    """
    check(state, action)
    draft = _Draft(state)
    match action:
        case Play():
            _play(draft, action.seat, action.card)
        case Foxes():
            _name_seat(draft, action.seat, action.named)
        case Exchange():
            _exchange(draft, action.seat, action.card)
        case Give():
            _give(draft, action.seat, action.card)
        case Move():
            _move_tracker(draft, action.seat, action.steps)
        case Forest():
            _cover(draft, action.end)
            draft.pending = DEAL_DUE
        case Deal():
            _deal(draft, action)
        case Resign():
            _take_offer_back(draft)
            _end_game(draft, Outcome.RESIGNED)
        case _:
            assert_never(action)
    return Step(draft.freeze(), tuple(draft.events))


class _Draft:
    """The state that one call of apply is working out; it never leaves this module."""

    __slots__ = (
        "dealer",
        "decree",
        "events",
        "hands",
        "known",
        "offer",
        "outcome",
        "path",
        "pending",
        "reserve",
        "round",
        "setup",
        "stock",
        "trick",
        "tricks_done",
        "voids",
    )

    def __init__(self, state: GameState) -> None:
        table = state.table
        self.setup = table.setup
        self.round = table.round
        self.tricks_done = table.tricks_done
        self.dealer = table.dealer
        self.decree = table.decree
        self.trick = table.trick
        self.path = table.path
        self.reserve = table.reserve
        self.pending = table.pending
        self.outcome = table.outcome
        self.hands = state.hands
        self.stock = state.stock
        self.offer = state.offer
        self.known = state.known
        self.voids = state.voids
        self.events: list[Event] = []

    def freeze(self) -> GameState:
        table = Table(
            self.setup,
            self.round,
            self.tricks_done,
            self.dealer,
            self.decree,
            self.trick,
            self.path,
            self.reserve,
            self.pending,
            self.outcome,
        )
        return GameState(table, self.hands, self.stock, self.offer, self.known, self.voids)

    def take_from_hand(self, seat: Seat, card: Card) -> None:
        """Take ``card`` out of the hand of ``seat`` for the other to see."""
        self.hands = _with_hand(self.hands, seat, without(self.hands[seat], card))
        other = seat.other
        if card in self.known[other]:
            self.known = _with_hand(self.known, other, without(self.known[other], card))

    def put_in_hand(self, seat: Seat, card: Card) -> None:
        """Add ``card``, which the other seat knows, to the hand of ``seat``."""
        self.hands = _with_hand(self.hands, seat, hand_of((*self.hands[seat], card)))
        other = seat.other
        self.known = _with_hand(self.known, other, hand_of((*self.known[other], card)))


def _with_hand(pair: tuple[Hand, Hand], seat: Seat, hand: Hand) -> tuple[Hand, Hand]:
    return (hand, pair[1]) if seat is Seat.P1 else (pair[0], hand)


def _deal(draft: _Draft, dealt: Deal[Card]) -> None:
    draft.round += 1
    draft.tricks_done = 0
    draft.dealer = dealt.dealer
    draft.hands = dealt.hands
    draft.decree = dealt.decree
    draft.stock = dealt.stock
    draft.known = _NOBODY
    draft.voids = ((), ())
    draft.events.append(RoundDealt(draft.round, dealt.dealer, dealt.decree))
    _open_trick(draft, dealt.dealer.other)


def _open_trick(draft: _Draft, leader: Seat) -> None:
    draft.trick = Trick(leader)
    draft.pending = PLAY_DUE[leader]


def _play(draft: _Draft, seat: Seat, card: Card) -> None:
    trick = draft.trick
    assert trick is not None, "a trick is under way when a card is played"
    lead = trick.lead
    if lead is None:
        draft.trick = Trick(trick.leader, card)
    else:
        if card.suit is not lead.suit and lead.ability is not Ability.ROYAL_HEIR:
            _show_void(draft, seat, lead.suit)
        draft.trick = Trick(trick.leader, lead, card)
    draft.take_from_hand(seat, card)
    draft.events.append(CardPlayed(seat, card, leads=lead is None))
    p1_hand, p2_hand = draft.hands
    if card.ability is Ability.FOXES and (p1_hand or p2_hand):
        draft.pending = FOXES_DUE[seat]
    elif card.ability is Ability.GIFT and p1_hand and p2_hand:
        draft.pending = GIVE_DUE[seat]
    else:
        _continue_trick(draft)


def _show_void(draft: _Draft, seat: Seat, suit: Suit) -> None:
    suits = draft.voids[seat]
    if suit not in suits:
        suits = tuple(sorted((*suits, suit)))
        voids = draft.voids
        draft.voids = (suits, voids[1]) if seat is Seat.P1 else (voids[0], suits)


def _name_seat(draft: _Draft, seat: Seat, named: Seat) -> None:
    can_exchange = bool(draft.hands[named])
    draft.events.append(SeatNamed(seat, named, hand_empty=not can_exchange))
    if can_exchange:
        draft.pending = EXCHANGE_DUE[named]
    else:
        _continue_trick(draft)


def _exchange(draft: _Draft, seat: Seat, card: Card | None) -> None:
    if card is None:
        draft.events.append(DecreeKept(seat))
    else:
        old = draft.decree
        assert old is not None, "there is a decree while a trick is under way"
        draft.take_from_hand(seat, card)
        draft.put_in_hand(seat, old)
        draft.decree = card
        draft.events.append(DecreeChanged(seat, old, card))
    _continue_trick(draft)


def _give(draft: _Draft, seat: Seat, card: Card) -> None:
    draft.events.append(GiftOffered(seat, card))
    first = draft.offer
    if first is None:
        # The other seat must not learn yet whether a card that it knows of has left the hand.
        draft.hands = _with_hand(draft.hands, seat, without(draft.hands[seat], card))
        draft.offer = card
        draft.pending = GIVE_DUE[seat.other]
        return
    draft.offer = None
    giver = seat.other
    draft.take_from_hand(giver, first)
    draft.take_from_hand(seat, card)
    draft.put_in_hand(seat, first)
    draft.put_in_hand(giver, card)
    given = (first, card) if giver is Seat.P1 else (card, first)
    draft.events.append(GiftsExchanged(given))
    _continue_trick(draft)


def _take_offer_back(draft: _Draft) -> None:
    """Undo a Gift that is half done: its first card was never given."""
    if draft.offer is not None and draft.pending is not None and draft.pending.seat is not None:
        giver = draft.pending.seat.other
        hand = hand_of((*draft.hands[giver], draft.offer))
        draft.hands = _with_hand(draft.hands, giver, hand)
        draft.offer = None


def _continue_trick(draft: _Draft) -> None:
    """Continue the trick once the card just played has had its effect."""
    trick = draft.trick
    assert trick is not None, "a trick is under way"
    lead, follow = trick.lead, trick.follow
    assert lead is not None, "a card has been played"
    if follow is None:
        draft.pending = PLAY_DUE[trick.to_play]
        return
    assert draft.decree is not None, "there is a decree while a trick is under way"
    trump = draft.decree.suit
    if follow_wins(lead, follow, trump):
        winner, card, beaten = trick.leader.other, follow, lead
    else:
        winner, card, beaten = trick.leader, lead, follow
    reason = win_reason(lead, follow, trump)
    draft.events.append(TrickWon(winner, card, beaten, lead.suit, reason))
    moves = possible_moves(lead, follow, winner)
    if len(moves) > 1:
        draft.pending = MOVE_DUE[winner]
    else:
        _move_tracker(draft, winner, moves[0])


def _move_tracker(draft: _Draft, winner: Seat, steps: int) -> None:
    draft.trick = None
    draft.tricks_done += 1
    path = draft.path
    landing = path.landing(steps)
    if isinstance(landing, Overrun):
        draft.events.append(PathOverrun(path.tracker, steps, landing.end))
        if not draft.reserve:
            _end_game(draft, Outcome.LOST)
            return
        draft.path = path.with_tracker(path.start)
        draft.events.append(TrackerReset(path.start))
        _cover(draft, landing.end)
    else:
        draft.events.append(TrackerMoved(path.tracker, landing.space))
        draft.path = path.with_tracker(landing.space)
        if landing.gem:
            draft.path = draft.path.with_gems(landing.space, -1)
            draft.events.append(GemCollected(landing.space, draft.path.gems_left))
            if not draft.path.gems_left:
                _end_game(draft, Outcome.VICTORY)
                return
    if draft.tricks_done < TRICKS:
        _open_trick(draft, winner)
    else:
        _end_round(draft)


def _cover(draft: _Draft, end: Seat, *, forced: bool = False) -> None:
    space = draft.path.end_space(end)
    draft.path, slide = draft.path.cover(end)
    draft.reserve -= 1
    draft.events.append(SpaceCovered(space, end, slide.gems, slide.to, forced))


def _end_round(draft: _Draft) -> None:
    draft.events.append(RoundEnded(draft.round))
    if draft.round == ROUNDS:
        _end_game(draft, Outcome.OUT_OF_TIME)
        return
    spaces = plus_gems(draft.path, draft.setup.board)
    for space in spaces:
        draft.path = draft.path.with_gems(space, 1)
    draft.events.append(GemsAdded(spaces))
    draft.pending = DEAL_DUE
    if draft.reserve:
        path = draft.path
        for end in Seat:
            if path.tracker == path.end_space(end):
                _cover(draft, end.other, forced=True)
                return
        draft.pending = FOREST_DUE


def _end_game(draft: _Draft, outcome: Outcome) -> None:
    draft.pending = None
    draft.outcome = outcome
    draft.events.append(GameEnded(outcome, total_score(draft.freeze())))
