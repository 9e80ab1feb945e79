"""The stages of a game at the table, to its last chance."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.duet.rules.state import Outcome
from foxduet.games.duet.table import FoxWalk
from foxduet.play.game import DAILY_KEY
from foxduet.play.table import Session, Stage
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look, Size
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.kit.screen import Screen
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review.screen import ReviewWaitScreen
from foxduet.ui.table.moves import endings_of
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Question, Walking
from tests.support.deals import setup_of
from tests.support.entries import ended_with, ending_of
from tests.support.players import DEFEAT, VICTORY
from tests.support.screens import open_form
from tests.support.tables import (
    FOLLOW_DOVE,
    WINDOW,
    Left,
    ScriptedTerminal,
    at_table,
    cards_in,
    cursor_of,
    hanged_up,
    later,
    options_in,
    over_at,
    play_script,
    press_all,
    press_keys,
    pressed,
    run_screens,
    table_at,
    table_in,
    text_of,
)


def spaces_walked(screen: TableScreen) -> tuple[int, ...]:
    """Return the spaces that the fox is seen walking over."""
    assert isinstance(screen.shows, Walking)
    assert isinstance(screen.shows.walk, FoxWalk)
    return screen.shows.walk.spaces


def test_following_with_the_last_token_gone_warns_of_the_defeat(tmp_path: Path) -> None:
    table = pressed(
        table_at(tmp_path, FOLLOW_DOVE.format(path="12021012## 3 0"), Seat.P2), tmp_path, "1"
    )
    assert "run off the path: the game is lost" in text_of(table)


def test_both_players_place_the_forest_token_without_a_hand_in_sight(tmp_path: Path) -> None:
    line = "1.10 -/6d 1s 7r1d8d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    table = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, "1", keys.ENTER)
    assert table.session.stage is Stage.TEAM
    assert "Round 1 is over" in text_of(table)
    assert "New gems: spaces 3, 4, 5, 7, 9." in text_of(table)
    assert "1: Left's end   2: Right's end" in text_of(table)
    assert pressed(table, tmp_path, keys.ENTER).session == table.session
    first = pressed(table, tmp_path, keys.RIGHT)
    assert "[1: Left's end]  2: Right's end" in text_of(first)
    assert "cover space 1; its gem would slide to space 2." in text_of(first)
    other = pressed(first, tmp_path, keys.RIGHT)
    assert "cover space 10; its 2 gems would slide to space 9." in text_of(other)
    placed = pressed(other, tmp_path, keys.ENTER)
    assert placed.session.state.table.path.last == 9
    assert "The forest covers space 10 at Right's end." in text_of(placed)
    assert "You may talk as freely as you like until the next deal." in text_of(placed)
    assert "Press Space to deal the next round." in text_of(placed)
    # Enter placed the token.
    for key in (keys.ENTER, "1", keys.RIGHT):
        assert pressed(placed, tmp_path, key, key).session == placed.session
    dealt = pressed(placed, tmp_path, keys.SPACE)
    assert dealt.session.stage is Stage.HANDOFF
    assert "From now on, not a word about cards" in text_of(dealt)


def test_a_victory_shows_its_score_item_by_item(tmp_path: Path) -> None:
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


def test_a_defeat_shows_what_was_left(tmp_path: Path) -> None:
    line = "2.6 4d2s/6d8s 1s 7r1d8d6s4s2r4r p1:2d - 000002001# 8 0 p2:play"
    text = text_of(pressed(table_at(tmp_path, line, Seat.P2), tmp_path, "1", keys.ENTER))
    assert "The fox is lost in the forest." in text
    items = [" ".join(row.split()) for row in text.splitlines()]
    assert {"Gems left on the path 3", "Tricks that were left 15", "Forest tokens left 0"} <= {
        *items
    }


def test_the_end_offers_another_game_a_replay_and_quitting(tmp_path: Path) -> None:
    over = over_at(tmp_path)
    assert press_all(over, tmp_path, "q") == Left()
    assert [label for label, _end in endings_of(over)] == [
        "Level 3",
        "Play again",
        "Look through the game",
        "Review",
        "Title",
        "quit",
    ]
    desk = options_in(tmp_path)
    replayed = ended_with(over, desk, "Look through")
    assert isinstance(replayed, ReplayScreen)
    assert press_all(replayed, tmp_path, keys.ESCAPE) == replace(
        over, shows=replace(ending_of(over), cursor=2)
    )
    for label, level in (("Play again", 2), ("Level 3", 3)):
        form = ended_with(over, desk, label)
        assert isinstance(form, FormScreen)
        assert (form.values["level"], form.names) == (level, ("Left", "Right"))
        again = pressed(replace(form, row=form.deal_row), tmp_path, keys.ENTER)
        assert again.session.game.header.players == ("Left", "Right")
        assert (again.session.state.table.round, again.session.stage) == (1, Stage.HANDOFF)
    assert isinstance(ended_with(over, desk, "Review"), ReviewWaitScreen)
    assert isinstance(ended_with(over, desk, "Title"), TitleScreen)
    assert ended_with(over, desk, "Quit") == Left()


def test_playing_again_keeps_what_was_agreed_on_but_not_the_deals(tmp_path: Path) -> None:
    # The seed of the command line is for the first game only.
    desk = options_in(tmp_path, seed=5, memory=False)
    header = replace(VICTORY.header, players=("Ann", "Bob"), further={"house": "memory"})
    form = ended_with(at_table(Session(replace(VICTORY, header=header))), desk, "Play again")
    assert isinstance(form, FormScreen)
    again = press_keys(form, desk, keys.ENTER)
    assert isinstance(again, TableScreen)
    dealt = again.session.game.header
    assert (dealt.setup.level, dealt.players) == (1, ("Ann", "Bob"))
    assert dealt.further == {"house": "memory"}
    assert dealt.seed not in (5, VICTORY.header.seed)


def test_no_level_follows_a_defeat_or_the_last_level(tmp_path: Path) -> None:
    lost = at_table(Session(DEFEAT))
    won = over_at(tmp_path)
    game = won.session.game
    hardest = replace(game, header=replace(game.header, setup=setup_of(3)))
    for table in (lost, at_table(Session(hardest))):
        assert "Level 3" not in [label for label, _end in endings_of(table)]


def test_the_same_deals_again_are_a_new_game_with_the_same_cards(tmp_path: Path) -> None:
    over = at_table(Session(VICTORY))
    again = ended_with(over, options_in(tmp_path), "The same deals")
    assert isinstance(again, TableScreen)
    game = again.session.game
    assert [turn.action for turn in game.turns] == [VICTORY.turns[0].action]
    assert again.saved.path != over.saved.path
    assert again.session.stage is Stage.HANDOFF


def test_a_day_s_deals_again_are_no_game_of_that_day(tmp_path: Path) -> None:
    header = replace(VICTORY.header, further={DAILY_KEY: "2026-11-21", "house": "memory"})
    over = at_table(Session(replace(VICTORY, header=header)))
    again = ended_with(over, options_in(tmp_path), "The same deals")
    assert isinstance(again, TableScreen)
    assert again.session.game.header.further == {"house": "memory"}


def test_a_game_that_cannot_be_won_any_more_says_so_once(tmp_path: Path) -> None:
    line = "3.8 4d2s/6d8d9d 1s 7r1d3d6s4s2r4r p1:8s - 000000300# 6 2 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    question = press_all(table, tmp_path, "3", keys.ENTER)
    assert isinstance(question, AskScreen)
    assert question.question is Question.HOPELESS
    assert press_all(question, tmp_path, keys.ENTER, keys.SPACE) == question
    assert "3 gems lie on the path, but only 2 tricks are left" in " ".join(
        text_of(question).split()
    )
    on = pressed(question, tmp_path, "n")
    assert on.session.state.table.outcome is None
    assert on.session.viewer is None
    assert pressed(on, tmp_path, keys.SPACE, "1", keys.ENTER).session.stage is Stage.HANDOFF
    assert pressed(question, tmp_path, "y").session.state.table.outcome is Outcome.RESIGNED


def test_a_lost_fox_is_not_drawn(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 8 0 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, "1", keys.ENTER, look=Look())
    assert spaces_walked(walking) == (8, 9, 10)
    lost = pressed(walking, tmp_path, "x", look=Look())
    assert "^.^" not in text_of(lost)


def test_a_walk_at_the_end_of_a_round_shows_the_path_as_the_trick_left_it(tmp_path: Path) -> None:
    line = "1.10 -/6d 1s 7r1d8d6s4s2r4r p1:2d - 1202101212 3 3 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, "1", keys.ENTER, look=Look())
    desk, screen = options_in(tmp_path, Look()), walking
    while isinstance(screen.shows, Walking) and not screen.shows.arrived:
        after = later(screen, desk)
        assert isinstance(after, TableScreen)
        screen = after
    assert isinstance(screen.shows, Walking)
    assert "Gems left 11" in text_of(screen)
    assert "Gems left 16" in text_of(later(screen, desk))


def test_blank_also_works_in_a_window_that_is_too_small(tmp_path: Path) -> None:
    terminal = ScriptedTerminal([keys.SPACE, Interruption.RESIZED, "b", Interruption.RESIZED])

    def resize() -> None:
        terminal.window = Size(10, 60) if len(terminal.script) in (2, 3) else WINDOW

    terminal.before_input = resize
    run_screens(terminal, table_in(tmp_path), options_in(tmp_path))
    assert "can see the screen." in terminal.text


def test_the_fox_walks_its_steps_and_any_key_skips(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    walking = pressed(table, tmp_path, "1", keys.ENTER, look=Look())
    assert spaces_walked(walking) == (4, 5, 6, 7, 8, 9)
    spaces = []
    screen: Screen = walking
    while isinstance(screen, TableScreen) and isinstance(screen.shows, Walking):
        assert screen.seconds is not None
        spaces.append(text_of(screen).splitlines()[3].index("^.^"))
        screen = later(screen, options_in(tmp_path, Look()))
    assert spaces == sorted(set(spaces))
    assert len(spaces) == 6
    skipped = pressed(walking, tmp_path, "x", look=Look())
    assert skipped == screen
    assert skipped.seconds is None


def test_a_walk_beyond_the_path_ends_on_the_start(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 8 3 p2:play"
    walking = pressed(table_at(tmp_path, line, Seat.P2), tmp_path, "1", keys.ENTER, look=Look())
    assert spaces_walked(walking) == (8, 9, 10, 6)


def test_the_loop_moves_the_fox_when_time_is_up(tmp_path: Path) -> None:
    line = "1.1 4d2s/6d8d 1s 7r1d3d6s4s2r4r p1:2d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line, Seat.P2)
    ticks = [Interruption.TIME_UP] * 6
    terminal, _leave = play_script(table, options_in(tmp_path, Look()), "1", keys.ENTER, *ticks)
    assert terminal.log.count("wait a moment") == 6
    assert terminal.log[-1] == "wait"


@pytest.mark.parametrize(("key", "cursor"), [("2", 1), ("3", 2), ("4", 3)])
def test_the_buttons_at_the_end_have_number_keys(tmp_path: Path, key: str, cursor: int) -> None:
    assert cursor_of(pressed(over_at(tmp_path), tmp_path, key)) == cursor
    assert cursor_of(pressed(over_at(tmp_path), tmp_path, key, key)) == cursor


def test_keys_typed_ahead_do_not_choose_for_the_same_player_again(tmp_path: Path) -> None:
    line = "1.1 4d6s8s/6d8d9d 1s 7r1d3d5s4s2r4r p1:7d - 1212101212 4 3 p2:play"
    table = table_at(tmp_path, line)
    # Right looks, follows and wins, and leads next: that is a new choice.
    terminal, _leave = play_script(table, options_in(tmp_path), keys.SPACE, "2", "3", keys.ENTER)
    assert terminal.log[-3:] == ["forget keys", "show", "wait"]
    # Going to another card, though, is no new choice.
    assert terminal.log[-5:-3] == ["show", "wait"]


def test_keys_do_nothing_in_a_window_too_small_to_show_what_they_do(tmp_path: Path) -> None:
    terminal = ScriptedTerminal([keys.SPACE, "1", keys.ENTER], window=Size(20, 70))
    table = table_in(tmp_path)
    run_screens(terminal, table, options_in(tmp_path))
    assert len(set(terminal.frames)) == 1
    assert "foxduet needs 80x24, this is 70x20" in terminal.text


@pytest.mark.parametrize("under", ["table", "question", "text", "form"])
def test_q_leaves_a_window_that_is_too_small_whatever_is_under_way(
    under: str, tmp_path: Path
) -> None:
    table, desk = table_in(tmp_path), options_in(tmp_path)
    scripts = {"table": (keys.SPACE,), "question": (keys.SPACE, "q"), "text": ("?",)}
    screen = press_all(table, tmp_path, *scripts.get(under, ()))
    if under == "form":
        form = open_form(desk)
        screen = replace(form, row=form.row_of("left"))
    assert isinstance(screen, Screen)
    terminal = ScriptedTerminal([keys.ENTER, "q", keys.ENTER], window=Size(23, 80))
    left = run_screens(terminal, screen, desk)
    assert terminal.script == [keys.ENTER]
    assert "q leaves" in terminal.text
    assert left == (Left() if under == "form" else hanged_up(table, desk))


FOLLOW = "1.1 2d3d/1d8d 1s 7r9d6d6s4s2r4r p1:5d - 1202101212 10 0 p2:play"
MOVE = "1.1 4d/6d 5s 7r2d8d9d4s2r4r p1:2s1s - 1202101212 9 0 p1:move"
EXCHANGE = "1.1 2s9s/5d8s 1s 7r1d8d4s2r4r9d p1:3r6d - 1202101212 9 0 p2:exchange"
ASKED = [(FOLLOW, Seat.P2, "2", "1"), (MOVE, Seat.P1, "2", "1"), (EXCHANGE, Seat.P2, "1", "d")]


@pytest.mark.parametrize(("line", "seat", "losing", "other"), ASKED)
def test_what_surely_loses_is_asked_about_and_what_does_not_is_done(
    line: str, seat: Seat, losing: str, other: str, tmp_path: Path
) -> None:
    table = table_at(tmp_path, line, seat)
    question = press_all(table, tmp_path, losing, keys.ENTER)
    assert isinstance(question, AskScreen)
    assert (question.question, question.yes) == (Question.LOSES, None)
    assert cards_in(text_of(question)) == set()
    assert press_all(question, tmp_path, keys.ENTER, keys.SPACE) == question
    for answer in (("n",), (keys.ESCAPE,), (keys.LEFT, keys.ENTER)):
        back = pressed(question, tmp_path, *answer)
        # The hand is still open, and nothing is chosen: the same key again loses nothing.
        assert back.session == table.session
        assert pressed(back, tmp_path, keys.ENTER).session == table.session
    for answer in (("y",), (keys.RIGHT, keys.ENTER)):
        lost = pressed(question, tmp_path, *answer)
        assert lost.session.state.table.outcome is Outcome.LOST
    done = press_all(table, tmp_path, other, keys.ENTER)
    assert isinstance(done, TableScreen)
    assert len(done.session.game.turns) == 1
    assert done.session.state.table.outcome is None


def test_the_game_is_lost_after_a_yes(tmp_path: Path) -> None:
    lost = pressed(table_at(tmp_path, MOVE, Seat.P1), tmp_path, "2", keys.ENTER, "y")
    assert lost.session.state.table.outcome is Outcome.LOST


@pytest.mark.parametrize(("line", "seat", "losing", "_other"), ASKED)
def test_with_a_token_left_nothing_is_asked(
    line: str, seat: Seat, losing: str, _other: str, tmp_path: Path
) -> None:
    for space in ("9", "10"):
        line = line.replace(f" {space} 0 ", f" {space} 1 ")
    done = press_all(table_at(tmp_path, line, seat), tmp_path, losing, keys.ENTER)
    assert isinstance(done, TableScreen)
    assert done.session.state.table.tricks_done == 2


def test_where_every_choice_loses_nothing_is_asked(tmp_path: Path) -> None:
    table = table_at(tmp_path, FOLLOW.replace("1d8d", "8d").replace("2d3d", "2d"), Seat.P2)
    # After the card, all three moves lead off the path: there is nothing to choose.
    lost = pressed(table, tmp_path, "1", keys.ENTER)
    assert lost.session.state.table.outcome is Outcome.LOST


def test_covering_the_hand_under_the_question_drops_the_question(tmp_path: Path) -> None:
    question = press_all(table_at(tmp_path, FOLLOW, Seat.P2), tmp_path, "2", keys.ENTER)
    covered = pressed(question, tmp_path, "b")
    assert covered.session.viewer is None
    assert "can see the screen" in text_of(covered)
