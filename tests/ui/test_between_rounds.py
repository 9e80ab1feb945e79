"""The moments between two rounds: what plays, what waits for a key, and what a key skips."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.cards import Seat
from foxduet.games.duet.rules.state import TRICKS, Choice, GemCollected, PathOverrun
from foxduet.games.duet.words.story import sum_up_round
from foxduet.play.game import Game
from foxduet.play.table_session import Stage, TableSession, show_hand
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Screen
from foxduet.ui.loop import draw_screen
from foxduet.ui.table.moves import AskScreen, do_option
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Animating, Handoff, Moment, RoundEnd, Together
from tests.support import tables
from tests.support.players import VICTORY, beginning_of, duet, played_game
from tests.support.tables import (
    STILL,
    WINDOW,
    Desk,
    at_table,
    hidden,
    options_in,
    press_keys,
    settled,
)

FORCED = played_game(duet(2, ("Ann", "Ben"), seed=20))
"""The fox is at an end of the path after round 1, so the players have no choice."""
ALONE = replace(FORCED, header=replace(FORCED.header, ai=(None, "steady")))

QUESTION = RoundEnd(Moment.CHANGE, is_fresh=True)
TALK = RoundEnd(is_fresh=True)


def later(screen: TableScreen, desk: Desk) -> TableScreen:
    return tables.of_kind(TableScreen, tables.later(screen, desk))


def pressed(screen: Screen | tables.Left, desk: Desk, *script: str) -> TableScreen:
    return tables.of_kind(TableScreen, press_keys(screen, desk, *script))


def held(game: Game, desk: Desk, number: int = 1) -> TableScreen:
    """Play the last card or move of a round; return its result, which stays until Space."""
    over = (number, TRICKS)
    every = (state.table for state in game.states)
    turns = next(at for at, t in enumerate(every) if (t.round, t.tricks_done) == over)
    session = show_hand(TableSession(beginning_of(game, turns - 1)))
    screen = replace(at_table(session), saved=tables.table_in(desk.records.parent).saved)
    after = settled(do_option(screen, game.turns[turns - 1].action, desk.context), desk)
    shown = tables.of_kind(TableScreen, after)
    if isinstance(shown.mode, Together):
        shown = pressed(later(shown, desk), desk, keys.SPACE)
    while not (isinstance(shown.mode, Animating) and shown.mode.is_finished):
        shown = later(shown, desk)
    return shown


@pytest.fixture
def moving(tmp_path: Path) -> Desk:
    return options_in(tmp_path, Look())


def test_four_presses_lead_from_the_last_trick_to_the_next_round(moving: Desk) -> None:
    screen, seen = pressed(held(VICTORY, moving), moving, keys.SPACE), list[object]()

    def watch() -> None:
        nonlocal screen
        while screen.is_skippable:
            assert isinstance(screen.mode, RoundEnd)
            seen.append((screen.mode.moment, screen.mode.scene, screen.timeout))
            screen = later(screen, moving)

    watch()
    assert seen == [(Moment.SUPPLY, scene, 0.3) for scene in (5, 4, 3, 2, 1)]
    assert (screen.mode, screen.session.stage) == (QUESTION, Stage.TEAM)
    seen.clear()
    screen = pressed(screen, moving, "2", keys.ENTER)
    watch()
    assert seen == [(Moment.CHANGE, scene, 0.3) for scene in (2, 1)]
    assert (screen.mode, screen.timeout) == (TALK, 1)
    assert pressed(screen, moving, keys.SPACE).mode == TALK, "nobody has read it yet"
    screen = pressed(later(screen, moving), moving, keys.SPACE)
    assert isinstance(screen.mode, Handoff)
    assert screen.session.game.round == 2


@pytest.mark.parametrize("key", [keys.SPACE, keys.ENTER, "x", "2", "R", "q"])
def test_a_key_skips_the_moment_that_plays_and_no_other(key: str, moving: Desk) -> None:
    dropping = pressed(held(VICTORY, moving), moving, keys.SPACE)
    asked = pressed(dropping, moving, key)
    assert asked.mode == QUESTION
    assert pressed(asked, moving, "1", keys.ENTER, key).mode == TALK
    stepping = pressed(held(FORCED, moving), moving, keys.SPACE, key)
    assert stepping.mode == RoundEnd(Moment.CHANGE, is_fresh=True, scene=2)
    assert pressed(stepping, moving, key).mode == QUESTION, "two people read why"


def test_a_change_without_a_choice_stays_for_two_people_only(moving: Desk) -> None:
    last_trick = held(FORCED, moving)
    assert "tokens ▲▲▲" in draw_screen(last_trick, WINDOW, STILL).text_rows[0], (
        "the forest has not stepped in yet"
    )
    told = pressed(last_trick, moving, keys.SPACE, "x", "x")
    assert told.session.stage is Stage.BETWEEN_ROUNDS
    talking = pressed(told, moving, keys.SPACE)
    assert talking.mode == TALK
    alone = pressed(held(ALONE, moving), moving, keys.SPACE, "x", "x")
    assert alone.mode == TALK
    assert pressed(alone, moving, keys.SPACE).session.game.round == 2


def test_without_animation_nothing_plays(tmp_path: Path) -> None:
    desk = options_in(tmp_path)
    asked = pressed(held(VICTORY, desk), desk, keys.SPACE)
    assert asked.mode == QUESTION
    assert pressed(asked, desk, "1", keys.ENTER).mode == TALK
    assert pressed(held(FORCED, desk), desk, keys.SPACE).mode == QUESTION


def test_who_comes_back_sees_the_moment_from_its_start_or_as_it_was(moving: Desk) -> None:
    dropping = pressed(held(VICTORY, moving), moving, keys.SPACE)
    assert tables.of_kind(TableScreen, hidden(later(dropping, moving))).mode == dropping.mode
    asked = pressed(dropping, moving, "x", "2", "f")
    talking = pressed(asked, moving, keys.ENTER, "x")
    told = pressed(held(FORCED, moving), moving, keys.SPACE, "x", "x")
    for screen in (asked, told, talking):
        assert isinstance(screen.mode, RoundEnd)
        assert tables.of_kind(TableScreen, hidden(screen)).mode == replace(screen.mode, cursor=None)
        for key in ("R", "q"):
            question = press_keys(screen, moving, key)
            assert isinstance(question, AskScreen)
            back = pressed(question, moving, keys.ESCAPE)
            assert back.mode == replace(screen.mode, cursor=None)


def test_what_the_team_chose_is_taken_back_while_it_plays_and_while_they_talk(
    moving: Desk,
) -> None:
    dropping = pressed(held(VICTORY, moving), moving, keys.SPACE)
    asked = pressed(dropping, moving, "x")
    planting = pressed(asked, moving, "1", keys.ENTER)
    for screen in (planting, pressed(planting, moving, "x")):
        back = pressed(screen, moving, "u")
        assert back.mode == RoundEnd(Moment.CHANGE)
        assert back.session.state.table == asked.session.state.table
    last_card = pressed(dropping, moving, "u")
    assert last_card.session.state.table.tricks_done == TRICKS - 1


def test_whether_to_resign_is_asked_once_the_scene_is_over(moving: Desk) -> None:
    game = played_game(duet(3, ("Ann", "Ben"), seed=59))
    dropping = pressed(held(game, moving, 2), moving, keys.SPACE)
    assert dropping.is_skippable
    asked = press_keys(dropping, moving, "x")
    assert isinstance(asked, AskScreen)
    assert pressed(asked, moving, keys.ESCAPE).mode == QUESTION


GEM, FALL = GemCollected(1, 1), PathOverrun(6, 9, Seat.P2)


@pytest.mark.parametrize(
    ("found", "falls", "line"),
    [
        (11, 0, "Eleven tricks, eleven gems."),
        (1, 0, "One gem in eleven tricks, and the fox never left the path."),
        (6, 1, "Six gems, and one run off the path."),
        (8, 2, "Eight gems, and two runs off the path."),
        (5, 1, "Five gems: the forest is ahead."),
        (0, 2, "No gems: the forest is ahead."),
    ],
)
def test_a_round_is_summed_up_in_a_line(found: int, falls: int, line: str) -> None:
    state = next(
        state
        for state in VICTORY.states
        if state.table.pending is not None and state.table.pending.choice is Choice.FOREST
    )
    summed_up = sum_up_round((GEM,) * found + (FALL,) * falls, state)
    assert summed_up == (line, "9 gems to find in 22 tricks.")
