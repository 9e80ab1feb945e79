"""The rating: Glickman's example, and its bounds whatever is answered."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foxduet.analysis.rating import (
    LEAST,
    MOST,
    SUREST,
    UNKNOWN,
    Rating,
    after_answers,
    after_days,
    expected,
    puzzle_rating,
)

RATINGS = st.builds(Rating, st.floats(LEAST, MOST), st.floats(SUREST, UNKNOWN))


def test_the_example_that_the_paper_works_out() -> None:
    answers = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = after_answers(Rating(1500, 200), answers)
    assert (round(after.value), round(after.deviation, 1)) == (1464, 151.4)


@given(rating=RATINGS, answers=st.lists(st.tuples(st.floats(LEAST, MOST), st.booleans())))
def test_a_rating_stays_within_its_bounds(
    rating: Rating, answers: list[tuple[float, bool]]
) -> None:
    for value, solved in answers:
        rating = after_answers(rating, [(puzzle_rating(value), float(solved))])
        assert LEAST <= rating.value <= MOST
        assert SUREST <= rating.deviation <= UNKNOWN


@given(rating=RATINGS, value=st.floats(LEAST, MOST))
def test_a_solved_puzzle_never_lowers_a_rating_and_a_failed_one_never_raises_it(
    rating: Rating, value: float
) -> None:
    puzzle = puzzle_rating(value)
    lower, higher = (after_answers(rating, [(puzzle, score)]).value for score in (0.0, 1.0))
    assert lower <= rating.value <= higher
    assert 0 < expected(rating, puzzle) < 1


@given(rating=RATINGS, days=st.integers(-9, 10_000))
def test_days_without_puzzles_make_a_rating_less_sure_and_move_it_not(
    rating: Rating, days: int
) -> None:
    after = after_days(rating, days)
    assert after.value == rating.value
    assert rating.deviation <= after.deviation + 1e-9
    assert after.deviation <= UNKNOWN
