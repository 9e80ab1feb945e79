"""What the entries of a game of opponents add up to, by player and by pair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from statistics import fmean

from foxduet.analysis.standings import Category, in_order, kinds_of
from foxduet.analysis.statistics import wilson_interval
from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass
from foxduet.core.register import rule_set
from foxduet.store.entries import TWO_PEOPLE, Entry


@dataclass(frozen=True, slots=True)
class OpponentStanding:
    """What the games of one category of ``player`` against ``opponent`` add up to.

    ``kind`` is that of a partner as the opponent, whose name is then what it was called, or
    ``TWO_PEOPLE``. ``interval`` is the 95 % interval of the rate of wins, from 0 to 1. ``streak``
    counts the wins since the last game that was not won, ``longest`` those of the longest streak.
    ``mean`` is the mean of the player's points, ``mean_against`` that of the opponent's.
    """

    game: str
    category: Category
    player: str
    opponent: str
    kind: str
    games: int
    wins: int
    losses: int
    draws: int
    interval: tuple[float, float]
    streak: int
    longest: int
    mean: float
    mean_against: float


@dataclass(frozen=True, slots=True)
class PlayerCounts:
    """What the rules count in the games of a player, added up.

    A person has a name as ``player``, a partner has its kind as ``partner``; the other is None.
    """

    player: str | None
    partner: str | None
    counts: Mapping[str, int]


def opponent_standings(games: Sequence[Entry]) -> list[OpponentStanding]:
    """Add games, oldest first, up by category and opponent, for each person who played.

    A pair of people has two standings, one after the other.
    """
    pairs: dict[tuple[Category, int, *tuple[object, ...]], list[tuple[Entry, Seat]]] = {}
    kinds = kinds_of(games)
    for game in games:
        for seat in game.seats_of_people:
            player, other = game.players[seat], game.players[seat.other]
            opponent = other if game.kind == TWO_PEOPLE else ""
            names = in_order(player), in_order(opponent)
            key = (game.summary.category, kinds.index(game.kind), tuple(sorted(names)), names)
            pairs.setdefault(key, []).append((game, seat))
    return [_standing(pairs[key]) for key in sorted(pairs)]


def _standing(seated: Sequence[tuple[Entry, Seat]]) -> OpponentStanding:
    (newest, seat) = seated[-1]
    results = [(game.summary.result, own) for game, own in seated]
    wins = [result.won[own] for result, own in results]
    losses = sum(result.won[own.other] for result, own in results)
    streaks = [len(list(row)) for won, row in groupby(wins) if won]
    return OpponentStanding(
        game=newest.game,
        category=newest.summary.category,
        player=newest.players[seat],
        opponent=newest.players[seat.other],
        kind=newest.kind,
        games=len(seated),
        wins=sum(wins),
        losses=losses,
        draws=len(seated) - sum(wins) - losses,
        interval=wilson_interval(sum(wins), len(seated)),
        streak=streaks[-1] if wins[-1] else 0,
        longest=max(streaks, default=0),
        mean=fmean(result.points[own] for result, own in results),
        mean_against=fmean(result.points[own.other] for result, own in results),
    )


def player_counts(games: Sequence[Entry]) -> list[PlayerCounts]:
    """Return what the rules count, for each person by name and then for each kind of partner."""
    people: dict[str, Counter[str]] = {}
    partners: dict[str, Counter[str]] = {kind: Counter() for kind in kinds_of(games)}
    for game in games:
        for seat in Seat:
            counts = partners[game.kind]
            if seat in game.seats_of_people:
                counts = people.setdefault(game.players[seat], Counter())
            for name, pair in rule_set(game.game).counts(game.summary).items():
                counts[name] += pair[seat]
    found = [PlayerCounts(name, None, dict(people[name])) for name in sorted(people, key=in_order)]
    return found + [
        PlayerCounts(None, kind, dict(counts))
        for kind, counts in partners.items()
        if kind != TWO_PEOPLE
    ]


def clearest_wins(games: Iterable[Entry]) -> list[Entry]:
    """Return the games that a person won, the greatest lead first, and of equals the earliest."""

    def rank(game: Entry) -> tuple[int, int]:
        p1, p2 = game.summary.result.points
        return -abs(p1 - p2), -game.points

    return sorted((game for game in games if game.won), key=rank)
