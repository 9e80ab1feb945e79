"""Play very many random games, each checked at every step: ``python -m tests.tools.soak 100000``.

Runs the checks of the tests on the given number of games, one check after another: the promises of
every game, the properties of each game, the second reading of the rules, and the agreement of
rollout and engine. With ``--game classic`` the games are matches.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from time import monotonic

from foxduet.core.registry import card_game, games
from tests.ai import test_duet_rollout
from tests.contract import test_contract, test_notation
from tests.contract.every import CHECKS, GAMES, Check
from tests.rules import test_classic, test_duet

OF_ALL_GAMES = (test_contract, test_notation)
OF_ONE_GAME = (test_classic, test_duet_rollout, test_duet)
"""Modules whose import registers the checks."""


def checks_of(name: str) -> list[Check]:
    return [check for check, of_games in CHECKS if name in [game.name for game in of_games]]


def check(name: str, number: int) -> tuple[str, int]:
    """Run one check on a game; return its setup with the result, and the number of actions."""
    (game,) = (contract for contract in GAMES if contract.name == name)
    (option, *_others), checks = card_game(name).options, checks_of(name)
    value = option.values[number // len(checks) % len(option.values)]
    setup = game.rules.setup_from({**card_game(name).usual_options, option.name: value})
    checks[number % len(checks)](game, setup, number)
    states = game.states(setup, number)
    result = game.rules.result(states[-1])
    assert result is not None, "every game ends"
    return f"{option.name} {value}: {result.name}", len(states) - 1


def main() -> None:
    """Check a number of games on all cores, and print their results."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.soak")
    parser.add_argument("games", type=int, nargs="?", default=3000)
    parser.add_argument("--game", choices=games(), default="duet")
    options = parser.parse_args()
    began, ends, actions = monotonic(), Counter[str](), 0
    with ProcessPoolExecutor() as pool:
        numbers = range(options.games)
        for ended, more in pool.map(partial(check, options.game), numbers, chunksize=100):
            ends[ended] += 1
            actions += more
    for ended, count in sorted(ends.items()):
        print(f"{ended} {count}")
    checks = len(checks_of(options.game))
    print(f"{options.games} games, {actions} actions, {checks} checks in turn, nothing broken")
    print(f"{monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
