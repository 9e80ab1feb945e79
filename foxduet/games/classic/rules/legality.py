"""What the rules allow: the actions of a decision, and why others are refused."""

from __future__ import annotations

from typing import assert_never

from foxduet.core.common import Deal, Exchange, Play
from foxduet.core.engine import check_deal, check_due, check_held
from foxduet.core.errors import N_, IllegalActionError
from foxduet.games.classic.rules import actions
from foxduet.games.classic.rules.cards import DECK, Ability, Suit, cards_to_follow
from foxduet.games.classic.rules.state import HAND_SIZE, GameState

# The kind of action that each decision needs, and why others are refused.
_NEEDED: dict[actions.Choice, tuple[type[object], str]] = {
    actions.Choice.DEAL: (Deal, N_("the next round must be dealt first")),
    actions.Choice.PLAY: (Play, N_("it is {seat}'s turn to play a card")),
    actions.Choice.EXCHANGE: (
        Exchange,
        N_("{seat} played a Fox and must first exchange the decree or keep it"),
    ),
    actions.Choice.DISCARD: (
        actions.Discard,
        N_("{seat} played a Woodcutter and must first put a card under the deck"),
    ),
}

_FOLLOW = {
    Suit.BELLS: N_("a Bell was led and the hand holds Bells, so a Bell must be played"),
    Suit.KEYS: N_("a Key was led and the hand holds Keys, so a Key must be played"),
    Suit.MOONS: N_("a Moon was led and the hand holds Moons, so a Moon must be played"),
}

_FOLLOW_MONARCH = {
    Suit.BELLS: N_(
        "the Monarch of Bells was led and the hand holds Bells, "
        "so the highest Bell or the Swan of Bells must be played"
    ),
    Suit.KEYS: N_(
        "the Monarch of Keys was led and the hand holds Keys, "
        "so the highest Key or the Swan of Keys must be played"
    ),
    Suit.MOONS: N_(
        "the Monarch of Moons was led and the hand holds Moons, "
        "so the highest Moon or the Swan of Moons must be played"
    ),
}

_NOT_THE_DECK = N_(
    "the deal is not the thirty-three cards: some card is dealt twice, another is missing"
)


def legal_actions(state: GameState) -> tuple[actions.Action, ...]:
    """Return the actions among which the pending decision chooses, sorted.

    Cards are in the order of a hand, keeping the decree last. Resign is never listed; a deal that
    is due has no list, nor has a finished game.
    """
    decision = state.table.pending
    if decision is None or decision.seat is None:
        return ()
    seat = decision.seat
    hand = state.hands[seat]
    match decision.choice:
        case actions.Choice.PLAY:
            lead = state.table.lead
            plays = actions.PLAYS[seat]
            cards = hand if lead is None else cards_to_follow(hand, lead)
            return tuple([plays[card.index] for card in cards])
        case actions.Choice.EXCHANGE:
            return (*[actions.EXCHANGES[seat][card.index] for card in hand], actions.KEEPS[seat])
        case actions.Choice.DISCARD:
            return tuple([actions.DISCARDS[seat][card.index] for card in hand])
    raise AssertionError("a deal belongs to no seat")


def check(state: GameState, action: actions.Action) -> None:
    """Raise IllegalActionError, which says why, if the rules do not allow ``action``."""
    due = state.table.pending
    if due is None:
        raise IllegalActionError(N_("the game is over"))
    if isinstance(action, actions.Resign):
        return
    check_due(due, action, _NEEDED)
    match action:
        case Play() | actions.Discard() | Exchange():
            card, hand = action.card, state.hands[action.seat]
            check_held(hand, action.seat, card)
            lead = state.table.lead if isinstance(action, Play) else None
            if card and lead and card not in cards_to_follow(hand, lead):
                sentences = _FOLLOW_MONARCH if lead.ability is Ability.MONARCH else _FOLLOW
                raise IllegalActionError(sentences[lead.suit])
        case Deal():
            check_deal(action, state.table.dealer, DECK, HAND_SIZE, _NOT_THE_DECK)
        case _:
            assert_never(action)
