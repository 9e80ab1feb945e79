"""What the rules allow: the actions that a decision chooses among, and why others are refused."""

from __future__ import annotations

from typing import assert_never

from foxduet.rules.common import Deal, Exchange, Play, Seat, Trick, hand_of
from foxduet.rules.duet.actions import (
    EXCHANGES,
    FORESTS,
    GIVES,
    KEEPS,
    NAMINGS,
    PLAYS,
    Action,
    Choice,
    Forest,
    Foxes,
    Give,
    Move,
    Resign,
)
from foxduet.rules.duet.board import possible_moves, signed
from foxduet.rules.duet.cards import DECK, Card, Hand, Suit, must_follow
from foxduet.rules.duet.state import HAND_SIZE, STOCK_SIZE, GameState
from foxduet.rules.errors import N_, IllegalActionError

_NOT_NOW = {
    Choice.DEAL: N_("the next round must be dealt first"),
    Choice.PLAY: N_("it is {seat}'s turn to play a card"),
    Choice.FOXES: N_("{seat} played Foxes and must first name a seat"),
    Choice.EXCHANGE: N_("{seat} must first exchange the decree or keep it"),
    Choice.GIVE: N_("{seat} must first choose a card to give"),
    Choice.MOVE: N_("{seat} won the trick and must first choose a move"),
    Choice.FOREST: N_("the team must first choose an end for the forest token"),
}


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Return the actions among which the pending decision chooses, sorted.

    Cards are in the order of a hand, p1 before p2, moves ascending, keeping the decree last.
    Empty when a deal is due or the game is over. Resign, legal until the game is over, is
    never listed: it answers no decision.
    """
    decision = state.table.pending
    if decision is None:
        return ()
    seat = decision.seat
    if seat is None:
        return FORESTS if decision.choice is Choice.FOREST else ()
    hand = state.hands[seat]
    match decision.choice:
        case Choice.PLAY:
            plays = PLAYS[seat]
            lead = state.table.lead
            if lead is not None and must_follow(hand, lead):
                suit = lead.suit
                return tuple([plays[card.index] for card in hand if card.suit is suit])
            return tuple([plays[card.index] for card in hand])
        case Choice.FOXES:
            return NAMINGS[seat]
        case Choice.EXCHANGE:
            return (*[EXCHANGES[seat][card.index] for card in hand], KEEPS[seat])
        case Choice.GIVE:
            return tuple([GIVES[seat][card.index] for card in hand])
        case Choice.MOVE:
            return tuple([Move(seat, steps) for steps in _moves(state.table.trick, seat)])
    raise AssertionError("a deal and the forest belong to no seat")


def check(state: GameState, action: Action) -> None:
    """Return if the rules allow ``action`` in ``state``.

    Raises IllegalActionError, which says why not.
    """
    if state.table.pending is None:
        raise IllegalActionError(N_("the game is over"))
    match action:
        case Play():
            _check_turn(state, Choice.PLAY, action.seat)
            _check_held(state, action.seat, action.card)
            lead, card = state.table.lead, action.card
            if lead is not None and card.suit is not lead.suit:
                _check_may_leave_suit(state.hands[action.seat], lead)
        case Foxes():
            _check_turn(state, Choice.FOXES, action.seat)
        case Exchange():
            _check_turn(state, Choice.EXCHANGE, action.seat)
            if action.card is not None:
                _check_held(state, action.seat, action.card)
        case Give():
            _check_turn(state, Choice.GIVE, action.seat)
            _check_held(state, action.seat, action.card)
        case Move():
            _check_turn(state, Choice.MOVE, action.seat)
            moves = _moves(state.table.trick, action.seat)
            if action.steps not in moves:
                raise IllegalActionError(
                    N_("the tracker cannot move {steps} after this trick; possible: {moves}"),
                    steps=signed(action.steps),
                    moves=", ".join(map(signed, moves)),
                )
        case Forest():
            _check_turn(state, Choice.FOREST, None)
        case Deal():
            _check_turn(state, Choice.DEAL, None)
            _check_deal(state, action)
        case Resign():
            pass
        case _:
            assert_never(action)


def _check_turn(state: GameState, choice: Choice, seat: Seat | None) -> None:
    due = state.table.pending
    assert due is not None, "check has refused a game that is over"
    if due.choice is not choice or due.seat is not seat:
        raise IllegalActionError(_NOT_NOW[due.choice], seat=due.seat)


def _check_held(state: GameState, seat: Seat, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalActionError(N_("{seat} does not hold that card"), seat=seat)


_FOLLOW = {
    Suit.DOVES: N_("a Dove was led and the hand holds Doves, so a Dove must be played"),
    Suit.ROSES: N_("a Rose was led and the hand holds Roses, so a Rose must be played"),
    Suit.STARS: N_("a Star was led and the hand holds Stars, so a Star must be played"),
}


def _check_may_leave_suit(hand: Hand, lead: Card) -> None:
    if must_follow(hand, lead):
        raise IllegalActionError(_FOLLOW[lead.suit])


def _check_deal(state: GameState, deal: Deal[Card]) -> None:
    if state.table.dealer is not None and deal.dealer is state.table.dealer:
        raise IllegalActionError(N_("{seat} deals this round"), seat=state.table.dealer.other)
    for seat in Seat:
        if len(deal.hands[seat]) != HAND_SIZE:
            raise IllegalActionError(
                N_("{seat} is dealt {count} cards instead of {size}"),
                seat=seat,
                count=len(deal.hands[seat]),
                size=HAND_SIZE,
            )
        if deal.hands[seat] != hand_of(deal.hands[seat]):
            raise IllegalActionError(N_("the hand of {seat} is not sorted"), seat=seat)
    if len(deal.stock) != STOCK_SIZE:
        raise IllegalActionError(
            N_("the stock has {count} cards instead of {size}"),
            count=len(deal.stock),
            size=STOCK_SIZE,
        )
    cards = (*deal.hands[Seat.P1], *deal.hands[Seat.P2], deal.decree, *deal.stock)
    if hand_of(cards) != DECK:
        raise IllegalActionError(
            N_("the deal is not the thirty cards: some card is dealt twice, another is missing")
        )


def _moves(trick: Trick[Card] | None, winner: Seat) -> tuple[int, ...]:
    assert trick is not None, "a trick lies on the table when a move is due"
    assert trick.lead is not None, "both cards are played when a move is due"
    assert trick.follow is not None, "both cards are played when a move is due"
    return possible_moves(trick.lead, trick.follow, winner)
