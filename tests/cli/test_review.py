"""The review command as its user meets it: reports, pictures, progress, refusals."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import NoReturn
from xml.etree import ElementTree

import pytest

from foxduet.ai.partner import ReviewQuery, Thought
from foxduet.analysis.review import Review, costly_assessments, win_curve
from foxduet.analysis.review_file import REVIEW_SUFFIX, game_fingerprint
from foxduet.games.duet.rules.observation import Observation
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from foxduet.ui.review import ReviewWaitScreen
from foxduet.words.pages import page_lines, topic_pages
from foxduet.words.review import report_lines, report_object
from foxduet.words.review_chart import chart_svg, marked_choices
from foxduet.words.text import ASCII, UNICODE
from tests.support.entries import resigned
from tests.support.players import DEFEAT, VICTORY, beginning_of
from tests.support.processes import PATIENCE_SECONDS, PROJECT, opened, refuse, until
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
    for one in costly_assessments(review)[:5]:
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
    text = " ".join(page_lines(topic_pages()["review"], 10_000)).split("The object of --json")[1]
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
    monkeypatch.setattr("foxduet.cli.options.monotonic", count().__next__)
    monkeypatch.setattr(
        "foxduet.analysis.review_job.get_reviewer", lambda _game, _name, _opposite: quick_reviewer
    )
    assert reviewed(f"{path} --text --jobs 1", monkeypatch) == 0
    lines = [text.strip() for text in capsys.readouterr().err.split("\r")]
    total = len(VICTORY.turns) - 3
    assert lines[1] == f"1 of {total} choices judged"
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
        "foxduet.analysis.review_job.get_reviewer", lambda _game, _name, _opposite: partner
    )
    assert reviewed(f"{path} --text --jobs 1", monkeypatch) == status
    assert capsys.readouterr() == ("", "")
    saved = json.loads((tmp_path / f"game.toml{REVIEW_SUFFIX}").read_text())
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
        "foxduet.analysis.review_job.get_reviewer", lambda _game, _name, _opposite: quick_reviewer
    )
    assert reviewed(f"{unfinished(tmp_path)} --text --jobs 1", monkeypatch) == 0
    assert ("This game is not over." in capsys.readouterr().out) is reported


@pytest.mark.parametrize("game", [VICTORY, beginning_of(VICTORY, 20)])
def test_a_broken_record_is_refused_in_one_line_that_reveals_no_hand(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
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


def file_of(picture: str, game: Game = VICTORY) -> bytes:
    """Return what is written for the picture of a game."""
    return picture.encode() + f"<!-- foxduet {game_fingerprint(game)} -->\n".encode()


def test_the_picture_looks_as_it_did_and_is_self_contained(
    record: Path,
    tmp_path: Path,
    golden: Callable[[str, str], None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = tmp_path / "line.svg"
    assert reviewed(f"{record} --svg {picture}", monkeypatch) == 0
    assert capsys.readouterr() == ("", "")
    text = picture.read_text("utf-8")
    golden("review/line.svg", text)
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    assert root.tag == f"{space}svg"
    assert [root[0].tag, root[1].tag] == [f"{space}title", f"{space}desc"]
    assert root.get("aria-labelledby") == "title desc"
    assert "prefers-color-scheme: dark" in text
    assert not [sign for sign in ("href", "url(", "@import", "<script") if sign in text]
    assert text.count("http") == 1
    points = root.findall(f"{space}polyline")[0].get("points", "").split()
    assert len(points) == len(win_curve(shown_review(VICTORY)))
    assert len(root.findall(f"{space}circle")) == len(marked_choices(shown_review(VICTORY)))
    assert len(root.findall(f".//{space}line[@class='round']")) == 3


def test_names_cannot_break_the_picture() -> None:
    header = replace(VICTORY.header, players=("<A>&", '"B"'))
    text = chart_svg(review_of(replace(VICTORY, header=header)))
    assert "<A>&" in str(ElementTree.fromstring(text)[0].text)


def test_picture_and_report_can_be_made_together(
    record: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert reviewed(f"{record} --svg {tmp_path / 'x.svg'} --json", monkeypatch) == 0
    assert json.loads(capsys.readouterr().out)
    assert reviewed(f"{record} --svg {tmp_path / 'no' / 'x.svg'}", monkeypatch) == 1
    err = capsys.readouterr().err
    assert "the picture " in err
    assert err.count("\n") == 1


@pytest.fixture
def _no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse_work(_task: object, _jobs: object) -> NoReturn:
        raise AssertionError("somebody waits for nothing")

    monkeypatch.setattr("foxduet.analysis.review_job.complete_review", refuse_work)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights, and reasons other words")
@pytest.mark.usefixtures("_no_work")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "game.toml",
            "{path} exists and is not a picture of this game; it would be overwritten. "
            "Name another file",
        ),
        (
            "link",
            "{path} exists and is not a picture of this game; it would be overwritten. "
            "Name another file",
        ),
        ("no/x.svg", "cannot write the picture {path}: No such file or directory"),
        ("game.toml/x.svg", "cannot write the picture {path}: Not a directory"),
        ("folder", "cannot write the picture {path}: Is a directory"),
        ("nowhere", "cannot write the picture {path}: No such file or directory"),
        (
            "drawing.svg",
            "{path} exists and is not a picture of this game; it would be overwritten. "
            "Name another file",
        ),
        (
            "other.svg",
            "{path} exists and is not a picture of this game; it would be overwritten. "
            "Name another file",
        ),
    ],
)
def test_a_bad_place_for_a_picture_is_reported_before_any_work(
    name: str,
    reason: str,
    record: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = record.read_bytes()
    (tmp_path / "folder").mkdir()
    (tmp_path / "drawing.svg").write_text("<svg/>")
    (tmp_path / "other.svg").write_bytes(file_of("<svg/>", DEFEAT))
    (tmp_path / "link").symlink_to(record)
    (tmp_path / "nowhere").symlink_to(tmp_path / "no" / "x.svg")
    path = tmp_path / name
    status = 2 if "exists" in reason else 1
    assert reviewed(f"{record} --svg {path}", monkeypatch) == status
    assert capsys.readouterr() == ("", f"foxduet: {reason.format(path=path)}\n")
    assert record.read_bytes() == before


def test_a_file_that_appears_meanwhile_is_not_touched(
    record: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = tmp_path / "x.svg"

    def drawn(_review: Review) -> str:
        picture.write_text("a letter")
        return "<svg/>"

    monkeypatch.setattr("foxduet.words.review_chart.chart_svg", drawn)
    assert reviewed(f"{record} --svg {picture}", monkeypatch) == 2
    assert "is not a picture of this game; it" in capsys.readouterr().err
    assert picture.read_text() == "a letter"


@pytest.mark.usefixtures("_quick_reviews")
@pytest.mark.parametrize("option", ["--svg {picture}", "--text"])
def test_a_full_disk_is_one_line_though_neither_review_nor_picture_can_be_saved(
    option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record, picture = tmp_path / "game.toml", tmp_path / "x.svg"
    record.write_text(dump_record(resigned(VICTORY, 12)), "utf-8")
    monkeypatch.setattr("os.fsync", refuse)
    line = f"{record} --jobs 1 --worlds 1 {option.format(picture=picture)}"
    is_written = reviewed(line, monkeypatch) == 0
    what = "the review" if is_written else f"the picture {picture}"
    verb = "save" if is_written else "write"
    expected = f"foxduet: cannot {verb} {what}: No space left on device\n"
    assert capsys.readouterr().err == expected
    assert is_written == (option == "--text")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("before", ["", file_of("<svg>old</svg>").decode()])
def test_a_picture_is_replaced_in_one_step_where_links_lead_to(
    before: str, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    picture, link = tmp_path / "x.svg", tmp_path / "link.svg"
    picture.write_text(before, "utf-8")
    link.symlink_to(picture)
    with monkeypatch.context() as full:
        full.setattr("os.fsync", refuse)
        assert reviewed(f"{record} --svg {link}", monkeypatch) == 1
    assert picture.read_text("utf-8") == before
    assert reviewed(f"{record} --svg {link}", monkeypatch) == 0
    assert picture.read_bytes() == file_of(chart_svg(shown_review(VICTORY)))
    assert link.is_symlink()
    assert not list(tmp_path.glob(".*.tmp"))


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX has pipes with names")
def test_a_pipe_takes_the_picture_and_stays_a_pipe(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Its buffer holds the whole picture, so nothing needs to read it meanwhile.
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        assert reviewed(f"{record} --svg {pipe}", monkeypatch) == 0
        assert os.read(reader, 65536) == file_of(chart_svg(shown_review(VICTORY)))
    finally:
        os.close(reader)
    assert pipe.is_fifo()


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX has pipes with names")
def test_a_pipe_that_nobody_reads_is_one_line_and_status_1(record: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "foxduet", "review", str(record), "--svg", str(pipe)]
    result = subprocess.run(
        command, capture_output=True, cwd=PROJECT, check=False, timeout=PATIENCE_SECONDS
    )
    assert (result.returncode, result.stdout) == (1, b"")
    assert result.stderr.decode() == f"foxduet: cannot write the picture {pipe}: Broken pipe\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has pipes of any size")
def test_a_pipe_that_is_smaller_than_the_picture_takes_all_of_it(
    record: Path, tmp_path: Path
) -> None:
    import fcntl

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = [sys.executable, "-m", "foxduet", "review", str(record), "--svg", str(pipe)]
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    picture = file_of(chart_svg(shown_review(VICTORY)))
    assert fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096) < len(picture)
    with subprocess.Popen(command, cwd=PROJECT) as process:
        until(lambda: select.select([reader], [], [], 0)[0], "for the picture")
        os.set_blocking(reader, True)
        with open(reader, "rb") as file:
            assert file.read() == picture
        assert process.wait(PATIENCE_SECONDS) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX has /dev/stdout")
def test_the_picture_can_go_to_the_output(record: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "foxduet", "review", str(record), "--svg", "/dev/stdout"]
    named = replace(VICTORY, header=replace(VICTORY.header, players=("Zoë★", "Łuk")))
    record.write_text(dump_record(named), "utf-8")
    picture = file_of(chart_svg(shown_review(named)), named)
    assert not picture.isascii()
    piped = subprocess.run(command, capture_output=True, cwd=PROJECT, check=True)
    assert piped.stdout == picture
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    with (tmp_path / "out.svg").open("wb") as file:
        subprocess.run(command, stdout=file, cwd=PROJECT, check=True, env=latin)
    assert (tmp_path / "out.svg").read_bytes() == picture
    with (tmp_path / "both").open("wb") as file:
        subprocess.run([*command, "--text"], stdout=file, cwd=PROJECT, check=True)
    text = subprocess.run([*command[:-2], "--text"], capture_output=True, cwd=PROJECT, check=True)
    assert (tmp_path / "both").read_bytes() == picture + text.stdout
