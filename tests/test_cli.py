"""The command line: its language, its refusals in one line, its exit statuses."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

import foxduet
from foxduet import commands
from foxduet.__main__ import main
from foxduet.cli import LATEST, parse_arguments
from foxduet.daily import daily_seed
from foxduet.game import Game, Partners
from foxduet.position import format_position, position_of
from foxduet.record import dump_record
from foxduet.rules.actions import Resign
from foxduet.rules.board import Board
from foxduet.rules.cards import Seat
from foxduet.store.home import scores_file
from foxduet.ui.look import ASCII, Look
from foxduet.ui.menus import DEAL_ROW
from foxduet.ui.play import act_at_table
from foxduet.ui.screens import FormScreen, Options, Screen, TableScreen
from tests.conftest import GOLDEN
from tests.players import header_of, played_game

RECORDS = GOLDEN / "records"


def called(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> tuple[int, str, str]:
    """Run the program in this process, without a terminal; return status, output and errors."""
    monkeypatch.setattr("sys.argv", ["foxduet", *line.split()])
    try:
        status = main()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else 1
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--level 4", "argument --level: invalid choice: 4 (choose from"),
        ("--level two", "argument --level: invalid int value: 'two'"),
        (
            "dance",
            "there is no command 'dance'; the commands are play, replay, review, simulate, scores",
        ),
        ("play --nonsense", "unrecognized arguments: --nonsense"),
        ("--names Ann", "argument --names: expected 2 arguments"),
        ("--names Ann MuchTooLongAName", "'MuchTooLongAName' is not a name of 1 to 12"),
        ("--names Ann Ann", "argument --names: the players need two different names"),
        ("--seed -3", "argument --seed: "),
        ("--seed x", "'x' is not a seed; a seed is a whole number from 0 on"),
        ("--resume --level 2", "--resume goes on with a game as it is; leave out --level"),
        ("--house cards", "invalid choice: 'cards'"),
        ("--resume --solo", "--resume goes on with a game as it is; leave out --solo"),
        ("--solo granny", "argument --solo: 'granny' is no partner"),
        ("--limit 0", "argument --limit: '0' is not a time from 0.05 to 60 seconds"),
        ("--limit nan", "argument --limit: 'nan' is not a time from 0.05 to 60 seconds"),
        ("--limit 61", "argument --limit: '61' is not a time from 0.05 to 60 seconds"),
        ("--limit soon", "argument --limit: 'soon' is not a time from 0.05 to 60 seconds"),
        ("replay", "the following arguments are required: FILE"),
        ("review", "the following arguments are required: FILE"),
        ("review x --text --json", "argument --json: not allowed with argument --text"),
        ("review x --worlds 0", "argument --worlds: '0' is not a whole number from 1 on"),
        ("review x --worlds 100001", "'100001' is more than 100000 worlds"),
        ("simulate --level 2", "the following arguments are required: --games"),
        ("simulate --level 2 --games 1", "one of the arguments --seats --compare is required"),
        (
            "simulate --level 2 --games 1 --seats random,random --compare random,random",
            "argument --compare: not allowed with argument --seats",
        ),
        (
            "simulate --level 2 --games 1 --seats random,random --beside random",
            "argument --beside: only --compare has partners beside another",
        ),
        (
            "simulate --level 2 --games 1 --compare random,random --records x",
            "argument --records: not allowed with argument --compare",
        ),
        ("simulate --level 2 --games 1 --compare random,genius", "'genius' is no partner"),
        (
            "simulate --level 2 --games 1 --compare random,random --beside genius",
            "argument --beside: 'genius' is no partner",
        ),
        ("--seed \x1b[31m9", "[31m9' is not a seed"),
        ("simulate --level 2 --games 10000000000 --seats random,random", "is not a whole number"),
        ("simulate --level 2 --games 0 --seats random,random", "'0' is not a whole number from 1"),
        (
            "simulate --level 2 --games 1 --seats random",
            "argument --seats: 'random' is not two partners with a comma between, as in ",
        ),
        ("simulate --level 2 --games 1 --seats random,genius", "'genius' is no partner"),
    ],
)
def test_bad_usage_is_one_line_and_status_2(
    line: str,
    message: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    status, out, err = called(line, capsys, monkeypatch)
    assert (status, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_version_and_help(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert called("--version", capsys, monkeypatch)[:2] == (0, f"foxduet {foxduet.__version__}\n")
    status, out, _err = called("--help", capsys, monkeypatch)
    assert status == 0
    assert all(command in out for command in ("play", "replay", "simulate"))


def test_play_is_understood_where_no_command_is_named() -> None:
    assert vars(parse_arguments(["--level", "2"])) == vars(
        parse_arguments(["play", "--level", "2"])
    )
    assert parse_arguments([]).command == "play"
    assert parse_arguments(["--resume"]).resume is LATEST
    assert parse_arguments(["--resume", "."]).resume == Path(".")
    assert parse_arguments(["--resume", "x.toml"]).resume == Path("x.toml")


def test_without_a_terminal_the_game_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, out, err = called("--level 2", capsys, monkeypatch)
    assert (status, out) == (2, "")
    assert err == (
        "foxduet: the game needs a terminal for its input and its output; start it in one\n"
    )


def test_positions_of_a_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = f"replay {RECORDS / 'level2-victory.toml'} --positions"
    status, out, err = called(line, capsys, monkeypatch)
    assert (status, err) == (0, "")
    assert out == (RECORDS / "level2-victory.positions").read_text("utf-8")


def test_a_broken_record_keeps_its_good_part_and_ends_with_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = played_game(header_of())
    path = tmp_path / "game.toml"
    path.write_text(dump_record(game).replace("\n]", '\n  "team resign",\n]'))
    status, out, err = called(f"replay {path} --positions", capsys, monkeypatch)
    assert status == 1
    assert out.splitlines() == [format_position(position_of(state)) for state in game.states]
    assert f"action {len(game.turns) + 1} 'team resign': the game is over" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", 'format: -; this program reads "foxduet-record/1"'),
        (b"\xff\xfe\x00", "this is not TOML"),
        (b"x = ", "this is not TOML"),
        (b"x = " + b"9" * 5000, "this is not TOML"),
        (b"x = " + b"[" * 5000, "nested too deeply"),
        (b"x" * 1_000_001, "cannot be read: File too large"),
    ],
)
def test_files_that_are_no_records_are_refused(
    content: bytes | None,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "game.toml"
    if content is not None:
        path.write_bytes(content)
    status, out, err = called(f"replay {path} --positions", capsys, monkeypatch)
    assert (status, out) == (1, "")
    assert message in err
    assert err.count("\n") == 1


def test_control_characters_of_a_record_do_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_text(dump_record(played_game(header_of())).replace('"deal', '"\\u001b[31mdeal', 1))
    status, _out, err = called(f"replay {path} --positions", capsys, monkeypatch)
    assert status == 1
    assert err.strip().isprintable()


def test_every_option_of_a_game_reaches_it(tmp_path: Path) -> None:
    board = tmp_path / "board.toml"
    board.write_text("gems = [1, 0, 2]\nplus = [1]\nstart = 2\nforest_tokens = 1")
    line = f"--names Ann Bob --seed 5 --house memory --no-animation --ascii --board {board}"
    options = commands._options(parse_arguments(line.split()))
    assert options.names == ("Ann", "Bob")
    assert (options.seed, options.memory) == (5, True)
    assert options.board == Board(gems=(1, 0, 2), plus=(1,), start=2, forest_tokens=1)
    assert options.look == Look(ASCII, animated=False)
    plain = commands._options(parse_arguments([]))
    assert (plain.names, plain.seed, plain.memory, plain.board) == (None, None, False, None)
    assert plain.look.animated


@pytest.mark.parametrize(
    ("line", "variable", "coloured"),
    [("", "", True), ("--no-color", "", False), ("", "1", False), ("--no-color", "1", False)],
)
def test_colours_can_be_switched_off(
    line: str, variable: str, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", variable)
    assert commands._is_coloured(parse_arguments(line.split())) is coloured


@pytest.fixture
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the commands believe that there is a terminal; it must not come to be used."""
    monkeypatch.setattr(commands, "_check_terminal", lambda: None)
    monkeypatch.setattr(commands, "_show", lambda *_a, **_k: pytest.fail("nothing to be shown"))


@pytest.mark.usefixtures("_terminal")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gems = [1, 1]\nplus = []\nstart = 1\nforest_tokens = 0", "gems: the path has 2 spaces"),
        ("gems = 3", "plus: missing"),
        ("gems = [1, 1, 1]\nplus = []\nstart = 9\nforest_tokens = 0", "start: space 9 is off"),
        ("gems = [1, 1, 1]\nplus = []\nstart = 2\nforest_tokens = 2", "too short for its tokens"),
        ("gems = [9, 9, 9]\nplus = []\nstart = 2\nforest_tokens = 1", "gems: 27 gems on the"),
        ("start", "this is not TOML"),
        ("gems = " + "[" * 5000, "nested too deeply"),
    ],
)
def test_a_bad_board_is_refused_by_the_name_of_its_field(
    text: str,
    message: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "board.toml"
    path.write_text(text)
    status, _out, err = called(f"--level 2 --board {path}", capsys, monkeypatch)
    assert status == 1
    assert err.startswith(f"foxduet: the board {path}: ")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("_terminal")
def test_there_must_be_a_game_to_resume(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, _out, err = called("--resume", capsys, monkeypatch)
    assert status == 1
    assert "there is no unfinished game in" in err


@pytest.mark.usefixtures("_terminal")
def test_a_game_that_is_over_is_not_resumed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = RECORDS / "level2-victory.toml"
    status, _out, err = called(f"--resume {path}", capsys, monkeypatch)
    assert (status, err) == (
        1,
        f"foxduet: the game in {path} is over; foxduet replay {path} shows it\n",
    )


@pytest.mark.usefixtures("_terminal")
def test_a_broken_save_tells_nothing_of_its_cards_and_stays_as_it_was(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = played_game(header_of())
    text = dump_record(Game(whole.header, whole.first, whole.turns[:20]))
    path = tmp_path / "game.toml"
    path.write_text(text[:-1].replace("\n]", '\n  "p1 play 7d",\n  "p1 play 7d",\n]'))
    before = path.read_bytes()
    status, out, err = called(f"--resume {path}", capsys, monkeypatch)
    assert (status, out) == (1, "")
    assert err == f"foxduet: the record {path} is not in order; foxduet replay {path} tells where\n"
    assert path.read_bytes() == before


@pytest.mark.usefixtures("_terminal")
@pytest.mark.skipif(sys.platform == "win32", reason="the root of POSIX has /dev/null")
def test_a_home_that_cannot_be_written_is_told_of_with_a_way_out(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOXDUET_HOME", "/dev/null/home")
    status, _out, err = called("--level 2", capsys, monkeypatch)
    assert status == 1
    assert "games cannot be kept in /dev/null/home/records: Not a directory" in err
    assert "FOXDUET_HOME can name another folder" in err


def test_an_error_of_the_program_is_one_line_without_values(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_parsed: object) -> int:
        raise KeyError("7 of Doves in p2's hand")

    monkeypatch.setattr("foxduet.__main__.run", fail)
    status, _out, err = called("--level 2", capsys, monkeypatch)
    assert status == 1
    assert "an error of the program (KeyError in test_cli.py, line " in err
    assert "Doves" not in err
    assert err.count("\n") == 1


def test_output_that_nobody_reads_is_no_error() -> None:
    record = RECORDS / "level2-victory.toml"
    command = [sys.executable, "-m", "foxduet", "replay", str(record), "--positions"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(foxduet.__file__).parents[1],
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="the shell is of POSIX")
def test_without_an_output_there_is_no_traceback() -> None:
    result = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m foxduet --level 2 >&- 2>&1 <&-"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(foxduet.__file__).parents[1],
    )
    assert result.returncode == 2
    assert "Traceback" not in result.stderr + result.stdout


def test_the_module_runs_as_a_program() -> None:
    result = subprocess.run(
        [sys.executable, "-m", "foxduet", "--version"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(foxduet.__file__).parents[1],
        env={**os.environ, "PYTHONWARNINGS": "error"},
    )
    assert result.stdout == f"foxduet {foxduet.__version__}\n"


@pytest.mark.usefixtures("_terminal")
@pytest.mark.parametrize(
    ("ai", "why"),
    [
        ((None, "granny"), "its partner, 'granny', is unknown here"),
        (("steady", "expert"), "partners sit at both ends, so there is nobody to play"),
    ],
)
def test_a_game_whose_partner_is_not_there_is_not_resumed(
    ai: Partners,
    why: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = played_game(header_of())
    game = Game(replace(whole.header, ai=ai), whole.first, whole.turns[:20])
    path = tmp_path / "game.toml"
    path.write_text(dump_record(game))
    status, _out, err = called(f"--resume {path}", capsys, monkeypatch)
    assert status == 1
    assert err.startswith(f"foxduet: the game in {path} cannot be gone on with: {why}")
    assert err.count("\n") == 1
    status, out, _err = called(f"replay {path} --positions", capsys, monkeypatch)
    assert (status, out.count("\n")) == (0, 21)


def opened(line: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Screen, Options]:
    """Return the screen that a command line opens, and its options."""
    shown: list[tuple[Screen, Options]] = []

    def show(screen: Screen, options: Options, *, coloured: bool) -> int:
        shown.append((screen, options))
        return 0

    monkeypatch.setattr("foxduet.ui.terminal.check_terminal", lambda: None)
    monkeypatch.setattr(commands, "_show", show)
    assert commands.run(parse_arguments(line.split())) == 0
    return shown[0]


def test_solo_with_a_level_deals_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, options = opened("--solo --level 2 --seed 3 --limit 0.5", monkeypatch)
    assert isinstance(screen, TableScreen)
    header = screen.session.game.header
    assert (header.ai, header.players) == ((None, "expert"), ("Player", "Expert"))
    assert screen.session.viewer is Seat.P1
    assert options.limit == 0.5
    again, _options = opened("--resume", monkeypatch)
    assert isinstance(again, TableScreen)
    assert again.session == screen.session


def test_solo_without_a_level_opens_the_form_with_the_cursor_on_the_deal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen, options = opened("--solo steady --names Ann Bob", monkeypatch)
    assert screen == FormScreen(1, ("Ann", "Bob"), "steady", row=DEAL_ROW)
    assert (options.solo, options.limit) == ("steady", 1.0)


def test_the_deals_of_the_day_are_dealt_at_once_or_agreed_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    today = date.today()
    screen, options = opened("--daily --level 2 --solo novice", monkeypatch)
    assert isinstance(screen, TableScreen)
    header = screen.session.game.header
    assert (header.seed, header.ai) == (daily_seed(today, 2), (None, "novice"))
    assert options.scores == scores_file()
    form, _options = opened("--daily", monkeypatch)
    assert isinstance(form, FormScreen)
    assert (form.day, form.played, form.row) == (today, ("", "", ""), DEAL_ROW)
    act_at_table(screen, Resign(), options)
    again, _options = opened("--daily --level 2", monkeypatch)
    assert isinstance(again, FormScreen)
    assert (again.level, again.row) == (2, DEAL_ROW)
    assert again.played[1].startswith("resigned in round 1")
    other, _options = opened("--daily --level 3", monkeypatch)
    assert isinstance(other, TableScreen)
