"""Very many random games, each checked at every step: ``python -m tests.soak 100000``.

What the tests check on some games of random boards, this checks on the given number of games of
the three levels, half of them careless, the others played with some care. In as many more games
the partners' rollout is compared with the engine, trick by trick.

With ``--game classic`` these are matches of the original game to its three targets. At each step
the actions and what follows are compared with a second reading of the rules, and the worlds in
which each seat can be with what was seen.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from time import monotonic

from foxduet.core.common import Deal, Seat
from foxduet.core.errors import IllegalActionError
from foxduet.games.classic.rules import state as classic
from foxduet.games.duet.rules.board import GEM_TOKENS
from foxduet.games.duet.rules.events import GemCollected, GemsAdded
from foxduet.games.duet.rules.legality import check, legal_actions
from foxduet.games.duet.rules.observation import cards_out, observe, sample
from foxduet.games.duet.rules.position import format_position, parse_position, position_of, restore
from foxduet.games.duet.rules.state import Setup
from tests.support.classic.deals import check_match
from tests.support.deals import assert_cards_accounted_for, setup_of
from tests.support.players import UNIVERSE, random_game
from tests.support.rollout_by_engine import assert_same_path, compare_a_game


def check_game(setup: Setup, seed: int) -> tuple[str, int]:
    """Play a game and check every step; return its outcome and the number of actions."""
    rng = Random(seed)
    actions = 0
    outcome = ""
    for state, action, step in random_game(setup, Random(seed)):
        actions += 1
        after, gems = step.state, state.table.path.gems_left
        assert_cards_accounted_for(after)
        assert len(cards_out(after)) == 2 * after.table.tricks_done
        for event in step.events:
            gems -= isinstance(event, GemCollected)
            gems += len(event.spaces) if isinstance(event, GemsAdded) else 0
        assert after.table.path.gems_left == gems <= GEM_TOKENS
        assert min(after.table.path.gems) >= 0
        assert not after.table.path.is_covered(after.table.path.tracker)
        legal = legal_actions(state)
        assert isinstance(action, Deal) or action in legal
        other = rng.choice(UNIVERSE)
        try:
            check(state, other)
        except IllegalActionError:
            assert other not in legal
        else:
            assert other in legal
        for seat in Seat:
            seen = observe(after, seat)
            assert observe(sample(seen, rng), seat) == seen
        line = format_position(position_of(after))
        assert format_position(position_of(restore(parse_position(line, setup)))) == line
        outcome = "" if after.table.outcome is None else after.table.outcome.value
    assert outcome, "every game ends"
    return outcome, actions


def check_paths(setup: Setup, seed: int) -> None:
    """Play a game; compare each path with that of the rollout."""
    for state, action, step in random_game(setup, Random(seed)):
        assert_same_path(state, action, step)


@dataclass(frozen=True, slots=True)
class Checked:
    """A game that was checked: how it ended, its actions, and what else was compared."""

    ended: str
    actions: int
    compared: int


def check_duet(number: int) -> Checked:
    """Check a game of Duet by its number, and compare the tricks of another."""
    level = number % 3 + 1
    setup = setup_of(level)
    check_paths(setup, number)
    outcome, actions = check_game(setup, number)
    return Checked(f"level {level}: {outcome}", actions, compare_a_game(setup, Random(number)))


def check_classic(number: int) -> Checked:
    """Check a match of the original game by its number."""
    target = sorted(classic.TARGETS)[number % 3]
    outcome, actions, listed = check_match(classic.Setup(target), number)
    return Checked(f"target {target}: {outcome}", actions, listed)


GAMES: dict[str, tuple[Callable[[int], Checked], str]] = {
    "duet": (
        check_duet,
        "{games} games of the simple rule, {compared} tricks, rollout and engine alike",
    ),
    "classic": (
        check_classic,
        "the true world was among those of each seat, which were listed {compared} times",
    ),
}
"""What checks a game by its number, and what that compares beside the invariants."""


def main() -> None:
    """Check as many games as the command line says, on all cores, and print how they ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("games", type=int, nargs="?", default=3000)
    parser.add_argument("--game", choices=GAMES, default="duet")
    options = parser.parse_args()
    check_one, compared = GAMES[options.game]
    began, ends = monotonic(), Counter[str]()
    sums = {"games": options.games, "actions": 0, "compared": 0}
    with ProcessPoolExecutor() as pool:
        for checked in pool.map(check_one, range(options.games), chunksize=100):
            ends[checked.ended] += 1
            sums["actions"] += checked.actions
            sums["compared"] += checked.compared
    for ended, count in sorted(ends.items()):
        print(f"{ended} {count}")
    print("{games} games, {actions} actions, no invariant broken".format(**sums))
    print(compared.format(**sums))
    print(f"{monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
