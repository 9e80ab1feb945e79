"""The position line: a moment of a game as ten fields, with all cards or as one seat sees it.

It omits the dealer, the board's plus spaces and the facts that seats remember. Its parser and
formatter invert each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from foxduet.core.cards import Decision, Seat, follow_wins
from foxduet.core.errors import N_, NotationError
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.notation import (
    check_canonical,
    check_count,
    check_decree,
    check_no_duplicates,
    check_sizes,
    format_pending,
    parse_number,
    parse_pending,
)
from foxduet.games.duet.rules.cards import (
    GEM_TOKENS,
    Ability,
    Board,
    ForestPath,
    possible_moves,
)
from foxduet.games.duet.rules.engine import score_items
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import (
    CARDS,
    DEAL_DUE,
    DECISIONS,
    EXCHANGE_DUE,
    FOREST_DUE,
    FOXES_DUE,
    GIVE_DUE,
    HAND_SIZE,
    MOVE_DUE,
    PLAY_DUE,
    ROUNDS,
    STOCK_SIZE,
    TRICKS,
    Cards,
    Choice,
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
    """The contents of a position line; None for a hidden card.

    offer: the card of an incomplete Gift; empty without it.
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
    """Return the position as one seat sees it: the partner's cards and the stock are hidden."""
    partner_hand: Cards = (None,) * observation.partner_cards
    own_hand: Cards = observation.hand
    has_offer = observation.partner_offered or observation.own_offer is not None
    offer = (observation.own_offer,) if has_offer else ()
    hands = (own_hand, partner_hand) if observation.seat is Seat.P1 else (partner_hand, own_hand)
    return Position(observation.table, hands, (None,) * observation.stock_cards, offer)


def format_position(position: Position) -> str:
    table, path = position.table, position.table.path
    # The line omits a trick that a resignation cut short.
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
        _format_turn(position, _turn_of(table)),
    )
    return " ".join(fields)


def _turn_of(table: Table) -> Due | Outcome:
    turn = table.outcome if table.pending is None else table.pending
    assert turn is not None, "a decision is due until the game is over"
    return turn


def _format_turn(position: Position, turn: Due | Outcome) -> str:
    if isinstance(turn, Decision):
        return format_pending(turn)
    if turn is not Outcome.VICTORY:
        return f"over:{turn.value}"
    table, cards = position.table, sum(map(len, position.hands))
    score = score_items(table.setup.level, table.round, cards, table.reserve)
    return f"over:{turn.value}:{score.total}"


def parse_position(text: str, setup: Setup) -> Position:
    """Parse a position line of a game with ``setup``; raises NotationError, which names the field.

    A path that does not fit the board of ``setup`` is invalid.
    """
    fields = text.split(" ")
    if len(fields) != 10:
        template = N_("a position line has ten fields with one space between, not {count}")
        raise NotationError(template, count=len(fields))
    progress, hands, decree, stock, trick, offer, path, tracker, reserve, turn_text = fields
    round_text, _, done_text = progress.partition(".")
    turn = _parse_turn(turn_text)
    table = Table(
        setup,
        _parse_path(path, parse_number(tracker, "AT"), setup.board),
        parse_number(reserve, "RESERVE"),
        turn if isinstance(turn, Decision) else None,
        parse_number(round_text, "ROUND"),
        parse_number(done_text, "DONE"),
        decree=CARDS.parse_optional(decree),
        trick=CARDS.parse_trick(trick),
        outcome=turn if isinstance(turn, Outcome) else None,
    )
    position = Position(
        table,
        CARDS.parse_hands(hands),
        CARDS.parse_hidden_or_cards(stock),
        CARDS.parse_hidden_or_cards(offer),
    )
    if len(position.offer) > 1:
        raise NotationError(N_("OFFER: '{text}' is more than one card"), text=offer)
    check_canonical(text, format_position(position))
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
        template = N_("PATH: the start, space {space}, cannot be covered")
        raise NotationError(template, space=board.start)
    return path


def _parse_turn(text: str) -> Due | Outcome:
    if (due := parse_pending(text, DECISIONS)) is not None:
        return due
    keyword, _, result = text.partition(":")
    outcome = _OUTCOMES.get(result.partition(":")[0])
    if keyword != "over" or outcome is None:
        template = N_("TURN: '{text}' is not a turn, like p1:play, team:forest, deal or over:lost")
        raise NotationError(template, text=text)
    return outcome


def restore(position: Position) -> GameState:
    """Return the state of a position, from which the game can go on unless it is over.

    Raises NotationError if cards are hidden or occur twice, or if fields contradict each other.
    Positions that no game can reach are valid, since a study may begin anywhere.
    """
    table = position.table
    p1_hand, p2_hand = position.hands
    open_cards = (table.decree, *(table.trick.cards if table.trick else ()))
    check_no_duplicates((*p1_hand, *p2_hand, *position.stock, *position.offer), open_cards)
    _check_consistency(position)
    return GameState(
        table,
        hands=(tuple(filter(None, p1_hand)), tuple(filter(None, p2_hand))),
        stock=tuple(filter(None, position.stock)),
        offer=position.offer[0] if position.offer else None,
    )


def _check_consistency(position: Position) -> None:
    table, path, turn = position.table, position.table.path, _turn_of(position.table)
    is_dealt, is_over = table.round > 0, table.outcome is not None
    check_count("ROUND", table.round, ROUNDS)
    check_count("DONE", table.tricks_done, TRICKS if is_dealt else 0)
    check_decree(table.decree, is_dealt=is_dealt)
    if path.gems_left > GEM_TOKENS:
        template = N_("{key}: {count} gems on the board, but there are only {most} tokens")
        raise NotationError(template, key="PATH", count=path.gems_left, most=GEM_TOKENS)
    # Even if all tokens go to the same end, none may cover the start.
    check_count("RESERVE", table.reserve, min(path.start - path.first, path.last - path.start))
    is_under_way = is_dealt and table.tricks_done < TRICKS and not is_over
    CARDS.check_trick(table.trick, is_under_way=is_under_way)
    due = table.pending
    if position.offer and (due is None or due.choice is not Choice.GIVE):
        template = N_("OFFER: '{text}', but no Gift is half done; write '-'")
        raise NotationError(template, text=CARDS.format_cards(position.offer))
    is_last = (table.round, table.tricks_done) == (ROUNDS, TRICKS)
    possible_turns: list[Due | Outcome] = []
    if is_over or is_last or not path.gems_left:
        possible_turns += _possible_outcomes(table, is_last=is_last)
    else:
        possible_turns += _possible_decisions(position)
    turn_texts = [_format_turn(position, possible_turn) for possible_turn in possible_turns]
    CARDS.check_turn(_format_turn(position, turn), turn_texts, table.trick)
    if turn is Outcome.RESIGNED:
        # The hands may lack cards of the trick that the line omits.
        return
    hand_size, trick = HAND_SIZE - table.tricks_done if is_dealt else 0, table.trick
    giver = due.seat.other if position.offer and due is not None and due.seat is not None else None
    sizes = [
        hand_size - (trick is not None and trick.card_at(seat) is not None) - (seat is giver)
        for seat in Seat
    ]
    # A study may omit the stock, since no seat draws from it.
    stock_size = STOCK_SIZE if is_dealt and position.stock else 0
    check_sizes(position.hands, sizes, position.stock, stock_size)


def _possible_outcomes(table: Table, *, is_last: bool) -> Iterator[Outcome]:
    if not table.path.gems_left:
        yield Outcome.VICTORY
        return
    yield Outcome.OUT_OF_TIME if is_last else Outcome.RESIGNED
    if table.tricks_done and not table.reserve:
        yield Outcome.LOST


def _possible_decisions(position: Position) -> Iterator[Due]:
    """Yield the decisions that fit the cards; none if they leave nothing to choose."""
    table, hands, trick = position.table, position.hands, position.table.trick
    if trick is None:
        yield DEAL_DUE
        ends = table.path.first, table.path.last
        if table.round and table.reserve and table.path.tracker not in ends:
            yield FOREST_DUE
        return
    if trick.follow is None and not position.offer:
        yield PLAY_DUE[trick.to_play]
    if trick.lead is None:
        return
    player = trick.leader if trick.follow is None else trick.leader.other
    ability = trick.cards[-1].ability
    if position.offer:
        if ability is Ability.GIFT:
            yield GIVE_DUE[player.other]
        return
    if ability is Ability.FOXES and any(hands):
        yield FOXES_DUE[player]
        yield from (EXCHANGE_DUE[seat] for seat in Seat if hands[seat])
    if ability is Ability.GIFT and all(hands):
        yield GIVE_DUE[player]
    if trick.follow is not None:
        follower_wins = follow_wins(trick.lead, trick.follow, table.trump)
        winner = trick.leader.other if follower_wins else trick.leader
        if len(possible_moves(trick.lead, trick.follow, winner)) > 1:
            yield MOVE_DUE[winner]
