"""What a review says of each decision: what could be known, what it cost, and the whole line."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from foxduet.analysis.review import (
    COSTLY,
    NOTHING_LOST,
    Assessment,
    Cost,
    Review,
    costly,
    line_of,
    moments_of,
)
from foxduet.analysis.review_job import assess
from foxduet.core.common import Deal, Play, Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.review import with_open_hands
from foxduet.games.duet.rules.actions import Choice, Resign
from foxduet.games.duet.rules.observation import sample
from foxduet.play.game import act
from tests.support.entries import resigned
from tests.support.players import DEFEAT, VICTORY, beginning_of, header_of, played_game
from tests.support.reviews import assessment_of, review_of


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
    beside = {(moment.seat, moment.beside) for moment in moments_of(game)}
    assert beside == {(Seat.P1, "expert"), (Seat.P2, "steady")}


@pytest.mark.parametrize("partners", [(None, None), (None, "expert"), ("expert", None)])
def test_where_a_person_plays_no_decision_expects_an_expert(
    partners: tuple[str | None, str | None],
) -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, ai=partners))
    assert {moment.beside for moment in moments_of(game)} == {None}


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
        opened = with_open_hands(moment, Random(1))
        if len(moment.observation.choices) == 1 or trick is None:
            assert opened == ()
            continue
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
