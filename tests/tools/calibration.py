"""Compare the chances shown to players with games won: tests.tools.calibration.

Plays games that the curves were not fitted to, at each level with each kind of partner; steady
stands in for the person. Evaluates each decision of the person in order.

Prints first crossings: the chance shown at the first decision of each game with a chance below 95,
90, 75 %, and how many of these games were won. Each game has at most one first crossing, so that
they are independent; the standard error assumes that the chances are right.

Then prints the Brier score, and the Brier score of always showing the share of all games won; and
for each tenth of the chances with at least 50 decisions their mean, the share of games won and the
difference, with the standard error between games: decisions of one game are not independent, so
that a tenth of few games strays by some points.

With ``--by-stage`` it prints a table instead, of the first decision of either seat at each stage of
the games: chance shown and games won, and how far the chance jumps at a deal.

With ``--game classic`` it does the same for the person's chances to win a match against each kind
of opponent, with the first below 40, 25, 10 %, since a match begins at about 50.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from enum import Enum, auto
from functools import partial
from itertools import chain, groupby
from math import sqrt
from operator import attrgetter
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, TypeAlias, TypeVar

from foxduet.ai.partner import KINDS, Partner, get_adviser, get_partner, never_stop
from foxduet.ai.search import NO_LIMIT, search
from foxduet.ai.workers import Jobs, resolve_jobs, run_tasks
from foxduet.analysis.standings import wilson_interval
from foxduet.core.cards import Seat
from foxduet.core.lazy_dataclass import replace
from foxduet.games.classic.ai.expert import expected_rounds_left, win_chance_between
from foxduet.games.classic.rules.state import Setup
from foxduet.games.duet.ai.belief import enumerate_worlds, sample_worlds
from foxduet.games.duet.ai.candidates import (
    NextDeal,
    advice_expectations,
    end_trials,
    rollout_plans,
)
from foxduet.games.duet.ai.expert import curve_for
from foxduet.games.duet.ai.rollout import CARD_COUNT
from foxduet.games.duet.rules.cards import LEVELS
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Choice
from foxduet.games.duet.rules.state import Setup as DuetSetup
from foxduet.play.game import Chooser, Game, Header, iter_play, open_game, play_out

TRICKS_DRAWN = 3
"""Tricks of each round from which a decision is drawn; all would add little, since they belong to
one game. Drawn from whole games, short games would give too many of their first rounds.
"""

STAGES = tuple((number, tricks) for number in range(1, ROUNDS + 1) for tricks in (0, 4, 8, TRICKS))[
    :-1
]
"""Moments of a game, by round and tricks done: first cards, later cards, the forest closing in."""

FURTHER = 2
"""Number of later decisions drawn after the first one in trouble."""

CARELESS = ("steady", "steady:25%", "steady:50%", "novice")
"""Partners that play up to the moment from which a game may be in trouble."""

TROUBLE = (0.3, 0.4, 0.6)
"""A game is in trouble if fewer than this share of rollouts win, by round, but not none."""

WORLDS = 500
"""Number of worlds in which a choice is followed, as in a hint."""

_READ: Mapping[str, Callable[[str], Any]] = {
    "float": float,
    "int": int,
    "str": str,
    "bool": "True".__eq__,
}
_PLANNED_IN = 60
_SHARE_GAMES = 10

_Decision: TypeAlias = tuple[Observation, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A decision with an alternative, and the score of its game (0 for a defeat).

    tricks: complete tricks of the round.
    win, points: the expert's estimate of the choice: share of victories, and mean score.
    in_trouble: whether careless seats began the game.
    """

    level: int
    partner: str
    seed: int
    round: int
    tricks: int
    win: float
    points: float
    score: int
    in_trouble: bool = False


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A decision of the person in a match, and its result.

    left: expected number of rounds left.
    win: the estimate of the search.
    won: 1 for a victory, 0.5 for a draw.
    """

    person: str
    opponent: str
    seed: int
    left: float
    win: float
    won: float


RowT = TypeVar("RowT", bound="Row | MatchRow")


class Drawn(Enum):
    """Rule by which decisions of a game are drawn."""

    SOME = auto()
    """Of both seats: all between rounds, and TRICKS_DRAWN of each round."""
    OF_THE_PERSON = auto()
    """All decisions of the person, in order."""
    IN_TROUBLE = auto()
    """The first after careless seats have left, if it is trouble, and FURTHER later decisions."""
    BY_STAGE = auto()
    """The first decision of each of STAGES."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games to play with one partner at a level, one for each seed.

    worlds: number of worlds in which each drawn choice is followed.
    """

    level: int
    partner: str
    seeds: range
    drawn: Drawn = Drawn.SOME
    worlds: int = WORLDS


def rows_of(games: Games, jobs: Jobs) -> Iterator[Row]:
    """Play games in ``jobs`` processes; yield the same rows for any number."""
    first, last = games.seeds.start, games.seeds.stop
    shares = [
        range(start, min(start + _SHARE_GAMES, last)) for start in range(first, last, _SHARE_GAMES)
    ]
    play = partial(_rows_of_share, games)
    return chain.from_iterable(run_tasks(play, shares, resolve_jobs(jobs)))


def write_rows(path: Path, rows: Sequence[RowT]) -> None:
    """Write rows as comma-separated values."""
    names = [field.name for field in fields(rows[0])]
    lines = [",".join(map(str, line)) for line in (names, *map(astuple, rows))]
    path.write_text("\n".join([*lines, ""]), "utf-8", newline="\n")


def read_rows(path: Path, row: type[RowT]) -> list[RowT]:
    """Read the file that ``write_rows`` wrote."""
    lines = path.read_text("utf-8").splitlines()
    kinds = [_READ[str(field.type)] for field in fields(row)]
    assert lines.pop(0).split(",") == [field.name for field in fields(row)], "these are other rows"
    return [
        row(*(kind(text) for kind, text in zip(kinds, line.split(","), strict=True)))
        for line in lines
    ]


def _rows_of_share(games: Games, seeds: range) -> list[Row]:
    return [row for seed in seeds for row in _rows_of_game(games, seed)]


def _rows_of_game(games: Games, seed: int) -> list[Row]:
    """Play a game, the person's seat alternating by seed; return some of its decisions."""
    kinds = ("steady", games.partner) if seed % 2 else (games.partner, "steady")
    decisions: list[_Decision] = []
    p1, p2 = (_noting(get_partner("duet", kind), decisions) for kind in kinds)
    game = open_game(Header("duet", DuetSetup(games.level), kinds, seed=seed, ai=kinds))
    chance = Random(f"rows {seed}")
    if games.drawn is Drawn.IN_TROUBLE:
        return _rows_in_trouble(
            games, iter_play(game, _careless_first((p1, p2), chance)), decisions
        )
    ended = play_out(game, (p1, p2))
    if games.drawn is Drawn.BY_STAGE:
        some = _first_at(decisions, STAGES)
    elif games.drawn is Drawn.SOME:
        some = _first_at(decisions, [stage for stage in STAGES if stage[1] in (0, TRICKS)])
        for number in range(1, ROUNDS + 1):
            for tricks in chance.sample(range(1, TRICKS), TRICKS_DRAWN):
                of_trick = [
                    decision for decision in decisions if _stage_of(decision) == (number, tricks)
                ]
                some += [chance.choice(of_trick)] if of_trick else []
    else:
        person = kinds.index("steady")
        some = [(seen, action) for seen, action in decisions if seen.seat == person]
    return [_row(games, ended, seen, action) for seen, action in some]


def _first_at(
    decisions: Sequence[_Decision], stages: Collection[tuple[int, int]]
) -> list[_Decision]:
    """Return the first decision of each of some stages, in order."""
    first: dict[tuple[int, int], _Decision] = {}
    for decision in decisions:
        first.setdefault(_stage_of(decision), decision)
    return [decision for stage, decision in first.items() if stage in stages]


def _stage_of(decision: _Decision) -> tuple[int, int]:
    table = decision[0].table
    return table.round, table.tricks_done


def _careless_first(choosers: tuple[Chooser, Chooser], chance: Random) -> tuple[Chooser, Chooser]:
    """Return choosers for both seats that are careless until a random moment."""
    moment = chance.randint(1, ROUNDS), chance.randrange(TRICKS)

    def leaving(chooser: Chooser) -> Chooser:
        careless = get_partner("duet", chance.choice(CARELESS))

        def choose(seen: Any, rng: Random) -> Any:
            if (seen.table.round, seen.table.tricks_done) < moment:
                return careless(seen, rng).action
            return chooser(seen, rng)

        return choose

    p1, p2 = map(leaving, choosers)
    return p1, p2


def _rows_in_trouble(
    games: Games, played: Iterator[Game], decisions: Sequence[_Decision]
) -> list[Row]:
    """Return decisions of a game if the first noted decision is trouble, else nothing."""
    game = next((game for game in played if decisions), None)
    if game is None:
        return []
    first = _row(games, game, *decisions[0])
    if not 0 < first.win < TROUBLE[first.round - 1]:
        return []
    *_before, ended = game, *played
    later = decisions[1:]
    sample = Random(f"trouble {first.seed}").sample(later, min(FURTHER, len(later)))
    return [_row(games, ended, seen, action) for seen, action in (decisions[0], *sample)]


def _noting(partner: Partner, decisions: list[_Decision]) -> Chooser:
    """Return a chooser that notes each decision with an alternative."""

    def choose(observation: Any, chance: Random) -> Any:
        action = partner(observation, chance).action
        if len(observation.choices) > 1:
            decisions.append((observation, action))
        return action

    return choose


def _row(games: Games, game: Game, seen: Observation, action: Any) -> Row:
    """Return a decision of a game; a game counts as lost unless it was won."""
    table, seed, result = seen.table, game.header.seed, game.result
    assert seed is not None, "games for rows have seeds"
    chance = Random(f"{seed} {table.round} {table.tricks_done}")
    win, points = expected(seen, action, chance, games.worlds)
    return Row(
        games.level,
        games.partner,
        seed,
        table.round,
        table.tricks_done,
        round(win, 4),
        round(points, 2),
        max(result.points) if result is not None and any(result.won) else 0,
        games.drawn is Drawn.IN_TROUBLE,
    )


def expected(seen: Observation, action: Any, chance: Random, worlds: int) -> tuple[float, float]:
    """Return the expert's estimate of a choice: share of victories, and mean score."""
    at, pending, expected = (
        seen.choices.index(action),
        seen.table.pending,
        advice_expectations(expert=False),
    )
    if pending is not None and pending.choice is Choice.FOREST:
        deals = (
            NextDeal(chance.sample(range(CARD_COUNT), CARD_COUNT), chance.randbytes(TRICKS))
            for _ in range(worlds)
        )
        (tally,) = search([end_trials(seen, expected)[at]], deals, never_stop, NO_LIMIT).arms
    else:
        plan = rollout_plans(seen, chance, _PLANNED_IN, expected)[at]
        hands = enumerate_worlds(seen, chance, worlds) or sample_worlds(seen, chance, worlds)
        (tally,) = search([plan], hands, never_stop, NO_LIMIT).arms
    return tally.win / tally.worlds, tally.score / tally.worlds


GAMES, SEED = 500, 8_500_001
MIN_DECISIONS, TENTHS = 50, 10
LIMITS, MATCH_LIMITS = (0.95, 0.9, 0.75), (0.4, 0.25, 0.1)
"""Chances below which a first crossing is sought; a match begins at about a half."""

PAIRS = (*((("steady", kind)) for kind in KINDS), ("novice", "novice"), ("expert", "expert"))
"""The person and the opponent in the original game, which has no levels; with two equal pairs."""

_CLOSE, _ERRORS, _SHARE_MATCHES = 0.04, 2, 2
MAX_JUMP, NONE_TOLD = 0.03, "-"


@dataclass(frozen=True, slots=True)
class Told:
    """The chance to win shown at a decision, and the result of the game.

    won: 1 for a victory, 0.5 for a draw.
    """

    seed: int
    chance: float
    won: float


@dataclass(frozen=True, slots=True)
class Matches:
    """Matches of the original game to play, one for each seed; see ``Games``."""

    person: str
    opponent: str
    seeds: range
    worlds: int = WORLDS


@dataclass(frozen=True, slots=True)
class Tenth:
    """The decisions of a tenth of the chances: their mean, the share won, and its error."""

    decisions: int
    games: int
    told: float
    won: float
    error: float


@dataclass(frozen=True, slots=True)
class Crossing:
    """The first decisions with a chance below ``limit``, at most one per game.

    told: mean of their chances.
    won, interval: share of these games won, with its 95 % interval.
    error: standard error of the difference if the chances are right.
    """

    limit: float
    games: int
    told: float
    won: float
    interval: tuple[float, float]
    error: float

    @property
    def is_close(self) -> bool:
        return is_close(self.told, self.won, self.error)


def is_close(told: float, won: float, error: float) -> bool:
    """True if a chance and a share agree within four points or twice the error."""
    return abs(won - told) <= max(_CLOSE, _ERRORS * error)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.calibration", description=__doc__)
    parser.add_argument("--game", choices=("duet", "classic"), default="duet")
    parser.add_argument("--games", type=int, default=GAMES, help="for each level and partner")
    parser.add_argument("--seed", type=int, default=SEED, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--levels", type=int, nargs="+", choices=LEVELS, default=LEVELS)
    parser.add_argument("--partners", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--worlds", type=int, default=WORLDS, help="in which a choice is followed")
    parser.add_argument("--rows", type=Path, help="write the decisions to this file, too")
    parser.add_argument("--from", type=Path, dest="source", help="take those of a file instead")
    parser.add_argument(
        "--by-stage", action="store_true", help="print a table of what is told at each instead"
    )
    parser.add_argument("--raw", action="store_true", help="compare the shares of rollouts won")
    parsed = parser.parse_args()
    seeds = range(parsed.seed, parsed.seed + parsed.games)
    if parsed.game == "classic":
        for pair in (pair for pair in PAIRS if pair[1] in parsed.partners):
            rows = [*rows_of_matches(Matches(*pair, seeds, parsed.worlds), parsed.jobs)]
            told = told_of_matches(rows)
            print_lines(f"{pair[0]} against {pair[1]}", told, MATCH_LIMITS)
        return
    all_rows = [] if parsed.source is None else read_rows(parsed.source, Row)
    for level in parsed.levels:
        for kind in parsed.partners:
            if parsed.source is None:
                drawn = Drawn.BY_STAGE if parsed.by_stage else Drawn.OF_THE_PERSON
                all_rows += rows_of(Games(level, kind, seeds, drawn, parsed.worlds), parsed.jobs)
            some = [row for row in all_rows if (row.level, row.partner) == (level, kind)]
            if not parsed.by_stage:
                print_lines(f"level {level} beside {kind}", told_of(some, raw=parsed.raw))
    if parsed.by_stage:
        print("\n".join(stage_lines(all_rows)))
    if parsed.rows is not None:
        write_rows(parsed.rows, all_rows)


def print_lines(title: str, told: Sequence[Told], limits: Sequence[float] = LIMITS) -> None:
    for line in lines_of(title, told, limits):
        print(line, flush=True)


def lines_of(title: str, told: Sequence[Told], limits: Sequence[float] = LIMITS) -> Iterator[str]:
    """Yield the lines about the decisions of some games; ``told`` must not be empty."""
    games = {t.seed for t in told}
    base = fmean(t.won for t in told)
    brier = fmean((t.chance - t.won) ** 2 for t in told)
    constant = fmean((base - t.won) ** 2 for t in told)
    tenths = [*tenths_of(told)]
    largest = max((abs(tenth.told - tenth.won) for tenth in tenths), default=0.0)
    yield (
        f"{title}: {len(games)} games, {len(told)} decisions, won {base:.1%}; "
        f"Brier {brier:.4f}, base rate {constant:.4f}; "
        f"largest difference of a tenth {100 * largest:.1f} points"
    )
    for first in crossings_of(told, limits):
        low, high = first.interval
        yield (
            f"  first below {first.limit:.0%}: told {first.told:6.1%}  won {first.won:6.1%} "
            f"({100 * low:.0f}-{100 * high:.0f})  {100 * (first.won - first.told):+5.1f} "
            f"± {100 * first.error:.1f}  of {first.games} games  "
            f"{'ok' if first.is_close else 'FAR'}"
        )
    for t in tenths:
        yield (
            f"  told {t.told:6.1%}  won {t.won:6.1%}  {100 * (t.won - t.told):+5.1f} "
            f"± {100 * t.error:.1f}  ({t.decisions} decisions of {t.games} games)"
        )


def told_of(rows: Sequence[Row], *, raw: bool = False) -> list[Told]:
    """Return the chances shown to players at decisions; or with ``raw``, the shares of rollouts."""
    return [
        Told(
            row.seed,
            row.win
            if raw
            else curve_for(row.level, row.partner, row.round, row.tricks).win(row.win),
            float(row.score > 0),
        )
        for row in rows
    ]


def stage_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a table: chances shown and games won at each of STAGES, by partner and level.

    For each level it ends with the average jump of the chance from the moment when the forest
    closes in to the first card of the next round. FAR marks cells that are not close.
    """
    kinds = [kind for kind in KINDS if any(row.partner == kind for row in rows)]
    yield f"| level, stage | {' | '.join(kinds)} |"
    yield f"| --- |{' --- |' * len(kinds)}"
    for level in sorted({row.level for row in rows}):
        games = [
            _by_stage([row for row in rows if (row.level, row.partner) == (level, kind)])
            for kind in kinds
        ]
        for number, tricks in STAGES:
            name = {0: "first card", TRICKS: "forest"}.get(tricks, f"after {tricks} tricks")
            cells = [_stage_cell([*told[number, tricks].values()]) for told in games]
            yield f"| {level}, round {number}, {name} | {' | '.join(cells)} |"
        for number in range(2, ROUNDS + 1):
            cells = [_jump_cell(told[number - 1, TRICKS], told[number, 0]) for told in games]
            yield f"| {level}, jump before round {number} | {' | '.join(cells)} |"


def _by_stage(rows: Sequence[Row]) -> Mapping[tuple[int, int], Mapping[int, Told]]:
    """Return the chances shown at each of STAGES, by the seeds of the games."""
    return {
        stage: {
            t.seed: t for t in told_of([row for row in rows if (row.round, row.tricks) == stage])
        }
        for stage in STAGES
    }


def _stage_cell(told: Sequence[Told]) -> str:
    """Return told, won, and their difference in %, with its error if the chances are right."""
    if not told:
        return NONE_TOLD
    mean, won = fmean(t.chance for t in told), fmean(t.won for t in told)
    error = sqrt(sum(t.chance * (1 - t.chance) for t in told)) / len(told)
    return (
        f"{100 * mean:.1f}, {100 * won:.1f}; {100 * (won - mean):+.1f} ± {100 * error:.1f}"
        f" of {len(told)}{'' if is_close(mean, won, error) else ' FAR'}"
    )


def _jump_cell(before: Mapping[int, Told], after: Mapping[int, Told]) -> str:
    """Return the average rise of the chance at a deal, in points, and the number of games."""
    jumps = [after[seed].chance - before[seed].chance for seed in before.keys() & after.keys()]
    if not jumps:
        return NONE_TOLD
    mean = fmean(jumps)
    return f"{100 * mean:+.1f} of {len(jumps)}{'' if abs(mean) <= MAX_JUMP else ' FAR'}"


def crossings_of(told: Sequence[Told], limits: Sequence[float] = LIMITS) -> Iterator[Crossing]:
    """Yield the first crossings of each limit; a game's decisions must be adjacent and in order."""
    games = [[*game] for _seed, game in groupby(told, attrgetter("seed"))]
    for limit in limits:
        below = [[t for t in game if t.chance < limit] for game in games]
        first = [game[0] for game in below if game]
        if first:
            won = sum(t.won for t in first)
            yield Crossing(
                limit,
                len(first),
                fmean(t.chance for t in first),
                won / len(first),
                wilson_interval(round(won), len(first)),
                sqrt(sum(t.chance * (1 - t.chance) for t in first)) / len(first),
            )


def tenths_of(told: Sequence[Told]) -> Iterator[Tenth]:
    """Yield the tenths of the chances with enough decisions."""
    for tenth in range(TENTHS):
        members = [t for t in told if min(int(t.chance * TENTHS), TENTHS - 1) == tenth]
        if len(members) < MIN_DECISIONS:
            continue
        mean, won = fmean(t.chance for t in members), fmean(t.won for t in members)
        # A game's decisions are won or lost together, so the error is that between games.
        apart: dict[int, float] = {}
        for t in members:
            apart[t.seed] = apart.get(t.seed, 0.0) + t.won - won
        error = sqrt(sum(t * t for t in apart.values())) / len(members)
        yield Tenth(len(members), len(apart), mean, won, error)


def rows_of_matches(matches: Matches, jobs: Jobs) -> Iterator[MatchRow]:
    """Play matches of the original game; yield the person's decisions in order."""
    seeds = matches.seeds
    shares = [
        replace(matches, seeds=seeds[start : start + _SHARE_MATCHES])
        for start in range(0, len(seeds), _SHARE_MATCHES)
    ]
    return chain.from_iterable(run_tasks(_rows_of_some_matches, shares, resolve_jobs(jobs)))


def _rows_of_some_matches(matches: Matches) -> list[MatchRow]:
    return [row for seed in matches.seeds for row in _rows_of_match(matches, seed)]


def _rows_of_match(matches: Matches, seed: int) -> list[MatchRow]:
    """Play a match, the person's seat alternating by seed; return the person's decisions."""
    person, pair = Seat(seed % 2), (matches.person, matches.opponent)
    kinds = pair if person is Seat.P1 else (pair[1], pair[0])
    decisions: list[Any] = []

    def chooser(seat: Seat) -> Chooser:
        partner = get_partner("classic", kinds[seat], kinds[seat.other])

        def choose(seen: Any, rng: Random) -> Any:
            action = partner(seen, rng).action
            if seat is person and len(seen.choices) > 1:
                # Advisers expect several choices, so the choice is doubled.
                decisions.append(replace(seen, choices=(action, action)))
            return action

        return choose

    header = Header("classic", Setup(), kinds, seed=seed, ai=kinds)
    result = play_out(open_game(header), (chooser(Seat.P1), chooser(Seat.P2))).result
    assert result is not None, "the match has been played to its end"
    won = 0.5 if all(result.won) else float(result.won[person])
    advise = get_adviser("classic", f"expert:{matches.worlds}")
    wins = [
        fmean(estimate.win for estimate in advise(seen, Random(f"told {seed} {at}")).estimates)
        for at, seen in enumerate(decisions)
    ]
    return [
        MatchRow(*pair, seed, round(expected_rounds_left(seen.table), 4), round(win, 4), won)
        for seen, win in zip(decisions, wins, strict=True)
    ]


def told_of_matches(rows: Sequence[MatchRow]) -> list[Told]:
    """Return the chances shown to the person."""
    return [
        Told(row.seed, win_chance_between(row.person, row.opponent, row.left, row.win), row.won)
        for row in rows
    ]


if __name__ == "__main__":
    main()
