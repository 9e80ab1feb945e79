"""The sums of series of games, one or two compared, as ``simulate --json`` prints them.

Partners that are opponents hold a contest: each deal is played twice, with seats changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from statistics import fmean
from typing import Literal, NotRequired, TypeAlias, TypedDict

from foxduet.ai.names import is_repeatable
from foxduet.analysis.simulate import PlayedGame, Series
from foxduet.analysis.statistics import (
    Difference,
    Times,
    paired_difference,
    times_of,
    wilson_interval,
)
from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass
from foxduet.core.register import rule_set

Verdict: TypeAlias = Literal["better", "worse", "no difference shown"]
Measure: TypeAlias = Literal["win_rate", "mean_score"]


class Sums(TypedDict):
    """What games add up to for the first seat; a defeat counts 0 in the mean score.

    Only if the partners differ, ``ms_per_decision_by_seat`` has the times of each.
    """

    wins: int
    win_rate: float
    wilson95: list[float]
    mean_score: float
    outcomes: dict[str, int]
    decisions: int
    ms_per_decision: Times
    cut_short: int
    ms_per_decision_by_seat: NotRequired[list[Times]]


class SeatSums(TypedDict):
    """What games of opponents add up to for one of them.

    ``counts`` is what the rules count for a seat, added up.
    """

    wins: int
    draws: int
    win_rate: float
    wilson95: list[float]
    mean_score: float
    counts: dict[str, int]


class Report(Sums):
    """The report of one series; the keys of its setup come before these.

    Only if the partners are opponents, ``by_seat`` has the sums of each seat.
    """

    games: int
    seats: list[str]
    seed: int
    seconds: float
    repeatable: bool
    by_seat: NotRequired[list[SeatSums]]


class Side(Sums):
    """One of two series that are compared."""

    seats: list[str]


class Differences(TypedDict):
    """How much side b exceeds side a, game by game of the same deals."""

    win_rate: Difference
    mean_score: Difference


class WonOnlyBy(TypedDict):
    """The numbers of deals that only one side won."""

    a: int
    b: int


class Comparison(TypedDict):
    """The report of two series with the same deals.

    ``verdict`` says how side b did, judged by ``verdict_by``: by wins, and only if they show no
    difference by the mean score; None if that shows none either. The keys of the setup come
    before these.
    """

    games: int
    compare: list[str]
    beside: str | None
    seed: int
    a: Side
    b: Side
    difference: Differences
    won_only_by: WonOnlyBy
    verdict: Verdict
    verdict_by: Measure | None
    seconds: float
    repeatable: bool


def summary(series: Series, played: Sequence[PlayedGame], seconds: float) -> Report:
    """Add up the games of a series, which took ``seconds`` in all."""
    report: Report = {
        **series.setup_keys,  # type: ignore[typeddict-item]
        "games": series.games,
        "seats": list(series.seats),
        "seed": series.seed,
        **_sums(series, played),
        "seconds": seconds,
        "repeatable": all(map(is_repeatable, series.seats)),
    }
    if not rule_set(series.game).cooperative:
        report["by_seat"] = [seat_sums([(game, seat) for game in played]) for seat in Seat]
    return report


def comparison(
    sides: tuple[Series, Series],
    played: tuple[Sequence[PlayedGame], Sequence[PlayedGame]],
    seconds: float,
) -> Comparison:
    """Compare two series of as many games, with the same deals, which took ``seconds`` in all.

    The partners in the first seats are compared; in the second seats each has itself beside it,
    or both the same other partner.
    """
    (a, b), (of_a, of_b) = sides, played
    won_a, won_b = ([game.result.won[Seat.P1] for game in games] for games in played)
    points_a, points_b = ([game.result.points[Seat.P1] for game in games] for games in played)
    won = list(zip(won_a, won_b, strict=True))
    difference: Differences = {
        "win_rate": paired_difference(won_a, won_b),
        "mean_score": paired_difference(points_a, points_b),
    }
    verdict, verdict_by = judge(difference)
    return {
        **a.setup_keys,  # type: ignore[typeddict-item]
        "games": a.games,
        "compare": [a.seats[0], b.seats[0]],
        "beside": a.seats[1] if a.seats[1] == b.seats[1] else None,
        "seed": a.seed,
        "a": {"seats": list(a.seats), **_sums(a, of_a)},
        "b": {"seats": list(b.seats), **_sums(b, of_b)},
        "difference": difference,
        "won_only_by": {"a": won.count((True, False)), "b": won.count((False, True))},
        "verdict": verdict,
        "verdict_by": verdict_by,
        "seconds": seconds,
        "repeatable": all(map(is_repeatable, {*a.seats, *b.seats})),
    }


def _sums(series: Series, played: Sequence[PlayedGame]) -> Sums:
    outcomes = Counter(game.result.name for game in played)
    wins = sum(game.result.won[Seat.P1] for game in played)
    by_seat = [list(chain.from_iterable(game.seconds[seat] for game in played)) for seat in Seat]
    sums: Sums = {
        "wins": wins,
        "win_rate": wins / len(played),
        "wilson95": [round(bound, 6) for bound in wilson_interval(wins, len(played))],
        "mean_score": fmean(game.result.points[Seat.P1] for game in played),
        "outcomes": {name: outcomes[name] for name in rule_set(series.game).results},
        "decisions": sum(map(len, by_seat)),
        "ms_per_decision": times_of(chain.from_iterable(by_seat)),
        "cut_short": sum(game.cut_short for game in played),
    }
    if series.seats[0] != series.seats[1]:
        sums["ms_per_decision_by_seat"] = [times_of(seconds) for seconds in by_seat]
    return sums


def seat_sums(games: Sequence[tuple[PlayedGame, Seat]]) -> SeatSums:
    """Add games of opponents up for one of them, who sat at the seat beside each game."""
    wins = sum(game.result.won[seat] for game, seat in games)
    counts: Counter[str] = Counter()
    for game, seat in games:
        counts.update({name: pair[seat] for name, pair in game.counts.items()})
    return {
        "wins": wins,
        "draws": sum(not any(game.result.won) for game, _seat in games),
        "win_rate": wins / len(games),
        "wilson95": [round(bound, 6) for bound in wilson_interval(wins, len(games))],
        "mean_score": fmean(game.result.points[seat] for game, seat in games),
        "counts": dict(counts),
    }


def judge(difference: Differences) -> tuple[Verdict, Measure | None]:
    """Return how side b did, and by which measure that shows."""
    # The win comes first, as it does in the game.
    measures: tuple[Measure, ...] = ("win_rate", "mean_score")
    for by in measures:
        low, high = difference[by]["interval95"] or (0.0, 0.0)
        if low > 0:
            return "better", by
        if high < 0:
            return "worse", by
    return "no difference shown", None


Place: TypeAlias = tuple[int, Seat]
"""Where a partner plays: in which series of a contest, and at which seat."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two partners that are compared on the same deals, against each other or ``against`` another.

    ``series`` are to be played in turn; ``places`` has those of either partner.
    """

    partners: tuple[str, str]
    against: str | None
    series: tuple[Series, ...]
    places: tuple[tuple[Place, Place], tuple[Place, Place]]


class ContestSide(SeatSums):
    """What the games of one partner add up to."""

    partner: str
    decisions: int
    ms_per_decision: Times


class MoreBy(TypedDict):
    """The numbers of deals of which one side won more games than the other."""

    a: int
    b: int


class ContestReport(TypedDict):
    """The report of a contest; ``games`` counts deals, each played twice by either side.

    ``difference`` is by how much side b exceeds side a, deal by deal; ``verdict`` says how it did,
    as for a comparison. The keys of the setup come before these.
    """

    games: int
    compare: list[str]
    beside: str | None
    seed: int
    a: ContestSide
    b: ContestSide
    difference: Differences
    won_more_by: MoreBy
    verdict: Verdict
    verdict_by: Measure | None
    cut_short: int
    seconds: float
    repeatable: bool


def contest_of(partners: tuple[Series, Series], against: str | None) -> Contest:
    """Return the contest of the partners in the first seats of two series with the same deals."""
    a, b = (series.seats[0] for series in partners)
    deals = partners[0]
    if against is None:
        pairs = [(a, b), (b, a)]
        places = (((0, Seat.P1), (1, Seat.P2)), ((0, Seat.P2), (1, Seat.P1)))
    else:
        pairs = [(a, against), (against, a), (b, against), (against, b)]
        places = (((0, Seat.P1), (1, Seat.P2)), ((2, Seat.P1), (3, Seat.P2)))
    series = tuple(deals.with_seats(pair) for pair in pairs)
    return Contest((a, b), against, series, places)


def contest_report(contest: Contest, played: Sequence[PlayedGame], seconds: float) -> ContestReport:
    """Compare the partners by the games of their series in turn, which took ``seconds`` in all."""
    a, b = (_deals(places, played, len(contest.series)) for places in contest.places)
    won_a, won_b = ([fmean(map(_won, deal)) for deal in deals] for deals in (a, b))
    points_a, points_b = ([fmean(map(_points, deal)) for deal in deals] for deals in (a, b))
    difference: Differences = {
        "win_rate": paired_difference(won_a, won_b),
        "mean_score": paired_difference(points_a, points_b),
    }
    verdict, verdict_by = judge(difference)
    of_a, of_b = (
        _side(name, [*chain.from_iterable(deals)])
        for name, deals in zip(contest.partners, (a, b), strict=True)
    )
    first, won = contest.series[0], list(zip(won_a, won_b, strict=True))
    return {
        **first.setup_keys,  # type: ignore[typeddict-item]
        "games": first.games,
        "compare": [*contest.partners],
        "beside": contest.against,
        "seed": first.seed,
        "a": of_a,
        "b": of_b,
        "difference": difference,
        "won_more_by": {"a": sum(x > y for x, y in won), "b": sum(x < y for x, y in won)},
        "verdict": verdict,
        "verdict_by": verdict_by,
        "cut_short": sum(game.cut_short for game in played),
        "seconds": seconds,
        "repeatable": all(is_repeatable(name) for one in contest.series for name in one.seats),
    }


_Seated: TypeAlias = tuple[PlayedGame, Seat]
"""A game, and where the partner sat that it is about."""


def _deals(
    places: tuple[Place, Place], played: Sequence[PlayedGame], series: int
) -> list[tuple[_Seated, _Seated]]:
    """Return both games of a partner for each deal; games of so many series come in turn."""
    (one, seat), (other, other_seat) = places
    games = zip(played[one::series], played[other::series], strict=True)
    return [((first, seat), (second, other_seat)) for first, second in games]


def _won(game: _Seated) -> float:
    """Return 1 for a win, half for a draw."""
    played, seat = game
    won = played.result.won
    return float(won[seat]) if any(won) else 0.5


def _points(game: _Seated) -> int:
    played, seat = game
    return played.result.points[seat]


def _side(partner: str, games: Sequence[_Seated]) -> ContestSide:
    seconds = [[*played.seconds[seat]] for played, seat in games]
    return {
        "partner": partner,
        **seat_sums(games),
        "decisions": sum(map(len, seconds)),
        "ms_per_decision": times_of(chain.from_iterable(seconds)),
    }
