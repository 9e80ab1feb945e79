"""The position line: one moment of a game as ten fields of text, for all eyes or for one seat's.

A Position is what the line says and no more: it knows neither the board's plus spaces nor what
the seats remember of each other. Its parser and formatter invert each other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from foxduet.rules.common import Decision, Seat, Trick
from foxduet.rules.duet.actions import Choice, Due
from foxduet.rules.duet.board import ForestPath
from foxduet.rules.duet.cards import Card
from foxduet.rules.duet.notation import (
    NOTHING,
    format_card,
    format_cards,
    format_seat,
    parse_card,
    parse_cards,
    parse_hand,
    parse_seat,
)
from foxduet.rules.duet.observation import Observation
from foxduet.rules.duet.scoring import score_of
from foxduet.rules.duet.state import GameState, Outcome, Setup, Table
from foxduet.rules.errors import N_, NotationError

UNSEEN = "??"
COVERED = "#"
_GEM_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_TEAM = "team"

Seen: TypeAlias = Card | None
"""A card of a Position; None is one that the seat whose view it is cannot see."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; ``score`` is set after a victory."""

    outcome: Outcome
    score: int | None = None


@dataclass(frozen=True, slots=True)
class Position:
    """The ten fields of a position line.

    ``path`` has the gems of each space from p1's end, None where it is covered; ``offer`` holds
    one card while a Gift is half done; ``trick`` is None when none is under way.
    """

    round: int
    tricks_done: int
    hands: tuple[tuple[Seen, ...], tuple[Seen, ...]]
    decree: Card | None
    stock: tuple[Seen, ...]
    trick: Trick[Card] | None
    offer: tuple[Seen, ...]
    path: tuple[int | None, ...]
    at: int
    reserve: int
    turn: Due | Over


def position_of(state: GameState) -> Position:
    """Return the position with all cards open."""
    offer = () if state.offer is None else (state.offer,)
    return _position(state.table, state.hands, state.stock, offer)


def view_of(observation: Observation) -> Position:
    """Return the position as one seat sees it: the partner's cards and the stock unseen."""
    partner: tuple[Seen, ...] = (None,) * observation.partner_cards
    own: tuple[Seen, ...] = observation.hand
    offer: tuple[Seen, ...] = ()
    if observation.own_offer is not None:
        offer = (observation.own_offer,)
    elif observation.partner_offered:
        offer = (None,)
    hands = (own, partner) if observation.seat is Seat.P1 else (partner, own)
    return _position(observation.table, hands, (None,) * observation.stock_cards, offer)


def _position(
    table: Table,
    hands: tuple[tuple[Seen, ...], tuple[Seen, ...]],
    stock: tuple[Seen, ...],
    offer: tuple[Seen, ...],
) -> Position:
    path = table.path
    turn: Due | Over | None = table.pending
    if turn is None:
        assert table.outcome is not None, "a decision is due until the game is over"
        points = score_of(table, sum(map(len, hands)))
        turn = Over(table.outcome, points.total if points else None)
    return Position(
        round=table.round,
        tricks_done=table.tricks_done,
        hands=hands,
        decree=table.decree,
        stock=stock,
        trick=table.trick if table.outcome is None else None,
        offer=offer,
        path=tuple(
            None if path.is_covered(space) else gems for space, gems in enumerate(path.gems, 1)
        ),
        at=path.tracker,
        reserve=table.reserve,
        turn=turn,
    )


def format_position(position: Position) -> str:
    """Return the position line."""
    return " ".join(
        (
            f"{position.round}.{position.tricks_done}",
            "/".join(map(_format_seen, position.hands)),
            NOTHING if position.decree is None else format_card(position.decree),
            _format_seen(position.stock),
            _format_trick(position.trick),
            _format_seen(position.offer),
            "".join(COVERED if gems is None else _GEM_DIGITS[gems] for gems in position.path),
            str(position.at),
            str(position.reserve),
            _format_turn(position.turn),
        )
    )


def _format_seen(cards: tuple[Seen, ...]) -> str:
    return "".join(UNSEEN if card is None else format_card(card) for card in cards) or NOTHING


def _format_trick(trick: Trick[Card] | None) -> str:
    if trick is None:
        return NOTHING
    return f"{format_seat(trick.leader)}:{format_cards(trick.cards)}"


def _format_turn(turn: Due | Over) -> str:
    if isinstance(turn, Over):
        points = "" if turn.score is None else f":{turn.score}"
        return f"over:{turn.outcome.value}{points}"
    if turn.choice is Choice.DEAL:
        return f"{turn.choice.value}"
    who = _TEAM if turn.seat is None else format_seat(turn.seat)
    return f"{who}:{turn.choice.value}"


def parse_position(text: str) -> Position:
    """Return the position of a line.

    Raises NotationError, which names the field that is wrong.
    """
    fields = text.split(" ")
    if len(fields) != 10:
        raise NotationError(
            N_("a position line has ten fields with one space between, not {count}"),
            count=len(fields),
        )
    progress, hands, decree, stock, trick, offer, path, at, reserve, turn = fields
    round_text, _, done_text = progress.partition(".")
    p1_hand, _, p2_hand = hands.partition("/")
    position = Position(
        round=_number(round_text, "ROUND"),
        tricks_done=_number(done_text, "DONE"),
        hands=(_parse_seen_hand(p1_hand), _parse_seen_hand(p2_hand)),
        decree=None if decree == NOTHING else parse_card(decree),
        stock=_parse_seen(stock),
        trick=_parse_trick(trick),
        offer=_parse_offer(offer),
        path=_parse_path(path),
        at=_number(at, "AT"),
        reserve=_number(reserve, "RESERVE"),
        turn=_parse_turn(turn),
    )
    spaces = len(position.path)
    if not 1 <= position.at <= spaces or position.path[position.at - 1] is None:
        raise NotationError(N_("AT: space {space} is not an uncovered space"), space=position.at)
    if format_position(position) != text:
        raise NotationError(
            N_("the line should be written '{right}'"), right=format_position(position)
        )
    return position


def _number(text: str, field: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text):
        raise NotationError(N_("{field}: '{text}' is not a number"), field=field, text=text)
    return int(text)


def _parse_seen(text: str) -> tuple[Seen, ...]:
    if text and text == UNSEEN * (len(text) // 2):
        return (None,) * (len(text) // 2)
    return parse_cards(text)


def _parse_offer(text: str) -> tuple[Seen, ...]:
    offer = _parse_seen(text)
    if len(offer) > 1:
        raise NotationError(N_("OFFER: '{text}' has more than one card"), text=text)
    return offer


def _parse_seen_hand(text: str) -> tuple[Seen, ...]:
    seen = _parse_seen(text)
    return seen if None in seen else parse_hand(text)


def _parse_trick(text: str) -> Trick[Card] | None:
    if text == NOTHING:
        return None
    leader, _, cards_text = text.partition(":")
    cards = parse_cards(cards_text)
    if len(cards) > 2:
        raise NotationError(N_("TRICK: '{text}' has more than two cards"), text=text)
    return Trick(parse_seat(leader), *cards)


def _parse_path(text: str) -> tuple[int | None, ...]:
    if not re.fullmatch("#*[0-9a-v]+#*", text):
        raise NotationError(
            N_("PATH: '{text}' is not gems 0-9a-v with covered spaces # at the ends only"),
            text=text,
        )
    return tuple(None if space == COVERED else _GEM_DIGITS.index(space) for space in text)


def _parse_turn(text: str) -> Due | Over:
    try:
        match text.split(":"):
            case ["deal"]:
                return Decision(Choice.DEAL)
            case ["team", "forest"]:
                return Decision(Choice.FOREST)
            case ["over", "victory", points]:
                return Over(Outcome.VICTORY, int(points))
            case ["over", outcome] if outcome != Outcome.VICTORY.value:
                return Over(Outcome(outcome))
            case ["p1" | "p2" as seat, choice] if choice not in ("deal", "forest"):
                return Decision(Choice(choice), parse_seat(seat))
    except ValueError:
        pass
    raise NotationError(
        N_("TURN: '{text}' is not a turn, like p1:play, team:forest, deal or over:lost"), text=text
    )


def restore(position: Position, setup: Setup) -> GameState:
    """Return the game that ``position`` shows, played with ``setup``.

    What the line does not carry is taken as not known: who dealt, and what the seats remember.
    Raises NotationError when cards are unseen or stand twice, when the path is not the board's,
    or when fields contradict each other.
    """
    hands = tuple(tuple(card for card in hand if card is not None) for hand in position.hands)
    stock = tuple(card for card in position.stock if card is not None)
    offer = position.offer[0] if position.offer else None
    unseen = (*position.hands[0], *position.hands[1], *position.stock, *position.offer).count(None)
    if unseen:
        raise NotationError(N_("{count} cards are unseen; all must be known"), count=unseen)
    cards = [*hands[0], *hands[1], *stock]
    cards += [card for card in (position.decree, offer) if card is not None]
    cards += position.trick.cards if position.trick else ()
    if len(set(cards)) != len(cards):
        raise NotationError(N_("a card stands twice in the position"))
    if len(position.path) != len(setup.board.gems):
        raise NotationError(
            N_("PATH: {count} spaces, but the board has {spaces}"),
            count=len(position.path),
            spaces=len(setup.board.gems),
        )
    uncovered = [space for space, gems in enumerate(position.path, 1) if gems is not None]
    if setup.board.start not in uncovered:
        raise NotationError(
            N_("PATH: the start, space {space}, is covered"), space=setup.board.start
        )
    over = position.turn if isinstance(position.turn, Over) else None
    pending = None if isinstance(position.turn, Over) else position.turn
    if pending is not None and (pending.seat is None) is not (position.trick is None):
        raise NotationError(N_("TRICK and TURN contradict each other"))
    table = Table(
        setup=setup,
        round=position.round,
        tricks_done=position.tricks_done,
        dealer=None,
        decree=position.decree,
        trick=position.trick,
        path=ForestPath(
            tuple(gems or 0 for gems in position.path),
            uncovered[0],
            uncovered[-1],
            setup.board.start,
            position.at,
        ),
        reserve=position.reserve,
        pending=pending,
        outcome=over.outcome if over else None,
    )
    state = GameState(
        table,
        hands=(hands[0], hands[1]),
        stock=stock,
        offer=offer,
        known=((), ()),
        voids=((), ()),
    )
    if position_of(state) != position:
        raise NotationError(N_("TURN: the score is not that of this position"))
    return state
