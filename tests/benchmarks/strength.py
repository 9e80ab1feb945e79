"""That partners are as strong as their order says, and that fitting again changes nothing.

This takes long and seldom changes: ``pytest tests/benchmarks/strength.py``, as ``.ci/run`` does.
"""

from __future__ import annotations

from functools import partial
from math import exp
from random import Random
from statistics import fmean

import pytest

from foxduet.ai import partner
from foxduet.core.common import Seat
from foxduet.games.duet.ai.value import chance
from foxduet.games.duet.rules.actions import Action, Choice
from foxduet.games.duet.rules.engine import apply, new_game, shuffled_deal
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import GameState, Outcome
from tests.benchmarks import fit_expert, fit_value
from tests.benchmarks.expert_games import Option, Pick
from tests.support.deals import setup_of

partner_named = partial(partner.partner_named, "duet")


def played(names: tuple[str, str], level: int, seed: int) -> GameState:
    """Play a game of partners to its end."""
    partners = [partner_named(*names), partner_named(*reversed(names))]
    rng = Random(seed)
    state, dealer = new_game(setup_of(level)), Seat.P1
    while (pending := state.table.pending) is not None:
        action: Action
        if pending.choice is Choice.DEAL:
            action, dealer = shuffled_deal(dealer, rng), dealer.other
        else:
            seat = Seat.P1 if pending.seat is None else pending.seat
            action = partners[seat](observe(state, seat), rng).action
        state = apply(state, action).state
    return state


def test_partners_are_as_strong_as_their_order_says() -> None:
    # They differ so much that forty games of a fixed seed show it.
    def gems_left(name: str) -> int:
        return sum(played((name, name), 1, seed).table.path.gems_left for seed in range(40))

    assert gems_left("random") > gems_left("novice") > gems_left("steady")


def test_experts_win_together() -> None:
    ends = [played(("expert:8", "expert:8"), 1, seed).table.outcome for seed in range(3)]
    assert ends == [Outcome.VICTORY] * 3


def test_fitting_again_makes_the_same_files() -> None:
    once = fit_expert.fitted_texts(1, 2, 11)
    assert once == fit_expert.fitted_texts(1, 2, 11)
    assert once != fit_expert.fitted_texts(1, 2, 12)
    assert all("--games 1 --worlds 2 --seed 11" in text for text in once.values())


def test_prices_that_made_the_picks_are_found_again() -> None:
    rng, picks = Random(1), []
    prices, sureness, bonus = [0.4, *[0.0] * 19], 6.0, 0.2
    for _ in range(3000):
        options = tuple(
            Option(rng.random(), place, rng.random() < 0.5) for place in rng.sample(range(20), 4)
        )
        merits = [
            exp(sureness * (worth - prices[place] + bonus * wins)) for worth, place, wins in options
        ]
        picks.append(Pick(0, False, options, rng.choices(range(4), merits)[0]))
    found = fit_expert.fit_prices(picks)
    assert found.sureness == pytest.approx(sureness, rel=0.1)
    assert found.bonus == pytest.approx(bonus, abs=0.03)
    # Prices count against each other only.
    assert found.plain[0] - fmean(found.trump) == pytest.approx(prices[0], abs=0.06)


def test_fitting_again_makes_the_same_file() -> None:
    once = fit_value.fitted_text(6, 11)
    assert once == fit_value.fitted_text(6, 11)
    assert once != fit_value.fitted_text(6, 12)
    assert "--games 6 --seed 11" in once


def test_weights_that_made_the_outcomes_are_found_again() -> None:
    rows = [(1.0, x, y) for x in (-2.0, 0.0, 1.0, 3.0) for y in (-1.0, 0.5, 2.0)] * 2000
    linear = fit_value.fit_linear([(row, 3 * row[0] - row[1] + 0.5 * row[2]) for row in rows])
    assert linear == pytest.approx([3, -1, 0.5], abs=1e-3)
    shares = [(row, chance((0.2, 1.0, -0.7), row)) for row in rows]
    assert fit_value.fit_logistic(shares) == pytest.approx([0.2, 1.0, -0.7], abs=1e-2)
