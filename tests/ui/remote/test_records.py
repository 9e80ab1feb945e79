"""The record of a game that was played at another terminal, in the guest's own scores."""

from __future__ import annotations

import pytest

from foxduet.play.record import dump_record
from foxduet.store.scores import read_scores
from foxduet.ui.performer import take_in_record
from tests.support.players import VICTORY, beginning_of
from tests.support.tables import Desk


def scores_of(desk: Desk) -> int:
    """Return how many games the scores have."""
    assert desk.scores is not None
    return len(read_scores(desk.scores, desk.records, "duet", "expert", 5.0).games)


def test_a_finished_game_is_entered_once(desk: Desk) -> None:
    for _ in range(2):
        take_in_record(dump_record(VICTORY), desk.folders)
    assert scores_of(desk) == 1
    (record,) = desk.records.iterdir()
    assert record.read_text("utf-8") == dump_record(VICTORY)


@pytest.mark.parametrize("record", ["nonsense", dump_record(beginning_of(VICTORY, 9))])
def test_nothing_else_is(record: str, desk: Desk) -> None:
    take_in_record(record, desk.folders)
    assert not desk.records.exists()
