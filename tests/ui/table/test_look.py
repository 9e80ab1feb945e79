"""How the table looks: the hand by suits, pictures on large cards, trees that are no tokens."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.games.duet.rules.cards import DECK, Hand
from foxduet.games.duet.words.names import card_face, duet_glyphs
from foxduet.play.table import Session
from foxduet.play.table import look as look_at_hand
from foxduet.ui.kit.canvas import EDGES, LIGHTS, Size, Style, Theme
from foxduet.ui.kit.themes import PALETTES
from foxduet.ui.loop import draw
from foxduet.ui.table.layout import card_rows, hand_places, layout_for
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing
from foxduet.words.glyphs import ASCII, UNICODE, Glyphs, characters_in, pips
from foxduet.words.text import text_width
from tests.support.players import VICTORY, beginning_of
from tests.support.tables import STILL, WINDOW, at_table, text_of

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
    pictures = {card: card_face(card, glyphs).picture for card in DECK}
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
            middle = card_face(card, glyphs).picture[1].strip()
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
