"""Entries of the scores, games that ended, and those under way."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path

from foxduet.analysis.par import FindPar, ParFound
from foxduet.games.duet.rules.actions import Resign
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.scoring import Score, Summary
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.game import DAILY_KEY, NO_PARTNERS, Game, Header, PartnerNames, act, daily_seed
from foxduet.store.database import open_scores
from foxduet.store.entries import Entry, Par
from foxduet.store.saved_games import SavedGame, files_in, sorted_saves
from foxduet.store.scores import entries
from foxduet.ui.kit import keys
from foxduet.ui.kit.answers import Answered
from foxduet.ui.kit.effects import EnterScore, OpenScores
from foxduet.ui.kit.keys import OPTION_KEYS
from foxduet.ui.kit.screen import Next, Screen
from foxduet.ui.scores.screen import ScoresScreen
from foxduet.ui.table.moves import do, endings_of
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import GameOver
from foxduet.words.i18n import _
from foxduet.words.text import capitalised
from tests.support.players import beginning_of, duet, played_game
from tests.support.screens import open_title
from tests.support.tables import Desk, Left, begin, later, of_kind, press_keys, received, settled

FIRST = datetime(2026, 10, 19, 11, 30, tzinfo=UTC)
TODAY = date(2026, 11, 21)
SMALL = Board(gems=(1, 0, 1), plus=(), start=2, forest_tokens=0)


def header_at(number: int, level: int = 2, ai: PartnerNames = NO_PARTNERS) -> Header:
    """Return the header of game ``number``, which took 20 minutes, a day after the one before."""
    began = FIRST + timedelta(days=number)
    return duet(
        level,
        ("Left", "Right") if ai == NO_PARTNERS else ("Player", "Expert"),
        seed=number,
        started=began,
        finished=began + timedelta(minutes=20),
        ai=ai,
    )


@cache
def finished(number: int, level: int = 2) -> Game:
    """Return a game of two people, played to its end."""
    return played_game(header_at(number, level))


def resigned(game: Game, turns: int) -> Game:
    """Return ``game`` given up after so many turns."""
    return act(beginning_of(game, turns), Resign())


def entry(
    number: int,
    points: int | None = None,
    level: int = 2,
    partner: str | None = None,
    day: date | None = None,
    par: Par | None = None,
) -> Entry:
    """Return a made-up entry, a victory of round 2 with ``points``, or lost without."""
    header = header_at(number, level, (None, partner))
    seed = number if day is None else daily_seed(day, f"level {level}")
    ended = header.finished
    if day is not None:
        ended = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    return Entry(
        game="duet",
        fingerprint=f"{number:064}",
        started=None,
        finished=ended,
        players=header.players,
        ai=header.ai,
        summary=Summary(
            level=level,
            board="",
            outcome=Outcome.LOST if points is None else Outcome.VICTORY,
            score=None if points is None else Score(10 * level, points - 10 * level - 10, 10, 0),
            round=2,
            tricks=19,
            gems_left=3 if points is None else 0,
            found=(6, 5) if points is None else (8, 7),
        ),
        hints=0,
        seed=seed,
        day=day,
        path=Path(f"game-{number}.toml"),
        par=par,
    )


def some_entries() -> tuple[Entry, ...]:
    """Return games of all kinds, oldest first."""
    par = Par("expert:200", "victory", 44)
    lost = Par("expert:200", "lost", None)
    scores = [None, 31, 34, None, None, 38, 41, 36, None, 44, 33, 39, 47, None, 42, 40]
    games = [
        entry(
            number,
            points,
            level=1 + number % 2,
            partner=(None, "expert", None, "steady", "expert")[number % 5],
            par=(None, par, lost)[number % 3],
        )
        for number, points in enumerate(scores)
    ]
    days = [(28, 38), (29, None), (31, 36), (32, 41), (33, 38)]
    games += [
        entry(100 + ahead, points, day=FIRST.date() + timedelta(days=ahead), par=par)
        for ahead, points in days
    ]
    return tuple(games)


def daily_header(day: date, level: int = 2, number: int = 0) -> Header:
    """Return the header of a game with the deals of a day."""
    header = header_at(number, level)
    return replace(
        header, seed=daily_seed(day, f"level {level}"), further={DAILY_KEY: day.isoformat()}
    )


def resigned_table(desk: Desk, seed: int | None = 7) -> TableScreen:
    """Return the end of a game that was given up at once."""
    return resigned_at_table(begin(desk, 2, ("Left", "Right"), seed), desk)


def resigned_at_table(table: TableScreen, desk: Desk) -> TableScreen:
    """Return what becomes of a table once its game was given up, and its score entered."""
    over = of_kind(TableScreen, settled(do(table, Resign(), desk.context), desk))
    assert not ending_of(over).entered
    after = of_kind(TableScreen, later(over, desk))
    assert ending_of(after).entered
    return after


def ending_of(table: TableScreen) -> GameOver:
    """Return what a table shows at the end of its game."""
    assert isinstance(table.shows, GameOver)
    return table.shows


def ended_with(table: TableScreen, desk: Desk, label: str) -> Screen | Left:
    """Return what comes of one of the buttons after a game, by the beginning of its label."""
    labels = [capitalised(_(one)) for one, _end in endings_of(table)]
    (at,) = (at for at, one in enumerate(labels) if one.startswith(label))
    return press_keys(table, desk, OPTION_KEYS[at], keys.ENTER)


def entered(table: TableScreen, desk: Desk) -> TableScreen:
    """Return the end of a game once its score is entered, be it for the second time."""
    command = EnterScore(table.session.game, table.saved)
    return of_kind(TableScreen, settled(Next(table, (command,)), desk))


def with_par(table: TableScreen, par: Par | None, desk: Desk) -> TableScreen:
    """Return the end of a game once the par of its deals is found, None if it cannot be."""
    answered = Answered(FindPar(table.session.game.header), ParFound(par))
    return of_kind(TableScreen, received(table, answered, desk))


def open_scores_screen(desk: Desk) -> ScoresScreen:
    """Return the scores as the title screen opens them."""
    return of_kind(ScoresScreen, settled(Next(open_title(desk), (OpenScores("duet"),)), desk))


def games(desk: Desk) -> list[tuple[int | None, Outcome]]:
    """Return seed and outcome of all that is in the database."""
    assert desk.scores is not None
    with open_scores(desk.scores) as scores:
        return [(game.seed, game.summary.outcome) for game in entries(scores, "duet")]


def unfinished(folder: Path) -> tuple[tuple[Game, SavedGame], ...]:
    """Return the games under way, those that were saved last first."""
    games, _damaged = sorted_saves(files_in(folder))
    return games


def latest_unfinished(folder: Path) -> tuple[Game, SavedGame] | None:
    """Return the game under way that was saved last, None if there is none."""
    return next(iter(unfinished(folder)), None)
