"""Decisions of games with what the expert expected of them, and how these games ended.

A person counts as steady: in each game one seat is steady's, the other the partner's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from foxduet.ai.partner import Partner, never, partner_named
from foxduet.ai.search import NO_LOOK, search
from foxduet.ai.workers import Jobs, helpers, run_tasks
from foxduet.games.duet.ai.attempts import NextDeal, advice_with, attempts_at_ends, plans_at_tricks
from foxduet.games.duet.ai.belief import every_world, worlds_of
from foxduet.games.duet.ai.numbers import CARDS
from foxduet.games.duet.rules.actions import Choice
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import TRICKS, Setup
from foxduet.play.game import Chooser, Header, open_game, play_out

DECISIONS = 8
"""How many decisions of each game are drawn; all would say little more, being of one game."""

WORLDS = 500
"""In how many worlds the choice is followed, as in a hint."""

_PLANNED_IN = 60
_GAMES_OF_A_SHARE = 10


@dataclass(frozen=True, slots=True)
class Row:
    """A decision with an alternative, and the score of its game, a defeat counting 0.

    ``tricks`` are those that its round had completed. ``win`` and ``points`` are what the expert
    expected of what was chosen: the share of victories, and the mean score.
    """

    level: int
    partner: str
    seed: int
    round: int
    tricks: int
    win: float
    points: float
    score: int


@dataclass(frozen=True, slots=True)
class Games:
    """Games to be played: with one partner at a level, one for each seed."""

    level: int
    partner: str
    seeds: range


def rows_of(games: Games, jobs: Jobs) -> Iterator[Row]:
    """Play games as ``jobs`` says; the same rows come of it whatever that is."""
    first, last = games.seeds.start, games.seeds.stop
    shares = [
        range(start, min(start + _GAMES_OF_A_SHARE, last))
        for start in range(first, last, _GAMES_OF_A_SHARE)
    ]
    play = partial(_rows_of_share, games.level, games.partner)
    return chain.from_iterable(run_tasks(play, shares, helpers(jobs)))


def write_rows(path: Path, rows: Sequence[Row]) -> None:
    """Write rows as a table of values between commas."""
    names = [field.name for field in fields(Row)]
    lines = [",".join(map(str, line)) for line in (names, *map(astuple, rows))]
    path.write_text("\n".join([*lines, ""]), "utf-8", newline="\n")


def read_rows(path: Path) -> list[Row]:
    """Read what ``write_rows`` wrote."""
    head, *lines = path.read_text("utf-8").splitlines()
    kinds = [{"float": float, "int": int, "str": str}[str(field.type)] for field in fields(Row)]
    assert head.split(",") == [field.name for field in fields(Row)], "these are other rows"
    return [
        Row(*(kind(text) for kind, text in zip(kinds, line.split(","), strict=True)))
        for line in lines
    ]


def _rows_of_share(level: int, partner: str, seeds: range) -> list[Row]:
    return [row for seed in seeds for row in _rows_of_game(level, partner, seed)]


def _rows_of_game(level: int, partner: str, seed: int) -> list[Row]:
    """Play a game, the person's seat changing from seed to seed; return some decisions of it."""
    kinds = ("steady", partner) if seed % 2 else (partner, "steady")
    decisions: list[tuple[Observation, Any]] = []
    p1, p2 = (_noting(partner_named("duet", kind), decisions) for kind in kinds)
    header = Header("duet", Setup(level), kinds, seed=seed, ai=kinds)
    result = play_out(open_game(header), (p1, p2)).result
    assert result is not None, "the game has been played to its end"
    score = max(result.points) if any(result.won) else 0
    chance = Random(f"rows {seed}")
    some = chance.sample(decisions, min(DECISIONS, len(decisions)))
    return [_row(level, partner, seed, seen, action, score) for seen, action in some]


def _noting(partner: Partner, decisions: list[tuple[Observation, Any]]) -> Chooser:
    """Return a chooser that notes each decision for which there is an alternative."""

    def choose(observation: Any, chance: Random) -> Any:
        action = partner(observation, chance).action
        if len(observation.choices) > 1:
            decisions.append((observation, action))
        return action

    return choose


def _row(level: int, partner: str, seed: int, seen: Observation, action: Any, score: int) -> Row:
    table = seen.table
    win, points = expected(seen, action, Random(f"{seed} {table.round} {table.tricks_done}"))
    return Row(
        level, partner, seed, table.round, table.tricks_done, round(win, 4), round(points, 2), score
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
