"""The position line: a moment of a game as eight fields, with all cards or as one seat sees it.

``ROUND.DONE HAND1/HAND2 DECREE STOCK TRICK TRICKS POINTS TURN``: STOCK begins with the top card and
ends with the cards put under the deck. TRICKS and POINTS are the numbers of p1 and p2, TRICKS in
this round only. TURN is ``deal``, a seat's choice like ``p1:play``, or ``over:`` and the result. In
a seat's view, hidden cards are ``??``; the cards that it put under the deck are visible.

A Position contains no more than the line: no facts about hands, not the seat that resigned, and not
the points scored in this round. Its parser and formatter invert each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foxduet.core.cards import Seat, Trick, replace_at
from foxduet.core.errors import N_, NotationError
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.notation import (
    HIDDEN,
    check_canonical,
    check_count,
    check_decree,
    check_no_duplicates,
    check_sizes,
    format_pending,
    parse_number,
    parse_pending,
)
from foxduet.games.classic.rules.cards import DECK, Ability, Card
from foxduet.games.classic.rules.observation import Observation
from foxduet.games.classic.rules.state import (
    CARDS,
    DEAL_DUE,
    DECISIONS,
    DISCARD_DUE,
    DREW_FACT,
    EXCHANGE_DUE,
    HAND_SIZE,
    PLAY_DUE,
    STOCK_SIZE,
    TRICKS,
    WINS,
    Cards,
    Due,
    GameState,
    Outcome,
    Setup,
    Table,
    format_pair,
)

_OUTCOMES = {outcome.value: outcome for outcome in Outcome}


@dataclass(frozen=True, slots=True)
class Over:
    """The TURN field of a finished game."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Position:
    """The fields of a position line; ``trick`` is None if no round is in progress."""

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
        """Number of complete tricks in this round (DONE)."""
        return sum(self.tricks)


def position_of(state: GameState) -> Position:
    """Return the position with all cards open."""
    return _position(state.table, state.hands, state.stock)


def view_of(observation: Observation) -> Position:
    """Return the position as one seat sees it: the other hand and the deck are hidden."""
    other_hand: Cards = (None,) * observation.other_cards
    hands = replace_at((other_hand, other_hand), observation.seat, observation.hand)
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
    return f"over:{turn.outcome.value}" if isinstance(turn, Over) else format_pending(turn)


def parse_position(text: str) -> Position:
    """Parse a position line; raises NotationError, which names the invalid field."""
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
    check_canonical(text, format_position(position))
    return position


def _parse_stock(text: str) -> Cards:
    pairs = [text[index : index + 2] for index in range(0, len(text), 2)]
    if HIDDEN not in pairs:
        return CARDS.parse_cards(text)
    known_cards = iter(CARDS.parse_cards("".join(pair for pair in pairs if pair != HIDDEN) or "-"))
    return tuple([None if pair == HIDDEN else next(known_cards) for pair in pairs])


def _parse_pair(text: str, field: str) -> tuple[int, int]:
    p1, _, p2 = text.partition("-")
    return parse_number(p1, field), parse_number(p2, field)


def _parse_turn(text: str) -> Due | Over:
    keyword, _, result = text.partition(":")
    if keyword == "over" and result in _OUTCOMES:
        return Over(_OUTCOMES[result])
    if (due := parse_pending(text, DECISIONS)) is not None:
        return due
    template = N_("TURN: '{text}' is not a turn, like p1:play, deal or over:p1")
    raise NotationError(template, text=text)


def restore(position: Position, setup: Setup) -> GameState:
    """Return the state of ``position``; play can go on unless the game is over.

    The line does not contain the dealer, the facts, the draws and, after round 1, the points scored
    so far in the round; a tie is then decided by later points (C6.3). A result that the points do
    not explain is a resignation. Raises NotationError if cards are hidden or occur twice, or if
    fields contradict each other. Positions that no match can reach are valid, since a study may
    begin anywhere.
    """
    cards = (*position.hands[0], *position.hands[1], *position.stock)
    check_no_duplicates(cards, (position.decree, *(position.trick.cards if position.trick else ())))
    is_played_out = position.tricks_done == TRICKS and max(position.points) >= setup.target
    _check_consistency(position, setup, is_played_out=is_played_out)
    turn, pending, outcome, resigned = position.turn, None, None, None
    if not isinstance(turn, Over):
        pending = turn
    else:
        outcome = turn.outcome
        if not is_played_out:
            resigned = Seat.P2 if outcome is Outcome.P1 else Seat.P1
    p1_hand, p2_hand = position.hands
    # A hand that must discard has drawn a card.
    p1_facts, p2_facts = ((DREW_FACT,) if pending == due else () for due in DISCARD_DUE)
    return GameState(
        Table(
            setup,
            pending,
            position.round,
            position.tricks,
            position.points,
            _find_round_points(position),
            decree=position.decree,
            trick=position.trick,
            facts=(p1_facts, p2_facts),
            outcome=outcome,
            resigned=resigned,
        ),
        hands=(tuple(filter(None, p1_hand)), tuple(filter(None, p2_hand))),
        deck=tuple(filter(None, position.stock)),
    )


def _find_round_points(position: Position) -> tuple[int, int]:
    """Return the points scored so far in round 1; (0, 0) in later rounds.

    Also (0, 0) if Treasures cannot explain the points of an incomplete round.
    """
    points, is_complete = position.points, position.tricks_done == TRICKS
    is_known = is_complete or sum(points) <= _treasures_won(position)
    return points if position.round == 1 and is_known else (0, 0)


def _treasures_won(position: Position) -> int:
    """Return the number of Treasures in the complete tricks of the round."""
    trick = position.trick.cards if position.trick else ()
    cards = {*position.hands[0], *position.hands[1], *position.stock, position.decree, *trick}
    return sum(card.ability is Ability.TREASURE for card in DECK if card not in cards)


def _check_consistency(position: Position, setup: Setup, *, is_played_out: bool) -> None:
    turn, trick, is_dealt = position.turn, position.trick, position.round > 0
    is_over = isinstance(turn, Over)
    check_count("DONE", position.tricks_done, TRICKS if is_dealt else 0)
    check_decree(position.decree, is_dealt=is_dealt)
    is_under_way = is_dealt and position.tricks_done < TRICKS and not is_over
    CARDS.check_trick(trick, is_under_way=is_under_way)
    options: tuple[Due | Over, ...]
    if is_over:
        results: Sequence[Outcome] = WINS
        if is_played_out:
            p1, p2 = position.points
            results = [*Outcome] if p1 == p2 else [WINS[p1 < p2]]
        options = tuple(map(Over, results))
    else:
        # No round begins once a seat has the target; within a round, only Treasures add points.
        maximum = setup.target - 1 + (_treasures_won(position) if is_under_way else 0)
        check_count("POINTS", max(position.points), maximum)
        options = tuple(_possible_decisions(trick, position.hands))
    CARDS.check_turn(_format_turn(turn), [*map(_format_turn, options)], trick)
    if is_over and not is_played_out:
        # The line omits the cards of a trick that a resignation cut short.
        return
    size = HAND_SIZE - position.tricks_done if is_dealt else 0
    sizes = [
        size - (trick is not None and trick.card_at(seat) is not None) + (turn == DISCARD_DUE[seat])
        for seat in Seat
    ]
    stock_size = STOCK_SIZE - (turn in DISCARD_DUE) if is_dealt else 0
    check_sizes(position.hands, sizes, position.stock, stock_size)


def _possible_decisions(trick: Trick[Card] | None, hands: tuple[Cards, Cards]) -> Iterator[Due]:
    """Yield the possible decisions; empty if a complete trick leaves nothing to choose."""
    if trick is None:
        yield DEAL_DUE
        return
    if trick.follow is None:
        yield PLAY_DUE[trick.to_play]
    if trick.cards:
        player = trick.leader if trick.follow is None else trick.leader.other
        ability = trick.cards[-1].ability
        if ability is Ability.FOX and hands[player]:
            yield EXCHANGE_DUE[player]
        elif ability is Ability.WOODCUTTER:
            yield DISCARD_DUE[player]
