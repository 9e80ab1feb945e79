"""Everything that must hold in a random match of the original game, checked step by step."""

from __future__ import annotations

from random import Random

from foxduet.core.common import Deal, Seat
from foxduet.core.errors import IllegalActionError
from foxduet.games.classic.rules.actions import format_action
from foxduet.games.classic.rules.legality import check, legal_actions
from foxduet.games.classic.rules.observation import cards_out, observe
from foxduet.games.classic.rules.position import (
    format_position,
    parse_position,
    position_of,
    restore,
)
from foxduet.games.classic.rules.state import GameState, Setup
from foxduet.games.classic.rules.worlds import draw_world, worlds_of
from tests.support.classic.by_hand import Sheet, successors
from tests.support.classic.deals import assert_cards_accounted_for, line_of
from tests.support.classic.hands_by_hand import SeatLog, is_possible, worlds_by_hand
from tests.support.classic.listed_worlds import has_world, listed_worlds, world_in
from tests.support.classic.strategies import UNIVERSE, random_game

_FEW = 50


def check_match(setup: Setup, seed: int) -> tuple[str, int, int]:
    """Play a match and check every step.

    Return its result, the number of its actions, and how often all worlds of a seat were listed.
    """
    rng = Random(seed)
    logs = [SeatLog(seat, [], set()) for seat in Seat]
    actions, listed, outcome = 0, 0, ""
    for state, action, step in random_game(setup, Random(seed)):
        actions += 1
        after = step.state
        assert_cards_accounted_for(after)
        assert len(cards_out(after)) == 2 * after.table.tricks_done
        legal = legal_actions(state)
        other = rng.choice(UNIVERSE)
        try:
            check(state, other)
        except IllegalActionError:
            assert other not in legal
        else:
            assert other in legal
        if not isinstance(action, Deal):
            table = state.table
            p1, p2 = (table.points[seat] - table.scored[seat] for seat in Seat)
            following = successors(line_of(state), Sheet(setup.target, (p1, p2)))
            assert [*following] == [*map(format_action, legal)]
            assert following[format_action(action)] == line_of(after)
        position = position_of(after)
        assert parse_position(format_position(position)) == position
        assert position_of(restore(position, setup)) == position
        for log in logs:
            log.note(state, action, after)
            listed += check_worlds(after, log, rng)
        outcome = "" if after.table.outcome is None else after.table.outcome.value
    assert outcome, "every match ends"
    return outcome, actions, listed


def check_worlds(state: GameState, log: SeatLog, rng: Random) -> bool:
    """Check the worlds in which a seat can be, as the other sees it.

    The true one is among them, and one that is drawn fits what was seen. Return whether they were
    so few that they were listed and compared with those of a second reading.
    """
    seen = observe(state, log.seat.other)
    worlds, true = worlds_of(seen), world_in(state, log.seat)
    assert is_possible(true, log)
    assert has_world(worlds, true)
    drawn = draw_world(worlds, rng)
    assert observe(drawn, seen.seat) == seen
    assert is_possible(world_in(drawn, log.seat), log)
    if worlds.count > _FEW:
        return False
    listed = list(listed_worlds(worlds))
    assert len(listed) == len({*listed}) == worlds.count
    assert {*listed} == {*worlds_by_hand(state, log)}
    return True
