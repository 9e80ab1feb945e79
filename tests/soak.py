"""Very many random games, each checked at every step: ``python -m tests.soak 100000``.

What the tests check on some games of random boards, this checks on as many games of the three
levels as it is told to, half of them careless, the others played with some care. In as many games
more the lean kernel of the partners is compared with the engine, trick by trick.
"""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from random import Random
from time import monotonic

from foxduet.rules.common import Deal, Seat
from foxduet.rules.duet.board import GEM_TOKENS
from foxduet.rules.duet.events import GemCollected, GemsAdded
from foxduet.rules.duet.legality import check, legal_actions
from foxduet.rules.duet.observation import cards_out, observe, sample
from foxduet.rules.duet.position import format_position, parse_position, position_of, restore
from foxduet.rules.duet.state import Setup
from foxduet.rules.errors import IllegalActionError
from tests.support.deals import assert_cards_accounted_for, setup_of
from tests.support.rollout_by_engine import assert_same_path, compare_a_game
from tests.support.strategies import UNIVERSE, random_game


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
        position = position_of(after)
        assert parse_position(format_position(position)) == position
        assert position_of(restore(position, setup)) == position
        outcome = "" if after.table.outcome is None else after.table.outcome.value
    assert outcome, "every game ends"
    return outcome, actions


def check_paths(setup: Setup, seed: int) -> None:
    """Play a game; compare each path with that of the lean kernel."""
    for state, action, step in random_game(setup, Random(seed)):
        assert_same_path(state, action, step)


def _check_level_game(number: int) -> tuple[int, str, int, int]:
    level = number % 3 + 1
    setup = setup_of(level)
    check_paths(setup, number)
    return level, *check_game(setup, number), compare_a_game(setup, Random(number))


def main() -> None:
    """Check as many games as the command line says, on all cores, and tell how they ended."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    began, actions, compared = monotonic(), 0, 0
    ends: Counter[tuple[int, str]] = Counter()
    with ProcessPoolExecutor() as pool:
        for level, outcome, count, tricks in pool.map(
            _check_level_game, range(games), chunksize=100
        ):
            ends[level, outcome] += 1
            actions += count
            compared += tricks
    for (level, outcome), count in sorted(ends.items()):
        print(f"level {level}: {outcome} {count}")
    print(f"{games} games, {actions} actions, no invariant broken")
    print(f"{games} games of the simple rule, {compared} tricks, kernel and engine alike")
    print(f"{monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
