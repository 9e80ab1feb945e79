"""Screens as golden text frames, and what every frame of every game keeps to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.cli.terminal import every_character
from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.words.names import duet_glyphs
from foxduet.play.game import Game, open_game
from foxduet.play.record import load_record
from foxduet.play.table import Session, act
from foxduet.play.table import look as look_at_hand
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.effects import Text
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.table.moves import options
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing, GameOver, Question, RoundEnd
from foxduet.ui.text_screen import TextScreen
from foxduet.words.glyphs import ASCII, UNICODE
from foxduet.words.text import text_width
from tests.support.machine import RECORDS
from tests.support.players import VICTORY, beginning_of, duet, header_of, played_game, some_of
from tests.support.tables import (
    STILL,
    WINDOW,
    at_table,
    of_kind,
    options_in,
    press_keys,
    question_over,
    table_at,
    text_of,
)

ASCII_LOOK = Look(ASCII, animated=False)
LARGE = Size(45, 130)


def moment(turns: int, *, looking: bool = True) -> TableScreen:
    """Return the table after some turns of a fixed game."""
    game = beginning_of(VICTORY, turns)
    session = Session(game)
    return at_table(look_at_hand(session) if looking else session)


def first(choice: Choice, *, looking: bool = True, tricks: int = 0) -> TableScreen:
    """Return the table at the first choice of a kind after some tricks of a round."""
    for at, state in enumerate(VICTORY.states):
        pending = state.table.pending
        if pending is not None and pending.choice is choice and state.table.tricks_done >= tricks:
            return moment(at, looking=looking)
    raise AssertionError(f"the fixed game has no such {choice}")


def chosen(screen: TableScreen, cursor: int = 0) -> TableScreen:
    """Return a table with one of its options chosen."""
    assert isinstance(screen.shows, Choosing | RoundEnd)
    return replace(screen, shows=replace(screen.shows, cursor=cursor))


def about_to_lose() -> TableScreen:
    """Return a table at which one of two cards surely loses the game."""
    line = "1.1 2d3d/1d8d 1s 7r9d6d6s4s2r4r p1:5d - 1202101212 10 0 p2:play"
    return table_at(Path("nowhere"), line, Seat.P2)


def cannot_be_won() -> TableScreen:
    """Return a table with more gems on the path than tricks are left."""
    line = "3.9 2s/8d 1s 7r1d3d6s4s2r4r p1:- - 000000300# 6 2 p1:play"
    return table_at(Path("nowhere"), line)


BETWEEN_ROUNDS = first(Choice.FOREST, looking=False)
NEXT_ROUND = first(Choice.DEAL, looking=False, tricks=11)


SCREENS: dict[str, Screen] = {
    "title": TitleScreen("duet"),
    "title-resume": TitleScreen("duet", ((VICTORY, at_table(Session(VICTORY)).saved),), cursor=1),
    "form": FormScreen("duet", {"level": 2}, ("Left", "Right"), row=3),
    "round-start": moment(1, looking=False),
    "lead": moment(1),
    "handoff": moment(2, looking=False),
    "follow": moment(2),
    "late-hand": moment(24),
    "handoff-after-a-trick": first(Choice.PLAY, looking=False, tricks=3),
    "follow-chosen": chosen(moment(2), 3),
    "foxes-chosen": chosen(first(Choice.FOXES), 1),
    "exchange": first(Choice.EXCHANGE),
    "exchange-chosen": chosen(first(Choice.EXCHANGE), 1),
    "move": first(Choice.MOVE),
    "move-chosen": chosen(first(Choice.MOVE)),
    "between-rounds": BETWEEN_ROUNDS,
    "between-rounds-chosen": chosen(BETWEEN_ROUNDS, 1),
    "next-round": NEXT_ROUND,
    "victory-best": replace(
        at_table(Session(VICTORY)), shows=GameOver(cursor=1, entered=True, is_best=True)
    ),
    "celebration": replace(
        at_table(Session(VICTORY)), shows=GameOver(entered=True, is_best=True, celebration=7)
    ),
    "loses": question_over(Question.LOSES, below=about_to_lose()),
    "hopeless": question_over(Question.HOPELESS, yes=False, below=cannot_be_won()),
    "victory": at_table(Session(VICTORY)),
    "defeat": at_table(Session(played_game(header_of(level=2, seed=0)))),
    "replay": ReplayScreen(VICTORY, at=30),
    "keys": TextScreen(Text.HELP, TitleScreen("duet")),
    "rules": TextScreen(Text.HELP, TitleScreen("duet"), top=16),
    "reference": TextScreen(Text.REFERENCE, TitleScreen("duet")),
    "leave": question_over(Question.LEAVE, yes=True, below=moment(1)),
    "resign": question_over(Question.RESIGN, below=moment(1)),
}


NEWER = ("handoff-after-a-trick", "move-chosen")


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


@pytest.mark.parametrize(
    "name",
    ["title", "lead", "follow", "handoff", "handoff-after-a-trick", "move-chosen", "celebration"],
)
def test_seven_bit_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}-ascii.txt", text_of(SCREENS[name], look=ASCII_LOOK) + "\n")


@pytest.mark.parametrize("name", ["lead", "follow", "handoff", "between-rounds", *NEWER])
def test_large_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}-large.txt", text_of(SCREENS[name], LARGE) + "\n")


def test_every_glyph_takes_one_cell() -> None:
    assert all(text_width(glyph) == 1 for glyph in every_character("duet"))
    assert len(every_character("duet")) > 30


@pytest.mark.parametrize("size", [Size(23, 80), Size(24, 79), Size(1, 1), Size(5, 200)])
def test_a_window_that_is_too_small_says_so_and_shows_nothing_else(size: Size) -> None:
    needed = f"foxduet needs 80x24, this is {size.columns}x{size.rows}"
    for name, screen in SCREENS.items():
        lines = draw(screen, size, STILL).lines
        said = [line.strip() for line in lines if line]
        assert said == [needed, "q leaves"] or size.columns < len(needed), name
        assert not any(glyph in "".join(lines) for glyph in duet_glyphs(UNICODE).suits), name


LONG_NAMES = ("Maximilianus", "Wilhelmina M")
BOARDS = (
    None,
    Board(gems=(0, 1, 0), plus=(1,), start=2, forest_tokens=1),
    Board(gems=(1,) * 19, plus=tuple(range(1, 20)), start=10, forest_tokens=9),
)


@pytest.mark.parametrize(
    ("board", "size"),
    [
        *((board, WINDOW) for board in BOARDS),
        *zip(BOARDS, (LARGE, Size(60, 220), Size(30, 100)), strict=True),
        (BOARDS[2], LARGE),
    ],
)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_games_with_the_longest_names(
    board: Board | None, size: Size
) -> None:
    header = duet(3, LONG_NAMES, board=board, seed=size.rows)
    game = played_game(header)
    for at in range(0, len(game.states), 1 if size == WINDOW else 5):
        session = Session(Game(header, game.first, game.turns[:at]))
        for shown in (session, look_at_hand(session)):
            screen = at_table(shown)
            draw(screen, size, STILL)
            if isinstance(screen.shows, Choosing | RoundEnd):
                for cursor in some_of(range(len(options(screen))), at):
                    draw(chosen(screen, cursor), size, STILL)
        draw(ReplayScreen(game, at=at), size, STILL)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_and_ascii_uses_seven_bits_only(name: str) -> None:
    for size in (WINDOW, LARGE):
        draw(SCREENS[name], size, STILL)
        assert text_of(SCREENS[name], size, ASCII_LOOK).isascii()


def test_larger_windows_have_larger_cards_with_their_text() -> None:
    small, large = text_of(SCREENS["lead"]), text_of(SCREENS["lead"], LARGE)
    assert "winner may" not in small
    assert "winner may" in large


def test_wide_characters_in_names_keep_the_columns() -> None:
    header = duet(1, ("日本", "Ann"), seed=1)
    session = act(Session(open_game(header)), VICTORY.turns[0].action)
    frame = draw(at_table(look_at_hand(session)), WINDOW, STILL)
    widths = {text_width("".join(span.text for span in row)) for row in frame.rows}
    assert widths == {80}


def test_golden_records_can_be_looked_through() -> None:
    for path in sorted(RECORDS.glob("*.toml")):
        game = load_record(path.read_text("utf-8"))
        for at in range(len(game.states)):
            assert text_of(ReplayScreen(game, at=at))


def test_the_help_of_a_replay_has_the_keys_of_a_replay(tmp_path: Path) -> None:
    told = text_of(press_keys(ReplayScreen(VICTORY), options_in(tmp_path), "?"))
    assert "Keys in a replay" in told
    assert "a trick back or on" in told
    assert "blank the screen at once" not in told


def test_a_replay_shows_both_hands_and_steps(tmp_path: Path) -> None:
    screen = ReplayScreen(VICTORY)
    desk = options_in(tmp_path)
    last = len(VICTORY.turns)
    for key, at in ((keys.RIGHT, 1), (keys.LEFT, 0), (keys.END, last), (keys.HOME, 0)):
        after = of_kind(ReplayScreen, press_keys(screen, desk, key))
        screen = after
        assert screen.at == at
    down = of_kind(ReplayScreen, press_keys(replace(screen, at=1), desk, keys.DOWN))
    state = VICTORY.states[down.at]
    assert (state.table.tricks_done, state.table.trick and state.table.trick.lead) == (1, None)
