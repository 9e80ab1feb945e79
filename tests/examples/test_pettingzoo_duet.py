"""The PettingZoo environment keeps PettingZoo's promises, and those of the rules."""

from __future__ import annotations

import pytest

from tests.support.processes import needs

pytestmark = needs("pettingzoo", "examples")


# It takes long to load: only where these tests run.
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_it_passes_the_test_of_pettingzoo_and_a_seed_fixes_the_game() -> None:
    from pettingzoo.test import api_test, seed_test

    from tests.examples.pettingzoo_duet import DuetEnv

    api_test(DuetEnv(), num_cycles=200)
    seed_test(DuetEnv, num_cycles=100)


def test_the_mask_has_the_choices_of_the_observation_and_no_others() -> None:
    from tests.examples.pettingzoo_duet import ACTIONS_OF, DuetEnv, encoded

    env = DuetEnv(level=3)
    env.reset(seed=3)
    for agent in env.agent_iter():
        observation, _reward, termination, _truncation, _info = env.last()
        if termination:
            env.step(None)
            continue
        mask = observation["action_mask"]
        due = env.rules.pending(env.state_of_game)
        assert due is not None
        seen = env.rules.observe(env.state_of_game, due.decider)
        assert {ACTIONS_OF[seen.seat][at] for at in mask.nonzero()[0]} == {*seen.choices}
        assert (observation["observation"] == encoded(seen)).all()
        env.step(env.action_space(agent).sample(mask.astype("int8")))
