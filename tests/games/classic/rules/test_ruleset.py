"""The rule set as the other rooms use it: options, results, and the rows of the scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foxduet.core.common import Result, Seat
from foxduet.core.errors import RecordError
from foxduet.games.classic.rules.engine import new_game
from foxduet.games.classic.rules.observation import observe
from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.scoring import RoundScore, Summary, summary_from, summary_row
from foxduet.games.classic.rules.state import TARGETS, Outcome, Setup
from tests.support.classic.deals import DEAL_BY_P1, after, parse_hand

PLAYED_OUT = Summary(
    target=16,
    outcome=Outcome.P2,
    resigned=None,
    points=(13, 17),
    round=3,
    rounds=(
        RoundScore((3, 10), (1, 2)),
        RoundScore((4, 9), (0, 3)),
        RoundScore((5, 8), (3, 0)),
    ),
)
RESIGNED = Summary(
    target=21,
    outcome=Outcome.P1,
    resigned=Seat.P2,
    points=(8, 3),
    round=2,
    rounds=(RoundScore((7, 6), (1, 0)),),
)


@pytest.mark.parametrize("target", TARGETS)
def test_the_setup_is_the_target_in_a_record(target: int) -> None:
    setup = RULES.setup_from({"target": target, "players": ["A", "B"]})
    assert setup == Setup(target)
    assert RULES.header_keys(setup) == RULES.setup_key(setup) == {"target": target}
    assert RULES.day_label(setup) == f"target {target}"


@pytest.mark.parametrize(
    ("keys", "reason"),
    [
        ({}, "target: None is not a whole number"),
        ({"target": "21"}, "target: 21 is not a whole number"),
        ({"target": 20}, "target: 20; the targets are 16, 21 and 35"),
        ({"level": 2}, "target: None is not a whole number"),
    ],
)
def test_a_record_with_another_target_is_refused(keys: dict[str, object], reason: str) -> None:
    with pytest.raises(RecordError) as raised:
        RULES.setup_from(keys)
    assert str(raised.value) == reason


def test_progress_counts_rounds_and_tricks_from_1() -> None:
    table = new_game(Setup())
    assert RULES.progress(table) == (0, 0)
    dealt = after(table, DEAL_BY_P1)
    assert RULES.progress(dealt) == (1, 1)
    assert RULES.progress(after(dealt, "p2 play 2k", "p1 play Tk")) == (1, 2)


def test_the_results_in_records() -> None:
    assert RULES.results == ("p1", "p2", "draw")


def test_the_other_hand_has_known_cards_and_others() -> None:
    dealt = after(new_game(Setup()), DEAL_BY_P1, "p2 play 3m", "p2 exchange 6m")
    assert RULES.other_hand(observe(dealt, Seat.P1)) == (parse_hand("7b"), 11)
    assert RULES.other_hand(observe(dealt, Seat.P2)) == ((), 13)


def _row(summary: Summary) -> dict[str, object]:
    """Return a summary as its values by column."""
    names = [column.name for column in RULES.summary_columns]
    return dict(zip(names, summary_row(summary), strict=True))


def test_a_row_has_the_rounds_as_pairs() -> None:
    assert _row(PLAYED_OUT) == {
        "target": 16,
        "result": "p2",
        "resigned": "",
        "points_p1": 13,
        "points_p2": 17,
        "round": 3,
        "tricks": "3-10 4-9 5-8",
        "treasures": "1-2 0-3 3-0",
    }
    assert PLAYED_OUT.result == Result("p2", (False, True), (13, 17))


@pytest.mark.parametrize("summary", [PLAYED_OUT, RESIGNED])
def test_a_summary_is_read_from_its_row(summary: Summary) -> None:
    assert summary_from(_row(summary)) == summary


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"target": 20}, "there is no such game"),
        ({"target": None}, "target: None is not a whole number"),
        ({"target": 21}, "the rounds do not add up"),
        ({"result": "p1"}, "the rounds do not add up"),
        ({"result": "draw"}, "the rounds do not add up"),
        ({"result": "lost"}, "'lost' is not a valid Outcome"),
        ({"resigned": "p1"}, "the rounds do not add up"),
        ({"resigned": "team"}, "there is no such game"),
        ({"resigned": None}, "resigned: None is not a text"),
        ({"points_p1": 12}, "the rounds do not add up"),
        ({"points_p1": -13}, "points_p1: -13 is less than 0"),
        ({"points_p1": 2**63}, "points_p1: 9223372036854775808 is too large"),
        ({"round": 2}, "the rounds do not add up"),
        ({"tricks": "3-10 4-9"}, "there is no such game"),
        ({"tricks": "3-10 4-9 5-7"}, "the rounds do not add up"),
        ({"tricks": "3-10 4-9 -5-18"}, "invalid literal|too many values"),
        ({"tricks": "3-10 4-9 58"}, "not enough values"),
        ({"tricks": "", "treasures": ""}, "the rounds do not add up"),
        ({"treasures": "1-2 0-3"}, "there is no such game"),
        ({"treasures": "1-2 0-3 2-1"}, "the rounds do not add up"),
        ({"treasures": "1-2 0-3 x-0"}, "invalid literal"),
    ],
)
def test_a_row_that_is_no_game_is_refused(wrong: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        summary_from({**_row(PLAYED_OUT), **wrong})


@pytest.mark.parametrize(
    "wrong",
    [
        replace(RESIGNED, outcome=Outcome.P2),
        replace(RESIGNED, points=(6, 3)),
        replace(RESIGNED, round=3),
        replace(RESIGNED, rounds=(RoundScore((7, 6), (15, 0)),), points=(21, 3)),
    ],
)
def test_a_row_of_a_game_that_was_resigned_must_add_up_too(wrong: Summary) -> None:
    with pytest.raises(ValueError, match="do not add up"):
        summary_from(_row(wrong))


def test_what_is_counted_of_a_match_is_that_of_its_complete_rounds() -> None:
    assert RULES.counts(PLAYED_OUT) == {
        "rounds": (3, 3),
        "tricks": (12, 27),
        "treasures": (4, 5),
        "humble": (1, 0),
        "defeated": (2, 0),
        "victorious": (0, 2),
        "greedy": (0, 1),
    }
    early = replace(RESIGNED, rounds=())
    assert set(RULES.counts(early)) == set(RULES.counts(PLAYED_OUT))
    assert {*RULES.counts(early).values()} == {(0, 0)}
