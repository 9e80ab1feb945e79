"""Hindsight: the hands as they were, and nobody who acts on cards that it cannot see."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from foxduet.analysis.review import Moment, Review
from foxduet.analysis.review_job import assess
from foxduet.core.common import Play, Seat, hand_of
from foxduet.games.duet.ai.belief import World
from foxduet.games.duet.ai.candidates import candidates_of, decision_point_of, follow_candidate
from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
from foxduet.games.duet.ai.numbers import cards_in, mask_of
from foxduet.games.duet.review import with_open_hands
from foxduet.games.duet.rules.actions import format_action, parse_card
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import GameState, Setup
from foxduet.games.duet.words.review import cost_sentence, hindsight_sentence
from foxduet.play.game import Game
from tests.support.deals import position
from tests.support.players import duet
from tests.support.rollout_by_engine import EXPERTS


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
    judged = assess("expert:1000", "any seed", Moment("duet", 1, state, Seat.P2, two))
    estimate = next(one for one in judged.estimates if one.action == seven)
    assert isinstance(estimate, DuetEstimate)
    assert (estimate.gem, estimate.overrun) == pytest.approx((1 / 2, 1 / 2))
    judged = replace(judged, best=seven)
    review = Review(Game(duet(3), state), "expert:1000", (judged,))
    for sentence in (cost_sentence(review, judged), hindsight_sentence(judged, ("Ann", "Bob"))):
        assert "sure" not in sentence
        assert "100 %" not in sentence
        assert "likely" not in sentence
