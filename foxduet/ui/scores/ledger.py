"""Performing what screens ask of the scores: games entered, pars saved, and all that is read."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING, TypeAlias, assert_never

from foxduet.analysis.goals import reached_first
from foxduet.analysis.par import PAR_PARTNER, has_par
from foxduet.analysis.standings import counting_game, first_of_days, is_new_best
from foxduet.analysis.training import training_of
from foxduet.core.errors import FoxduetError
from foxduet.core.frozen import replace
from foxduet.store.database import ScoresError, with_scores
from foxduet.store.entries import Entry, are_deals_known, entry_of, is_for_the_scores
from foxduet.store.par import par_of, save_par
from foxduet.store.puzzles import load_journal
from foxduet.store.saved_games import SavedGame, load_game
from foxduet.store.scores import enter_game, entries, read_scores
from foxduet.ui.kit import answers, effects
from foxduet.words.common import guide_words
from foxduet.words.i18n import reason_of

if TYPE_CHECKING:
    from pathlib import Path
    from sqlite3 import Connection

    from foxduet.play.game import Game
    from foxduet.ui.kit.answers import Event

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
) -> answers.ScoreEntered:
    """Enter a game that is over into the scores, if it belongs there.

    A game whose scores cannot be written has its record, which is imported the next time.
    """
    header = game.header
    if path is None or not is_for_the_scores(game):
        return answers.ScoreEntered()
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
        entered = answers.ScoreEntered(
            par, seeks_par, is_best, own.again, rebuilt=rebuilt, goals=goals
        )
    except ScoresError as error:
        entered = answers.ScoreEntered(par, seeks_par, trouble=error)
    if header.day is None:
        return entered
    counting = counting_game(first_of_days(known), header.day, header.setup, own.people)
    counting = replace(counting or own, par=par)
    counted_before = counting.fingerprint != own.fingerprint
    return replace(entered, counting=counting, counted_before=counted_before)


def _open_record(entry: Entry) -> answers.RecordOpened | answers.RecordMissing:
    """Read the record of an entry, unless its file is about something else by now."""
    try:
        game, saved = load_game(entry.path)
    except OSError as error:
        return answers.RecordMissing(reason_of(error))
    except FoxduetError:
        # Its reason might be about hands that are still being played.
        return answers.RecordMissing()
    if game.result is None or entry_of(game, saved.path).fingerprint != entry.fingerprint:
        return answers.RecordMissing()
    return answers.RecordOpened(entry, game, saved.path)


def _open_scores(game: str, records: Path, path: Path | None) -> answers.ScoresOpened:
    today = date.today()
    if path is None:
        return answers.ScoresOpened(game, None, today)
    scores = read_scores(path, records, game, PAR_PARTNER, _SECONDS_TO_OPEN)
    puzzles = training_of(load_journal(path, game), today)
    return answers.ScoresOpened(game, scores, today, puzzles)


def _open_progress(game: str, records: Path, path: Path | None) -> answers.ProgressOpened:
    from foxduet.analysis.reviewed import read_player_progress

    opened = _open_scores(game, records, path)
    scores = opened.scores
    games, theme_of = scores.games if scores else (), guide_words(game).theme
    progress = read_player_progress(
        game, games, records, path, theme_of, opened.today, _SECONDS_TO_OPEN
    )
    return answers.ProgressOpened(progress, scores)


def _read_day(game: str, day: date, records: Path, path: Path | None) -> answers.DayRead:
    scores = _open_scores(game, records, path).scores
    if scores is None:
        return answers.DayRead((), rebuilt=False)
    games = tuple(one for one in first_of_days(scores.games) if one.day == day)
    return answers.DayRead(games, rebuilt=scores.rebuilt)
