"""How the table looks and sounds: art, themes, bell, and what is celebrated."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.cards import Seat
from foxduet.games.classic.rules.state import Choice as MatchChoice
from foxduet.games.classic.words.names import CARDS as MATCH_CARDS
from foxduet.games.duet import table as duet_table
from foxduet.games.duet.rules.cards import DECK, Board, Hand
from foxduet.games.duet.rules.notation import parse_position, restore
from foxduet.games.duet.rules.state import Choice, Resign
from foxduet.games.duet.words.names import CARDS, card_name, duet_glyphs
from foxduet.play.game import Game, act, open_game
from foxduet.play.table_session import TableSession
from foxduet.play.table_session import show_hand as look_at_hand
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import (
    EDGE_STYLES,
    LIGHT_STYLES,
    PALETTES,
    Canvas,
    ClickArea,
    Frame,
    Look,
    Size,
    Style,
    Theme,
)
from foxduet.ui.kit.keys import Click, Input, Interruption
from foxduet.ui.kit.screen import Screen, Transition
from foxduet.ui.loop import draw_screen, run_program
from foxduet.ui.menu import TitleScreen
from foxduet.ui.scores import ScoresScreen
from foxduet.ui.table.drawing import card_rows, hand_positions, layout_for
from foxduet.ui.table.moves import AskScreen
from foxduet.ui.table.screen import TableScreen, table_screen
from foxduet.ui.table.state import (
    Animating,
    Choosing,
    Handoff,
    Question,
    TableDrawing,
    table_drawing,
    table_options,
)
from foxduet.words import i18n
from foxduet.words.scores import ScoresPage
from foxduet.words.text import (
    ASCII,
    MODERN,
    UNICODE,
    Glyphs,
    glyph_characters,
    letter_glyphs,
    pips,
    text_width,
)
from tests.support import classic as matches
from tests.support.bounces import paused, walk_alone
from tests.support.classic import at as position_at
from tests.support.classic import begin_match, classic, moment, played_match
from tests.support.entries import TODAY, ending_of, entry, finished
from tests.support.games import setup_of
from tests.support.players import DEFEAT, VICTORY, beginning_of, duet, few, header_of, played_game
from tests.support.stories import Start, Story, play_story, stories_in
from tests.support.tables import (
    BESIDE_EXPERT,
    FOLLOW_DOVE,
    PARTNER,
    PLAYER,
    STILL,
    THINKING,
    WINDOW,
    Desk,
    ScriptedWorker,
    TimedTerminal,
    after_partner,
    areas_of,
    at_table,
    click_on,
    first_choice_of,
    forest_in,
    hidden,
    later,
    of_kind,
    opened,
    options_in,
    over_at,
    play_script,
    press_keys,
    pressed,
    question_over,
    solo_moment,
    solo_turn,
    table_at,
    table_in,
    text_of,
    turns_before,
)
from tests.ui.test_classic_table import SCREENS as CLASSIC_SCREENS
from tests.ui.test_table_frames import SCREENS as DUET_SCREENS

LARGE = Size(45, 140)
SIZES = (WINDOW, Size(30, 100), LARGE)
hands = st.lists(st.sampled_from([0, 1, 2]), min_size=1, max_size=12).map(sorted)


def table_after(turns: int) -> TableScreen:
    """Return the table of a fixed game in sight of the seat that must act."""
    return at_table(look_at_hand(TableSession(beginning_of(VICTORY, turns))))


def hand_of(screen: TableScreen) -> Hand:
    """Return the hand that is in sight."""
    viewer = screen.session.visible_seat
    assert viewer is not None
    hand: Hand = VICTORY.rules.observe(screen.session.state, viewer).hand
    return hand


@given(hands, st.sampled_from(SIZES))
def test_a_hand_is_grouped_by_suits_within_its_two_rows(suits: list[int], size: Size) -> None:
    layout = layout_for(size)
    places = hand_positions(layout, suits)
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
    frame = draw_screen(screen, WINDOW, STILL)
    edges: Counter[Style] = Counter()
    for row in frame.rows:
        for span in row:
            if span.style in EDGE_STYLES:
                edges[span.style] += sum(sign in "╭╮╰╯" for sign in span.text)
    decree = screen.session.state.table.decree
    expected = Counter(EDGE_STYLES[card.suit] for card in (*hand_of(screen), decree))
    assert edges == Counter({edge: 4 * count for edge, count in expected.items()})


def test_the_chosen_card_is_one_unbroken_shape() -> None:
    screen = replace(table_after(1), mode=Choosing(cursor=1))
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


def test_a_chosen_card_that_may_not_be_played_stays_dashed_and_the_row_says_why(
    tmp_path: Path,
) -> None:
    line = FOLLOW_DOVE.format(path="1202101212 6 0")
    following = table_at(tmp_path, line, Seat.P2)
    frame = draw_screen(replace(following, mode=Choosing(cursor=9)), WINDOW, STILL)
    chosen = [span.text for row in frame.rows for span in row if span.style is Style.CHOSEN]
    assert chosen == [" 0 "]
    text = "\n".join(frame.text_rows)
    assert "┏" not in text
    assert "You hold Doves, and a Dove was led: play a Dove." in text


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
            assert text_of(replace(screen, mode=Choosing(cursor)), size, look).isascii()
        assert text_of(at_table(TableSession(beginning_of(VICTORY, turns))), size, look).isascii()


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_trees_tokens_the_fox_and_the_target_have_no_sign_in_common(glyphs: Glyphs) -> None:
    own = duet_glyphs(glyphs)
    signs = [
        {*glyph_characters(glyphs.undergrowth)} - {" "},
        {own.tree},
        {*glyphs.pieces[-1][0]},
        {glyphs.mark},
        {own.gem},
    ]
    if glyphs is UNICODE:
        signs[0] -= {"_"}
    assert len(set().union(*signs)) == sum(map(len, signs))


@pytest.mark.parametrize("screen", [table_after(1), moment(matches.match(1), 1)])
def test_the_cell_to_the_right_of_a_modern_sign_stays_blank(screen: TableScreen) -> None:
    """Terminals take these signs from fonts whose signs are half a cell too wide."""
    signs = {*CARDS.modern, *MATCH_CARDS.modern} - {"▼"}
    for size in (WINDOW, LARGE):
        frame = draw_screen(screen, size, replace(STILL, glyphs=MODERN))
        found = [
            after
            for line in frame.text_rows
            for sign, after in pairwise([*line, " "])
            if sign in signs
        ]
        assert found
        assert {*found} == {" "}


def test_the_light_fades_from_round_to_round() -> None:
    lights: dict[int, set[Style]] = {}
    for at, state in enumerate(VICTORY.states):
        if state.table.round and state.table.pending and state.table.pending.seat is not None:
            frame = draw_screen(table_after(at), WINDOW, STILL)
            used = {span.style for row in frame.rows[1:6] for span in row} & {*LIGHT_STYLES}
            # Tokens on the path keep their colour.
            lights.setdefault(state.table.round, used - {Style.SCENERY} or used)
    assert list(lights.values()) == [{light} for light in LIGHT_STYLES]
    for theme in (Theme.TERMINAL, Theme.FOREST, Theme.NIGHT):
        assert len({PALETTES[theme].colours_256[light] for light in LIGHT_STYLES}) == 3


def test_a_frame_has_the_theme_of_the_look() -> None:
    screen = table_after(1)
    for theme in Theme:
        frame = draw_screen(screen, WINDOW, replace(STILL, theme=theme))
        assert frame.theme is theme
        assert frame.text_rows == draw_screen(screen, WINDOW, STILL).text_rows


DUET: TableDrawing = duet_table


def test_the_handoff_of_a_gift_names_the_card_that_was_led() -> None:
    game = next(
        beginning_of(VICTORY, turns)
        for turns, state in enumerate(VICTORY.states)
        if state.offer is not None and state.table.tricks_done and len(state.table.trick.cards) == 1
    )
    leader, lead = game.state.table.trick.leader, game.state.table.lead
    led = f"{('Left', 'Right')[leader]} led the {card_name(lead)}."
    assert led in text_of(at_table(TableSession(game)))


def test_what_a_game_draws_is_the_module_with_its_name() -> None:
    assert table_drawing("duet") is DUET


def test_R8_2_a_plus_is_drawn_where_its_gem_will_lie(tmp_path: Path) -> None:
    """On level 1 the signs are at spaces 2, 4, 5, 7 and 9."""
    table = table_at(tmp_path, "2.10 4d/6d 4s - p1:- - ####21010## 6 1 p1:play", level=1)
    signs, spaces = text_of(at_table(table.session)).splitlines()[2:4]
    assert signs.split() == ["◊◊+3", "◊", "+", "◊", "+"]
    assert spaces[signs.index("◊◊+3") :].startswith("( 5 )")


@pytest.mark.parametrize(("gems", "drawn"), [(4, "◊◊◊◊+"), (5, "◊◊◊◊◊+"), (6, "6◊ +")])
def test_a_plus_and_the_number_of_gems_on_a_space_are_no_sum(gems: int, drawn: str) -> None:
    board = Board(gems=(1, gems, 0, 1, *(0,) * 7), plus=(2,), start=3, forest_tokens=1)
    screen = at_table(TableSession(open_game(duet(1, board=board))))
    assert f" {drawn} " in text_of(screen)


@pytest.mark.parametrize(
    ("round_", "tricks", "signs"), [(0, 0, 5), (1, 11, 5), (2, 10, 5), (2, 11, 0), (3, 0, 0)]
)
def test_R8_2_a_plus_is_drawn_only_while_gems_are_still_to_come(
    round_: int, tricks: int, signs: int
) -> None:
    state, canvas = open_game(duet(1)).state, Canvas(WINDOW, STILL)
    table = replace(state.table, round=round_, tricks_done=tricks)
    DUET.draw_board(canvas, replace(state, table=table), ("Left", "Right"), {})
    assert "".join(canvas.frame().text_rows).count("+") == signs


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
    run_program(
        terminal, Transition(table), desk, desk.folders, ScriptedWorker(first_choice_of, patience)
    )
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


OUT_OF_TIME = played_game(header_of(level=3, seed=0))


@pytest.mark.parametrize(
    "game",
    [VICTORY, DEFEAT, OUT_OF_TIME, matches.match(1)],
    ids=["won", "lost", "out-of-time", "match"],
)
def test_a_scene_ends_by_itself_soon_without_flicker_and_moves_no_words(
    game: Game, tmp_path: Path
) -> None:
    desk = options_in(tmp_path, MOVING)
    screen = after_a_moment(at_table(TableSession(game)), desk)
    frames = [draw_screen(screen, WINDOW, MOVING)]
    waited = 0.0
    while ending_of(screen).scene:
        waited += screen.timeout or 0
        screen = after_a_moment(screen, desk)
        frames.append(draw_screen(screen, WINDOW, MOVING))
    assert 0.5 < waited <= 2.4
    for one, after in pairwise(frames):
        assert changed_cells(one, after) <= 45
        # The headline, the story, the figures and the buttons are there from the first one on.
        assert one.rows[12:] == after.rows[12:]


def changed_cells(one: Frame, after: Frame) -> int:
    """Count the cells that look otherwise; a blank looks the same in every style."""

    def cells(frame: Frame) -> list[tuple[str, Style]]:
        return [
            (sign, Style.PLAIN if sign == " " else span.style)
            for row in frame.rows
            for span in row
            for sign in span.text
        ]

    return sum(a != b for a, b in zip(cells(one), cells(after), strict=True))


def test_the_fox_is_lost_beyond_the_end_that_it_left_by(tmp_path: Path) -> None:
    # From space 5 of 10, in the left half, six paws lead off Right's end.
    line = "1.9 3d/8dTd 1s 7r9d6d6s4s2r4r p1:2d - 1202101212 5 0 p2:play"
    game = table_at(tmp_path, line).session.game
    lost = act(game, game.rules.parse_action("p2 play Td"))
    (path,) = (row for row in text_of(at_table(TableSession(lost))).splitlines() if "^.^" in row)
    assert path.index("^.^") > path.index("(10 )")
    # The picture of the last trick, which stays until a key, has the fox there.
    walk = duet_table.animation_of(game.state, lost.turns[-1])
    assert walk is not None
    held = replace(at_table(TableSession(lost)), mode=Animating(walk).at_last_step)
    (path,) = (row for row in text_of(held).splitlines() if "^.^" in row)
    assert path.index("^.^") > path.index("(10")


@pytest.mark.parametrize("key", [keys.ESCAPE, "x", "q", "2", keys.RIGHT, keys.SPACE, keys.ENTER])
def test_any_key_ends_a_scene_and_does_nothing_else(key: str, tmp_path: Path) -> None:
    screen = after_a_moment(at_table(TableSession(VICTORY)), options_in(tmp_path, MOVING))
    assert ending_of(screen).scene
    calm = replace(screen, mode=replace(ending_of(screen), scene=0))
    assert pressed(screen, tmp_path, key, look=MOVING) == calm
    assert calm.decision_id != screen.decision_id, "the same key has to be let go first"


def test_nothing_moves_after_a_resignation_or_without_motion(tmp_path: Path) -> None:
    resigned = act(beginning_of(VICTORY, 20), Resign())
    for game, look in ((resigned, MOVING), (VICTORY, STILL)):
        screen = after_a_moment(at_table(TableSession(game)), options_in(tmp_path, look))
        # Enter may bounce; a moment later it does what the first button says.
        assert (ending_of(screen).scene, ending_of(screen).cursor) == (0, None)
        screen = after_a_moment(screen, options_in(tmp_path, look))
        assert (ending_of(screen).cursor, screen.timeout) == (0, None)


def test_the_loop_plays_the_scene_chooses_the_first_button_and_waits(tmp_path: Path) -> None:
    ticks = [Interruption.TIME_UP] * 16
    terminal, _leave = play_script(
        at_table(TableSession(VICTORY)), options_in(tmp_path, MOVING), *ticks
    )
    assert terminal.log.count("wait a moment") == 15
    assert "[1: Level 2]" in terminal.text


def ended(number: int, desk: Desk) -> TableScreen:
    """Return the end of a fixed victory at level 1, entered into the scores."""
    saved = save_game(SavedGame(desk.records / f"{number}.toml"), finished(number, 1))
    game = saved.game
    assert game is not None
    return after_a_moment(table_screen(TableSession(game), saved), desk)


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
    ends = [ended(points[one], desk) for one in (middle, low, high, high, middle)]
    # Goals that are reached are worth more: one line at most says what was.
    calm = [replace(one, mode=replace(ending_of(one), goals=())) for one in ends]
    said = ["A new best!" in text_of(one) for one in calm]
    # The first victory is none, nor is the same game once more.
    assert said == [False, False, True, True, False]


MOUSE_SIZES = (WINDOW, Size(30, 100), Size(45, 140))
CHOICES = (Choice.PLAY, Choice.FOXES, Choice.EXCHANGE, Choice.GIVE, Choice.MOVE, Choice.FOREST)
LOOKS = (STILL, replace(STILL, glyphs=ASCII))


def before(choice: Choice) -> TableScreen:
    """Return the table before the first decision of a kind, in sight of who must choose."""
    for at, state in enumerate(VICTORY.states):
        pending = state.table.pending
        if pending is not None and pending.choice is choice:
            session = TableSession(beginning_of(VICTORY, at))
            return at_table(session if pending.seat is None else look_at_hand(session))
    raise AssertionError(f"the fixed game has no {choice}")


def run_timed(
    screen: Screen, folder: Path, *timed: tuple[float, Input], size: Size = WINDOW
) -> TimedTerminal:
    desk, terminal = options_in(folder), TimedTerminal([], window=size, timed=timed)
    run_program(terminal, Transition(screen), desk, desk.folders, ScriptedWorker())
    return terminal


@pytest.mark.parametrize("size", MOUSE_SIZES, ids=str)
@pytest.mark.parametrize("choice", CHOICES)
def test_the_area_of_an_option_chooses_it_and_then_does_it(
    choice: Choice, size: Size, tmp_path: Path
) -> None:
    screen, desk = before(choice), options_in(tmp_path)
    areas = areas_of(screen, size)
    assert len(areas) == len(table_options(screen))
    assert not any(area.is_chosen for area in areas)
    chosen = set()
    for area in areas:
        after = of_kind(TableScreen, press_keys(screen, desk, *area.keys))
        cursor = after.mode.cursor  # type: ignore[union-attr]
        assert isinstance(cursor, int)
        chosen.add(cursor)
        same_place = [one for one in areas_of(after, size) if one.is_chosen]
        assert [one.keys for one in same_place] == [area.keys]
        assert len(after.session.game.turns) == len(screen.session.game.turns)
    assert chosen == {*range(len(table_options(screen)))}


@pytest.mark.parametrize("look", LOOKS, ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", MOUSE_SIZES, ids=str)
def test_areas_lie_in_the_window_and_never_on_each_other(size: Size, look: Look) -> None:
    for choice in CHOICES:
        areas = areas_of(before(choice), size, look)
        cells = [cell for area in areas for cell in cells_of(area)]
        assert len(cells) == len({*cells})
        assert all(0 <= row < size.rows and 0 <= column < size.columns for row, column in cells)


def cells_of(area: ClickArea) -> Iterator[tuple[int, int]]:
    for row in range(area.row, area.row + area.size.rows):
        for column in range(area.column, area.column + area.size.columns):
            yield row, column


def test_a_click_chooses_and_a_second_one_plays(tmp_path: Path) -> None:
    table = look_at_it(table_in(tmp_path))
    card = areas_of(table)[2]
    once = run_timed(table, tmp_path, (1, click_on(card)))
    assert once.frames[-1].area_at(card.row, card.column) == replace(card, is_chosen=True)
    twice = run_timed(table, tmp_path, (1, click_on(card)), (0.5, click_on(card)))
    assert "A opens your hand." in twice.text
    assert not any("A opens your hand." in line for line in once.frames[-1].text_rows)


@pytest.mark.parametrize("gap", [0.02, 0.06, 0.1, 0.2, 0.3, 0.4])
def test_a_double_click_chooses_only(gap: float, tmp_path: Path) -> None:
    table = look_at_it(table_in(tmp_path))
    card = click_on(areas_of(table)[2])
    terminal = run_timed(table, tmp_path, (1, card), (gap, card), (gap, card))
    assert "A opens your hand." not in terminal.text
    assert [area for area in terminal.frames[-1].areas if area.is_chosen]


def look_at_it(table: TableScreen) -> TableScreen:
    """Return a table in sight of the seat that must act."""
    session = look_at_hand(table.session)
    return replace(table, session=session, mode=Choosing())


# Often on the same two cards, or else hardly any click would find what is chosen.
clicks = st.one_of(
    st.builds(Click, st.integers(0, WINDOW.rows - 1), st.integers(0, WINDOW.columns - 1)),
    st.sampled_from([Click(15, 8), Click(15, 20)]),
)
gaps = st.sampled_from([0.02, 0.1, 0.3, 0.5, 1.0])


@few(60)
@given(st.lists(st.tuples(gaps, clicks), min_size=1, max_size=40))
def test_random_clicks_do_only_what_an_earlier_click_chose_or_press_space(
    tmp_path_factory: pytest.TempPathFactory, timed: list[tuple[float, Click]]
) -> None:
    table = look_at_it(table_in(tmp_path_factory.mktemp("clicks")))
    played = run_timed(table, tmp_path_factory.mktemp("run"), *timed)
    frames = played.frames
    for frame, after, (_gap, click) in zip(frames, frames[1:], timed, strict=False):
        area = frame.area_at(click.row, click.column)
        if after.text_rows[-1] != frame.text_rows[-1]:
            assert area is not None
            assert area.is_chosen or area.keys == (keys.SPACE,)


@few(40)
@given(st.lists(st.tuples(gaps, clicks), min_size=1, max_size=60), st.integers(0, 2**32))
def test_clicks_beside_the_line_that_says_so_never_open_a_hand(
    tmp_path_factory: pytest.TempPathFactory, timed: list[tuple[float, Click]], seed: int
) -> None:
    table = table_in(tmp_path_factory.mktemp("clicks"))
    assert isinstance(table.mode, Handoff)
    (ready,) = areas_of(table)
    timed = [(gap, one) for gap, one in timed if not ready.contains(one.row, one.column)]
    wheel = [(0.5, Random(seed).choice(keys.WHEEL))]
    played = run_timed(table, tmp_path_factory.mktemp("run"), *timed, *wheel)
    assert all(frame == played.frames[0] for frame in played.frames)


@pytest.mark.parametrize("size", MOUSE_SIZES, ids=str)
def test_a_click_on_the_line_of_a_key_looks(size: Size, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    (ready,) = areas_of(table, size)
    line = draw_screen(table, size, STILL).text_rows[ready.row]
    assert line[ready.column :][: ready.size.columns] == "M opens your hand."
    looking = run_timed(table, tmp_path, (1, click_on(ready)), size=size)
    assert "b hide" in looking.text
    covered = of_kind(TableScreen, hidden(look_at_it(solo_turn(tmp_path, Seat.P1))))
    (own,) = areas_of(covered, size)
    assert "b hide" in run_timed(covered, tmp_path, (1, click_on(own)), size=size).text


@pytest.mark.parametrize(("gap", "opened"), [(0.02, 0), (0.1, 0), (0.3, 0), (0.4, 0), (0.5, 1)])
def test_the_click_that_plays_does_not_open_the_next_hand_by_bouncing(
    gap: float, opened: int, tmp_path: Path
) -> None:
    table = table_in(tmp_path)
    (ready,) = areas_of(pressed(look_at_it(table), tmp_path, "1", keys.ENTER))
    card = click_on(areas_of(look_at_it(table))[2])
    timed = (1, card), (0.5, card), (gap, click_on(ready))
    terminal = run_timed(look_at_it(table), tmp_path, *timed)
    assert ("A opens your hand." not in terminal.text) == bool(opened)
    # Nor does one after the other, as long as they come that fast.
    if not opened:
        again = [(gap, click_on(ready))] * 5
        assert "A opens your hand." in run_timed(look_at_it(table), tmp_path, *timed, *again).text


def test_a_click_leads_on_beside_a_partner(tmp_path: Path) -> None:
    for start in (paused(tmp_path), walk_alone(tmp_path, arrived=True)):
        terminal = run_timed(start, tmp_path, (1, Click(5, 5)))
        assert terminal.frames[-1] != terminal.frames[0]


@pytest.mark.parametrize("question", [one for one in Question if one is not Question.HOPELESS])
def test_a_click_on_an_answer_only_chooses_it(question: Question, tmp_path: Path) -> None:
    ask = question_over(question, below=look_at_it(table_in(tmp_path)))
    no, yes = areas_of(ask)
    for area, chosen in ((no, False), (yes, True)):
        after = of_kind(AskScreen, press_keys(ask, options_in(tmp_path), *area.keys))
        assert after.yes is chosen
        assert [one.is_chosen for one in areas_of(after)] == [not chosen, chosen]


def test_a_click_chooses_a_row_of_the_title(tmp_path: Path) -> None:
    title = TitleScreen("duet")
    *rows, back, forth = areas_of(title)
    for at, area in enumerate(rows):
        if at == title.cursor:
            assert area.is_chosen
            continue
        after = press_keys(title, options_in(tmp_path), *area.keys)
        assert after == replace(title, cursor=at)
    # The halves of the row above change who plays.
    assert (back.row, forth.row, back.keys, forth.keys) == (12, 12, (keys.LEFT,), (keys.RIGHT,))


def test_a_click_chooses_a_page_of_the_scores(tmp_path: Path) -> None:
    scores = ScoresScreen("duet", (entry(1, 20),), TODAY)
    _other_game, *others = areas_of(scores)
    of_pages, (of_the_game,) = others[: len(ScoresPage)], others[len(ScoresPage) :]
    assert of_the_game.row > of_pages[0].row
    for page, area in zip(ScoresPage, of_pages, strict=True):
        after = of_kind(ScoresScreen, press_keys(scores, options_in(tmp_path), *area.keys))
        assert after.page is page


def test_the_form_is_filled_in_with_the_mouse(tmp_path: Path) -> None:
    form, desk = FormScreen("duet", {"level": 1}, ("Left", "Right"), row=1), options_in(tmp_path)
    # The row of the game comes first, then the signs beside the level.
    game, back, forth, *others = areas_of(form)
    after = of_kind(FormScreen, press_keys(form, desk, *forth.keys))
    assert after.values["level"] == 2
    assert press_keys(after, desk, *back.keys) == form
    *others, deal, more = others
    assert (deal.is_chosen, more.keys) == (True, ("m",))
    for at, area in enumerate((game, *others)):
        after = of_kind(FormScreen, press_keys(form, desk, *area.keys))
        assert after.row == at


MATCH = played_match(classic(seed=1))
STORIES = [
    story
    for file in sorted(Path(__file__).with_name("stories").glob("*.txt"))
    for story in stories_in(file)
]


def _folder(desk: Desk) -> Path:
    return desk.records.parent


def _table_at(desk: Desk, line: str, level: int = 2) -> TableScreen:
    """Return a table at a position; with the memory rule if the desk has it."""
    screen = table_at(_folder(desk), line, level=level)
    further = {"house": "memory"} if desk.memory else {}
    game = screen.session.game
    game = replace(game, header=replace(game.header, further=further))
    return replace(screen, session=replace(screen.session, game=game))


def _open_at(desk: Desk, line: str) -> TableScreen:
    """Return a table with open hands: of a new game or match, or of Duet at a position."""
    if line == "match":
        return opened(begin_match(desk, classic(seed=2)))
    return opened(_table_at(desk, line) if line else table_in(_folder(desk)))


def _match_at(desk: Desk, line: str) -> TableScreen:
    """Return the table of the original game at a position, with no hand in sight."""
    game = replace(open_game(classic()), initial_state=position_at(line))
    return table_screen(TableSession(game), SavedGame(_folder(desk) / "match.toml"))


def _match_alone(desk: Desk, who: str) -> TableScreen:
    """Return the beginning of a match against an opponent, in which one of both leads."""
    seat = PLAYER if who == "you" else PARTNER
    headers = (
        classic(seed=seed, players=("Player", "Steady"), ai=(None, "steady")) for seed in range(20)
    )
    tables = (begin_match(desk, header) for header in headers)
    return next(table for table in tables if table.session.actor is seat)


def _solo_at(desk: Desk, line: str) -> TableScreen:
    """Return the table of a person beside a partner at a position."""
    game = open_game(duet(2, ("Player", "Expert"), ai=BESIDE_EXPERT))
    game = replace(game, initial_state=restore(parse_position(line, setup_of(2))))
    return table_screen(look_at_hand(TableSession(game)), SavedGame(_folder(desk) / "game.toml"))


STARTS: Mapping[str, Start] = {
    "table": _table_at,
    "level1": lambda desk, line: _table_at(desk, line, 1),
    "level3": lambda desk, line: _table_at(desk, line, 3),
    "match": _match_at,
    "new": lambda desk, _rest: table_in(_folder(desk)),
    "open": _open_at,
    "alone": lambda desk, who: solo_turn(_folder(desk), PLAYER if who == "you" else PARTNER),
    "forest": lambda desk, _rest: forest_in(_folder(desk)),
    "over": lambda desk, _rest: over_at(_folder(desk)),
    "victory": lambda _desk, _rest: at_table(TableSession(VICTORY)),
    "defeat": lambda _desk, _rest: at_table(TableSession(DEFEAT)),
    "newmatch": lambda desk, target: begin_match(desk, classic(int(target or 21))),
    "against": _match_alone,
    "moment": lambda desk, choice: replace(
        moment(MATCH, matches.turns_before(MATCH, MatchChoice[choice.upper()]), looking=False),
        saved=SavedGame(_folder(desk) / "match.toml"),
    ),
    "solo": _solo_at,
    "answer": lambda desk, choice: after_partner(
        THINKING if choice == "play" else turns_before(Choice.MOVE, PARTNER),
        _folder(desk),
        desk.look,
    ),
    "moved": lambda _desk, _rest: solo_moment(turns_before(Choice.MOVE, PLAYER)),
    "title": lambda _desk, _rest: TitleScreen("duet"),
}


@pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{story.file}: {story.title}")
def test_the_table_keeps_to(story: Story, tmp_path: Path) -> None:
    def empty_desk(options: str) -> Desk:
        """Return a desk without records, with the options of a story."""
        words, folder = options.split(), tmp_path / "games"
        i18n.use_language("fr" if "fr" in words else "en")
        look = Look() if "moving" in words else STILL
        look = replace(look, glyphs=letter_glyphs(UNICODE)) if "monochrome" in words else look
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        return options_in(folder, look, memory="memory" in words)

    play_story(story, STARTS, empty_desk)
