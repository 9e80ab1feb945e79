"""Matches in the database of the scores: beside the games of Duet, in old files as in new ones."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.core.common import Seat
from foxduet.play.game import Game
from foxduet.store.database import open_scores, scores_in_memory
from foxduet.store.entries import Entry, Selection, chosen, entry_from, entry_of, entry_row
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.scores import enter, entries, read_scores
from tests.store.test_scores_versions import OLD_GAMES, old_scores
from tests.support.classic.entries import TODAY, match, resigned, some_entries
from tests.support.entries import finished
from tests.support.players import few

EFFORT = "expert:200"


def put(folder: Path, name: str, game: Game) -> Path:
    """Write the record of a game; return its path."""
    return save_game(SavedGame(folder / f"{name}.toml"), game).path


def read(path: Path, folder: Path, game: str) -> tuple[Entry, ...]:
    """Return the scores of a game, the records imported first, without any trouble."""
    reading = read_scores(path, folder, game, EFFORT)
    assert (reading.trouble, reading.aside, reading.imported.unreadable) == (None, None, ())
    return reading.games


def test_records_of_both_games_are_imported_each_to_its_own_scores(tmp_path: Path) -> None:
    folder, path = tmp_path / "records", tmp_path / "scores.sqlite3"
    folder.mkdir()
    duet, classic = finished(1), match(2)
    for name, game in (("one", duet), ("two", classic)):
        put(folder, name, game)
    assert read(path, folder, "duet") == (entry_of(duet, folder / "one.toml"),)
    assert read(path, folder, "classic") == (entry_of(classic, folder / "two.toml"),)


@pytest.mark.parametrize("version", [1, 2])
def test_scores_of_an_older_version_take_matches_and_keep_all_games(
    version: int, tmp_path: Path
) -> None:
    folder, path = tmp_path / "records", tmp_path / "scores.sqlite3"
    folder.mkdir()
    games = [(game, put(folder, f"game-{at}", game)) for at, game in enumerate(OLD_GAMES)]
    old_scores(path, games, version)
    new = entry_of(match(3), put(folder, "match", match(3)))
    assert read(path, folder, "classic") == (new,)
    assert len(read(path, folder, "duet")) == len(games)


def test_what_an_older_version_reads_is_not_changed_by_matches(tmp_path: Path) -> None:
    path = tmp_path / "scores.sqlite3"
    old_scores(path, [(finished(1), tmp_path / "gone.toml")], 2)
    before = _rows(path, "game")
    with open_scores(path) as scores:
        enter(scores, some_entries())
        assert entries(scores, "classic") == some_entries()
    assert _rows(path, "game") == before
    assert len(_rows(path, "classic_game")) == len(some_entries())


def _rows(path: Path, table: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as opened:
        return opened.execute(f"SELECT * FROM {table}").fetchall()


@few(40)
@given(st.integers(0, 20), st.integers(1, 60), st.sampled_from([*Seat, None]))
def test_every_match_is_read_back_as_it_was_entered(
    number: int, turns: int, seat: Seat | None
) -> None:
    game = match(number)
    if seat is not None:
        game = resigned(game, turns, seat)
    entry = entry_of(game, Path("match.toml"))
    with scores_in_memory() as scores:
        assert enter(scores, [entry]) == 1
        assert entries(scores, "classic") == (entry,)
        assert enter(scores, [entry]) == 0


def test_a_row_that_does_not_add_up_is_no_match() -> None:
    entry = entry_of(match(1), Path("match.toml"))
    row = entry_row(entry)
    assert entry_from("classic", row) == entry
    for changed in (
        {"result": "p2" if row["result"] == "p1" else "p1"},
        {"points_p1": 99},
        {"tricks": "7-7"},
        {"target": 17},
        {"treasures": ""},
        {"resigned": "p1"},
    ):
        with pytest.raises(ValueError, match=r"no such game|not add up|valid|another program"):
            entry_from("classic", {**row, **changed})


def test_matches_are_chosen_by_target_opponent_and_names() -> None:
    games = some_entries()
    for target in (16, 21, 35):
        found = chosen(games, Selection((("target", target),)))
        assert {game.summary.target for game in found} == {target}
    assert {game.kind for game in chosen(games, Selection(kind="expert"))} == {"expert"}
    assert all("Cleo" in game.players for game in chosen(games, Selection(names=("Cleo",))))


def test_only_the_deals_of_its_day_and_target_are_those_of_a_day() -> None:
    game = match(1, day=TODAY)
    assert game.header.day == TODAY
    other = replace(game.header, setup=match(1, target=16).header.setup)
    assert other.day is None
