"""The scores command: its text, its CSV and JSON, records imported, and what goes wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

import pytest

from foxduet.ai.partner import REVIEWER
from foxduet.analysis.review_file import ReviewTask, SavedReview, save_review
from foxduet.analysis.simulation import compute_par
from foxduet.cli import options as shared
from foxduet.cli import scores as scores_command
from foxduet.cli.scores import escape_csv_cell
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import Game, daily_seed
from foxduet.play.record import dump_record
from foxduet.store.files import records_folder, scores_file
from foxduet.store.journals import Attempt, save_attempt
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.words.program_name import program_name
from tests.support.classic import match
from tests.support.entries import SMALL, daily_header, finished, header_at, resigned
from tests.support.players import beginning_of, played_game
from tests.support.processes import PROJECT, Call, beside_waiting, called, refuse
from tests.support.reviews import review_of

DAILY_SEED = daily_seed(date(2026, 10, 27), "level 1")


def save_games() -> None:
    """Save some finished games, none of them in the scores yet."""
    records_folder().mkdir(parents=True)
    games = [finished(number) for number in range(4)]
    games.append(played_game(header_at(4, 1, (None, "expert"))))
    games.append(resigned(finished(5), 40))
    games.append(played_game(replace(header_at(6), setup=Setup(2, SMALL))))
    games.append(played_game(daily_header(date(2026, 10, 27), 1, 7)))
    for at, game in enumerate(games):
        save_game(SavedGame(records_folder() / f"game-{at}.toml"), game)


def work_out_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.simulation.compute_pars",
        lambda deals, _jobs: (
            replace(compute_par(header, "novice"), effort="expert:200") for header in deals
        ),
    )


@pytest.fixture
def shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], tuple[int, str, str]]:
    return lambda line: called(f"scores {line}", capsys, monkeypatch)


Shown = Callable[[str], tuple[int, str, str]]


def test_the_object_and_the_rows_say_which_games_do_not_count(shown: Shown) -> None:
    records_folder().mkdir(parents=True)
    for at in (1, 2):
        game = finished(1)
        header = replace(game.header, started=header_at(at).started)
        save_game(SavedGame(records_folder() / f"{at}.toml"), replace(game, header=header))
    report = json.loads(shown("--json")[1])
    assert [game["again"] for game in report["games"]] == [False, True]
    assert [standing["games"] for standing in report["standings"]] == [1]
    rows = csv.DictReader(io.StringIO(shown("--csv")[1]))
    assert [row["again"] for row in rows] == ["False", "True"]


def test_progress_is_shown_on_a_terminal_while_records_are_imported(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_games()
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert shown(f"import {records_folder()}")[2] == ""
    scores_file().unlink()
    monkeypatch.setattr(scores_command, "_MIN_PROGRESS_RECORDS", 8)
    moments = count(0.0, 0.5)
    monkeypatch.setattr(shared, "monotonic", lambda: next(moments))
    said = [text.strip() for text in shown("")[2].split("\r")]
    assert said[1:5] == [f"record {at} of 8" for at in (1, 2, 4, 6)]
    assert said[-2:] == ["", ""]
    assert shown("")[2] == ""
    scores_file().unlink()
    assert "record 1 of 8" in shown(f"import {records_folder()}")[2]


@pytest.mark.parametrize("form", ["", "--csv", "--json"])
def test_no_name_in_a_record_commands_the_terminal(form: str, shown: Shown) -> None:
    save_games()
    before = shown(form)
    text = dump_record(finished(9)).replace('["Left", ', r'["A\u001b[31mnn", "B\u009bb"] # ')
    (records_folder() / "odd.toml").write_text(text, "utf-8")
    status, out, err = shown(form)
    assert (status, out) == before[:2]
    assert "1 record is not valid; foxduet scores import" in err
    assert (err.count("\n"), err.strip().isprintable()) == (1, True)
    _status, _out, err = shown(f"import {records_folder()}")
    assert r'players: ["A\u001b[31mnn", ' in err
    assert (err.count("\n"), err.strip().isprintable()) == (1, True)


@pytest.mark.parametrize("options", ["", "--daily"])
def test_without_a_game_the_days_of_puzzles_are_shown(options: str, shown: Shown) -> None:
    scores_file().parent.mkdir(parents=True, exist_ok=True)
    save_attempt(scores_file(), Attempt("duet", "1", date.today(), True, 1500, date.today()))
    status, out, _err = shown(options)
    assert status == 0
    assert out.startswith("No game has been finished yet.\n")
    assert "1 day in a row, longest streak: 1 day" in out


@pytest.mark.parametrize(
    ("options", "seeds"),
    [
        ("", [0, 1, 2, 3, 4, 5, 6, DAILY_SEED]),
        ("--level 1", [4, DAILY_SEED]),
        ("--solo", [4]),
        ("--two --level 2", [0, 1, 2, 3, 5, 6]),
        ("--names Player", [4]),
        ("--names Right Left --level 1", [DAILY_SEED]),
        ("--names Nobody", []),
    ],
)
def test_csv_and_json_have_the_games_that_were_asked_for(
    options: str, seeds: list[int], shown: Shown
) -> None:
    save_games()
    status, out, err = shown(f"{options} --csv")
    assert (status, err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [int(row["seed"]) for row in rows] == seeds
    status, out, err = shown(f"{options} --json")
    report = json.loads(out)
    assert [game["seed"] for game in report["games"]] == seeds
    assert sum(standing["games"] for standing in report["standings"]) == len(seeds)
    for row, game in zip(rows, report["games"], strict=True):
        assert {key: "" if value is None else str(value) for key, value in game.items()} == row
        if game["outcome"] == "victory":
            items = [game[f"score_{item}"] for item in ("level", "cards", "early", "tokens")]
            assert sum(items) == game["score"]
        else:
            assert (game["score"], game["score_level"]) == (0, None)


@pytest.mark.parametrize("sign", "=+-@")
def test_a_name_in_a_table_is_no_formula_and_json_has_it_as_it_is(sign: str, shown: Shown) -> None:
    records_folder().mkdir(parents=True)
    name = f"{sign}2+5"
    header = replace(finished(1).header, players=(name, "Right"))
    save_game(SavedGame(records_folder() / "game.toml"), replace(finished(1), header=header))
    (row,) = csv.DictReader(io.StringIO(shown("--csv")[1]))
    assert (row["p1"], row["p2"]) == (f"'{name}", "Right")
    assert json.loads(shown("--json")[1])["games"][0]["p1"] == name


@pytest.mark.parametrize("text", ["\t=1", "\r=1"])
def test_what_stands_before_a_formula_does_not_hide_it(text: str) -> None:
    assert escape_csv_cell(text) == "'?=1"


def test_names_are_in_seven_bits_too_where_the_rest_is(shown: Shown) -> None:
    records_folder().mkdir(parents=True)
    game = finished(1)
    header = replace(game.header, players=("Hélène", "Zoë"))
    save_game(SavedGame(records_folder() / "game.toml"), replace(game, header=header))
    assert "Hélène and Zoë" in shown("")[1]
    out = shown("--ascii")[1]
    assert out.isascii()
    assert "Helene and Zoe" in out


def test_records_of_a_folder_are_imported_only_once(shown: Shown, tmp_path: Path) -> None:
    save_games()
    folder = tmp_path / "friend"
    folder.mkdir()
    for name, game in (("new", finished(8)), ("same", finished(8)), ("known", finished(1))):
        save_game(SavedGame(folder / f"{name}.toml"), game)
    for _ in range(2):
        assert shown(f"import {folder}")[0] == 0
        assert len(json.loads(shown("--json")[1])["games"]) == 9
    assert len(list(records_folder().iterdir())) == 9
    scores_file().write_bytes(b"no database" * 99)
    assert len(json.loads(shown("--json")[1])["games"]) == 9


def test_the_report_of_an_import_has_a_line_for_each_kind(shown: Shown, tmp_path: Path) -> None:
    folder = tmp_path / "records-of-a-friend"
    folder.mkdir()
    save_game(SavedGame(folder / "new.toml"), finished(8))
    save_game(SavedGame(folder / "same.toml"), finished(8))
    unfinished = beginning_of(finished(9), 5)
    save_game(SavedGame(folder / "unfinished.toml"), unfinished)
    partners = played_game(header_at(9, ai=("steady", "steady")))
    save_game(SavedGame(folder / "simulated.toml"), partners)
    (folder / "broken.toml").write_text('format = "none"')
    (folder / "damaged.toml").write_text(dump_record(beginning_of(finished(9), 30))[:-9])
    status, out, err = shown(f"import {folder}")
    assert status == 1
    assert out.splitlines() == [
        *("     1  imported", "     1  already known", "     1  unfinished"),
        *("     1  partners only, or a branch", "     2  unreadable"),
    ]
    assert err.count("\n") == 2
    assert "broken.toml was not imported: format:" in err
    assert "damaged.toml is damaged; " in err
    (folder / "broken.toml").unlink()
    (folder / "damaged.toml").unlink()
    status, out, err = shown(f"import {folder}")
    assert (status, err, out.split()[:2]) == (0, "", ["0", "imported"])


def put_no_folder() -> None:
    """Put something else in place of the folder of the records, which are all in the scores."""
    for record in records_folder().iterdir():
        record.unlink()
    records_folder().rmdir()
    records_folder().write_text("no folder")


def put_a_folder() -> None:
    """Put a folder in place of the scores."""
    scores_file().unlink()
    scores_file().mkdir()


TROUBLES: dict[str, Callable[[], object]] = {
    "the scores could not be read; they are rebuilt from the records\n": lambda: (
        scores_file().write_bytes(scores_file().read_bytes()[:9999])
    ),
    "cannot save the scores in {home}/scores.sqlite3: unable to open database file\n": (
        put_a_folder
    ),
    "cannot read the records in {home}/records: ": put_no_folder,
    "1 record is not valid; foxduet scores import {home}/records shows which\n": lambda: (
        records_folder() / "bad.toml"
    ).write_text('result = "victory"'),
    "the saved game {home}/records/save.toml is damaged; {program} --resume "
    "{home}/records/save.toml continues it from before the damage, "
    "without showing a hand\n": lambda: (records_folder() / "save.toml").write_text(
        dump_record(beginning_of(finished(9), 30))[:-9]
    ),
}


@pytest.mark.parametrize("said", TROUBLES)
def test_trouble_is_said_in_one_line_and_all_games_are_shown(said: str, shown: Shown) -> None:
    save_games()
    shown("")
    TROUBLES[said]()
    status, out, err = shown("")
    assert (status, out[:8], err.count("\n")) == (0, "8 games,", 1)
    line = said.replace("/", os.sep).format(home=scores_file().parent, program=program_name())
    assert err.startswith(f"foxduet: {line}")


def test_par_is_worked_out_where_it_is_missing(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_games()
    (records_folder() / "game-1.toml").rename(records_folder() / "gone.txt")
    work_out_quickly(monkeypatch)
    games = json.loads(shown("--par --level 2 --json")[1])["games"]
    assert all(game["par_outcome"] for game in games)
    assert len(games) == 5
    assert json.loads(shown("--level 2 --json")[1])["games"] == games
    put_a_folder()
    status, out, err = shown("--par --level 2 --json")
    assert (status, err.count("\n")) == (0, 1)
    assert all(game["par_outcome"] for game in json.loads(out)["games"])


def test_par_that_cannot_be_saved_is_reported_once_and_shown_all_the_same(
    shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    save_games()
    tried: list[Path] = []

    def refuse_it(path: Path, *_par: object) -> NoReturn:
        tried.append(path)
        refuse()

    monkeypatch.setattr(scores_command, "save_par", refuse_it)
    work_out_quickly(monkeypatch)
    _status, out, err = shown("--par --level 2 --json")
    assert err.count("cannot save par: No space left on device") == 1
    assert len(tried) > 1
    assert all(game["par_outcome"] for game in json.loads(out)["games"])


def run_with(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command in a process of its own, its output in a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "foxduet", "scores", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
        cwd=PROJECT,
    )


@pytest.mark.parametrize(
    ("environment", "is_ascii"),
    [
        ({"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"}, False),
        ({"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}, True),
        ({"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "latin-1"}, True),
    ],
)
def test_seven_bits_where_the_output_has_no_more(
    environment: dict[str, str], is_ascii: bool
) -> None:
    save_games()
    result = run_with(environment)
    assert (result.returncode, beside_waiting(result.stderr)) == (0, "")
    assert result.stdout.isascii() == is_ascii


SOLO = played_game(header_at(4, 1, (None, "expert")))


def save(game: Game, *, reviewed: bool = True) -> Path:
    path = records_folder() / f"{game.header.game}-{game.header.seed}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    save_game(SavedGame(path), game)
    if reviewed:
        assessments = {one.number: one for one in review_of(game).assessments}
        save_review(ReviewTask(game, path, REVIEWER), SavedReview(assessments))
    return path


def shape_of(value: Any) -> Any:
    """Return the keys and types of an object of JSON, of a list those of its fullest item."""
    match value:
        case dict():
            return {key: shape_of(one) for key, one in value.items()}
        case list():
            return [max(map(shape_of, value), key=lambda shape: len(str(shape)))] if value else []
        case _:
            return type(value).__name__


SUGGESTION = {**dict.fromkeys(("step", "theme", "lesson", "sentence"), "str"), "puzzles": "int"}
REVIEWED = {"fingerprint": "str", "finished": "str", "choices": "int", "accuracy": "float"}
MISTAKES = {"theme": "str", "choices": "int", "games": "int", "cost": "float"}
STANDING = {
    **dict.fromkeys(("games", "wins", "streak", "longest"), "int"),
    "kind": "str",
    "interval": ["float"],
    "mean": "float",
}
REST = {
    "suggestion": SUGGESTION,
    "accuracy": [REVIEWED],
    "mistakes": [MISTAKES],
    "game": "str",
    "puzzles": {
        "rating": "NoneType",
        **dict.fromkeys(("counted", "solved", "due", "learned"), "int"),
    },
}


def test_in_words_the_progress_is_sentences_all_told_at_once(call: Call) -> None:
    save(SOLO)
    said = call("progress --plain")[1]
    assert said.startswith("Progress: The Fox in the Forest Duet.\n")
    parts = ("Accuracy: ", "Level 1, Expert.", "Still to reach")
    assert all(one in said for one in parts)
    assert said.isascii()
    assert "|" not in said


def test_the_object_has_a_shape_that_stays(call: Call) -> None:
    for number in range(3):
        save(finished(number))
    save(SOLO, reviewed=False)
    status, out, err = call("progress --json")
    found = json.loads(out)
    assert (status, err) == (0, "")
    assert {one.pop("best") for one in found["standings"]} <= {None, *range(100)}
    assert shape_of(found) == {
        **REST,
        "standings": [{"level": "int", "own_board": "bool", **STANDING}],
        "goals": [{"level": "int", "own_board": "bool", "reached": [], "left": ["str"]}],
        "lessons": {"done": [], "left": ["str"]},
    }
    assert found["game"] == "duet"
    assert len(found["accuracy"]) == 3
    assert {one["level"] for one in found["goals"]} == {1, 2}


def test_the_object_of_opponents_has_what_they_count(call: Call) -> None:
    for number in range(3):
        save(match(number, players=("Player", "Expert"), ai=(None, "expert")))
    shape = shape_of(json.loads(call("progress --game classic --json")[1]))
    assert shape.keys() == {*REST, "standings", "players", "goals", "lessons"}
    assert shape["goals"][0].keys() == {"target", "reached", "left"}
    names = {"target": "int", "player": "str", "opponent": "str"}
    counts = {"losses": "int", "draws": "int", "mean_against": "float"}
    assert shape["standings"] == [{**names, **counts, **STANDING}]


def test_before_the_first_game_it_says_how_to_begin(call: Call) -> None:
    status, out, err = call("progress")
    assert (status, err) == (0, "")
    assert out.startswith("Start with lesson 1: The path and the fox.\n")
    found = json.loads(call("progress --game classic --json")[1])
    sentence = "Start with lesson 1: Tricks and trump."
    assert found["suggestion"] == {
        "step": "learn",
        "theme": None,
        "lesson": None,
        "puzzles": 0,
        "sentence": sentence,
    }
    assert found["accuracy"] == found["mistakes"] == found["goals"] == []


def test_the_page_is_printed_in_both_languages_and_in_seven_bits(call: Call) -> None:
    for number in range(2):
        save(finished(number))
    status, out, _err = call("progress --ascii")
    assert status == 0
    assert out.isascii()
    assert max(map(len, out.splitlines())) <= 76
    assert "Accuracy in your last 2 reviewed games" in out
    french = call("progress --lang fr")[1]
    assert "Accuracy" not in french
    assert max(map(len, french.splitlines())) <= 78


def test_damaged_scores_and_records_are_warned_of_as_by_the_scores(call: Call) -> None:
    path = save(finished(1))
    path.with_name("bad.toml").write_text("format = 1")
    status, out, err = call("progress")
    assert (status, err.count("\n")) == (0, 1)
    assert "1 record is not valid" in err
    assert "Accuracy in your last reviewed game\n" in out
