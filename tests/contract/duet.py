"""The contract of Duet."""

from __future__ import annotations

from typing import Any

from foxduet.core.cards import Exchange, Play, Seat
from foxduet.core.engine import AnyRuleSet
from foxduet.games.duet.rules import RULES
from foxduet.games.duet.rules.cards import DECK, Card, Suit
from foxduet.games.duet.rules.observation import unseen_cards
from foxduet.games.duet.rules.state import (
    CARDS,
    Choice,
    Forest,
    Foxes,
    GameState,
    Give,
    Move,
    Resign,
    Setup,
)
from tests.contract.contract import Contract, same_action
from tests.support.games import DEAL_BY_P1, hidden_from
from tests.support.players import UNIVERSE, random_game, setups

D7, S4 = Card.of(Suit.DOVES, 7), Card.of(Suit.STARS, 4)

_FOXES = "1.8 4d3r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
_GIFT = "1.8 4d7r6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
_GAZELLE = "1.9 5d6s/Td4s 2s 1s3s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
_BETWEEN = "1.11 -/- 1d 3s4s5s7s8s9sTs - - 11211011211 6 4 team:forest"


def _shared(
    rules: AnyRuleSet, state: GameState, world: GameState, seat: Seat
) -> list[tuple[Any, Any]]:
    """Return the actions that look the same to a seat: a partner's first Gift card may differ.

    Completing the Gift shows a card that may differ between the worlds; it is then no secret.
    """
    pending = state.table.pending
    assert pending is not None
    if pending.choice is Choice.GIVE:
        if state.offer is not None and state.offer is not world.offer:
            return []
        if state.offer is None and pending.seat is seat.other:
            there = rules.legal_actions(world)
            return list(zip(rules.legal_actions(state), there, strict=True))
    return same_action(rules, state, world, seat)


DUET = Contract(
    rules=RULES,
    setups=setups,
    universe=UNIVERSE,
    deck=DECK,
    cards=CARDS,
    card_fields=slice(1, 6),
    play=random_game,
    unseen=unseen_cards,
    hidden=hidden_from,
    secrets=hidden_from,
    shared=_shared,
    setup=Setup(1),
    due={
        "it is p1's turn to play a card": (_FOXES, (), "p1 play"),
        "it is p2's turn to play a card": (_FOXES, ("p1 play 6s",), "p2 play"),
        "p1 played Foxes and must first choose who may swap": (_FOXES, ("p1 play 3r",), "p1 foxes"),
        "p2 must first swap the decree or keep it": (
            _FOXES,
            ("p1 play 3r", "p1 foxes p2"),
            "p2 exchange",
        ),
        "p1 must first choose a card to give": (_GIFT, ("p1 play 7r",), "p1 give"),
        "p2 must first choose a card to give": (_GIFT, ("p1 play 7r", "p1 give 4d"), "p2 give"),
        "p2 won the trick and must first choose a move": (
            _GAZELLE,
            ("p1 play 5d", "p2 play Td"),
            "p2 move",
        ),
        "the team must first choose an end for the forest token": (_BETWEEN, (), "team forest"),
        "the next round must be dealt first": (_BETWEEN, ("team forest p2",), "deal"),
    },
    one_of_each=(
        DEAL_BY_P1,
        *("p1 play 4d", "p2 play 8r", "p1 foxes p1", "p2 foxes p1"),
        *("p1 exchange -", "p2 exchange -", "p1 give 6s", "p2 give 8r"),
        *("p1 move 0", "p2 move +1", "team forest p1"),
    ),
    language={
        "p2 play 7d": Play(Seat.P2, D7),
        "p1 foxes p2": Foxes(Seat.P1, Seat.P2),
        "p2 exchange 4s": Exchange(Seat.P2, S4),
        "p2 exchange -": Exchange(Seat.P2, None),
        "p1 give 4s": Give(Seat.P1, S4),
        "p1 move +3": Move(Seat.P1, 3),
        "p2 move -2": Move(Seat.P2, -2),
        "p1 move 0": Move(Seat.P1, 0),
        "p1 move +123": Move(Seat.P1, 123),
        "team forest p2": Forest(Seat.P2),
        "team resign": Resign(),
    },
    not_cards=(
        *("", "7", "d7", "7D", "7h", "0d", "10d", "td", " 7d", "7d ", "7d\n", "7d7d", "??", "-"),
    ),
)
