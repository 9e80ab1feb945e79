"""A third game goes through every command and the table; missing parts are reported as such."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import foxduet
from foxduet.cli.arguments import COMMANDS
from foxduet.core import registry
from foxduet.play.game import Game
from foxduet.play.record import load_record
from foxduet.ui.form import FormScreen
from foxduet.ui.kit import keys
from foxduet.ui.table.moves import end_actions_for
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing, GameOver
from tests.contract.highcard.faces import card_text
from tests.contract.highcard.game import GAME as HIGHCARD
from tests.contract.highcard.game import hidden, played, saved
from tests.support.processes import PATIENCE_SECONDS, PROJECT, Call, beside_waiting, opened
from tests.support.tables import later, press_keys, tables_of_game, text_of

pytestmark = pytest.mark.usefixtures("_seeming_terminal")
SIMULATE = "simulate --game highcard --deals 2 --games 4 --seed 5"

with_sockets = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")
both_languages = pytest.mark.parametrize("language", ["en", "fr"])


@pytest.fixture(autouse=True)
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "highcard", HIGHCARD)


def begun(turns: int = 5) -> Game:
    whole = played()
    return Game(whole.header, whole.initial_state, whole.turns[:turns])


@both_languages
@pytest.mark.parametrize(
    "line",
    [
        *("help", "help rules", "help simulate", "config", "--help", "--version"),
        *(f"{command} --help" for command in COMMANDS),
        *(f"{SIMULATE} --seats {seats}" for seats in ("random,novice", "steady,expert:2")),
        f"{SIMULATE} --seats steady:30%,steady --json",
        *(f"{SIMULATE} --compare steady,random{form}" for form in ("", " --json")),
        *("scores", "scores --json", "scores --csv", "scores --game highcard"),
        *("scores --game highcard --deals 1 --json", "scores --game highcard --csv"),
        "replay --positions {record}",
    ],
)
def test_every_command_answers(language: str, line: str, call: Call, home: Path) -> None:
    record = saved(played(), home)
    saved(played(2, ("random", "expert:2"), (None, "expert:2")), home, "alone")
    status, out, err = call(f"--lang {language} {line}".format(record=record))
    assert (status, err) == (0, "")
    assert out


@both_languages
@pytest.mark.parametrize(
    ("line", "status", "reason"),
    [
        ("learn --game highcard", 2, {"en": "highcard has no lessons", "fr": "leçons"}),
        (
            "--game highcard --daily",
            2,
            {"en": "not available with --game highcard", "fr": "highcard"},
        ),
        (
            "scores --game highcard --par",
            2,
            {"en": "not available with --game highcard", "fr": "highcard"},
        ),
        (
            "review {record}",
            1,
            {"en": "highcard has no reviews", "fr": "le jeu highcard n\u2019a pas d\u2019analyses"},
        ),
        (
            "review --text {record}",
            1,
            {"en": "highcard has no reviews", "fr": "le jeu highcard n\u2019a pas d\u2019analyses"},
        ),
    ],
)
def test_what_it_lacks_is_said_in_a_line(
    language: str, line: str, status: int, reason: dict[str, str], call: Call, home: Path
) -> None:
    found, out, err = call(f"--lang {language} {line}".format(record=saved(played(), home)))
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert reason[language] in err


@both_languages
def test_its_progress_advises_no_review(language: str, call: Call, home: Path) -> None:
    saved(played(), home)
    first = call(f"--lang {language} progress --game highcard")[1].splitlines()[0]
    assert first == {"en": "Keep playing!", "fr": "Continuez à jouer\u202f!"}[language]


_PROGRAM = """
import sys
import foxduet
from foxduet.__main__ import main
foxduet.register_game("tests.contract.highcard.game")
sys.exit(main())
"""
"""The program of another package that adds its game."""


def run_in_its_program(line: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _PROGRAM, *line.split()],
        input=said,
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
        timeout=PATIENCE_SECONDS,
    )


def test_another_package_adds_it_by_a_public_name_also_in_helper_processes() -> None:
    done = run_in_its_program(f"{SIMULATE} --seats random,novice --json --jobs 2")
    assert (done.returncode, beside_waiting(done.stderr)) == (0, "")
    assert json.loads(done.stdout)["games"] == 4


def test_a_name_that_is_taken_or_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("duet", "high-card"):
        monkeypatch.setattr("tests.contract.highcard.game.GAME", replace(HIGHCARD, name=name))
        with pytest.raises(ValueError, match=name):
            foxduet.register_game("tests.contract.highcard.game")


_MENUS = "new\nleave\nscores\ngame\ngame\nleave\nprogress\ngame\ngame\n"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("--game highcard --deals 1", "highcard cannot be played in words"),
        ("host --game highcard --deals 1", "highcard cannot be played in words"),
        ("--resume", "there is no unfinished game"),
        ("--resume {begun}", "highcard cannot be played in words"),
        ("--resume {damaged}", "highcard cannot be played in words"),
        pytest.param(
            *("host --resume {begun}", "highcard cannot be played in words"), marks=with_sockets
        ),
        ("", None),
        pytest.param("host", None, marks=with_sockets),
    ],
)
def test_words_offer_no_game_that_they_cannot_tell_and_write_nothing(
    line: str, reason: str | None, home: Path
) -> None:
    damaged = saved(begun(), home, "damaged")
    damaged.write_text(damaged.read_text("utf-8") + "x\n", "utf-8")
    saved(begun(), home)
    (home / "config.toml").write_text('game = "highcard"\n', "utf-8")
    before = sorted(home.rglob("*"))
    line = f"--plain {line}".format(begun=home / "records" / "game.toml", damaged=damaged)
    done = run_in_its_program(line, "change\nleave\n" if "host" in line else _MENUS)
    if reason is None:
        assert any(f"The Fox in the Forest{end}" in done.stdout for end in "\n.")
        assert "High Card" not in done.stdout
        assert "Continue" not in done.stdout
    else:
        errors = beside_waiting(done.stderr)
        assert (done.returncode, done.stdout, errors.count("\n")) == (1, "", 1)
        assert reason in done.stderr
        assert sorted(home.rglob("*")) == before


def test_its_series_and_scores_are_data(call: Call, home: Path) -> None:
    report = json.loads(call(f"{SIMULATE} --seats random,random --json")[1])
    assert (report["games"], report["deals"], sum(report["outcomes"].values())) == (4, 2, 4)
    saved(played(), home)
    (entry,) = json.loads(call("scores --game highcard --json")[1])["games"]
    assert (entry["deals"], entry["tricks_p1"] + entry["tricks_p2"]) == (1, 6)


@both_languages
def test_it_is_played_by_keys_to_its_end(
    language: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form, desk = opened(f"--lang {language} --game highcard", monkeypatch)
    assert isinstance(form, FormScreen)
    assert "◄ High Card ►" in text_of(form)
    table = press_keys(form, desk, keys.ENTER)
    assert isinstance(table, TableScreen)
    hands, current = 0, table
    for screen in tables_of_game(table, desk, Random(3)):
        current, text = screen, text_of(screen, look=desk.look)
        if isinstance(screen.mode, Choosing):
            hands += 1
            seat = screen.session.visible_seat
            assert seat is not None
            shown = [card for card in hidden(screen.session.state, seat) if card_text(card) in text]
            assert shown == []
    assert hands >= 12
    over = later(current, desk)
    assert isinstance(over, TableScreen)
    assert isinstance(over.mode, GameOver)
    labels = [label for label, _end in end_actions_for(over)]
    assert "Play again" in labels
    assert "Review" not in labels
    (record,) = (home / "records").glob("*.toml")
    assert load_record(record.read_text("utf-8")) == over.session.game
    for at in range(len(labels)):
        assert text_of(over)
        press_keys(over, desk, *[keys.RIGHT] * at, keys.ENTER)


@pytest.mark.parametrize("key", ["?", keys.TAB, "i", "b"])
def test_every_key_of_the_table_answers(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    form, desk = opened("--game highcard --solo steady", monkeypatch)
    table = press_keys(form, desk, keys.ENTER)
    assert text_of(press_keys(table, desk, key))


def test_it_is_resumed_and_looked_through(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    unfinished, record = saved(begun(), home), saved(played(2), home, "whole")
    table, _desk = opened(f"--resume {unfinished}", monkeypatch)
    assert isinstance(table, TableScreen)
    assert table.session.game.turns == begun().turns
    replay, desk = opened(f"replay {record}", monkeypatch)
    frames = [
        text_of(press_keys(replay, desk, *[keys.RIGHT] * at)) for at in range(len(played(2).turns))
    ]
    assert len(set(frames)) == len(frames)
