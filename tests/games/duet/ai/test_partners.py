"""What every partner promises: legal choices, and no more knowledge than its seat has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given

from foxduet.ai.names import PartnerNameError
from foxduet.ai.partner import Partner, Thought
from foxduet.ai.partner import adviser_named as adviser_of_game
from foxduet.ai.partner import partner_named as partner_of_game
from foxduet.ai.search import Findings, search
from foxduet.core.common import Deal, Seat, hand_of
from foxduet.games.duet.ai.attempts import NextDeal, attempts_at_ends, expectations_with
from foxduet.games.duet.ai.expert import ADVICE_WORLDS, DuetEstimate
from foxduet.games.duet.ai.value import DEFEAT, victory
from foxduet.games.duet.rules.actions import Choice, Forest, format_action
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.rules.engine import apply, new_game, shuffled_deal
from foxduet.games.duet.rules.observation import Observation, observe
from foxduet.games.duet.rules.state import GameState, Outcome, Setup
from tests.support.deals import after, at, setup_of, with_table
from tests.support.players import few, random_game, seeds, setups
from tests.support.rollout_by_engine import Manner, play_trick

partner_named = partial(partner_of_game, "duet")
adviser_named = partial(adviser_of_game, "duet")


def decisions(setup: Setup, seed: int) -> Iterator[tuple[GameState, Observation]]:
    """Yield the states of a random game in which a seat or the team must choose."""
    for state, action, _step in random_game(setup, Random(seed)):
        pending = state.table.pending
        if pending is not None and not isinstance(action, Deal):
            seat = Seat(seed % 2) if pending.seat is None else pending.seat
            yield state, observe(state, seat)


def estimates_of(thought: Thought) -> list[DuetEstimate]:
    """Return the estimates of a thought about Duet."""
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
    state = apply(new_game(setup_of(1)), shuffled_deal(Seat.P1, Random(1))).state
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
    found: list[Findings] = []

    def watched(*arguments: Any) -> Findings:
        found.append(search(*arguments))
        return found[-1]

    monkeypatch.setattr("foxduet.games.duet.ai.expert.search", watched)
    state = apply(new_game(setup_of(1)), shuffled_deal(Seat.P1, Random(1))).state
    ended = at("1.11 -/- 1d 3s4s5s7s8s9sTs - - 22200000000 6 4 team:forest")
    between = with_table(ended, dealer=Seat.P1)
    for seen in (observe(state, Seat.P2), observe(between, Seat.P1)):
        thought = named("expert:150")(seen, Random(1))
        tried = {tally.worlds for tally in found.pop().tallies}
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
    """Yield the forest decisions of a random game at level 1."""
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
    attempts = attempts_at_ends(observe(state, Seat.P1), expectations_with(expert=True))
    rng, outcomes = Random(2), set()
    for _ in range(40):
        deal = NextDeal(rng.sample(range(30), 30), rng.randbytes(11))
        for end in Seat:
            after = after_a_round(apply(state, Forest(end)).state, dealer, deal)
            worth = attempts[end](deal).worth
            outcomes.add(after.table.outcome)
            if after.table.outcome is Outcome.VICTORY:
                left = sum(map(len, after.hands))
                assert worth == victory(1, round_number + 1, left, after.table.reserve)
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
    state = apply(state, deal).state
    number = state.table.round
    while (
        state.table.outcome is None
        and state.table.round == number
        and state.table.trick is not None
    ):
        state = play_trick(state, Manner(orders, noise=noise))
    return state
