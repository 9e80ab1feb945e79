"""The end of a match and its score: entered at once, no par, and what is shared of a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import Resign
from foxduet.play.game import DAILY_KEY, PartnerNames, daily_seed
from foxduet.store.database import open_scores
from foxduet.store.entries import Entry
from foxduet.store.scores import entries
from foxduet.ui import performer
from foxduet.ui.kit.effects import Leave
from foxduet.ui.performer import lines_for_the_shell
from foxduet.ui.table.moves import do
from foxduet.ui.table.screen import TableScreen
from foxduet.words.glyphs import UNICODE
from tests.support.classic.entries import TODAY
from tests.support.classic.screens import begin_match, classic
from tests.support.ended import ending_of
from tests.support.tables import Desk, later, options_in, settled, text_of


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


def ended(desk: Desk, ai: PartnerNames, *, is_daily: bool, seat: Seat = Seat.P1) -> TableScreen:
    """Return the end of a match that a seat gave up at once, its score entered."""
    header = classic(players=("Ann", "Bob" if ai[1] is None else "Steady"), seed=4, ai=ai)
    if is_daily:
        seed = daily_seed(TODAY, "target 21")
        header = replace(header, seed=seed, further={DAILY_KEY: TODAY.isoformat()})
    over = settled(do(begin_match(desk, header), Resign(seat), desk.context), desk)
    assert isinstance(over, TableScreen)
    after = later(over, desk)
    assert isinstance(after, TableScreen)
    assert ending_of(after).entered
    return after


def entered(desk: Desk) -> tuple[Entry, ...]:
    """Return what is in the scores of the original game."""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        assert entries(scores, "duet") == ()
        return entries(scores, "classic")


@pytest.mark.parametrize("ai", [(None, None), (None, "steady")])
def test_a_match_is_entered_at_its_end_and_seeks_no_par(ai: PartnerNames, desk: Desk) -> None:
    table = ended(desk, ai, is_daily=False)
    shows = ending_of(table)
    assert (shows.par, shows.seeks_par, shows.is_best) == (None, False, False)
    assert table.job(desk.context) is None
    (entry,) = entered(desk)
    assert (entry.summary.resigned, entry.ai) == (Seat.P1, ai)
    assert "Par" not in text_of(table)
    assert "The seed of these deals: 4" in text_of(table)


def test_the_first_match_of_a_day_is_the_one_to_share(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = (datetime(2026, 11, 21, 12, minute, tzinfo=UTC) for minute in count())
    monkeypatch.setattr(performer, "now", lambda: next(moments))
    solo: PartnerNames = (None, "steady")
    first = ended(desk, solo, is_daily=True)
    line = "foxduet daily 2026-11-21 target 21: resigned in round 1 at 0-0"
    assert line in text_of(first)
    again = ended(desk, (None, "novice"), is_daily=True)
    shows = ending_of(again)
    assert shows.counting is not None
    assert shows.counting.path == first.saved.path
    lines = lines_for_the_shell(Leave(shared=shows.counting), desk.folders, UNICODE)
    assert lines == (line, f"{UNICODE.dot}   against Steady, no hints")
    assert [entry.day for entry in entered(desk)] == [TODAY, TODAY]


def test_a_match_against_a_person_is_told_from_the_left(desk: Desk) -> None:
    table = ended(desk, (None, None), is_daily=True, seat=Seat.P2)
    assert "foxduet daily 2026-11-21 target 21: resigned in round 1 at 0-0" in text_of(table)
    (entry,) = entered(desk)
    assert entry.won
