"""What a click does at the table: it chooses, does what is chosen, and looks where that is said."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.play.table import Session
from foxduet.play.table import look as look_at_hand
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Area, Look, Size
from foxduet.ui.kit.keys import Click, Input
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.loop import draw, run
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.table.moves import options
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing, Handoff, Question
from foxduet.words.glyphs import ASCII
from foxduet.words.scores import Page
from tests.support.bounces import paused, walk_alone
from tests.support.entries import TODAY, entry
from tests.support.players import VICTORY, beginning_of, few
from tests.support.screens import TimedTerminal, areas_of, click_on
from tests.support.solo import solo_turn
from tests.support.tables import (
    STILL,
    WINDOW,
    ScriptedWorker,
    at_table,
    hidden,
    of_kind,
    options_in,
    press_keys,
    question_over,
    table_in,
)

SIZES = (WINDOW, Size(30, 100), Size(45, 140))
CHOICES = (Choice.PLAY, Choice.FOXES, Choice.EXCHANGE, Choice.GIVE, Choice.MOVE, Choice.FOREST)
LOOKS = (STILL, replace(STILL, glyphs=ASCII))


def before(choice: Choice) -> TableScreen:
    """Return the table before the first decision of a kind, in sight of who must choose."""
    for at, state in enumerate(VICTORY.states):
        pending = state.table.pending
        if pending is not None and pending.choice is choice:
            session = Session(beginning_of(VICTORY, at))
            return at_table(session if pending.seat is None else look_at_hand(session))
    raise AssertionError(f"the fixed game has no {choice}")


def run_timed(
    screen: Screen, folder: Path, *timed: tuple[float, Input], size: Size = WINDOW
) -> TimedTerminal:
    """Run the loop with inputs at their times."""
    desk, terminal = options_in(folder), TimedTerminal([], window=size, timed=timed)
    run(terminal, Next(screen), desk, desk.folders, ScriptedWorker())
    return terminal


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("choice", CHOICES)
def test_the_area_of_an_option_chooses_it_and_then_does_it(
    choice: Choice, size: Size, tmp_path: Path
) -> None:
    screen, desk = before(choice), options_in(tmp_path)
    areas = areas_of(screen, size)
    assert len(areas) == len(options(screen))
    assert not any(area.is_chosen for area in areas)
    chosen = set()
    for area in areas:
        after = of_kind(TableScreen, press_keys(screen, desk, *area.keys))
        cursor = after.shows.cursor  # type: ignore[union-attr]
        assert isinstance(cursor, int)
        chosen.add(cursor)
        same_place = [one for one in areas_of(after, size) if one.is_chosen]
        assert [one.keys for one in same_place] == [area.keys]
        assert len(after.session.game.turns) == len(screen.session.game.turns)
    assert chosen == {*range(len(options(screen)))}


@pytest.mark.parametrize("look", LOOKS, ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_areas_lie_in_the_window_and_never_on_each_other(size: Size, look: Look) -> None:
    for choice in CHOICES:
        areas = areas_of(before(choice), size, look)
        cells = [cell for area in areas for cell in cells_of(area)]
        assert len(cells) == len({*cells})
        assert all(0 <= row < size.rows and 0 <= column < size.columns for row, column in cells)


def cells_of(area: Area) -> Iterator[tuple[int, int]]:
    """Yield the cells of an area."""
    for row in range(area.row, area.row + area.size.rows):
        for column in range(area.column, area.column + area.size.columns):
            yield row, column


def test_a_click_chooses_and_a_second_one_plays(tmp_path: Path) -> None:
    table = look_at_it(table_in(tmp_path))
    card = areas_of(table)[2]
    once = run_timed(table, tmp_path, (1, click_on(card)))
    assert once.frames[-1].area_at(card.row, card.column) == replace(card, is_chosen=True)
    twice = run_timed(table, tmp_path, (1, click_on(card)), (0.5, click_on(card)))
    assert "Press Space when" in twice.text
    assert not any("Press Space when" in line for line in once.frames[-1].lines)


@pytest.mark.parametrize("gap", [0.02, 0.06, 0.1, 0.2, 0.3, 0.4])
def test_a_double_click_chooses_only(gap: float, tmp_path: Path) -> None:
    table = look_at_it(table_in(tmp_path))
    card = click_on(areas_of(table)[2])
    terminal = run_timed(table, tmp_path, (1, card), (gap, card), (gap, card))
    assert "Press Space when" not in terminal.text
    assert [area for area in terminal.frames[-1].areas if area.is_chosen]


def look_at_it(table: TableScreen) -> TableScreen:
    """Return a table in sight of the seat that must act."""
    session = look_at_hand(table.session)
    return replace(table, session=session, shows=Choosing())


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
        if after.lines[-1] != frame.lines[-1]:
            assert area is not None
            assert area.is_chosen or area.keys == (keys.SPACE,)


@few(40)
@given(st.lists(st.tuples(gaps, clicks), min_size=1, max_size=60), st.integers(0, 2**32))
def test_clicks_beside_the_line_that_says_so_never_open_a_hand(
    tmp_path_factory: pytest.TempPathFactory, timed: list[tuple[float, Click]], seed: int
) -> None:
    table = table_in(tmp_path_factory.mktemp("clicks"))
    assert isinstance(table.shows, Handoff)
    (ready,) = areas_of(table)
    timed = [(gap, one) for gap, one in timed if not ready.covers(one.row, one.column)]
    wheel = [(0.5, Random(seed).choice(keys.WHEEL))]
    played = run_timed(table, tmp_path_factory.mktemp("run"), *timed, *wheel)
    assert all(frame == played.frames[0] for frame in played.frames)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_click_on_press_space_looks(size: Size, tmp_path: Path) -> None:
    table = table_in(tmp_path)
    (ready,) = areas_of(table, size)
    line = draw(table, size, STILL).lines[ready.row]
    assert line[ready.column :][: ready.size.columns] == (
        "Press Space when only Right can see the screen."
    )
    looking = run_timed(table, tmp_path, (1, click_on(ready)), size=size)
    assert "b blank" in looking.text
    covered = of_kind(TableScreen, hidden(look_at_it(solo_turn(tmp_path, Seat.P1))))
    (own,) = areas_of(covered, size)
    assert "b blank" in run_timed(covered, tmp_path, (1, click_on(own)), size=size).text


@pytest.mark.parametrize(("gap", "opened"), [(0.02, 0), (0.1, 0), (0.3, 0), (0.4, 0), (0.5, 1)])
def test_the_click_that_plays_does_not_open_the_next_hand_by_bouncing(
    gap: float, opened: int, tmp_path: Path
) -> None:
    table = table_in(tmp_path)
    (ready,) = areas_of(table)
    card = click_on(areas_of(look_at_it(table))[2])
    timed = (1, card), (0.5, card), (gap, click_on(ready))
    terminal = run_timed(look_at_it(table), tmp_path, *timed)
    assert ("Press Space when" not in terminal.text) == bool(opened)
    # Nor does one after the other, as long as they come that fast.
    if not opened:
        again = [(gap, click_on(ready))] * 5
        assert "Press Space when" in run_timed(look_at_it(table), tmp_path, *timed, *again).text


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
    for at, area in enumerate(areas_of(title)):
        if at == title.cursor:
            assert area.is_chosen
            continue
        after = press_keys(title, options_in(tmp_path), *area.keys)
        assert after == replace(title, cursor=at)


def test_a_click_chooses_a_page_of_the_scores(tmp_path: Path) -> None:
    scores = ScoresScreen("duet", (entry(1, 20),), TODAY)
    _other_game, *of_pages = areas_of(scores)
    for page, area in zip(Page, of_pages, strict=True):
        after = of_kind(ScoresScreen, press_keys(scores, options_in(tmp_path), *area.keys))
        assert after.page is page


def test_the_form_is_filled_in_with_the_mouse(tmp_path: Path) -> None:
    form, desk = FormScreen("duet", {"level": 1}, ("Left", "Right"), row=1), options_in(tmp_path)
    # The row of the game comes first, then the signs beside the level.
    game, back, forth, *others = areas_of(form)
    after = of_kind(FormScreen, press_keys(form, desk, *forth.keys))
    assert after.values["level"] == 2
    assert press_keys(after, desk, *back.keys) == form
    for at, area in enumerate((game, *others)):
        after = of_kind(FormScreen, press_keys(form, desk, *area.keys))
        assert after.row == at
        dealing = [one for one in areas_of(after) if one.is_chosen]
        assert bool(dealing) == (at == form.deal_row)
