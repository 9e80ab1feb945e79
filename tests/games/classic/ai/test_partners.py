"""What every opponent promises: legal choices, and no more knowledge than its seat has."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from foxduet.ai.names import PartnerName, PartnerNameError, is_repeatable, parse_partner
from foxduet.ai.partner import Partner, Thought, never, partner_named, stop_after
from foxduet.core.common import Seat
from foxduet.games.classic.ai import PARTNERS
from foxduet.games.classic.ai.expert import DEFAULT_ITERATIONS, DEFAULT_WORLDS, ClassicEstimate
from foxduet.games.classic.rules.actions import format_action
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.rules.state import Setup
from tests.games.classic.ai.test_worlds import decisions
from tests.support.classic.deals import DEAL_BY_P1, after, at
from tests.support.classic.strategies import setups
from tests.support.strategies import few, seeds

START = after(at("0.0 -/- - - - 0-0 0-0 deal"), DEAL_BY_P1)


def opponent(name: str) -> Partner:
    return PARTNERS.named(parse_partner(name), None)


def adviser(name: str) -> Partner:
    return PARTNERS.adviser(parse_partner(name), None)


def first_lead() -> Observation:
    return observe(START, Seat.P2)


def choice_at(line: str, name: str, target: int = 21) -> str:
    """Return what an opponent chooses as p1 in a position."""
    seen = observe(at(line, target), Seat.P1)
    return format_action(opponent(name)(seen, Random(1)).action)


# One trick is under way, another follows; p2 has led.
SEVENTH = "1.11 2bTb/2k 9k 7m8m9m1k3k4k p2:6b 6-5 0-0 p1:play"
FOURTH = "1.11 2bTb/2k 9k 7m8m9m1k3k4k p2:6b 3-8 0-0 p1:play"
TENTH = "1.11 2bTb/2k 9k 7m8m9m1k3k4k p2:6b 9-2 0-0 p1:play"


@pytest.mark.parametrize("name", ["steady", "expert:200", "ismcts:200"])
def test_C6_1_the_seventh_trick_is_won(name: str) -> None:
    assert choice_at(SEVENTH, name) == "p1 play Tb"


@pytest.mark.parametrize("name", ["expert:200", "ismcts:200"])
@pytest.mark.parametrize("line", [FOURTH, TENTH])
def test_C6_1_the_fourth_and_the_tenth_are_not(name: str, line: str) -> None:
    assert choice_at(line, name) == "p1 play 2b"


def test_what_matters_is_the_match() -> None:
    # With 15 points each of 16, six points win for whoever has them alone: humble beats
    # defeated, but greedy with a Treasure more does not beat humble.
    line = "4.11 2bTb/2k 9k 8m9mTm1k3k4k p2:7b 9-2 15-15 p1:play"
    assert choice_at(line, "expert:200", target=16) == "p1 play 2b"


def test_an_opponent_ends_soon_after_it_is_stopped() -> None:
    calls = 0

    def stop() -> bool:
        nonlocal calls
        calls += 1
        return calls == 9

    thought = opponent("expert:500")(first_lead(), Random(1), stop)
    assert (thought.worlds, thought.cut_short) == (9, True)


def test_a_search_ends_when_no_other_choice_can_be_visited_more() -> None:
    thought = opponent("expert:900")(observe(at(SEVENTH), Seat.P1), Random(1))
    assert thought.worlds < 900
    assert not thought.cut_short


def test_the_yardstick_does_all_its_iterations() -> None:
    assert opponent("ismcts:90")(observe(at(SEVENTH), Seat.P1), Random(1)).worlds == 90


def test_where_there_is_no_choice_nothing_is_searched() -> None:
    line = "1.12 Tb/2k 9k 7m8m9m1k3k4k p1:- 6-6 0-0 p1:play"
    for name in ("expert", "ismcts:2000"):
        thought = opponent(name)(observe(at(line), Seat.P1), Random(1))
        assert (format_action(thought.action), thought.worlds) == ("p1 play Tb", 0)


def estimates_of(thought: Thought) -> list[ClassicEstimate]:
    """Return the estimates of a thought about the original game."""
    assert all(isinstance(one, ClassicEstimate) for one in thought.estimates)
    return [one for one in thought.estimates if isinstance(one, ClassicEstimate)]


@few(4)
@given(setups, seeds)
def test_an_adviser_estimates_every_choice(setup: Setup, seed: int) -> None:
    for _state, seen in decisions(setup, seed):
        thought = adviser("expert:3")(seen, Random(seed))
        if len(seen.choices) == 1:
            assert thought == Thought(seen.choices[0])
            continue
        assert thought.worlds == 3
        estimates = estimates_of(thought)
        assert tuple(one.action for one in estimates) == seen.choices
        assert all(0 <= one.win <= 1 and one.score >= -0.5 for one in estimates)
        assert all(0 <= one.taken <= 1 for one in estimates)
        best = max(estimates, key=lambda one: one.win)
        assert best.action == thought.action


def test_an_adviser_sees_who_wins_the_trick_and_what_it_pays() -> None:
    low, high = estimates_of(adviser("expert:50")(observe(at(FOURTH), Seat.P1), Random(1)))
    assert (low.taken, high.taken) == (0, 1)
    assert low.win > high.win
    assert low.score > high.score


def test_an_adviser_takes_the_effort_of_its_name() -> None:
    seen = observe(at(SEVENTH), Seat.P1)
    assert adviser("expert")(seen, Random(1)).worlds == DEFAULT_WORLDS
    assert adviser("expert:7")(seen, Random(1), never).worlds == 7
    stopped = adviser("expert:7")(seen, Random(1), stop_after(0))
    assert (stopped.worlds, stopped.cut_short) == (1, True)
    assert opponent("expert")(seen, Random(1)).worlds < DEFAULT_ITERATIONS


def test_the_yardstick_is_for_this_game_only() -> None:
    assert parse_partner("ismcts:2000") == PartnerName("ismcts", worlds=2000)
    assert is_repeatable("ismcts:2000")
    with pytest.raises(PartnerNameError, match="'ismcts:2000' is no partner"):
        partner_named("duet", "ismcts:2000")


@pytest.mark.parametrize("name", ["ismcts", "ismcts:", "ismcts:0", "ismcts:20ms"])
def test_wrong_names_of_the_yardstick_are_refused(name: str) -> None:
    with pytest.raises(PartnerNameError, match="expert:200, expert:50ms, steady:25%"):
        parse_partner(name)
