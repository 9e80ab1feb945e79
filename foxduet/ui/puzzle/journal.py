"""Performing what the screens of puzzles ask for: the journal read, and answers saved in it."""

from __future__ import annotations

from datetime import date
from itertools import takewhile
from time import monotonic
from typing import TYPE_CHECKING

from foxduet.analysis.mistakes import new_reviews
from foxduet.store.puzzles import Attempt, Journal, load_journal, save_attempt, save_reviews
from foxduet.ui.kit.answers import NotSaved, PuzzlesOpened
from foxduet.words.i18n import reason_of

if TYPE_CHECKING:
    from pathlib import Path

    from foxduet.ui.kit.effects import PuzzleRow, SaveAttempt

_SECONDS_TO_SEARCH = 0.5
"""For how long reviews that are new may hold the puzzles up; the others come the next time."""


def open_puzzles(
    game: str, records: Path, scores: Path | None, goes_on: PuzzleRow | None = None
) -> PuzzlesOpened:
    """Read the journal of a game's puzzles, once new reviews were searched for mistakes."""
    today, reason = date.today(), ""
    if scores is None:
        return PuzzlesOpened(game, Journal(), today, goes_on)
    until = monotonic() + _SECONDS_TO_SEARCH
    reviews = new_reviews(records, load_journal(scores, game).read, today)
    try:
        save_reviews(scores, takewhile(lambda _review: monotonic() <= until, reviews))
    except OSError as error:
        reason = reason_of(error)
    return PuzzlesOpened(game, load_journal(scores, game), today, goes_on, reason)


def save_answer(answer: SaveAttempt, scores: Path | None) -> NotSaved | None:
    """Save the first answer to a puzzle, with the day of today."""
    if scores is None:
        return None
    attempt = Attempt(
        answer.game, answer.puzzle, date.today(), answer.right, answer.rating, answer.daily
    )
    try:
        save_attempt(scores, attempt)
    except OSError as error:
        return NotSaved(reason_of(error))
    return None
