"""Text for cards, actions and positions of the third game."""

from __future__ import annotations

from foxduet.core.common import Play, replaced
from foxduet.core.errors import NotationError
from foxduet.core.notation import (
    SEAT,
    ActionNotation,
    Verb,
    card_notation,
    check_line_spelling,
    check_shown_once,
    format_turn,
    parse_number,
    parse_turn,
)
from tests.games.highcard.game import (
    DEAL_DUE,
    DECK,
    PLAY_DUE,
    Action,
    Card,
    Observation,
    Outcome,
    Resign,
    Seen,
    Setup,
    State,
    Table,
)

CARDS = card_notation(DECK, "12345", "xyz", "'{text}' is not a card; a card is like 3x")
ACTIONS: ActionNotation[Card, Action] = ActionNotation(
    CARDS,
    (Verb("play", Play, (SEAT, CARDS.card)), Verb("resign", Resign, (SEAT,))),
    "'{text}' is not an action; actions are deal, play and resign",
)
_OUTCOMES = {f"over:{outcome.value}": outcome for outcome in Outcome}


def _line(table: Table, hands: tuple[Seen, Seen], stock: Seen) -> str:
    turn = (
        "over:" + table.outcome.value if table.outcome else format_turn(table.pending or DEAL_DUE)
    )
    return " ".join(
        (
            f"{table.round}",
            "/".join(map(CARDS.format_cards, hands)),
            CARDS.format_optional(table.decree),
            CARDS.format_cards(stock),
            CARDS.format_trick(None if table.outcome else table.trick),
            f"{table.won[0]}-{table.won[1]}",
            turn,
        )
    )


def format_position(state: State) -> str:
    """Return the position line with all cards open."""
    return _line(state.table, state.hands, state.stock)


def format_view(seen: Observation) -> str:
    """Return the position line as one seat sees it."""
    other: Seen = (None,) * seen.other_cards
    hands = replaced((other, other), seen.seat, seen.hand)
    return _line(seen.table, hands, (None,) * seen.stock_cards)


def parse_position(text: str, setup: Setup) -> State:
    """Return the state in a position line; raises NotationError."""
    fields = text.split(" ")
    if len(fields) != 7:
        raise NotationError("a position line has seven fields, not {count}", count=len(fields))
    number, both, decree, stock_text, trick, won, turn = fields
    p1, _, p2 = won.partition("-")
    outcome, due = _OUTCOMES.get(turn), parse_turn(turn, (DEAL_DUE, *PLAY_DUE))
    if outcome is None and due is None:
        raise NotationError("TURN: '{text}' is not a turn", text=turn)
    table = Table(
        setup,
        due,
        parse_number(number, "ROUND"),
        (parse_number(p1, "WON"), parse_number(p2, "WON")),
        decree=CARDS.parse_optional(decree),
        trick=CARDS.parse_trick(trick),
        outcome=outcome,
    )
    hands, stock = CARDS.parse_hands(both), CARDS.parse_view(stock_text)
    open_cards = (table.decree, *(table.trick.cards if table.trick else ()))
    check_shown_once((*hands[0], *hands[1], *stock), open_cards)
    h1, h2, rest = (tuple(filter(None, cards)) for cards in (*hands, stock))
    if (table.trick is None) is (due in PLAY_DUE) or (table.decree is None and table.trick):
        raise NotationError("TRICK and TURN contradict each other")
    state = State(table, (h1, h2), rest)
    check_line_spelling(text, format_position(state))
    return state
