"""Partners compared that are opponents: each deal is played twice, with seats changed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from statistics import fmean
from typing import TypeAlias, TypedDict

from foxduet.ai.names import is_repeatable
from foxduet.analysis.comparison import Differences, Measure, SeatSums, Verdict, judge, seat_sums
from foxduet.analysis.simulate import PlayedGame, Series
from foxduet.analysis.statistics import Times, paired_difference, times_of
from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass

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


class Side(SeatSums):
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
    a: Side
    b: Side
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


def _side(partner: str, games: Sequence[_Seated]) -> Side:
    seconds = [[*played.seconds[seat]] for played, seat in games]
    return {
        "partner": partner,
        **seat_sums(games),
        "decisions": sum(map(len, seconds)),
        "ms_per_decision": times_of(chain.from_iterable(seconds)),
    }
