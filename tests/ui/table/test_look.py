"""How the table looks and sounds: art, themes, bell, and what is celebrated."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.games.duet import table as duet
from foxduet.games.duet.rules.cards import DECK, Hand
from foxduet.games.duet.words.names import CARDS, duet_glyphs
from foxduet.play.table import Session
from foxduet.play.table import look as look_at_hand
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import EDGES, LIGHTS, Look, Size, Style, Theme
from foxduet.ui.kit.keys import Input, Interruption
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.kit.themes import PALETTES
from foxduet.ui.loop import draw, run
from foxduet.ui.table.layout import card_rows, hand_places, layout_for
from foxduet.ui.table.parts import TableArt, art_of
from foxduet.ui.table.screen import TableScreen, table_of
from foxduet.ui.table.state import PICTURES_OF_A_CELEBRATION, Choosing
from foxduet.words.glyphs import ASCII, UNICODE, Glyphs, characters_in, pips
from foxduet.words.text import text_width
from tests.support.entries import ending_of, finished
from tests.support.players import DEFEAT, VICTORY, beginning_of
from tests.support.screens import TimedTerminal
from tests.support.solo import PARTNER, first_choice_of, solo_turn
from tests.support.tables import (
    STILL,
    WINDOW,
    Desk,
    ScriptedWorker,
    at_table,
    cursor_of,
    later,
    of_kind,
    options_in,
    play_script,
    pressed,
    table_at,
    text_of,
)
from tests.ui.table.test_classic_frames import SCREENS as CLASSIC_SCREENS
from tests.ui.table.test_frames import SCREENS as DUET_SCREENS

LARGE = Size(45, 140)
SIZES = (WINDOW, Size(30, 100), LARGE)
hands = st.lists(st.sampled_from([0, 1, 2]), min_size=1, max_size=12).map(sorted)


def table_after(turns: int) -> TableScreen:
    """Return the table of a fixed game in sight of the seat that must act."""
    return at_table(look_at_hand(Session(beginning_of(VICTORY, turns))))


def hand_of(screen: TableScreen) -> Hand:
    """Return the hand that is in sight."""
    viewer = screen.session.viewer
    assert viewer is not None
    hand: Hand = VICTORY.rules.observe(screen.session.state, viewer).hand
    return hand


@given(hands, st.sampled_from(SIZES))
def test_a_hand_is_grouped_by_suits_within_its_two_rows(suits: list[int], size: Size) -> None:
    layout = layout_for(size)
    places = hand_places(layout, suits)
    assert sum(card_rows(suits)) == len(places) == len(suits)
    for row, column in places:
        assert layout.hand <= row <= layout.hand + layout.card.rows
        assert 0 < column <= size.columns - layout.card.columns
    for ((row, column), (next_row, next_column)), (suit, next_suit) in zip(
        pairwise(places), pairwise(suits), strict=True
    ):
        if next_row == row:
            gap = next_column - column - layout.card.columns
            assert gap == 0 if next_suit == suit else gap >= 3


@given(hands)
def test_a_suit_is_broken_only_where_no_break_between_suits_fits(suits: list[int]) -> None:
    rows = card_rows(suits)
    assert max(rows) <= 6
    if len(rows) == 2 and suits[rows[0]] == suits[rows[0] - 1]:
        changes = [at for at, (one, other) in enumerate(pairwise(suits), 1) if one != other]
        assert not any(at <= 6 and len(suits) - at <= 6 for at in changes)


def test_all_of_a_card_s_frame_has_the_colour_of_its_suit() -> None:
    screen = table_after(1)
    frame = draw(screen, WINDOW, STILL)
    edges: Counter[Style] = Counter()
    for row in frame.rows:
        for span in row:
            if span.style in EDGES:
                edges[span.style] += sum(sign in "╭╮╰╯" for sign in span.text)
    decree = screen.session.state.table.decree
    expected = Counter(EDGES[card.suit] for card in (*hand_of(screen), decree))
    assert edges == Counter({edge: 4 * count for edge, count in expected.items()})


def test_the_chosen_card_is_one_unbroken_shape() -> None:
    screen = replace(table_after(1), shows=Choosing(cursor=1))
    text = text_of(screen)
    assert [text.count(sign) for sign in "┏┓┗┛"] == [1, 1, 1, 1]
    ((row, column),) = [
        (at, line.index("┏")) for at, line in enumerate(text.split("\n")) if "┏" in line
    ]
    lines, width = text.split("\n"), layout_for(WINDOW).card.columns
    assert lines[row][column : column + width] == "┏━ 2 ━━━━━━┓"
    assert lines[row + 3][column : column + width] == f"┗{'━' * (width - 2)}┛"
    for line in lines[row + 1 : row + 3]:
        assert line[column] == line[column + width - 1] == "┃"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("count", range(1, 12))
def test_there_is_a_pip_for_each_of_a_rank(count: int, glyphs: Glyphs) -> None:
    sign = duet_glyphs(glyphs).suits[0]
    rows = pips(count, sign)
    assert "".join(rows).count(sign) == count
    assert rows == rows[::-1]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_every_card_has_a_picture_and_each_ability_its_own(glyphs: Glyphs) -> None:
    pictures = {card: CARDS.card_face(card, glyphs).picture for card in DECK}
    assert all(len(rows) == 3 and any(row.strip() for row in rows) for rows in pictures.values())
    assert all(text_width(row) <= 12 for rows in pictures.values() for row in rows)
    abilities = {card.ability: pictures[card] for card in DECK if card.ability}
    assert len({*abilities.values()}) == len(abilities) == 5
    for card, rows in pictures.items():
        if card.ability:
            assert rows == abilities[card.ability]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_large_windows_show_the_pictures_and_small_ones_do_not(glyphs: Glyphs) -> None:
    look, screen = replace(STILL, glyphs=glyphs), table_after(1)
    large, small = (text_of(screen, size, look) for size in (LARGE, WINDOW))
    for card in hand_of(screen):
        if card.ability:
            middle = CARDS.card_face(card, glyphs).picture[1].strip()
            assert middle in large
            assert middle not in small


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_seven_bits_draw_everything(size: Size) -> None:
    look = replace(STILL, glyphs=ASCII)
    for turns in (1, 2, 24):
        screen = table_after(turns)
        for cursor in (None, 0):
            assert text_of(replace(screen, shows=Choosing(cursor)), size, look).isascii()
        assert text_of(at_table(Session(beginning_of(VICTORY, turns))), size, look).isascii()


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_trees_tokens_the_fox_and_the_target_have_no_sign_in_common(glyphs: Glyphs) -> None:
    own = duet_glyphs(glyphs)
    signs = [
        {*characters_in(glyphs.undergrowth)} - {" "},
        {own.tree},
        {*glyphs.pieces[-1][0]},
        {glyphs.mark},
        {own.gem},
    ]
    if glyphs is UNICODE:
        signs[0] -= {"_"}
    assert len(set().union(*signs)) == sum(map(len, signs))


def test_the_light_fades_from_round_to_round() -> None:
    lights: dict[int, set[Style]] = {}
    for at, state in enumerate(VICTORY.states):
        if state.table.round and state.table.pending and state.table.pending.seat is not None:
            frame = draw(table_after(at), WINDOW, STILL)
            used = {span.style for row in frame.rows[1:6] for span in row} & {*LIGHTS}
            # Tokens on the path keep their colour.
            lights.setdefault(state.table.round, used - {Style.SCENERY} or used)
    assert list(lights.values()) == [{light} for light in LIGHTS]
    for theme in (Theme.TERMINAL, Theme.FOREST, Theme.NIGHT):
        assert len({PALETTES[theme].rich[light] for light in LIGHTS}) == 3


def test_a_frame_has_the_theme_of_the_look() -> None:
    screen = table_after(1)
    for theme in Theme:
        frame = draw(screen, WINDOW, replace(STILL, theme=theme))
        assert frame.theme is theme
        assert frame.lines == draw(screen, WINDOW, STILL).lines


DUET: TableArt = duet


def test_what_a_game_draws_is_the_module_with_its_name() -> None:
    assert art_of("duet") is DUET


def test_R8_2_a_plus_is_drawn_where_its_gem_will_lie(tmp_path: Path) -> None:
    """On level 1 the signs are at spaces 2, 4, 5, 7 and 9."""
    table = table_at(tmp_path, "2.1 4d/6d 4s - p1:- - ####21010## 6 2 p1:play", level=1)
    signs, spaces = text_of(at_table(table.session)).splitlines()[2:4]
    assert signs.split() == ["◊◊+3", "◊", "+", "◊", "+"]
    assert spaces[signs.index("◊◊+3") :].startswith("( 5 )")


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize(
    ("screen", "rows"), [(DUET_SCREENS["follow"], 5), (CLASSIC_SCREENS["lead"], 3)]
)
def test_a_larger_fox_stands_on_the_board_of_a_large_window(
    screen: Screen, rows: int, glyphs: Glyphs
) -> None:
    look = Look(glyphs, animated=False)
    small, large = text_of(screen, look=look), text_of(screen, Size(50, 160), look)
    assert "^.^" in small
    assert "^.^" not in large
    (fox,) = (one for one in glyphs.pieces if len(one) == rows)
    lines = [line.ljust(160) for line in large.splitlines()]
    places = [(row, column) for row in range(len(lines) - rows) for column in range(160)]
    assert any(
        all(lines[row + at].startswith(part, column) for at, part in enumerate(fox))
        for row, column in places
    )


TICK = Interruption.TIME_UP
Timed = tuple[float, Input]


def rings(folder: Path, *thinking: Timed, patience: int, bell: bool = True) -> int:
    """Return how often the bell sounds until a card that a partner leads was looked at.

    The partner answers when it was asked more than ``patience`` times.
    """
    table, desk = solo_turn(folder, PARTNER), options_in(folder, bell=bell)
    terminal = TimedTerminal([], timed=(*thinking, (1.0, TICK), (1.0, TICK)))
    run(terminal, Next(table), desk, desk.folders, ScriptedWorker(first_choice_of, patience))
    assert " led the " in terminal.text
    assert "Enter play" in terminal.text
    return terminal.log.count("beep")


@pytest.mark.parametrize(("seconds", "times"), [(0.4, 0), (1.9, 0), (2.2, 1), (30, 1)])
def test_it_sounds_after_a_long_thought_only(seconds: float, times: int, tmp_path: Path) -> None:
    assert rings(tmp_path, *[(seconds / 4, TICK)] * 4, patience=4) == times


def test_it_is_silent_unless_it_is_wanted(tmp_path: Path) -> None:
    assert rings(tmp_path, *[(8, TICK)] * 4, patience=4, bell=False) == 0


def test_a_text_that_is_read_meanwhile_is_no_long_thought(tmp_path: Path) -> None:
    reading = (0.5, TICK), (0.5, "?"), (20.0, keys.ESCAPE)
    assert rings(tmp_path, *reading, patience=2) == 0


MOVING = Look()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path, MOVING, scores=tmp_path / "scores.sqlite3")


def after_a_moment(screen: TableScreen, desk: Desk) -> TableScreen:
    """Return the table once its time is up."""
    return of_kind(TableScreen, later(screen, desk))


def test_a_victory_is_celebrated_for_a_moment_and_by_itself(tmp_path: Path) -> None:
    desk = options_in(tmp_path, MOVING)
    screen = after_a_moment(at_table(Session(VICTORY)), desk)
    pictures = []
    while (seconds := screen.seconds) is not None:
        assert 0 < seconds < 0.5
        pictures.append(text_of(screen, look=MOVING))
        screen = after_a_moment(screen, desk)
    assert len(set(pictures)) == len(pictures) == PICTURES_OF_A_CELEBRATION
    calm = text_of(screen, look=MOVING)
    assert calm not in pictures
    assert len(pictures) * 0.16 < 4
    # Nothing that is said is covered, nor is the path.
    for picture in pictures:
        for said in ("You have won!", "Score", "Play again", "q quit"):
            assert said in picture
        assert picture.splitlines()[:6] == calm.splitlines()[:6]


@pytest.mark.parametrize("key", [keys.ESCAPE, "x", keys.RIGHT, keys.SPACE, keys.ENTER])
def test_any_key_ends_a_celebration_and_does_what_it_does_otherwise(
    key: str, tmp_path: Path
) -> None:
    screen = after_a_moment(at_table(Session(VICTORY)), options_in(tmp_path, MOVING))
    assert ending_of(screen).celebration
    calm = replace(screen, shows=replace(ending_of(screen), celebration=0))
    after = pressed(screen, tmp_path, key, look=MOVING)
    assert after == pressed(calm, tmp_path, key, look=MOVING)
    assert after.seconds is None
    assert cursor_of(after) == (0 if key == keys.RIGHT else None)


def test_neither_a_defeat_nor_a_look_without_motion_has_a_celebration(tmp_path: Path) -> None:
    for game, look in ((DEFEAT, MOVING), (VICTORY, STILL)):
        screen = after_a_moment(at_table(Session(game)), options_in(tmp_path, look))
        assert (ending_of(screen).celebration, screen.seconds) == (0, None)


def test_the_loop_celebrates_and_then_waits_for_a_key(tmp_path: Path) -> None:
    ticks = [Interruption.TIME_UP] * PICTURES_OF_A_CELEBRATION
    terminal, _leave = play_script(
        at_table(Session(VICTORY)), options_in(tmp_path, MOVING), *ticks, keys.RIGHT
    )
    assert terminal.log.count("wait a moment") == PICTURES_OF_A_CELEBRATION
    assert "[1: Level 2]" in terminal.text


def ended(number: int, desk: Desk) -> TableScreen:
    """Return the end of a fixed victory at level 1, entered into the scores."""
    saved = save_game(SavedGame(desk.records / f"{number}.toml"), finished(number, 1))
    game = saved.game
    assert game is not None
    return after_a_moment(table_of(Session(game), saved), desk)


def test_a_victory_with_more_points_than_all_before_it_is_a_new_best(desk: Desk) -> None:
    points: dict[int, int] = {}
    for number in count():
        result = finished(number, 1).result
        assert result is not None
        if all(result.won):
            points.setdefault(max(result.points), number)
        if len(points) == 3:
            break
    low, middle, high = sorted(points)
    said = [
        "A new best!" in text_of(ended(points[one], desk))
        for one in (middle, low, high, high, middle)
    ]
    # The first victory is none, nor is the same game once more.
    assert said == [False, False, True, True, False]
