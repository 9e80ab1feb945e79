"""What is stored of learning and of par."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from datetime import date
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.games.duet.rules.state import Setup
from foxduet.store import files, journals
from foxduet.store.journals import Attempt, LessonProgress, load_journal, load_progress, par_of
from foxduet.store.score_entries import Par, deal_key
from foxduet.store.settings import load_config, update_config, with_values
from tests.store.test_scores import EFFORT, put, read
from tests.support.entries import SMALL, finished, header_at
from tests.support.players import boards, few
from tests.support.processes import PATIENCE_SECONDS

PLACES = st.builds(
    journals.LessonPlace, st.integers(0, 99), st.lists(st.text(max_size=9), max_size=3).map(tuple)
)
PROGRESS = st.builds(
    LessonProgress,
    st.lists(st.text(max_size=9), unique=True).map(tuple),
    st.dictionaries(st.text(max_size=9), PLACES, max_size=4),
    st.booleans(),
)


def test_there_is_no_progress_without_a_file(tmp_path: Path) -> None:
    assert load_progress(tmp_path / "lessons.json", "duet") == LessonProgress()


def test_the_file_lies_beside_the_records() -> None:
    assert journals.learning_file(Path("home/records")) == Path("home/lessons.json")


@given(progress=PROGRESS, other=PROGRESS)
def test_what_is_saved_is_loaded_for_each_game(
    tmp_path_factory: pytest.TempPathFactory, progress: LessonProgress, other: LessonProgress
) -> None:
    path = tmp_path_factory.mktemp("home") / "new" / "lessons.json"
    journals.update_progress(path, "duet", lambda _nowhere: progress)
    journals.update_progress(path, "another", lambda _nowhere: other)
    assert load_progress(path, "duet") == progress
    assert load_progress(path, "another") == other


@pytest.mark.parametrize(
    "content",
    [
        *("", "{", "[]", "3", '{"format": "foxduet-lessons/1"}', "\udcff", "[" * 100_000),
        '{"format": "other", "games": {}}',
        '{"format": "foxduet-lessons/1", "games": {"duet": 3}}',
        '{"format": "foxduet-lessons/1", "games": {"duet": {"done": [3]}}}',
        '{"format": "foxduet-lessons/1", "games": {"duet": {"done": [], "places": {"a": {}}, '
        '"knows_relative": true}}}',
        '{"format": "foxduet-lessons/1", "games": {"duet": {"done": [], "places": {"a": '
        '{"step": -1, "actions": []}}, "knows_relative": true}}}',
        '{"format": "foxduet-lessons/1", "games": {"duet": {"done": [], "places": {"a": '
        '{"step": 0, "actions": [3]}}, "knows_relative": true}}}',
    ],
)
def test_a_damaged_file_is_told_from_a_good_one_and_can_be_replaced(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "lessons.json"
    path.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(files.DamagedFileError):
        load_progress(path, "duet")
    journals.update_progress(path, "duet", partial(LessonProgress.with_finished, lesson="first"))
    assert load_progress(path, "duet") == LessonProgress(("first",))


def test_a_finished_lesson_begins_anew_and_counts_once() -> None:
    progress = (
        LessonProgress()
        .with_place("first", journals.LessonPlace(2))
        .with_place("second", journals.LessonPlace(1))
    )
    finished = progress.with_finished("first").with_finished("first")
    assert finished == LessonProgress(("first",), {"second": journals.LessonPlace(1)})


def finish_many(path: Path, name: str) -> None:
    # The other program holds the lock nearly all the time.
    files.LOCK_SECONDS = PATIENCE_SECONDS
    for number in range(50):
        journals.update_progress(
            path, "duet", partial(LessonProgress.with_finished, lesson=f"{name}{number}")
        )
        remember = partial(with_values, values={}, game=f"{name}{number}", setup={})
        update_config(path.with_name("config.toml"), remember)


def test_two_programs_at_once_lose_nothing_of_lessons_or_settings(tmp_path: Path) -> None:
    path = tmp_path / "lessons.json"
    with ProcessPoolExecutor(2, get_context("spawn")) as programs:
        for done in [programs.submit(finish_many, path, name) for name in "ab"]:
            done.result()
    every = {f"{name}{number}" for name in "ab" for number in range(50)}
    assert {*load_progress(path, "duet").done} == every
    assert {*load_config(path.with_name("config.toml")).unknown_keys} == every


PAR = Par(EFFORT, "victory", 41)
HEADER = header_at(1)


def test_par_is_found_by_level_board_seed_and_effort(path: Path, records: Path) -> None:
    journals.save_par(path, HEADER, PAR)
    assert par_of(path, replace(HEADER, players=("A", "B")), EFFORT) == PAR
    for other in (
        replace(HEADER, setup=Setup(1)),
        replace(HEADER, seed=8),
        replace(HEADER, setup=Setup(2, SMALL)),
    ):
        assert par_of(path, other, EFFORT) is None
    assert par_of(path, HEADER, "expert:9") is None
    put(records, "game", finished(1))
    assert [game.par for game in read(path, records)] == [PAR]


@few(30)
@given(st.builds(Setup, st.integers(1, 3), st.none() | boards()), st.integers(0, 10**900))
def test_par_is_found_by_the_deals_whatever_they_are(setup: Setup, seed: int) -> None:
    header = replace(HEADER, setup=setup, seed=seed)
    line = json.dumps({"game": "duet", **deal_key(header)})
    assert tuple(json.loads(line).items())[1:] == tuple(deal_key(header).items())


@pytest.mark.parametrize("content", [None, b"", b"x", b"garbage" * 999])
def test_par_survives_what_becomes_of_the_database(
    content: bytes | None, path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    read(path, records)
    journals.save_par(path, HEADER, PAR)
    path.unlink() if content is None else path.write_bytes(content)
    assert par_of(path, HEADER, EFFORT) == PAR


def test_a_damaged_line_of_par_costs_only_itself(path: Path) -> None:
    headers = [replace(HEADER, seed=seed) for seed in range(7)]
    for header in headers:
        journals.save_par(path, header, PAR)
    lines = journals.par_file(path).read_bytes().split(b"\n")
    lines[1] = lines[1].replace(b"victory", b"victims")
    lines[2] = lines[2][:20]
    lines[3] = b"[" * 100_000
    lines[4] = lines[4].replace(b"duet", b"solo")
    lines[5] = lines[5].replace(b'"score": 41', b'"score": -1')
    lines[6] = lines[6].replace(b'"seed": "5"', b'"seed": [5]')
    journals.par_file(path).write_bytes(b"\n".join(lines))
    assert [par_of(path, header, EFFORT) for header in headers] == [None] * 6 + [PAR]
    assert len(journals.load_par(path, "duet", EFFORT)) == 1


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
        journals.save_attempt(scores, attempt)
    assert load_journal(scores, "duet").attempts == tuple(attempts)
    assert load_journal(scores, "classic").attempts == (other,)


def test_there_is_nothing_without_a_file(tmp_path: Path) -> None:
    assert load_journal(tmp_path / "scores.sqlite3", "duet") == journals.Journal()


def test_an_answer_survives_a_line_that_a_crash_has_cut_off(tmp_path: Path) -> None:
    scores = tmp_path / "scores.sqlite3"
    journals.save_attempt(scores, RIGHT)
    content = journals.journal_file(scores).read_bytes()
    for length in range(len(content)):
        journals.journal_file(scores).write_bytes(content + content[:length])
        journals.save_attempt(scores, WRONG)
        found = load_journal(scores, "duet").attempts
        assert (found[0], found[-1]) == (RIGHT, WRONG)


@pytest.mark.parametrize(
    "line",
    [
        *("", "{", "[]", "3", "null", '{"game": "duet"}', "\udcff", "[" * 100_000),
        '{"game": "duet", "puzzle": 7, "answered": "2026-11-23", "right": true, "rating": 1, '
        '"daily": null, "choices": 2}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-13-23", "right": true, "rating": 1, '
        '"daily": null, "choices": 2}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": 1, "rating": 1, '
        '"daily": null, "choices": 2}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": true, "rating": "1", '
        '"daily": null, "choices": 2}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": true, "rating": 13000, '
        '"daily": null, "choices": 2}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": true, "rating": -1, '
        '"daily": null, "choices": 2}',
        f'{{"game": "duet", "puzzle": "{"7" * 5000}", "answered": "2026-11-23", "right": true, '
        '"rating": 1, "daily": null, "choices": 2}',
        '{"game": "duet", "puzzle": "7", "answered": "2026-11-23", "right": true, "rating": 1, '
        '"daily": null, "choices": 0}',
        '{"game": "duet", "review": "a", "mtime_ns": 1, "size": 2, '
        '"mistakes": [["m", 3, "l", 0.1]]}',
        '{"game": "duet", "review": "a", "mtime_ns": 1, "size": 2, '
        '"mistakes": [["m", "2026-11-23", "l", "much"]]}',
        '{"game": "duet", "review": "a", "mtime_ns": 1, "size": 2, "mistakes": [["m"]]}',
        '{"game": "duet", "review": "a", "mtime_ns": true, "size": 2, "mistakes": []}',
    ],
)
def test_a_damaged_line_is_ignored_and_loses_no_other(tmp_path: Path, line: str) -> None:
    scores = tmp_path / "scores.sqlite3"
    journals.save_attempt(scores, RIGHT)
    with journals.journal_file(scores).open("ab") as file:
        file.write(b"\n" + line.encode(errors="surrogateescape"))
    journals.save_attempt(scores, WRONG)
    assert load_journal(scores, "duet") == journals.Journal((RIGHT, WRONG))


def test_a_mistake_keeps_the_day_on_which_it_was_found_however_often_it_is_reviewed(
    tmp_path: Path,
) -> None:
    scores, later = tmp_path / "scores.sqlite3", date(2026, 12, 24)
    first = journals.ScannedReview("duet", "a.json", 1, 2, (journals.Mistake("m", DAY, "one"),))
    again = (journals.Mistake("n", later, "two"), journals.Mistake("m", later, "one anew"))
    journals.save_scanned_reviews(scores, [first])
    journals.save_scanned_reviews(scores, [journals.ScannedReview("duet", "a.json", 3, 4, again)])
    journal = load_journal(scores, "duet")
    assert {one.name: one.scan_day for one in journal.mistakes} == {"m": DAY, "n": later}
    assert journal.read == {"a.json": (3, 4)}
    other = load_journal(scores, "classic")
    assert (other.mistakes, other.read) == ((), journal.read)
