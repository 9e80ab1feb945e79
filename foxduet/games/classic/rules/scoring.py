"""Points for tricks (C6.1), how a game ended (C6.2-C6.4), and its row of the scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import TypeAlias

from foxduet.core import values
from foxduet.core.common import Result, Seat, Step
from foxduet.core.frozen import dataclass
from foxduet.core.ruleset import Column, Counts
from foxduet.games.classic.rules.actions import format_pair
from foxduet.games.classic.rules.cards import DECK, Ability
from foxduet.games.classic.rules.events import Event, RoundEnded
from foxduet.games.classic.rules.state import TARGETS, TRICKS, WON_BY, GameState, Outcome, Setup


class Band(Enum):
    """What a number of tricks in a round is called."""

    HUMBLE = "humble"
    DEFEATED = "defeated"
    VICTORIOUS = "victorious"
    GREEDY = "greedy"


_POINTS = (6, 6, 6, 6, 1, 2, 3, 6, 6, 6, 0, 0, 0, 0)
_BANDS = (*[Band.HUMBLE] * 4, *[Band.DEFEATED] * 3, *[Band.VICTORIOUS] * 3, *[Band.GREEDY] * 4)


def points_of(tricks: int) -> int:
    """Return what a seat scores for the tricks that it won in a round (C6.1)."""
    return _POINTS[tricks]


def band_of(tricks: int) -> Band:
    """Return the band that a number of tricks lies in (C6.1)."""
    return _BANDS[tricks]


def points_for_tricks(tricks: tuple[int, int]) -> tuple[int, int]:
    """Return what both seats score for their tricks (C6.1)."""
    return points_of(tricks[0]), points_of(tricks[1])


def outcome_of(points: tuple[int, int], scored: tuple[int, int]) -> Outcome:
    """Return who won by the points, then by those of the last round (C6.3)."""
    for p1, p2 in (points, scored):
        if p1 != p2:
            return Outcome.P1 if p1 > p2 else Outcome.P2
    return Outcome.DRAW


def result_of(outcome: Outcome, points: tuple[int, int]) -> Result:
    """Return a result by its outcome and the points of both seats."""
    won = (outcome is Outcome.P1, outcome is Outcome.P2)
    return Result(outcome.value, won, points)


@dataclass(frozen=True, slots=True)
class RoundScore:
    """A complete round: the tricks that each seat won, and its points for Treasures."""

    tricks: tuple[int, int]
    treasures: tuple[int, int]

    @property
    def points(self) -> tuple[int, int]:
        """What each seat scored in the round."""
        p1, p2 = points_for_tricks(self.tricks)
        return p1 + self.treasures[0], p2 + self.treasures[1]


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished game: ``round`` is the one in which it ended, ``rounds`` are those complete.

    ``points`` include Treasures of a round that was not complete when a seat ``resigned``.
    """

    target: int
    outcome: Outcome
    resigned: Seat | None
    points: tuple[int, int]
    round: int
    rounds: tuple[RoundScore, ...]

    @property
    def result(self) -> Result:
        """How the game ended."""
        return result_of(self.outcome, self.points)

    @property
    def category(self) -> tuple[int | bool, ...]:
        """The target."""
        return (self.target,)


def summarize(setup: Setup, steps: Sequence[Step[GameState, Event]]) -> Summary:
    """Sum up a finished game from its setup and what its actions led to."""
    table = steps[-1].state.table
    assert table.outcome is not None, "only a finished game has a summary"
    ended = (event for step in steps for event in step.events if isinstance(event, RoundEnded))
    return Summary(
        target=setup.target,
        outcome=table.outcome,
        resigned=table.resigned,
        points=table.points,
        round=table.round,
        rounds=tuple(RoundScore(event.tricks, event.for_treasures) for event in ended),
    )


def counts(summary: Summary) -> Counts:
    """Return for each seat its complete rounds, its tricks and Treasures, and its bands in them."""
    rounds = summary.rounds
    tricks, treasures = ([one.tricks for one in rounds], [one.treasures for one in rounds])
    bands = [[band_of(won[seat]) for won in tricks] for seat in Seat]
    return {
        "rounds": (len(rounds), len(rounds)),
        "tricks": _summed(tricks),
        "treasures": _summed(treasures),
        **{band.value: (bands[0].count(band), bands[1].count(band)) for band in Band},
    }


def _summed(pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return sum(p1 for p1, _p2 in pairs), sum(p2 for _p1, p2 in pairs)


SETUP_COLUMNS = (Column("target", int),)
COLUMNS = (
    *SETUP_COLUMNS,
    Column("result", str),
    Column("resigned", str),
    *(Column(name, int) for name in ("points_p1", "points_p2", "round")),
    Column("tricks", str),
    Column("treasures", str),
)
CATEGORIES = ("target",)
_RESIGNED = {"": None, **{str(seat): seat for seat in Seat}}


def summary_row(summary: Summary) -> tuple[int | str | None, ...]:
    """Return the values of COLUMNS; tricks and Treasures are pairs, one for each round."""
    return (
        summary.target,
        summary.outcome.value,
        "" if summary.resigned is None else str(summary.resigned),
        *summary.points,
        summary.round,
        " ".join(map(format_pair, (one.tricks for one in summary.rounds))),
        " ".join(map(format_pair, (one.treasures for one in summary.rounds))),
    )


def summary_from(row: Mapping[str, object]) -> Summary:
    """Return the summary with the values of COLUMNS; ValueError if there is none."""
    target, resigned = values.count(row, "target"), values.text(row, "resigned")
    tricks, treasures = (
        [_parse_pair(pair) for pair in values.text(row, name).split()]
        for name in ("tricks", "treasures")
    )
    summary = Summary(
        target=target,
        outcome=Outcome(row["result"]),
        resigned=_RESIGNED.get(resigned),
        points=(values.count(row, "points_p1"), values.count(row, "points_p2")),
        round=values.count(row, "round"),
        rounds=tuple(map(RoundScore, tricks, treasures)),
    )
    if target not in TARGETS or resigned not in _RESIGNED or len(tricks) != len(treasures):
        raise ValueError("there is no such game")
    if not _adds_up(summary):
        raise ValueError("the rounds do not add up to the result")
    return summary


def _parse_pair(text: str) -> tuple[int, int]:
    p1, p2 = map(int, text.split("-"))
    return p1, p2


def _adds_up(summary: Summary) -> bool:
    """Return whether the rounds lead to the points, and these to the outcome."""
    p1 = p2 = 0
    for one in summary.rounds:
        if sum(one.tricks) != TRICKS or min(one.tricks) < 0 or max(p1, p2) >= summary.target:
            return False
        p1, p2 = p1 + one.points[0], p2 + one.points[1]
    is_over = max(p1, p2) >= summary.target
    more = (summary.points[0] - p1, summary.points[1] - p2)
    if summary.resigned is not None:
        under_way = summary.round - len(summary.rounds) in (0, 1) and min(more) >= 0 and not is_over
        return under_way and summary.outcome is WON_BY[summary.resigned.other]
    if not is_over or more != (0, 0) or summary.round != len(summary.rounds):
        return False
    return summary.outcome is outcome_of(summary.points, summary.rounds[-1].points)


Points: TypeAlias = tuple[int, int]
"""The points of both seats."""

TREASURES = sum(card.ability is Ability.TREASURE for card in DECK)


def round_points(tricks: tuple[int, int], treasures: int) -> set[Points]:
    """Return what both seats can have scored in a round so far (C5.5, C6.1).

    At most ``treasures`` were in the tricks won so far, two of them in a trick.
    """
    scored = {
        (p1, p2)
        for p1 in range(min(treasures, 2 * tricks[0]) + 1)
        for p2 in range(min(treasures - p1, 2 * tricks[1]) + 1)
    }
    if sum(tricks) < TRICKS:
        return scored
    more, less = points_for_tricks(tricks)
    return {(p1 + more, p2 + less) for p1, p2 in scored}


@cache
def match_points(rounds: int, target: int) -> frozenset[Points]:
    """Return the points with which a match can be under way after ``rounds`` (C6.2)."""
    points = frozenset({(0, 0)})
    for _round in range(rounds):
        if not points:
            break
        points = frozenset(
            (p1 + more, p2 + less)
            for p1, p2 in points
            for more, less in _WHOLE_ROUND
            if max(p1 + more, p2 + less) < target
        )
    return points


_WHOLE_ROUND = {
    points for won in range(TRICKS + 1) for points in round_points((won, TRICKS - won), TREASURES)
}
"""What both seats can score in a whole round."""
