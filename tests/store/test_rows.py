"""What is accepted anywhere can be read back everywhere: command line, records, rows."""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import suppress
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.cli.options import name as name_argument
from foxduet.core.cards import Seat
from foxduet.core.engine import ResultColumn
from foxduet.core.errors import is_name
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import DAILY_KEY, Game, Header
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.store.results import Entry, columns, entry_from, entry_of, entry_row
from foxduet.store.scores import ScoresError, enter, entries, scores_in_memory
from tests.play.test_record import toml_values
from tests.support.classic import match
from tests.support.classic import resigned as given_up
from tests.support.entries import finished, header_at, resigned
from tests.support.players import few, names

PATH = Path("game.toml")
SHORT = resigned(finished(1), 3)

odd_texts = st.text() | names | st.text(st.sampled_from("\0\x1b\x9b\u3164\u2800\u200d\u202eA "))
zones = st.none() | st.integers(-1439, 1439).map(lambda some: timezone(timedelta(minutes=some)))
moments = st.none() | st.datetimes(timezones=zones)
numbers = st.integers() | st.sampled_from([2**63, -(2**63), 10**900])
headers = st.fixed_dictionaries(
    {
        "game": st.just("duet"),
        "setup": st.builds(Setup, st.just(2), st.none()),
        "players": st.tuples(odd_texts, odd_texts),
        "seed": st.none() | numbers,
        "started": moments,
        "finished": moments,
        "ai": st.tuples(st.none(), st.none() | odd_texts),
        "hints": st.sets(st.integers(1, 10**20)).map(sorted).map(tuple),
        "further": st.dictionaries(
            st.sampled_from([DAILY_KEY, "house", "\u3164", "a.b"]), toml_values, max_size=2
        ),
    }
)


def assert_read_back(entry: Entry) -> None:
    """Enter a game into new scores; nothing there must be wrong or different."""
    with scores_in_memory() as scores:
        assert enter(scores, [entry]) == 1
        assert entries(scores, entry.game) == (entry,)
        assert enter(scores, [entry]) == 0


def loaded(game: Game) -> Game | None:
    """Return the game that the record of ``game`` has, None if the record is refused."""
    try:
        again = load_record(dump_record(game))
    except BrokenRecordError:
        return None
    assert load_record(dump_record(again)) == again
    return again


@few(300)
@given(headers)
def test_a_header_that_is_accepted_is_that_of_a_score_that_can_be_read(
    values: dict[str, Any],
) -> None:
    try:
        header = Header(**values)
    except ValueError:
        return
    game = loaded(replace(SHORT, header=header))
    assert game is not None
    assert_read_back(entry_of(game, PATH))


@few(40)
@given(headers, names, names, st.none() | names)
def test_a_record_with_good_names_is_accepted(
    values: dict[str, Any], one: str, other: str, partner: str | None
) -> None:
    header = Header(**{**values, "players": (one, other), "ai": (None, partner)})
    assert loaded(replace(SHORT, header=header)) is not None


@few(200)
@given(odd_texts)
def test_a_name_on_the_command_line_can_be_read_back(text: str) -> None:
    try:
        name = name_argument(text)
    except argparse.ArgumentTypeError:
        return
    game = loaded(replace(SHORT, header=replace(header_at(1), players=(name, "B"))))
    assert game is not None
    assert_read_back(entry_of(game, PATH))


ROW = entry_row(entry_of(SHORT, PATH))
values = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | odd_texts
    | st.binary()
    | st.builds(date.isoformat, st.dates())
    | st.builds(datetime.isoformat, st.datetimes())
)


@few(300)
@given(st.sampled_from([*ROW]), values)
def test_whatever_is_in_a_row_is_a_game_or_damage(column: str, value: object) -> None:
    with scores_in_memory() as scores:
        enter(scores, [entry_of(SHORT, PATH)])
        scores.execute("PRAGMA ignore_check_constraints = ON")
        with suppress(sqlite3.IntegrityError, UnicodeEncodeError):
            scores.execute(f"UPDATE duet_game SET {column} = ?", (value,))
        scores.execute("PRAGMA ignore_check_constraints = OFF")
        (answer,) = scores.execute("PRAGMA integrity_check(1)").fetchone()
        if answer != "ok":
            return
        try:
            (entry,) = entries(scores, "duet")
        except ScoresError:
            return
    assert [column.name for column in columns("duet")] == [*ROW]
    assert all(is_name(name) for name in (*entry.players, *entry.ai) if name is not None)
    with scores_in_memory() as scores:
        assert enter(scores, [entry]) == len(entries(scores, "duet")) == 1


@pytest.mark.parametrize("column", columns("duet"))
def test_a_column_takes_no_value_of_another_type(column: ResultColumn) -> None:
    wrong: tuple[object, ...] = (b"1", *(() if column.optional else (None,)))
    wrong += ("1.5", 1.5, "one", -1) if column.type is int else ()
    with scores_in_memory() as scores:
        enter(scores, [entry_of(SHORT, PATH)])
        for value in wrong:
            with pytest.raises(sqlite3.IntegrityError):
                scores.execute(f"UPDATE duet_game SET {column.name} = ?", (value,))


@few(40)
@given(st.integers(0, 20), st.integers(1, 60), st.sampled_from([*Seat, None]))
def test_every_match_is_read_back_as_it_was_entered(
    number: int, turns: int, seat: Seat | None
) -> None:
    game = match(number) if seat is None else given_up(match(number), turns, seat)
    assert_read_back(entry_of(game, PATH))


@pytest.mark.parametrize(
    "changed",
    [{"points_p1": 99}, {"tricks": "7-7"}, {"target": 17}, {"treasures": ""}, {"resigned": "p1"}],
)
def test_a_row_that_does_not_add_up_is_no_match(changed: dict[str, object]) -> None:
    row = entry_row(entry_of(match(1), PATH))
    other = "p2" if row["result"] == "p1" else "p1"
    for wrong in (changed, {"result": other}):
        with pytest.raises(ValueError, match=r"no such game|not add up|valid"):
            entry_from("classic", [*{**row, **wrong}.values()])
