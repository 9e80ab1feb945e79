"""Games played by programs: series, comparisons of two partners, and par."""

from __future__ import annotations

import os
from array import array
from collections import Counter, deque
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from foxduet.ai.partner import Partner, Stop, get_partner, is_repeatable
from foxduet.ai.workers import Jobs, is_worker_process, resolve_jobs, run_tasks
from foxduet.analysis import standings
from foxduet.core.cards import Deal, Result, Seat
from foxduet.core.engine import Counts
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.core.registry import rule_set
from foxduet.play.game import Chooser, Game, Header, act, deal_if_pending, open_game, play_out
from foxduet.play.record import dump_record
from foxduet.store.saved_games import SavedGame, write_record
from foxduet.store.score_entries import PAR_PARTNER, Par

# A batch is long enough to outweigh the cost of sending it, short enough for steady progress.
_BATCH_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Series:
    """Games by the partners in ``seats``; game i (from 0) uses the seed ``seed + i``."""

    game: str
    setup: Any
    games: int
    seats: tuple[str, str]
    seed: int
    records: Path | None = None

    @property
    def setup_keys(self) -> dict[str, object]:
        """The setup as written in records and reports."""
        return rule_set(self.game).header_keys(self.setup)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """Result of one game.

    seconds: duration of each decision, by seat.
    cut_short: number of decisions stopped by a time limit.
    counts: the rules' statistics for each seat.
    """

    result: Result
    seconds: tuple[array[float], array[float]]
    cut_short: int
    counts: Counts = field(default_factory=dict)


class RecordsError(FoxduetError):
    """A record of the series cannot be written."""


_Batch: TypeAlias = tuple[tuple[Series, int], ...]


def record_path(series: Series, index: int) -> Path:
    assert series.records is not None, "only a series with records has record files"
    return series.records / f"game-{index + 1:0{len(str(series.games))}d}.toml"


def play_series(series: Series, jobs: Jobs) -> Generator[PlayedGame, None, None]:
    """Play all games with ``jobs`` workers and yield them in order.

    The results do not depend on ``jobs``. Closing the generator early kills the workers. Raises
    ClusterError, or RecordsError if a record cannot be written (by this process).
    """
    return _play_in_batches(((series, index) for index in range(series.games)), jobs)


def play_interleaved(series: Sequence[Series], jobs: Jobs) -> Generator[PlayedGame, None, None]:
    """Like ``play_series`` for series of equal length: yield one game of each in turn."""
    games = ((s, index) for index in range(series[0].games) for s in series)
    return _play_in_batches(games, jobs)


def _play_in_batches(
    games: Iterator[tuple[Series, int]], jobs: Jobs
) -> Generator[PlayedGame, None, None]:
    size, queue = 1, deque[_Batch]()

    def iter_batches() -> Iterator[_Batch]:
        while batch := tuple(islice(games, size)):
            queue.append(batch)
            yield batch

    for results, seconds in run_tasks(_play_batch, iter_batches(), resolve_jobs(jobs)):
        # Grow by at most a factor of two: the next games may be slower.
        fitting_size = int(_BATCH_SECONDS * len(results) / seconds)
        size = max(1, min(fitting_size, 2 * len(results)))
        for (series, index), (game, record) in zip(queue.popleft(), results, strict=True):
            if series.records is not None:
                path, content = record_path(series, index), record.encode()
                try:
                    write_record(SavedGame(path, content), content)
                except OSError as error:
                    template = N_("cannot write the records to {folder}: {reason}")
                    raise RecordsError(template, folder=path.parent, reason=error) from None
            yield game


def _play_batch(games: _Batch) -> tuple[list[tuple[PlayedGame, str]], float]:
    """Return each game with its record ("" without a folder), and the seconds that all took."""
    start, results = perf_counter(), list[tuple[PlayedGame, str]]()
    for series, index in games:
        seats, cut_short = series.seats, list[bool]()
        seconds: tuple[array[float], array[float]] = array("d"), array("d")
        p1, p2 = (
            _add_timing(get_partner(series.game, name, other), times, cut_short)
            for name, other, times in zip(seats, reversed(seats), seconds, strict=True)
        )
        header = Header(series.game, series.setup, seats, seed=series.seed + index, ai=seats)
        game = play_out(open_game(header), (p1, p2))
        assert game.result is not None, "the game has been played to its end"
        record = "" if series.records is None else dump_record(game)
        steps = [turn.step for turn in game.turns]
        counts = game.rules.counts(game.rules.summarize(series.setup, steps))
        results.append((PlayedGame(game.result, seconds, sum(cut_short), counts), record))
    return results, perf_counter() - start


def _add_timing(partner: Partner, seconds: array[float], cut_short: list[bool]) -> Chooser:
    """Return a chooser that records each decision's duration, and whether it was cut short."""

    def choose(observation: Any, rng: Random) -> Any:
        start = perf_counter()
        thought = partner(observation, rng)
        seconds.append(perf_counter() - start)
        cut_short.append(thought.cut_short)
        return thought.action

    return choose


Verdict: TypeAlias = Literal["better", "worse", "no difference shown"]
Measure: TypeAlias = Literal["win_rate", "mean_score"]


class Totals(TypedDict):
    """Totals of a series from the first seat's view; a team's defeat scores 0.

    ``ms_per_decision_by_seat`` is present only if the partners differ.
    """

    wins: int
    win_rate: float
    wilson95: list[float]
    mean_score: float
    outcomes: dict[str, int]
    decisions: int
    ms_per_decision: standings.LatencyPercentiles
    cut_short: int
    ms_per_decision_by_seat: NotRequired[list[standings.LatencyPercentiles]]


class SeatTotals(TypedDict):
    """Totals for an opponent; ``counts`` adds up the rules' statistics."""

    wins: int
    draws: int
    win_rate: float
    wilson95: list[float]
    mean_score: float
    counts: dict[str, int]


class SeriesReport(Totals):
    """Report of one series, preceded by the keys of its setup.

    ``by_seat`` is present only for opponents.
    """

    games: int
    seats: list[str]
    seed: int
    seconds: float
    repeatable: bool
    by_seat: NotRequired[list[SeatTotals]]


class TeamSide(Totals):
    """Totals for a compared partner in a cooperative game."""

    seats: list[str]


class OpponentSide(SeatTotals):
    """Totals for a compared partner in a competitive game."""

    partner: str
    decisions: int
    ms_per_decision: standings.LatencyPercentiles


class Differences(TypedDict):
    """Mean paired differences, b - a."""

    win_rate: standings.MeanDifference
    mean_score: standings.MeanDifference


class DealCounts(TypedDict):
    """Number of deals on which each side did better."""

    a: int
    b: int


class Comparison(TypedDict):
    """Report of two partners on the same deals, preceded by the keys of the setup.

    beside: the partner in the other seat of both, or None.
    a, b: a ``TeamSide`` or an ``OpponentSide``.
    won_only_by: deals that only one team won.
    won_more_by: deals on which one opponent won more games.
    verdict: how b did, by wins, or by mean score if wins are inconclusive.
    verdict_by: the decisive measure; None if both are inconclusive.
    cut_short: for opponents only; teams have it in their totals.
    """

    games: int
    compare: list[str]
    beside: str | None
    seed: int
    a: Any
    b: Any
    difference: Differences
    won_only_by: NotRequired[DealCounts]
    won_more_by: NotRequired[DealCounts]
    verdict: Verdict
    verdict_by: Measure | None
    cut_short: NotRequired[int]
    seconds: float
    repeatable: bool


Placement: TypeAlias = tuple[int, Seat]
"""Index of a series within a contest, and the seat."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two partners compared on the same deals, with or against ``third_partner`` if given.

    ``series`` are played interleaved; ``places`` tells where each partner sits.
    """

    partners: tuple[str, str]
    third_partner: str | None
    series: tuple[Series, ...]
    places: tuple[tuple[Placement, ...], tuple[Placement, ...]]


def make_contest(sides: tuple[Series, Series], third_partner: str | None) -> Contest:
    """Set up a comparison of the partners in the first seats of two series.

    Teams play each deal once, with the partners in the second seats. Opponents play it twice with
    seats swapped, against each other or against a ``third_partner``.
    """
    (a, beside_a), (b, beside_b) = (series.seats for series in sides)
    if rule_set(sides[0].game).cooperative:
        shared_partner = beside_a if beside_a == beside_b else None
        return Contest((a, b), shared_partner, sides, (((0, Seat.P1),), ((1, Seat.P1),)))
    if third_partner is None:
        pairs = [(a, b), (b, a)]
        places = (((0, Seat.P1), (1, Seat.P2)), ((0, Seat.P2), (1, Seat.P1)))
    else:
        pairs = [(a, third_partner), (third_partner, a), (b, third_partner), (third_partner, b)]
        places = (((0, Seat.P1), (1, Seat.P2)), ((2, Seat.P1), (3, Seat.P2)))
    series = tuple(replace(sides[0], seats=pair) for pair in pairs)
    return Contest((a, b), third_partner, series, places)


def series_report(series: Series, games: Sequence[PlayedGame], seconds: float) -> SeriesReport:
    """Summarize a series that took ``seconds``."""
    report: SeriesReport = {
        **series.setup_keys,  # type: ignore[typeddict-item]
        "games": series.games,
        "seats": list(series.seats),
        "seed": series.seed,
        **_totals(series, games),
        "seconds": seconds,
        "repeatable": all(map(is_repeatable, series.seats)),
    }
    if not rule_set(series.game).cooperative:
        report["by_seat"] = [seat_totals([(game, seat) for game in games]) for seat in Seat]
    return report


_SeatResult: TypeAlias = tuple[PlayedGame, Seat]
"""A game, and the seat it is counted for."""


def comparison_report(contest: Contest, games: Sequence[PlayedGame], seconds: float) -> Comparison:
    """Compare two partners; ``games`` are the contest's games in interleaved order."""
    first_series = contest.series[0]
    is_team = rule_set(first_series.game).cooperative
    draw_share = 0.0 if is_team else 0.5
    a, b = (_results_by_deal(places, games, len(contest.series)) for places in contest.places)
    won_a, won_b = (
        [
            fmean(
                game.result.won[seat] if any(game.result.won) else draw_share for game, seat in deal
            )
            for deal in deals
        ]
        for deals in (a, b)
    )
    points_a, points_b = (
        [fmean(game.result.points[seat] for game, seat in deal) for deal in deals]
        for deals in (a, b)
    )
    difference: Differences = {
        "win_rate": standings.paired_difference(won_a, won_b),
        "mean_score": standings.paired_difference(points_a, points_b),
    }
    verdict, verdict_by = find_verdict(difference)
    pairs = list(zip(won_a, won_b, strict=True))
    deals_won: DealCounts = {"a": sum(x > y for x, y in pairs), "b": sum(x < y for x, y in pairs)}
    cut_short = sum(game.cut_short for game in games)
    return {
        **first_series.setup_keys,  # type: ignore[typeddict-item]
        "games": first_series.games,
        "compare": [*contest.partners],
        "beside": contest.third_partner,
        "seed": first_series.seed,
        "a": _team_side(contest.series[0], a)
        if is_team
        else _opponent_side(contest.partners[0], a),
        "b": _team_side(contest.series[1], b)
        if is_team
        else _opponent_side(contest.partners[1], b),
        "difference": difference,
        **({"won_only_by": deals_won} if is_team else {"won_more_by": deals_won}),
        "verdict": verdict,
        "verdict_by": verdict_by,
        **({} if is_team else {"cut_short": cut_short}),
        "seconds": seconds,
        "repeatable": all(is_repeatable(name) for item in contest.series for name in item.seats),
    }


def _results_by_deal(
    places: tuple[Placement, ...], games: Sequence[PlayedGame], series_count: int
) -> list[tuple[_SeatResult, ...]]:
    by_place = [[(game, seat) for game in games[start::series_count]] for start, seat in places]
    return list(zip(*by_place, strict=True))


def _team_side(series: Series, deals: Sequence[tuple[_SeatResult, ...]]) -> TeamSide:
    return {"seats": [*series.seats], **_totals(series, [game for ((game, _seat),) in deals])}


def _opponent_side(partner: str, deals: Sequence[tuple[_SeatResult, ...]]) -> OpponentSide:
    games = [*chain.from_iterable(deals)]
    seconds = [[*game.seconds[seat]] for game, seat in games]
    return {
        "partner": partner,
        **seat_totals(games),
        "decisions": sum(map(len, seconds)),
        "ms_per_decision": standings.latency_percentiles(chain.from_iterable(seconds)),
    }


def _totals(series: Series, games: Sequence[PlayedGame]) -> Totals:
    outcomes = Counter(game.result.name for game in games)
    wins = sum(game.result.won[Seat.P1] for game in games)
    seconds = [list(chain.from_iterable(game.seconds[seat] for game in games)) for seat in Seat]
    totals: Totals = {
        "wins": wins,
        "win_rate": wins / len(games),
        "wilson95": [round(bound, 6) for bound in standings.wilson_interval(wins, len(games))],
        "mean_score": fmean(game.result.points[Seat.P1] for game in games),
        "outcomes": {name: outcomes[name] for name in rule_set(series.game).results},
        "decisions": sum(map(len, seconds)),
        "ms_per_decision": standings.latency_percentiles(chain.from_iterable(seconds)),
        "cut_short": sum(game.cut_short for game in games),
    }
    if series.seats[0] != series.seats[1]:
        totals["ms_per_decision_by_seat"] = [*map(standings.latency_percentiles, seconds)]
    return totals


def seat_totals(games: Sequence[tuple[PlayedGame, Seat]]) -> SeatTotals:
    """Add up games of opponents, each for the given seat."""
    wins = sum(game.result.won[seat] for game, seat in games)
    counts: Counter[str] = Counter()
    for game, seat in games:
        counts.update({name: pair[seat] for name, pair in game.counts.items()})
    return {
        "wins": wins,
        "draws": sum(not any(game.result.won) for game, _seat in games),
        "win_rate": wins / len(games),
        "wilson95": [round(bound, 6) for bound in standings.wilson_interval(wins, len(games))],
        "mean_score": fmean(game.result.points[seat] for game, seat in games),
        "counts": dict(counts),
    }


def find_verdict(difference: Differences) -> tuple[Verdict, Measure | None]:
    """Return how b did, and the decisive measure, or None if both are inconclusive."""
    # Wins decide, as in the game.
    measures: tuple[Measure, ...] = ("win_rate", "mean_score")
    for measure in measures:
        low, high = difference[measure]["interval95"] or (0.0, 0.0)
        if low > 0:
            return "better", measure
        if high < 0:
            return "worse", measure
    return "no difference shown", None


_NICENESS = 5


def play_par(header: Header, partner: str = PAR_PARTNER) -> Game:
    """Let two experts play the deals of a seeded game; deterministic."""
    assert header.seed is not None, "only a seed fixes the deals"
    think = get_partner(header.game, partner, partner)

    def choose(observation: Any, rng: Random) -> Any:
        return think(observation, rng).action

    # Drop everything else from the header: par depends only on setup and seed.
    deals_header = Header(header.game, header.setup, header.players, seed=header.seed)
    return play_out(open_game(deals_header), (choose, choose))


def compute_par_moves(header: Header) -> tuple[str, ...]:
    """Return the decisions of ``play_par`` in record notation, which is cheap to send."""
    game = play_par(header)
    decisions = [turn.action for turn in game.turns if not isinstance(turn.action, Deal)]
    return tuple(map(game.rules.format_action, decisions))


def replay_par(header: Header, moves: Sequence[str]) -> Game:
    """Replay ``compute_par_moves`` under the players' names; raises FoxduetError or ValueError."""
    deals_header = Header(header.game, header.setup, header.players, seed=header.seed)
    game = deal_if_pending(open_game(deals_header))
    for text in moves:
        game = deal_if_pending(act(game, game.rules.parse_action(text)))
    if game.result is None:
        raise ValueError("this game has not been played to its end")
    return game


def compute_par(header: Header, partner: str = PAR_PARTNER) -> Par:
    """Return the result of two experts on the same deals."""
    result = play_par(header, partner).result
    assert result is not None, "the game has been played to its end"
    return Par(partner, result.name, result.points[0] if result.won[0] else None)


def compute_pars(deals: Sequence[Header], jobs: Jobs) -> Generator[Par, None, None]:
    """Yield the par of each deal, computed with ``jobs`` workers."""
    yield from run_tasks(compute_par, deals, resolve_jobs(jobs) if len(deals) > 1 else 0)


@dataclass(frozen=True, slots=True)
class ParResult:
    """Result of FindParJob; ``par`` is None if no process could be started."""

    par: Par | None


@dataclass(frozen=True, slots=True)
class FindParJob:
    """Job: compute the par of a game's deals."""

    header: Header

    def run(self, stop: Stop) -> Generator[ParResult, None, None]:
        yield from run_tasks(_compute_par_politely, [self.header], 1, stop)


def _compute_par_politely(header: Header) -> ParResult:
    # In the game's own process it would slow down the screens.
    if not is_worker_process():
        return ParResult(None)
    # Give the screens priority.
    with suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    return ParResult(compute_par(header))
