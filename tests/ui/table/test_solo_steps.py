"""What a partner did is seen step by step, and no key that was to skip a step decides."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Deal, Play, Seat
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.position import parse_position, restore
from foxduet.games.duet.table import walk_of
from foxduet.play.game import open_game
from foxduet.play.table import Session, Stage
from foxduet.play.table import look as look_at_hand
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Screen
from foxduet.ui.table.moves import do
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.screen import TableScreen, table_of
from foxduet.ui.table.state import Choosing, Paused, Question, Walking
from tests.support.deals import setup_of
from tests.support.players import beginning_of, duet
from tests.support.solo import (
    BESIDE_EXPERT,
    PARTNER,
    PLAYER,
    SOLO,
    THINKING,
    after_partner,
    at_random,
    solo_in,
    solo_moment,
    solo_turn,
    turns_before,
    with_thoughts,
)
from tests.support.tables import (
    STILL,
    Left,
    ScriptedWorker,
    hidden,
    later,
    options_in,
    play_script,
    press_all,
    pressed,
    settled,
    text_of,
)


def test_a_pause_is_over_by_itself_or_by_any_key_that_does_nothing_else(tmp_path: Path) -> None:
    paused = after_partner(THINKING, tmp_path, Look())
    assert paused.seconds == 1.0
    assert isinstance(paused.shows, Paused)
    walking = later(paused, options_in(tmp_path, Look()))
    assert isinstance(walking, TableScreen)
    assert walking.shows == paused.shows.walking is not None
    for key in ("1", keys.ENTER, "q", "i"):
        assert pressed(paused, tmp_path, key, look=Look()) == walking
    assert "Your partner followed with the" in text_of(paused)
    assert " won with the " not in text_of(paused)


def test_without_animation_the_partner_s_card_and_what_came_of_it_are_still_seen(
    tmp_path: Path,
) -> None:
    paused = after_partner(THINKING, tmp_path, STILL)
    assert "Your partner followed with the" in text_of(paused)
    arrived = later(paused, options_in(tmp_path))
    assert isinstance(arrived, TableScreen)
    assert isinstance(arrived.shows, Walking)
    assert arrived.shows.arrived
    assert " won with the " in text_of(arrived)


@pytest.mark.parametrize(("seat", "dealer"), [(Seat.P1, "your partner"), (Seat.P2, "you")])
def test_alone_the_first_trick_of_a_round_says_who_leads_and_why(
    seat: Seat, dealer: str, tmp_path: Path
) -> None:
    desk, leader = options_in(tmp_path), "you lead" if seat is Seat.P1 else "your partner leads"
    screen: Screen = solo_turn(tmp_path, seat)
    sentence = f"Round 1 of 3: {dealer} dealt, so {leader}."
    assert sentence in text_of(screen)
    if seat is Seat.P2:
        screen = with_thoughts(screen, desk)
        assert sentence in text_of(screen)
        while isinstance(screen, TableScreen) and not isinstance(screen.shows, Choosing):
            screen = with_thoughts(pressed(screen, tmp_path, keys.SPACE), desk)
        assert sentence in text_of(screen)


def test_alone_a_later_round_says_who_leads_too() -> None:
    deals = [at for at, turn in enumerate(SOLO.turns, 1) if isinstance(turn.action, Deal)]
    assert len(deals) > 1
    assert "Round 2 of 3: " in text_of(solo_moment(deals[1]))
    assert " dealt, so " not in text_of(solo_moment(deals[1] - 3))


def test_without_animation_a_person_sees_what_came_of_the_own_card(tmp_path: Path) -> None:
    at = next(
        at
        for at, turn in enumerate(SOLO.turns)
        if isinstance(turn.action, Play)
        and turn.action.seat is PLAYER
        and walk_of(SOLO.states[at], turn) is not None
    )
    table = replace(solo_moment(at), saved=solo_in(tmp_path).saved)
    desk = options_in(tmp_path)
    after = settled(do(table, SOLO.turns[at].action, desk.context), desk)
    assert isinstance(after, TableScreen)
    assert isinstance(after.shows, Walking)
    assert after.shows.arrived


def test_a_partner_s_move_is_seen_as_the_fox_s_walk_at_once(tmp_path: Path) -> None:
    moving = after_partner(turns_before(Choice.MOVE, PARTNER), tmp_path, Look())
    assert isinstance(moving.shows, Walking)
    assert not moving.shows.arrived


def test_keys_typed_while_the_partner_plays_do_not_decide_what_follows(tmp_path: Path) -> None:
    worker = ScriptedWorker(at_random)
    table = solo_turn(tmp_path, PARTNER)
    terminal, _leave = play_script(table, options_in(tmp_path, Look()), keys.ENTER, worker=worker)
    # The key ended the pause; what else was typed is forgotten before the choice is shown.
    changed = ["forget keys", "show"]
    assert terminal.log == [*changed, "wait a moment", *changed, "wait"]
    assert "Follow" in terminal.text.splitlines()[22]


def test_alone_space_deals_the_next_round_after_the_result_of_the_last_trick() -> None:
    ended = next(
        at
        for at in range(1, len(SOLO.turns))
        if Session(beginning_of(SOLO, at)).stage is Stage.BETWEEN_ROUNDS
    )
    table = solo_moment(ended)
    assert "Press Space to deal the next round." in text_of(table)
    assert "Space deal" in text_of(table).splitlines()[-1]


@pytest.mark.parametrize("key", ["q", "R", "?"])
def test_news_that_come_up_below_a_question_get_their_own_answer(key: str, tmp_path: Path) -> None:
    line = "3.8 6d8d9d/4d2s 1s 7r1d3d6s4s2r4r p2:8s - 000000300# 6 2 p1:play"
    game = open_game(duet(2, ("Player", "Expert"), ai=BESIDE_EXPERT))
    game = replace(game, first=restore(parse_position(line, setup_of(2))))
    table = table_of(look_at_hand(Session(game)), SavedGame(tmp_path / "game.toml"))
    arrived = pressed(table, tmp_path, "3", keys.ENTER)
    assert isinstance(arrived.shows, Walking)
    # A smaller window hides what is below, and ends what is looked at there.
    news = hidden(press_all(arrived, tmp_path, key))
    assert isinstance(news, AskScreen)
    assert news.question is Question.HOPELESS
    assert isinstance(press_all(news, tmp_path, "n", "q", "y"), Left)
    assert pressed(news, tmp_path, "y").session.game.result is not None
