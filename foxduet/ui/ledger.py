"""Performing what screens ask of scores and journals; loaded when it is first asked for."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from itertools import takewhile
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias, assert_never

from foxduet.analysis.puzzles import new_reviews
from foxduet.analysis.rating import training_of
from foxduet.analysis.standings import counting_game, first_of_days, is_new_best, reached_first
from foxduet.core.errors import FoxduetError
from foxduet.core.frozen import replace
from foxduet.store.journals import (
    Attempt,
    Journal,
    load_journal,
    par_of,
    save_attempt,
    save_par,
    save_reviews,
)
from foxduet.store.results import (
    PAR_PARTNER,
    Entry,
    are_deals_known,
    entry_of,
    has_par,
    is_for_the_scores,
)
from foxduet.store.saved_games import SavedGame, load_game
from foxduet.store.scores import ScoresError, enter_game, entries, read_scores, with_scores
from foxduet.ui.kit import effects
from foxduet.ui.kit.effects import NotSaved, PuzzlesOpened
from foxduet.words.game_words import guide_words
from foxduet.words.i18n import reason_of

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

    from foxduet.play.game import Game
    from foxduet.ui.kit.effects import Event, PuzzleRow, SaveAttempt


ScoresRequest: TypeAlias = (
    effects.EnterScore
    | effects.SavePar
    | effects.OpenRecord
    | effects.OpenScores
    | effects.OpenProgress
    | effects.ReadDay
)

_SECONDS_TO_OPEN = 2.0
"""For how long records that are not imported yet may hold the scores up."""


def perform(command: ScoresRequest, records: Path, scores: Path | None) -> Event | None:
    """Do what a command says of the scores, if there are any; return what answers it."""
    match command:
        case effects.EnterScore(game, saved):
            return enter_score(game, saved, records, scores)
        case effects.SavePar(header, par):
            # What cannot be saved can be worked out again.
            with suppress(OSError):
                if scores is not None:
                    save_par(scores, header, par)
            return None
        case effects.OpenRecord(entry):
            return _open_record(entry)
        case effects.OpenScores(game):
            return _open_scores(game, records, scores)
        case effects.OpenProgress(game):
            return _open_progress(game, records, scores)
        case effects.ReadDay(game, day):
            return _read_day(game, day, records, scores)
        case _:
            assert_never(command)


def enter_score(
    game: Game, saved: SavedGame, records: Path, path: Path | None
) -> effects.ScoreEntered:
    """Enter a game that is over into the scores, if it belongs there.

    A game whose scores cannot be written has its record, which is imported the next time.
    """
    header = game.header
    if path is None or not is_for_the_scores(game):
        return effects.ScoreEntered()
    own, seeks_par = entry_of(game, saved.path), has_par(header)

    def work(scores: Connection) -> tuple[Entry, ...]:
        # A record that could not be written is no score before it, or its copy, is.
        if saved.game is game:
            enter_game(scores, game, saved.path, records)
        return entries(scores, header.game)

    par = par_of(path, header, PAR_PARTNER) if seeks_par else None
    known: tuple[Entry, ...] = ()
    try:
        known, rebuilt = with_scores(path, work)
        others = [one for one in known if one.fingerprint != own.fingerprint]
        own = replace(own, again=are_deals_known(own, others))
        is_best = is_new_best(own, others)
        goals = reached_first(guide_words(header.game).goals, own, others)
        entered = effects.ScoreEntered(
            par, seeks_par, is_best, own.again, rebuilt=rebuilt, goals=goals
        )
    except ScoresError as error:
        entered = effects.ScoreEntered(par, seeks_par, trouble=error)
    if header.day is None:
        return entered
    counting = counting_game(first_of_days(known), header.day, header.setup, own.people)
    counting = replace(counting or own, par=par)
    counted_before = counting.fingerprint != own.fingerprint
    return replace(entered, counting=counting, counted_before=counted_before)


def _open_record(entry: Entry) -> effects.RecordOpened | effects.RecordMissing:
    """Read the record of an entry, unless its file is about something else by now."""
    try:
        game, saved = load_game(entry.path)
    except OSError as error:
        return effects.RecordMissing(reason_of(error))
    except FoxduetError:
        # Its reason might be about hands that are still being played.
        return effects.RecordMissing()
    if game.result is None or entry_of(game, saved.path).fingerprint != entry.fingerprint:
        return effects.RecordMissing()
    return effects.RecordOpened(entry, game, saved.path)


def _open_scores(game: str, records: Path, path: Path | None) -> effects.ScoresOpened:
    today = date.today()
    if path is None:
        return effects.ScoresOpened(game, None, today)
    scores = read_scores(path, records, game, PAR_PARTNER, _SECONDS_TO_OPEN)
    puzzles = training_of(load_journal(path, game), today)
    return effects.ScoresOpened(game, scores, today, puzzles)


def _open_progress(game: str, records: Path, path: Path | None) -> effects.ProgressOpened:
    from foxduet.analysis.progress import read_player_progress

    opened = _open_scores(game, records, path)
    scores = opened.scores
    games, theme_of = scores.games if scores else (), guide_words(game).theme
    progress = read_player_progress(
        game, games, records, path, theme_of, opened.today, _SECONDS_TO_OPEN
    )
    return effects.ProgressOpened(progress, scores)


def _read_day(game: str, day: date, records: Path, path: Path | None) -> effects.DayRead:
    scores = _open_scores(game, records, path).scores
    if scores is None:
        return effects.DayRead((), rebuilt=False)
    games = tuple(one for one in first_of_days(scores.games) if one.day == day)
    return effects.DayRead(games, rebuilt=scores.rebuilt)


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
