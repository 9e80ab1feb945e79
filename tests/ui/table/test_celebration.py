"""What a victory is celebrated with, and a new best."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.table import Session
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.table.screen import TableScreen, table_of
from foxduet.ui.table.state import PICTURES_OF_A_CELEBRATION
from tests.support.ended import ending_of
from tests.support.entries import finished
from tests.support.players import DEFEAT, VICTORY
from tests.support.tables import (
    STILL,
    Desk,
    at_table,
    cursor_of,
    later,
    options_in,
    play_script,
    pressed,
    text_of,
)

MOVING = Look()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path, MOVING, scores=tmp_path / "scores.sqlite3")


def after_a_moment(screen: TableScreen, desk: Desk) -> TableScreen:
    """Return the table once its time is up."""
    after = later(screen, desk)
    assert isinstance(after, TableScreen)
    return after


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
    for number in range(40):
        result = finished(number, 1).result
        assert result is not None
        if all(result.won):
            points.setdefault(max(result.points), number)
    assert len(points) >= 3
    low, middle, high = sorted(points)[:3]
    said = [
        "A new best!" in text_of(ended(points[one], desk))
        for one in (middle, low, high, high, middle)
    ]
    # The first victory is none, nor is the same game once more.
    assert said == [False, False, True, True, False]
