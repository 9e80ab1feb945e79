"""What awaits players who come back: the deals of the day, puzzles due, and what to play next."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from foxduet.analysis.standings import days_played, first_of_days
from foxduet.analysis.training import training_of
from foxduet.store.database import ScoresError, open_scores
from foxduet.store.files import is_file
from foxduet.store.puzzles import load_journal
from foxduet.store.scores import entries, import_new, read_days
from foxduet.ui.kit.answers import TodayRead
from foxduet.ui.remembered import proposal_after

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from foxduet.analysis.goals import Rung
    from foxduet.store.config import Config
    from foxduet.store.saved_games import RecordFile

_SECONDS = 0.2
"""For how long records that are not imported yet may hold the title or the form up."""


def read_today(game: str, files: Iterable[RecordFile], scores: Path | None) -> TodayRead:
    """Return what awaits the players of a game today; where there are no scores, nothing does."""
    today = date.today()
    if scores is None:
        return TodayRead()
    due = training_of(load_journal(scores, game), today).due
    games = read_days(scores, files, game, _SECONDS) if is_file(scores) else ()
    days = days_played(first_of_days(games), today)
    return TodayRead(days.streak, any(one.day == today for one in games), due)


def read_proposal(config: Config, records: Path, scores: Path | None) -> Rung | None:
    """Return what to play next by the last games, None for no proposal."""
    game = config["game"]
    if scores is None or not is_file(scores):
        return None
    with suppress(ScoresError), open_scores(scores) as opened:
        import_new(opened, records, _SECONDS)
        return proposal_after(config, entries(opened, game))
    return None
