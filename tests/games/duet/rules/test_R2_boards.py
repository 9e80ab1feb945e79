"""R2: levels and boards, printed and custom ones."""

from __future__ import annotations

import re

import pytest

from foxduet.core.errors import RecordError
from foxduet.games.duet.rules.board import (
    BOARDS,
    LEVELS,
    Board,
    board_from_table,
    board_to_table,
    parse_board,
)
from foxduet.games.duet.rules.engine import new_game
from foxduet.games.duet.rules.position import format_position, position_of
from foxduet.games.duet.rules.state import Setup
from tests.support.deals import DEAL_BY_P1, after, choices, setup_of, turn

OWN = "gems = [1, 0, 2]\nplus = [1]\nstart = 2\nforest_tokens = 1\n"


@pytest.mark.parametrize(
    ("level", "line"),
    [
        (1, "0.0 -/- - - - - 11211011211 6 4 deal"),
        (2, "0.0 -/- - - - - 1212101212 6 3 deal"),
        (3, "0.0 -/- - - - - 1312201312 6 3 deal"),
    ],
)
def test_R2_gems_start_and_tokens_at_setup(level: int, line: str) -> None:
    assert format_position(position_of(new_game(setup_of(level)))) == line


@pytest.mark.parametrize(("level", "gems"), [(1, 12), (2, 13), (3, 16)])
def test_R2_gems_in_all(level: int, gems: int) -> None:
    assert new_game(setup_of(level)).table.path.gems_left == gems


@pytest.mark.parametrize(
    ("level", "plus"), [(1, (2, 4, 5, 7, 9)), (2, (3, 4, 5, 7, 9)), (3, (3, 4, 5, 7, 9))]
)
def test_R2_plus_spaces(level: int, plus: tuple[int, ...]) -> None:
    assert BOARDS[level].plus == plus


def test_R2_levels_2_and_3_differ_by_the_diamonds_on_2_5_and_8() -> None:
    level_2, level_3 = (new_game(setup_of(level)).table.path.gems for level in (2, 3))
    more = [high - low for low, high in zip(level_2, level_3, strict=True)]
    assert [space for space, gems in enumerate(more, 1) if gems] == [2, 5, 8]


def test_R2_there_are_three_levels_and_no_other() -> None:
    assert LEVELS == (1, 2, 3)
    with pytest.raises(KeyError):
        BOARDS[4]


def test_R2_a_custom_board_is_played_on() -> None:
    table = new_game(Setup(2, parse_board(OWN)))
    assert format_position(position_of(table)) == "0.0 -/- - - - - 102 2 1 deal"
    dealt = after(table, DEAL_BY_P1)
    assert turn(dealt) == "p2:play"
    assert len(choices(dealt)) == 11


def test_R2_extra_gems_of_a_custom_board_count_at_level_3_only() -> None:
    board = parse_board(OWN + "extra_gems = [0, 0, 3]\n")
    assert [new_game(Setup(level, board)).table.path.gems_left for level in (1, 2, 3)] == [3, 3, 6]


def test_R2_a_board_is_written_as_it_is_read() -> None:
    for board in (*BOARDS.values(), parse_board(OWN)):
        assert board_from_table(board_to_table(board)) == board


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("gems = [1, 2", "this is not TOML"),
        (OWN.replace("gems = [1, 0, 2]\n", ""), "gems: missing"),
        (OWN.replace("plus = [1]\n", ""), "plus: missing"),
        (OWN.replace("start = 2\n", ""), "start: missing"),
        (OWN.replace("forest_tokens = 1\n", ""), "forest_tokens: missing"),
        (OWN + "colour = 'green'\n", "colour: no such field"),
        (OWN.replace("[1, 0, 2]", "'102'"), "gems: .*not a list of whole numbers"),
        (OWN.replace("[1, 0, 2]", "[1, 0, 2.0]"), "gems: .*not a list of whole numbers"),
        (OWN.replace("[1, 0, 2]", "[1, true, 2]"), "gems: .*not a list of whole numbers"),
        (OWN.replace("[1]", "1"), "plus: .*not a list of whole numbers"),
        (OWN + "extra_gems = 3\n", "extra_gems: .*not a list of whole numbers"),
        (OWN.replace("start = 2", "start = '2'"), "start: .*not a whole number"),
        (OWN.replace("start = 2", "start = true"), "start: .*not a whole number"),
        (OWN.replace("tokens = 1", "tokens = 1.5"), "forest_tokens: .*not a whole number"),
    ],
)
def test_R2_a_custom_board_that_cannot_be_read_names_the_field(text: str, named: str) -> None:
    with pytest.raises(RecordError, match="^" + named):
        parse_board(text)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (OWN.replace("[1, 0, 2]", "[1, 1]"), "gems: a path has 3 to 19 spaces, not 2"),
        (
            OWN.replace("[1, 0, 2]", str([1] * 20)),
            "gems: a path has 3 to 19 spaces, not 20",
        ),
        (
            OWN.replace("[1, 0, 2]", "[1, -1, 2]"),
            "gems: -1 for space 2; it cannot be less than 0",
        ),
        (OWN.replace("[1, 0, 2]", "[0, 0, 0]"), "gems: no gem on the board"),
        (OWN.replace("[1, 0, 2]", "[20, 1, 2]"), "gems: 23 gems on the board"),
        (OWN + "extra_gems = [0, 0, -1]\n", "extra_gems: -1 for space 3"),
        (OWN + "extra_gems = [1, 1]\n", "extra_gems: 2 given for 3 spaces"),
        (OWN + "extra_gems = [20, 0, 0]\n", "extra_gems: 23 gems on the board"),
        (
            OWN.replace("[1, 0, 2]", "[20, 0, 2]") + "extra_gems = [1, 0, 0]\n",
            "extra_gems: 23 gems on the board",
        ),
        (OWN.replace("[1]", "[4]"), "plus: space 4 is off the path; its spaces are 1 to 3"),
        (OWN.replace("[1]", "[0]"), "plus: space 0 is off the path"),
        (OWN.replace("[1]", "[1, 1]"), "plus: name each space once, in rising order"),
        (OWN.replace("[1]", "[2, 1]"), "plus: name each space once, in rising order"),
        (OWN.replace("start = 2", "start = 0"), "start: space 0 is off the path"),
        (OWN.replace("start = 2", "start = 4"), "start: space 4 is off the path"),
        (OWN.replace("tokens = 1", "tokens = -1"), "forest_tokens: -1; 0 to 9 are possible"),
        (OWN.replace("tokens = 1", "tokens = 10"), "forest_tokens: 10; 0 to 9 are possible"),
        (
            OWN.replace("tokens = 1", "tokens = 2"),
            "forest_tokens: 2, but one side of the start has room for 1",
        ),
        (
            OWN.replace("start = 2", "start = 1"),
            "forest_tokens: 1, but one side of the start has room for 0",
        ),
        (
            OWN.replace("start = 2", "start = 3"),
            "forest_tokens: 1, but one side of the start has room for 0",
        ),
    ],
)
def test_R2_a_custom_board_that_cannot_be_played_on_names_the_field(text: str, reason: str) -> None:
    with pytest.raises(RecordError, match="^" + re.escape(reason)):
        parse_board(text)


@pytest.mark.parametrize(
    "board",
    [
        Board(gems=(1, 0, 0), plus=(), start=1, forest_tokens=0),
        Board(gems=(0, 22, 0), plus=(1, 2, 3), start=2, forest_tokens=1),
        Board(gems=(1,) * 19, plus=tuple(range(1, 20)), start=10, forest_tokens=9),
        Board(gems=(1, 0, 0), plus=(), start=3, forest_tokens=0, extra_gems=(0, 0, 21)),
    ],
)
def test_R2_boards_at_the_limits_are_played_on(board: Board) -> None:
    table = new_game(Setup(3, board))
    assert turn(after(table, DEAL_BY_P1)) == "p2:play"
