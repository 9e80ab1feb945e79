"""A third game goes through every command and the table, and what it lacks is said to be absent."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from foxduet.cli.arguments import COMMANDS
from foxduet.core import register
from foxduet.play.game import Game
from foxduet.play.record import load_record
from foxduet.ui.kit import keys
from foxduet.ui.menu.form import FormScreen
from foxduet.ui.table.moves import endings_of
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import Choosing, GameOver
from tests.games.highcard import GAME as HIGHCARD
from tests.games.highcard.contract import hidden
from tests.games.highcard.words import card_text
from tests.support.calls import Call, opened
from tests.support.highcard import played, saved
from tests.support.solo import tables_of_game
from tests.support.tables import later, press_keys, text_of

pytestmark = pytest.mark.usefixtures("_seeming_terminal")
SIMULATE = "simulate --game highcard --deals 2 --games 4 --seed 5"

both_languages = pytest.mark.parametrize("language", ["en", "fr"])


@pytest.fixture(autouse=True)
def third_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(register._GAMES, "highcard", HIGHCARD)


def begun(turns: int = 5) -> Game:
    whole = played()
    return Game(whole.header, whole.first, whole.turns[:turns])


@both_languages
@pytest.mark.parametrize(
    "line",
    [
        *("help", "help rules", "help simulate", "config", "--help", "--version"),
        *(f"completion {shell}" for shell in ("bash", "zsh", "fish")),
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
        ("learn --game highcard", 2, {"en": "there are no lessons for highcard", "fr": "leçons"}),
        ("--game highcard --daily", 2, {"en": "not for --game highcard", "fr": "highcard"}),
        ("scores --game highcard --par", 2, {"en": "not for --game highcard", "fr": "highcard"}),
        (
            "review {record}",
            1,
            {
                "en": "the game highcard has no reviews",
                "fr": "le jeu highcard n\u2019a pas d\u2019analyses",
            },
        ),
        (
            "review --text {record}",
            1,
            {
                "en": "the game highcard has no reviews",
                "fr": "le jeu highcard n\u2019a pas d\u2019analyses",
            },
        ),
    ],
)
def test_what_it_lacks_is_said_in_a_line(
    language: str, line: str, status: int, reason: dict[str, str], call: Call, home: Path
) -> None:
    found, out, err = call(f"--lang {language} {line}".format(record=saved(played(), home)))
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert reason[language] in err


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
        if isinstance(screen.shows, Choosing):
            hands += 1
            seat = screen.session.viewer
            assert seat is not None
            shown = [card for card in hidden(screen.session.state, seat) if card_text(card) in text]
            assert shown == []
    assert hands >= 12
    over = later(current, desk)
    assert isinstance(over, TableScreen)
    assert isinstance(over.shows, GameOver)
    labels = [label for label, _end in endings_of(over)]
    assert "Look through the game" in labels
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
