"""The contract of the original game."""

from __future__ import annotations

from typing import Any

from foxduet.core.cards import Exchange, Play, Seat, Step
from foxduet.core.engine import AnyRuleSet
from foxduet.games.classic.rules import RULES
from foxduet.games.classic.rules.cards import DECK, Card, Suit
from foxduet.games.classic.rules.observation import unseen_cards
from foxduet.games.classic.rules.state import (
    CARDS,
    Choice,
    Discard,
    Event,
    GameState,
    Resign,
    RoundEnded,
    Setup,
    TookDecree,
)
from tests.contract.contract import Contract, same_action
from tests.support.classic import DEAL_BY_P1, UNIVERSE, hidden_from, random_game, setups

B7, K4, M4 = Card.of(Suit.BELLS, 7), Card.of(Suit.KEYS, 4), Card.of(Suit.MOONS, 4)

_LEAD = "1.10 3b5b4k/6b8k2m 1b 2k3k5k6k7kTk p1:- 5-5 2-0 p1:play"
_BETWEEN = "2.13 -/- 1b 2k3k5k6k7kTk - 7-6 12-9 deal"


def _secrets(state: GameState, seat: Seat) -> tuple[Card, ...]:
    """Return the hidden cards that were never open; the other hand may hold old decrees."""
    shown = state.table.facts[seat.other]
    taken = {fact.card for fact in shown if isinstance(fact, TookDecree)}
    return tuple(card for card in hidden_from(state, seat) if card not in taken)


def _shared(
    rules: AnyRuleSet, state: GameState, world: GameState, seat: Seat
) -> list[tuple[Any, Any]]:
    """Return the actions that look the same to a seat: the other's discards may differ."""
    pending = state.table.pending
    assert pending is not None
    if pending.choice is Choice.DISCARD and pending.seat is seat.other:
        here, there = rules.legal_actions(state), rules.legal_actions(world)
        return list(zip(here, there, strict=True))
    return same_action(rules, state, world, seat)


def _lost_by_line(_state: GameState, step: Step[GameState, Event]) -> tuple[bool, bool]:
    """Return whether the next line, and the events, depend on the points before the round."""
    p1, p2 = step.state.table.points
    return p1 == p2, any(isinstance(event, RoundEnded) for event in step.events)


CLASSIC = Contract(
    rules=RULES,
    setups=setups,
    universe=UNIVERSE,
    deck=DECK,
    cards=CARDS,
    card_fields=slice(1, 5),
    play=random_game,
    unseen=unseen_cards,
    hidden=hidden_from,
    secrets=_secrets,
    shared=_shared,
    partners=("random", "novice", "steady", "steady:25%", "expert:6", "ismcts:4"),
    # A seat knows the card that it has drawn.
    sees_by_chance=lambda state, seat: state.drawn in state.hands[seat],
    lost_by_line=_lost_by_line,
    setup=Setup(),
    due={
        "it is p1's turn to play a card": (_LEAD, (), "p1 play"),
        "it is p2's turn to play a card": (_LEAD, ("p1 play 4k",), "p2 play"),
        "p1 played a Fox and must first swap the decree or keep it": (
            _LEAD,
            ("p1 play 3b",),
            "p1 exchange",
        ),
        "p1 played a Woodcutter and must first put a card under the deck": (
            _LEAD,
            ("p1 play 5b",),
            "p1 discard",
        ),
        "the next round must be dealt first": (_BETWEEN, (), "deal"),
    },
    one_of_each=(
        DEAL_BY_P1,
        *("p1 play 4k", "p2 play 8k", "p1 exchange -", "p2 exchange -"),
        *("p1 discard 4k", "p2 discard 8k"),
    ),
    language={
        "p2 play 7b": Play(Seat.P2, B7),
        "p1 exchange 4m": Exchange(Seat.P1, M4),
        "p1 exchange -": Exchange(Seat.P1, None),
        "p1 discard 4k": Discard(Seat.P1, K4),
        "p2 resign": Resign(Seat.P2),
        "p1 resign": Resign(Seat.P1),
    },
    not_cards=("", "7", "b7", "7B", "7d", "0b", "11b", "tb", "eb", " 7b", "7b ", "7b7b", "??", "-"),
)
