"""The sums of series of games, and partners compared, as ``simulate --json`` prints them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from statistics import fmean
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

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


class TeamSide(Sums):
    """What the games of one of two partners that are compared add up to, played in a team."""

    seats: list[str]


class OpponentSide(SeatSums):
    """What the games of one of two partners that are compared add up to, played by opponents."""

    partner: str
    decisions: int
    ms_per_decision: Times


class Differences(TypedDict):
    """How much side b exceeds side a, deal by deal."""

    win_rate: Difference
    mean_score: Difference


class DealsBy(TypedDict):
    """The numbers of deals that were better for one side."""

    a: int
    b: int


class Comparison(TypedDict):
    """The report of two partners on the same deals; the keys of the setup come before these.

    ``a`` and ``b`` are ``TeamSide`` or ``OpponentSide``. ``won_only_by`` is about the deals that
    only one team won; ``won_more_by``, of opponents, about those of which one won more games.
    ``verdict`` says how side b did, judged by ``verdict_by``: by wins, and only if they show no
    difference by the mean score; None if that shows none either. Teams have ``cut_short`` in
    their sums.
    """

    games: int
    compare: list[str]
    beside: str | None
    seed: int
    a: Any
    b: Any
    difference: Differences
    won_only_by: NotRequired[DealsBy]
    won_more_by: NotRequired[DealsBy]
    verdict: Verdict
    verdict_by: Measure | None
    cut_short: NotRequired[int]
    seconds: float
    repeatable: bool


Place: TypeAlias = tuple[int, Seat]
"""Where a partner plays: in which series of a contest, and at which seat."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two partners that are compared on the same deals, ``beside`` another or against it, if any.

    ``series`` are to be played in turn; ``places`` has those of either partner.
    """

    partners: tuple[str, str]
    beside: str | None
    series: tuple[Series, ...]
    places: tuple[tuple[Place, ...], tuple[Place, ...]]


def contest_of(sides: tuple[Series, Series], beside: str | None) -> Contest:
    """Return the contest of the partners in the first seats of two series with the same deals.

    A team plays each deal once. Opponents play it twice, with seats changed, against each other or
    against another one ``beside``.
    """
    (a, beside_a), (b, beside_b) = (series.seats for series in sides)
    if rule_set(sides[0].game).cooperative:
        common = beside_a if beside_a == beside_b else None
        return Contest((a, b), common, sides, (((0, Seat.P1),), ((1, Seat.P1),)))
    if beside is None:
        pairs = [(a, b), (b, a)]
        places = (((0, Seat.P1), (1, Seat.P2)), ((0, Seat.P2), (1, Seat.P1)))
    else:
        pairs = [(a, beside), (beside, a), (b, beside), (beside, b)]
        places = (((0, Seat.P1), (1, Seat.P2)), ((2, Seat.P1), (3, Seat.P2)))
    return Contest((a, b), beside, tuple(sides[0].with_seats(pair) for pair in pairs), places)


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


_Seated: TypeAlias = tuple[PlayedGame, Seat]
"""A game, and where the partner sat that it is about."""


def comparison(contest: Contest, played: Sequence[PlayedGame], seconds: float) -> Comparison:
    """Compare partners by the games of their series in turn, which took ``seconds`` in all."""
    first = contest.series[0]
    is_team = rule_set(first.game).cooperative
    draw = 0.0 if is_team else 0.5
    a, b = (_deals(places, played, len(contest.series)) for places in contest.places)
    won_a, won_b = ([fmean(_won(one, draw) for one in deal) for deal in deals] for deals in (a, b))
    points_a, points_b = ([fmean(map(_points, deal)) for deal in deals] for deals in (a, b))
    difference: Differences = {
        "win_rate": paired_difference(won_a, won_b),
        "mean_score": paired_difference(points_a, points_b),
    }
    verdict, verdict_by = judge(difference)
    won = list(zip(won_a, won_b, strict=True))
    more: DealsBy = {"a": sum(x > y for x, y in won), "b": sum(x < y for x, y in won)}
    cut_short = sum(game.cut_short for game in played)
    return {
        **first.setup_keys,  # type: ignore[typeddict-item]
        "games": first.games,
        "compare": [*contest.partners],
        "beside": contest.beside,
        "seed": first.seed,
        "a": _team_side(contest.series[0], a) if is_team else _side(contest.partners[0], a),
        "b": _team_side(contest.series[1], b) if is_team else _side(contest.partners[1], b),
        "difference": difference,
        **({"won_only_by": more} if is_team else {"won_more_by": more}),
        "verdict": verdict,
        "verdict_by": verdict_by,
        **({} if is_team else {"cut_short": cut_short}),
        "seconds": seconds,
        "repeatable": all(is_repeatable(name) for one in contest.series for name in one.seats),
    }


def _deals(
    places: tuple[Place, ...], played: Sequence[PlayedGame], series: int
) -> list[tuple[_Seated, ...]]:
    """Return the games of a partner for each deal; ``played`` has each ``series`` in turn."""
    own = [[(game, seat) for game in played[at::series]] for at, seat in places]
    return list(zip(*own, strict=True))


def _won(game: _Seated, draw: float) -> float:
    """Return 1 for a win, and ``draw`` where nobody won."""
    played, seat = game
    won = played.result.won
    return float(won[seat]) if any(won) else draw


def _points(game: _Seated) -> int:
    played, seat = game
    return played.result.points[seat]


def _team_side(series: Series, deals: Sequence[tuple[_Seated, ...]]) -> TeamSide:
    return {"seats": [*series.seats], **_sums(series, [game for ((game, _seat),) in deals])}


def _side(partner: str, deals: Sequence[tuple[_Seated, ...]]) -> OpponentSide:
    games = [*chain.from_iterable(deals)]
    seconds = [[*played.seconds[seat]] for played, seat in games]
    return {
        "partner": partner,
        **seat_sums(games),
        "decisions": sum(map(len, seconds)),
        "ms_per_decision": times_of(chain.from_iterable(seconds)),
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
    """Add games of opponents up for one of them, whose seat is given with each game."""
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
