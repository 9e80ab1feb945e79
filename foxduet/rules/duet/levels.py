"""Levels 1-3 (R2), and boards read from text."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Mapping
from functools import cache

from foxduet.rules.duet.board import Board
from foxduet.rules.errors import N_, BoardError

LEVELS = (1, 2, 3)
_SIDE_BY_LEVEL = {1: "side_a", 2: "side_b", 3: "side_b"}
_FIELDS = ("gems", "extra_gems", "plus", "start", "forest_tokens")
_OPTIONAL = ("extra_gems",)


@cache
def board_of_level(level: int) -> Board:
    """Return the printed board of ``level`` (1-3); KeyError for another level."""
    text = pkgutil.get_data(__package__, "boards.toml")
    assert text is not None, "boards.toml is part of the package"
    return board_from_table(tomllib.loads(text.decode())[_SIDE_BY_LEVEL[level]])


def parse_board(text: str) -> Board:
    """Read a player's own board from TOML with the fields of boards.toml.

    Raises BoardError, naming the field and what is wrong with it.
    """
    try:
        table = tomllib.loads(text)
    except ValueError as error:
        # TOMLDecodeError is one; a number of thousands of digits is another.
        raise BoardError(N_("this is not TOML: {reason}"), reason=str(error)) from None
    except RecursionError:
        raise BoardError(N_("this is not a board: it is nested too deeply")) from None
    return board_from_table(table)


def board_from_table(table: Mapping[str, object]) -> Board:
    """Return the board with the fields of a TOML table; BoardError if there is none."""
    known = ", ".join(_FIELDS)
    for field in table:
        if field not in _FIELDS:
            raise BoardError(
                N_("{field}: no such field; a board has {known}"), field=field, known=known
            )
    for field in _FIELDS:
        if field not in table and field not in _OPTIONAL:
            raise BoardError(N_("{field}: missing; a board has {known}"), field=field, known=known)
    return Board(
        gems=_numbers(table, "gems"),
        plus=_numbers(table, "plus"),
        start=_number(table, "start"),
        forest_tokens=_number(table, "forest_tokens"),
        extra_gems=_numbers(table, "extra_gems"),
    )


def board_to_table(board: Board) -> dict[str, object]:
    """Return the fields of ``board`` as ``board_from_table`` reads them."""
    table: dict[str, object] = {
        "gems": list(board.gems),
        "plus": list(board.plus),
        "start": board.start,
        "forest_tokens": board.forest_tokens,
    }
    if board.extra_gems:
        table["extra_gems"] = list(board.extra_gems)
    return table


def _number(table: Mapping[str, object], field: str) -> int:
    value = table[field]
    if not _is_number(value):
        raise BoardError(N_("{field}: {value} is not a whole number"), field=field, value=value)
    return value  # type: ignore[return-value]


def _numbers(table: Mapping[str, object], field: str) -> tuple[int, ...]:
    value = table.get(field, [])
    if not isinstance(value, list) or not all(map(_is_number, value)):
        raise BoardError(
            N_("{field}: {value} is not a list of whole numbers"), field=field, value=value
        )
    return tuple(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
