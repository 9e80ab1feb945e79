"""What the games of the scores add up to: wins, streaks, means, and days played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby
from statistics import fmean

from foxduet.ai.names import KINDS
from foxduet.analysis.statistics import wilson_interval
from foxduet.store.entries import Entry
from foxduet.store.selection import TWO_PEOPLE, Selection, chosen

_KINDS_IN_ORDER = (TWO_PEOPLE, *KINDS)
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """What games add up to; in the mean score a defeat counts 0.

    ``interval`` is the 95 % interval of the win rate, from 0 to 1. ``streak`` counts the wins
    since the last defeat, ``longest`` those of the longest row of them. ``best`` is None without
    a win.
    """

    level: int
    own_board: bool
    kind: str
    games: int
    wins: int
    interval: tuple[float, float]
    streak: int
    longest: int
    mean: float
    best: int | None


@dataclass(frozen=True, slots=True)
class Days:
    """The games that count for the days whose deals they were played with, oldest first.

    ``streak`` counts the days in a row up to today or yesterday, ``longest`` the most there were.
    """

    games: tuple[Entry, ...]
    streak: int
    longest: int


def kinds_of(games: Iterable[Entry]) -> list[str]:
    """Return the kinds of partner in ``games``: two people, then from the weakest on."""
    there = {game.kind for game in games}
    others = sorted(there - set(_KINDS_IN_ORDER))
    return [kind for kind in _KINDS_IN_ORDER if kind in there] + others


def teams_of(games: Iterable[Entry]) -> list[tuple[str, str]]:
    """Return the pairs of names in ``games``, whoever sat where."""
    return sorted({(min(game.players), max(game.players)) for game in games})


def standings(games: Sequence[Entry]) -> list[Standing]:
    """Add games up by level and kind of partner, boards of the players' own apart.

    ``games`` are in the order of time.
    """
    return [
        _standing(level, own_board, kind, some)
        for level in sorted({game.level for game in games})
        for own_board in (False, True)
        for kind in kinds_of(games)
        if (
            some := [
                game
                for game in chosen(games, Selection(level, kind))
                if bool(game.board) is own_board
            ]
        )
    ]


def _standing(level: int, own_board: bool, kind: str, games: Sequence[Entry]) -> Standing:
    wins = [game.won for game in games]
    rows = [len(list(row)) for won, row in groupby(wins) if won]
    return Standing(
        level=level,
        own_board=own_board,
        kind=kind,
        games=len(games),
        wins=sum(wins),
        interval=wilson_interval(sum(wins), len(games)),
        streak=rows[-1] if wins[-1] else 0,
        longest=max(rows, default=0),
        mean=fmean(game.points for game in games),
        best=max((game.points for game in games if game.won), default=None),
    )


def best_games(games: Iterable[Entry]) -> list[Entry]:
    """Return the victories, the highest score first, and of equals the earliest.

    Those on boards of the players' own come last: a short path makes high scores easy.
    """
    wins = (game for game in games if game.won)
    return sorted(wins, key=lambda game: (bool(game.board), -game.points))


def histogram(games: Iterable[Entry], width: int = 5) -> list[tuple[int, int]]:
    """Return the lowest score of each range of ``width``, and how many victories are in it."""
    ranges = [game.points // width for game in games if game.won]
    if not ranges:
        return []
    return [(width * at, ranges.count(at)) for at in range(min(ranges), max(ranges) + 1)]


def first_of_days(games: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return the games that count for a day: the first of each day, level and team of people.

    ``games`` are in the order of time.
    """
    first: dict[tuple[date, int, frozenset[str]], Entry] = {}
    for game in games:
        if game.day is not None:
            first.setdefault((game.day, game.level, game.people), game)
    return tuple(first[key] for key in sorted(first, key=lambda key: key[:2]))


def days_played(games: Sequence[Entry], today: date) -> Days:
    """Return the days that games which count for them were played on, and those in a row."""
    days = sorted({game.day for game in games if game.day is not None})
    rows: list[list[date]] = []
    for day in days:
        if rows and day - rows[-1][-1] == _ONE_DAY:
            rows[-1].append(day)
        else:
            rows.append([day])
    goes_on = bool(rows) and rows[-1][-1] >= today - _ONE_DAY
    return Days(
        games=tuple(games),
        streak=len(rows[-1]) if goes_on else 0,
        longest=max(map(len, rows), default=0),
    )
