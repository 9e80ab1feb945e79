"""The progress command: its page, its object of JSON, and what it says before the first game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foxduet.ai.names import REVIEWER
from foxduet.analysis.review_file import SavedReview, Task, save_review
from foxduet.play.game import Game
from foxduet.store.files import records_folder
from foxduet.store.saved_games import SavedGame, save_game
from tests.support.calls import Call
from tests.support.classic.entries import match
from tests.support.entries import finished, header_at
from tests.support.players import played_game
from tests.support.reviews import review_of

SOLO = played_game(header_at(4, 1, (None, "expert")))


def save(game: Game, *, reviewed: bool = True) -> Path:
    """Save a finished game, and its review beside it."""
    path = records_folder() / f"{game.header.game}-{game.header.seed}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    save_game(SavedGame(path), game)
    if reviewed:
        assessments = {one.number: one for one in review_of(game).assessments}
        save_review(Task(game, path, REVIEWER), SavedReview(assessments))
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


SUGGESTION = {
    **dict.fromkeys(("step", "theme", "lesson", "sentence"), "str"),
    "puzzles": "int",
}
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
    parts = ("Accuracy in 1 reviewed game.", "Cost is", "Level 1, Expert.", "Still to reach")
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
    assert out.startswith("Begin with lesson 1: The path and the fox.\n")
    found = json.loads(call("progress --game classic --json")[1])
    sentence = "Begin with lesson 1: Tricks and trump."
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
    assert "Accuracy in the last 2 reviewed games" in out
    french = call("progress --lang fr")[1]
    assert "Accuracy" not in french
    assert max(map(len, french.splitlines())) <= 78


def test_damaged_scores_and_records_are_warned_of_as_by_the_scores(call: Call) -> None:
    path = save(finished(1))
    path.with_name("bad.toml").write_text("format = 1")
    status, out, err = call("progress")
    assert (status, err.count("\n")) == (0, 1)
    assert "1 record is not valid" in err
    assert "Accuracy in the last reviewed game\n" in out


@pytest.mark.parametrize("line", ["progress --game chess", "progress --csv", "progress 5"])
def test_what_it_does_not_take_is_bad_usage(line: str, call: Call) -> None:
    status, out, err = call(line)
    assert (status, out, err.count("\n")) == (2, "", 1)
