"""The position line: one moment of a game as eight fields of text, all open or as one seat sees it.

``ROUND.DONE HAND1/HAND2 DECREE STOCK TRICK TRICKS POINTS TURN``: the stock's top card comes first,
what was put under the deck last; TRICKS and POINTS have the numbers of p1 and p2, those of tricks
in this round only; TURN is ``deal``, a seat's choice like ``p1:play``, or ``over:`` with the
result. In a seat's view, unseen cards are ``??``; those that it put under the deck are not.

A Position is what the line says and no more: it contains neither what the seats have shown of
their hands, nor who resigned, nor what was scored in this round. Its parser and formatter invert
each other.
"""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.core.cards import Seat, Trick, replaced
from foxduet.core.errors import N_, NotationError
from foxduet.core.frozen import dataclass
from foxduet.core.notation import (
    HIDDEN,
    check_line_spelling,
    check_shown_once,
    format_turn,
    parse_number,
    parse_turn,
)
from foxduet.games.classic.rules.cards import DECK, Ability, Card
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import (
    CARDS,
    DECISIONS,
    DECK_SIZE,
    DISCARD_DUE,
    DREW,
    HAND_SIZE,
    TRICKS,
    Cards,
    Choice,
    Due,
    Facts,
    GameState,
    Outcome,
    Setup,
    Table,
    format_pair,
)

_OUTCOMES = {outcome.value: outcome for outcome in Outcome}


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Position:
    """The fields of a position line; ``trick`` is None when none is under way."""

    round: int
    hands: tuple[Cards, Cards]
    decree: Card | None
    stock: Cards
    trick: Trick[Card] | None
    tricks: tuple[int, int]
    points: tuple[int, int]
    turn: Due | Over

    @property
    def tricks_done(self) -> int:
        """The number of tricks of this round that are complete, DONE."""
        return sum(self.tricks)


def position_of(state: GameState) -> Position:
    """Return the position with all cards open."""
    return _position(state.table, state.hands, state.stock)


def view_of(observation: Observation) -> Position:
    """Return the position as one seat sees it: the other hand and the deck unseen."""
    other: Cards = (None,) * observation.other_cards
    hands = replaced((other, other), observation.seat, observation.hand)
    return _position(observation.table, hands, observation.stock)


def _position(table: Table, hands: tuple[Cards, Cards], stock: Cards) -> Position:
    turn: Due | Over | None = table.pending
    if turn is None:
        assert table.outcome is not None, "a decision is due until the game is over"
        turn = Over(table.outcome)
    return Position(
        round=table.round,
        hands=hands,
        decree=table.decree,
        stock=stock,
        trick=table.trick if table.outcome is None else None,
        tricks=table.tricks,
        points=table.points,
        turn=turn,
    )


def format_position(position: Position) -> str:
    """Return the position line."""
    fields = (
        f"{position.round}.{position.tricks_done}",
        "/".join(map(CARDS.format_cards, position.hands)),
        CARDS.format_optional(position.decree),
        CARDS.format_cards(position.stock),
        CARDS.format_trick(position.trick),
        format_pair(position.tricks),
        format_pair(position.points),
        _format_turn(position.turn),
    )
    return " ".join(fields)


def _format_turn(turn: Due | Over) -> str:
    return f"over:{turn.outcome.value}" if isinstance(turn, Over) else format_turn(turn)


def parse_position(text: str) -> Position:
    """Return the position of a line; NotationError, naming the field that is wrong."""
    fields = text.split(" ")
    if len(fields) != 8:
        template = N_("a position line has eight fields with one space between, not {count}")
        raise NotationError(template, count=len(fields))
    progress, hands, decree, stock, trick, tricks, points, turn = fields
    round_text, _, done_text = progress.partition(".")
    position = Position(
        round=parse_number(round_text, "ROUND"),
        hands=CARDS.parse_hands(hands),
        decree=CARDS.parse_optional(decree),
        stock=_parse_stock(stock),
        trick=CARDS.parse_trick(trick),
        tricks=_parse_pair(tricks, "TRICKS"),
        points=_parse_pair(points, "POINTS"),
        turn=_parse_turn(turn),
    )
    if parse_number(done_text, "DONE") != position.tricks_done:
        raise NotationError(N_("DONE and TRICKS contradict each other"))
    check_line_spelling(text, format_position(position))
    return position


def _parse_stock(text: str) -> Cards:
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    if HIDDEN not in pairs:
        return CARDS.parse_cards(text)
    known = iter(CARDS.parse_cards("".join(pair for pair in pairs if pair != HIDDEN) or "-"))
    return tuple([None if pair == HIDDEN else next(known) for pair in pairs])


def _parse_pair(text: str, field: str) -> tuple[int, int]:
    p1, _, p2 = text.partition("-")
    return parse_number(p1, field), parse_number(p2, field)


def _parse_turn(text: str) -> Due | Over:
    over, _, result = text.partition(":")
    if over == "over" and result in _OUTCOMES:
        return Over(_OUTCOMES[result])
    if (due := parse_turn(text, DECISIONS)) is not None:
        return due
    template = N_("TURN: '{text}' is not a turn, like p1:play, deal or over:p1")
    raise NotationError(template, text=text)


def restore(position: Position, setup: Setup) -> GameState:
    """Return the game that ``position`` shows, played with ``setup``.

    What the line does not contain is unknown: who dealt, what the seats have shown of their hands
    and drawn, and, after round 1, what was scored before in this round; a tie is then decided by
    what is scored from here on (C6.3). A result that the points do not explain is a resignation.
    Raises NotationError when cards are unseen, occur twice or are too few or too many to play on,
    or when TURN contradicts TRICK or DONE. Whether a match can come to this is not asked: a study
    may begin anywhere.
    """
    shown = (*position.hands[0], *position.hands[1], *position.stock)
    check_shown_once(shown, (position.decree, *(position.trick.cards if position.trick else ())))
    pending, outcome, resigned = None, None, None
    if isinstance(position.turn, Over):
        if position.trick is not None:
            raise NotationError(N_("TRICK and TURN contradict each other"))
        outcome = position.turn.outcome
        is_played_out = position.tricks_done == TRICKS and max(position.points) >= setup.target
        if not is_played_out and outcome is not Outcome.DRAW:
            resigned = Seat.P2 if outcome is Outcome.P1 else Seat.P1
    else:
        pending = position.turn
        _check_due(position, pending)
    p1_hand, p2_hand = position.hands
    return GameState(
        Table(
            setup,
            pending,
            position.round,
            position.tricks,
            position.points,
            _scored_in_round(position),
            decree=position.decree,
            trick=position.trick,
            facts=_facts(pending),
            outcome=outcome,
            resigned=resigned,
        ),
        hands=(tuple(filter(None, p1_hand)), tuple(filter(None, p2_hand))),
        deck=tuple(filter(None, position.stock)),
    )


def _scored_in_round(position: Position) -> tuple[int, int]:
    """Return the points of round 1, unless Treasures cannot have made them: it began with some."""
    if position.round != 1:
        return (0, 0)
    trick = position.trick.cards if position.trick else ()
    left = {*position.hands[0], *position.hands[1], *position.stock, position.decree, *trick}
    won = sum(card.ability is Ability.TREASURE for card in DECK if card not in left)
    complete = position.tricks_done == TRICKS
    return position.points if complete or sum(position.points) <= won else (0, 0)


def _facts(pending: Due | None) -> tuple[Facts, Facts]:
    """Return the facts that a line shows: that the hand which must discard has a drawn card."""
    p1, p2 = ((DREW,) if pending == due else () for due in DISCARD_DUE)
    return p1, p2


def _check_due(position: Position, due: Due) -> None:
    """Raise NotationError if a position in which ``due`` must be decided cannot be played on."""
    trick, in_round = position.trick, position.round > 0
    if due.seat is None:
        fits, done = trick is None, position.tricks_done == (TRICKS if in_round else 0)
    else:
        fits = trick is not None and _is_next(trick, due, position.hands)
        done = in_round and position.tricks_done < TRICKS
    if not fits:
        raise NotationError(N_("TRICK and TURN contradict each other"))
    if not done:
        raise NotationError(N_("DONE and TURN contradict each other"))
    if (position.decree is not None) is not in_round:
        raise NotationError(N_("ROUND and DECREE contradict each other"))
    for seat in Seat:
        played = trick is not None and len(trick.cards) > (seat is not trick.leader)
        held = HAND_SIZE - position.tricks_done - played if in_round else 0
        size, count = held + (due == DISCARD_DUE[seat]), len(position.hands[seat])
        if count != size:
            template = N_("cards in the hand of {seat}: {count} instead of {size}")
            raise NotationError(template, seat=seat, count=count, size=size)
    size, count = DECK_SIZE - (due in DISCARD_DUE) if in_round else 0, len(position.stock)
    if count != size:
        template = N_("STOCK: {count} instead of {size} cards")
        raise NotationError(template, count=count, size=size)


def _is_next(trick: Trick[Card], due: Due, hands: Sequence[Cards]) -> bool:
    """Return whether ``due`` comes next in a trick: its card, or what its last card asks."""
    if due.choice is Choice.PLAY:
        return trick.follow is None and due.seat is trick.to_play
    if due.seat is None or not trick.cards:
        return False
    last, player = trick.cards[-1], trick.leader if trick.follow is None else trick.leader.other
    ability = Ability.FOX if due.choice is Choice.EXCHANGE else Ability.WOODCUTTER
    return last.ability is ability and player is due.seat and bool(hands[due.seat])
