"""The review command as its user meets it: reports, pictures, progress, refusals."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest

from foxduet.ai.partner import ReviewQuery, Thought
from foxduet.analysis.review import costly
from foxduet.analysis.review_file import SUFFIX
from foxduet.games.duet.rules.observation import Observation
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.ui.review import ReviewWaitScreen
from foxduet.words.pages import all_topics, page_lines
from foxduet.words.review import report_lines, report_object
from foxduet.words.text import ASCII, UNICODE
from tests.support.calls import opened
from tests.support.players import DEFEAT, VICTORY, beginning_of
from tests.support.reviews import kept_record, quick_reviewer, review_of, reviewed, shown_review


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return kept_record(tmp_path)


def unfinished(folder: Path) -> Path:
    """Return the record of a game that is not over."""
    path = folder / "game.toml"
    path.write_text(dump_record(beginning_of(VICTORY, 20)), "utf-8")
    return path


def test_the_report_for_people_looks_as_it_did(golden: Callable[[str, str], None]) -> None:
    text = "\n".join(report_lines(review_of(VICTORY), UNICODE))
    golden("review/report.txt", text + "\n")
    golden("review/report-ascii.txt", "\n".join(report_lines(review_of(DEFEAT), ASCII)) + "\n")


def test_the_report_names_the_result_the_costliest_and_every_decision() -> None:
    review = review_of(VICTORY)
    lines = report_lines(review, ASCII)
    text = "\n".join(lines)
    assert text.isascii()
    assert lines[:2] == ["Level 1: Left and Right", "You found every gem. You win!"]
    for one in review.assessments:
        assert any(line[3:].startswith(f"{one.number:>3}. ") for line in lines)
    for one in costly(review)[:5]:
        assert text.count(f" {one.number:>3}. ") >= 2
    assert text.index("At a glance") < text.index("The costliest choices")
    assert (
        text.index("The costliest choices")
        < text.index("In hindsight")
        < text.index("Every choice")
    )


def test_a_game_in_which_nothing_cost_much_says_so() -> None:
    review = review_of(VICTORY)
    best = tuple(replace(one, chosen=one.best) for one in review.assessments)
    lines = report_lines(replace(review, assessments=best), ASCII)
    assert "No choice was costly." in lines
    assert not any("hindsight" in line for line in lines)


def test_without_a_terminal_the_report_is_printed(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for line in (f"{record}", f"{record} --text"):
        assert reviewed(line, monkeypatch) == 0
        out, err = capsys.readouterr()
        assert out.startswith("Level 1: Left and Right\n")
        assert err == ""


def test_the_json_report_has_the_documented_keys(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reviewed(f"{record} --json", monkeypatch) == 0
    report = json.loads(capsys.readouterr().out)
    text = " ".join(page_lines(all_topics()["review"], 10_000)).split("The object of --json")[1]
    words = set(re.findall(r"\w+", text))
    keys = {*report, *report["decisions"][5], *report["decisions"][5]["choices"][0]}
    keys |= {*report["decisions"][5]["hindsight"][0], *report["line"][0], *report["costly"][0]}
    keys |= {*report["glance"][0], *report["glance"][0]["costliest"], *report["par"]}
    keys |= {*report["limits"]} - {"mistake", "blunder"}
    assert keys <= words
    assert report == report_object(shown_review(VICTORY))
    assert report["line"] != report_object(review_of(VICTORY))["line"]
    assert [one["action"] for one in report["decisions"]] == [
        one.number for one in review_of(VICTORY).assessments
    ]
    assert report["line"][-1] == {"action": len(VICTORY.turns), "win": 1.0}


@pytest.mark.usefixtures("_quick_reviews")
def test_progress_is_shown_on_a_terminal_with_the_time_left(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    path.write_text(dump_record(VICTORY), "utf-8")
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    # Each look at the clock finds it a second later.
    monkeypatch.setattr("foxduet.cli.records.monotonic", count().__next__)
    monkeypatch.setattr(
        "foxduet.analysis.review_job.reviewer_named", lambda _game, _name, _opposite: quick_reviewer
    )
    assert reviewed(f"{path} --text --jobs 1", monkeypatch) == 0
    lines = [text.strip() for text in capsys.readouterr().err.split("\r")]
    total = len(VICTORY.turns) - 3
    assert lines[1] == f"1 choice of {total} judged"
    assert lines[2].startswith(f"2 of {total} choices judged, about ")
    assert lines[-1] == ""


def interrupting(number: signal.Signals) -> Callable[..., Thought]:
    """Return a reviewer whose thoughts end in a signal once it has had a few."""
    thoughts = 0

    def choose(observation: Observation, rng: Random, question: ReviewQuery) -> Thought:
        nonlocal thoughts
        thoughts += 1
        if thoughts == 10:
            signal.raise_signal(number)
        return quick_reviewer(observation, rng, question)

    return choose


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
@pytest.mark.usefixtures("_quick_reviews")
def test_a_signal_ends_the_work_with_its_status_and_what_is_done_is_saved(
    number: signal.Signals,
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "game.toml"
    path.write_text(dump_record(VICTORY), "utf-8")
    partner = interrupting(number)
    monkeypatch.setattr(
        "foxduet.analysis.review_job.reviewer_named", lambda _game, _name, _opposite: partner
    )
    assert reviewed(f"{path} --text --jobs 1", monkeypatch) == status
    assert capsys.readouterr() == ("", "")
    saved = json.loads((tmp_path / f"game.toml{SUFFIX}").read_text())
    assert len(saved["decisions"]) == 9


def test_an_unfinished_game_is_not_reviewed_without_a_terminal_to_ask_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = unfinished(tmp_path)
    for option in ("", "--text", "--json", f"--svg {tmp_path / 'x.svg'}"):
        assert reviewed(f"{path} {option}", monkeypatch) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err == (
            f"foxduet: the game in {path} is not over; a terminal is needed to ask "
            f"whether to show its hands\n"
        )
    assert [one.name for one in tmp_path.iterdir()] == ["game.toml"]


@pytest.mark.parametrize(("answer", "reported"), [("y", True), ("n", False), ("", False)])
@pytest.mark.usefixtures("_quick_reviews")
def test_an_unfinished_game_is_reviewed_once_its_hidden_hands_are_given_up(
    answer: str,
    reported: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _question: answer)
    monkeypatch.setattr(
        "foxduet.analysis.review_job.reviewer_named", lambda _game, _name, _opposite: quick_reviewer
    )
    assert reviewed(f"{unfinished(tmp_path)} --text --jobs 1", monkeypatch) == 0
    assert ("This game is not over." in capsys.readouterr().out) is reported


@pytest.mark.parametrize("game", [VICTORY, beginning_of(VICTORY, 20)])
def test_a_broken_record_is_refused_in_one_line_that_reveals_no_hand(
    game: Game,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "game.toml"
    path.write_text(
        dump_record(game).replace("\n]", '\n  "p1 play 7d",\n  "p1 play 7d",\n]'), "utf-8"
    )
    assert reviewed(f"{path} --text", monkeypatch) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    if game is VICTORY:
        assert f"action {len(game.turns) + 1} 'p1 play 7d': the game is over" in err
    else:
        assert err == (
            f"foxduet: the record {path} is not valid; foxduet replay {path} shows where\n"
        )


def test_a_file_that_is_not_there_is_reported_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reviewed(f"{tmp_path / 'none.toml'} --text", monkeypatch) == 1
    assert capsys.readouterr().err == (
        f"foxduet: cannot read the record {tmp_path / 'none.toml'}: No such file or directory\n"
    )


def test_on_a_terminal_it_opens_on_the_screen(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    screen, desk = opened(f"review {record} --worlds 40 --jobs 3 --ascii", monkeypatch)
    assert isinstance(screen, ReviewWaitScreen)
    assert (screen.task.path, screen.task.partner) == (record, "expert:40")
    assert (desk.jobs, desk.look.glyphs) == (3, ASCII)
