"""The file of the lessons: written and read again, and what becomes of a damaged one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.store.learning import (
    DamagedProgressError,
    Place,
    Progress,
    learning_file,
    load_progress,
    save_progress,
)

PLACES = st.builds(Place, st.integers(0, 99), st.lists(st.text(max_size=9), max_size=3).map(tuple))
PROGRESS = st.builds(
    Progress,
    st.lists(st.text(max_size=9), unique=True).map(tuple),
    st.dictionaries(st.text(max_size=9), PLACES, max_size=4),
    st.booleans(),
)


def test_there_is_no_progress_without_a_file(tmp_path: Path) -> None:
    assert load_progress(tmp_path / "lessons.json", "duet") == Progress()


def test_the_file_lies_beside_the_records() -> None:
    assert learning_file(Path("home/records")) == Path("home/lessons.json")


@given(progress=PROGRESS, other=PROGRESS)
def test_what_is_saved_is_loaded_for_each_game(
    tmp_path_factory: pytest.TempPathFactory, progress: Progress, other: Progress
) -> None:
    path = tmp_path_factory.mktemp("home") / "new" / "lessons.json"
    save_progress(path, "duet", progress)
    save_progress(path, "another", other)
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
    ],
)
def test_a_damaged_file_is_told_from_a_good_one_and_can_be_replaced(
    tmp_path: Path, content: str
) -> None:
    path = tmp_path / "lessons.json"
    path.write_bytes(content.encode(errors="surrogateescape"))
    with pytest.raises(DamagedProgressError):
        load_progress(path, "duet")
    progress = Progress(("first",))
    save_progress(path, "duet", progress)
    assert load_progress(path, "duet") == progress


def test_a_finished_lesson_begins_anew_and_counts_once() -> None:
    progress = Progress().at("first", Place(2)).at("second", Place(1))
    finished = progress.finished("first").finished("first")
    assert finished == Progress(("first",), {"second": Place(1)})
