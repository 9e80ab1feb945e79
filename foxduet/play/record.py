"""A game as a TOML record: the save, the replay and the test format in one.

A record says nothing that its actions do not: result and score are worked out when it is
written, and must agree when it is read. Replay is strict and repairs nothing.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from datetime import datetime
from itertools import pairwise
from typing import TypeGuard

from foxduet.play.game import Game, Header, Partners, act, open_game
from foxduet.play.toml_text import format_key, format_value
from foxduet.rules.common import Seat
from foxduet.rules.duet.board import Board
from foxduet.rules.duet.levels import LEVELS, board_from_table, board_to_table
from foxduet.rules.duet.notation import format_action, parse_action
from foxduet.rules.duet.position import format_position, position_of
from foxduet.rules.duet.scoring import score
from foxduet.rules.duet.state import Outcome
from foxduet.rules.errors import N_, BoardError, FoxduetError, RecordError

FORMAT = "foxduet-record/1"
GAME = "duet"
UNFINISHED = "*"
_TOO_LARGE = 10**1000
_RESULTS = tuple(outcome.value for outcome in Outcome)
_OWN_KEYS = frozenset(
    ("format", "game", "level", "players", "board", "seed", "started", "finished")
) | {"ai", "hints", "cut_short", "result", "score", "actions"}
_WHOLE_ACTIONS = re.compile(
    r'.*?^actions = \[\n(?:[ \t]*"[^"\n]*",[ \t]*\n)*', re.DOTALL | re.MULTILINE
)


class BrokenRecordError(RecordError):
    """A record is not in order; ``good`` is the part before the trouble, if any can be read.

    ``number`` counts the actions from 1 and is the one at fault, None where it is no action.
    """

    def __init__(
        self,
        template: str,
        *,
        good: Game | None = None,
        number: int | None = None,
        **fields: object,
    ) -> None:
        super().__init__(template, number=number, **fields)
        self.good = good
        self.number = number


def result_of(game: Game) -> str:
    """Return the outcome's name, ``*`` while the game is under way."""
    outcome = game.state.table.outcome
    return UNFINISHED if outcome is None else outcome.value


def dump_record(game: Game) -> str:
    """Return the text of the record of ``game``."""
    header = game.header
    points = score(game.state)
    pairs: list[tuple[str, object]] = [
        ("format", FORMAT),
        ("game", GAME),
        ("level", header.level),
        ("players", list(header.players)),
        ("result", result_of(game)),
        ("score", points.total if points else None),
        ("seed", header.seed),
        ("started", header.started),
        ("finished", header.finished),
        ("ai", {str(seat): header.ai[seat] for seat in Seat if header.ai[seat]} or None),
        ("hints", list(header.hints) or None),
        ("cut_short", list(header.cut_short) or None),
        ("board", board_to_table(header.board) if header.board else None),
        *header.further.items(),
    ]
    lines = [
        f"{format_key(key)} = {format_value(value)}" for key, value in pairs if value is not None
    ]
    actions = [f"  {format_value(format_action(turn.action))}," for turn in game.turns]
    return "\n".join([*lines, "actions = [", *actions, "]", ""])


def load_record(text: str) -> Game:
    """Read a record and play its actions.

    Raises BrokenRecordError with one message that says what is wrong and where, carrying the
    good part: all that was in order before it.
    """
    try:
        table = _toml(text)
    except ValueError as error:
        raise _unreadable(text, error) from None
    except RecursionError:
        raise BrokenRecordError(N_("this is not a record: it is nested too deeply")) from None
    game = open_game(_header(table))
    game = _replay(game, _texts(table))
    _check_result(game, table)
    return game


def _toml(text: str) -> Mapping[str, object]:
    """Return the table in ``text``; ValueError if it is not TOML, or has a number past all use."""
    table = tomllib.loads(text)
    _check_numbers(table)
    return table


def _check_numbers(value: object) -> None:
    match value:
        case dict():
            _check_numbers(list(value.values()))
        case list():
            for item in value:
                _check_numbers(item)
        case int() if abs(value) >= _TOO_LARGE:
            # In hexadecimal they can be read, but neither shown nor written.
            raise ValueError("a number is too large")
        case _:
            pass


def _unreadable(text: str, error: ValueError) -> BrokenRecordError:
    """Say why ``text`` is not TOML, keeping the actions that stand whole before the trouble."""
    not_toml = N_("this is not TOML: {cause}")
    whole = _WHOLE_ACTIONS.match(text)
    if whole is None:
        return BrokenRecordError(not_toml, cause=str(error))
    try:
        table = _toml(whole.group() + "]")
        game = _replay(open_game(_header(table)), _texts(table))
    except BrokenRecordError as broken:
        return broken
    except ValueError:
        return BrokenRecordError(not_toml, cause=str(error))
    if "\n" in text[whole.end() :]:
        number = len(game.turns) + 1
        template = N_("action {number} cannot be read, for this is not TOML: {cause}")
        return BrokenRecordError(template, good=game, number=number, cause=str(error))
    return BrokenRecordError(
        N_("the file is cut off after action {count}; the position there: {position}"),
        good=game,
        count=len(game.turns),
        position=format_position(position_of(game.state)),
    )


def _header(table: Mapping[str, object]) -> Header:
    if table.get("format") != FORMAT:
        raise BrokenRecordError(
            N_("format: {value}; this program reads {right}"),
            value=_shown(table, "format"),
            right=format_value(FORMAT),
        )
    if table.get("game") != GAME:
        raise BrokenRecordError(
            N_("game: {value}; this program plays {right}"),
            value=_shown(table, "game"),
            right=format_value(GAME),
        )
    level = _integer(table, "level")
    if level not in LEVELS:
        raise BrokenRecordError(N_("level: {value}; the levels are 1, 2 and 3"), value=level)
    players = table.get("players")
    if not _are_texts(players) or len(players) != 2:
        raise BrokenRecordError(
            N_("players: {value}; two names are needed"), value=_shown(table, "players")
        )
    return Header(
        level=level,
        players=(players[0], players[1]),
        board=_board(table),
        seed=_integer(table, "seed") if "seed" in table else None,
        started=_moment(table, "started"),
        finished=_moment(table, "finished"),
        ai=_partners(table),
        hints=_numbers(table, "hints"),
        cut_short=_numbers(table, "cut_short"),
        further={key: value for key, value in table.items() if key not in _OWN_KEYS},
    )


def _board(table: Mapping[str, object]) -> Board | None:
    if "board" not in table:
        return None
    board = table["board"]
    if not isinstance(board, dict):
        raise BrokenRecordError(N_("board: {value} is not a table"), value=_shown(table, "board"))
    try:
        return board_from_table(board)
    except BoardError as error:
        raise BrokenRecordError(N_("board: {cause}"), cause=error) from None


def _shown(table: Mapping[str, object], key: str) -> str:
    return format_value(table[key]) if key in table else "-"


def _integer(table: Mapping[str, object], key: str) -> int:
    value = table.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise BrokenRecordError(
            N_("{key}: {value} is not a whole number"), key=key, value=_shown(table, key)
        )
    return value


def _moment(table: Mapping[str, object], key: str) -> datetime | None:
    value = table.get(key)
    if value is not None and not isinstance(value, datetime):
        raise BrokenRecordError(
            N_("{key}: {value} is not a date with a time"), key=key, value=_shown(table, key)
        )
    return value


def _partners(table: Mapping[str, object]) -> Partners:
    named = table.get("ai", {})
    seats = [str(seat) for seat in Seat]
    if not isinstance(named, dict) or not set(named) <= set(seats):
        raise BrokenRecordError(
            N_("ai: {value}; the partners at p1 and p2 are named here"), value=_shown(table, "ai")
        )
    if not all(isinstance(name, str) and name for name in named.values()):
        raise BrokenRecordError(
            N_("ai: {value}; a partner's name is a text"), value=_shown(table, "ai")
        )
    return named.get(seats[0]), named.get(seats[1])


def _numbers(table: Mapping[str, object], key: str) -> tuple[int, ...]:
    """Return a list of numbers of actions; they rise, so none stands there twice."""
    numbers = table.get(key, [])
    if (
        not isinstance(numbers, list)
        or not all(isinstance(one, int) and not isinstance(one, bool) for one in numbers)
        or any(after <= before for before, after in pairwise([0, *numbers]))
    ):
        raise BrokenRecordError(
            N_("{key}: {value}; these are numbers of actions, from 1 and rising"),
            key=key,
            value=_shown(table, key),
        )
    return tuple(numbers)


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _texts(table: Mapping[str, object]) -> list[str]:
    actions = table.get("actions")
    if not _are_texts(actions):
        raise BrokenRecordError(N_("actions: a list of texts is needed, one for each action"))
    return actions


def _replay(game: Game, texts: list[str]) -> Game:
    for number, text in enumerate(texts, 1):
        try:
            game = act(game, parse_action(text))
        except FoxduetError as reason:
            raise BrokenRecordError(
                N_("action {number} '{text}': {reason}; the position before it: {position}"),
                good=game,
                number=number,
                reason=reason,
                text=text,
                position=format_position(position_of(game.state)),
            ) from None
    return game


def _check_result(game: Game, table: Mapping[str, object]) -> None:
    given, led_to = table.get("result"), result_of(game)
    if given not in (*_RESULTS, UNFINISHED):
        raise BrokenRecordError(
            N_("result: {value}; it is one of {known}"),
            good=game,
            value=_shown(table, "result"),
            known=", ".join((*_RESULTS, UNFINISHED)),
        )
    if given != led_to:
        raise BrokenRecordError(
            N_("result: {value}, but after the last action, {count}, it is {right}"),
            good=game,
            value=_shown(table, "result"),
            count=len(game.turns),
            right=format_value(led_to),
        )
    points = score(game.state)
    total = points.total if points else None
    if "score" in table and table["score"] != total:
        template = (
            N_("score: {value}, but only a victory has a score")
            if total is None
            else N_("score: {value}, but after the last action, {count}, it is {right}")
        )
        raise BrokenRecordError(
            template,
            good=game,
            value=_shown(table, "score"),
            count=len(game.turns),
            right=total,
        )
