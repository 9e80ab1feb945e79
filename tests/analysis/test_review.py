"""Reviews: what is expected, what a choice cost, and what only open hands could show."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from foxduet.analysis.review import (
    COSTLY,
    NOTHING_LOST,
    Assessment,
    Cost,
    Moment,
    Review,
    costly,
    line_of,
    moments_of,
)
from foxduet.analysis.review_job import assess, look_back
from foxduet.core.common import Deal, Play, Seat, hand_of
from foxduet.games.duet.ai.belief import World
from foxduet.games.duet.ai.candidates import candidates_of, decision_point_of, follow_candidate
from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
from foxduet.games.duet.ai.numbers import cards_in, mask_of
from foxduet.games.duet.review_measures import with_open_hands
from foxduet.games.duet.rules.actions import Choice, Resign, format_action
from foxduet.games.duet.rules.observation import observe, sample
from foxduet.games.duet.rules.state import GameState, Setup
from foxduet.games.duet.words.review_words import cost_sentence, hindsight_sentence
from foxduet.play.game import Game, act
from tests.support.deals import parse_card, position
from tests.support.entries import resigned
from tests.support.players import DEFEAT, VICTORY, beginning_of, duet, header_of, played_game
from tests.support.reviews import assessment_of, review_of
from tests.support.rollout_by_engine import EXPERTS


def test_every_decision_of_a_game_is_looked_at_and_no_deal() -> None:
    moments = moments_of(VICTORY)
    assert len(moments) == len(VICTORY.turns) - 3
    for moment in moments:
        turn = VICTORY.turns[moment.number - 1]
        assert moment.chosen is turn.action
        assert not isinstance(moment.chosen, Deal)
        assert moment.chosen in moment.observation.choices


def test_each_decision_of_two_partners_says_who_sat_at_the_other_end() -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, ai=("steady", "expert")))
    opposite = {(moment.seat, moment.opposite) for moment in moments_of(game)}
    assert opposite == {(Seat.P1, "expert"), (Seat.P2, "steady")}


@pytest.mark.parametrize("partners", [(None, None), (None, "expert"), ("expert", None)])
def test_where_a_person_plays_no_decision_expects_an_expert(
    partners: tuple[str | None, str | None],
) -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, ai=partners))
    assert {moment.opposite for moment in moments_of(game)} == {None}


def test_a_resignation_is_judged_too_and_lost_the_chance_that_was_left() -> None:
    game = played_game(header_of(level=1, seed=0))
    given_up = resigned(game, 9)
    moment = moments_of(given_up)[-1]
    assert (moment.number, moment.chosen) == (10, Resign())
    one = assessment_of(moment)
    best = one.of_best
    assert best is not None
    assert (one.chance, one.cost.win) == (0.0, best.win)
    between = next(at for at, state in enumerate(VICTORY.states) if state.table.tricks_done == 11)
    waiting = beginning_of(VICTORY, between + 1)
    if (
        waiting.state.table.pending is not None
        and waiting.state.table.pending.choice is Choice.DEAL
    ):
        # There was nothing to choose.
        assert moments_of(act(waiting, Resign()))[-1].chosen != Resign()


def test_estimates_come_from_what_the_player_could_know_and_from_nothing_else() -> None:
    rng = Random(3)
    moment = moments_of(VICTORY)[20]
    other_world = replace(moment, state=sample(moment.observation, rng))
    assert other_world.state != moment.state
    one, other = (assess("expert:30", "seed", each) for each in (moment, other_world))
    assert one.estimates == other.estimates
    assert one.best == other.best


def test_equal_decisions_are_judged_alike_each_time() -> None:
    moment = moments_of(VICTORY)[5]
    assert assess("expert:30", "a", moment) == assess("expert:30", "a", moment)
    assert assess("expert:30", "a", moment) != assess("expert:30", "b", moment)


def test_the_cost_is_the_difference_from_the_best_and_never_a_gain() -> None:
    for one in review_of(VICTORY).assessments:
        best, chosen = one.of_best, one.of_chosen
        if best is None or chosen is None:
            assert one.cost is NOTHING_LOST
            continue
        win, score = best.win - chosen.win, best.score - chosen.score
        worth = win + DuetEstimate.POINT * score
        expected = Cost(win, score, worth) if worth > 0 else NOTHING_LOST
        # To the last bit: costs that are nearly equal are sorted by it.
        assert one.cost == expected
        better = replace(one, best=one.chosen, chosen=one.best)
        assert better.cost.worth == 0


def test_the_costliest_decisions_come_first() -> None:
    dear = costly(review_of(VICTORY))
    worths = [one.cost.worth for one in dear]
    assert len(dear) > 2
    assert worths == sorted(worths, reverse=True)
    assert min(worths) >= COSTLY


@pytest.mark.parametrize(("game", "end"), [(VICTORY, 1.0), (DEFEAT, 0.0)])
def test_the_line_ends_with_the_result(game: object, end: float) -> None:
    review = review_of(VICTORY if end else DEFEAT)
    points = line_of(review)
    assert (points[-1].number, points[-1].win) == (len(review.game.turns), end)
    numbers = [point.number for point in points]
    assert numbers == sorted(set(numbers))
    unfinished = replace(review.game, turns=review.game.turns[:30])
    assert line_of(review_of(unfinished))[-1].number <= 30


def test_hindsight_knows_the_hands_and_finds_the_gem_that_a_follower_could_get() -> None:
    found = 0
    for moment in moments_of(VICTORY):
        trick = moment.state.table.trick
        if len(moment.observation.choices) == 1 or trick is None:
            assert look_back("seed", moment) == ()
            continue
        opened = with_open_hands(moment, Random(1))
        assert tuple(one.action for one in opened) == moment.observation.choices
        turn = VICTORY.turns[moment.number - 1]
        after = turn.step.state
        if (
            not isinstance(turn.action, Play)
            or after.table.tricks_done == moment.state.table.tricks_done
        ):
            continue
        # This card ended its trick: what it led to is sure.
        one = next(each for each in opened if each.action == turn.action)
        if after.table.round == moment.state.table.round and after.table.tricks_done < 11:
            gem = after.table.path.gems_left < moment.state.table.path.gems_left
            assert one.gem == float(gem)
            assert one.space == (after.table.path.tracker if gem else None)
            assert one.overrun == float(after.table.reserve < moment.state.table.reserve)
            found += gem
    assert found > 5


def test_a_review_finds_the_assessment_of_an_action() -> None:
    review = review_of(VICTORY)
    assert review.of_action(1) is None
    second = review.of_action(2)
    assert isinstance(second, Assessment)
    assert second.number == 2
    assert Review(VICTORY, "x", ()).of_action(2) is None


def test_a_decision_is_seen_as_its_seat_saw_it_in_any_possible_world() -> None:
    rng = Random(5)
    others = 0
    for moment in moments_of(VICTORY):
        assert moment.seat is getattr(moment.chosen, "seat", Seat.P1)
        assert moment.observation.hand == moment.state.hands[moment.seat]
        other_world = replace(moment, state=sample(moment.observation, rng))
        assert other_world.observation == moment.observation
        others += other_world.state != moment.state
    assert others > 60


def hindsight(state: GameState, seed: int = 1) -> dict[str, DuetOpenHands]:
    """Return the hindsight of each choice, by its text without the seat."""
    assert state.table.pending is not None
    seat = state.table.pending.seat
    assert seat is not None
    moment = Moment("duet", 1, state, seat, None)
    opened = with_open_hands(moment, Random(seed))
    return {format_action(one.action).partition(" ")[2]: one for one in opened}


@pytest.mark.parametrize(
    ("line", "choice", "gem", "overrun"),
    [
        # p1 leads the 7 of Doves and gives its other card; p2 gives one of two, each as often.
        # Without the 8 of Doves p2 throws a Star, and the fox goes to p1's end.
        ("3.9 7d2s/8d9s 1r * p1:- - 00000001000 6 0 p1:play", "play 7d", 1 / 2, 0),
        ("3.9 7d2s/8d9s 1r * p1:- - 00100000000 6 0 p1:play", "play 7d", 1 / 2, 0),
        ("3.9 7d2s/8d9s 1r * p1:- - 00100001000 6 0 p1:play", "play 7d", 1, 0),
        ("3.9 7d2s/8dTs 1r * p1:- - 00100000000 1 1 p1:play", "play 7d", 1 / 2, 1 / 2),
        ("3.9 7d2s/8dTs 1r * p1:- - 00100000000 1 0 p1:play", "play 7d", 1 / 2, 1 / 2),
        ("3.9 4d7d/8d9s 1r * p1:- - 00001000000 6 0 p1:play", "play 7d", 1, 0),
        ("3.9 4d7d/2s9s 1r * p1:- - 00001000000 6 0 p1:play", "play 7d", 1, 0),
        # The same from the other end.
        ("3.9 8d9s/7d2s 1r * p2:- - 00010000000 6 0 p2:play", "play 7d", 1 / 2, 0),
        ("3.9 8d9s/7d2s 1r * p2:- - 00000000100 6 0 p2:play", "play 7d", 1 / 2, 0),
        ("3.9 8dTs/7d2s 1r * p2:- - 00000000100 11 1 p2:play", "play 7d", 1 / 2, 1 / 2),
        # One of three cards: the 8 of Doves stays in two of three.
        ("3.8 7d8r9r/8d2rTr 1s * p1:- - 00000001000 6 0 p1:play", "play 7d", 2 / 3, 0),
        ("3.8 7d8r9r/8d2rTr 1s * p1:- - 00100000000 6 0 p1:play", "play 7d", 1 / 3, 0),
        ("3.8 7d8r9r/8d9dTr 1s * p1:- - 00000001000 6 0 p1:play", "play 7d", 2 / 3, 0),
        # What p1 gives is its choice; what comes for it is not.
        ("3.8 4d9r/8d2rTr 1s * p1:7d - 00001000000 6 0 p1:give", "give 4d", 1, 0),
        ("3.8 4d9r/8d2rTr 1s * p1:7d - 00001000000 6 0 p1:give", "give 9r", 0, 0),
        ("3.8 4d9r/8d2rTr 1s * p1:7d - 00000001000 6 0 p1:give", "give 4d", 2 / 3, 0),
        ("3.8 4d9r/8d2rTr 1s * p1:7d - 00100000000 6 0 p1:give", "give 9r", 1 / 3, 0),
        # The card on offer lies there already: only whoever gives the second does not see it.
        ("3.8 4d/8d2rTr 1s * p1:7d 9r 00000001000 6 0 p2:give", "give 8d", 0, 0),
        ("3.8 4d/8d2rTr 1s * p1:7d 9r 00000001000 6 0 p2:give", "give Tr", 1, 0),
        ("3.8 9r/8d2rTr 1s * p1:7d 4d 00001000000 6 0 p2:give", "give 8d", 1, 0),
        # A Gift that follows comes too late for its trick.
        ("3.9 7d9d/Tr 1s * p2:4d - 00001000000 6 0 p1:play", "play 7d", 1, 0),
        ("3.8 7d9d9s/2rTr 1r * p2:4d - 00001000000 6 0 p1:play", "play 7d", 1, 0),
    ],
)
def test_R5_2_a_gift_is_chosen_without_knowing_the_other(
    line: str, choice: str, gem: float, overrun: float
) -> None:
    for seed in range(3):
        one = hindsight(position(line), seed)[choice]
        assert (one.gem, one.overrun) == pytest.approx((gem, overrun))


def test_what_follows_a_choice_at_once_is_the_same_whatever_the_partner_holds() -> None:
    state = position("3.9 3d8s/2s5s 1r * p1:- - 10000000011 6 0 p1:play")
    seen = observe(state, Seat.P1)
    point = decision_point_of(seen)
    plans = [one for one in candidates_of(seen, point) if one.play == parse_card("3d").index]
    hidden = (*state.hands[1], *state.stock)
    rows = []
    for hand in combinations(hidden, 2):
        stock = tuple(card for card in hidden if card not in hand)
        other = replace(state, hands=(state.hands[0], hand_of(hand)), stock=stock)
        own, partner = mask_of(seen.hand), mask_of(hand)
        gems = []
        for plan in plans:
            world = World(own, partner, cards_in(own), cards_in(partner))
            trick, _end = follow_candidate(point, plan, world, EXPERTS)
            gems.append(float(trick.path.gems != point.path.gems))
        rows.append((hindsight(other)["play 3d"].gem, gems))
    assert any(all(found == gems[at] for found, gems in rows) for at in range(len(plans)))
    # Whoever saw the hand could do better.
    assert any(found < max(gems) for found, gems in rows)


def test_each_card_given_early_in_a_round_meets_each_other_equally_often() -> None:
    # p2 keeps its only Dove in nine of ten cases, and must follow with it.
    line = "3.1 7d1r2r3r4r5r6r8r9rTr/8d1s2s3s4s5s6s8s9sTs 9d * p1:- - 00000001000 6 0 p1:play"
    assert hindsight(position(line))["play 7d"].gem >= 9 / 10


def test_a_seven_is_not_sure_of_a_gem_that_depends_on_a_hidden_card() -> None:
    # Action 65 of a game: the partner may give the 5 of Roses, and must follow with the 2 then.
    # Its cards are known, but not which one it gives.
    state = position("2.9 1d5r/2r7r Tr * p2:- - #000000010 9 2 p2:play", Setup(3))
    known = (hand_of([parse_card("7r")]), state.hands[0])
    state = replace(state, table=replace(state.table, known=known))
    one = hindsight(state)["play 7r"]
    assert (one.gem, one.overrun) == (1 / 2, 1 / 2)
    two, seven = (Play(Seat.P2, parse_card(card)) for card in ("2r", "7r"))
    moment = Moment("duet", 1, state, Seat.P2, two)
    judged = assess("expert:1000", "any seed", moment)
    judged = replace(judged, open_hands=look_back("any seed", moment))
    estimate = next(one for one in judged.estimates if one.action == seven)
    assert isinstance(estimate, DuetEstimate)
    assert (estimate.gem, estimate.overrun) == pytest.approx((1 / 2, 1 / 2))
    judged = replace(judged, best=seven)
    review = Review(Game(duet(3), state), "expert:1000", (judged,))
    for sentence in (cost_sentence(review, judged), hindsight_sentence(judged, ("Ann", "Bob"))):
        assert "sure" not in sentence
        assert "100 %" not in sentence
        assert "likely" not in sentence
