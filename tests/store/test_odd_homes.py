"""Homes in which something else than a file is, or that cannot be used: one line, nothing lost."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from foxduet.store.par import save_par
from foxduet.store.saved_games import files_in, has_finished_game, latest_finished, sweep
from foxduet.store.scores import read_scores
from foxduet.ui.kit import answers, effects
from foxduet.ui.performer import Folders, perform
from foxduet.words.i18n import explain
from tests.store.test_learning import PAR
from tests.store.test_scores import EFFORT, put, read
from tests.support.calls import called
from tests.support.entries import finished, unfinished
from tests.support.machine import PATIENCE_SECONDS, PROJECT
from tests.support.players import beginning_of

needs_links = pytest.mark.skipif(os.name == "nt", reason="links take a privilege on Windows")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")

READING = """
import sys
from pathlib import Path
from foxduet.store.scores import read_scores
from foxduet.words.i18n import explain
reading = read_scores(Path(sys.argv[1]), Path(sys.argv[2]), "duet", "expert:200")
print(explain(reading.trouble), *(game.seed for game in reading.games))
"""


@needs_pipes
@pytest.mark.parametrize("suffix", ["-journal", "-wal"])
def test_a_pipe_beside_the_scores_is_not_waited_for(suffix: str, path: Path, records: Path) -> None:
    put(records, "game", finished(1))
    read(path, records)
    os.mkfifo(f"{path}{suffix}")
    # In a program of its own, since SQLite cannot be interrupted while it waits.
    ended = subprocess.run(
        [sys.executable, "-c", READING, str(path), str(records)],
        capture_output=True,
        check=False,
        cwd=PROJECT,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
    assert ended.stdout == f"{path.name}{suffix} is no database; move it away 1\n"


@pytest.mark.parametrize("suffix", ["", "-journal"])
def test_a_lock_that_is_no_file_keeps_nobody_from_the_scores(
    suffix: str, path: Path, records: Path
) -> None:
    put(records, "game", finished(1))
    path.with_name(f"{path.name}.lock{suffix}").mkdir()
    assert [game.seed for game in read(path, records)] == [1]
    path.write_bytes(b"SQLite format 3\0garbage" * 999)
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble is None, [game.seed for game in reading.games]) == (False, [1])


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there all names are Unicode")
@pytest.mark.parametrize(
    "old", [None, b"", b"SQLite format 3\0garbage" * 999], ids=["none", "0", "all"]
)
def test_a_home_whose_name_is_not_utf_8_has_scores_and_par(
    old: bytes | None, tmp_path: Path
) -> None:
    home = tmp_path / os.fsdecode(b"home-\xff")
    path, records = home / "scores.sqlite3", home / "records"
    records.mkdir(parents=True)
    put(records, "game", finished(1))
    if old is not None:
        path.write_bytes(old)
    reading = read_scores(path, records, "duet", EFFORT)
    assert (reading.trouble, reading.rebuilt) == (None, bool(old))
    assert [game.seed for game in reading.games] == [1]
    save_par(path, finished(1).header, PAR)
    path.unlink()
    assert [game.par for game in read(path, records)] == [PAR]
    assert {one.name for one in tmp_path.iterdir()} == {home.name}


def test_scores_in_memory_need_no_folder(
    path: Path, records: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "game", finished(1))
    path.mkdir()
    (tmp_path / ":memory:").mkdir()
    monkeypatch.chdir(tmp_path)
    reading = read_scores(path, records, "duet", EFFORT)
    assert [game.seed for game in reading.games] == [1]
    assert reading.trouble is not None
    assert explain(reading.trouble) == "scores.sqlite3 is no database; move it away"


TOO_LONG = "a" * 300


def refuse_to_look_at(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse to say anything about a file, even to the administrator, who may look everywhere."""
    for ask in (os.stat, os.lstat):

        def refuse(asked: Any, *, ask: Any = ask, **how: bool) -> Any:
            if str(asked).startswith(str(path)):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return ask(asked, **how)

        monkeypatch.setattr(os, ask.__name__, refuse)


def found_in(records: Path) -> tuple[bool, int | None, list[int | None]]:
    """Return whether a game is over, the seed of the last one, and those of games under way."""
    latest = latest_finished(records)
    assert latest is not None
    under_way = [game.header.seed for game, _saved in unfinished(records)]
    return has_finished_game(files_in(records)), latest[0].header.seed, under_way


@pytest.mark.skipif(os.name == "nt", reason="Windows does not say that a name is too long")
def test_a_home_with_too_long_a_name_costs_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, friend = tmp_path / TOO_LONG, tmp_path / "friend"
    friend.mkdir()
    put(friend, "game", finished(1))
    monkeypatch.setenv("FOXDUET_HOME", str(home))
    reason = os.strerror(errno.ENAMETOOLONG)
    status, out, err = called("scores", capsys, monkeypatch)
    assert (status, out) == (0, "No game has been finished yet.\n")
    scores = f"foxduet: the scores in {home / 'scores.sqlite3'} cannot be used"
    assert err.splitlines()[0] == f"{scores} now, only the records: {reason}"
    status, out, err = called(f"scores import {friend}", capsys, monkeypatch)
    assert (status, out, err) == (1, "", f"{scores}: {reason}\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_home_that_may_not_be_looked_into_has_no_streak_and_no_scores(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "game", finished(1))
    refuse_to_look_at(path, monkeypatch)
    assert perform(effects.ReadToday("duet"), Folders(records, path)) == answers.TodayRead(
        0, is_played=False
    )
    reading = read_scores(path, records, "duet", EFFORT)
    assert reading.trouble is not None
    assert explain(reading.trouble) == os.strerror(errno.EACCES)
    assert [game.seed for game in reading.games] == [1]


@needs_links
@pytest.mark.parametrize("target", [TOO_LONG, "odd.toml", "nowhere", "."])
def test_an_odd_link_costs_no_record_beside_it(target: str, path: Path, records: Path) -> None:
    put(records, "over", finished(1))
    put(records, "under-way", beginning_of(finished(2), 20))
    (records / "odd.toml").symlink_to(target)
    assert [game.seed for game in read(path, records)] == [1]
    assert found_in(records) == (True, 1, [2])


@pytest.mark.parametrize(("refused", "last"), [("odd", 1), ("over", 3)])
def test_a_record_that_may_not_be_looked_at_costs_only_itself(
    refused: str, last: int, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "over", finished(1))
    put(records, "odd", finished(3))
    put(records, "under-way", beginning_of(finished(2), 20))
    refuse_to_look_at(records / f"{refused}.toml", monkeypatch)
    assert found_in(records) == (True, last, [2])


def test_what_cannot_be_removed_keeps_nothing_else_from_being_removed(records: Path) -> None:
    left = [records / f".{name}.toml.x.tmp" for name in ("a", "b", "c")]
    for at, one in enumerate(left):
        one.touch() if at != 1 else one.mkdir()
        os.utime(one, (1, 1))
    sweep(records)
    assert [one.exists() for one in left] == [False, True, False]


@pytest.mark.skipif(os.name == "nt", reason="Windows guesses the folders of other users")
@pytest.mark.parametrize("line", ["--plain", "scores", "progress", "config"])
def test_a_home_of_an_unknown_user_is_one_line_and_nothing_is_made(
    line: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOXDUET_HOME", "~no-such-user/games")
    status, out, err = called(line, capsys, monkeypatch)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "FOXDUET_HOME" in err
    assert not [*tmp_path.iterdir()]
