"""Playing beside a partner, step by step."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from foxduet.ai.partner import UnknownPartnerError
from foxduet.ai.workers import ThinkPurpose
from foxduet.core.cards import Deal, Play, Seat
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Resign
from foxduet.games.duet.table import animation_of
from foxduet.play.game import Game, partner_rng
from foxduet.play.table_session import Stage, TableSession
from foxduet.play.table_session import show_hand as look_at_hand
from foxduet.store.saved_games import load_game
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.effects import TodaySummary
from foxduet.ui.kit.keys import Interruption
from foxduet.ui.menu import TextScreen, TitleScreen
from foxduet.ui.table.moves import AskScreen, do_option
from foxduet.ui.table.screen import TableScreen, resume_table
from foxduet.ui.table.state import Animating, Question
from tests.support.entries import ended_with
from tests.support.games import with_table
from tests.support.players import beginning_of, duet
from tests.support.tables import (
    BESIDE_EXPERT,
    PARTNER,
    PLAYER,
    SOLO,
    THINKING,
    Left,
    ScriptedWorker,
    at_random,
    at_table,
    cards_in,
    first_choice_of,
    forest_in,
    of_kind,
    open_cards,
    options_in,
    play_script,
    press_all,
    pressed,
    question_over,
    settled,
    solo_in,
    solo_moment,
    solo_turn,
    stack_of,
    table_in,
    tables_of_game,
    text_of,
    think_it_up,
    think_of,
    with_answer,
    with_thoughts,
)


def test_the_same_seed_and_choices_repeat_a_game_and_resuming_changes_nothing(
    tmp_path: Path,
) -> None:
    desk = options_in(tmp_path)
    first = [*tables_of_game(solo_in(tmp_path), desk, Random(3))]
    second = [*tables_of_game(solo_in(tmp_path), desk, Random(3))]
    assert first[-1].session.game.turns == second[-1].session.game.turns
    at = next(i for i, table in enumerate(first) if table.session.stage is Stage.PARTNER)
    resumed = of_kind(TableScreen, resume_table(first[at].session.game, first[at].saved).screen)
    assert resumed.session == first[at].session
    after, again = with_thoughts(resumed, desk), with_thoughts(first[at], desk)
    assert isinstance(after, TableScreen)
    assert isinstance(again, TableScreen)
    assert after.session.game.turns == again.session.game.turns


def test_chance_is_seeded_so_that_a_partner_repeats_itself(tmp_path: Path) -> None:
    game = solo_moment(THINKING).session.game
    job = think_of(solo_moment(THINKING), options_in(tmp_path))
    assert job.rng.random() == partner_rng(game, PARTNER).random()
    assert isinstance(job.observation, Observation)
    assert isinstance(SOLO.turns[THINKING].action, Play)
    assert Resign() not in job.observation.choices


def test_a_person_may_sit_at_the_right_end(tmp_path: Path) -> None:
    header = replace(SOLO.header, ai=("steady", None))
    screen = resume_table(
        Game(header, SOLO.initial_state, SOLO.turns[:1]), solo_in(tmp_path).saved
    ).screen
    assert isinstance(screen, TableScreen)
    assert (screen.session.person, screen.session.partner) == (Seat.P2, "steady")
    assert cards_in(text_of(screen)) >= set(screen.session.state.hands[Seat.P2])
    tables = [*tables_of_game(screen, options_in(tmp_path), Random(1))]
    hidden = {card for table in tables[:1] for card in table.session.state.hands[Seat.P1]}
    assert not cards_in(text_of(tables[0])) & (hidden - open_cards(tables[0].session))


@pytest.mark.parametrize(
    "cover", ["b", Interruption.SUSPENDED, Interruption.CONTINUED, Interruption.RESIZED]
)
@pytest.mark.parametrize("seat", [PLAYER, PARTNER])
def test_a_covered_hand_comes_back_with_space_and_nothing_is_thought_meanwhile(
    tmp_path: Path, cover: str | Interruption, seat: Seat
) -> None:
    worker = ScriptedWorker()
    terminal, _leave = play_script(
        solo_turn(tmp_path, seat),
        options_in(tmp_path),
        cover,
        keys.ENTER,
        keys.SPACE,
        worker=worker,
    )
    hands = [len(cards_in("\n".join(frame.text_rows))) > 5 for frame in terminal.frames]
    assert hands == [True, False, False, True]
    assert "Press Space to see your hand." in "\n".join(terminal.frames[1].text_rows)
    assert len(worker.jobs) == (2 if seat is PARTNER else 0)
    if seat is PARTNER:
        assert worker.log[:2] == ["start", "stop"]
        assert "Your partner continues when you look again." in "\n".join(
            terminal.frames[1].text_rows
        )


def test_thinking_stops_before_the_program_is_suspended_and_when_it_ends(tmp_path: Path) -> None:
    worker = ScriptedWorker()
    table = solo_turn(tmp_path, PARTNER)
    terminal, _leave = play_script(
        table, options_in(tmp_path), Interruption.SUSPENDED, worker=worker
    )
    assert worker.log == ["start", "stop"]
    assert worker.under_way is None
    for script in (("q", "y"), (Interruption.ENDED,), ("R", "y")):
        left = ScriptedWorker()
        play_script(solo_turn(tmp_path, PARTNER), options_in(tmp_path), *script, worker=left)
        assert (left.log[-1], left.under_way) == ("stop", None)
    assert "suspend" in terminal.log


def test_the_screen_stays_alive_while_the_partner_thinks(tmp_path: Path) -> None:
    worker = ScriptedWorker(at_random, patience=12)
    ticks = [Interruption.TIME_UP] * 5
    terminal, _leave = play_script(
        solo_turn(tmp_path, PARTNER),
        options_in(tmp_path),
        *ticks,
        "?",
        keys.ESCAPE,
        keys.TAB,
        keys.ESCAPE,
        Interruption.REDRAWN,
        keys.SPACE,
        *ticks,
        worker=worker,
    )
    texts = ["\n".join(frame.text_rows) for frame in terminal.frames]
    assert "Your partner is thinking ·\n" in texts[0]
    assert "Your partner is thinking ··\n" in texts[4]
    assert "keys and rules" in texts[6]
    # A text over the table did not make the partner start again.
    assert worker.log == ["start", "stop"]
    assert len(worker.jobs) >= 1
    assert worker.jobs[0].purpose is ThinkPurpose.CHOICE
    assert "is thinking" not in terminal.text
    assert "Your partner led the" in terminal.text


def test_a_thought_that_comes_while_a_text_is_read_waits_for_it_to_be_closed(
    tmp_path: Path,
) -> None:
    table = solo_turn(tmp_path, PARTNER)
    desk = options_in(tmp_path)
    job = think_of(table, desk)
    help_page = press_all(table, tmp_path, "?")
    leaving = press_all(table, tmp_path, "q")
    assert isinstance(help_page, TextScreen)
    assert isinstance(leaving, AskScreen)
    for screen in (help_page, leaving, press_all(leaving, tmp_path, "?")):
        assert not isinstance(screen, Left)
        assert stack_of(screen).background_job(desk.context) == job
        assert not screen.awaits_job
        assert screen.timeout is None


def test_the_screen_does_not_wake_up_while_nothing_is_thought(tmp_path: Path) -> None:
    context = options_in(tmp_path).context
    assert solo_turn(tmp_path, PLAYER).timeout is None
    assert solo_turn(tmp_path, PARTNER).timeout == 0.1
    assert table_in(tmp_path).timeout is None
    assert table_in(tmp_path).background_job(context) is None
    assert TitleScreen("duet", today=TodaySummary()).timeout is None
    assert TitleScreen("duet").background_job(context) is None


def test_what_the_partner_chose_is_saved_with_a_note_if_time_was_up(tmp_path: Path) -> None:
    table, desk = solo_turn(tmp_path, PARTNER), options_in(tmp_path)
    thought = replace(first_choice_of(think_of(table, desk)), cut_short=True)
    after = of_kind(TableScreen, with_answer(table, desk, thought))
    game, _saved = load_game(after.saved.path)
    assert game == after.session.game
    assert (game.header.cut_short, game.header.ai) == ((2,), BESIDE_EXPERT)
    assert game.turns[1].action == thought.action


def test_playing_again_keeps_the_partner(tmp_path: Path) -> None:
    over = at_table(TableSession(SOLO))
    for label in ("Play again", "The same deals again"):
        after = ended_with(over, options_in(tmp_path), label)
        if isinstance(after, FormScreen):
            assert (after.partner, after.names) == ("expert", ("Player", "Expert"))
            after = press_all(replace(after, row=after.deal_row), tmp_path, keys.ENTER)
        assert isinstance(after, TableScreen)
        header = after.session.game.header
        assert (header.ai, header.players) == (BESIDE_EXPERT, ("Player", "Expert"))
        assert (header.seed == SOLO.header.seed) is (label == "The same deals again")
        assert after.session.stage in (Stage.CHOICE, Stage.PARTNER)


@pytest.mark.parametrize(
    ("ai", "why"),
    [
        ((None, "granny"), "the game's partner, 'granny', is unknown"),
        (("steady", "novice"), "both seats are played by partners"),
    ],
)
def test_a_game_without_its_partner_is_not_resumed(
    tmp_path: Path, ai: tuple[str | None, str | None], why: str
) -> None:
    game = Game(replace(SOLO.header, ai=ai), SOLO.initial_state, SOLO.turns[:1])
    saved = at_table(TableSession(game)).saved
    with pytest.raises(UnknownPartnerError, match=why):
        resume_table(game, saved)
    notice = press_all(TitleScreen("duet", ((game, saved),)), tmp_path, keys.ENTER)
    assert isinstance(notice, TitleScreen)
    assert f"Could not resume: {why}" in text_of(notice)


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
        and animation_of(SOLO.states[at], turn) is not None
    )
    table = replace(solo_moment(at), saved=solo_in(tmp_path).saved)
    desk = options_in(tmp_path)
    after = of_kind(
        TableScreen, settled(do_option(table, SOLO.turns[at].action, desk.context), desk)
    )
    assert isinstance(after.mode, Animating)
    assert after.mode.is_finished


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
        if TableSession(beginning_of(SOLO, at)).stage is Stage.BETWEEN_ROUNDS
    )
    table = solo_moment(ended)
    assert "Space deals round 2: you deal, your partner leads." in text_of(table)
    assert "Space deal" in text_of(table).splitlines()[-1]


def test_a_hint_is_thought_once_by_the_adviser_and_noted_in_the_record(tmp_path: Path) -> None:
    worker = ScriptedWorker(think_it_up, patience=1)
    table = solo_turn(tmp_path, PLAYER)
    script = ("i", "i", "i", "i", keys.RIGHT)
    terminal, _leave = play_script(table, options_in(tmp_path), *script, worker=worker)
    (job,) = worker.jobs
    assert (job.purpose, job.seat, job.partner) == (ThinkPurpose.HINT, PLAYER, "expert:500")
    assert "86%" in terminal.text
    assert load_game(table.saved.path)[0].header.hints == (2,)


def test_a_further_step_of_a_hint_may_be_asked_for_while_it_is_sought(tmp_path: Path) -> None:
    asked, desk = pressed(solo_turn(tmp_path, PLAYER), tmp_path, "i"), options_in(tmp_path)
    thought = first_choice_of(think_of(asked, desk))
    early = with_answer(pressed(asked, tmp_path, "i"), desk, thought)
    assert early == pressed(with_answer(asked, desk, thought), tmp_path, "i")
    assert early != with_answer(asked, desk, thought)


def test_a_partner_without_figures_names_the_end_alone(tmp_path: Path) -> None:
    asked, desk = pressed(forest_in(tmp_path), tmp_path, "p"), options_in(tmp_path)
    told = with_answer(asked, desk, first_choice_of(think_of(asked, desk)))
    assert "Your partner would cover your end." in text_of(told)


def test_a_partner_would_resign_what_cannot_be_won(tmp_path: Path) -> None:
    header = duet(1, ("Player", "Expert"), seed=0, ai=BESIDE_EXPERT)
    path = replace(SOLO.initial_state.table.path, gems=(9,) * 11)
    first = with_table(SOLO.states[-2], path=path, round=3)
    screen = at_table(look_at_hand(TableSession(Game(header, first))))
    question = question_over(Question.HOPELESS, below=screen)
    told = press_all(question, tmp_path, "p")
    assert not isinstance(told, Left)
    assert "Your partner would resign: 99 gems on the path, but only " in text_of(told)
