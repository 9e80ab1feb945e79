"""Finished games for the tests of the scores, and what their scores must be."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path

from foxduet.games.duet.rules.actions import Resign
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.scoring import Score, Summary
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.game import DAILY_KEY, NO_PARTNERS, Game, Header, PartnerNames, act, daily_seed
from foxduet.store.entries import Entry, Par
from tests.support.players import beginning_of, duet, played_game

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
