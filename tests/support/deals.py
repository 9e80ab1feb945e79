"""Positions and games from text, for tests to start from and to check."""

from __future__ import annotations

from dataclasses import replace

from foxduet.core.common import Seat
from foxduet.core.register import rule_set
from foxduet.games.duet.rules.actions import CARDS
from foxduet.games.duet.rules.cards import DECK, Card
from foxduet.games.duet.rules.events import Event
from foxduet.games.duet.rules.position import format_position, parse_position, position_of, restore
from foxduet.games.duet.rules.state import HAND_SIZE, GameState, Setup
from tests.support.by_rules import ByRules

format_card, parse_card = CARDS.format_card, CARDS.parse_card
format_cards, parse_cards = CARDS.format_cards, CARDS.parse_cards
parse_hand = CARDS.parse_hand
_BY_RULES = ByRules[GameState, Event](rule_set("duet"))
play, after = _BY_RULES.play, _BY_RULES.after
choices, refusal = _BY_RULES.choices, _BY_RULES.refusal

DEAL_BY_P1 = "deal p1 2d6d8dTd1r2r7r1s4s7sTs/1d7d3r4r5r6r8rTr2s3s9s 4d 9d3d5s6s8s9r5d"
DEAL_BY_P2 = DEAL_BY_P1.replace("deal p1", "deal p2")


def setup_of(level: int) -> Setup:
    """Return the setup of a printed level."""
    return Setup(level)


def at(line: str, setup: Setup | None = None) -> GameState:
    """Return the state of a position line, by default at level 1; it must hold a whole deck."""
    state = restore(parse_position(line, setup or setup_of(1)))
    assert_cards_accounted_for(state)
    return state


def position(line: str, setup: Setup | None = None) -> GameState:
    """Return the state of a position line with ``*`` for a stock of cards from all suits."""
    fields = line.split()
    texts = (*fields[1].split("/"), fields[2], fields[4].partition(":")[2], fields[5])
    seen = {card for text in texts for card in parse_cards(text)}
    unseen = [card for card in DECK if card not in seen]
    size = len(DECK) - 2 * HAND_SIZE - 1
    stock = unseen[:: len(unseen) // size][:size]
    return at(line.replace("*", format_cards(tuple(stock))), setup)


def assert_cards_accounted_for(state: GameState) -> None:
    """Each of the thirty cards is in one place, except those of earlier tricks."""
    cards = [*state.hands[0], *state.hands[1], *state.stock]
    cards += [card for card in (state.table.decree, state.offer) if card is not None]
    cards += state.table.trick.cards if state.table.trick else ()
    assert len(cards) == len(set(cards))
    assert len(cards) + 2 * state.table.tricks_done == (len(DECK) if state.table.round else 0)


def with_table(state: GameState, **changes: object) -> GameState:
    """Return ``state`` with other values of its table."""
    return replace(state, table=replace(state.table, **changes))  # type: ignore[arg-type]


def line_of(state: GameState) -> str:
    """Return the position line."""
    return format_position(position_of(state))


def hands(state: GameState) -> str:
    """Return the field HAND1/HAND2."""
    return line_of(state).split(" ")[1]


def path(state: GameState) -> str:
    """Return the fields PATH AT RESERVE."""
    return " ".join(line_of(state).split(" ")[6:9])


def turn(state: GameState) -> str:
    """Return the field TURN."""
    return line_of(state).split(" ")[9]


def names_of(text: str, cards: tuple[Card, ...]) -> list[str]:
    """Return those of ``cards`` that occur in ``text``, a repr of values."""
    return [repr(card) for card in cards if repr(card) in text]


def hidden_from(state: GameState, seat: Seat) -> tuple[Card, ...]:
    """Return the cards of which ``seat`` may not know where they are (R10.2)."""
    cards = [*state.hands[seat.other], *state.stock]
    if state.offer is not None and giver_of_offer(state) is seat.other:
        cards.append(state.offer)
    return tuple(card for card in cards if card not in state.table.known[seat])


def giver_of_offer(state: GameState) -> Seat:
    """Return who offered the first card: the player of the Gift, the last one to have played."""
    assert state.table.trick is not None
    return (
        state.table.trick.leader
        if state.table.trick.follow is None
        else state.table.trick.leader.other
    )
