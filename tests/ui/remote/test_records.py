"""The record of a game that was played at another terminal, in the guest's own scores."""

from __future__ import annotations

import pytest

from foxduet.core.common import Seat
from foxduet.play.game import kept_by
from foxduet.play.record import dump_record
from foxduet.store.database import open_scores
from foxduet.store.saved_games import SavedGame, save_game
from foxduet.store.scores import enter_game, read_scores
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
    assert record.read_text("utf-8") == dump_record(kept_by(VICTORY, Seat.P2))


@pytest.mark.parametrize("first", Seat)
def test_two_terminals_of_one_home_have_scores_of_both(first: Seat, desk: Desk) -> None:
    assert desk.scores is not None
    for seat in (first, first.other, first):
        saved = save_game(SavedGame(desk.records / f"{seat}.toml"), kept_by(VICTORY, seat))
        with open_scores(desk.scores) as scores:
            enter_game(scores, kept_by(VICTORY, seat), saved.path, desk.records)
        (entry,) = read_scores(desk.scores, desk.records, "duet", "expert").games
        assert entry.own_seats == ((first,) if len([*desk.records.iterdir()]) == 1 else (*Seat,))


@pytest.mark.parametrize("record", ["nonsense", dump_record(beginning_of(VICTORY, 9))])
def test_nothing_else_is(record: str, desk: Desk) -> None:
    take_in_record(record, desk.folders)
    assert not desk.records.exists()
