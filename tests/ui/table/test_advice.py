"""Advice that is asked for: hints, and what a partner says of the forest and of resigning."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from foxduet.ai.workers import Purpose
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.game import Game
from foxduet.play.table import Session
from foxduet.play.table import look as look_at_hand
from foxduet.store.saved_games import load_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.state import Hint, Question
from tests.support.deals import with_table
from tests.support.players import duet
from tests.support.solo import (
    BESIDE_EXPERT,
    PARTNER,
    PLAYER,
    SOLO,
    first_choice_of,
    forest_in,
    hint_of,
    made_up,
    solo_turn,
    think_it_up,
    think_of,
    with_answer,
    with_hint,
)
from tests.support.tables import (
    Left,
    ScriptedWorker,
    at_table,
    options_in,
    play_script,
    press_all,
    pressed,
    question_over,
    table_in,
    text_of,
)


def test_a_hint_is_thought_once_and_told_in_three_steps(tmp_path: Path) -> None:
    worker = ScriptedWorker(think_it_up, patience=1)
    table = solo_turn(tmp_path, PLAYER)
    terminal, _leave = play_script(
        table, options_in(tmp_path), "i", "i", "i", "i", keys.RIGHT, worker=worker
    )
    assert [one.purpose for one in worker.jobs] == [Purpose.HINT]
    assert worker.jobs[0].seat is PLAYER
    assert worker.jobs[0].partner == "expert:500"
    texts = ["\n".join(frame.lines) for frame in terminal.frames]
    assert "Looking for a hint" in texts[1]
    assert "(i: more)" in texts[2]
    assert "Look among your" not in texts[2]
    assert "Look among your" in texts[3]
    assert "86%" not in texts[3]
    assert "86%" in texts[4]
    assert "(i: more)" not in texts[4]
    assert load_game(table.saved.path)[0].header.hints == (2,)


def test_escape_puts_a_hint_away(tmp_path: Path) -> None:
    asked = pressed(solo_turn(tmp_path, PLAYER), tmp_path, "i")
    assert hint_of(asked) is not None
    away = pressed(asked, tmp_path, keys.ESCAPE)
    assert hint_of(away) is None
    assert away.session is asked.session


def test_a_hint_is_forgotten_when_a_card_is_played_or_the_hand_covered(tmp_path: Path) -> None:
    table = pressed(solo_turn(tmp_path, PLAYER), tmp_path, "i")
    shown = with_hint(table, Hint(made_up(observe(table.session.state, PLAYER)), 3))
    assert "to win" in text_of(shown)
    assert hint_of(pressed(shown, tmp_path, "1", keys.ENTER)) is None
    covered = pressed(shown, tmp_path, "b")
    assert hint_of(covered) is None
    again = pressed(covered, tmp_path, keys.SPACE, "i")
    assert again.session.game.header.hints == (2,)


def test_two_people_are_given_hints_for_the_hand_in_sight_only(tmp_path: Path) -> None:
    waiting = table_in(tmp_path)
    assert pressed(waiting, tmp_path, "i") == waiting
    looking = pressed(waiting, tmp_path, keys.SPACE, "i")
    desk = options_in(tmp_path)
    assert think_of(looking, desk).seat is looking.session.viewer
    played = pressed(looking, tmp_path, "1", keys.ENTER)
    assert hint_of(played) is None
    assert played.job(desk.context) is None


def test_a_hint_at_the_forest_has_a_bar_for_each_end(tmp_path: Path) -> None:
    worker = ScriptedWorker(think_it_up)
    terminal, _leave = play_script(
        forest_in(tmp_path), options_in(tmp_path), "i", "i", "i", worker=worker
    )
    assert "Your end ███▉   65%   Your partner's end █████▏ 86%" in terminal.text


def test_the_partner_says_at_which_end_it_would_place_the_token(tmp_path: Path) -> None:
    worker = ScriptedWorker(think_it_up, patience=2)
    terminal, _leave = play_script(
        forest_in(tmp_path),
        options_in(tmp_path),
        "p",
        Interruption.TIME_UP,
        Interruption.TIME_UP,
        keys.RIGHT,
        keys.ENTER,
        worker=worker,
    )
    assert [(one.purpose, one.seat) for one in worker.jobs] == [(Purpose.ADVICE, PARTNER)]
    assert "Your partner is thinking" in "\n".join(terminal.frames[1].lines)
    told = "\n".join(terminal.frames[3].lines)
    assert "Your partner would cover its own end: 86 % to win, else 65 %." in told
    assert "Your partner would" not in terminal.text


def test_a_partner_without_figures_names_the_end_alone(tmp_path: Path) -> None:
    asked, desk = pressed(forest_in(tmp_path), tmp_path, "p"), options_in(tmp_path)
    told = with_answer(asked, desk, first_choice_of(think_of(asked, desk)))
    assert "Your partner would cover your end." in text_of(told)


def test_a_partner_asked_about_resigning_in_a_round_goes_by_what_lies_open(tmp_path: Path) -> None:
    context = options_in(tmp_path).context
    for table in (solo_turn(tmp_path, PLAYER), solo_turn(tmp_path, PARTNER)):
        question = press_all(table, tmp_path, "R")
        assert isinstance(question, AskScreen)
        assert "p: ask your partner" in text_of(question)
        told = press_all(question, tmp_path, "p")
        assert isinstance(told, AskScreen)
        assert "Your partner would play on. Gems on the path: 13, tricks left: 33" in text_of(told)
        assert question.job(context) == told.job(context)
        back = pressed(told, tmp_path, "n")
        assert back.session == table.session
        assert pressed(told, tmp_path, "y").session.state.table.outcome is Outcome.RESIGNED


def test_between_rounds_a_partner_asked_about_resigning_has_figures(tmp_path: Path) -> None:
    worker = ScriptedWorker(think_it_up, patience=1)
    terminal, _leave = play_script(
        forest_in(tmp_path),
        options_in(tmp_path),
        "R",
        "p",
        Interruption.TIME_UP,
        Interruption.TIME_UP,
        worker=worker,
    )
    assert "Your partner is thinking" in "\n".join(terminal.frames[2].lines)
    assert "Your partner would play on: about 86 % to win." in terminal.text


def test_a_partner_would_resign_what_cannot_be_won(tmp_path: Path) -> None:
    header = duet(1, ("Player", "Expert"), seed=0, ai=BESIDE_EXPERT)
    path = replace(SOLO.first.table.path, gems=(9,) * 11)
    first = with_table(SOLO.states[-2], path=path, round=3)
    screen = at_table(look_at_hand(Session(Game(header, first))))
    question = question_over(Question.HOPELESS, below=screen)
    told = press_all(question, tmp_path, "p")
    assert not isinstance(told, Left)
    assert "Your partner would resign. Gems on the path: 99, tricks left: " in text_of(told)


def test_nobody_is_asked_where_two_people_play_or_about_leaving(tmp_path: Path) -> None:
    two = press_all(table_in(tmp_path), tmp_path, "R")
    assert press_all(two, tmp_path, "p") == two
    assert "ask" not in text_of(two)
    leaving = press_all(solo_turn(tmp_path, PLAYER), tmp_path, "q")
    assert press_all(leaving, tmp_path, "p") == leaving
