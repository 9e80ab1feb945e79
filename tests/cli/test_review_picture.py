"""The picture of a review as its user meets it: what it shows, and where it may be written."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NoReturn
from xml.etree import ElementTree

import pytest

from foxduet.analysis.review import Review, win_curve
from foxduet.play.record import dump_record
from foxduet.words.review_chart import bad_choices, report_svg
from tests.support.entries import resigned
from tests.support.players import VICTORY
from tests.support.processes import PATIENCE_SECONDS, PROJECT, refuse, until
from tests.support.reviews import kept_record, review_of, reviewed, shown_review

PROLOG = '\n<?xml version="1.0"?>\n<!-- a line -->\n<!DOCTYPE svg>\n<svg/>'
"""What may come before the first element of a picture."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return kept_record(tmp_path)


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
    assert len(root.findall(f"{space}circle")) == len(bad_choices(shown_review(VICTORY)))
    assert len(root.findall(f".//{space}line[@class='round']")) == 3


def test_names_cannot_break_the_picture() -> None:
    header = replace(VICTORY.header, players=("<A>&", '"B"'))
    text = report_svg(review_of(replace(VICTORY, header=header)))
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
    """Let no review be worked out."""

    def refuse_work(_task: object, _jobs: object) -> NoReturn:
        raise AssertionError("somebody waits for nothing")

    monkeypatch.setattr("foxduet.analysis.review_job.work_out", refuse_work)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights, and reasons other words")
@pytest.mark.usefixtures("_no_work")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "game.toml",
            "{path} exists and is not an SVG picture; it would be overwritten. Name another file",
        ),
        (
            "link",
            "{path} exists and is not an SVG picture; it would be overwritten. Name another file",
        ),
        ("no/x.svg", "cannot write the picture {path}: No such file or directory"),
        ("game.toml/x.svg", "cannot write the picture {path}: Not a directory"),
        ("folder", "cannot write the picture {path}: Is a directory"),
        ("nowhere", "cannot write the picture {path}: No such file or directory"),
        (
            "settings.xml",
            "{path} exists and is not an SVG picture; it would be overwritten. Name another file",
        ),
        (
            "blanks",
            "{path} exists and is not an SVG picture; it would be overwritten. Name another file",
        ),
        (
            "comments.xml",
            "{path} exists and is not an SVG picture; it would be overwritten. Name another file",
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
    (tmp_path / "settings.xml").write_text('<?xml version="1.0"?>\n<settings/>')
    (tmp_path / "blanks").write_text(" " * 5000 + "a letter")
    (tmp_path / "comments.xml").write_text("<!---->" * 1000)
    (tmp_path / "link").symlink_to(record)
    (tmp_path / "nowhere").symlink_to(tmp_path / "no" / "x.svg")
    path = tmp_path / name
    assert reviewed(f"{record} --svg {path}", monkeypatch) == 1
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

    monkeypatch.setattr("foxduet.words.review_chart.report_svg", drawn)
    assert reviewed(f"{record} --svg {picture}", monkeypatch) == 1
    assert "is not an SVG picture; it" in capsys.readouterr().err
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
@pytest.mark.parametrize("before", ["", "<svg>old</svg>", "\ufeff<svg/>", PROLOG])
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
    assert picture.read_text("utf-8") == report_svg(shown_review(VICTORY))
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
        assert os.read(reader, 65536).decode() == report_svg(shown_review(VICTORY))
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
    picture = report_svg(shown_review(VICTORY))
    assert fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096) < len(picture)
    with subprocess.Popen(command, cwd=PROJECT) as process:
        until(lambda: select.select([reader], [], [], 0)[0], "for the picture")
        os.set_blocking(reader, True)
        with open(reader, "rb") as file:
            assert file.read().decode() == picture
        assert process.wait(PATIENCE_SECONDS) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="only POSIX has /dev/stdout")
def test_the_picture_can_go_to_the_output(record: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "foxduet", "review", str(record), "--svg", "/dev/stdout"]
    named = replace(VICTORY, header=replace(VICTORY.header, players=("Zoë★", "Łuk")))
    record.write_text(dump_record(named), "utf-8")
    picture = report_svg(shown_review(named))
    assert not picture.isascii()
    piped = subprocess.run(command, capture_output=True, cwd=PROJECT, check=True)
    assert piped.stdout.decode() == picture
    with (tmp_path / "out.svg").open("wb") as file:
        subprocess.run(command, stdout=file, cwd=PROJECT, check=True)
    assert (tmp_path / "out.svg").read_text("utf-8") == picture
    latin = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    with (tmp_path / "out.svg").open("wb") as file:
        subprocess.run(command, stdout=file, cwd=PROJECT, check=True, env=latin)
    assert (tmp_path / "out.svg").read_text("utf-8") == picture
    with (tmp_path / "both").open("wb") as file:
        subprocess.run([*command, "--text"], stdout=file, cwd=PROJECT, check=True)
    text = subprocess.run([*command[:-2], "--text"], capture_output=True, cwd=PROJECT, check=True)
    assert (tmp_path / "both").read_bytes() == picture.encode() + text.stdout
