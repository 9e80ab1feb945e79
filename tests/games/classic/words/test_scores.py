"""Results of matches in words, and what is shared of a day."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules.scoring import RoundScore, outcome_of
from foxduet.games.classic.words.scores import (
    counted,
    options_label,
    outcome_phrase,
    result_phrase,
    shared_lines,
)
from foxduet.store.entries import Entry, entry_of
from foxduet.words.glyphs import ASCII, SPOKEN, UNICODE
from tests.support.classic.entries import TODAY, entry, match, resigned, some_entries

SOLO = {"players": ("Ann", "Expert"), "ai": (None, "expert")}
AT_THE_RIGHT = {"players": ("Expert", "Ann"), "ai": ("expert", None)}
ROUNDS = (RoundScore((7, 6), (1, 2)), RoundScore((9, 4), (3, 0)), RoundScore((3, 10), (0, 1)))


def ended(game: Entry, p1: int, p2: int) -> Entry:
    """Return a match of three rounds as if it had ended with these points."""
    outcome = outcome_of((p1, p2), (0, 0))
    summary = replace(game.summary, points=(p1, p2), outcome=outcome, round=3, rounds=ROUNDS)
    return replace(game, summary=summary)


@pytest.mark.parametrize(
    ("changes", "points", "result", "outcome"),
    [
        ({}, (22, 7), "22-7 in 3 rounds", "Ann won"),
        ({}, (7, 22), "7-22 in 3 rounds", "Bob won"),
        ({}, (21, 21), "21-21 in 3 rounds", "drawn"),
        (SOLO, (22, 7), "won 22-7 in 3 rounds", "won"),
        (AT_THE_RIGHT, (22, 7), "lost 7-22 in 3 rounds", "lost"),
        (AT_THE_RIGHT, (21, 21), "drawn 21-21 in 3 rounds", "drawn"),
    ],
)
def test_a_match_is_told_from_the_persons_side(
    changes: dict[str, object], points: tuple[int, int], result: str, outcome: str
) -> None:
    game = ended(entry(1, **changes), *points)
    assert (result_phrase(game), outcome_phrase(game)) == (result, outcome)


def test_a_resignation_is_told() -> None:
    game = match(1, **SOLO)
    given_up = entry_of(resigned(game, 5, Seat.P1), Path("one.toml"))
    assert result_phrase(given_up) == "resigned in round 1 at 0-0"
    assert outcome_phrase(given_up) == "resigned"
    people = entry_of(resigned(match(1), 5, Seat.P2), Path("one.toml"))
    assert outcome_phrase(people) == "Bob resigned"


def test_the_lines_to_share_tell_the_points_of_each_round_and_no_card() -> None:
    for changes, first, second in (
        (SOLO, "won 16-13 in 3 rounds", "7-5 9-1 6-1   against Expert, no hints"),
        (AT_THE_RIGHT, "lost 13-16 in 3 rounds", "5-7 1-9 1-6   against Expert, no hints"),
        ({}, "16-13 in 3 rounds", "7-5 9-1 6-1   two people, no hints"),
    ):
        game = ended(entry(1, day=TODAY, **changes), 16, 13)
        assert shared_lines(game, UNICODE) == (
            f"foxduet daily 2026-11-21 target 21: {first}",
            second,
        )


@pytest.mark.parametrize(
    ("changes", "hints", "expected"),
    [
        ({}, 2, "two people, 2 hints"),
        (SOLO, 1, "against Expert, 1 hint"),
        ({**SOLO, "ai": (None, "steady:20%")}, 12, "against Steady:20%, 12 hints"),
    ],
)
def test_the_lines_to_share_say_against_whom_and_how_many_hints_were_used(
    changes: dict[str, object], hints: int, expected: str
) -> None:
    game = replace(entry(1, day=TODAY, **changes), hints=hints)
    assert shared_lines(game, UNICODE)[1].endswith(f"   {expected}")
    assert shared_lines(game, SPOKEN)[1] == f"{expected[0].upper()}{expected[1:]}."
    given_up = entry_of(resigned(match(1, **changes), 5, Seat.P1), Path("one.toml"))
    given_up = replace(given_up, day=TODAY, hints=hints)
    assert shared_lines(given_up, UNICODE)[1] == f"{UNICODE.dot}   {expected}"


def test_the_lines_to_share_fit_a_row() -> None:
    for game in some_entries():
        for line in shared_lines(replace(game, day=TODAY, hints=99), ASCII):
            assert len(line) <= 76
            assert line.isascii()


def test_what_rounds_add_up_to_is_a_mean_or_a_share_of_them() -> None:
    counts = {"rounds": 8, "tricks": 50, "treasures": 12}
    counts |= {"humble": 1, "defeated": 2, "victorious": 4, "greedy": 1}
    assert counted(counts) == [
        ("Rounds", "8"),
        ("Tricks", "6.25"),
        ("Treasures", "1.50"),
        ("Humble", "12 %"),
        ("Defeated", "25 %"),
        ("Victorious", "50 %"),
        ("Greedy", "12 %"),
    ]
    assert [text for _label, text in counted(dict.fromkeys(counts, 0))] == ["0", *["-"] * 6]


def test_the_target_is_named() -> None:
    assert options_label({"target": 16}) == "to 16"
    assert options_label({}) == "all targets"
