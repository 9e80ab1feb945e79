"""The rating: Glickman's example, and its bounds whatever is answered."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import date, timedelta
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.analysis.rating import (
    INITIAL_RATING,
    MAX_DEVIATION,
    MAX_RATING,
    MIN_DEVIATION,
    MIN_RATING,
    PROVISIONAL_PUZZLES,
    REVISIT_DAYS,
    RatedResult,
    Rating,
    decay,
    due_date,
    expected_score,
    next_puzzle,
    puzzle_of_the_day,
    puzzle_result,
    training_state,
    update,
)
from foxduet.store.journals import Attempt, Journal, Mistake

RATINGS = st.builds(
    Rating, st.floats(MIN_RATING, MAX_RATING), st.floats(MIN_DEVIATION, MAX_DEVIATION)
)


def test_the_example_that_the_paper_works_out() -> None:
    scores = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    answers = [RatedResult(*one) for one in scores]
    after = update(Rating(1500, 200), answers)
    assert (round(after.value), round(after.deviation, 1)) == (1464, 151.4)


ANSWERS = st.tuples(st.floats(MIN_RATING, MAX_RATING), st.integers(1, 13), st.booleans())


@given(rating=RATINGS, answers=st.lists(ANSWERS))
def test_a_rating_stays_within_its_bounds(
    rating: Rating, answers: list[tuple[float, int, bool]]
) -> None:
    for value, choices, right in answers:
        rating = update(rating, [puzzle_result(value, choices, right=right)])
        assert MIN_RATING <= rating.value <= MAX_RATING
        assert MIN_DEVIATION <= rating.deviation <= MAX_DEVIATION


@given(rating=RATINGS, value=st.floats(MIN_RATING, MAX_RATING), choices=st.integers(2, 13))
def test_a_solved_puzzle_never_lowers_a_rating_and_a_failed_one_never_raises_it(
    rating: Rating, value: float, choices: int
) -> None:
    answers = [puzzle_result(value, choices, right=right) for right in (False, True)]
    lower, higher = (update(rating, [one]).value for one in answers)
    assert lower <= rating.value <= higher
    assert 1 / choices < expected_score(rating, answers[0].opponent, answers[0].guess) < 1


def answered_by(strength: float, seed: int) -> list[float]:
    """Return the ratings after each of 200 puzzles near them; who knows no answer guesses."""
    chance, rating, ratings = Random(seed), Rating(), []
    for _puzzle in range(200):
        value, choices = rating.value + chance.uniform(-150, 150), chance.choice((2, 2, 3, 4, 7))
        knows = 1 / (1 + 10 ** ((value - strength) / 400))
        right = chance.random() < knows + (1 - knows) / choices
        rating = update(rating, [puzzle_result(value, choices, right=right)])
        ratings.append(rating.value)
    return ratings


def test_whoever_only_guesses_never_climbs() -> None:
    every = [answered_by(-10_000, seed) for seed in range(20)]
    assert all(ratings[-1] < INITIAL_RATING - 300 for ratings in every)
    means = [fmean(ratings) for ratings in zip(*every, strict=True)]
    assert all(later < earlier for earlier, later in pairwise([INITIAL_RATING, *means[::20]]))


@pytest.mark.parametrize("strength", [1000, 1400, 1800])
def test_a_rating_finds_the_strength_of_whoever_guesses_what_they_do_not_know(
    strength: int,
) -> None:
    every = [answered_by(strength, seed) for seed in range(30)]
    assert abs(fmean(ratings[-1] for ratings in every) - strength) < 60
    early, late = (
        fmean(abs(ratings[at + 1] - ratings[at]) for ratings in every) for at in (3, 150)
    )
    assert early > 2 * late, "what is provisional moves fast"
    missed = update(Rating(), [puzzle_result(INITIAL_RATING - 200, 4, right=False)])
    assert 100 < INITIAL_RATING - missed.value < 150


@given(rating=RATINGS, days=st.integers(-9, 10_000))
def test_days_without_puzzles_make_a_rating_less_sure_and_move_it_not(
    rating: Rating, days: int
) -> None:
    after = decay(rating, days)
    assert after.value == rating.value
    assert rating.deviation <= after.deviation + 1e-9
    assert after.deviation <= MAX_DEVIATION


DAY = date(2026, 11, 23)


@dataclass(frozen=True)
class Numbered:
    number: int
    kind: str = "gem"
    rating: int = 1500


PUZZLES = [Numbered(number) for number in range(1, 41)]


def at(days: int) -> date:
    return DAY + timedelta(days=days)


def answer(
    days: int, *, right: bool, puzzle: str = "7", rating: int | None = 1200, daily: bool = False
) -> Attempt:
    return Attempt("duet", puzzle, at(days), right, rating, at(days) if daily else None)


def with_mistake(*attempts: Attempt) -> Journal:
    return Journal(attempts, (Mistake("m", DAY, "line"),))


@pytest.mark.parametrize(
    ("answers", "due"),
    [
        ([], 1),
        ([(1, True)], 1 + 3),
        ([(1, True), (4, True)], 4 + 7),
        ([(1, True), (4, True), (11, True)], 11 + 21),
        ([(1, True), (4, True), (11, True), (32, True)], None),
        ([(1, True), (4, False)], 4 + 1),
        ([(1, True), (2, True)], 1 + 3),
        ([(1, True), (9, True)], 9 + 7),
    ],
)
def test_a_mistake_comes_back_after_1_3_7_and_21_days_until_it_is_solved_each_time(
    answers: list[tuple[int, bool]], due: int | None
) -> None:
    attempts = [answer(days, right=right, rating=None) for days, right in answers]
    assert due_date(attempts, DAY) == (None if due is None else at(due))


@pytest.mark.parametrize(
    ("answers", "due"),
    [
        ([(0, True)], 180),
        ([(0, False)], 1),
        ([(0, False), (1, True)], 4),
        ([(0, False), (1, True), (4, True), (11, True), (32, True)], 32 + 180),
        ([(0, True), (180, False)], 181),
    ],
)
def test_a_puzzle_comes_back_soon_if_it_was_not_solved_and_else_late(
    answers: list[tuple[int, bool]], due: int
) -> None:
    assert due_date([answer(days, right=right) for days, right in answers]) == at(due)


def test_what_is_due_longest_comes_first_and_learned_mistakes_come_no_more() -> None:
    journal = with_mistake(answer(0, right=False, puzzle="8"), answer(-5, right=False, puzzle="9"))
    before, after = training_state(journal, DAY), training_state(journal, at(1))
    assert (before.mistakes_due, before.puzzles_due) == ((), ("9",))
    assert (after.mistakes_due, after.puzzles_due, after.due_count) == (("m",), ("9", "8"), 3)
    assert (before.next_due, after.next_due) == (at(-4), at(-4))
    assert training_state(Journal(), DAY).next_due is None
    solved = [answer(days, right=True, puzzle="m", rating=None) for days in (1, 4, 11, 32)]
    learned = training_state(with_mistake(*solved), at(900))
    assert (learned.mistakes_found, learned.mistakes_learned, learned.mistakes_due) == (1, 1, ())


@pytest.mark.parametrize("before", [0, 1])
def test_nothing_stays_away_because_the_clock_was_years_ahead(before: int) -> None:
    earlier = [answer(-1, right=False, puzzle="1"), answer(0, right=True, puzzle="1")][:before]
    ahead = (*earlier, answer(4000, right=True, puzzle="8"), answer(4000, right=False, puzzle="9"))
    journal = Journal(ahead, (Mistake("m", at(4000), "line"),))
    for days in (1, REVISIT_DAYS):
        training = training_state(journal, at(days))
        assert "9" in training.puzzles_due
        assert training.mistakes_due == ("m",)
    assert "8" in training.puzzles_due
    solved = Journal((*ahead, answer(1, right=True, puzzle="9")), journal.mistakes)
    assert "9" not in training_state(solved, at(1)).puzzles_due


def test_three_mistakes_come_up_on_a_day_the_costliest_first_and_the_others_move_on() -> None:
    found = tuple(Mistake(f"m{cost}", DAY, "line", cost / 100) for cost in (5, 9, 7, 8, 6))
    training = training_state(Journal((), found), at(1))
    assert (training.mistakes_due, training.due_count) == (("m9", "m8", "m7"), 3)
    assert training_state(Journal((), found), at(5)).mistakes_due == training.mistakes_due
    solved = [answer(1, right=True, puzzle=name, rating=None) for name in training.mistakes_due]
    half = training_state(Journal((*solved[:2],), found), at(1))
    assert half.mistakes_due == ("m7",)
    done = training_state(Journal((*solved,), found), at(1))
    assert (done.mistakes_due, done.due_count, done.next_due) == ((), 0, at(2))
    # Those that come back are among the three.
    assert training_state(Journal((*solved,), found), at(3)).mistakes_due == ("m6", "m5")
    assert training_state(Journal((*solved,), found), at(4)).mistakes_due == ("m9", "m8", "m7")


def test_only_the_first_answer_to_a_shipped_puzzle_counts_for_the_rating() -> None:
    once = training_state(with_mistake(answer(0, right=False)), at(1))
    again = (answer(1, right=True), answer(1, right=True, puzzle="m", rating=None))
    more = training_state(with_mistake(answer(0, right=False), *again), at(1))
    assert (more.rating, more.curve, more.rated_puzzles, more.solved_puzzles) == (
        once.rating,
        once.curve,
        1,
        0,
    )
    assert once.rating.value < Rating().value


def test_the_curve_has_the_rating_at_the_end_of_each_day() -> None:
    right = [answer(day, right=True, puzzle=f"{day}-{n}") for day in (0, 3) for n in range(2)]
    training = training_state(Journal(tuple(right)), at(3))
    days, ratings = zip(*training.curve, strict=True)
    assert days == (at(0), at(3))
    assert Rating().value < ratings[0] < ratings[1] == training.rating.value
    assert (
        training_state(Journal(tuple(right)), at(30)).rating.deviation > training.rating.deviation
    )


def test_no_puzzle_of_the_day_comes_twice_before_all_have_come_whenever_one_begins() -> None:
    numbers = [puzzle_of_the_day(PUZZLES, "duet", at(day)).number for day in range(100)]
    for start in range(100 - len(PUZZLES)):
        assert len({*numbers[start : start + len(PUZZLES)]}) == len(PUZZLES)
    assert numbers[:3] != sorted(numbers[:3])
    # It must never become another one, whoever asks.
    assert puzzle_of_the_day(PUZZLES[::-1], "duet", DAY).number == numbers[0] == 39


def test_the_days_of_the_calendar_have_their_first_answer_and_a_streak() -> None:
    answers = [answer(day, right=day != 1, puzzle=str(day), daily=True) for day in range(3)]
    again = Attempt("duet", "1", at(2), right=True, daily=at(1))
    late = Attempt("duet", "9", at(1), right=True, daily=at(-1))
    early = Attempt("duet", "9", at(2), right=True, daily=at(3))
    training = training_state(Journal((*answers, again, late, early)), at(3))
    assert training.daily_results == {at(0): True, at(1): False, at(2): True}
    assert training_state(Journal((again,)), at(3)).daily_results == {at(1): True}, (
        "it was past midnight"
    )
    assert (training.streak, training.longest_streak) == (3, 3)
    assert training_state(Journal((*answers, answer(3, right=True))), at(3)).solved_streak == 2
    assert training_state(Journal(tuple(answers)), at(4)).streak == 0


def test_what_comes_next_is_new_near_the_rating_and_of_the_kind_that_came_up_longest_ago() -> None:
    kinds = ["gem", "ends", "trump"]
    puzzles = [Numbered(n, kinds[n % 3], 1000 + 25 * n) for n in range(1, 41)]
    journal, met = Journal(), []
    training = replace(
        training_state(journal, DAY), rating=Rating(1500), rated_puzzles=PROVISIONAL_PUZZLES
    )
    for _turn in range(6):
        puzzle = next_puzzle(puzzles, journal, training, DAY, "duet")
        assert puzzle is not None
        assert abs(puzzle.rating - 1500) <= 250
        met.append(puzzle)
        attempt = answer(0, right=True, puzzle=str(puzzle.number))
        journal = Journal((*journal.attempts, attempt))
    assert len({one.number for one in met}) == 6
    assert [Counter(one.kind for one in met)[kind] for kind in kinds] == [2, 2, 2]
    assert puzzle_of_the_day(puzzles, "duet", DAY) not in met


def test_a_kind_that_never_came_up_comes_next() -> None:
    puzzles = [Numbered(n, "ends" if n == 7 else "gem") for n in range(1, 9)]
    journal = Journal((answer(0, right=True, puzzle="1"),))
    following = next_puzzle(puzzles, journal, training_state(journal, DAY), DAY, "duet")
    assert following == Numbered(7, "ends")


def test_nothing_is_next_once_all_were_seen() -> None:
    attempts = [answer(0, right=True, puzzle=str(puzzle.number)) for puzzle in PUZZLES]
    journal = Journal(tuple(attempts))
    assert next_puzzle(PUZZLES, journal, training_state(journal, DAY), DAY, "duet") is None


def test_a_rating_is_provisional_for_ten_puzzles_which_are_easier_than_it() -> None:
    puzzles = [Numbered(n, rating=600 + 25 * n) for n in range(1, 41)]
    for count in (0, 9, 10, 11):
        attempts = [answer(0, right=at % 2 == 0, puzzle=f"other {at}") for at in range(count)]
        journal = Journal(tuple(attempts))
        training = training_state(journal, DAY)
        assert training.is_provisional is (count < 10)
        puzzle = next_puzzle(puzzles, journal, training, DAY, "duet")
        assert puzzle is not None
        easier = training.rating.value - puzzle.rating
        assert easier > 90 if count < 10 else abs(easier) < 110
