"""The opponents of the original game: what they choose, and what they count on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import exp, hypot
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foxduet.ai import partner
from foxduet.ai.partner import KINDS, ActionValue, Partner, PartnerNameError, Thought, parse_partner
from foxduet.ai.search import NO_LIMIT
from foxduet.analysis.simulation import Series, play_series
from foxduet.core.cards import Deal, Seat
from foxduet.core.lazy_dataclass import replace
from foxduet.games.classic.ai import PARTNERS, bit_position, evaluator, network
from foxduet.games.classic.ai.belief import known_position, sample_positions
from foxduet.games.classic.ai.bit_position import (
    OVER,
    POINTS,
    RANK_CARDS,
    SUIT,
    BitPosition,
    mask_of,
)
from foxduet.games.classic.ai.expert import (
    DEFAULT_ITERATIONS,
    DEFAULT_WORLDS,
    ClassicDoubleDummy,
    ClassicEstimate,
    Node,
    Tree,
    expected_rounds_left,
    win_chance_between,
)
from foxduet.games.classic.ai.steady import BandTarget, choose_steadily, target_band, trick_strength
from foxduet.games.classic.rules import observation
from foxduet.games.classic.rules.cards import Suit
from foxduet.games.classic.rules.observation import Observation, observe, sample_determinization
from foxduet.games.classic.rules.state import (
    TARGETS,
    TRICKS,
    Action,
    GameState,
    Setup,
    format_action,
)
from tests.ai.test_classic_evaluator import assert_same, rounds_played
from tests.support.classic import DEAL_BY_P1, after, at, parse_card, random_game, setups
from tests.support.players import few, seeds

# p2 leads; one of the worlds has p2 without Bells, another not.
LINE = "1.9 2b4b6b8m/1k3k8k2m 5k 7b9b4k6k7kTm p2:- 5-4 0-0 p2:play"
ITERATIONS = 400


def tricks_of_p1(position: BitPosition) -> float:
    """Play on with the lowest cards; return p1's share of the tricks."""
    while position.due != OVER:
        position.do(bit_position.cards_in(position.legal_choices())[0])
    return position.tricks[0] / 13


def searched() -> Tree:
    seen = observe(after(at(LINE), "p2 play 3k", "p2 exchange -"), Seat.P1)
    tree = Tree(Seat.P1, 0.7, tricks_of_p1, Random(2))
    for position in islice(sample_positions(seen, Random(1)), ITERATIONS):
        tree.iterate(position)
    return tree


def nodes_of(root: Node) -> list[Node]:
    return [root, *(node for child in root.children for node in nodes_of(child))]


def test_each_iteration_visits_one_choice_and_adds_at_most_one_node() -> None:
    root = searched().root
    assert sum(child.visits for child in root.children) == ITERATIONS
    assert len(nodes_of(root)) <= ITERATIONS + 1
    assert root.children
    for node in nodes_of(root)[1:]:
        assert sum(child.visits for child in node.children) < node.visits


def test_a_choice_is_available_at_least_as_often_as_it_is_visited() -> None:
    nodes = nodes_of(searched().root)[1:]
    assert all(node.visits <= node.availability for node in nodes)
    # Some replies are possible in some worlds only.
    assert any(child.availability < node.visits / 2 for node in nodes for child in node.children)


def test_each_node_has_every_choice_once_and_its_mean() -> None:
    for node in nodes_of(searched().root)[1:]:
        bits = [child.bit for child in node.children]
        assert sum(bits) == node.tried_bits
        assert len({*bits}) == len(bits)
        assert node.mean == node.total / node.visits
        assert 0 <= node.mean <= 1


def test_both_seats_choose_what_is_best_for_themselves() -> None:
    tree = searched()
    children = tree.root.children
    assert all(child.is_own for child in children)
    assert tree.most_visited().visits == max(child.visits for child in children)
    # What p2 answers is worth to p2 what it is not worth to p1.
    for child in children:
        for reply in child.children:
            assert not reply.is_own
        assert child.mean == pytest.approx(_mean_below(child), abs=0.15)


def _mean_below(node: Node) -> float:
    """Return what a node's children were worth to the seat of the node."""
    visits = sum(child.visits for child in node.children)
    return sum(child.visits - child.total for child in node.children) / visits


def test_a_search_is_decided_when_the_rest_cannot_change_it() -> None:
    tree = searched()
    first, second = sorted((child.visits for child in tree.root.children), reverse=True)[:2]
    assert tree.is_settled(first - second - 1)
    assert not tree.is_settled(first - second)


@pytest.mark.parametrize("worth", [-3.0, 4.0])
def test_worths_beyond_the_scale_do_not_stop_a_search(worth: float) -> None:
    # What Treasures add near the end of a match is an estimate that can lie beyond it.
    seen = observe(at(LINE), Seat.P2)
    tree = Tree(Seat.P2, 0.2, lambda _position: worth, Random(2))
    for position in islice(sample_positions(seen, Random(1)), ITERATIONS):
        tree.iterate(position)
    assert sum(child.visits for child in tree.root.children) == ITERATIONS
    assert {child.choice for child in tree.root.children} == {card.index for card in seen.hand}


def decisions(setup: Setup, seed: int) -> Iterator[tuple[GameState, Observation]]:
    for state, action, _step in random_game(setup, Random(seed)):
        if not isinstance(action, Deal):
            pending = state.table.pending
            assert pending is not None
            assert pending.seat is not None
            yield state, observe(state, pending.seat)


@few(20)
@given(setups, seeds)
def test_what_the_seat_sees_is_as_it_is(setup: Setup, seed: int) -> None:
    for state, seen in decisions(setup, seed):
        position = known_position(seen)
        assert position.hands[seen.seat.other] == 0
        position.hands[seen.seat.other] = mask_of(state.hands[seen.seat.other])
        position.deck = tuple(card.index for card in state.deck)
        assert_same(state, position)


@few(20)
@given(setups, seeds)
def test_every_world_drawn_deals_all_unseen_cards_as_many_as_there_are(
    setup: Setup, seed: int
) -> None:
    for state, seen in decisions(setup, seed):
        hidden = mask_of(state.hands[seen.seat.other]) | mask_of(
            card for card in state.stock if card not in {draw.discarded for draw in seen.draws}
        )
        for position in islice(sample_positions(seen, Random(seed)), 3):
            hand = position.hands[seen.seat.other]
            deck = sum(1 << card for card in position.deck)
            assert hand.bit_count() == seen.other_cards
            assert len(position.deck) == deck.bit_count() >= seen.deck_cards
            assert hand & deck == 0
            assert (hand | deck) & ~hidden == 0
            assert position.hands[seen.seat] == mask_of(seen.hand)


# In the eyes of p1: p2 has shown a void, drawn for a Woodcutter, or taken an old decree.
NOTHING = "1.9 2b4b6b8m/1k3k8k2m 5k 7b9b4k6k7kTm p1:- 5-4 0-0 p1:play"
CUTTER = "1.9 2b4b6b8m/1k3k8k5m 4k 7b9b6k7kTk2m p1:- 5-4 0-0 p1:play"
SITUATIONS = {
    "nothing is known": (NOTHING, ()),
    "a void": (NOTHING, ("p1 play 2b", "p2 play 2m")),
    "a draw after a void": (CUTTER, ("p1 play 2b", "p2 play 5m", "p2 discard 7b")),
    "an old decree": (NOTHING, ("p1 play 2b", "p2 play 3k", "p2 exchange 8k")),
}
DRAWN = 6000


@pytest.mark.parametrize("situation", SITUATIONS)
def test_hands_and_the_next_card_of_the_deck_are_drawn_as_often_as_by_the_rules(
    situation: str,
) -> None:
    line, actions = SITUATIONS[situation]
    seen = observe(after(at(line), *actions), Seat.P1)
    worlds, rng = observation.find_worlds(seen), Random(1)
    drawn = [sample_determinization(worlds, rng) for _ in range(DRAWN)]
    quick = [*islice(sample_positions(seen, Random(2)), DRAWN)]
    for by_rules, quickly in (
        ([mask_of(one.hands[Seat.P2]) for one in drawn], [one.hands[Seat.P2] for one in quick]),
        ([one.deck[0].index for one in drawn], [one.deck[0] for one in quick]),
    ):
        expected, found = Counter(by_rules), Counter(quickly)
        assert found.keys() == expected.keys()
        for each, count in expected.items():
            # Five standard errors of the difference of two counts.
            assert abs(count - found[each]) <= 5 * (count + found[each]) ** 0.5


@cache
def learned_weights() -> network.Weights:
    folder = Path(network.__file__).parent
    return network.parse_weights((folder / network.WEIGHTS_FILE).read_text("utf-8"))


def tricks_begun(setup: Setup, seed: int) -> Iterator[tuple[GameState, BitPosition]]:
    """Yield the states of a random match in which a trick begins, but for the first ones."""
    for state, _action, position in rounds_played(setup, seed):
        if (
            position.due == bit_position.PLAY
            and state.table.lead is None
            and state.table.tricks_done
        ):
            yield state, position


def plainly(weights: network.Weights, row: tuple[float, ...]) -> list[float]:
    with_constant = [*row, 1.0]
    hidden = [
        max(0.0, sum(x * one[unit] for x, one in zip(with_constant, weights.hidden, strict=True)))
        for unit in range(len(weights.hidden[0]))
    ]
    return [
        sum(x * weight for x, weight in zip([*hidden, 1.0], output, strict=True))
        for output in weights.outputs
    ]


@few(8)
@given(setups, seeds)
def test_quick_sums_are_those_of_the_plain_network(setup: Setup, seed: int) -> None:
    weights, tell = learned_weights(), network.packaged_network()
    assert len(weights.hidden) == network.FEATURES + 1
    for _state, position in tricks_begun(setup, seed):
        leader = position.leader
        own, other = position.hands[leader], position.hands[1 - leader]
        tricks = position.tricks[leader], position.tricks[1 - leader]
        trump = SUIT[position.decree]
        outputs = plainly(weights, network.features(own, other, trump, tricks))
        first, shares, to_own, to_other = tell(own, other, trump, *tricks)
        expected = [exp(logit) for logit in outputs[first : first + len(shares)]]
        assert shares == pytest.approx([one / max(expected) for one in expected], 2e-3, 1e-8)
        # No more digits than exp has alike on every machine.
        assert all((share * 2**32).is_integer() for share in shares)
        treasures = bool((own | other) & RANK_CARDS[bit_position.TREASURE])
        assert to_own == pytest.approx(max(0.0, outputs[-2]) * treasures, abs=1e-3)
        assert to_other == pytest.approx(max(0.0, outputs[-1]) * treasures, abs=1e-3)


@few(20)
@given(setups, seeds)
def test_only_possible_ends_have_shares(setup: Setup, seed: int) -> None:
    tell = network.packaged_network()
    for _state, position in tricks_begun(setup, seed):
        leader = position.leader
        own, other = position.tricks[leader], position.tricks[1 - leader]
        hands = position.hands[leader], position.hands[1 - leader]
        first, shares, _to_own, _to_other = tell(*hands, SUIT[position.decree], own, other)
        possible = {network.END_INDEX[tricks] for tricks in range(own, 14 - other)}
        assert {*range(first, first + len(shares))} == possible


def opposite(rewards: evaluator.Rewards) -> evaluator.Rewards:
    """Return the rewards of the other seat."""
    span = range(evaluator.MAX_POINTS + 1)
    return tuple(tuple(1 - rewards[other][own] for other in span) for own in span)


@few(10)
@given(setups, seeds)
def test_what_one_seat_hopes_for_the_other_fears(setup: Setup, seed: int) -> None:
    tell = network.packaged_network()
    for state, position in tricks_begun(setup, seed):
        rewards = evaluator.match_equity(evaluator.packaged_win_chances(), state.table, Seat.P1)
        of_p1 = evaluator.LeafEvaluator(tell, rewards, Seat.P1).worth(position)
        of_p2 = evaluator.LeafEvaluator(tell, opposite(rewards), Seat.P2).worth(position)
        assert of_p1 + of_p2 == pytest.approx(1)


def test_a_trick_that_leads_to_victory_is_hoped_for() -> None:
    rewards = tuple(tuple(float(own > other) for other in range(10)) for own in range(10))
    worth = evaluator.LeafEvaluator(network.packaged_network(), rewards, 0).worth
    # Two tricks are left, of which the leader needs one more: with the highest trumps, or lowest.
    high, low = 0b11 << 9, 0b11
    of_hands = []
    for hands in ([high, low], [low, high]):
        position = BitPosition(hands, (30, 31, 32), decree=5, leader=0)
        position.tricks = [6, 5]
        of_hands.append(worth(position))
    assert of_hands[0] > of_hands[1] + 0.1


@pytest.mark.parametrize("leader", [0, 1])
def test_points_for_treasures_count_in_part_on_either_side(leader: int) -> None:
    # For 7 tricks and 6 they score six points and three; with Treasures 8 or 9, and 3 or 4.
    def tell(*_seen: int) -> tuple[int, list[float], float, float]:
        return network.END_INDEX[7], [1.0], 2.4, 0.5

    span = range(evaluator.MAX_POINTS + 1)
    rewards = tuple(tuple((own - other) ** 2 / 100 for other in span) for own in span)
    position = BitPosition([0b11, 0b11 << 9], (30, 31, 32), decree=5, leader=leader)
    expected = 0.6 * (0.5 * 0.25 + 0.5 * 0.16) + 0.4 * (0.5 * 0.36 + 0.5 * 0.25)
    assert evaluator.LeafEvaluator(tell, rewards, 0).worth(position) == pytest.approx(expected)


@few(10)
@given(setups, seeds)
def test_no_worth_is_beyond_the_worst_or_the_best_end(setup: Setup, seed: int) -> None:
    span = range(evaluator.MAX_POINTS + 1)
    for needed in (1, 4, 7):
        rewards = tuple(tuple(float(own >= needed) for _other in span) for own in span)
        worth = evaluator.LeafEvaluator(network.packaged_network(), rewards, 0).worth
        for _state, position in tricks_begun(setup, seed):
            assert -1e-9 <= worth(position) <= 1 + 1e-9


@pytest.mark.parametrize("seat", [0, 1])
def test_worths_span_from_the_worst_to_the_best_end(seat: int) -> None:
    span = range(evaluator.MAX_POINTS + 1)
    rewards = tuple(tuple(0.4 + (own - other) / 100 for other in span) for own in span)
    scaled, least, width = evaluator.normalize_rewards(rewards, (1, 0), seat)
    assert 0 <= min(map(min, scaled)) < max(map(max, scaled)) <= 1
    own, other = 1 - seat, seat
    for tricks in network.ENDS:
        mine, theirs = own + POINTS[tricks], other + POINTS[TRICKS - tricks]
        assert least + width * scaled[mine][theirs] == pytest.approx(rewards[mine][theirs])


def test_rewards_that_are_all_the_same_stay_so() -> None:
    rewards = ((0.7,) * (evaluator.MAX_POINTS + 1),) * (evaluator.MAX_POINTS + 1)
    assert evaluator.normalize_rewards(rewards, (0, 0), 0) == (rewards, 0.0, 1.0)


START = after(at("0.0 -/- - - - 0-0 0-0 deal"), DEAL_BY_P1)


def opponent(name: str) -> Partner:
    return PARTNERS.create(parse_partner(name), None)


def adviser(name: str) -> Partner:
    return PARTNERS.create_adviser(parse_partner(name), None)


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
        best = max(estimates, key=lambda one: one.win)
        assert best.action == thought.action


def test_an_adviser_sees_what_a_fourth_trick_pays() -> None:
    low, high = estimates_of(adviser("expert:50")(observe(at(FOURTH), Seat.P1), Random(1)))
    assert low.win > high.win
    assert low.score > high.score


def judged(
    name: str, seen: Observation, chosen: Action, seed: int, most: int = NO_LIMIT
) -> Thought:
    """Return what the reviewer with a name thinks of a choice."""

    def worths(estimates: tuple[ActionValue, ...]) -> list[float]:
        return [one.win for one in estimates]

    question = partner.ReviewQuery(chosen, worths, (0.02, 0.05, 0.15), 0.05, most)
    return partner.get_reviewer("classic", name)(seen, Random(seed), question)


def choosing(count: int) -> list[Observation]:
    """Return what is seen at the first decisions of a random match with a choice."""
    every = (seen for _state, seen in decisions(Setup(16), 7) if len(seen.choices) > 1)
    return [*islice(every, count)]


def test_two_searches_differ_by_their_stated_errors() -> None:
    squares = []
    for seen in choosing(20):
        pair = replace(seen, choices=(seen.choices[0], seen.choices[-1]))
        one, other = (adviser("expert:60")(pair, Random(seed)) for seed in (1, 2))
        error = hypot(*one.errors, *other.errors)
        (first, last), (others_first, others_last) = (
            [each.win for each in thought.estimates] for thought in (one, other)
        )
        squares.append(((first - last - others_first + others_last) / error) ** 2 if error else 0)
    assert fmean(squares) < 1


def test_what_may_be_costly_is_searched_again_before_it_is_graded() -> None:
    found = []
    for seen in choosing(10):
        thought = judged("expert:60", seen, seen.choices[-1], 1)
        first = judged("expert:60", seen, seen.choices[-1], 1, most=60)
        high = max(one.win for one in thought.estimates if one.action == thought.action)
        if high - thought.estimates[-1].win >= 0.05:
            assert 120 <= thought.worlds <= 300
            assert not first.settled
            found.append(thought)
        if first.settled:
            assert first == thought
    assert len(found) > 1


def test_an_adviser_takes_the_effort_of_its_name() -> None:
    seen = observe(at(SEVENTH), Seat.P1)
    assert adviser("expert")(seen, Random(1)).worlds == DEFAULT_WORLDS
    assert adviser("expert:7")(seen, Random(1), partner.never_stop).worlds == 7
    stopped = adviser("expert:7")(seen, Random(1), partner.stop_at_deadline(0))
    assert (stopped.worlds, stopped.cut_short) == (1, True)
    assert opponent("expert")(seen, Random(1)).worlds < DEFAULT_ITERATIONS


kinds, chances = st.sampled_from(KINDS), st.floats(0, 1)
rounds = st.floats(0, 7)


@given(kinds, chances, rounds)
def test_between_equals_a_chance_is_told_as_it_was_found(
    kind: str, win: float, left: float
) -> None:
    assert win_chance_between(kind, kind, left, win) == win


@given(kinds, kinds, rounds, chances)
def test_the_chances_of_both_opponents_make_one(
    own: str, other: str, left: float, win: float
) -> None:
    both = win_chance_between(own, other, left, win) + win_chance_between(other, own, left, 1 - win)
    assert both == pytest.approx(1)


@given(kinds, kinds, rounds, chances, chances)
@example("novice", "steady", 0.0, 0.0, 2.2e-313)
def test_a_choice_that_was_found_better_is_never_told_as_worse(
    own: str, other: str, left: float, one: float, another: float
) -> None:
    low, high = (win_chance_between(own, other, left, win) for win in sorted((one, another)))
    assert 0 <= low <= high <= 1
    assert [win_chance_between(own, other, left, win) for win in (0, 1)] == [0, 1]


def test_a_chance_is_lower_the_better_the_opponent_and_the_more_rounds_are_left() -> None:
    novice, steady, expert = (win_chance_between("steady", kind, 4.0, 0.5) for kind in KINDS)
    assert novice > steady > expert
    late, early = (win_chance_between("steady", "expert", left, 0.5) for left in (0.5, 4.0))
    assert steady > late > expert == early


@pytest.mark.parametrize(("kind", "won"), [("novice", 0.195), ("expert", 0.962)])
def test_at_the_start_of_a_match_the_chance_is_the_share_of_matches_won(
    kind: str, won: float
) -> None:
    left = expected_rounds_left(replace(at(SEVENTH).table, points=(0, 0), tricks=(0, 0)))
    assert win_chance_between(kind, "steady", left, 0.5) == pytest.approx(won)
    measured = (Path(__file__).parents[2] / ".github/MEASUREMENTS.md").read_text("utf-8")
    assert f"| {kind} | steady | {100 * won:.1f} % " in measured


def test_a_person_is_told_what_a_steady_player_may_expect_of_the_opponent() -> None:
    seen = observe(at(SEVENTH), Seat.P1)
    found: tuple[Any, ...] = (
        ClassicEstimate(None, 0.35, 3.0),
        ClassicDoubleDummy(None, 0.35, 0.5),
    )

    def told(*names: str | None) -> float:
        figures = partner.calibrate("classic", seen, names, found)
        # Nothing but the chance is another one.
        assert tuple(replace(one, win=0.35) for one in figures) == found
        win: float
        (win,) = {one.win for one in figures}
        return win

    assert told(None, None) == told(None, "steady") == told("expert", "expert") == 0.35
    assert told(None, "expert") == told("steady", "expert") < 0.35 < told(None, "novice")
    # What counts is who sits at which end.
    assert told("expert", None) == told("expert", "steady") > 0.35


@pytest.mark.parametrize(
    ("points", "tricks", "left"),
    [
        ((0, 0), (0, 0), 21 / 5),
        ((11, 3), (0, 0), 2),
        ((3, 11), (0, 0), 2),
        ((11, 3), (4, 9), 1),
        ((20, 20), (0, 0), 1),
        ((20, 20), (6, 6), 1 / 13),
    ],
)
def test_the_rounds_left_follow_from_the_points_before_the_round_and_its_tricks(
    points: tuple[int, int], tricks: tuple[int, int], left: float
) -> None:
    table = replace(at(SEVENTH).table, points=points, tricks=tricks)
    assert expected_rounds_left(table) == pytest.approx(left)
    # Treasures of the round under way change nothing.
    more = replace(table, points=(points[0] + 2, points[1] + 1), round_points=(2, 1))
    assert expected_rounds_left(more) == pytest.approx(left)


def test_the_yardstick_is_for_this_game_only() -> None:
    assert parse_partner("ismcts:2000") == partner.PartnerName("ismcts", worlds=2000)
    assert partner.is_repeatable("ismcts:2000")
    with pytest.raises(PartnerNameError, match="there is no partner 'ismcts:2000'"):
        partner.get_partner("duet", "ismcts:2000")


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
        (0, 0, MANY, BandTarget.WIN),
        (0, 0, FEW, BandTarget.LOSE),
        (3, 6, MANY, BandTarget.WIN),
        (3, 6, FEW, BandTarget.LOSE),
        (4, 6, FEW, BandTarget.WIN),
        (3, 7, MANY, BandTarget.LOSE),
        (2, 10, MANY, BandTarget.FREE),
        (7, 3, MANY, BandTarget.LOSE),
        (7, 4, FEW, BandTarget.WIN),
        (10, 1, FEW, BandTarget.FREE),
    ],
)
def test_C6_1_the_aim_follows_from_the_tricks_so_far(
    own: int, other: int, expected: float, aim: BandTarget
) -> None:
    assert target_band(own, other, expected) is aim


def test_C5_2_a_witch_counts_as_a_trump() -> None:
    witch, trump_eight = parse_card("9b").index, parse_card("8k").index
    unseen = mask_of([parse_card("7k"), parse_card("Tk"), parse_card("2b")])
    assert (
        trick_strength(witch, unseen, Suit.KEYS)
        == trick_strength(trump_eight, unseen, Suit.KEYS)
        == 0.75
    )


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
    chances = evaluator.win_chance_table({(1, 0): 5}, target=2)
    assert chances[0][0] == 1
    assert chances[0][1] == 0
    assert chances[1] == (1, 1)


def test_C6_3_of_equal_points_those_of_the_last_round_decide() -> None:
    assert evaluator.win_chance_table({(1, 1): 1}, target=2)[1][1] == 0.5
    # 2-2: the leader scored one point, the dealer two.
    assert evaluator.win_chance_table({(1, 2): 1}, target=2)[1][0] == 0


def test_rounds_count_as_often_as_they_were_seen() -> None:
    assert evaluator.win_chance_table({(2, 0): 3, (0, 2): 1}, target=2)[0][0] == 0.75


@pytest.mark.parametrize("target", TARGETS)
def test_more_points_are_never_worse(target: int) -> None:
    chances = evaluator.packaged_win_chances()(target)
    for own in range(target):
        for other in range(target):
            assert 0 <= chances[own][other] <= 1
            if own:
                assert chances[own][other] >= chances[own - 1][other] - 1e-9
            if other:
                assert chances[own][other] <= chances[own][other - 1] + 1e-9


@pytest.mark.parametrize("leader", Seat)
def test_one_of_both_wins(leader: Seat) -> None:
    chances = evaluator.chance_to_win(evaluator.packaged_win_chances(), 21, (13, 15), leader)
    assert sum(chances) == 1
    swapped = evaluator.chance_to_win(evaluator.packaged_win_chances(), 21, (15, 13), leader.other)
    assert chances == pytest.approx((swapped[1], swapped[0]))
    assert chances[0] < 0.5


@few(30)
@given(setups, seeds)
def test_C6_every_end_of_a_round_is_worth_what_it_leads_to(setup: Setup, seed: int) -> None:
    chances = evaluator.packaged_win_chances()
    for state, _action, step in random_game(setup, Random(seed)):
        ended = step.state.table
        if state.table.trick is None or ended.trick is not None:
            continue
        for seat in Seat:
            own, other = ended.round_points[seat], ended.round_points[seat.other]
            reward = evaluator.match_equity(chances, state.table, seat)[own][other]
            if ended.outcome is None:
                assert ended.dealer is not None
                # The dealer of the round that ended leads in the next.
                expected = evaluator.chance_to_win(
                    chances, setup.target, ended.points, ended.dealer
                )[seat]
                assert reward == pytest.approx(expected)
            else:
                draw = ended.outcome.value == "draw"
                assert reward == (0.5 if draw else float(ended.outcome.value == str(seat)))


def test_each_target_is_worked_out_once() -> None:
    chances = evaluator.win_chances({(1, 0): 1})
    assert chances(16) is chances(16)
