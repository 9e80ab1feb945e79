"""What a partner did is seen step by step, and no key that was to skip a step decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.rules.common import Play
from foxduet.rules.duet.actions import Choice
from foxduet.ui.app import later, patience
from foxduet.ui.kit import keys
from foxduet.ui.kit.look import Look
from foxduet.ui.kit.shell import Input, Interruption
from foxduet.ui.screens import Screen, TableScreen
from foxduet.ui.table.fox_animation import walk_of
from foxduet.ui.table.keys import act_at_table
from tests.support.solo import (
    PARTNER,
    PLAYER,
    SOLO,
    THINKING,
    after_partner,
    at_random,
    first_choice_of,
    solo_in,
    solo_moment,
    solo_turn,
    turns_before,
)
from tests.support.tables import STILL, ScriptedThinker, options_in, play_script, pressed, text_of


def test_a_pause_is_over_by_itself_or_by_any_key_that_does_nothing_else(tmp_path: Path) -> None:
    paused = after_partner(THINKING, tmp_path, Look())
    assert patience(paused) == 1.0
    assert paused.pause is not None
    walking = later(paused)
    assert isinstance(walking, TableScreen)
    assert walking.walk == paused.pause.walk is not None
    for key in ("1", keys.ENTER, "q", "i"):
        assert pressed(paused, tmp_path, key, look=Look()) == walking
    assert "Expert followed with the" in text_of(paused)
    assert " won with the " not in text_of(paused)


def test_without_animation_the_partner_s_card_and_what_came_of_it_are_still_seen(
    tmp_path: Path,
) -> None:
    paused = after_partner(THINKING, tmp_path, STILL)
    assert "Expert followed with the" in text_of(paused)
    arrived = later(paused)
    assert isinstance(arrived, TableScreen)
    assert arrived.walk is not None
    assert arrived.walk.arrived
    assert " won with the " in text_of(arrived)


def test_without_animation_a_person_sees_what_came_of_the_own_card(tmp_path: Path) -> None:
    at = next(
        at
        for at, turn in enumerate(SOLO.turns)
        if isinstance(turn.action, Play)
        and turn.action.seat is PLAYER
        and walk_of(SOLO.states[at], turn) is not None
    )
    table = replace(solo_moment(at), saved=solo_in(tmp_path).saved)
    after = act_at_table(table, SOLO.turns[at].action, options_in(tmp_path))
    assert isinstance(after, TableScreen)
    assert after.walk is not None
    assert after.walk.arrived


def test_a_partner_s_move_is_seen_as_the_fox_s_walk_at_once(tmp_path: Path) -> None:
    moving = after_partner(turns_before(Choice.MOVE, PARTNER), tmp_path, Look())
    assert moving.pause is None
    assert moving.walk is not None


def test_keys_typed_while_the_partner_plays_do_not_decide_what_follows(tmp_path: Path) -> None:
    thinker = ScriptedThinker(at_random)
    table = solo_turn(tmp_path, PARTNER)
    terminal, _leave = play_script(table, options_in(tmp_path, Look()), keys.ENTER, thinker=thinker)
    # The key ended the pause; what else was typed is forgotten before the choice is shown.
    assert terminal.log == [
        "show",
        "wait a moment",
        "forget keys",
        "show",
        "ignore keys for a moment",
        "wait",
    ]
    assert "follow" in terminal.text.splitlines()[22]


@pytest.mark.parametrize(
    ("before", "seconds"),
    [("pause", "a moment"), ("thinking", "a moment"), ("choice", "")],
)
def test_a_key_that_was_to_skip_what_was_watched_decides_nothing(
    tmp_path: Path, before: str, seconds: str
) -> None:
    thinker = ScriptedThinker(first_choice_of)
    look = STILL if before == "thinking" else Look()
    screen: Screen = solo_turn(tmp_path, PARTNER, look)
    script: list[Input] = [Interruption.TIME_UP]
    if before == "choice":
        screen, script = solo_turn(tmp_path, PLAYER), [keys.RIGHT]
    terminal, _leave = play_script(screen, options_in(tmp_path, look), *script, thinker=thinker)
    ignored = [entry for entry in terminal.log if entry.startswith("ignore keys")]
    assert ignored == ([f"ignore keys for {seconds}"] if seconds else [])
