"""The opponents of the original game: what they choose, and what they count on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given

from foxduet.ai.names import PartnerName, PartnerNameError, is_repeatable, parse_partner
from foxduet.ai.partner import Partner, Thought, never, partner_named, stop_after
from foxduet.analysis.simulate import Series, play_series
from foxduet.core.common import Seat
from foxduet.games.classic.ai import PARTNERS
from foxduet.games.classic.ai.bit_position import mask_of
from foxduet.games.classic.ai.expert import DEFAULT_ITERATIONS, DEFAULT_WORLDS, ClassicEstimate
from foxduet.games.classic.ai.match import (
    chance_to_win,
    chances_by,
    chances_of,
    learned_chances,
    rewards_of,
)
from foxduet.games.classic.ai.steady import Aim, aim_of, choose_steadily, strength
from foxduet.games.classic.rules.actions import format_action
from foxduet.games.classic.rules.cards import Suit
from foxduet.games.classic.rules.observation import Observation, observe
from foxduet.games.classic.rules.state import TARGETS, Setup
from tests.games.classic.ai.test_search import decisions
from tests.support.classic.deals import DEAL_BY_P1, after, at, parse_card, random_game, setups
from tests.support.players import few, seeds

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
        for one in estimates:
            six = one.humble + one.victorious
            fewer = 1 - six - one.greedy
            # Four to six tricks score 1 to 3 points (C6.1).
            least, most = 6 * six + fewer - 1e-9, 6 * six + 3 * fewer + 1e-9
            assert least <= one.score - one.treasures <= most


def test_an_adviser_sees_who_wins_the_trick_and_what_it_pays() -> None:
    low, high = estimates_of(adviser("expert:50")(observe(at(FOURTH), Seat.P1), Random(1)))
    assert (low.taken, high.taken) == (0, 1)
    assert low.win > high.win
    assert low.score > high.score
    assert low.humble > high.humble


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


def test_steady_beats_random() -> None:
    won = 0
    for seats in (("steady", "random"), ("random", "steady")):
        for game in play_series(Series("classic", Setup(16), 20, seats, seed=0), jobs=1):
            won += game.result.won[seats.index("steady")]
    assert won > 28


MANY, FEW = 8.0, 3.0


@pytest.mark.parametrize(
    ("own", "other", "expected", "aim"),
    [
        (0, 0, MANY, Aim.WIN),
        (0, 0, FEW, Aim.LOSE),
        (3, 6, MANY, Aim.WIN),
        (3, 6, FEW, Aim.LOSE),
        (4, 6, FEW, Aim.WIN),
        (3, 7, MANY, Aim.LOSE),
        (2, 10, MANY, Aim.FREE),
        (7, 3, MANY, Aim.LOSE),
        (7, 4, FEW, Aim.WIN),
        (10, 1, FEW, Aim.FREE),
    ],
)
def test_C6_1_the_aim_follows_from_the_tricks_so_far(
    own: int, other: int, expected: float, aim: Aim
) -> None:
    assert aim_of(own, other, expected) is aim


def test_C5_2_a_witch_counts_as_a_trump() -> None:
    witch, trump_eight = parse_card("9b").index, parse_card("8k").index
    unseen = mask_of([parse_card("7k"), parse_card("Tk"), parse_card("2b")])
    assert strength(witch, unseen, Suit.KEYS) == strength(trump_eight, unseen, Suit.KEYS) == 0.75


def chosen(line: str, *actions: str) -> str:
    """Return what the steady opponent chooses as p1."""
    seen = observe(after(at(line), *actions), Seat.P1)
    return format_action(choose_steadily(seen, Random(1)).action)


def test_a_trick_is_won_as_cheaply_as_possible() -> None:
    line = "1.10 2b7bTb/2k3m 9k 8m9m1k4k5m6m p2:5b 6-4 0-0 p1:play"
    # A Treasure is worth the higher card.
    assert chosen(line) == "p1 play 7b"
    assert chosen(line.replace("7b", "8b")) == "p1 play 8b"


def test_a_trick_is_lost_with_the_highest_card_that_loses() -> None:
    line = "1.10 2b4bTb/2k3m 9k 3b8b1k4k5m6m p2:5b 3-7 0-0 p1:play"
    assert chosen(line) == "p1 play 4b"


def test_C4_1_the_decree_is_exchanged_where_it_wins_the_trick() -> None:
    line = "1.10 3k6k2m/2k3m 9m 8b9b1k4k5m6m p2:5b 6-4 0-0 p1:play"
    assert chosen(line, "p1 play 3k") == "p1 exchange 6k"


def test_C4_2_the_least_useful_card_goes_under_the_deck() -> None:
    line = "1.10 5b9b2m/2k3m4m 9k 8k8m1k4k6m7m p1:- 6-4 0-0 p1:play"
    assert chosen(line, "p1 play 5b") == "p1 discard 2m"


def test_who_scores_by_turns_reaches_the_target_by_turns() -> None:
    # Whoever leads first scores one point; then the other leads.
    chances = chances_by({(1, 0): 5}, target=2)
    assert chances[0][0] == 1
    assert chances[0][1] == 0
    assert chances[1] == (1, 1)


def test_C6_3_of_equal_points_those_of_the_last_round_decide() -> None:
    assert chances_by({(1, 1): 1}, target=2)[1][1] == 0.5
    # 2-2: the leader scored one point, the dealer two.
    assert chances_by({(1, 2): 1}, target=2)[1][0] == 0


def test_rounds_count_as_often_as_they_were_seen() -> None:
    assert chances_by({(2, 0): 3, (0, 2): 1}, target=2)[0][0] == 0.75


@pytest.mark.parametrize("target", TARGETS)
def test_more_points_are_never_worse(target: int) -> None:
    chances = learned_chances()(target)
    for own in range(target):
        for other in range(target):
            assert 0 <= chances[own][other] <= 1
            if own:
                assert chances[own][other] >= chances[own - 1][other] - 1e-9
            if other:
                assert chances[own][other] <= chances[own][other - 1] + 1e-9


@pytest.mark.parametrize("leader", Seat)
def test_one_of_both_wins(leader: Seat) -> None:
    chances = chance_to_win(learned_chances(), 21, (13, 15), leader)
    assert sum(chances) == 1
    swapped = chance_to_win(learned_chances(), 21, (15, 13), leader.other)
    assert chances == pytest.approx((swapped[1], swapped[0]))
    assert chances[0] < 0.5


@few(30)
@given(setups, seeds)
def test_C6_every_end_of_a_round_is_worth_what_it_leads_to(setup: Setup, seed: int) -> None:
    chances = learned_chances()
    for state, _action, step in random_game(setup, Random(seed)):
        ended = step.state.table
        if state.table.trick is None or ended.trick is not None:
            continue
        for seat in Seat:
            own, other = ended.scored[seat], ended.scored[seat.other]
            reward = rewards_of(chances, state.table, seat)[own][other]
            if ended.outcome is None:
                assert ended.dealer is not None
                # The dealer of the round that ended leads in the next.
                expected = chance_to_win(chances, setup.target, ended.points, ended.dealer)[seat]
                assert reward == pytest.approx(expected)
            else:
                draw = ended.outcome.value == "draw"
                assert reward == (0.5 if draw else float(ended.outcome.value == str(seat)))


def test_each_target_is_worked_out_once() -> None:
    chances = chances_of({(1, 0): 1})
    assert chances(16) is chances(16)
