"""The third game as the contract knows it."""

from __future__ import annotations

from functools import partial
from random import Random

from hypothesis import strategies as st

from foxduet.core.common import Play, Seat
from tests.games.contract import Contract, at_random, plays, same_action
from tests.games.highcard.game import DEALS, DECK, Card, Resign, Setup, State, unseen
from tests.games.highcard.lines import CARDS
from tests.games.highcard.rules import RULES

_LEAD = "1 1x2x3x/4x5x1y 2y 3y4y p1:- 2-1 p1:play"
_BETWEEN = "1 -/- 2y 3y4y - 4-2 deal"
_DEAL = RULES.format_action(RULES.deal(RULES.new_game(Setup()), Random(1), Seat.P1))


def hidden(state: State, seat: Seat) -> tuple[Card, ...]:
    return (*state.hands[seat.other], *state.stock)


HIGHCARD = Contract(
    rules=RULES,
    setups=st.sampled_from(DEALS).map(Setup),
    universe=plays(DECK),
    deck=DECK,
    cards=CARDS,
    card_fields=slice(1, 5),
    play=partial(at_random, RULES),
    unseen=unseen,
    hidden=hidden,
    secrets=hidden,
    shared=same_action,
    setup=Setup(2),
    due={
        "it is p1's turn to play a card": (_LEAD, (), "p1 play"),
        "it is p2's turn to play a card": (_LEAD, ("p1 play 1x",), "p2 play"),
        "the next round must be dealt first": (_BETWEEN, (), "deal"),
    },
    one_of_each=(_DEAL, "p1 play 1x", "p2 play 4x"),
    language={
        "p2 play 5z": Play(Seat.P2, DECK[-1]),
        "p1 resign": Resign(Seat.P1),
    },
    not_actions={
        "": "actions are deal, play and resign",
        "p1 exchange 5z": "is not an action",
        "team resign": "'team' is not a seat",
        "p1 play 6z": "'6z' is not a card",
    },
    not_cards=("", "5", "z5", "6x", "-"),
)
