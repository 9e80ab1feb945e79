"""Decisions of games with what the expert expected of them, and how these games ended.

A person counts as steady: in each game one seat is steady's, the other the partner's. Beside the
expert hardly a game comes into trouble; there careless seats play up to a random moment, and what
follows counts if few rollouts are won then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from enum import Enum, auto
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from foxduet.ai.partner import Partner, never, partner_named
from foxduet.ai.search import NO_LOOK, search
from foxduet.ai.workers import Jobs, helpers, run_tasks
from foxduet.games.duet.ai.attempts import NextDeal, advice_with, attempts_at_ends, plans_at_tricks
from foxduet.games.duet.ai.belief import every_world, worlds_of
from foxduet.games.duet.ai.numbers import CARDS
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Setup
from foxduet.play.game import Chooser, Game, Header, open_game, play_on, play_out

DECISIONS = 8
"""How many decisions of each game are drawn; all would say little more, being of one game."""

FURTHER = 2
"""How many decisions are drawn of what follows trouble, beside the first."""

CARELESS = ("steady", "steady:25%", "steady:50%", "novice")
"""Who plays up to the moment from which on a game may be in trouble."""

TROUBLE = (0.3, 0.4, 0.6)
"""A game is in trouble where a smaller share of rollouts is won, by round; but not none."""

WORLDS = 500
"""In how many worlds the choice is followed, as in a hint."""

_READ: Mapping[str, Callable[[str], Any]] = {
    "float": float,
    "int": int,
    "str": str,
    "bool": "True".__eq__,
}
_PLANNED_IN = 60
_GAMES_OF_A_SHARE = 10

_Decision: TypeAlias = tuple[Observation, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A decision with an alternative, and the score of its game, a defeat counting 0.

    ``tricks`` are those that its round had completed. ``win`` and ``points`` are what the expert
    expected of what was chosen: the share of victories, and the mean score. Careless seats began
    the game if it is one ``in_trouble``.
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


class Drawn(Enum):
    """Which decisions of a game are looked at."""

    SOME = auto()
    """DECISIONS of both seats, drawn at random."""
    OF_THE_PERSON = auto()
    """All of the person's, in order."""
    IN_TROUBLE = auto()
    """The first once careless seats have left, if it is trouble, and FURTHER later ones."""


@dataclass(frozen=True, slots=True)
class Games:
    """Games to be played: with one partner at a level, one for each seed."""

    level: int
    partner: str
    seeds: range
    drawn: Drawn = Drawn.SOME


def rows_of(games: Games, jobs: Jobs) -> Iterator[Row]:
    """Play games as ``jobs`` says; the same rows come of it whatever that is."""
    first, last = games.seeds.start, games.seeds.stop
    shares = [
        range(start, min(start + _GAMES_OF_A_SHARE, last))
        for start in range(first, last, _GAMES_OF_A_SHARE)
    ]
    play = partial(_rows_of_share, games)
    return chain.from_iterable(run_tasks(play, shares, helpers(jobs)))


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write rows as a table of values between commas."""
    names = [field.name for field in fields(Row)]
    lines = [",".join(map(str, line)) for line in (names, *map(astuple, rows))]
    path.write_text("\n".join([*lines, ""]), "utf-8", newline="\n")


def read_rows(path: Path) -> list[Row]:
    """Read what ``write_rows`` wrote."""
    head, *lines = path.read_text("utf-8").splitlines()
    kinds = [_READ[str(field.type)] for field in fields(Row)]
    assert head.split(",") == [field.name for field in fields(Row)], "these are other rows"
    return [
        Row(*(kind(text) for kind, text in zip(kinds, line.split(","), strict=True)))
        for line in lines
    ]


def _rows_of_share(games: Games, seeds: range) -> list[Row]:
    return [row for seed in seeds for row in _rows_of_game(games, seed)]


def _rows_of_game(games: Games, seed: int) -> list[Row]:
    """Play a game, the person's seat changing from seed to seed; return some decisions of it."""
    kinds = ("steady", games.partner) if seed % 2 else (games.partner, "steady")
    decisions: list[_Decision] = []
    p1, p2 = (_noting(partner_named("duet", kind), decisions) for kind in kinds)
    game = open_game(Header("duet", Setup(games.level), kinds, seed=seed, ai=kinds))
    chance = Random(f"rows {seed}")
    if games.drawn is Drawn.IN_TROUBLE:
        return _rows_in_trouble(games, play_on(game, _careless_first((p1, p2), chance)), decisions)
    ended = play_out(game, (p1, p2))
    if games.drawn is Drawn.SOME:
        some = chance.sample(decisions, min(DECISIONS, len(decisions)))
    else:
        person = kinds.index("steady")
        some = [(seen, action) for seen, action in decisions if seen.seat == person]
    return [_row(games, ended, seen, action) for seen, action in some]


def _careless_first(choosers: tuple[Chooser, Chooser], chance: Random) -> tuple[Chooser, Chooser]:
    """Return careless choosers for both seats, who leave to others at a random moment."""
    moment = chance.randint(1, ROUNDS), chance.randrange(TRICKS)

    def leaving(chooser: Chooser) -> Chooser:
        careless = partner_named("duet", chance.choice(CARELESS))

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
    """Return decisions of a game if the first that is noted is trouble, none otherwise."""
    game = next((game for game in played if decisions), None)
    if game is None:
        return []
    first = _row(games, game, *decisions[0])
    if not 0 < first.win < TROUBLE[first.round - 1]:
        return []
    *_before, ended = game, *played
    later = decisions[1:]
    some = Random(f"trouble {first.seed}").sample(later, min(FURTHER, len(later)))
    return [_row(games, ended, seen, action) for seen, action in (decisions[0], *some)]


def _noting(partner: Partner, decisions: list[_Decision]) -> Chooser:
    """Return a chooser that notes each decision for which there is an alternative."""

    def choose(observation: Any, chance: Random) -> Any:
        action = partner(observation, chance).action
        if len(observation.choices) > 1:
            decisions.append((observation, action))
        return action

    return choose


def _row(games: Games, game: Game, seen: Observation, action: Any) -> Row:
    """Return a decision of a game, which counts as lost unless it was won."""
    table, seed, result = seen.table, game.header.seed, game.result
    assert seed is not None, "games for rows have seeds"
    win, points = expected(seen, action, Random(f"{seed} {table.round} {table.tricks_done}"))
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


def expected(seen: Observation, action: Any, chance: Random) -> tuple[float, float]:
    """Return the share of victories and the mean score that the expert expects of a choice."""
    at, pending, expected = (
        seen.choices.index(action),
        seen.table.pending,
        advice_with(expert=False),
    )
    if pending is not None and pending.choice is Choice.FOREST:
        deals = (
            NextDeal(chance.sample(range(CARDS), CARDS), chance.randbytes(TRICKS))
            for _ in range(WORLDS)
        )
        (tally,) = search([attempts_at_ends(seen, expected)[at]], deals, never, NO_LOOK).tallies
    else:
        plan = plans_at_tricks(seen, chance, _PLANNED_IN, expected)[at]
        worlds = every_world(seen, chance, WORLDS) or worlds_of(seen, chance, WORLDS)
        (tally,) = search([plan], worlds, never, NO_LOOK).tallies
    return tally.win / tally.worlds, tally.score / tally.worlds
