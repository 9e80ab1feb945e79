"""Deals and positions of the original game: chosen, drawn and checked."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from hypothesis import strategies as st

from foxduet.core.common import Seat, Step, hand_of
from foxduet.core.register import rule_set
from foxduet.games.classic.rules.actions import (
    CARDS,
    DISCARDS,
    EXCHANGES,
    KEEPS,
    PLAYS,
    Action,
)
from foxduet.games.classic.rules.cards import DECK, Card, Hand
from foxduet.games.classic.rules.engine import apply, deal, new_game
from foxduet.games.classic.rules.events import Event
from foxduet.games.classic.rules.legality import legal_actions
from foxduet.games.classic.rules.position import (
    format_position,
    parse_position,
    position_of,
    restore,
)
from foxduet.games.classic.rules.state import TARGETS, GameState, Setup
from tests.support.by_rules import ByRules
from tests.support.machine import patience

format_card, parse_card = CARDS.format_card, CARDS.parse_card
format_cards, parse_cards = CARDS.format_cards, CARDS.parse_cards
parse_hand = CARDS.parse_hand
_BY_RULES = ByRules[GameState, Event](rule_set("classic"))
play, after = _BY_RULES.play, _BY_RULES.after
choices, refusal = _BY_RULES.choices, _BY_RULES.refusal

P1_HAND = "2b5b6bEb1k3k6k9kTk1m5m8mEm"
P2_HAND = "1b4b8bTb2k4k7k8k2m3m6m9mTm"
DECREE, STOCK = "7b", "5k3b4m7mEk9b"
DEAL_BY_P1 = f"deal p1 {P1_HAND}/{P2_HAND} {DECREE} {STOCK}"
DEAL_BY_P2 = DEAL_BY_P1.replace("deal p1", "deal p2")


def at(line: str, target: int = 21) -> GameState:
    """Return the state of a position line; it must hold a whole deck."""
    state = restore(parse_position(line), Setup(target))
    assert_cards_accounted_for(state)
    return state


def filled(line: str) -> str:
    """Return a position line with six cards that it does not name for the ``*`` of its stock."""
    others = [text for card in DECK if (text := format_card(card)) not in line]
    return line.replace("*", "".join(others[:6]))


def assert_cards_accounted_for(state: GameState) -> None:
    """Each of the thirty-three cards is in one place, except those of earlier tricks."""
    cards = [*state.hands[0], *state.hands[1], *state.stock]
    cards += [] if state.table.decree is None else [state.table.decree]
    cards += state.table.trick.cards if state.table.trick else ()
    assert len(cards) == len(set(cards))
    assert len(cards) + 2 * state.table.tricks_done == (len(DECK) if state.table.round else 0)


def line_of(state: GameState) -> str:
    """Return the position line."""
    return format_position(position_of(state))


def fields(state: GameState, *names: str) -> str:
    """Return some fields of the position line, by their names."""
    order = ("PROGRESS", "HANDS", "DECREE", "STOCK", "TRICK", "TRICKS", "POINTS", "TURN")
    values = dict(zip(order, line_of(state).split(" "), strict=True))
    return " ".join(values[name] for name in names)


def turn(state: GameState) -> str:
    """Return the field TURN."""
    return fields(state, "TURN")


def names_of(text: str, cards: tuple[Card, ...]) -> list[str]:
    """Return those of ``cards`` that occur in ``text``, a repr of values."""
    return [repr(card) for card in cards if repr(card) in text]


def hidden_from(state: GameState, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of which ``seat`` may not know where they are (C7.2)."""
    own = {draw.discarded for draw in state.draws if draw.seat is seat}
    cards = (*state.hands[seat.other], *state.stock)
    return tuple(card for card in cards if card not in own)


UNIVERSE: tuple[Action, ...] = (
    *(play for plays in PLAYS for play in plays),
    *(exchange for exchanges in EXCHANGES for exchange in exchanges),
    *KEEPS,
    *(discard for discards in DISCARDS for discard in discards),
)
"""Every action but deals and resigning."""

setups = st.sampled_from(TARGETS).map(Setup)
hands: st.SearchStrategy[Hand] = st.sets(st.sampled_from(DECK)).map(lambda some: hand_of([*some]))


def random_game(
    setup: Setup, rng: Random
) -> Iterator[tuple[GameState, Action, Step[GameState, Event]]]:
    """Play a match to its end; yield each state, what was done in it, and what came of it."""
    state = new_game(setup)
    steps = patience()
    while state.table.outcome is None:
        next(steps)
        legal = legal_actions(state)
        action: Action = rng.choice(legal) if legal else deal(state, rng)
        step = apply(state, action)
        yield state, action, step
        state = step.state


def states_of_game(setup: Setup, seed: int) -> list[GameState]:
    """Return all states of a random match, from the empty table to the end."""
    states = [new_game(setup)]
    states += [step.state for _, _, step in random_game(setup, Random(seed))]
    return states
