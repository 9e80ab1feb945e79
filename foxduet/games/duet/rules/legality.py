"""What the rules allow: the actions of a decision, and why others are refused."""

from __future__ import annotations

from typing import assert_never

from foxduet.core.common import Deal, Exchange, Play, Seat
from foxduet.core.engine import check_deal, check_due, check_held
from foxduet.core.errors import N_, IllegalActionError
from foxduet.games.duet.rules import actions
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.board import possible_moves, signed
from foxduet.games.duet.rules.cards import DECK, Suit, must_follow
from foxduet.games.duet.rules.state import HAND_SIZE, GameState, Table

# The kind of action that each decision needs, and why others are refused.
_NEEDED: dict[Choice, tuple[type[object], str]] = {
    Choice.DEAL: (Deal, N_("the next round must be dealt first")),
    Choice.PLAY: (Play, N_("it is {seat}'s turn to play a card")),
    Choice.FOXES: (actions.Foxes, N_("{seat} played Foxes and must first name a seat")),
    Choice.EXCHANGE: (Exchange, N_("{seat} must first exchange the decree or keep it")),
    Choice.GIVE: (actions.Give, N_("{seat} must first choose a card to give")),
    Choice.MOVE: (actions.Move, N_("{seat} won the trick and must first choose a move")),
    Choice.FOREST: (actions.Forest, N_("the team must first choose an end for the forest token")),
}

_FOLLOW = {
    Suit.DOVES: N_("a Dove was led and the hand holds Doves, so a Dove must be played"),
    Suit.ROSES: N_("a Rose was led and the hand holds Roses, so a Rose must be played"),
    Suit.STARS: N_("a Star was led and the hand holds Stars, so a Star must be played"),
}

_NOT_THE_DECK = N_("the deal is not the thirty cards: some card is dealt twice, another is missing")


def legal_actions(state: GameState) -> tuple[actions.Action, ...]:
    """Return the actions among which the pending decision chooses, sorted.

    Cards are in the order of a hand, p1 before p2, moves ascending, keeping the decree last.
    Resign is never listed; a deal that is due has no list, nor has a finished game.
    """
    decision = state.table.pending
    if decision is None:
        return ()
    seat = decision.seat
    if seat is None:
        return actions.FORESTS if decision.choice is Choice.FOREST else ()
    hand = state.hands[seat]
    match decision.choice:
        case Choice.PLAY:
            plays = actions.PLAYS[seat]
            lead = state.table.lead
            if lead is not None and must_follow(hand, lead):
                suit = lead.suit
                return tuple([plays[card.index] for card in hand if card.suit is suit])
            return tuple([plays[card.index] for card in hand])
        case Choice.FOXES:
            return actions.NAMINGS[seat]
        case Choice.EXCHANGE:
            return (*[actions.EXCHANGES[seat][card.index] for card in hand], actions.KEEPS[seat])
        case Choice.GIVE:
            return tuple([actions.GIVES[seat][card.index] for card in hand])
        case Choice.MOVE:
            return tuple([actions.Move(seat, steps) for steps in _moves(state.table, seat)])
    raise AssertionError("a deal and the forest belong to no seat")


def check(state: GameState, action: actions.Action) -> None:
    """Raise IllegalActionError, which says why, if the rules do not allow ``action``."""
    due = state.table.pending
    if due is None:
        raise IllegalActionError(N_("the game is over"))
    if isinstance(action, actions.Resign):
        return
    check_due(due, action, _NEEDED)
    match action:
        case Play() | actions.Give() | Exchange():
            card, hand = action.card, state.hands[action.seat]
            check_held(hand, action.seat, card)
            lead = state.table.lead if isinstance(action, Play) else None
            if card and lead and card.suit is not lead.suit and must_follow(hand, lead):
                raise IllegalActionError(_FOLLOW[lead.suit])
        case actions.Move():
            moves = _moves(state.table, action.seat)
            if action.steps not in moves:
                template = N_("the tracker cannot move {steps} after this trick; possible: {moves}")
                possible = ", ".join(map(signed, moves))
                raise IllegalActionError(template, steps=signed(action.steps), moves=possible)
        case Deal():
            check_deal(action, state.table.dealer, DECK, HAND_SIZE, _NOT_THE_DECK)
        case actions.Foxes() | actions.Forest():
            pass
        case _:
            assert_never(action)


def _moves(table: Table, winner: Seat) -> tuple[int, ...]:
    trick, _decree = table.in_trick
    lead, follow = trick.cards
    return possible_moves(lead, follow, winner)
