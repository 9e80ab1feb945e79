"""What is called certain of a trick happens with every hand, reply and move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from foxduet.analysis.review import Assessment
from foxduet.games.duet.rules.actions import Action, Choice
from foxduet.games.duet.rules.board import Landed
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.words.certainty import TrickEnd, certainly, trick_ends
from foxduet.play.game import open_game, play_out
from tests.sentences_of_duet import happens
from tests.support.players import duet

EVENTS: dict[str, Callable[[TrickEnd], bool | None]] = {
    "OVERRUN": lambda end: end.overruns,
    "GEM": lambda end: end.finds_gem,
    "WIN_TRICK": lambda end: end.mine,
    "LEAVE_TRICK": lambda end: not end.mine,
}
IN_A_TRICK = (Choice.PLAY, Choice.EXCHANGE, Choice.GIVE, Choice.MOVE)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_called_certain_happens_whatever_is_held_replied_and_moved(seed: int) -> None:
    def choose(observation: Observation, chance: Random) -> Action:
        return chance.choice(observation.choices)

    game = play_out(open_game(duet(1, seed=seed)), (choose, choose))
    said = {event: {True: 0, False: 0} for event in EVENTS}
    for number, state in enumerate(game.states[:-1]):
        due = state.table.pending
        if due is None or due.choice not in IN_A_TRICK:
            continue
        seen = observe(state, due.asked)
        for action in seen.choices:
            one = Assessment(number, seen.seat, action, action)
            for event, of in EVENTS.items():
                answer = certainly(trick_ends(seen, action), of)
                if answer is None:
                    continue
                said[event][answer] += 1
                for world in range(3):
                    chance = Random(f"{seed} {number} {world}")
                    assert happens(state, one, action, event, chance) == answer
    # There was something to check.
    assert all(answers[True] and answers[False] for answers in said.values())


def test_what_the_partner_chooses_is_not_certain() -> None:
    landings = (Landed(3, gem=True), Landed(4, gem=False))
    assert TrickEnd(mine=True, landings=landings).finds_gem is True
    assert TrickEnd(mine=False, landings=landings).finds_gem is None
    assert certainly((), lambda end: end.mine) is None
