"""Games that partners play by themselves, on as many processes as there are to share them."""

from __future__ import annotations

import os
import signal
from array import array
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing import active_children, parent_process
from pathlib import Path
from threading import Thread
from time import perf_counter

from foxduet.ai.partners import partner_named
from foxduet.play.game import Game, Header, act, chance_of, next_deal, open_game
from foxduet.rules.duet.observation import observe
from foxduet.rules.duet.scoring import score
from foxduet.rules.duet.state import Outcome
from foxduet.store.saved_games import SavedGame, save_game

# Windows cannot wait for more.
_MOST_PROCESSES = 61
# Long beside what it costs to hand games over to a process, short for somebody who waits.
_SECONDS_OF_A_SHARE = 0.1
# Enough to keep all processes busy while the oldest share, which is yielded first, takes long.
_SHARES_AHEAD = 8


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
    """One game of a series.

    ``seconds`` has the time of each decision, for each seat, and ``cut_short`` counts the
    decisions that a partner was stopped in.
    """

    outcome: Outcome
    score: int
    seconds: tuple[array[float], array[float]]
    cut_short: int


def record_path(series: Series, number: int) -> Path:
    """Return the file of game ``number`` in the folder of the series' records."""
    assert series.records is not None, "only a series with records has record files"
    return series.records / f"game-{number + 1:0{len(str(series.games))}d}.toml"


def play_series(series: Series, jobs: int) -> Generator[Played, None, None]:
    """Play the games on ``jobs`` processes; yield them in order, the same whatever ``jobs`` is.

    Whatever ends it early ends the processes at once, in the middle of their games.
    Raises OSError when a record cannot be written.
    """
    games = ((series, number) for number in range(series.games))
    return _play(games, min(jobs, series.games))


def play_in_turn(a: Series, b: Series, jobs: int) -> Generator[Played, None, None]:
    """Play two series of as many games, as ``play_series`` does; yield a game of each in turn."""
    games = ((series, number) for number in range(a.games) for series in (a, b))
    return _play(games, min(jobs, 2 * a.games))


def _play(games: Iterator[tuple[Series, int]], jobs: int) -> Generator[Played, None, None]:
    if jobs == 1:
        yield from (_play_one(series, number) for series, number in games)
        return
    jobs = min(jobs, _MOST_PROCESSES)
    under_way: deque[Future[tuple[list[Played], float]]] = deque()
    share = 1
    with _processes(jobs) as pool:
        while some := list(islice(games, share)):
            under_way.append(pool.submit(_play_share, some))
            if len(under_way) == jobs * _SHARES_AHEAD:
                played, seconds = under_way.popleft().result()
                yield from played
                # At most doubled, since a quick game may be followed by those of a slow partner.
                fitting = int(_SECONDS_OF_A_SHARE * len(played) / seconds)
                share = max(1, min(fitting, 2 * len(played)))
        for future in under_way:
            yield from future.result()[0]


@contextmanager
def _processes(jobs: int) -> Iterator[Executor]:
    """Run processes, which are not waited for when the games are given up."""
    pool = start_processes(jobs)
    try:
        yield pool
    except BaseException:
        give_up(pool)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def start_processes(jobs: int) -> Executor:
    """Return a pool of ``jobs`` processes, which leave all signals to this one."""
    return ProcessPoolExecutor(min(jobs, _MOST_PROCESSES), initializer=_follow_the_first_process)


def give_up(pool: Executor) -> None:
    """End the processes of ``pool`` at once, in the middle of their work."""
    for process in active_children():
        process.kill()
    with suppress(RuntimeError):
        # Its own thread may never have been started.
        pool.shutdown(cancel_futures=True)


def _follow_the_first_process() -> None:
    try:
        Thread(target=_end_with_the_first_process, daemon=True).start()
    except RuntimeError:
        # The system has no more threads: the first process learns of it by the end of this one.
        os._exit(1)
    # Ctrl-C reaches all processes; each would tell of it with a traceback.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _end_with_the_first_process() -> None:
    """Wait for the end of the process that shares the work; it may be killed without a word."""
    first = parent_process()
    assert first is not None, "this process was started by another"
    first.join()
    os._exit(1)


def _play_share(games: Iterable[tuple[Series, int]]) -> tuple[list[Played], float]:
    """Play some games; return them, and the seconds that they took."""
    began = perf_counter()
    played = [_play_one(series, number) for series, number in games]
    return played, perf_counter() - began


def _play_one(series: Series, number: int) -> Played:
    partners = [partner_named(name) for name in series.seats]
    seed = series.seed + number
    game = open_game(Header(series.level, series.seats, seed=seed, ai=series.seats))
    seconds: tuple[array[float], array[float]] = array("d"), array("d")
    cut_short = 0
    while (pending := game.state.table.pending) is not None:
        seat = pending.asked
        observation = observe(game.state, seat)
        if not observation.choices:
            game = act(game, next_deal(game))
            continue
        chance = chance_of(game, seat)
        began = perf_counter()
        thought = partners[seat](observation, chance)
        seconds[seat].append(perf_counter() - began)
        cut_short += thought.cut_short
        game = act(game, thought.action)
    if series.records is not None:
        save_game(SavedGame(record_path(series, number)), game)
    return _played(game, seconds, cut_short)


def _played(game: Game, seconds: tuple[array[float], array[float]], cut_short: int) -> Played:
    outcome, points = game.state.table.outcome, score(game.state)
    assert outcome is not None, "the game has been played to its end"
    return Played(outcome, points.total if points else 0, seconds, cut_short)
