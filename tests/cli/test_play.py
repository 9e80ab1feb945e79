"""The play command: what it opens, and which games it does not resume."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from foxduet.cli import play
from foxduet.core.common import Seat
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.state import Outcome, Setup
from foxduet.play.game import Game, PartnerNames, daily_seed
from foxduet.play.record import dump_record
from foxduet.store.files import records_folder, scores_file
from foxduet.store.saved_games import load_game
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.screen import Next, Options
from foxduet.ui.menu.form import FormScreen, header_of, new_form
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Handoff
from foxduet.words.glyphs import ASCII
from tests.support.calls import Call, opened, options_in
from tests.support.entries import resigned_at_table
from tests.support.machine import RECORDS
from tests.support.players import beginning_of, played_game
from tests.support.players import header_of as some_header


def screen_options(line: str) -> Options:
    """Return what a command line says for all screens."""
    return play.options_for_screens(options_in(line))


def form_of(options: Options) -> FormScreen:
    """Return the form of a new game."""
    form = new_form(options).screen
    assert isinstance(form, FormScreen)
    return form


def test_every_option_of_a_game_reaches_it(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text("gems = [1, 0, 2]\nplus = [1]\nstart = 2\nforest_tokens = 1")
    line = f"--names Ann Bob --seed 5 --house memory --no-animation --ascii --board {board}"
    options = screen_options(line)
    assert options.names == ("Ann", "Bob")
    assert (options.seed, options.memory) == (5, True)
    own = Board(gems=(1, 0, 2), plus=(1,), start=2, forest_tokens=1)
    assert header_of(form_of(options), options).setup == Setup(1, own)
    level_3 = screen_options(f"--level 3 {line}")
    assert header_of(form_of(level_3), level_3).setup == Setup(3, own)
    assert options.look == Look(ASCII, animated=False, keyboard="system")
    plain = screen_options("")
    assert (plain.names, plain.seed, plain.memory, plain.setup) == (None, None, False, {})
    assert header_of(form_of(plain), plain).setup == Setup(1)
    assert plain.look.animated


@pytest.mark.parametrize(
    ("line", "variable", "coloured"),
    [("", "", True), ("--no-color", "", False), ("", "1", False), ("--no-color", "1", False)],
)
def test_colours_can_be_switched_off(
    line: str, variable: str, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", variable)
    assert options_in(line).look.coloured is coloured


def test_without_options_the_title_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened("", monkeypatch)[0] == TitleScreen("duet", newcomer=True)
    table, _options = opened("--level 3", monkeypatch)
    assert isinstance(table, TableScreen)
    title, _options = opened("", monkeypatch)
    assert isinstance(title, TitleScreen)
    assert title.unfinished_games
    assert title.unfinished_games[0][0] == table.session.game


def test_solo_with_a_level_deals_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, desk = opened("--solo --level 2 --seed 3 --limit 0.5", monkeypatch)
    assert isinstance(screen, TableScreen)
    header = screen.session.game.header
    assert (header.ai, header.players) == ((None, "expert"), ("Player", "Expert"))
    assert screen.session.viewer is Seat.P1
    assert desk.limit == 0.5
    again, _options = opened("--resume", monkeypatch)
    assert isinstance(again, TableScreen)
    assert again.session == screen.session


def test_solo_without_a_level_opens_the_form_with_the_cursor_on_the_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, desk = opened("--solo steady --names Ann Bob", monkeypatch)
    assert screen == FormScreen(
        "duet", {"level": 1}, ("Ann", "Bob"), "steady", row=8, other_names=("Ann", "Bob")
    )
    assert isinstance(screen, FormScreen)
    assert screen.row == screen.deal_row
    assert (desk.solo, desk.limit) == ("steady", 1.0)


def test_the_deals_of_the_day_are_dealt_at_once_or_agreed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    today = date.today()
    screen, desk = opened("--daily --level 2 --solo novice", monkeypatch)
    assert isinstance(screen, TableScreen)
    header = screen.session.game.header
    assert (header.seed, header.ai) == (daily_seed(today, "level 2"), (None, "novice"))
    assert desk.scores == scores_file()
    form, _options = opened("--daily", monkeypatch)
    assert isinstance(form, FormScreen)
    assert (form.day, form.played, form.row) == (today, (), form.deal_row)
    resigned_at_table(screen, desk)
    again, _options = opened("--daily --level 2 --solo steady", monkeypatch)
    assert isinstance(again, FormScreen)
    assert (again.setup, again.row) == (Setup(2), again.deal_row)
    assert [game.summary.outcome for game in again.played] == [Outcome.RESIGNED]
    for another in ("--daily --level 3 --solo", "--daily --level 2"):
        # Another level, and other people.
        other, _options = opened(another, monkeypatch)
        assert isinstance(other, TableScreen)


@pytest.fixture
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands believe that there is a terminal; it must not be used."""
    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    monkeypatch.setattr(play, "show_until", lambda *_a, **_k: pytest.fail("nothing to be shown"))


@pytest.mark.usefixtures("_terminal")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "gems = [1, 1]\nplus = []\nstart = 1\nforest_tokens = 0",
            "gems: a path has 3 to 19 spaces, not 2",
        ),
        ("gems = 3", "plus: missing"),
        ("gems = [1, 1, 1]\nplus = []\nstart = 9\nforest_tokens = 0", "start: space 9 is off"),
        ("gems = [1, 1, 1]\nplus = []\nstart = 2\nforest_tokens = 2", "too short for its tokens"),
        ("gems = [9, 9, 9]\nplus = []\nstart = 2\nforest_tokens = 1", "gems: 27 gems on the"),
        ("start", "this is not TOML"),
        ("gems = " + "[" * 5000, "nested too deeply"),
    ],
)
def test_a_bad_board_is_refused_by_the_name_of_its_field(
    text: str, message: str, tmp_path: Path, call: Call
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text, "utf-8")
    status, _out, err = call(f"--level 2 --board {path}")
    assert status == 1
    assert err.startswith(f"foxduet: the board {path}: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("_terminal")
def test_there_must_be_a_game_to_resume(call: Call) -> None:
    status, _out, err = call("--resume")
    assert status == 1
    assert "there is no unfinished game in" in err


@pytest.mark.usefixtures("_terminal")
def test_a_game_that_is_over_is_not_resumed(call: Call) -> None:
    path = RECORDS / "level2-victory.toml"
    status, _out, err = call(f"--resume {path}")
    assert (status, err) == (
        1,
        f"foxduet: the game in {path} is over; foxduet replay {path} shows it\n",
    )


def damaged_save(folder: Path, name: str = "game") -> Path:
    """Write the save of a game whose 21st action is damaged; return its path."""
    text = dump_record(beginning_of(played_game(some_header()), 20))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.toml"
    path.write_text(text[:-1].replace("\n]", '\n  "p1 play 7d",\n  "p1 play 7d",\n]'))
    return path


def resumed_screen(monkeypatch: pytest.MonkeyPatch) -> list[Next]:
    """Let commands show nothing; return the list of what they would have shown first."""
    shown: list[Next] = []

    def show(first: Next, *_options: object) -> tuple[int, None]:
        shown.append(first)
        return 0, None

    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    monkeypatch.setattr(play, "show_until", show)
    return shown


@pytest.mark.parametrize("damage", ["action", "result", "cut"])
def test_a_damaged_save_is_resumed_from_before_its_damage_with_no_hand_in_sight(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    path = damaged_save(tmp_path)
    whole = dump_record(beginning_of(played_game(some_header()), 20))
    if damage != "action":
        path.write_text(whole[:-3] if damage == "cut" else whole.replace('"*"', '"("'))
    before = path.read_bytes()
    shown = resumed_screen(monkeypatch)
    status, out, err = call(f"--resume {path}")
    ((first, aside),) = ((one, two) for one in shown for two in tmp_path.glob("*-damaged-*"))
    assert (status, out) == (0, "")
    assert err == (
        f"foxduet: the save {path} was damaged: the game continues from before that, and all of "
        f"the save is now {aside}\n"
    )
    assert aside.read_bytes() == before
    # Nobody knows whether the line that is cut off was whole.
    turns = 19 if damage == "cut" else 20
    assert load_game(path)[0] == beginning_of(played_game(some_header()), turns)
    assert isinstance(first.screen, TableScreen)
    assert isinstance(first.screen.shows, Handoff)
    assert first.screen.session.viewer is None


def test_a_record_that_is_broken_from_its_deal_on_reveals_no_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    path = damaged_save(tmp_path)
    path.write_text(path.read_text().replace("deal p", "deal x"))
    before = path.read_bytes()
    resumed_screen(monkeypatch)
    status, out, err = call(f"--resume {path}")
    assert (status, out) == (1, "")
    assert err == f"foxduet: the record {path} is not valid; foxduet replay {path} shows where\n"
    assert path.read_bytes() == before


def test_a_damaged_save_is_named_where_the_last_game_is_resumed(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    damaged = damaged_save(records_folder(), "damaged")
    os.utime(damaged, (5, 5))
    shown = resumed_screen(monkeypatch)
    sentence = f"the save {damaged} of an unfinished game is damaged; "
    command = f"--resume {damaged} continues it from before the damage, and shows no hand\n"
    for saved_at, status in ((None, 1), (4, 1), (6, 0)):
        if saved_at is not None:
            good = records_folder() / "good.toml"
            good.write_text(dump_record(beginning_of(played_game(some_header()), 9)))
            os.utime(good, (saved_at, saved_at))
        ended, out, err = call("--resume")
        assert (ended, out, err.count("\n")) == (status, "", 1)
        assert sentence in err
        assert err.endswith(command)
    assert len(shown) == 1


@pytest.mark.usefixtures("_terminal")
@pytest.mark.parametrize(
    ("ai", "why"),
    [
        ((None, "granny"), "its partner, 'granny', is unknown here"),
        (("steady", "expert"), "partners sit at both ends, so there is nobody to play"),
    ],
)
def test_a_game_whose_partner_is_unknown_is_not_resumed(
    ai: PartnerNames, why: str, tmp_path: Path, call: Call
) -> None:
    whole = played_game(some_header())
    game = Game(replace(whole.header, ai=ai), whole.first, whole.turns[:20])
    path = tmp_path / "game.toml"
    path.write_text(dump_record(game), "utf-8")
    status, _out, err = call(f"--resume {path}")
    assert status == 1
    assert err.startswith(f"foxduet: the game in {path} cannot be resumed: {why}")
    assert err.count("\n") == 1
    status, out, _err = call(f"replay {path} --positions")
    assert (status, out.count("\n")) == (0, 21)


@pytest.mark.usefixtures("_terminal")
@pytest.mark.skipif(sys.platform == "win32", reason="the root of POSIX has /dev/null")
@pytest.mark.parametrize("line", ["--level 2", "--daily --level 2", "--solo --level 1"])
def test_a_home_that_cannot_be_written_is_reported_with_a_way_out(
    line: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("FOXDUET_HOME", "/dev/null/home")
    status, _out, err = call(line)
    assert (status, err.count("\n")) == (1, 1)
    assert "games cannot be saved in /dev/null/home/records: Not a directory" in err
    assert "FOXDUET_HOME can name another folder" in err
