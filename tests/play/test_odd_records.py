"""Record files that are odd: they cost a line at most, never the scores of other games."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from foxduet.core.errors import RecordError
from foxduet.games.duet.rules.actions import Resign
from foxduet.play.game import act, open_game
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.store.database import open_scores
from foxduet.store.entries import Selection, entry_of
from foxduet.store.saved_games import load_game
from foxduet.store.scores import ImportReport, entries, import_folder, read_scores
from foxduet.ui.kit.answers import GameSaved, GameStarted
from foxduet.ui.kit.effects import SaveGame, StartGame
from foxduet.ui.menu.unfinished import parts_of
from foxduet.ui.performer import Folders, perform
from foxduet.words.glyphs import UNICODE
from foxduet.words.scores import Page, local_day, page_lines
from tests.store.conftest import path, records
from tests.store.test_scores import EFFORT, put, read
from tests.support.entries import TODAY, finished
from tests.support.players import beginning_of, duet

__all__ = ["path", "records"]

UNDER_WAY = dump_record(beginning_of(finished(2), 30)).replace('result = "*"', "result = '*'")


def test_an_unfinished_record_in_other_words_is_unfinished(path: Path, records: Path) -> None:
    put(records, "good", finished(1))
    (records / "odd.toml").write_text(UNDER_WAY, "utf-8")
    assert [game.seed for game in read(path, records)] == [1]


def test_a_broken_game_under_way_reveals_nothing_about_its_hands(path: Path, records: Path) -> None:
    (records / "odd.toml").write_text(
        UNDER_WAY.replace("actions = [", 'actions = [\n "2d",'), "utf-8"
    )
    later = UNDER_WAY.removesuffix("]\n") + '  "p1 plays nothing",\n]\n'
    (records / "later.toml").write_text(later, "utf-8")
    unreadable = read_scores(path, records, "duet", EFFORT).imported.unreadable
    reasons = {path.stem: str(error) for path, error in unreadable}
    assert reasons == {
        "odd": "it is not valid; foxduet replay shows where",
        "later": "it is a damaged save of an unfinished game",
    }


@pytest.mark.skipif(os.name == "nt", reason="names of files are text on Windows")
def test_a_file_name_that_is_not_text_is_accepted(path: Path, records: Path) -> None:
    put(records, "good", finished(1))
    odd = records / os.fsdecode(b"odd\xff.toml")
    try:
        odd.write_bytes(dump_record(finished(2)).encode())
    except OSError:
        pytest.skip("this file system refuses such names")
    for _again in range(2):
        assert {game.seed for game in read(path, records)} == {1, 2}


@pytest.mark.parametrize("key", ["seed", "level", "hints", "foreign"])
def test_a_number_that_cannot_be_shown_is_refused(key: str, path: Path, records: Path) -> None:
    put(records, "good", finished(1))
    number = f"0x{'f' * 6000}"
    text = dump_record(replace(finished(2), header=replace(finished(2).header, seed=None)))
    lines = [line for line in text.splitlines() if not line.startswith(f"{key} = ")]
    value = f"[{number}]" if key == "hints" else number
    (records / "odd.toml").write_text("\n".join([f"{key} = {value}", *lines]), "utf-8")
    reading = read_scores(path, records, "duet", EFFORT)
    assert [game.seed for game in reading.games] == [1]
    ((odd, error),) = reading.imported.unreadable
    assert (odd.name, str(error)) == ("odd.toml", "this is not TOML: a number is too large")


def test_a_seed_of_hundreds_of_digits_is_played(path: Path, records: Path) -> None:
    header = replace(finished(1).header, seed=10**900)
    game = replace(finished(1), header=header)
    assert load_record(dump_record(game)).header.seed == 10**900
    put(records, "large", game)
    assert [game.seed for game in read(path, records)] == [10**900]
    with pytest.raises(BrokenRecordError):
        load_record(dump_record(game).replace(f"seed = {10**900}", f"seed = {10**1001}"))
    with pytest.raises(RecordError):
        replace(header, seed=10**1001)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_among_the_records_is_ignored(path: Path, records: Path) -> None:
    put(records, "good", finished(1))
    os.mkfifo(records / "pipe.toml")
    assert len(read(path, records)) == 1


def test_a_folder_of_records_that_is_a_file_is_reported(path: Path, tmp_path: Path) -> None:
    assert read_scores(path, tmp_path / "none yet", "duet", EFFORT).imported == ImportReport()
    (tmp_path / "file").write_text("no folder")
    assert read_scores(path, tmp_path / "file", "duet", EFFORT).imported.trouble is not None


@pytest.mark.skipif(os.name == "nt", reason="making links takes a privilege on Windows")
def test_a_link_that_leads_nowhere_is_no_folder_to_import(path: Path, records: Path) -> None:
    loop = records.parent / "loop"
    loop.symlink_to(loop)
    with open_scores(path) as scores, pytest.raises(OSError, match=r"loop|[Ll]evels"):
        import_folder(scores, loop, records)


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set here")
def test_a_time_without_a_zone_is_the_same_game_in_every_zone(
    path: Path, records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header = replace(finished(1).header, started=finished(1).header.started)
    assert header.started is not None
    naive = replace(header, started=header.started.replace(tzinfo=None))
    game = replace(finished(1), header=naive)
    fingerprints = set()
    try:
        for zone in ("UTC", "Asia/Tokyo"):
            monkeypatch.setenv("TZ", zone)
            time.tzset()
            fingerprints.add(entry_of(game, path).fingerprint)
    finally:
        monkeypatch.undo()
        time.tzset()
    assert len(fingerprints) == 1


# No offset of a day or more, or with seconds, can be in a record.
@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the zone cannot be set here")
@pytest.mark.parametrize("zone", ["XXX99", "XXX-99", "XXX1:02:03", "Asia/Tokyo"])
def test_a_game_is_started_ended_and_shown_in_any_zone(
    zone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = Folders(tmp_path / "records", tmp_path / "scores.sqlite3")
    try:
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        started = perform(StartGame(open_game(duet(1))), folders)
        assert isinstance(started, GameStarted)
        assert parts_of(load_game(started.saved.path)[0])[0] != "-"
        ended = perform(SaveGame(act(started.game, Resign()), started.saved), folders)
        assert isinstance(ended, GameSaved)
        (entry,) = read(tmp_path / "scores.sqlite3", tmp_path / "records")
        assert entry.finished is not None
        assert entry.finished == ended.game.header.finished
        assert abs(local_day(entry.finished) - entry.finished.date()) <= timedelta(days=1)
    finally:
        monkeypatch.undo()
        time.tzset()


def test_the_end_of_the_calendar_is_shown(path: Path, records: Path) -> None:
    header = finished(1).header
    assert header.finished is not None
    last = replace(header, finished=header.finished.replace(year=9999, month=12, day=31, hour=23))
    put(records, "last", replace(finished(1), header=last))
    games = read(path, records)
    lines = page_lines(Page.RECENT, games, Selection(), TODAY, UNICODE)
    assert any("9999-12-31" in line.text for line in lines)


def test_a_file_from_another_age_is_read_each_time(path: Path, records: Path) -> None:
    odd = put(records, "odd", finished(1))
    for year in (2400, 1600):
        seconds = (year - 1970) * 365 * 24 * 3600
        try:
            os.utime(odd, (seconds, seconds))
        except (OSError, OverflowError):
            pytest.skip("this file system has no such times")
        for _again in range(2):
            assert len(read(path, records)) == 1


def test_a_file_with_the_longest_possible_name_is_imported(
    path: Path, records: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    put(stick, "good", finished(2))
    saved = put(stick, "odd", finished(1))
    try:
        saved.rename(stick / f"{'a' * 250}.toml")
    except OSError:
        pytest.skip("this file system has shorter names")
    with open_scores(path) as scores:
        assert import_folder(scores, stick, records) == ImportReport(new=2)
    assert {game.path.parent for game in read(path, records)} == {records}


def test_an_imported_file_that_changes_is_imported_as_another_game(
    path: Path, records: Path, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    put(stick, "game", finished(1))
    with open_scores(path) as scores:
        assert import_folder(scores, stick, records) == ImportReport(new=1)
        (stick / "game.toml").write_text(dump_record(finished(3)), "utf-8")
        assert import_folder(scores, stick, records) == ImportReport(new=1)
        paths = {game.seed: game.path for game in entries(scores, "duet")}
    assert {place.parent for place in paths.values()} == {records}
    for seed, place in paths.items():
        assert load_record(place.read_text("utf-8")).header.seed == seed


def test_partners_named_like_a_kind_of_game_are_shown_in_brackets() -> None:
    for name in ("people", "solo", "solo:3"):
        header = replace(finished(1).header, ai=(None, name))
        entry = entry_of(replace(finished(1), header=header), Path("game.toml"))
        assert entry.kind == f"({name.partition(':')[0]})"
