"""Statistics over finished games: standings, streaks, intervals, goals, and the ladder.

All are computed from the score entries, and none are stored. Games declare their goals and ladder.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from itertools import groupby
from math import sqrt
from statistics import NormalDist, fmean, quantiles, stdev
from typing import Any, TypeAlias, TypedDict
from unicodedata import combining, normalize

from foxduet.ai.partner import KINDS
from foxduet.core.cards import Seat
from foxduet.core.errors import fold_name, fold_names
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import rule_set
from foxduet.play.game import local_time
from foxduet.store.score_entries import TWO_PEOPLE, ScoreEntry

# Rounded so that results are bit-identical on all platforms.
_Z_95 = round(NormalDist().inv_cdf(0.975), 15)


class LatencyPercentiles(TypedDict):
    """Percentiles of decision times in milliseconds, and the maximum."""

    p50: float
    p95: float
    p99: float
    max: float


class MeanDifference(TypedDict):
    """Mean paired difference; ``interval95`` is None for a single pair."""

    mean: float
    interval95: list[float] | None


def wilson_interval(wins: int, games: int) -> tuple[float, float]:
    """Return the 95% Wilson score interval of a win rate; (0, 1) without games."""
    if not games:
        return 0.0, 1.0
    rate, z2 = wins / games, _Z_95 * _Z_95
    centre = rate + z2 / (2 * games)
    margin = _Z_95 * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games))
    scale = 1 + z2 / games
    # The bounds are exactly 0 and 1 here; floating point would miss them.
    low = (centre - margin) / scale if wins else 0.0
    high = (centre + margin) / scale if wins < games else 1.0
    return low, high


def latency_percentiles(seconds: Iterable[float]) -> LatencyPercentiles:
    """Return interpolated percentiles of decision times in seconds; needs at least one."""
    times = [1000 * second for second in seconds]
    # quantiles() needs two values before Python 3.13.
    cuts = quantiles(times if len(times) > 1 else 2 * times, n=100, method="inclusive")
    return {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(times)}


def paired_difference(a: Sequence[float], b: Sequence[float]) -> MeanDifference:
    """Return the mean of b - a with a normal 95% confidence interval."""
    differences = [value_b - value_a for value_a, value_b in zip(a, b, strict=True)]
    mean = fmean(differences)
    if len(differences) == 1:
        return {"mean": mean, "interval95": None}
    margin = _Z_95 * stdev(differences, mean) / sqrt(len(differences))
    return {"mean": mean, "interval95": [mean - margin, mean + margin]}


Category: TypeAlias = tuple[int | bool, ...]

_KIND_ORDER = (TWO_PEOPLE, *KINDS)
_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Standing:
    """Totals of one category with one kind of partner.

    player, opponent: names, for opponents only; a team has one standing for all its games.
    interval: 95% interval of the win rate (0-1).
    streak, longest: current and longest winning streak, in games.
    mean, mean_against: mean points; a team's defeat counts 0.
    best: most points in a win; None without wins.
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
    best: int | None


@dataclass(frozen=True, slots=True)
class DailyRecord:
    """The scored games of the daily deals, oldest first, and the streaks of days.

    ``streak`` ends today or yesterday.
    """

    games: tuple[ScoreEntry, ...]
    streak: int
    longest_streak: int


def scored_games(games: Iterable[ScoreEntry]) -> list[ScoreEntry]:
    """Return the games that count: those whose deals were new to the people who played."""
    return [game for game in games if not game.deals_known]


def partner_kinds(games: Iterable[ScoreEntry]) -> list[str]:
    """Return the partner kinds in ``games``: two people first, then from weakest to strongest."""
    kinds = {game.kind for game in games}
    return [kind for kind in _KIND_ORDER if kind in kinds] + sorted(kinds - {*_KIND_ORDER})


def name_sort_key(name: str) -> tuple[str, str]:
    """Return a sort key that ignores accents and case, except to break ties."""
    letters = (letter for letter in normalize("NFKD", name) if not combining(letter))
    return "".join(letters).casefold(), name


def list_teams(games: Iterable[ScoreEntry]) -> list[tuple[str, str]]:
    """Return the distinct pairs of names in ``games``, sorted, whatever their ends and case."""
    pairs = {fold_names(game.players): sorted(game.players, key=name_sort_key) for game in games}
    teams = ((p1, p2) for p1, p2 in pairs.values())
    return sorted(teams, key=lambda pair: [*map(name_sort_key, pair)])


@dataclass(frozen=True, slots=True)
class PairRecord:
    """The games of two people, at either end.

    evenings: the days on which they finished games, in order.
    wins: the scored games that each won, by their names; for opponents only.
    """

    evenings: tuple[date, ...]
    wins: Mapping[str, int]


def pair_record(games: Iterable[ScoreEntry], names: Iterable[str]) -> PairRecord:
    """Return the record of two people, from games oldest first."""
    folded_names, people = fold_names(names), [*names]
    pair_games = [
        game
        for game in games
        if game.kind == TWO_PEOPLE and fold_names(game.players) == folded_names
    ]
    moments = (game.finished or game.started for game in pair_games)
    evenings = sorted({local_time(moment).date() for moment in moments if moment is not None})
    wins = dict.fromkeys(people, 0)
    for game in scored_games(pair_games):
        if not rule_set(game.game).cooperative:
            for name in people:
                seat = [*map(fold_name, game.players)].index(fold_name(name))
                wins[name] += game.summary.result.won[seat]
    return PairRecord((*evenings,), wins)


def standings(games: Sequence[ScoreEntry]) -> list[Standing]:
    """Return a standing for each category and kind of partner, from games oldest first.

    In competitive games each person has a standing against each opponent; at two terminals only the
    owner of the scores does.
    """
    kinds, groups = partner_kinds(games), dict[tuple[Any, ...], list[tuple[ScoreEntry, Seat]]]()
    for game in games:
        is_team = rule_set(game.game).cooperative
        for seat in [game.seat] if is_team else game.own_seats:
            player, opponent = game.players[seat], game.players[seat.other]
            opponent = opponent if game.kind == TWO_PEOPLE else ""
            names = name_sort_key(player), name_sort_key(opponent)
            names_key = () if is_team else (tuple(sorted(names)), names)
            key = (game.summary.category, kinds.index(game.kind), *names_key)
            groups.setdefault(key, []).append((game, seat))
    return [_make_standing(groups[key]) for key in sorted(groups)]


def _make_standing(games: Sequence[tuple[ScoreEntry, Seat]]) -> Standing:
    last_game, seat = games[-1]
    is_team = rule_set(last_game.game).cooperative
    results = [(game.summary.result, side) for game, side in games]
    wins = [result.won[side] for result, side in results]
    draws = 0 if is_team else sum(not any(result.won) for result, _side in results)
    points = [result.points[side] for result, side in results]
    streaks = [len(list(row)) for won, row in groupby(wins) if won]
    return Standing(
        game=last_game.game,
        category=last_game.summary.category,
        player="" if is_team else last_game.players[seat],
        opponent="" if is_team else last_game.players[seat.other],
        kind=last_game.kind,
        games=len(games),
        wins=sum(wins),
        losses=len(games) - sum(wins) - draws,
        draws=draws,
        interval=wilson_interval(sum(wins), len(games)),
        streak=streaks[-1] if wins[-1] else 0,
        longest=max(streaks, default=0),
        mean=fmean(points),
        mean_against=fmean(result.points[side.other] for result, side in results),
        best=max((score for score, won in zip(points, wins, strict=True) if won), default=None),
    )


def best_games(games: Iterable[ScoreEntry]) -> list[ScoreEntry]:
    """Return the games won by their owners, best first; earlier games win ties.

    Competitive games are ranked by lead, cooperative ones by score; marked categories (such as
    custom boards) come last.
    """

    def rank(game: ScoreEntry) -> tuple[bool, int, int]:
        # In a team both seats have the same points, so the lead is 0.
        p1, p2 = game.summary.result.points
        return any(part is True for part in game.summary.category), -abs(p1 - p2), -game.points

    return sorted((game for game in games if game.won), key=rank)


def is_new_best(entry: ScoreEntry, games: Iterable[ScoreEntry]) -> bool:
    """True if a win has more points than all earlier wins of the same people.

    Compares games of the same category and partner kind. False for a first win, for known deals,
    and in competitive games.
    """
    if not rule_set(entry.game).cooperative:
        return False
    points = [
        game.points
        for game in scored_games(games)
        if game.won and game.fingerprint != entry.fingerprint
        if (game.summary.category, game.kind, game.people)
        == (entry.summary.category, entry.kind, entry.people)
    ]
    return entry.won and not entry.deals_known and bool(points) and entry.points > max(points)


def histogram(games: Iterable[ScoreEntry], width: int = 5) -> list[tuple[int, int]]:
    """Return (lowest score, number of wins) for each ``width`` points; empty without wins."""
    bins = [game.points // width for game in games if game.won]
    if not bins:
        return []
    return [(width * index, bins.count(index)) for index in range(min(bins), max(bins) + 1)]


def daily_games(games: Iterable[ScoreEntry]) -> tuple[ScoreEntry, ...]:
    """Return the first game of each day, category and team of people, from games oldest first."""
    first_games: dict[tuple[date, Category, frozenset[str]], ScoreEntry] = {}
    for game in games:
        if game.day is not None:
            first_games.setdefault((game.day, game.summary.category, game.people), game)
    return tuple(first_games[key] for key in sorted(first_games, key=lambda key: key[:2]))


def find_daily_game(
    games: Iterable[ScoreEntry], day: date, setup: Any, people: frozenset[str]
) -> ScoreEntry | None:
    """Return the game among ``daily_games`` that counts for a day, setup and team, or None."""
    for game in games:
        key = rule_set(game.game).setup_key(setup)
        has_setup = all(getattr(game.summary, name) == value for name, value in key.items())
        if has_setup and (game.day, game.people) == (day, people):
            return game
    return None


def daily_record(games: Sequence[ScoreEntry], today: date) -> DailyRecord:
    days = (game.day for game in games if game.day is not None)
    return DailyRecord(tuple(games), *day_streaks(days, today))


def day_streaks(days: Iterable[date], today: date) -> tuple[int, int]:
    """Return the current (up to today or yesterday) and the longest run of consecutive days."""
    rows: list[list[date]] = []
    for day in sorted({*days}):
        if rows and day - rows[-1][-1] == _ONE_DAY:
            rows[-1].append(day)
        else:
            rows.append([day])
    is_current = bool(rows) and rows[-1][-1] >= today - _ONE_DAY
    return len(rows[-1]) if is_current else 0, max(map(len, rows), default=0)


@dataclass(frozen=True, slots=True)
class PlayerCounts:
    """The rules' statistics added up for a person (``player``) or a partner kind (``partner``)."""

    player: str | None
    partner: str | None
    counts: Mapping[str, int]


def player_counts(games: Sequence[ScoreEntry]) -> list[PlayerCounts]:
    """Add up the rules' statistics, first for each person by name, then for each partner kind."""
    people: dict[str, Counter[str]] = {}
    partners: dict[str, Counter[str]] = {kind: Counter() for kind in partner_kinds(games)}
    for game in games:
        for seat in Seat:
            counts = partners[game.kind]
            if seat in game.seats_of_people:
                counts = people.setdefault(game.players[seat], Counter())
            for name, pair in rule_set(game.game).counts(game.summary).items():
                counts[name] += pair[seat]
    partners.pop(TWO_PEOPLE, None)
    names = sorted(people, key=name_sort_key)
    rows = [PlayerCounts(name, None, dict(people[name])) for name in names]
    return rows + [PlayerCounts(None, kind, dict(counts)) for kind, counts in partners.items()]


WINS_TO_ADVANCE = 2
"""Wins at a rung after which the next rung is proposed."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An achievement; ``is_reached`` tells whether a winning seat has reached it in a game.

    ``name`` is its JSON key; ``label`` is marked for translation.
    """

    name: str
    label: str
    is_reached: Callable[[Any, Seat], bool]


@dataclass(frozen=True, slots=True)
class Rung:
    """A rung of the ladder: option values and a kind of partner.

    ``proposal`` is the sentence that proposes the rung, marked for translation.
    """

    options: Mapping[str, Any]
    partner: str
    proposal: str

    def matches(self, game: ScoreEntry) -> bool:
        """True if ``game`` was played at this rung."""
        values = {name: getattr(game.summary, name) for name in self.options}
        return game.kind == self.partner and values == self.options and counts_for_goals(game)


def counts_for_goals(game: ScoreEntry) -> bool:
    """False for games of a marked category, such as custom boards."""
    return not any(part is True for part in game.summary.category)


def reached_goals(goals: Sequence[Goal], games: Iterable[ScoreEntry]) -> dict[Category, list[Goal]]:
    """Return the goals reached in each category, in the order of ``goals``."""
    reached: dict[Category, list[Goal]] = {}
    for game in scored_games(games):
        if counts_for_goals(game):
            goals_here = reached.setdefault(game.summary.category, [])
            winners = [seat for seat in game.own_seats if game.summary.result.won[seat]]
            if len(game.own_seats) > 1 and not rule_set(game.game).cooperative:
                # Of two opponents at one keyboard one always wins, so a goal would mean nothing.
                winners = []
            for goal in goals:
                if goal not in goals_here and any(goal.is_reached(game, seat) for seat in winners):
                    goals_here.append(goal)
    return {c: [goal for goal in goals if goal in reached[c]] for c in sorted(reached)}


def newly_reached_goals(
    goals: Sequence[Goal], entry: ScoreEntry, other_entries: Iterable[ScoreEntry]
) -> tuple[Goal, ...]:
    """Return the goals that a game reached and no other game of its category did."""
    category = entry.summary.category
    other_goals = reached_goals(goals, other_entries).get(category, [])
    reached = reached_goals(goals, [entry]).get(category, [])
    return tuple(goal for goal in reached if goal not in other_goals)


def rung_index(ladder: Sequence[Rung], games: Sequence[ScoreEntry]) -> int:
    """Return the index of the highest rung played; 0 without games on the ladder."""
    indexes = (at for at, rung in enumerate(ladder) for game in games if rung.matches(game))
    return max(indexes, default=0)


def missing_wins(rung: Rung, games: Sequence[ScoreEntry]) -> int:
    """Return how many wins at ``rung`` are missing for the next rung; below 0 after more wins.

    Other games neither add a win nor take one away.
    """
    won = sum(rung.matches(game) and game.won for game in scored_games(games))
    return WINS_TO_ADVANCE - won


def next_rung(ladder: Sequence[Rung], games: Sequence[ScoreEntry]) -> tuple[Rung, Rung] | None:
    """Return the current rung and the rung to propose next; None for no proposal.

    ``games`` are oldest first. A rung is proposed once, after the deciding win: players who then
    play at the same rung again have chosen to stay.
    """
    index = rung_index(ladder, games)
    rungs, scored = ladder[index : index + 2], scored_games(games)
    if len(rungs) < 2 or missing_wins(rungs[0], games):
        return None
    is_last_won = [game.won for game in scored if rungs[0].matches(game)][-1]
    return (rungs[0], rungs[1]) if is_last_won else None
