"""Games that partners play by themselves, and what they add up to."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import repeat
from math import ceil
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter
from typing import TypedDict

from foxduet.ai.partners import partner_named
from foxduet.figures import Times, times_of, wilson_interval
from foxduet.game import Game, Header, act, next_deal, open_game
from foxduet.rules.cards import Seat
from foxduet.rules.observation import observe
from foxduet.rules.scoring import score
from foxduet.rules.state import Outcome
from foxduet.store.records import SavedGame, save_game

_GAMES_AT_A_TIME = 16
_MOST_PROCESSES = 61


class Report(TypedDict):
    """What ``simulate --json`` prints; a defeat counts 0 in the mean score."""

    level: int
    games: int
    seats: list[str]
    seed: int
    wins: int
    win_rate: float
    wilson95: list[float]
    mean_score: float
    outcomes: dict[str, int]
    decisions: int
    ms_per_decision: Times
    seconds: float


@dataclass(frozen=True, slots=True)
class Series:
    """Which games to play: game number i, from 0, has the seed ``seed + i``."""

    level: int
    games: int
    seats: tuple[str, str]
    seed: int
    records: Path | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """One game of a series; ``seconds`` has the time of each decision."""

    outcome: Outcome
    score: int
    seconds: array[float]


def record_path(series: Series, number: int) -> Path:
    """Return the file of game ``number`` in the folder of the series' records."""
    assert series.records is not None, "only a series with records has record files"
    return series.records / f"game-{number + 1:0{len(str(series.games))}d}.toml"


def play_series(series: Series, jobs: int) -> Iterator[Played]:
    """Play the games on ``jobs`` processes; yield them in order, the same whatever ``jobs`` is.

    Raises OSError when a record cannot be written.
    """
    numbers = range(series.games)
    executor: Executor | nullcontext[None] = nullcontext()
    # No more processes than there are shares of games, nor than Windows can wait for.
    jobs = min(jobs, ceil(series.games / _GAMES_AT_A_TIME), _MOST_PROCESSES)
    if jobs > 1:
        executor = ProcessPoolExecutor(jobs)
    with executor as pool:
        if pool is None:
            yield from (_play_one(series, number) for number in numbers)
        else:
            yield from pool.map(_play_one, repeat(series), numbers, chunksize=_GAMES_AT_A_TIME)


def _play_one(series: Series, number: int) -> Played:
    seed = series.seed + number
    game = open_game(Header(level=series.level, players=series.seats, seed=seed))
    rngs = [Random(f"foxduet {seed} {seat.name}") for seat in Seat]
    partners = [partner_named(name) for name in series.seats]
    seconds = array("d")
    while (pending := game.state.pending) is not None:
        observation = observe(game.state, pending.seat if pending.seat is not None else Seat.P1)
        if not observation.choices:
            game = act(game, next_deal(game))
            continue
        seat = observation.seat
        began = perf_counter()
        thought = partners[seat](observation, rngs[seat])
        seconds.append(perf_counter() - began)
        game = act(game, thought.action)
    if series.records is not None:
        save_game(SavedGame(record_path(series, number)), game)
    return _played(game, seconds)


def _played(game: Game, seconds: array[float]) -> Played:
    outcome, points = game.state.outcome, score(game.state)
    assert outcome is not None, "the game has been played to its end"
    return Played(outcome, points.total if points else 0, seconds)


def summary(series: Series, played: list[Played], seconds: float) -> Report:
    """Add up the games of a series, which took ``seconds`` in all."""
    outcomes = Counter(game.outcome for game in played)
    wins = outcomes[Outcome.VICTORY]
    seconds_each = [time for game in played for time in game.seconds]
    return {
        "level": series.level,
        "games": len(played),
        "seats": list(series.seats),
        "seed": series.seed,
        "wins": wins,
        "win_rate": wins / len(played),
        "wilson95": [round(bound, 6) for bound in wilson_interval(wins, len(played))],
        "mean_score": fmean(game.score for game in played),
        "outcomes": {outcome.value: outcomes[outcome] for outcome in Outcome},
        "decisions": len(seconds_each),
        "ms_per_decision": times_of(seconds_each),
        "seconds": seconds,
    }
