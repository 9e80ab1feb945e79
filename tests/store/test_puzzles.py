"""The journal of puzzles: what is saved is loaded, whatever else stands in the file."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.store.puzzles import (
    Attempt,
    Journal,
    Mistake,
    ReviewRead,
    journal_file,
    load_journal,
    save_attempt,
    save_reviews,
)

DAY = date(2026, 11, 23)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=9)
ATTEMPTS = st.builds(
    Attempt,
    st.just("duet"),
    TEXTS,
    st.dates(),
    st.booleans(),
    st.none() | st.integers(0, 4000),
    st.none() | st.dates(),
)
RIGHT = Attempt("duet", "7", DAY, right=True, rating=1480)
WRONG = Attempt("duet", "8", DAY, right=False, rating=1700, daily=DAY)


@given(attempts=st.lists(ATTEMPTS, max_size=4))
def test_what_is_saved_is_loaded_in_its_order_for_each_game(
    tmp_path_factory: pytest.TempPathFactory, attempts: list[Attempt]
) -> None:
    scores = tmp_path_factory.mktemp("home") / "new" / "scores.sqlite3"
    other = Attempt("classic", "1", DAY, right=True)
    for attempt in (*attempts, other):
        save_attempt(scores, attempt)
    assert load_journal(scores, "duet").attempts == tuple(attempts)
    assert load_journal(scores, "classic").attempts == (other,)


def test_there_is_nothing_without_a_file(tmp_path: Path) -> None:
    assert load_journal(tmp_path / "scores.sqlite3", "duet") == Journal()


def test_an_answer_survives_a_line_that_a_crash_has_cut_off(tmp_path: Path) -> None:
    scores = tmp_path / "scores.sqlite3"
    save_attempt(scores, RIGHT)
    content = journal_file(scores).read_bytes()
    for length in range(len(content)):
        journal_file(scores).write_bytes(content + content[:length])
        save_attempt(scores, WRONG)
        found = load_journal(scores, "duet").attempts
        assert (found[0], found[-1]) == (RIGHT, WRONG)


@pytest.mark.parametrize(
    "line",
    [
        *("", "{", "[]", "3", "null", '{"game": "duet"}', "\udcff", "[" * 100_000),
        '{"game": "duet", "puzzle": 7, "answered": "2026-11-23", "right": true, "rating": 1, '
        '"daily": null}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-13-23", "right": true, "rating": 1, '
        '"daily": null}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": 1, "rating": 1, '
        '"daily": null}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": true, "rating": "1", '
        '"daily": null}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": true, "rating": 13000, '
        '"daily": null}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": true, "rating": -1, '
        '"daily": null}',
        f'{{"game": "duet", "puzzle": "{"7" * 5000}", "answered": "2026-11-23", "right": true, '
        '"rating": 1, "daily": null}',
        '{"game": "duet", "review": "a", "mtime_ns": 1, "size": 2, "mistakes": [["m", 3, "l"]]}',
        '{"game": "duet", "review": "a", "mtime_ns": 1, "size": 2, "mistakes": [["m"]]}',
        '{"game": "duet", "review": "a", "mtime_ns": true, "size": 2, "mistakes": []}',
    ],
)
def test_a_damaged_line_is_ignored_and_loses_no_other(tmp_path: Path, line: str) -> None:
    scores = tmp_path / "scores.sqlite3"
    save_attempt(scores, RIGHT)
    with journal_file(scores).open("ab") as file:
        file.write(b"\n" + line.encode(errors="surrogateescape"))
    save_attempt(scores, WRONG)
    assert load_journal(scores, "duet") == Journal((RIGHT, WRONG))


def test_a_mistake_keeps_the_day_on_which_it_was_found_however_often_it_is_reviewed(
    tmp_path: Path,
) -> None:
    scores, later = tmp_path / "scores.sqlite3", date(2026, 12, 24)
    first = ReviewRead("duet", "a.json", 1, 2, (Mistake("m", DAY, "one"),))
    again = (Mistake("n", later, "two"), Mistake("m", later, "one anew"))
    save_reviews(scores, [first])
    save_reviews(scores, [ReviewRead("duet", "a.json", 3, 4, again)])
    journal = load_journal(scores, "duet")
    assert {one.name: one.found for one in journal.mistakes} == {"m": DAY, "n": later}
    assert journal.read == {"a.json": (3, 4)}
    other = load_journal(scores, "classic")
    assert (other.mistakes, other.read) == ((), journal.read)
