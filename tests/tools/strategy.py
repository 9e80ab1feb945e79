"""Check the claims of strategy lessons: python -m tests.tools.strategy [--worlds N] [--seed N].

For each choice that a lesson teaches, asks the expert again, with a steady partner and with
another expert, and lets steady partners play on from every choice in N worlds, which takes ten
minutes. Exit status 1 if the expert prefers another choice, or a figure is wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from foxduet.ai.partner import get_adviser, get_partner
from foxduet.core.cards import Seat
from foxduet.core.lazy_dataclass import replace
from foxduet.core.registry import games, rule_set
from foxduet.play.game import Game, Header, act, iter_play
from foxduet.play.table_session import TableSession, expand_option
from foxduet.words.lessons import LessonStep, has_lessons, lesson_plan

ERRORS, ROUNDED = 3, 1.0
"""Allowed error of a figure: a number of standard errors, plus this much rounding."""


def position_of(game: str, step: LessonStep) -> Game:
    """Return the game at the beginning of a step."""
    rules = rule_set(game)
    setup = rules.setup_from({**lesson_plan(game).setup, **step.setup})
    header = Header(game, setup, ("Left", "Right"), seed=0)
    return Game(header, rules.parse_position(step.position, setup))


def seat_of(at: Game) -> Seat:
    assert at.pending is not None
    assert at.pending.seat is not None
    return at.pending.seat


def played_on(at: Game, action: Any, number: int) -> Iterator[Game]:
    """Yield the states of a game that steady partners play on after a choice, in a random world."""
    rules = at.rules
    world = rules.sample(rules.observe(at.state, seat_of(at)), Random(f"{number}"))
    game = Game(replace(at.header, seed=number), world)
    for step in expand_option(TableSession(game), action):
        game = act(game, step)
    steady = get_partner(at.header.game, "steady")

    def choose(observation: Any, chance: Random) -> Any:
        return steady(observation, chance).action

    return iter_play(game, (choose, choose))


def points_of_round(at: Game, action: Any, number: int) -> float:
    """Return the points that the seat still scores in the round, in the original game."""
    seat, table = seat_of(at), at.state.table
    for game in played_on(at, action, number):
        after = game.state.table
        if game.pending is None or after.round > table.round:
            return float(after.points[seat] - table.points[seat])
    raise AssertionError("every round ends")


def points_of_game(at: Game, action: Any, number: int) -> float:
    *_before, ended = played_on(at, action, number)
    assert ended.result is not None
    return float(ended.result.points[0])


def won(at: Game, action: Any, number: int) -> float:
    """Return 100 if the seat wins, else 0."""
    *_before, ended = played_on(at, action, number)
    assert ended.result is not None
    return 100.0 if ended.result.won[seat_of(at)] else 0.0


def choice_of_expert(at: Game, worlds: int, beside: str, seed: int) -> str:
    """Return the expert's choice in record notation."""
    observation = at.rules.observe(at.state, seat_of(at))
    think = get_adviser(at.header.game, f"expert:{worlds}", beside)
    chosen = think(observation, Random(seed)).action
    return str(at.rules.format_action(chosen))


def faults(game: str, step: LessonStep, worlds: int, seed: int) -> Iterator[str]:
    """Yield wrong claims of a step, and print the figures."""
    at, measured = position_of(game, step), step.worth
    assert measured is not None
    for beside in ("steady", "expert"):
        choice = choice_of_expert(at, 5 * worlds, beside, seed)
        if choice not in step.right_choices:
            yield f"the expert beside {beside} chooses {choice}"
    points = points_of_game if game == "duet" else points_of_round
    count = won if "of 100" in measured.template else points
    for choice, claimed in measured.values.items():
        action = at.rules.parse_action(choice)
        measures = [count(at, action, seed * worlds + number) for number in range(worlds)]
        print(f"  {choice:16} {fmean(measures):5.1f}, said: {claimed}", flush=True)
        if abs(fmean(measures) - claimed) > ERRORS * stdev(measures) / sqrt(worlds) + ROUNDED:
            yield f"{choice} is worth {fmean(measures):.1f}, not {claimed}"


def main() -> int:
    """Check all strategy lessons; print the faults."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--worlds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=8_000_001)
    parser.add_argument("--game", action="append")
    options = parser.parse_args()
    wrong = 0
    for game in options.game or filter(has_lessons, games()):
        for lesson in lesson_plan(game).strategy:
            for step in lesson.steps:
                print(f"{lesson.name}: {step.position}")
                for fault in faults(game, step, options.worlds, options.seed):
                    print(f"  WRONG: {fault}")
                    wrong += 1
    print(f"{wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
