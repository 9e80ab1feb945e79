"""The puzzle command: what it prints for other programs, and what it refuses."""

from __future__ import annotations

import json
import re

import pytest

from foxduet.analysis.puzzles import book_of, puzzles_of
from foxduet.words.common import guide_words
from tests.support.calls import Call


def test_a_puzzle_is_printed_without_its_answer_unless_that_is_asked_for(call: Call) -> None:
    puzzle = puzzles_of("duet")[0]
    status, out, err = call(f"puzzle --json --number {puzzle.number}")
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert list(told) == [
        *("game", "number", "kind", "rating", "setup", "seat", "position", "choices"),
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--number 9999", "argument --number: there is no puzzle 9999; the last one is "),
        ("--number 0", "argument --number: '0' is not a whole number from 1 to 9999"),
        ("--day soon", "argument --day: 'soon' is not a day; a day is written "),
        ("--day 2026-02-30", "argument --day: '2026-02-30' is not a day; a day is written "),
        ("--number 1 --day", "argument --day: not allowed with argument --number"),
        ("--answer", "argument --answer: only with --json"),
        ("--level 2", "there is no argument --level 2"),
    ],
)
def test_bad_arguments_are_one_clear_line(line: str, message: str, call: Call) -> None:
    status, out, err = call(f"puzzle {line}")
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"foxduet puzzle: {message}")


@pytest.mark.parametrize("game", ["duet", "classic"])
def test_every_kind_of_puzzle_has_a_name(game: str) -> None:
    assert guide_words(game).puzzle_kinds.keys() == {*book_of(game).KINDS}


def test_each_puzzle_is_a_choice_of_one_seat_among_all_that_it_has() -> None:
    for game in ("duet", "classic"):
        for puzzle in puzzles_of(game):
            moment = puzzle.moment
            state, rules = moment.state, puzzle.begun().rules
            pending = rules.pending(state)
            assert pending is not None
            assert pending.seat is moment.seat
            choices = [rules.format_action(one) for one in moment.observation.choices]
            assert [one.text for one in puzzle.choices] == choices
