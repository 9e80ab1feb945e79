"""The fox's walk, the stages without a hand, and the end of a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.play.table import Stage
from foxduet.rules.common import Seat
from foxduet.rules.duet.state import Outcome
from foxduet.ui.app import later, patience, run
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.look import Look
from foxduet.ui.kit.shell import Interruption
from foxduet.ui.screens import (
    AskScreen,
    Leave,
    Question,
    ReplayScreen,
    Screen,
    TableScreen,
)
from tests.support.tables import (
    FOLLOW_DOVE,
    WINDOW,
    ScriptedTerminal,
    ScriptedThinker,
    options_in,
    over_at,
    play_script,
    press_all,
    pressed,
    table_at,
    table_in,
    text_of,
)


def test_following_with_the_last_token_gone_warns_of_the_defeat(tmp_path: Path) -> None:
    table = table_at(tmp_path, FOLLOW_DOVE.format(path="12021012## 3 0"), Seat.P2)
    assert "run off the path: the game is lost" in text_of(table)


def test_the_forest_token_is_placed_by_both_without_a_hand(tmp_path: Path) -> None:
    line = "1.10 -/6d 1s 7r1d8d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    table = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER)
    assert table.session.stage is Stage.FOREST
    assert "Round 1 is over" in text_of(table)
    assert "New gems: spaces 3, 4, 5, 7, 9." in text_of(table)
    assert "[1: Left's end]  2: Right's end" in text_of(table)
    assert "cover space 1; its gem would slide to space 2." in text_of(table)
    other = pressed(table, tmp_path, keys.RIGHT)
    assert "cover space 10; its 2 gems would slide to space 9." in text_of(other)
    placed = pressed(other, tmp_path, keys.ENTER)
    assert placed.session.state.table.path.last == 9
    assert "The forest covers space 10 at Right's end." in text_of(placed)
    assert "You may talk as freely as you like until the next deal." in text_of(placed)
    dealt = pressed(placed, tmp_path, keys.ENTER)
    assert dealt.session.stage is Stage.HANDOFF
    assert "From now on, not a word about cards" in text_of(dealt)


def test_a_victory_tells_its_score_item_by_item(tmp_path: Path) -> None:
    text = text_of(over_at(tmp_path))
    assert "All gems are found. You have won!" in text
    items = [" ".join(row.split()) for row in text.splitlines()]
    assert items[items.index("Level 2 20") :][:5] == [
        "Level 2 20",
        "Cards left in both hands 3",
        "Won in round 2 10",
        "Forest tokens left, 3 points each 6",
        "Score 39",
    ]


def test_a_defeat_tells_what_was_left(tmp_path: Path) -> None:
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000002001# 8 0 p2:play"
    text = text_of(pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER))
    assert "The fox is lost in the forest." in text
    items = [" ".join(row.split()) for row in text.splitlines()]
    assert {"Gems left on the path 3", "Tricks that were left 15", "Forest tokens left 0"} <= {
        *items
    }


def test_the_end_offers_another_game_a_look_back_and_to_quit(tmp_path: Path) -> None:
    over = over_at(tmp_path)
    assert press_all(over, tmp_path, "q") == Leave()
    replayed = press_all(over, tmp_path, keys.RIGHT, keys.ENTER)
    assert isinstance(replayed, ReplayScreen)
    assert press_all(replayed, tmp_path, keys.ESCAPE) == replace(over, cursor=1, picked=True)
    again = pressed(over, tmp_path, keys.ENTER)
    assert again.session.game.header.players == ("Left", "Right")
    assert (again.session.state.table.round, again.session.stage) == (1, Stage.HANDOFF)


def test_a_game_that_cannot_be_won_any_more_says_so_once(tmp_path: Path) -> None:
    line = "3.8 4d2s/6d8d9d 1s 7r1d3d6s4s2r4r p1:8s - 000000300# 6 2 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    question = press_all(table, tmp_path, keys.ENTER)
    assert isinstance(question, AskScreen)
    assert question.question is Question.HOPELESS
    assert "3 gems lie on the path, but only 2 tricks are left" in " ".join(
        text_of(question).split()
    )
    on = pressed(question, tmp_path, keys.ENTER)
    assert on.session.state.table.outcome is None
    assert on.session.viewer is None
    assert pressed(on, tmp_path, keys.ENTER, keys.ENTER).session.stage is Stage.HANDOFF
    assert pressed(question, tmp_path, "y").session.state.table.outcome is Outcome.RESIGNED


def test_a_lost_fox_is_seen_no_more(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 8 0 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER, look=Look())
    assert walking.walk is not None
    assert walking.walk.spaces == (8, 9, 10)
    lost = pressed(walking, tmp_path, "x", look=Look())
    assert "^.^" not in text_of(lost)


def test_a_walk_at_the_end_of_a_round_shows_the_path_as_the_trick_left_it(tmp_path: Path) -> None:
    line = "1.10 -/6d 1s 7r1d8d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER, look=Look())
    screen: Screen = walking
    while isinstance(screen, TableScreen) and screen.walk is not None and not screen.walk.arrived:
        screen = later(screen)
    assert "Gems left 11" in text_of(screen)
    assert "Gems left 16" in text_of(later(screen))


def test_blank_works_in_a_window_that_is_too_small_as_well(tmp_path: Path) -> None:
    terminal = ScriptedTerminal([keys.ENTER, Interruption.RESIZED, "b", Interruption.RESIZED])

    def resize() -> None:
        terminal.window = Size(10, 60) if len(terminal.script) in (2, 3) else WINDOW

    terminal.before_input = resize
    run(terminal, table_in(tmp_path), options_in(tmp_path), ScriptedThinker())
    assert "can see the screen." in terminal.text


def test_the_fox_walks_its_steps_and_any_key_skips(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    walking = pressed(table, tmp_path, keys.ENTER, look=Look())
    assert walking.walk is not None
    assert walking.walk.spaces == (4, 5, 6, 7, 8, 9)
    spaces = []
    screen: Screen = walking
    while isinstance(screen, TableScreen) and screen.walk is not None:
        assert patience(screen) is not None
        spaces.append(text_of(screen).splitlines()[3].index("^.^"))
        screen = later(screen)
    assert spaces == sorted(set(spaces))
    assert len(spaces) == 6
    skipped = pressed(walking, tmp_path, "x", look=Look())
    assert skipped == screen
    assert patience(skipped) is None


def test_a_walk_beyond_the_path_ends_on_the_start(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 8 3 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, keys.ENTER, look=Look())
    assert walking.walk is not None
    assert walking.walk.spaces == (8, 9, 10, 6)


def test_time_goes_by_in_the_loop_too(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    ticks = [Interruption.TIME_UP] * 6
    terminal, _leave = play_script(table, options_in(tmp_path, Look()), keys.ENTER, *ticks)
    assert terminal.log.count("wait a moment") == 6
    assert terminal.log[-1] == "wait"


@pytest.mark.parametrize(("key", "cursor"), [("2", 1), ("3", 2), ("4", 3)])
def test_the_end_s_buttons_have_number_keys(tmp_path: Path, key: str, cursor: int) -> None:
    assert pressed(over_at(tmp_path), tmp_path, key).cursor == cursor
    assert press_all(over_at(tmp_path), tmp_path, "4", "4") == Leave()


def test_keys_typed_ahead_do_not_choose_for_the_same_player_again(tmp_path: Path) -> None:
    line = "1.1 4d6s8s/6d8d9d 1s 7r1d3d5s4s2r4r p1:7d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line)
    # Right looks, follows and wins, and leads next: that choice must be made afresh.
    terminal, _leave = play_script(table, options_in(tmp_path), keys.ENTER, "2", "2")
    assert terminal.log[-3:] == ["forget keys", "show", "wait"]
    # To go to another card, though, is no new choice.
    assert terminal.log[-5:-3] == ["show", "wait"]


def test_keys_do_nothing_in_a_window_too_small_to_show_what_they_do(tmp_path: Path) -> None:
    terminal = ScriptedTerminal([keys.ENTER, "q", keys.ENTER], window=Size(20, 70))
    table = table_in(tmp_path)
    run(terminal, table, options_in(tmp_path), ScriptedThinker())
    assert len(set(terminal.frames)) == 1
    assert "foxduet needs 80x24, this is 70x20" in terminal.text
