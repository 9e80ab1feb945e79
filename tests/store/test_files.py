"""Files and saved games: written in one step and through links, found again, and never lost."""

from __future__ import annotations

import errno
import io
import os
import socket
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from stat import S_ISDIR
from threading import Event, Thread
from types import ModuleType
from typing import Any

import pytest

from foxduet.analysis.review_file import ReviewTask, SavedReview, save_review
from foxduet.cli import play
from foxduet.cli.arguments import UserError
from foxduet.games.duet.rules.state import Resign
from foxduet.play.game import Game, act, open_game
from foxduet.play.record import BrokenRecordError, dump_record
from foxduet.store import files, saved_games
from foxduet.store.journals import LessonProgress, append_lines, save_par
from foxduet.store.saved_games import (
    SavedGame,
    list_record_files,
    load_game,
    remove_stale_files,
    save_game,
)
from foxduet.store.score_entries import Par
from foxduet.store.scores import read_scores
from foxduet.store.settings import load_config
from foxduet.ui.effect_handlers import (
    remember_settings,
    save_current_game,
    save_lesson_progress,
    start_game,
)
from foxduet.ui.kit.canvas import Look
from foxduet.ui.kit.effects import GameStarted, TodaySummary
from foxduet.ui.kit.screen import DataPaths, Environment, RunOptions, ShowNotice
from foxduet.ui.score_handlers import (
    enter_into_scores,
    save_puzzle_answer,
    store_par,
    summarize_today,
)
from foxduet.words.i18n import explain
from tests.store.test_journals import PAR
from tests.store.test_scores import EFFORT, put, read
from tests.support.entries import finished, header_at, latest_unfinished, unfinished
from tests.support.players import DEFEAT, beginning_of
from tests.support.processes import PATIENCE_SECONDS, called, options_in, refuse

NOT_A_FILE = "it is not a file but a pipe, device or socket"
needs_links = pytest.mark.skipif(os.name == "nt", reason="links take a privilege on Windows")
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Path]:
    """Return a pipe through which somebody sends a record as soon as it is read."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def send() -> None:
        with suppress(BrokenPipeError), pipe.open("wb") as file:
            file.write(dump_record(DEFEAT).encode())

    sender = Thread(target=send)
    sender.start()
    yield pipe
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    sender.join()
    os.close(reader)


@needs_pipes
def test_a_pipe_is_not_waited_for(pipe: Path) -> None:
    with pytest.raises(files.FileError, match=NOT_A_FILE):
        files.read_file(pipe, bytes)
    with pytest.raises(OSError, match=NOT_A_FILE):
        files.write_safely(pipe, b"content")
    with pytest.raises(OSError, match=NOT_A_FILE):
        append_lines(pipe, [{}])
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@needs_pipes
@pytest.mark.parametrize("line", ["replay --positions", "review --text", "replay"])
def test_a_pipe_as_a_record_is_refused_in_one_line(
    line: str, pipe: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    status, out, err = called(f"{line} {pipe}", capsys, monkeypatch)
    reason = f"foxduet: cannot read the record {pipe}: {NOT_A_FILE}\n"
    assert (status, out, err) == (1, "", reason)


@needs_pipes
def test_a_pipe_as_a_board_or_save_is_refused_in_one_line(
    pipe: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UserError, match=NOT_A_FILE):
        play.run_options(options_in(f"--level 1 --board {pipe}"))
    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)
    status, _out, err = called(f"--resume {pipe}", capsys, monkeypatch)
    assert (status, err.count("\n")) == (1, 1)
    assert NOT_A_FILE in err


@pytest.mark.skipif(os.name == "nt", reason="devices of Windows are no files")
def test_a_device_is_refused() -> None:
    # There is no /dev/tty where no terminal is.
    for device in ("/dev/null", "/dev/zero"):
        with pytest.raises(files.FileError, match=NOT_A_FILE):
            files.read_file(Path(device), bytes)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no such sockets here")
def test_a_socket_and_a_folder_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A socket's path must be short.
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind("socket")
        with pytest.raises(files.FileError, match=NOT_A_FILE):
            files.read_file(Path("socket"), bytes)
    with pytest.raises(files.FileError, match=os.strerror(errno.EISDIR)):
        files.read_file(tmp_path, bytes)
    with pytest.raises(OSError, match=os.strerror(errno.EISDIR)):
        files.write_safely(tmp_path, b"content")


@needs_links
def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "safe").mkdir()
    place, link, second = (tmp_path / name for name in ("safe/game.toml", "link.toml", "second"))
    place.write_bytes(b"old")
    link.symlink_to(place)
    second.symlink_to("link.toml")
    files.write_safely(second, b"new")
    assert place.read_bytes() == b"new"
    assert (os.readlink(link), os.readlink(second)) == (str(place), "link.toml")
    assert [entry.name for entry in (tmp_path / "safe").iterdir()] == ["game.toml"]


@needs_links
def test_a_game_that_is_saved_through_a_link_stays_one_file(tmp_path: Path) -> None:
    place, link = tmp_path / "place.toml", tmp_path / "game.toml"
    place.write_text(dump_record(beginning_of(DEFEAT, 3)), "utf-8")
    link.symlink_to(place)
    saved = load_game(link)[1]
    save_game(save_game(saved, beginning_of(DEFEAT, 4)), beginning_of(DEFEAT, 5))
    assert link.is_symlink()
    assert load_game(place)[0] == beginning_of(DEFEAT, 5)


@needs_links
def test_a_link_that_leads_nowhere_yet_is_followed_and_a_loop_refused(tmp_path: Path) -> None:
    link, loop = tmp_path / "link", tmp_path / "loop"
    link.symlink_to("place")
    files.write_safely(link, b"new")
    assert (tmp_path / "place").read_bytes() == b"new"
    loop.symlink_to("loop")
    with pytest.raises(OSError, match=os.strerror(errno.ELOOP)):
        files.write_safely(loop, b"new")
    assert loop.is_symlink()


class Held:
    """A file that another program holds for so many tries."""

    def __init__(self, tries: int) -> None:
        self.tries = tries
        self.pauses: list[float] = []
        self._replace = os.replace

    def replace(self, old: Path, new: Path) -> None:
        if self.tries:
            self.tries -= 1
            raise PermissionError(errno.EACCES, "Access is denied")
        self._replace(old, new)


@pytest.mark.parametrize(("tries", "is_replaced"), [(0, True), (3, True), (5, True), (6, False)])
def test_windows_gets_another_try_for_less_than_a_second(
    tries: int, is_replaced: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held, old, new = Held(tries), tmp_path / "old", tmp_path / "new"
    old.write_bytes(b"old")
    new.write_bytes(b"new")
    monkeypatch.setattr("os.replace", held.replace)
    monkeypatch.setattr(sys, "platform", "win32")
    with suppress(PermissionError):
        files.replace_file(new, old, held.pauses.append)
    assert old.read_bytes() == (b"new" if is_replaced else b"old")
    assert len(held.pauses) == min(tries, 5)
    assert sum(held.pauses) < 1


def test_other_systems_refuse_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = Held(1)
    monkeypatch.setattr("os.replace", held.replace)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(PermissionError):
        files.replace_file(tmp_path / "new", tmp_path / "old", held.pauses.append)
    assert held.pauses == []


class Msvcrt(ModuleType):
    """Windows' locks of a file that another program holds for some tries."""

    LK_NBLCK = 2

    def __init__(self, tries: int) -> None:
        super().__init__("msvcrt")
        self.tries = tries

    def locking(self, _file: int, _mode: int, _size: int) -> None:
        self.tries -= 1
        if self.tries >= 0:
            raise PermissionError(errno.EACCES, "Permission denied")


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return how long the program waits for locks, for each wait; no time passes."""
    waits = list[float]()
    monkeypatch.setattr("foxduet.store.files.monotonic", lambda: sum(waits))
    monkeypatch.setattr("foxduet.store.files.sleep", waits.append)
    return waits


@pytest.mark.parametrize(("tries", "is_freed"), [(0, True), (20, True), (999, False)])
def test_windows_waits_two_seconds_for_a_lock(
    tries: int,
    is_freed: bool,
    waits: list[float],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    msvcrt = Msvcrt(tries)
    monkeypatch.setitem(sys.modules, "msvcrt", msvcrt)
    monkeypatch.setattr(sys, "platform", "win32")
    freed = False
    with suppress(TimeoutError), files.locked(tmp_path / "file"):
        freed = True
    assert freed is is_freed
    assert sum(waits) == pytest.approx(len(waits) * 0.01)
    assert len(waits) == tries if is_freed else 1.99 < sum(waits) < 2.02


BUSY = "another program is using the file"


@pytest.mark.skipif(os.name == "nt", reason="Windows locks other files")
def test_a_lock_that_another_program_keeps_costs_two_seconds_and_one_line(
    waits: list[float], tmp_path: Path
) -> None:
    import fcntl

    records = tmp_path / "records"
    folders = DataPaths(records, tmp_path / "scores.sqlite3", tmp_path / "config.toml")
    world = Environment(folders, RunOptions(Look(), "duet"))
    task = ReviewTask(DEFEAT, records / "game.toml", "expert:10")
    started = start_game(open_game(header_at(2)), folders)
    assert isinstance(started, GameStarted)
    assert started.trouble == ""
    held = [os.open(folder, os.O_RDONLY) for folder in (tmp_path, records)]
    for folder in held:
        fcntl.flock(folder, fcntl.LOCK_EX)
    answer = partial(
        save_puzzle_answer, world, "duet", "1", None, right=True, rating=1500, choices=2
    )
    change = partial(LessonProgress.with_finished, lesson="cards")
    for saves, sentence in (
        (
            partial(remember_settings, world, theme="night"),
            "Your settings were not saved: {reason}.",
        ),
        (
            partial(save_lesson_progress, world, "duet", change),
            "Your progress was not saved: {reason}.",
        ),
        (answer, "Your answer is not saved: {reason}."),
    ):
        waits.clear()
        assert saves() == (ShowNotice(sentence.format(reason=BUSY)),)
        assert 1.99 < sum(waits) < 2.02
    waits.clear()
    started = start_game(open_game(header_at(1, ai=(None, "steady"))), folders)
    assert isinstance(started, GameStarted)
    assert started.trouble == f"Your settings were not saved: {BUSY}."
    assert started.saved.path.exists()
    assert sum(waits) < 2.02
    # A review has another place.
    save_review(task, SavedReview({}))
    for folder in held:
        os.close(folder)
    assert remember_settings(world, theme="night") == ()


def test_two_programs_change_a_file_one_after_the_other(tmp_path: Path) -> None:
    first, order = Event(), list[str]()

    def second() -> None:
        assert first.wait(PATIENCE_SECONDS)
        with files.locked(tmp_path / "file"):
            order.append("second")

    waiting = Thread(target=second)
    waiting.start()
    with files.locked(tmp_path / "file"):
        first.set()
        waiting.join(0.1)
        order.append("first")
    waiting.join()
    assert order == ["first", "second"]


def test_lines_are_added_apart_from_one_that_was_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "lines"
    append_lines(file, [{"one": 1}, {}])
    file.write_bytes(file.read_bytes() + b'\n{"thr')
    append_lines(file, [{"four": 4}])
    assert file.read_bytes().splitlines() == [b"", b'{"one": 1}', b"{}", b'{"thr', b'{"four": 4}']


MARK = b"\xef\xbb\xbf"


@pytest.mark.parametrize("first", ["format", "result"])
def test_the_mark_that_editors_of_windows_put_first_is_no_part_of_a_record(
    first: str, records: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = beginning_of(DEFEAT, 9)
    lines = sorted(dump_record(game).splitlines(True), key=lambda line: not line.startswith(first))
    (records / "game.toml").write_bytes(MARK + "".join(lines).encode())
    assert load_game(records / "game.toml")[0] == game
    assert [one for one, _saved in unfinished(records)] == [game]
    (records / "over.toml").write_bytes(MARK + dump_record(DEFEAT).encode())
    line = f"replay {records / 'over.toml'} --positions"
    status, out, err = called(line, capsys, monkeypatch)
    assert (status, err, len(out.splitlines())) == (0, "", len(DEFEAT.turns) + 1)


def test_the_mark_that_editors_of_windows_put_first_is_no_part_of_boards_and_settings(
    tmp_path: Path,
) -> None:
    board, config = tmp_path / "board.toml", tmp_path / "config.toml"
    board.write_bytes(MARK + b"gems = [1, 0, 1]\nplus = []\nstart = 2\nforest_tokens = 0\n")
    assert play.run_options(options_in(f"--level 2 --board {board}")).setup["board"]
    config.write_bytes(MARK + b'theme = "night"\n')
    assert load_config(config)["theme"] == "night"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_all_that_is_saved_is_for_its_owner_whatever_the_umask(tmp_path: Path) -> None:
    home = tmp_path / "a" / "home"
    folders = DataPaths(home / "records", home / "scores.sqlite3", home / "config.toml")
    before = os.umask(0)
    try:
        started = start_game(open_game(header_at(1)), folders)
        assert isinstance(started, GameStarted)
        over = act(started.game, Resign())
        save_current_game(over, started.saved, folders)
        world = Environment(folders, RunOptions(Look(), "duet"))
        enter_into_scores(world, over, SavedGame(started.saved.path, game=over))
        store_par(world, over.header, Par("expert:200", "lost", None))
        save_lesson_progress(world, "duet", partial(LessonProgress.with_finished, lesson="cards"))
        remember_settings(world, theme="night")
        simulated = saved_games.write_record(SavedGame(tmp_path / "simulated" / "1.toml"), b"")
        picture = tmp_path / "picture.svg"
        files.write_safely(picture, b"<svg", files.PUBLIC_MODE)
    finally:
        os.umask(before)
    made = [*(tmp_path / "a").rglob("*"), tmp_path / "a", simulated.parent, simulated]
    modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in made}
    assert "scores.sqlite3" in modes
    assert len(modes) == 10
    assert stat.S_IMODE(picture.stat().st_mode) == files.PUBLIC_MODE
    assert modes == {one.name: 0o700 if one.is_dir() else 0o600 for one in made}


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
    latest = saved_games.latest_finished(records)
    assert latest is not None
    under_way = [game.header.seed for game, _saved in unfinished(records)]
    return (
        saved_games.has_finished_game(list_record_files(records)),
        latest[0].header.seed,
        under_way,
    )


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
    assert (status, out) == (0, "No finished game could be read.\n")
    scores = f"the scores in {home / 'scores.sqlite3'}: {reason}"
    assert err.splitlines()[0] == f"foxduet: cannot save {scores}"
    status, out, err = called(f"scores import {friend}", capsys, monkeypatch)
    assert (status, out, err) == (1, "", f"foxduet: cannot use {scores}\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_a_home_that_may_not_be_looked_into_has_no_streak(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(records, "game", finished(1))
    refuse_to_look_at(path, monkeypatch)
    files, folders = list_record_files(records), DataPaths(records, path)
    assert replace(summarize_today("duet", files, folders, None), step=None) == TodaySummary()


@needs_links
@pytest.mark.parametrize(
    ("target", "number"),
    [
        (TOO_LONG, errno.ENAMETOOLONG),
        ("odd.toml", errno.ELOOP),
        ("nowhere", 0),
        (".", errno.EISDIR),
    ],
)
def test_an_odd_link_costs_no_record_beside_it_and_is_reported(
    target: str, number: int, path: Path, records: Path
) -> None:
    put(records, "over", finished(1))
    put(records, "under-way", beginning_of(finished(2), 20))
    (records / "odd.toml").symlink_to(target)
    reading = read_scores(path, records, "duet", EFFORT)
    assert [game.seed for game in reading.games] == [1]
    assert [*map(explain, reading.unreadable)] == [os.strerror(number)] * bool(number)
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
    remove_stale_files(records)
    assert [one.exists() for one in left] == [False, True, False]


@pytest.mark.skipif(os.name == "nt", reason="Windows guesses the folders of other users")
@pytest.mark.parametrize("line", ["--plain", "scores", "progress", "config"])
def test_a_home_of_an_unknown_user_is_one_line_and_nothing_is_made(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("FOXDUET_HOME", "~no-such-user/games")
    status, out, err = called(line, capsys, monkeypatch)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "FOXDUET_HOME" in err
    assert not [*tmp_path.iterdir()]


def make_unreadable(path: Path, kind: str) -> str:
    """Put in the place of a file what cannot be read; return why."""
    path.parent.mkdir(parents=True, exist_ok=True)
    match kind:
        case "folder":
            path.mkdir()
            return os.strerror(errno.EISDIR)
        case "pipe":
            os.mkfifo(path)
            return NOT_A_FILE
        case "loop":
            path.symlink_to(path.name)
            return os.strerror(errno.ELOOP)
        case _:
            path.write_bytes(b"x" * 20_000_001)
            return os.strerror(errno.EFBIG)


LESSONS, PUZZLES, SAVE = "lessons.json", "puzzles.jsonl", "records/game.toml"
A_FILE, A_RECORD = "The file {file} cannot be read: {reason}.", "A record cannot be read: {reason}."
UNREADABLE_LINES = [
    (LESSONS, "--plain", A_FILE),
    (LESSONS, "--plain learn", "Your progress cannot be read: {reason}."),
    (LESSONS, "progress", "foxduet: cannot read {path}: {reason}"),
    (PUZZLES, "--plain", A_FILE),
    (PUZZLES, "--plain puzzle", A_FILE),
    (PUZZLES, "progress", A_FILE),
    (PUZZLES, "scores --daily", "foxduet: cannot read {path}: {reason}"),
    (SAVE, "--plain", A_RECORD),
    (SAVE, "--plain --resume", "foxduet: cannot read the record {path}: {reason}"),
    (SAVE, "replay --positions", "foxduet: cannot read the record {path}: {reason}"),
    (SAVE, "scores", "foxduet: cannot read the record {path}: {reason}"),
    ("config.toml", "--plain", "foxduet: all settings are ignored: {reason} ({path})"),
]
ABSENT = {
    PUZZLES: ("Solve a puzzle",),
    SAVE: ("no unfinished", "no finished", "has been finished", "not valid", "New here?"),
}


@needs_pipes
@pytest.mark.parametrize("kind", ["folder", "pipe", "loop", "long"])
@pytest.mark.parametrize(("name", "line", "sentence"), UNREADABLE_LINES)
def test_what_cannot_be_read_is_named_with_the_reason_and_not_said_to_be_absent(
    kind: str,
    name: str,
    line: str,
    sentence: str,
    home: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reason = make_unreadable(path := home / name, kind)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    _status, out, err = called(line, capsys, monkeypatch)
    said = " ".join(f"{out} {err}".split())
    assert sentence.format(file=path.name, path=path, reason=reason) in said
    assert not [one for one in (*ABSENT.get(name, ()), "internal error") if one in said]


def test_several_records_that_cannot_be_read_cost_one_line(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    records = home / "records"
    put(records, "game-3", beginning_of(finished(1), 9))
    for name in ("game-1.toml", "game-2.toml"):
        (records / name).mkdir(parents=True)
        os.utime(records / name, (1, 1))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    for line in ("scores", "--plain --resume"):
        _status, _out, err = called(line, capsys, monkeypatch)
        assert err.startswith("foxduet: cannot read 2 records, such as ")
        assert err.endswith(f"-1.toml: {os.strerror(errno.EISDIR)}\n")


@pytest.mark.skipif(os.name == "nt", reason="there is no such device on Windows")
@pytest.mark.parametrize("line", ["--plain", "--plain learn", "--plain puzzle", "progress"])
def test_a_home_that_is_no_folder_is_reported(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOXDUET_HOME", os.devnull)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    _status, out, err = called(line, capsys, monkeypatch)
    assert "internal error" not in err
    if line in ("--plain", "progress"):
        assert os.strerror(errno.ENOTDIR) in out + err


def after(turns: int) -> Game:
    """Return the beginning of a fixed game."""
    return beginning_of(DEFEAT, turns)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_file(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.toml"
    files.write_safely(path, b"old")

    monkeypatch.setattr(f"os.{step}", refuse)
    with pytest.raises(OSError, match="No space left"):
        files.write_safely(path, b"new")
    monkeypatch.undo()
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.toml"]


def test_the_file_is_synced_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    fsync, replace = os.fsync, os.replace

    def noted_fsync(number: int) -> None:
        calls.append("sync")
        fsync(number)

    def noted_replace(old: str, new: Path) -> None:
        calls.append("rename")
        replace(old, new)

    monkeypatch.setattr("os.fsync", noted_fsync)
    monkeypatch.setattr("os.replace", noted_replace)
    files.write_safely(tmp_path / "game.toml", b"text")
    # The folder is synced after that, where there is such a thing.
    assert calls == ["sync", "rename"] + ["sync"] * (sys.platform != "win32")


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    saved = save_game(SavedGame(tmp_path / "records" / "game.toml"), after(5))
    assert load_game(saved.path) == (after(5), saved)


def test_a_record_that_another_program_has_changed_is_not_touched(tmp_path: Path) -> None:
    ours = save_game(SavedGame(tmp_path / "game.toml"), after(5))
    theirs = save_game(ours, after(9))
    aside = save_game(ours, after(6))
    assert load_game(theirs.path)[0] == after(9)
    assert aside.path != ours.path
    assert load_game(aside.path)[0] == after(6)
    assert save_game(aside, after(7)).path == aside.path


def test_a_new_record_does_not_replace_another_file(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(b"something else")
    saved = save_game(SavedGame(path), after(5))
    assert path.read_bytes() == b"something else"
    assert saved.path != path


def test_a_record_that_was_deleted_is_written_again(tmp_path: Path) -> None:
    saved = save_game(SavedGame(tmp_path / "game.toml"), after(5))
    saved.path.unlink()
    assert save_game(saved, after(6)).path == saved.path


def test_records_have_different_names(tmp_path: Path) -> None:
    moment = datetime(2026, 11, 21, 4, 32, 7, tzinfo=UTC)
    names = {saved_games.new_record_path(tmp_path, moment).name for _ in range(20)}
    assert len(names) == 20
    assert all(name.startswith("20261121-043207-") and name.endswith(".toml") for name in names)


def test_the_game_to_resume_is_the_unfinished_one_saved_last(tmp_path: Path) -> None:
    assert latest_unfinished(tmp_path / "nothing") is None
    assert latest_unfinished(tmp_path) is None
    for at, (name, game) in enumerate(
        [("old", after(3)), ("later", after(5)), ("over", DEFEAT)], start=1
    ):
        saved = save_game(SavedGame(tmp_path / f"{name}.toml"), game)
        os.utime(saved.path, (at, at))
    (tmp_path / "broken.toml").write_text('result = "*"\nnot a record')
    (tmp_path / "notes.txt").write_text('result = "*"\n')
    (tmp_path / "folder.toml").mkdir()
    latest = latest_unfinished(tmp_path)
    assert latest is not None
    assert (latest[0], latest[1].path) == (after(5), tmp_path / "later.toml")


def test_a_save_with_the_line_ends_of_windows_that_breaks_off_keeps_its_actions(
    tmp_path: Path,
) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(dump_record(after(9)).replace("\n", "\r\n").encode()[:-9])
    with pytest.raises(BrokenRecordError) as broken:
        load_game(path)
    assert broken.value.intact_game == after(8)


def test_a_save_with_other_spaces_is_found(tmp_path: Path) -> None:
    text = dump_record(after(3)).replace('result = "*"', 'result   = "*"  # so far')
    (tmp_path / "game.toml").write_bytes(text.replace("\n", "\r\n").encode())
    latest = latest_unfinished(tmp_path)
    assert latest is not None
    assert latest[0] == after(3)


def test_a_folder_that_cannot_be_synced_is_no_trouble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fsync = os.fsync

    def only_files(number: int) -> None:
        if S_ISDIR(os.fstat(number).st_mode):
            raise OSError(22, "Invalid argument")
        fsync(number)

    monkeypatch.setattr("os.fsync", only_files)
    saved = save_game(SavedGame(tmp_path / "game.toml"), after(3))
    assert save_game(saved, after(4)).path == saved.path


def test_files_of_a_killed_program_are_removed_after_a_day(tmp_path: Path) -> None:
    old, new = tmp_path / ".game.toml.abc.tmp", tmp_path / ".game.toml.xyz.tmp"
    for path in (old, new, tmp_path / "game.toml"):
        path.write_text("half a game")
    os.utime(old, (0, 0))
    os.utime(tmp_path / "game.toml", (0, 0))
    remove_stale_files(tmp_path)
    remove_stale_files(tmp_path / "nothing")
    assert sorted(path.name for path in tmp_path.iterdir()) == [new.name, "game.toml"]


@pytest.mark.parametrize(
    ("platform", "environment", "games", "settings"),
    [
        ("linux", {"FOXDUET_HOME": "/a/b", "XDG_DATA_HOME": "/x"}, "/a/b", "/a/b"),
        ("linux", {"FOXDUET_HOME": "/a/b", "XDG_CONFIG_HOME": "/x"}, "/a/b", "/a/b"),
        ("linux", {"XDG_DATA_HOME": "/x"}, "/x/foxduet", "~/.config/foxduet"),
        ("linux", {"XDG_CONFIG_HOME": "/x"}, "~/.local/share/foxduet", "/x/foxduet"),
        (
            "linux",
            {"XDG_DATA_HOME": "x", "XDG_CONFIG_HOME": "x"},
            "~/.local/share/foxduet",
            "~/.config/foxduet",
        ),
        ("darwin", {}, *["~/Library/Application Support/foxduet"] * 2),
        ("win32", {"LOCALAPPDATA": "/a", "APPDATA": "/b"}, "/a/foxduet", "/b/foxduet"),
        ("win32", {}, "~/AppData/Local/foxduet", "~/AppData/Roaming/foxduet"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="the paths are written as on POSIX")
def test_games_and_settings_are_where_the_platform_has_such_files(
    platform: str,
    environment: dict[str, str],
    games: str,
    settings: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    variables = ("FOXDUET_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA")
    for name in variables:
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/me", "USERPROFILE": "/home/me", **environment}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert files.home_folder() == Path(games.replace("~", "/home/me"))
    assert files.config_file() == Path(settings.replace("~", "/home/me")) / "config.toml"
