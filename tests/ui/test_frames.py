"""Screens as golden text frames, and what every frame of every game keeps to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.game import Game, Header, open_game
from foxduet.play.record import load_record
from foxduet.play.table import Session, take
from foxduet.play.table import look as look_at_hand
from foxduet.rules.duet.board import Board
from foxduet.rules.duet.observation import observe
from foxduet.ui.app import draw, press
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size, text_width
from foxduet.ui.kit.look import ASCII, UNICODE, Look, every_glyph
from foxduet.ui.screens import (
    AskScreen,
    FormScreen,
    Question,
    ReaderScreen,
    ReplayScreen,
    Screen,
    TableScreen,
    Text,
    TitleScreen,
)
from foxduet.ui.table.choices import options_of
from tests.support.places import RECORDS
from tests.support.players import VICTORY, beginning_of, header_of, played_game
from tests.support.tables import (
    STILL,
    WINDOW,
    at_table,
    options_in,
    text_of,
)

ASCII_LOOK = Look(ASCII, animated=False)
LARGE = Size(45, 130)


def moment(turns: int, *, looking: bool = True) -> TableScreen:
    """Return the table after some turns of a fixed game."""
    game = beginning_of(VICTORY, turns)
    session = Session(game)
    return at_table(look_at_hand(session) if looking else session)


def between_rounds() -> TableScreen:
    """Return the table right after round 1 of the fixed game."""
    for at, state in enumerate(VICTORY.states):
        if state.table.tricks_done == 11:
            return moment(at, looking=False)
    raise AssertionError("the fixed game has three rounds")


SCREENS: dict[str, Screen] = {
    "title": TitleScreen(None),
    "title-resume": TitleScreen((VICTORY, at_table(Session(VICTORY)).saved), cursor=1),
    "form": FormScreen(2, ("Left", "Right"), row=2),
    "round-start": moment(1, looking=False),
    "lead": moment(1),
    "handoff": moment(2, looking=False),
    "follow": moment(2),
    "late-hand": moment(24),
    "between-rounds": between_rounds(),
    "victory": at_table(Session(VICTORY)),
    "defeat": at_table(Session(played_game(header_of(level=2, seed=0)))),
    "replay": ReplayScreen(VICTORY, at=30),
    "rules": ReaderScreen(Text.RULES, TitleScreen(None), top=12),
    "reference": ReaderScreen(Text.REFERENCE, TitleScreen(None)),
    "leave": AskScreen(Question.LEAVE, moment(1), yes=True),
    "resign": AskScreen(Question.RESIGN, moment(1)),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}.txt", text_of(SCREENS[name]) + "\n")


@pytest.mark.parametrize("name", ["title", "lead", "follow", "handoff"])
def test_seven_bit_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}-ascii.txt", text_of(SCREENS[name], look=ASCII_LOOK) + "\n")


@pytest.mark.parametrize("name", ["lead", "follow", "handoff", "between-rounds"])
def test_large_screens_look_as_they_did(name: str, golden: Callable[[str, str], None]) -> None:
    golden(f"frames/{name}-large.txt", text_of(SCREENS[name], LARGE) + "\n")


@pytest.mark.parametrize("name", SCREENS)
def test_ascii_uses_seven_bits_only(name: str) -> None:
    assert text_of(SCREENS[name], look=ASCII_LOOK).isascii()


def test_every_glyph_takes_one_cell() -> None:
    assert all(text_width(glyph) == 1 for glyph in every_glyph())
    assert len(every_glyph()) > 30


@pytest.mark.parametrize("size", [Size(23, 80), Size(24, 79), Size(1, 1), Size(5, 200)])
@pytest.mark.parametrize("name", SCREENS)
def test_a_window_that_is_too_small_says_so_and_shows_nothing_else(name: str, size: Size) -> None:
    lines = draw(SCREENS[name], size, STILL).lines
    needed = f"foxduet needs 80x24, this is {size.columns}x{size.rows}"
    assert [line.strip() for line in lines if line] == [needed[: size.columns].strip()] or (
        size.columns < len(needed)
    )
    assert not any(glyph in "".join(lines) for glyph in UNICODE.suits)


LONG_NAMES = ("Maximilianus", "Wilhelmina M")
BOARDS = (
    None,
    Board(gems=(0, 1, 0), plus=(1,), start=2, forest_tokens=1),
    Board(gems=(1,) * 19, plus=tuple(range(1, 20)), start=10, forest_tokens=9),
)


@pytest.mark.parametrize("size", [WINDOW, Size(30, 100), LARGE, Size(60, 220)], ids=str)
@pytest.mark.parametrize("board", BOARDS, ids=["level", "shortest", "longest"])
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_in_whole_games_with_the_longest_names(
    size: Size, board: Board | None
) -> None:
    header = Header(level=3, players=LONG_NAMES, board=board, seed=size.rows)
    game = played_game(header)
    for at in range(0, len(game.states), 1 if size == WINDOW else 3):
        session = Session(Game(header, game.first, game.turns[:at]))
        for shown in (session, look_at_hand(session)):
            screen = at_table(shown)
            draw(screen, size, STILL)
            if shown.viewer is not None:
                for cursor in range(len(shown.state.hands[shown.viewer])):
                    draw_if_option(replace(screen, cursor=cursor), size)
        draw(ReplayScreen(game, at=at), size, STILL)


def draw_if_option(screen: TableScreen, size: Size) -> None:
    """Draw a table whose cursor may be on any card of a hand, if there is such an option."""
    viewer = screen.session.viewer
    assert viewer is not None
    if screen.cursor < len(options_of(observe(screen.session.state, viewer))):
        draw(screen, size, STILL)


@pytest.mark.parametrize("name", SCREENS)
@pytest.mark.usefixtures("strict_canvas")
def test_nothing_is_cut_off_on_other_screens(name: str) -> None:
    for size in (WINDOW, LARGE):
        for look in (STILL, ASCII_LOOK):
            draw(SCREENS[name], size, look)


def test_larger_windows_have_larger_cards_with_their_text() -> None:
    small, large = text_of(SCREENS["lead"]), text_of(SCREENS["lead"], LARGE)
    assert "winner may" not in small
    assert "winner may" in large


def test_control_characters_in_names_do_not_reach_the_screen() -> None:
    header = Header(level=1, players=("A\x1b[2J", "B\n"), seed=1)
    game = open_game(header)
    session = take(Session(game), VICTORY.turns[0].action)
    text = text_of(at_table(session))
    assert "\x1b" not in text
    assert "B?" in text or "A?" in text


def test_wide_characters_in_names_keep_the_columns() -> None:
    header = Header(level=1, players=("日本", "Ann"), seed=1)
    session = take(Session(open_game(header)), VICTORY.turns[0].action)
    frame = draw(at_table(look_at_hand(session)), WINDOW, STILL)
    widths = {text_width("".join(span.text for span in row)) for row in frame.rows}
    assert widths == {80}


def test_golden_records_can_be_looked_through() -> None:
    for path in sorted(RECORDS.glob("*.toml")):
        game = load_record(path.read_text("utf-8"))
        for at in range(len(game.states)):
            assert text_of(ReplayScreen(game, at=at))


def test_a_replay_shows_both_hands_and_steps(tmp_path: Path) -> None:
    screen = ReplayScreen(VICTORY)
    options = options_in(tmp_path)
    last = len(VICTORY.turns)
    for key, at in ((keys.RIGHT, 1), (keys.LEFT, 0), (keys.END, last), (keys.HOME, 0)):
        after = press(screen, key, WINDOW, options)
        assert isinstance(after, ReplayScreen)
        screen = after
        assert screen.at == at
    down = press(replace(screen, at=1), keys.DOWN, WINDOW, options)
    assert isinstance(down, ReplayScreen)
    state = VICTORY.states[down.at]
    assert (state.table.tricks_done, state.table.trick and state.table.trick.lead) == (1, None)
