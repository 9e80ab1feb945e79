"""The position line: one moment of a game as ten fields of text, all open or as one seat sees it.

It contains neither the board's plus spaces nor what the seats remember of each other. Its parser
and formatter invert each other.
"""

from __future__ import annotations

import re

from foxduet.core.cards import Decision, Seat
from foxduet.core.errors import N_, NotationError
from foxduet.core.frozen import dataclass
from foxduet.core.notation import (
    check_line_spelling,
    check_shown_once,
    format_turn,
    parse_number,
    parse_turn,
)
from foxduet.games.duet.rules.cards import Board, ForestPath
from foxduet.games.duet.rules.engine import score_of
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import (
    CARDS,
    DECISIONS,
    Cards,
    Due,
    GameState,
    Outcome,
    Setup,
    Table,
)

_OUTCOMES = {outcome.value: outcome for outcome in Outcome}
_COVERED = "#"
_GEM_DIGITS = "0123456789abcdefghijklmnopqrstuv"


@dataclass(frozen=True, slots=True)
class Position:
    """What a line shows: what lies open, and the other cards, None where one is unseen.

    ``offer`` holds one card while a Gift is half done.
    """

    table: Table
    hands: tuple[Cards, Cards]
    stock: Cards
    offer: Cards


def position_of(state: GameState) -> Position:
    """Return the position with all cards open."""
    offer = () if state.offer is None else (state.offer,)
    return Position(state.table, state.hands, state.stock, offer)


def view_of(observation: Observation) -> Position:
    """Return the position as one seat sees it: the partner's cards and the stock unseen."""
    partner: Cards = (None,) * observation.partner_cards
    own: Cards = observation.hand
    has_offer = observation.partner_offered or observation.own_offer is not None
    offer = (observation.own_offer,) if has_offer else ()
    hands = (own, partner) if observation.seat is Seat.P1 else (partner, own)
    return Position(observation.table, hands, (None,) * observation.stock_cards, offer)


def format_position(position: Position) -> str:
    """Return the position line."""
    table, path = position.table, position.table.path
    # Once the game is over, its last trick is not written.
    trick = table.trick if table.outcome is None else None
    fields = (
        f"{table.round}.{table.tricks_done}",
        "/".join(map(CARDS.format_cards, position.hands)),
        CARDS.format_optional(table.decree),
        CARDS.format_cards(position.stock),
        CARDS.format_trick(trick),
        CARDS.format_cards(position.offer),
        "".join(
            _COVERED if path.is_covered(space) else _GEM_DIGITS[gems]
            for space, gems in enumerate(path.gems, 1)
        ),
        str(path.tracker),
        str(table.reserve),
        _format_turn(position),
    )
    return " ".join(fields)


def _format_turn(position: Position) -> str:
    match position.table.pending:
        case None:
            assert position.table.outcome is not None, "a decision is due until the game is over"
            score = score_of(position.table, sum(map(len, position.hands)))
            return f"over:{position.table.outcome.value}" + (f":{score.total}" if score else "")
        case due:
            return format_turn(due)


def parse_position(text: str, setup: Setup) -> Position:
    """Return the position of a line, played with ``setup``; all cards may be unseen.

    What the line does not contain is unknown: who dealt, and what the seats remember.
    Raises NotationError, naming the field that is wrong, also when the path is not the board's or
    when fields contradict each other.
    """
    fields = text.split(" ")
    if len(fields) != 10:
        template = N_("a position line has ten fields with one space between, not {count}")
        raise NotationError(template, count=len(fields))
    progress, hands, decree, stock, trick, offer, path, at, reserve, turn = fields
    round_text, _, done_text = progress.partition(".")
    due = _parse_turn(turn)
    table = Table(
        setup,
        _parse_path(path, parse_number(at, "AT"), setup.board),
        parse_number(reserve, "RESERVE"),
        due if isinstance(due, Decision) else None,
        parse_number(round_text, "ROUND"),
        parse_number(done_text, "DONE"),
        decree=CARDS.parse_optional(decree),
        trick=CARDS.parse_trick(trick),
        outcome=due if isinstance(due, Outcome) else None,
    )
    position = Position(
        table, CARDS.parse_hands(hands), CARDS.parse_view(stock), CARDS.parse_view(offer)
    )
    if len(position.offer) > 1:
        raise NotationError(N_("OFFER: '{text}' is more than one card"), text=offer)
    if table.pending and (table.pending.seat is None) is not (table.trick is None):
        raise NotationError(N_("TRICK and TURN contradict each other"))
    check_line_spelling(text, format_position(position))
    return position


def _parse_path(text: str, tracker: int, board: Board) -> ForestPath:
    if not re.fullmatch("#*[0-9a-v]+#*", text):
        template = N_("PATH: '{text}'; use gems 0-9a-v, with covered spaces # only at the ends")
        raise NotationError(template, text=text)
    if len(text) != len(board.gems):
        template = N_("PATH: {count} spaces instead of {spaces}")
        raise NotationError(template, count=len(text), spaces=len(board.gems))
    gems = tuple(int(space, 32) for space in text.replace(_COVERED, "0"))
    first, last = len(text) - len(text.lstrip(_COVERED)) + 1, len(text.rstrip(_COVERED))
    path = ForestPath(gems, first, last, board.start, tracker)
    if path.is_covered(tracker):
        raise NotationError(N_("AT: space {space} is not an uncovered space"), space=tracker)
    if path.is_covered(board.start):
        raise NotationError(
            N_("PATH: the start, space {space}, cannot be covered"), space=board.start
        )
    return path


def _parse_turn(text: str) -> Due | Outcome:
    if (due := parse_turn(text, DECISIONS)) is not None:
        return due
    over, _, result = text.partition(":")
    outcome = _OUTCOMES.get(result.partition(":")[0])
    if over != "over" or outcome is None:
        template = N_("TURN: '{text}' is not a turn, like p1:play, team:forest, deal or over:lost")
        raise NotationError(template, text=text)
    return outcome


def restore(position: Position) -> GameState:
    """Return the game that ``position`` shows; NotationError if cards are unseen or occur twice."""
    table = position.table
    p1_hand, p2_hand = position.hands
    open_cards = (table.decree, *(table.trick.cards if table.trick else ()))
    check_shown_once((*p1_hand, *p2_hand, *position.stock, *position.offer), open_cards)
    return GameState(
        table,
        hands=(tuple(filter(None, p1_hand)), tuple(filter(None, p2_hand))),
        stock=tuple(filter(None, position.stock)),
        offer=position.offer[0] if position.offer else None,
    )
