"""What every partner promises: legal choices, and no more knowledge than its seat has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, product
from random import Random
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given

from foxduet.ai.partner import Partner, PartnerNameError, Thought
from foxduet.ai.partner import get_adviser as adviser_of_game
from foxduet.ai.partner import get_partner as partner_of_game
from foxduet.ai.search import SearchResult, search
from foxduet.core.cards import Deal, Seat, hand_of
from foxduet.games.duet.ai import rollout
from foxduet.games.duet.ai.belief import (
    Belief,
    Determinization,
    enumerate_worlds,
    partner_belief,
    sample_worlds,
)
from foxduet.games.duet.ai.candidates import (
    Candidate,
    NextDeal,
    end_trials,
    expectations_for,
    generate_candidates,
    roll_out,
    trick_position,
)
from foxduet.games.duet.ai.evaluator import DEFEAT, victory_utility
from foxduet.games.duet.ai.expert import ADVICE_WORLDS, DuetEstimate
from foxduet.games.duet.ai.rollout import WorldOutcome, bitboard_path, bitmask, cards_in, mask_of
from foxduet.games.duet.ai.steady import reply_worth
from foxduet.games.duet.lines import Manner
from foxduet.games.duet.rules.cards import DECK, Hand, Suit, path_at_setup
from foxduet.games.duet.rules.engine import apply, deal_shuffled_deck, new_game
from foxduet.games.duet.rules.observation import Observation, observe, sample
from foxduet.games.duet.rules.state import (
    TRICKS,
    Action,
    Choice,
    Forest,
    GameState,
    Move,
    Outcome,
    Setup,
    format_action,
)
from tests.support.games import after, at, parse_card, parse_hand, position, setup_of, with_table
from tests.support.players import few, fewer, random_game, seeds, setups
from tests.support.rollout_by_engine import (
    EXPERTS,
    Orders,
    as_played,
    by_engine,
    tricks_by_engine,
)

partner_named = partial(partner_of_game, "duet")
adviser_named = partial(adviser_of_game, "duet")


def decisions(setup: Setup, seed: int) -> Iterator[tuple[GameState, Observation]]:
    for state, action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is not None and not isinstance(action, Deal):
            seat = Seat(seed % 2) if pending.seat is None else pending.seat
            yield state, observe(state, seat)


def estimates_of(thought: Thought) -> list[DuetEstimate]:
    estimates = []
    for one in thought.estimates:
        assert isinstance(one, DuetEstimate)
        estimates.append(one)
    return estimates


LAST_TWO = "2.9 2d8d/9s 1r 1s3s4s5s6s7sTs p2:4d - {path} {at} {reserve} p1:play"


def test_R7_7_the_expert_takes_the_last_gem() -> None:
    state = at(LAST_TWO.format(path="00100000000", at=6, reserve=1))
    thought = partner_named("expert")(observe(state, Seat.P1), Random(1))
    assert format_action(thought.action) == "p1 play 8d"
    low, high = estimates_of(thought)
    assert (high.win, high.gem, high.taken) == (1, 1, 1)
    assert low.win < 1
    assert (low.gem, low.taken) == (0, 0)


def test_R7_5_the_expert_does_not_overrun_the_path_without_a_token() -> None:
    state = at(LAST_TWO.format(path="00000000011", at=2, reserve=0))
    thought = partner_named("expert")(observe(state, Seat.P1), Random(1))
    assert format_action(thought.action) == "p1 play 2d"
    assert [one.overrun for one in estimates_of(thought)] == [0, 1]
    assert thought.estimates[1].win == 0


def test_the_expert_looks_at_every_world_of_the_last_tricks_once() -> None:
    state = at(LAST_TWO.format(path="11000000011", at=6, reserve=1))
    seen = observe(state, Seat.P1)
    thoughts = {partner_named("expert")(seen, Random(seed)) for seed in range(3)}
    assert {thought.worlds for thought in thoughts} == {8}
    wins = {tuple(round(one.win, 9) for one in thought.estimates) for thought in thoughts}
    assert len(wins) == 1


def test_a_thought_knows_how_sure_its_differences_are() -> None:
    state = apply(new_game(setup_of(1)), deal_shuffled_deck(Seat.P1, Random(1))).state
    thought = adviser_named("expert:30")(observe(state, Seat.P2), Random(1))
    errors = dict(zip((one.action for one in thought.estimates), thought.errors, strict=True))
    assert errors.pop(thought.action) == 0
    assert all(0 < error < 0.2 for error in errors.values())
    # Where each world is looked at nothing is left to chance.
    last = observe(at(LAST_TWO.format(path="11000000011", at=6, reserve=1)), Seat.P1)
    assert adviser_named("expert")(last, Random(1)).errors == ()


def test_R5_2_the_expert_takes_a_sure_gem_while_a_gift_can_still_be_played() -> None:
    line = "2.8 5d5s9s/7d4s7s Ts 1d2s4d5r6s8r8s p1:- - ##00101001 9 1 p1:play"
    gift = ("p1 play 5d", "p2 play 7d", "p2 give 4s", "p1 give 9s")
    seen = observe(after(at(line, setup_of(3)), *gift), Seat.P2)
    thoughts = [partner_named("expert")(seen, Random(seed)) for seed in range(20)]
    assert {format_action(thought.action) for thought in thoughts} == {"p2 move +1"}
    assert [one.gem for one in estimates_of(thoughts[0])] == [0, 1]


@pytest.mark.parametrize("name", ["steady", "expert"])
@pytest.mark.parametrize(("space", "choice"), [(5, "p1 move -2"), (4, "p1 move -1")])
def test_R7_3_a_partner_moves_the_fox_to_a_gem(name: str, space: int, choice: str) -> None:
    line = f"2.10 -/- 1r 1s3s4s5s6s7sTs p2:4d5d - 00100000001 {space} 0 p1:move"
    seen = observe(at(line), Seat.P1)
    assert format_action(partner_named(name)(seen, Random(1)).action) == choice


@pytest.mark.parametrize(("named", "all_alike"), [(partner_named, False), (adviser_named, True)])
def test_an_adviser_compares_all_choices_in_all_worlds(
    named: Callable[[str], Partner], all_alike: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[SearchResult] = []

    def watched(*arguments: Any) -> SearchResult:
        found.append(search(*arguments))
        return found[-1]

    monkeypatch.setattr("foxduet.games.duet.ai.expert.search", watched)
    state = apply(new_game(setup_of(1)), deal_shuffled_deck(Seat.P1, Random(1))).state
    ended = at("1.11 -/- 1d 3s4s5s7s8s9sTs - - 22200000000 6 4 team:forest")
    between = with_table(ended, dealer=Seat.P1)
    for seen in (observe(state, Seat.P2), observe(between, Seat.P1)):
        thought = named("expert:150")(seen, Random(1))
        tried = {tally.worlds for tally in found.pop().arms}
        assert (tried == {thought.worlds} == {150}) is all_alike


@pytest.mark.parametrize("name", ["random", "novice", "steady", "expert:20", "steady:30%"])
def test_each_partner_covers_an_end_in_a_position_that_names_no_dealer(name: str) -> None:
    ended = at("1.11 -/- 1d 3s4s5s7s8s9sTs - - 22200000000 6 4 team:forest")
    for seat in Seat:
        seen = observe(ended, seat)
        assert partner_named(name)(seen, Random(1)).action in seen.choices


def test_an_adviser_takes_the_effort_of_its_name() -> None:
    # With few cards left a world is soon played to the end of the round.
    seen = next(
        seen
        for _state, seen in decisions(setup_of(1), 8)
        if len(seen.hand) == 6 and len(seen.choices) > 1
    )
    assert adviser_named("expert")(seen, Random(1)).worlds == ADVICE_WORLDS
    assert adviser_named("expert:7")(seen, Random(1)).worlds == 7
    assert adviser_named("expert:1ms")(seen, Random(1)).worlds < ADVICE_WORLDS


@pytest.mark.parametrize(
    "name",
    ["", "Expert", "expert:", "expert:0", "expert:1.5", "steady:101%", "novice:3", "expert:ms"],
)
def test_wrong_names_are_refused_with_what_would_be_right(name: str) -> None:
    with pytest.raises(PartnerNameError, match="expert:200, expert:50ms, steady:25%"):
        partner_named(name)


@few(12)
@given(setups, seeds)
def test_the_expert_chooses_the_best_but_for_differences_too_small_to_feel(
    setup: Setup, seed: int
) -> None:
    for _state, seen in decisions(setup, seed):
        # So few worlds that no choice is dropped.
        thought = partner_named("expert:6")(seen, Random(seed))
        if thought.estimates:
            assert all(one.gem + one.overrun <= 1 for one in estimates_of(thought))
            assert all(one.score >= 0 for one in thought.estimates)
            worths = [one.win + DuetEstimate.POINT * one.score for one in thought.estimates]
            assert worths[seen.choices.index(thought.action)] >= max(worths) - 0.0031


@pytest.mark.parametrize(
    ("line", "choice"),
    [
        # Roses as trump let the Foxes win: three spaces to their seat's end, onto a gem.
        ("2.9 8r/9s 1d 1s3s4s5s6s7sTs p2:4d3r - 00100000000 6 1 p1:foxes", "p1 foxes p1"),
        ("2.9 9s/8r 1d 1s3s4s5s6s7sTs p1:4d3r - 00000000100 6 1 p2:foxes", "p2 foxes p2"),
    ],
)
def test_R5_1_steady_names_itself_where_an_exchange_gives_a_gem(line: str, choice: str) -> None:
    state = at(line)
    assert state.table.pending is not None
    assert state.table.pending.seat is not None
    seen = observe(state, state.table.pending.seat)
    assert format_action(partner_named("steady")(seen, Random(1)).action) == choice


def forest_decisions(seed: int) -> Iterator[tuple[GameState, Observation]]:
    for state, seen in decisions(setup_of(1), seed):
        if state.table.pending is not None and state.table.pending.choice is Choice.FOREST:
            yield state, seen


def test_R8_3_steady_covers_the_end_that_the_fox_is_further_from() -> None:
    covered = set()
    for seed in range(60):
        for state, seen in forest_decisions(seed):
            path = state.table.path
            left, right = path.tracker - path.first, path.last - path.tracker
            if left != right:
                end = Seat.P1 if left > right else Seat.P2
                assert partner_named("steady")(seen, Random(1)).action == Forest(end)
                covered.add(end)
    assert covered == set(Seat)


@pytest.mark.parametrize("round_number", [1, 2])
@pytest.mark.parametrize("dealer", Seat)
def test_R8_3_an_end_is_judged_by_the_round_that_follows_it(
    round_number: int, dealer: Seat
) -> None:
    state = next(
        state
        for seed in range(400)
        for state, _seen in forest_decisions(seed)
        if (state.table.round, state.table.dealer) == (round_number, dealer)
    )
    # Two gems in the middle, so that some rounds end in victory.
    gems = tuple(int(space in (5, 7)) for space in range(1, len(state.table.path.gems) + 1))
    state = with_table(state, path=replace(state.table.path, gems=gems))
    attempts = end_trials(observe(state, Seat.P1), expectations_for(expert=True))
    rng, outcomes = Random(2), set()
    for _ in range(40):
        deal = NextDeal(rng.sample(range(30), 30), rng.randbytes(11))
        for end in Seat:
            after = after_a_round(apply(state, Forest(end)).state, dealer, deal)
            worth = attempts[end](deal).worth
            outcomes.add(after.table.outcome)
            if after.table.outcome is Outcome.VICTORY:
                left = sum(map(len, after.hands))
                assert worth == victory_utility(1, round_number + 1, left, after.table.reserve)
            else:
                lost = after.table.outcome is not None
                assert (worth == DEFEAT) == lost
    assert Outcome.VICTORY in outcomes


def after_a_round(state: GameState, leader: Seat, next_deal: NextDeal) -> GameState:
    """Deal a round, the leader's hand first, and play it as two experts are expected to."""
    cards, noise = next_deal
    orders = (cards[:11], cards[11:22])
    if leader is Seat.P2:
        orders = (orders[1], orders[0])
    hands = tuple(hand_of([DECK[card] for card in order]) for order in orders)
    stock = tuple(DECK[card] for card in cards[23:])
    deal = Deal(leader.other, (hands[0], hands[1]), DECK[cards[22]], stock)
    manner = Manner(EXPERTS, noise, orders)
    return [*tricks_by_engine(apply(state, deal).state, manner)][-1]


@few(60)
@given(setups, seeds)
def test_R10_1_the_true_hand_is_always_among_the_possible_ones(setup: Setup, seed: int) -> None:
    for state, _action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        seen = observe(state, pending.seat)
        belief = partner_belief(seen)
        hand = {card.index for card in state.hands[pending.seat.other]}
        if seen.partner_offered and state.offer is not None:
            hand.add(state.offer.index)
        assert set(belief.known) <= hand <= {*belief.known, *belief.possible}
        assert len(hand) == len(belief.known) + belief.drawn


def test_R10_1_when_few_hands_are_possible_each_is_looked_at_once() -> None:
    state = at("1.9 4d6s/6d8r 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play")
    seen = observe(state, Seat.P1)
    worlds = list(sample_worlds(seen, Random(1), 36))
    unseen = {card.index for card in parse_hand("6d8r3s4s5s7s8s9sTs")}
    assert {world.partner_hand for world in worlds} == {
        bitmask(pair) for pair in combinations(unseen, 2)
    }
    assert len(worlds) == 36
    assert {world.own_hand for world in worlds} == {mask_of(seen.hand)}
    for world in worlds:
        assert sorted(world.own_order) == sorted(world.partner_order) == list(range(len(DECK)))
        assert len(world.noise) >= TRICKS


def test_few_hands_are_repeated_while_the_order_of_cards_matters() -> None:
    line = "1.7 4d7d7r6s/6d8r2s8s 1d 1s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play"
    seen = observe(at(line), Seat.P1)
    worlds = list(sample_worlds(seen, Random(1), 700))
    assert Counter(Counter(world.partner_hand for world in worlds).values()) == {2: 330}
    for orders in ([one.own_order for one in worlds], [one.partner_order for one in worlds]):
        # Each card of the hand is drawn first about as often as any other.
        firsts = Counter(rollout.pick_card(worlds[0].own_hand, order) for order in orders)
        assert len(firsts) == 4
        assert min(firsts.values()) > len(orders) / 8
    assert len({one.noise for one in worlds}) > len(worlds) / 2


def test_R10_1_drawn_worlds_agree_with_samples_of_the_observation() -> None:
    line = "1.7 4d7d7r6s/6d8r2s8s 1d 1s3s4s5s7s9sTs p1:- - 11211011211 6 4 p1:play"
    state = after(at(line), "p1 play 7d", "p1 give 6s", "p2 give 8s", "p2 play 6d")
    seen = observe(state, Seat.P1)
    rng = Random(3)
    drawn = {world.partner_hand for world in sample_worlds(seen, rng, 20)}
    sampled = {mask_of(sample(seen, rng).hands[Seat.P2]) for _ in range(2000)}
    assert len(drawn) > 1
    assert drawn <= sampled


def test_R10_1_voids_are_believed() -> None:
    line = "1.8 4d3r6s/6r8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"
    state = after(at(line), "p1 play 4d", "p2 play 2s")
    seen = observe(state, Seat.P1)
    assert seen.partner_voids == (Suit.DOVES,)
    assert all(DECK[card].suit is not Suit.DOVES for card in partner_belief(seen).possible)


@pytest.mark.parametrize(
    "belief",
    [
        Belief((), (0, 3, 9, 12, 17, 21, 26), 3),
        Belief((5, 24), (0, 3, 9, 12, 17, 21, 26), 2),
        Belief((14,), (3, 9, 12, 17), 1),
        Belief((), (12, 17, 21), 3),
        Belief((1,), (), 0),
    ],
)
def test_the_mean_worth_of_the_reply_is_that_over_all_hands(belief: Belief) -> None:
    setup = setup_of(2)
    shape = rollout.pattern_for(bitboard_path(path_at_setup(setup.board, 2), 3))
    for lead in (4, 8, 15, 18, 29):
        row = rollout.TRICK_CLASSES[Seat.P1][Suit.ROSES][lead]
        replies = []
        for drawn in combinations(belief.possible, belief.drawn):
            hand = bitmask((*belief.known, *drawn))
            bound = hand & rollout.BOUND[lead] or hand
            replies.append(
                max(shape.best[row[card]] - rollout.PRICES[card] for card in cards_in(bound))
            )
        assert reply_worth(belief, shape, row, lead) == pytest.approx(fmean(replies))


def test_hands_are_bits_and_back() -> None:
    assert cards_in(mask_of(DECK)) == tuple(range(30))
    hand = parse_hand("1d9d3r7rTs")
    assert hand_of([DECK[card] for card in cards_in(mask_of(hand))]) == hand


def world_of(state: GameState, seen: Observation, rng: Random) -> Determinization:
    """Return the true hands as a world; a card on offer is the first that chance draws."""
    own = [card.index for card in seen.hand]
    partner = [card.index for card in state.hands[seen.seat.other]]
    partner_order = rng.sample(partner, len(partner))
    if seen.partner_offered and state.offer is not None:
        partner_order.insert(0, state.offer.index)
    own_order, noise = rng.sample(own, len(own)), rng.randbytes(11)
    return Determinization(bitmask(own), bitmask(partner_order), own_order, partner_order, noise)


def assert_alike(played: rollout.RolloutEnd, state: GameState) -> None:
    """Compare what the rollout says with the engine's state."""
    if state.table.outcome is Outcome.LOST:
        assert played.outcome is WorldOutcome.LOST
        return
    assert (played.outcome is WorldOutcome.WON) == (state.table.outcome is Outcome.VICTORY)
    # At the end of a round gems have been added since, and a token placed.
    ended = state.table.trick is None and state.table.outcome in (None, Outcome.OUT_OF_TIME)
    path = played.path if ended else bitboard_path(state.table.path, state.table.reserve)
    winner = Seat(played.leader) if state.table.trick is None else state.table.trick.leader
    assert played == as_played(state, path, winner)


def compare_candidates(setup: Setup, seed: int) -> None:
    """Follow every candidate of every decision of a random game, by rollout and by engine."""
    rng = Random(seed)
    for state, _action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        seat = pending.seat
        seen = observe(state, seat)
        point, world = trick_position(seen), world_of(state, seen, rng)
        orders: Orders = (world.own_order, world.partner_order)
        if seat is Seat.P2:
            orders = (orders[1], orders[0])
        manner = Manner(EXPERTS, world.noise, orders)
        candidates = [*generate_candidates(seen, point)]
        assert sorted({candidate.choice for candidate in candidates}) == list(
            range(len(seen.choices))
        )
        for candidate in candidates:
            played = roll_out(point, candidate, world, EXPERTS)
            expected = by_engine(state, seat, seen.choices[candidate.choice], candidate, manner)
            for one, other in zip(played, expected, strict=True):
                assert_alike(one, other)


@few(10)
@given(setups, seeds)
def test_every_candidate_follows_the_rules_on_any_board(setup: Setup, seed: int) -> None:
    compare_candidates(setup, seed)


def test_every_candidate_follows_the_rules_on_the_printed_boards() -> None:
    for level in (1, 2, 3):
        compare_candidates(setup_of(level), seed=level)


def test_R5_1_foxes_that_are_led_are_tried_with_each_trump_and_left_to_the_partner() -> None:
    seen = observe(
        at("1.8 3d4d6s/6d8r2s 1d 3s4s5s7s8s9sTs p1:- - 11211011211 6 4 p1:play"), Seat.P1
    )
    candidates = [
        candidate
        for candidate in generate_candidates(seen, trick_position(seen))
        if candidate.choice == 0
    ]
    assert candidates == [
        Candidate(0, play=2),
        Candidate(0, play=2, exchange=25),
        Candidate(0, play=2, names_partner=True),
    ]


# In round 3 a game that is not won is lost: the chance to win needs no learned value.
POSITIONS = [
    # A Gift may be led with two tricks left, from either end.
    "3.9 4d7d/8d2s 1r * p1:- - 00100001000 6 1 p1:play",
    "3.9 7d2r/8dTr 1s * p1:- - 00100000000 1 1 p1:play",
    "3.9 8d9d/7d7r 1s * p2:- - 00000000100 9 0 p2:play",
    "3.9 7d7r/7s9s 2d * p2:- - 00001000000 6 0 p2:play",
    "3.9 6d7r/9d7s 8d * p1:- - 00001000000 5 0 p1:play",
    # A Gift may follow, with two tricks left and with three.
    "3.9 7d9d/2s 1r * p2:4d - 00000100000 6 1 p1:play",
    "3.9 5r7s/2s 1r * p2:9d - 00010000000 6 1 p1:play",
    "3.9 8r/3r7r 1d * p1:9s - 00000000010 6 0 p2:play",
    "3.8 4r7s8s/3r7r 1d * p2:9s - 00010010010 6 1 p1:play",
    # The cards of a Gift are due: the first one, and the second beside one that is hidden.
    "3.8 4r8r/3r9r9s 1d * p1:7r - 00100000010 6 0 p1:give",
    "3.9 -/3r9r 1d * p1:7r 8r 00100000010 6 0 p2:give",
    "3.8 8r/5d3r9r 1d * p1:7r 4s 00100010010 6 0 p2:give",
    # The decree is a 7 that Foxes may bring into a hand.
    "3.9 3r8s/2s5s 7d * p1:- - 00000000100 6 0 p1:play",
    "3.9 8s9s/5s 7d * p2:3r - 00000100000 6 0 p1:play",
    "3.9 8s/5s9s 7d * p1:3r - 00000000100 6 0 p1:foxes",
    "3.9 8s/5s9s 7d * p1:3r - 00000000100 6 0 p2:exchange",
    # A move before the last trick, and the last trick.
    "3.9 8s/9s 7d * p1:4s5s - 00000010000 6 0 p2:move",
    "3.10 8s/9s 7d * p1:- - 00000001000 6 0 p1:play",
    # The only 7 that may be left comes in the last trick.
    "3.9 4d8d/7s 9r * p2:6d - 00000001000 6 1 p1:play",
]
# A Gift may follow with three tricks left, from either end; this one has more worlds.
MANY_WORLDS = ["3.8 8r9s/3r5r7r 1d * p1:2s - 00010000010 6 1 p2:play"]


def hands_of_partner(state: GameState, seat: Seat) -> Iterator[GameState]:
    """Yield the states that ``seat`` cannot tell from ``state``: no card is known in these."""
    hidden = [*state.hands[seat.other], *state.stock]
    seen = observe(state, seat)
    if seen.partner_offered and state.offer is not None:
        hidden.append(state.offer)
    size = len(state.hands[seat.other]) + seen.partner_offered
    for cards in combinations(hidden, size):
        for offer in cards if seen.partner_offered else (state.offer,):
            held = hand_of([card for card in cards if card is not offer])
            stock = tuple(card for card in hidden if card not in cards)
            hands = (state.hands[0], held) if seat is Seat.P1 else (held, state.hands[1])
            yield replace(state, hands=hands, stock=stock, offer=offer)


def orders_of(hand: Hand, offered: tuple[int, ...] = ()) -> list[tuple[int, ...]]:
    """Return all orders in which cards of a hand can be drawn."""
    rest = [card.index for card in hand if card.index not in offered]
    return [(*offered, *order) for order in permutations(rest)]


class Enumeration:
    """What a candidate leads to in all worlds, and what each seat did at each thing it saw."""

    def __init__(self, state: GameState, seat: Seat) -> None:
        self.seat, self.seen = seat, observe(state, seat)
        self.states = list(hands_of_partner(state, seat))
        assert {observe(one, seat) for one in self.states} == {self.seen}
        self.actions: dict[object, set[Action]] = {}
        self.policy = rollout.steady_policy()

    def follow(self, candidate: Candidate) -> tuple[float, float]:
        """Return how often it wins, and how often the trick finds a gem."""
        wins, gems = [], []
        for state in self.states:
            for orders in self._orders(state):
                trick, end = self._played(state, candidate, orders)
                wins.append(end.table.outcome is Outcome.VICTORY)
                gems.append(trick.table.path.gems_left < state.table.path.gems_left)
        return fmean(wins), fmean(gems)

    def _orders(self, state: GameState) -> Iterator[Orders]:
        offered: tuple[int, ...] = ()
        if self.seen.partner_offered and state.offer is not None:
            offered = (state.offer.index,)
        own, other = state.hands[self.seat], state.hands[self.seat.other]
        for mine, others in product(orders_of(own), orders_of(other)):
            pair = mine, (*offered, *others)
            yield pair if self.seat is Seat.P1 else (pair[1], pair[0])

    def _played(
        self, state: GameState, candidate: Candidate, orders: Orders
    ) -> tuple[GameState, GameState]:
        def note(before: GameState, action: Action) -> None:
            pending = before.table.pending
            assert pending is not None
            assert pending.seat is not None
            information = observe(before, pending.seat), orders[pending.seat], candidate
            self.actions.setdefault(information, set()).add(action)

        choice = self.seen.choices[candidate.choice]
        manner = Manner(self.policy, rollout.NO_NOISE, orders)
        return by_engine(state, self.seat, choice, candidate, manner, note)


@pytest.mark.parametrize("line", [*POSITIONS, *fewer(MANY_WORLDS, 0)])
def test_the_last_tricks_are_as_enumerated_over_all_that_nobody_can_tell_apart(line: str) -> None:
    state = position(line)
    assert state.table.pending is not None
    seat = state.table.pending.seat
    assert seat is not None
    every = Enumeration(state, seat)
    best: dict[int, tuple[float, float]] = {}
    for candidate in generate_candidates(every.seen, trick_position(every.seen)):
        found = every.follow(candidate)
        best[candidate.choice] = max(best.get(candidate.choice, found), found)
    thoughts = [adviser_of_game("duet", "expert")(every.seen, Random(seed)) for seed in range(2)]
    for thought in thoughts:
        for number, one in enumerate(thought.estimates):
            assert isinstance(one, DuetEstimate)
            assert (one.win, one.gem) == pytest.approx(best[number])
    assert thoughts[0].action == thoughts[1].action
    # Equal information leads to equal actions, whatever the other cards are.
    assert all(len(actions) == 1 for actions in every.actions.values())


def test_hands_come_in_all_orders_only_while_a_Gift_can_still_be_played() -> None:
    worlds = {}
    for line in POSITIONS:
        state = position(line)
        assert state.table.pending is not None
        assert state.table.pending.seat is not None
        every = enumerate_worlds(observe(state, state.table.pending.seat), Random(1), 200)
        assert every is not None
        worlds[line] = len(every) / len({world.partner_hand for world in every})
    assert worlds[POSITIONS[0]] == 4
    assert worlds[POSITIONS[8]] == 12
    assert [worlds[line] for line in POSITIONS[-3:]] == [1, 1, 1]


def test_a_sure_gem_is_taken_while_a_Gift_may_still_come() -> None:
    # Action 66 of a game that once let chance draw a single Gift, and stayed where it was.
    line = "2.8 4s5s/7s9s Ts 8r1d5r6s4d8s2s p1:5d7d - ##00101001 9 1 p2:move"
    state = position(line, Setup(3))
    known = (hand_of([parse_card("9s")]), hand_of([parse_card("4s")]))
    state = replace(state, table=replace(state.table, known=known))
    seen = observe(state, Seat.P2)
    choices = {partner_of_game("duet", "expert")(seen, Random(seed)).action for seed in range(10)}
    assert choices == {Move(Seat.P2, 1)}
