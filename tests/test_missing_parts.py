"""A game may lack any of its parts: the rest works, and what it lacks is said to be missing."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foxduet.cli.arguments import COMMANDS
from foxduet.core import register
from foxduet.core.common import Seat
from foxduet.core.register import Part, card_game
from foxduet.play.game import Game, Header
from foxduet.store.config import Config
from foxduet.store.saved_games import SavedGame, load_game, save_game
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import TitleRow
from foxduet.ui.menu.form import FormScreen, new_form
from foxduet.ui.menu.title import TitleScreen
from foxduet.ui.table.moves import endings_of
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import GameOver
from tests.games.highcard import GAME as HIGHCARD
from tests.support.calls import Call, opened
from tests.support.highcard import played, saved
from tests.support.machine import PROJECT
from tests.support.meetings import TwoTerminals
from tests.support.players import VICTORY, duet
from tests.support.processes import path_for
from tests.support.tables import begin, later, options_in, press_keys, text_of

pytestmark = pytest.mark.usefixtures("_seeming_terminal")
AT_THE_START = """
from foxduet.core import register
from tests.games.highcard import GAME
register._GAMES[GAME.name] = register.CardGame(GAME.name, GAME.rules, GAME.options)
"""
SIMULATE = "simulate --game highcard --deals 2 --games 6 --seats random,random --seed 5"


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what takes some parts from a game."""

    def take(game: str, *parts: Part) -> None:
        without: dict[str, Any] = dict.fromkeys(parts)
        monkeypatch.setitem(register._GAMES, game, replace(card_game(game), **without))

    return take


@pytest.fixture(params=["with words for a form", "rules alone"])
def bare(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    lacking: Callable[..., None],
) -> None:
    """Register the third game with next to nothing of its parts."""
    monkeypatch.setitem(register._GAMES, "highcard", HIGHCARD)
    lacking("highcard", register.PARTNERS, register.GUIDE, register.DRAWING)
    if request.param == "rules alone":
        lacking("highcard", register.WORDS)


@pytest.mark.usefixtures("bare")
def test_it_is_saved_and_replayed(tmp_path: Path, call: Call) -> None:
    game = played(seed=1)
    saved = save_game(SavedGame(tmp_path / "highcard.toml"), game)
    assert 'game = "highcard"' in saved.path.read_text("utf-8")
    loaded, _saved = load_game(saved.path)
    assert loaded == game
    status, out, err = call(f"replay --positions {saved.path}")
    assert (status, len(out.splitlines()), err) == (0, len(game.states), "")


@pytest.mark.usefixtures("bare")
def test_it_is_simulated(tmp_path: Path, call: Call) -> None:
    status, out, _err = call(f"{SIMULATE} --json --records {tmp_path}")
    assert status == 0
    report = json.loads(out)
    assert (report["games"], report["deals"], sum(report["outcomes"].values())) == (6, 2, 6)
    assert len(list(tmp_path.iterdir())) == 6
    assert call(f"{SIMULATE.replace('--seats', '--compare')} --json")[0] == 0


def test_it_is_simulated_by_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", path_for(AT_THE_START, tmp_path))
    line = f"{SIMULATE} --json --jobs 2"
    command = [sys.executable, "-m", "foxduet", *line.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PROJECT)
    assert json.loads(done.stdout)["games"] == 6


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    "line",
    [
        *("help", "help rules", "help simulate", "config", "--help", "--version", "scores"),
        *(f"completion {shell}" for shell in ("bash", "zsh", "fish")),
        *(f"{command} --help" for command in COMMANDS),
        "simulate --level 1 --games 1 --seats random,random",
        *("scores --game highcard --csv", "scores --game highcard --json", "scores --json"),
    ],
)
def test_what_others_have_works_beside_it(line: str, call: Call, home: Path) -> None:
    saved(played(seed=1), home)
    status, out, err = call(line)
    assert (status, err) == (0, "")
    assert out


@pytest.mark.usefixtures("bare")
def test_its_scores_are_counted_and_printed_as_data(call: Call, home: Path) -> None:
    saved(played(seed=1), home)
    assert "1 game has been finished; foxduet scores --game highcard shows it." in call("scores")[1]
    (game,) = json.loads(call("scores --game highcard --json")[1])["games"]
    assert (game["deals"], game["tricks_p1"] + game["tricks_p2"]) == (1, 6)
    assert call("scores --game highcard --csv")[1].count("\n") == 2


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("line", "status", "reason"),
    [
        ("--game highcard", 1, "the game highcard has no table in a terminal"),
        ("--game highcard --deals 2", 1, "the game highcard has no table in a terminal"),
        ("--game highcard --solo", 2, "argument --solo: not for --game highcard"),
        ("--game highcard --daily", 2, "argument --daily: not for --game highcard"),
        ("--resume {unfinished}", 1, "the game highcard has no table in a terminal"),
        ("--resume", 1, "there is no unfinished game"),
        ("learn --game highcard", 2, "there are no lessons for highcard"),
        ("replay {record}", 1, "the game highcard has no table in a terminal"),
        ("replay", 1, "the game highcard has no table in a terminal"),
        ("review {record}", 1, "the game highcard has no reviews"),
        ("review --text {record}", 1, "the game highcard has no reviews"),
        ("review --json", 1, "the game highcard has no reviews"),
        ("review --svg chart.svg {record}", 1, "the game highcard has no reviews"),
        ("scores --game highcard", 1, "the game highcard has no words for screens and reports"),
        (
            "scores --game highcard --daily",
            1,
            "the game highcard has no words for screens and reports",
        ),
        ("scores --game highcard --par", 2, "argument --par: not for --game highcard"),
        (SIMULATE, 2, "argument --json: needed with --game highcard"),
        (f"{SIMULATE} --compare random,random", 2, "not allowed with argument"),
        (
            SIMULATE.replace("random,random", "steady,random") + " --json",
            2,
            "the game highcard has no partners but random",
        ),
    ],
)
def test_what_it_lacks_is_said_in_a_line(
    line: str, status: int, reason: str, call: Call, home: Path
) -> None:
    game = played(seed=1)
    record = saved(game, home)
    unfinished = saved(beginning_of(game), home / "other")
    found, out, err = call(line.format(record=record, unfinished=unfinished))
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert reason in err
    assert "internal error" not in err
    assert sorted((home / "records").iterdir()) == [record]


def beginning_of(game: Game) -> Game:
    header = Header("highcard", game.header.setup, game.header.players, seed=1)
    return Game(header, game.first, game.turns[:-2])


@pytest.mark.usefixtures("bare")
def test_nothing_leads_to_a_table_that_it_has_not(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(beginning_of(played(seed=1)), home)
    (home / "config.toml").write_text('game = "highcard"\n', "utf-8")
    title, desk = opened("", monkeypatch)
    assert isinstance(title, TitleScreen)
    assert (title.game_name, title.unfinished_games) == ("duet", ())
    form = press_keys(title, desk, str(1 + title.choices.index(TitleRow.NEW)), keys.ENTER)
    assert isinstance(form, FormScreen)
    assert form.games == register.games()[:-1]
    scores = press_keys(title, desk, str(1 + title.choices.index(TitleRow.SCORES)), keys.ENTER)
    assert "highcard" not in text_of(scores)


@pytest.fixture
def partnerless(lacking: Callable[..., None]) -> None:
    lacking("duet", register.PARTNERS, register.REVIEWS)


@pytest.mark.usefixtures("partnerless")
@pytest.mark.parametrize(
    ("line", "status", "reason"),
    [
        ("--solo", 2, "argument --solo: not for --game duet"),
        ("--resume {alone}", 1, "its partner, 'expert', is unknown here"),
        ("review {record}", 1, "the game duet has no reviews"),
        ("scores --par", 2, "argument --par: not for --game duet"),
        ("simulate --level 1 --games 2 --seats random,steady", 2, "no partners but random"),
    ],
)
def test_partners_that_a_game_lacks_are_said_to_be_missing(
    line: str, status: int, reason: str, call: Call, home: Path
) -> None:
    record = saved(VICTORY, home)
    alone = replace(VICTORY.header, ai=(None, "expert"))
    unfinished = saved(Game(alone, VICTORY.first, VICTORY.turns[:5]), home / "other")
    found, out, err = call(line.format(record=record, alone=unfinished))
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert reason in err


@pytest.mark.usefixtures("partnerless")
def test_two_people_play_a_game_without_partners_to_its_end(tmp_path: Path) -> None:
    desk = options_in(tmp_path, scores=tmp_path / "scores.sqlite3")
    for config in (Config({"partner": "expert"}), Config()):
        form = new_form(desk, config).screen
        assert isinstance(form, FormScreen)
        assert form.partner is None
        assert "partner" not in [row.key for row in form.rows]
    table = begin(desk, 2, ("Left", "Right"), 7)
    looking = press_keys(table, desk, keys.SPACE)
    assert "hint" not in text_of(looking)
    assert press_keys(looking, desk, "i") == looking
    resigned = press_keys(looking, desk, "R", "y")
    assert isinstance(resigned, TableScreen)
    over = later(resigned, desk)
    assert isinstance(over, TableScreen)
    assert isinstance(over.shows, GameOver)
    assert (over.shows.entered, over.shows.seeks_par) == (True, False)
    labels = [label for label, _end in endings_of(over)]
    assert "Look through the game" in labels
    assert "Review" not in labels


@pytest.mark.usefixtures("partnerless")
def test_without_reviews_none_is_offered_at_two_terminals(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    two.join()
    two.press(Seat.P1, "R", "y")
    two.press(Seat.P2, "y")
    for seat in Seat:
        assert "Look through the game" in two.text(seat)
        assert "Review" not in two.text(seat)
    two.close()


def test_a_form_with_a_partner_goes_on_with_two_people_in_a_game_without(
    tmp_path: Path, lacking: Callable[..., None]
) -> None:
    lacking("classic", register.PARTNERS)
    desk = options_in(tmp_path)
    form = press_keys(new_form(desk, Config({"partner": "expert"})).screen, desk, keys.RIGHT)
    assert isinstance(form, FormScreen)
    assert (form.game_name, form.partner, form.names) == ("classic", None, ("Left", "Right"))


@pytest.mark.parametrize(
    ("part", "line", "status", "reason"),
    [
        (register.LESSONS, "learn", 2, "there are no lessons for duet"),
        (register.PUZZLES, "puzzle --json", 2, "there are no puzzles for duet"),
        (register.DRAWING, "--level 2", 1, "the game duet has no table in a terminal"),
        (register.DRAWING, "replay {record}", 1, "the game duet has no table in a terminal"),
        (register.GUIDE, "--level 2", 1, "has no words for screens and reports"),
        (register.GUIDE, "scores", 1, "has no words for screens and reports"),
        (register.GUIDE, "review --text {record}", 1, "has no words for screens and reports"),
    ],
)
def test_any_part_may_be_missing(
    part: Part,
    line: str,
    status: int,
    reason: str,
    call: Call,
    home: Path,
    lacking: Callable[..., None],
) -> None:
    record = saved(VICTORY, home)
    lacking("duet", part)
    found, out, err = call(line.format(record=record))
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert reason in err
