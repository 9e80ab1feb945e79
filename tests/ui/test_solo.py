"""Playing beside a partner: whose turn it is, what is thought when, and what is kept."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.thought import Thought
from foxduet.errands import Errand, Purpose
from foxduet.game import Game, Header, chance_of
from foxduet.rules.actions import Choice, Play, Resign
from foxduet.rules.cards import Seat
from foxduet.rules.observation import Observation, observe
from foxduet.rules.state import Outcome
from foxduet.session import Session, Stage
from foxduet.session import look as look_at_hand
from foxduet.store.records import load_game
from foxduet.ui import keys
from foxduet.ui.app import hidden, later, patience, press
from foxduet.ui.attending import considered, errand_of, is_awaited
from foxduet.ui.keeping import ResumeError, resume
from foxduet.ui.look import Look
from foxduet.ui.menu_keys import title
from foxduet.ui.play import act_at_table
from foxduet.ui.screens import (
    AskScreen,
    FormScreen,
    Hint,
    Leave,
    Options,
    Question,
    ReaderScreen,
    Screen,
    TableScreen,
    TitleScreen,
)
from foxduet.ui.shell import Input, Interruption
from foxduet.ui.walking import walk_of
from tests.strategies import few, seeds
from tests.ui.solo import (
    BESIDE_EXPERT,
    PARTNER,
    PLAYER,
    SOLO,
    after_partner,
    made_up,
    solo_in,
    solo_moment,
    think_it_up,
    turns_before,
)
from tests.ui.tables import (
    STILL,
    WINDOW,
    ScriptedThinker,
    at_table,
    cards_in,
    next_key,
    open_cards,
    options_in,
    play_script,
    press_all,
    pressed,
    table_in,
    text_of,
)
from tests.ui.test_secrets import told_openly

FOLLOW = turns_before(Choice.PLAY, PLAYER, following=True)
THINKING = turns_before(Choice.PLAY, PARTNER, following=True)
FOREST = turns_before(Choice.FOREST, None)


def first_choice_of(errand: Errand) -> Thought:
    """Choose the first of the choices, without figures."""
    return Thought(errand.observation.choices[0])


def at_random(errand: Errand) -> Thought:
    """Choose by the errand's own chance."""
    return Thought(errand.chance.choice(errand.observation.choices))


def solo_turn(folder: Path, seat: Seat, look: Look = STILL) -> TableScreen:
    """Return a fresh game in which ``seat`` leads first."""
    return next(
        screen
        for screen in (solo_in(folder, seed=seed, look=look) for seed in range(20))
        if screen.session.actor is seat
    )


def with_thoughts(screen: Screen, options: Options) -> Screen:
    """Return what a screen becomes when all that it waits for has been thought."""
    while (errand := errand_of(screen)) is not None and is_awaited(screen, errand):
        screen = considered(screen, errand, at_random(errand), options)
    return screen


def played_by_keys(start: Screen, options: Options, rng: Random) -> list[TableScreen]:
    """Play a solo game to its end by random keys; return every table on the way."""
    tables: list[TableScreen] = []
    current: Screen | Leave = start
    while True:
        assert not isinstance(current, Leave)
        if isinstance(current, TableScreen):
            tables.append(current)
            if current.session.stage is Stage.OVER and not (current.walk or current.pause):
                return tables
            if (thought_over := with_thoughts(current, options)) is not current:
                current = thought_over
                continue
        key = next_key(current, rng) if isinstance(current, TableScreen) else "n"
        current = press(current, key, WINDOW, options)


@few(5)
@given(st.integers(1, 3), seeds, st.sampled_from([STILL, Look()]))
def test_no_frame_of_a_solo_game_shows_a_card_of_the_partner(
    level: int, seed: int, look: Look
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = options_in(Path(folder), look)
        start = solo_in(Path(folder), level, seed, look)
        for screen in played_by_keys(start, options, Random(seed)):
            session = screen.session
            own = observe(session.state, PLAYER)
            told = open_cards(session) | told_openly(session, (PLAYER,))
            allowed = told | {*own.hand}
            if own.own_offer is not None:
                allowed.add(own.own_offer)
            assert cards_in(text_of(screen, look=look)) <= allowed
            if session.stage in (Stage.CHOICE, Stage.PARTNER):
                assert cards_in(text_of(hidden(screen))) <= told
            for steps in (2, 3):
                if session.stage is Stage.CHOICE and not screen.walk:
                    hinted = replace(screen, hint=Hint(made_up(own), steps))
                    assert cards_in(text_of(hinted, look=look)) <= allowed
            assert session.stage is not Stage.HANDOFF


@few(5)
@given(st.integers(1, 3), seeds)
def test_what_a_partner_is_asked_is_what_its_seat_may_know(level: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        options = options_in(Path(folder))
        start = solo_in(Path(folder), level, seed)
        for screen in played_by_keys(start, options, Random(seed)):
            errand = errand_of(screen)
            if errand is not None:
                assert errand.purpose is Purpose.CHOICE
                assert errand.observation == observe(screen.session.state, PARTNER)
                assert errand.observation.choices


def test_the_same_seed_and_choices_repeat_a_game_and_resuming_changes_nothing(
    tmp_path: Path,
) -> None:
    options = options_in(tmp_path)
    first = played_by_keys(solo_in(tmp_path), options, Random(3))
    second = played_by_keys(solo_in(tmp_path), options, Random(3))
    assert first[-1].session.game.turns == second[-1].session.game.turns
    at = next(i for i, table in enumerate(first) if table.session.stage is Stage.PARTNER)
    resumed = resume(first[at].session.game, first[at].saved)
    assert resumed.session == first[at].session
    after = with_thoughts(resumed, options)
    assert isinstance(after, TableScreen)
    assert after.session.game.turns == with_thoughts(first[at], options).session.game.turns  # type: ignore[union-attr]


def test_the_person_s_hand_is_in_sight_at_once_and_on_resuming(tmp_path: Path) -> None:
    screen = solo_turn(tmp_path, PLAYER)
    assert screen.session.stage is Stage.CHOICE
    assert set(screen.session.state.hands[PLAYER]) <= cards_in(text_of(screen))
    waiting = solo_turn(tmp_path, PARTNER)
    assert waiting.session.stage is Stage.PARTNER
    assert "Expert is thinking ·" in text_of(waiting)
    resumed = resume(*load_game(screen.saved.path))
    assert resumed.session == screen.session
    assert resumed.cursor == screen.cursor


@pytest.mark.parametrize("cover", ["b", Interruption.SUSPENDED, Interruption.CONTINUED])
@pytest.mark.parametrize("seat", [PLAYER, PARTNER])
def test_a_covered_hand_comes_back_with_enter_and_nothing_is_thought_meanwhile(
    tmp_path: Path, cover: str | Interruption, seat: Seat
) -> None:
    thinker = ScriptedThinker()
    terminal, _leave = play_script(
        solo_turn(tmp_path, seat), options_in(tmp_path), cover, "x", keys.ENTER, thinker=thinker
    )
    hands = [len(cards_in("\n".join(frame.lines))) > 5 for frame in terminal.frames]
    assert hands == [True, False, False, True]
    assert "Press Enter to see your hand." in "\n".join(terminal.frames[1].lines)
    assert len(thinker.errands) == (2 if seat is PARTNER else 0)
    if seat is PARTNER:
        assert thinker.log[:2] == ["start", "stop"]
        assert "Expert goes on when you look again." in "\n".join(terminal.frames[1].lines)


def test_thinking_stops_before_the_program_is_suspended_and_when_it_ends(tmp_path: Path) -> None:
    thinker = ScriptedThinker()
    table = solo_turn(tmp_path, PARTNER)
    terminal, _leave = play_script(
        table, options_in(tmp_path), Interruption.SUSPENDED, thinker=thinker
    )
    assert thinker.log == ["start", "stop"]
    assert thinker.under_way is None
    for script in (("q", keys.ENTER), (Interruption.ENDED,), ("R", "y")):
        left = ScriptedThinker()
        play_script(solo_turn(tmp_path, PARTNER), options_in(tmp_path), *script, thinker=left)
        assert (left.log[-1], left.under_way) == ("stop", None)
    assert "suspend" in terminal.log


def test_the_screen_stays_alive_while_the_partner_thinks(tmp_path: Path) -> None:
    thinker = ScriptedThinker(at_random, patience=12)
    ticks = [Interruption.TIME_UP] * 5
    terminal, _leave = play_script(
        solo_turn(tmp_path, PARTNER),
        options_in(tmp_path),
        *ticks,
        "?",
        keys.ESCAPE,
        keys.TAB,
        keys.ESCAPE,
        Interruption.RESIZED,
        keys.ENTER,
        *ticks,
        thinker=thinker,
    )
    texts = ["\n".join(frame.lines) for frame in terminal.frames]
    assert "Expert is thinking ·\n" in texts[0]
    assert "Expert is thinking ··\n" in texts[4]
    assert "What you are after" in texts[6]
    # A text over the table did not make the partner begin anew.
    assert thinker.log == ["start", "stop"]
    assert len(thinker.errands) >= 1
    assert thinker.errands[0].purpose is Purpose.CHOICE
    assert "is thinking" not in terminal.text
    assert "Expert led the" in terminal.text


def test_a_thought_that_comes_while_a_text_is_read_waits_for_it_to_be_closed(
    tmp_path: Path,
) -> None:
    table = solo_turn(tmp_path, PARTNER)
    errand = errand_of(table)
    assert errand is not None
    help_page = press_all(table, tmp_path, "?")
    leaving = press_all(table, tmp_path, "q")
    assert isinstance(help_page, ReaderScreen)
    assert isinstance(leaving, AskScreen)
    for screen in (help_page, leaving, press_all(leaving, tmp_path, "?")):
        assert not isinstance(screen, Leave)
        assert errand_of(screen) == errand
        assert not is_awaited(screen, errand)
        assert patience(screen) is None


def test_there_is_no_waking_up_when_nothing_is_thought(tmp_path: Path) -> None:
    assert patience(solo_turn(tmp_path, PLAYER)) is None
    assert patience(solo_turn(tmp_path, PARTNER)) == 0.1
    assert patience(table_in(tmp_path)) is None
    assert errand_of(table_in(tmp_path)) is None
    assert errand_of(title(options_in(tmp_path))) is None


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


def test_what_the_partner_chose_is_on_file_with_a_note_if_time_was_up(tmp_path: Path) -> None:
    table = solo_turn(tmp_path, PARTNER)
    errand = errand_of(table)
    assert errand is not None
    thought = replace(first_choice_of(errand), cut_short=True)
    after = considered(table, errand, thought, options_in(tmp_path))
    assert isinstance(after, TableScreen)
    game, _saved = load_game(after.saved.path)
    assert game == after.session.game
    assert (game.header.cut_short, game.header.ai) == ((2,), BESIDE_EXPERT)
    assert game.turns[1].action == thought.action


def test_a_hint_is_thought_once_and_told_in_three_steps(tmp_path: Path) -> None:
    thinker = ScriptedThinker(think_it_up, patience=1)
    table = solo_turn(tmp_path, PLAYER)
    terminal, _leave = play_script(
        table, options_in(tmp_path), "i", "i", "i", "i", keys.RIGHT, thinker=thinker
    )
    assert [one.purpose for one in thinker.errands] == [Purpose.HINT]
    assert thinker.errands[0].seat is PLAYER
    assert thinker.errands[0].partner == "expert:500"
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
    assert asked.hint is not None
    away = pressed(asked, tmp_path, keys.ESCAPE)
    assert away.hint is None
    assert away.session is asked.session


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


def test_a_hint_is_forgotten_when_a_card_is_played_or_the_hand_covered(tmp_path: Path) -> None:
    table = pressed(solo_turn(tmp_path, PLAYER), tmp_path, "i")
    shown = replace(table, hint=Hint(made_up(observe(table.session.state, PLAYER)), 3))
    assert "to win" in text_of(shown)
    assert pressed(shown, tmp_path, keys.ENTER).hint is None
    covered = pressed(shown, tmp_path, "b")
    assert covered.hint is None
    again = pressed(covered, tmp_path, keys.ENTER, "i")
    assert again.session.game.header.hints == (2,)


def test_two_people_are_given_hints_for_the_hand_in_sight_only(tmp_path: Path) -> None:
    waiting = table_in(tmp_path)
    assert pressed(waiting, tmp_path, "i") == waiting
    looking = pressed(waiting, tmp_path, keys.ENTER, "i")
    errand = errand_of(looking)
    assert errand is not None
    assert errand.seat is looking.session.viewer
    played = pressed(looking, tmp_path, keys.ENTER)
    assert played.hint is None
    assert errand_of(played) is None


def forest_in(folder: Path) -> TableScreen:
    """Return the forest choice of the fixed game, on file."""
    return replace(solo_moment(FOREST), saved=solo_in(folder).saved)


def test_the_partner_says_at_which_end_it_would_place_the_token(tmp_path: Path) -> None:
    thinker = ScriptedThinker(think_it_up, patience=2)
    terminal, _leave = play_script(
        forest_in(tmp_path),
        options_in(tmp_path),
        "p",
        Interruption.TIME_UP,
        Interruption.TIME_UP,
        keys.RIGHT,
        keys.ENTER,
        thinker=thinker,
    )
    assert [(one.purpose, one.seat) for one in thinker.errands] == [(Purpose.ADVICE, PARTNER)]
    assert "Expert is thinking" in "\n".join(terminal.frames[1].lines)
    told = "\n".join(terminal.frames[3].lines)
    assert "Expert would cover Expert's end: about 86 % to win against 65 %." in told
    assert "Expert would" not in terminal.text


def test_a_partner_without_figures_names_the_end_alone(tmp_path: Path) -> None:
    asked = pressed(forest_in(tmp_path), tmp_path, "p")
    errand = errand_of(asked)
    assert errand is not None
    told = considered(asked, errand, first_choice_of(errand), options_in(tmp_path))
    assert "Expert would cover Player's end." in text_of(told)


def test_a_hint_at_the_forest_has_a_bar_for_each_end(tmp_path: Path) -> None:
    thinker = ScriptedThinker(think_it_up)
    terminal, _leave = play_script(
        forest_in(tmp_path), options_in(tmp_path), "i", "i", "i", thinker=thinker
    )
    assert "Player's end ███▉   65%   Expert's end █████▏ 86%" in terminal.text


def test_a_partner_asked_about_resigning_in_a_round_goes_by_what_lies_open(tmp_path: Path) -> None:
    for table in (solo_turn(tmp_path, PLAYER), solo_turn(tmp_path, PARTNER)):
        question = press_all(table, tmp_path, "R")
        assert isinstance(question, AskScreen)
        assert "p: ask Expert" in text_of(question)
        told = press_all(question, tmp_path, "p")
        assert isinstance(told, AskScreen)
        assert "Expert would play on. Gems on the path: 13, tricks left: 33" in text_of(told)
        before, after = errand_of(question), errand_of(told)
        assert before == after
        back = pressed(told, tmp_path, "n")
        assert back.session == table.session
        assert pressed(told, tmp_path, "y").session.state.outcome is Outcome.RESIGNED


def test_between_rounds_a_partner_asked_about_resigning_has_figures(tmp_path: Path) -> None:
    thinker = ScriptedThinker(think_it_up, patience=1)
    terminal, _leave = play_script(
        forest_in(tmp_path),
        options_in(tmp_path),
        "R",
        "p",
        Interruption.TIME_UP,
        Interruption.TIME_UP,
        thinker=thinker,
    )
    assert "Expert is thinking" in "\n".join(terminal.frames[2].lines)
    assert "Expert would play on: about 86 % to win." in terminal.text


def test_a_partner_would_resign_what_cannot_be_won(tmp_path: Path) -> None:
    header = Header(level=1, players=("Player", "Expert"), seed=0, ai=BESIDE_EXPERT)
    path = replace(SOLO.first.path, gems=(9,) * 11)
    first = replace(SOLO.states[-2], path=path, round=3)
    screen = at_table(look_at_hand(Session(Game(header, first))))
    question = AskScreen(Question.HOPELESS, screen)
    told = press_all(question, tmp_path, "p")
    assert not isinstance(told, Leave)
    assert "Expert would resign. Gems on the path: 99, tricks left: " in text_of(told)


def test_nobody_is_asked_where_two_people_play_or_about_leaving(tmp_path: Path) -> None:
    two = press_all(table_in(tmp_path), tmp_path, "R")
    assert press_all(two, tmp_path, "p") == two  # type: ignore[arg-type]
    assert "ask" not in text_of(two)  # type: ignore[arg-type]
    leaving = press_all(solo_turn(tmp_path, PLAYER), tmp_path, "q")
    assert press_all(leaving, tmp_path, "p") == leaving  # type: ignore[arg-type]


def test_playing_again_keeps_the_partner(tmp_path: Path) -> None:
    over = at_table(Session(SOLO))
    again = pressed(over, tmp_path, keys.ENTER)
    assert again.session.game.header.ai == BESIDE_EXPERT
    assert again.session.game.header.players == ("Player", "Expert")
    assert again.session.stage in (Stage.CHOICE, Stage.PARTNER)


@pytest.mark.parametrize(
    ("ai", "why"),
    [
        ((None, "granny"), "its partner, 'granny', is unknown here"),
        (("steady", "novice"), "partners sit at both ends"),
    ],
)
def test_a_game_without_its_partner_is_not_resumed(
    tmp_path: Path, ai: tuple[str | None, str | None], why: str
) -> None:
    game = Game(replace(SOLO.header, ai=ai), SOLO.first, SOLO.turns[:1])
    saved = at_table(Session(game)).saved
    with pytest.raises(ResumeError, match=why):
        resume(game, saved)
    notice = press_all(TitleScreen((game, saved)), tmp_path, keys.ENTER)
    assert isinstance(notice, TitleScreen)
    assert "This game cannot be resumed here; foxduet --resume says why." in text_of(notice)


def test_a_person_may_sit_at_the_right_end(tmp_path: Path) -> None:
    header = replace(SOLO.header, ai=("steady", None))
    screen = resume(Game(header, SOLO.first, SOLO.turns[:1]), solo_in(tmp_path).saved)
    assert (screen.session.person, screen.session.partner) == (Seat.P2, "steady")
    assert cards_in(text_of(screen)) >= set(screen.session.state.hands[Seat.P2])
    tables = played_by_keys(screen, options_in(tmp_path), Random(1))
    hidden = {card for table in tables[:1] for card in table.session.state.hands[Seat.P1]}
    assert not cards_in(text_of(tables[0])) & (hidden - open_cards(tables[0].session))


def test_the_form_offers_partners_and_names_to_go_with_them(tmp_path: Path) -> None:
    options = options_in(tmp_path)
    form = press_all(title(options), tmp_path, keys.ENTER, keys.DOWN, keys.RIGHT)
    assert isinstance(form, FormScreen)
    assert (form.partner, form.names) == ("novice", ("Player", "Novice"))
    expert = press_all(form, tmp_path, keys.RIGHT, keys.RIGHT, keys.RIGHT)
    assert isinstance(expert, FormScreen)
    assert (expert.partner, expert.names) == ("expert", ("Player", "Expert"))
    named = replace(expert, names=("Ann", "Expert"))
    back = press_all(named, tmp_path, keys.LEFT)
    assert isinstance(back, FormScreen)
    assert (back.partner, back.names) == ("steady", ("Ann", "Expert"))
    two = press_all(form, tmp_path, keys.LEFT, keys.LEFT)
    assert isinstance(two, FormScreen)
    assert (two.partner, two.names) == (None, ("Left", "Right"))
    dealt = press_all(replace(expert, row=4), tmp_path, keys.ENTER)
    assert isinstance(dealt, TableScreen)
    assert dealt.session.game.header.ai == BESIDE_EXPERT


def test_a_partner_named_on_the_command_line_is_in_the_form(tmp_path: Path) -> None:
    options = replace(options_in(tmp_path), solo="steady:3", names=("Ann", "Bob"))
    form = press(title(options), keys.ENTER, WINDOW, options)
    assert isinstance(form, FormScreen)
    assert (form.partner, form.names) == ("steady:3", ("Ann", "Bob"))
    assert "Steady:3" in text_of(form)
    form = replace(form, row=1)
    other = press(form, keys.LEFT, WINDOW, options)
    assert isinstance(other, FormScreen)
    assert (other.partner, other.names) == ("expert", ("Ann", "Bob"))
    assert press(other, keys.RIGHT, WINDOW, options) == form


def test_chance_is_seeded_so_that_a_partner_repeats_itself() -> None:
    game = solo_moment(THINKING).session.game
    errand = errand_of(solo_moment(THINKING))
    assert errand is not None
    assert errand.chance.random() == chance_of(game, PARTNER).random()
    assert isinstance(errand.observation, Observation)
    assert isinstance(SOLO.turns[THINKING].action, Play)
    assert Resign() not in errand.observation.choices
