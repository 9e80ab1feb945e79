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

from foxduet.core.cards import Seat, Trick, hand_of, replaced
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
from foxduet.games.classic.rules.cards import Ability, Card, cards_to_follow
from foxduet.games.classic.rules.engine import TREASURES, match_points, outcome_of, round_points
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
    """Return cards of which some may be hidden."""
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
    Raises NotationError when cards are unseen, occur twice or are too few or too many, when fields
    contradict each other, or when no match comes to such points.
    """
    shown = (*position.hands[0], *position.hands[1], *position.stock)
    open_cards = (position.decree, *(position.trick.cards if position.trick else ()))
    check_shown_once(shown, open_cards)
    if position.tricks_done > TRICKS:
        template = N_("DONE: {count} tricks, but a round has only {size}")
        raise NotationError(template, count=position.tricks_done, size=TRICKS)
    if isinstance(position.turn, Over):
        _check_over(position)
        resigned = _resigned(position, position.turn.outcome, setup)
        outcome, pending = position.turn.outcome, None
    else:
        _check_due(position, position.turn, setup)
        resigned, outcome, pending = None, None, position.turn
    _check_points(position, (*shown, *open_cards), setup)
    p1_hand, p2_hand = position.hands
    return GameState(
        Table(
            setup,
            pending,
            position.round,
            position.tricks,
            position.points,
            position.points if position.round == 1 else (0, 0),
            decree=position.decree,
            trick=position.trick,
            facts=_facts(pending),
            outcome=outcome,
            resigned=resigned,
        ),
        hands=(tuple(filter(None, p1_hand)), tuple(filter(None, p2_hand))),
        deck=tuple(filter(None, position.stock)),
    )


def _facts(pending: Due | None) -> tuple[Facts, Facts]:
    """Return the facts that a line shows: that the hand which must discard has a drawn card."""
    p1, p2 = ((DREW,) if pending == due else () for due in DISCARD_DUE)
    return p1, p2


def _check_points(position: Position, shown: Cards, setup: Setup) -> None:
    """Raise NotationError if no match has as many rounds or points; ``shown`` are all its cards.

    Fewer points than the Treasures must have scored are accepted: a study may begin anywhere.
    """
    before = match_points(max(0, position.round - 1), setup.target)
    if not before:
        template = N_("ROUND: a match to {target} cannot have a round {round}")
        raise NotationError(template, target=setup.target, round=position.round)
    visible = sum(card.ability is Ability.TREASURE for card in shown if card)
    p1, p2 = position.points
    if not any(
        p1 <= earlier[0] + scored[0] and p2 <= earlier[1] + scored[1]
        for earlier in before
        for scored in round_points(position.tricks, TREASURES - visible)
    ):
        template = N_("POINTS: {points} is more than these rounds, tricks and Treasures can score")
        raise NotationError(template, points=format_pair(position.points))


def _is_played_out(position: Position, setup: Setup) -> bool:
    return position.tricks_done == TRICKS and max(position.points) >= setup.target


def _resigned(position: Position, outcome: Outcome, setup: Setup) -> Seat | None:
    """Return who must have resigned in a game that is over."""
    if _is_played_out(position, setup):
        by_points = outcome_of(position.points, (0, 0))
        if by_points not in (Outcome.DRAW, outcome):
            raise NotationError(N_("POINTS and TURN contradict each other"))
        return None
    if outcome is Outcome.DRAW:
        raise NotationError(N_("POINTS and TURN contradict each other"))
    return Seat.P2 if outcome is Outcome.P1 else Seat.P1


def _check_due(position: Position, due: Due, setup: Setup) -> None:
    """Raise NotationError if a position in which ``due`` must be decided cannot be like that."""
    trick, in_round = position.trick, position.round > 0
    if due.seat is None:
        fits, done = trick is None, position.tricks_done == (TRICKS if in_round else 0)
        if _is_played_out(position, setup):
            raise NotationError(N_("POINTS and TURN contradict each other"))
    else:
        fits = trick is not None and _is_next(trick, due, position.hands)
        done = in_round and position.tricks_done < TRICKS
    if not fits:
        raise NotationError(N_("TRICK and TURN contradict each other"))
    if not done:
        raise NotationError(N_("DONE and TURN contradict each other"))
    if trick is not None and trick.follow is not None and not _could_follow(position, trick, due):
        raise NotationError(N_("TRICK: the second card was not allowed to follow the first"))
    _check_decree(position)
    held = HAND_SIZE - position.tricks_done if in_round else 0
    for seat in Seat:
        played = trick is not None and len(trick.cards) > (seat is not trick.leader)
        _check_hand(position, seat, {held - played + (due == DISCARD_DUE[seat])})
    _check_stock(position, {DECK_SIZE - (due in DISCARD_DUE) if in_round else 0})


def _check_over(position: Position) -> None:
    """Raise NotationError if a position in which the game is over cannot be like that.

    Someone may have resigned in a trick, whose cards are not written then.
    """
    in_round = position.round > 0
    if position.trick is not None:
        raise NotationError(N_("TRICK and TURN contradict each other"))
    if position.tricks_done and not in_round:
        raise NotationError(N_("DONE and TURN contradict each other"))
    _check_decree(position)
    held = HAND_SIZE - position.tricks_done if in_round else 0
    for seat in Seat:
        _check_hand(position, seat, {held, max(held - 1, 0)})
    played = 2 * held - sum(map(len, position.hands))
    # The last card of a Fox's player asks nothing, and while a Woodcutter's card is due, one card
    # of the deck is in a hand.
    if played == 2 and held == 1:
        _check_hand(position, Seat.P1, {held})
    drawn = {1} if in_round and held and played < 2 else set()
    _check_stock(position, {(DECK_SIZE if in_round else 0) - count for count in (0, *drawn)})


def _check_decree(position: Position) -> None:
    if (position.decree is not None) is not (position.round > 0):
        raise NotationError(N_("ROUND and DECREE contradict each other"))


def _check_hand(position: Position, seat: Seat, sizes: set[int]) -> None:
    """Raise NotationError if there are too few or too many cards in a hand."""
    if (count := len(position.hands[seat])) not in sizes:
        template = N_("cards in the hand of {seat}: {count} instead of {size}")
        raise NotationError(template, seat=seat, count=count, size=max(sizes))


def _check_stock(position: Position, sizes: set[int]) -> None:
    """Raise NotationError if there are too few or too many cards in the stock."""
    if (count := len(position.stock)) not in sizes:
        template = N_("STOCK: {count} instead of {size} cards")
        raise NotationError(template, count=count, size=max(sizes))


def _is_next(trick: Trick[Card], due: Due, hands: Sequence[Cards]) -> bool:
    """Return whether ``due`` comes next in a trick: its card, or what its last card asks."""
    if due.choice is Choice.PLAY:
        return trick.follow is None and due.seat is trick.to_play
    if due.seat is None or not trick.cards:
        return False
    last, player = trick.cards[-1], trick.leader if trick.follow is None else trick.leader.other
    ability = Ability.FOX if due.choice is Choice.EXCHANGE else Ability.WOODCUTTER
    return last.ability is ability and player is due.seat and bool(hands[due.seat])


def _could_follow(position: Position, trick: Trick[Card], due: Due) -> bool:
    """Return whether the second card of ``trick`` was legal, whatever was drawn since."""
    lead, follow = trick.lead, trick.follow
    assert lead is not None, "a card was led"
    assert follow is not None, "a card followed"
    now = [*filter(None, position.hands[trick.leader.other])]
    hands = [now]
    if due in DISCARD_DUE:
        hands = [[*now[:drawn], *now[drawn + 1 :]] for drawn in range(len(now))]
    return any(follow in cards_to_follow(hand_of((*hand, follow)), lead) for hand in hands)
