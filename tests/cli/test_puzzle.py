"""The puzzle command: what it prints for other programs, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from foxduet.analysis.puzzles import puzzle_module, puzzles_of
from foxduet.cli import learn
from foxduet.cli.arguments import parse_arguments
from foxduet.cli.terminal import LookOptions
from foxduet.games.duet.rules.notation import format_position, position_of
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.store.files import records_folder
from foxduet.store.journals import LessonProgress, learning_file, update_progress
from foxduet.store.saved_games import SavedGame, latest_finished, save_game
from foxduet.store.settings import EMPTY_CONFIG, with_values
from foxduet.ui.kit.canvas import Theme
from foxduet.ui.kit.screen import Push, Transition
from foxduet.ui.lessons import LessonsScreen
from foxduet.ui.replay import ReplayScreen
from foxduet.ui.review import ReviewWaitScreen
from foxduet.words.game_words import guide_words
from foxduet.words.i18n import language_name
from foxduet.words.text import ASCII, GLYPH_SETS
from tests.support.entries import finished
from tests.support.players import VICTORY, beginning_of, header_of, played_game
from tests.support.processes import RECORDS, Call, opened, options_in
from tests.support.tables import text_of


def test_a_puzzle_is_printed_without_its_answer_unless_that_is_asked_for(call: Call) -> None:
    puzzle = puzzles_of("duet")[0]
    status, out, err = call(f"puzzle --json --number {puzzle.number}")
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert list(told) == [
        *("game", "number", "kind", "rating", "setup", "seat", "position", "choices")
    ]
    assert told["choices"] == [choice.text for choice in puzzle.choices]
    assert (told["kind"], told["rating"]) == (puzzle.kind, puzzle.rating)
    answered = json.loads(call(f"puzzle --json --answer --number {puzzle.number}")[1])
    assert answered == told | {key: answered[key] for key in ("answer", "worth")}
    assert answered["answer"] == puzzle.answer.text
    figures = [(one["choice"], one["win"], one["score"]) for one in answered["worth"]]
    assert figures == [(choice.text, choice.win, choice.score) for choice in puzzle.choices]


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_no_hidden_card_of_any_puzzle_is_printed(game: str, call: Call) -> None:
    for puzzle in puzzles_of(game):
        told = json.loads(call(f"puzzle --json --game {game} --number {puzzle.number}")[1])
        _place, hands, _decree, stock, *_rest = puzzle.position.split()
        other = hands.split("/")[["p1", "p2"].index(told["seat"]) ^ 1]
        for text in (told["position"], *told["choices"]):
            cards = {*re.findall("[1-9TE][a-z]", text)}
            assert not cards & {*re.findall("..", other), *re.findall("..", stock)}


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_the_same_day_has_the_same_puzzle_each_time(game: str, call: Call) -> None:
    lines = [call(f"puzzle --json --game {game} --day 2026-11-{day}") for day in (23, 23, 24)]
    first, again, other = ((status, json.loads(out)["number"]) for status, out, _err in lines)
    assert first == again
    assert other != first
    today = [json.loads(call(line)[1]) for line in ("puzzle --json", "puzzle --json --day")]
    assert today[0] == today[1]


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_every_kind_of_puzzle_has_a_name(game: str) -> None:
    assert guide_words(game).puzzle_kinds.keys() == {*puzzle_module(game).KINDS}


def test_each_puzzle_is_a_choice_of_one_seat_among_all_that_it_has() -> None:
    for game in ("duet", "classic"):
        for puzzle in puzzles_of(game):
            moment = puzzle.decision_point
            state, rules = moment.state, puzzle.start_game().rules
            pending = rules.pending(state)
            assert pending is not None
            assert pending.seat is moment.seat
            choices = [rules.format_action(one) for one in moment.observation.choices]
            assert [one.text for one in puzzle.choices] == choices


def test_positions_of_a_record(call: Call) -> None:
    line = f"replay {RECORDS / 'level2-victory.toml'} --positions"
    status, out, err = call(line)
    assert (status, err) == (0, "")
    assert out == (RECORDS / "level2-victory.positions").read_text("utf-8")


def test_the_good_part_of_a_broken_record_is_printed_and_the_status_is_1(
    tmp_path: Path, call: Call
) -> None:
    game = played_game(header_of())
    path = tmp_path / "game.toml"
    path.write_text(dump_record(game).replace("\n]", '\n  "team resign",\n]'), "utf-8")
    status, out, err = call(f"replay {path} --positions")
    assert status == 1
    assert out.splitlines() == [format_position(position_of(state)) for state in game.states]
    assert f"action {len(game.turns) + 1} 'team resign': the game is over" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe\x00", "invalid TOML"),
        (b"x = " + b"9" * 5000, "invalid TOML"),
        (b"x = " + b"[" * 5000, "nested to read"),
        (b"x" * 1_000_001, ": File too large"),
    ],
)
def test_files_that_are_no_records_are_refused(
    content: bytes, message: str, tmp_path: Path, call: Call
) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(content)
    status, out, err = call(f"replay {path} --positions")
    assert (status, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


def save(name: str, game: Game, at: int = 0) -> Path:
    """Save a record among the others, as if that had been at a time."""
    folder = records_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = save_game(SavedGame(folder / f"{name}.toml"), game).path
    os.utime(path, (at, at))
    return path


def test_the_game_that_ended_last_counts_whenever_its_file_was_copied() -> None:
    save("first", finished(1), at=9)
    latest = save("second", finished(2), at=5)
    save("under way", beginning_of(VICTORY, 20), at=10**10)
    branch = replace(finished(3).header, further={"branch_of": "x"})
    save("branch", replace(finished(3), header=branch), at=10**10)
    (records_folder() / "broken.toml").write_text('finished = 2099-01-01\nresult = "lost"')
    found = latest_finished(records_folder())
    assert found is not None
    assert (found[0], found[1].path) == (finished(2), latest)


def test_games_without_a_time_count_by_their_files() -> None:
    untimed = replace(VICTORY, header=replace(VICTORY.header, started=None, finished=None))
    save("old", untimed, at=1)
    latest = save("new", untimed, at=2)
    found = latest_finished(records_folder())
    assert found is not None
    assert found[1].path == latest


def test_a_replay_shows_the_last_finished_game(monkeypatch: pytest.MonkeyPatch) -> None:
    save("one", finished(1))
    save("other", finished(2))
    screen, _desk = opened("replay", monkeypatch)
    assert screen == ReplayScreen(finished(2))


def test_a_review_is_about_the_last_finished_game(monkeypatch: pytest.MonkeyPatch) -> None:
    save("one", finished(1))
    path = save("other", finished(2))
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    screen, _desk = opened("review", monkeypatch)
    assert isinstance(screen, ReviewWaitScreen)
    assert (screen.task.game, screen.task.path) == (finished(2), path)


def test_positions_are_those_of_the_last_finished_game(call: Call) -> None:
    path = save("one", finished(1))
    save("under way", beginning_of(VICTORY, 20), at=10**10)
    _status, without, _err = call("replay --positions")
    _status, named, _err = call(f"replay --positions {path}")
    assert without == named != ""


def test_a_folder_that_cannot_be_read_is_one_line(call: Call) -> None:
    records_folder().parent.mkdir(parents=True)
    records_folder().write_text("not a folder")
    status, _out, err = call("review --text")
    assert (status, err.count("\n")) == (1, 1)
    assert f"cannot read the games in {records_folder()}: " in err


def opened_lessons(line: str, monkeypatch: pytest.MonkeyPatch) -> LessonsScreen:
    """Return the first screen of a command line."""
    screen = first_of(line, monkeypatch).screen
    assert isinstance(screen, LessonsScreen)
    return screen


def first_of(line: str, monkeypatch: pytest.MonkeyPatch) -> Transition:
    """Return what a command line begins with."""
    seen: list[Transition] = []

    def show(first: Transition, *_: Any) -> int:
        seen.append(first)
        return 0

    monkeypatch.setattr(learn, "require_terminal", lambda _look: None)
    monkeypatch.setattr(learn, "run_on_terminal", show)
    run, options = parse_arguments(line.split())
    assert run(options) == 0
    (first,) = seen
    return first


def test_the_lessons_open_where_they_were_left(monkeypatch: pytest.MonkeyPatch) -> None:
    first = opened_lessons("learn", monkeypatch)
    assert first == LessonsScreen("duet")
    path = learning_file(records_folder())
    update_progress(path, "duet", partial(LessonProgress.with_finished, lesson=first.names[0]))
    again = opened_lessons("learn", monkeypatch)
    assert (again.cursor, again.progress.done) == (1, ("path",))


def test_two_people_can_learn_together(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened_lessons("learn --two", monkeypatch) == replace(
        LessonsScreen("duet"), two_people=True
    )


def test_a_lesson_opens_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    first = first_of("learn --game classic --lesson 2", monkeypatch)
    (effect,) = first.effects
    assert isinstance(effect, Push)
    assert "How many tricks to win" in text_of(effect.screen)


def test_a_game_without_lessons_is_refused(monkeypatch: pytest.MonkeyPatch, call: Call) -> None:
    monkeypatch.setattr(learn, "has_lessons", lambda _game: False)
    status, out, err = call("learn")
    assert (status, out) == (2, "")
    assert "duet has no lessons" in err


def test_damaged_progress_is_one_line_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    path = learning_file(records_folder())
    path.parent.mkdir(parents=True)
    path.write_text("[]")
    assert "damaged" in opened_lessons("learn", monkeypatch).notice


KEYS = ("theme", "mouse", "bell")
COMMANDS = ("play", "replay game.toml", "review game.toml")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_with_screens_has_a_theme_a_mouse_and_a_bell(command: str) -> None:
    usual = options_in(command).look
    assert [usual[key] for key in KEYS] == ["terminal", True, False]
    for theme in Theme:
        look = options_in(f"{command} --theme {theme.value} --no-mouse --bell").look
        assert [look[key] for key in KEYS] == [theme.value, False, True]
        assert look.look_for("duet").theme is theme


def test_no_colours_are_wanted_whatever_the_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    assert options_in("--theme night").look.uses_colours
    assert not options_in("--theme night --no-color").look.uses_colours
    monkeypatch.setenv("NO_COLOR", "1")
    assert not options_in("--theme night").look.uses_colours


@pytest.mark.parametrize(("argument", "bell"), [("", False), ("--bell", True)])
def test_the_bell_is_an_option_of_the_run(
    argument: str, bell: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    _screen, desk = opened(f"--level 2 {argument}", monkeypatch)
    assert desk.bell is bell


@pytest.mark.parametrize(
    ("session", "arguments", "is_plain"),
    [
        ("", "", True),
        ("", "--no-ascii", False),
        ("c1a0-41", "", False),
        ("c1a0-41", "--ascii", True),
    ],
)
def test_windows_is_in_unicode_where_its_terminal_is_modern_and_where_that_is_asked_for(
    session: str, arguments: str, is_plain: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.delenv("TERM", raising=False)
    monkeypatch.setenv("WT_SESSION", session)
    monkeypatch.setattr("locale.nl_langinfo", lambda _item: "cp437", raising=False)
    monkeypatch.setattr("locale.getencoding", lambda: "cp437")
    look = options_in(f"play {arguments}").look
    assert look.look_for("duet").glyphs is (
        ASCII if is_plain else GLYPH_SETS["modern" if session else "simple"]
    )
    assert language_name("fr") == ("Francais" if is_plain else "Français")
    # The next game is drawn as this one.
    config = with_values(EMPTY_CONFIG, look.arguments)
    assert LookOptions(config, {}).look_for("duet").glyphs is look.look_for("duet").glyphs
