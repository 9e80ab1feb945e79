"""The learn command: the list of lessons at once, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foxduet.cli import learn
from foxduet.cli.arguments import parse_arguments
from foxduet.store.files import records_folder
from foxduet.store.learning import NOWHERE, learning_file, save_progress
from foxduet.ui.kit.screen import Next
from foxduet.ui.learn.menu import LessonsScreen
from tests.support.calls import called


def opened(line: str, monkeypatch: pytest.MonkeyPatch) -> LessonsScreen:
    """Return the first screen of a command line."""
    seen: list[Next] = []

    def show(first: Next, *_: Any) -> int:
        seen.append(first)
        return 0

    monkeypatch.setattr(learn, "check_terminal", lambda: None)
    monkeypatch.setattr(learn, "show", show)
    run, options = parse_arguments(line.split())
    assert run(options) == 0
    (first,) = seen
    assert isinstance(first.screen, LessonsScreen)
    return first.screen


def test_the_lessons_open_where_they_were_left(monkeypatch: pytest.MonkeyPatch) -> None:
    first = opened("learn", monkeypatch)
    assert first == LessonsScreen("duet")
    path = learning_file(records_folder())
    save_progress(path, "duet", NOWHERE.finished(first.names[0]))
    again = opened("learn", monkeypatch)
    assert (again.cursor, again.progress.done) == (1, ("path",))


def test_two_people_can_learn_together(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened("learn --two", monkeypatch) == replace(LessonsScreen("duet"), two=True)


def test_a_game_without_lessons_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "has_lessons", lambda _game: False)
    status, out, err = called("learn", capsys, monkeypatch)
    assert (status, out) == (2, "")
    assert "there are no lessons for duet" in err


def test_damaged_progress_is_one_line_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    path = learning_file(records_folder())
    path.parent.mkdir(parents=True)
    path.write_text("[]")
    assert "damaged" in opened("learn", monkeypatch).notice
