"""Reviews of the original game: what could be known, whose chance the line is, and hindsight."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import ActionValue
from foxduet.analysis import review_file
from foxduet.analysis.review import (
    GRADE_THRESHOLDS,
    MIN_COSTLY_LOSS,
    Assessment,
    ChoiceGrade,
    DecisionPoint,
    Review,
    accuracy_from_cost,
    chart_seat,
    decision_points,
    grade_choice,
    player_summaries,
    points_below_par,
    win_curve,
)
from foxduet.analysis.review_file import (
    PlayOutJob,
    ReviewTask,
    SavedReview,
    game_fingerprint,
    load_review,
)
from foxduet.analysis.review_job import (
    assess_decision,
    calibrate_assessment,
    complete_review,
    compute_hindsight,
)
from foxduet.core.cards import Deal, Play, Seat
from foxduet.games.classic import hindsight as classic
from foxduet.games.classic.ai.expert import ClassicDoubleDummy, ClassicEstimate
from foxduet.games.classic.hindsight import double_dummy_values, finish_trick
from foxduet.games.classic.rules.engine import apply
from foxduet.games.classic.rules.observation import observe, sample
from foxduet.games.classic.rules.state import Choice, GameState, Played, Resign, Setup
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.cards import DECK
from foxduet.play.game import Game, Header
from foxduet.words.review import (
    chances_notes,
    glance_notes,
    glance_object,
    glance_rows,
    par_sentence,
)
from tests.support.classic import at, filled, format_card, match, resigned
from tests.support.players import DEFEAT, VICTORY
from tests.support.reviews import review_of, shown

MATCH = match(3)
BESIDE = {"players": ("Expert", "Ann"), "ai": ("expert", None)}
PARTNER = "expert:20"


def state_of(line: str) -> GameState:
    """Return the state in a position line of a match to 21; ``*`` is a stock of other cards."""
    return at(filled(line))


def moment_of(state: GameState) -> DecisionPoint:
    assert state.table.pending is not None
    return DecisionPoint("classic", 1, state, state.table.pending.decider, None)


def hindsight(state: GameState, seed: int = 1) -> dict[str, ClassicDoubleDummy]:
    """Return the hindsight of each choice, by the text of its card."""
    opened = double_dummy_values(moment_of(state), Random(seed))
    return {format_card(one.action.card): one for one in opened}


def made_up(game: Game, win: float = 0.7) -> Review:
    """Return a review in which every choice has the same chance for whoever chooses."""
    assessments = []
    for moment in decision_points(game):
        choices = moment.observation.choices
        estimates = tuple(ClassicEstimate(one, win, 3.0) for one in choices)
        best = choices[0] if choices else None
        assessments.append(Assessment(moment.number, moment.seat, moment.chosen, best, estimates))
    return Review(game, PARTNER, tuple(assessments))


def test_every_decision_is_looked_at_and_no_deal() -> None:
    moments = decision_points(MATCH)
    deals = sum(isinstance(turn.action, Deal) for turn in MATCH.turns)
    assert len(moments) == len(MATCH.turns) - deals
    for moment in moments:
        assert moment.chosen in moment.observation.choices
        assert moment.chosen.seat is moment.seat


def test_estimates_come_from_what_the_player_could_know_and_from_nothing_else() -> None:
    moment = decision_points(MATCH)[9]
    other_world = replace(moment, state=sample(moment.observation, Random(3)))
    assert other_world.state.hands != moment.state.hands
    one, other = (assess_decision(PARTNER, "seed", each) for each in (moment, other_world))
    assert len(one.estimates) > 1
    assert (one.estimates, one.best) == (other.estimates, other.best)
    assert compute_hindsight("seed", moment) != compute_hindsight("seed", other_world)


def test_points_count_nothing_beside_the_chance_to_win_the_match() -> None:
    one = next(
        each for each in map(_assessed, decision_points(MATCH)[:20]) if len(each.estimates) > 1
    )
    worse = min(one.estimates, key=lambda estimate: estimate.win)
    changed = replace(one, chosen=worse.action)
    best = one.best_estimate
    assert best is not None
    assert changed.cost.worth == changed.cost.win == best.win - worse.win


def _assessed(moment: DecisionPoint) -> Assessment:
    return assess_decision(PARTNER, "seed", moment)


def test_the_line_is_one_players_chance_to_the_end() -> None:
    for game, seat in ((MATCH, Seat.P1), (match(3, **BESIDE), Seat.P2)):
        assert chart_seat(game) is seat
        review = made_up(game)
        *points, last = win_curve(review)
        assert game.result is not None
        assert last.number == len(game.turns)
        assert last.win == float(game.result.won[seat])
        by_number = {one.number: one for one in review.assessments}
        for point in points:
            own = by_number[point.number].seat is seat
            assert point.win == pytest.approx(0.7 if own else 0.3)


def test_a_draw_is_half_a_win() -> None:
    drawn = match(15, target=16)
    assert drawn.result is not None
    assert drawn.result.name == "draw"
    assert win_curve(made_up(drawn))[-1].win == 0.5


def test_whoever_resigns_out_of_turn_makes_no_choice_that_is_judged() -> None:
    asked = MATCH.states[10].table.pending.decider
    own, other = (resigned(MATCH, 10, seat) for seat in (asked, asked.other))
    last = decision_points(own)[-1]
    assert (last.chosen, last.seat) == (Resign(asked), asked)
    assert decision_points(other) == decision_points(own)[:-1]
    assert win_curve(made_up(other))[-1].number == 11
    one = _assessed(last)
    best = one.best_estimate
    assert best is not None
    assert (one.chosen_estimate, one.win_chance, one.cost.win) == (None, 0.0, best.win)


def test_hindsight_has_each_choice_once_and_shares() -> None:
    chance = Random(5)
    for moment in decision_points(MATCH)[:12]:
        choices = moment.observation.choices
        assert moment.has_hindsight is (len(choices) > 1)
        if not moment.has_hindsight:
            continue
        opened = double_dummy_values(moment, chance)
        assert tuple(one.action for one in opened) == choices
        for one in opened:
            assert 0 <= one.win <= 1
            assert 0 <= one.taken <= 1


def test_hindsight_knows_the_hands_as_they_were() -> None:
    # p2 holds one Bell and it is higher than the 4 but lower than the 6.
    line = "1.11 4b6b/5b2k 9k * p1:- 5-6 0-1 p1:play"
    found = hindsight(state_of(line))
    assert (found["4b"].taken, found["6b"].taken) == (0.0, 1.0)
    turned = hindsight(state_of(line.replace("5b", "3b")))
    assert (turned["4b"].taken, turned["6b"].taken) == (1.0, 1.0)


def test_the_last_trick_of_a_round_is_judged_by_the_match_table_alone() -> None:
    # p1 follows: with the Moon it wins a seventh trick, which decides the match.
    state = state_of("3.12 8m/- 9m * p2:3b 6-6 12-12 p1:play")
    assert not moment_of(state).has_hindsight
    # One trick before there is a choice: keep the trump for the last trick or not.
    state = state_of("4.11 8k2m/4k 9m * p2:3b 6-5 19-12 p1:play")
    found = hindsight(state)
    assert found["2m"].taken == 1.0
    assert found["8k"].taken == 0.0


def test_the_rest_of_a_trick_is_played_by_what_each_seat_sees() -> None:
    game = match(8)
    at = next(
        number
        for number, state in enumerate(game.states)
        if state.table.pending is not None and state.table.pending.choice is Choice.DISCARD
    )
    state = game.states[at]
    seat = state.table.pending.decider
    seen = observe(state, seat)
    followers = []
    for seed in range(6):
        world = sample(seen, Random(seed))
        assert observe(world, seat) == seen
        ended = finish_trick(world, Random(1))
        followers.append(next(card for card in seen.hand if card not in ended.hands[seat]))
    # It is discarded whatever the other seat and the deck have.
    assert len(set(followers)) == 1


def test_a_follower_does_not_act_on_the_leaders_hand() -> None:
    state, seat = next(
        (state, pending.seat)
        for state in MATCH.states
        if (pending := state.table.pending) is not None
        and pending.choice is Choice.PLAY
        and pending.seat is not None
        and state.table.lead is not None
        and len(observe(state, pending.seat).choices) > 2
    )
    seen, known = observe(state, seat), len(state.table.facts[seat])
    played = set()
    for seed in range(5):
        after = finish_trick(sample(seen, Random(seed)), Random(2))
        facts = after.table.facts[seat][known:]
        played.add(next(fact.card for fact in facts if isinstance(fact, Played)))
    assert len(played) == 1


def test_equal_moments_have_equal_hindsight() -> None:
    moment = decision_points(MATCH)[4]
    assert double_dummy_values(moment, Random(1)) == double_dummy_values(moment, Random(1))


@pytest.mark.usefixtures("_quick_reviews")
def test_a_review_is_saved_found_again_and_only_for_the_same_game(tmp_path: Path) -> None:
    game = resigned(MATCH, 12, MATCH.states[12].table.pending.decider)
    task = ReviewTask(game, tmp_path / "match.toml", PARTNER)
    *_before, latest = complete_review(task, 1)
    assert latest.review is not None
    found = load_review(task)
    assert shown(game, found.assessments.values()) == latest.review.assessments
    assert load_review(replace(task, partner="expert:21")) == SavedReview({})
    other = replace(MATCH, header=match(3, target=35).header)
    assert game_fingerprint(other) != game_fingerprint(MATCH)
    first = {one.number: one for one in latest.review.assessments[:3]}
    review_file.save_review(task, SavedReview(first))
    *_before, again = complete_review(task, 1)
    assert again.review == latest.review


def test_a_branch_is_played_to_its_end_by_experts(tmp_path: Path) -> None:
    last = decision_points(MATCH)[-3]
    at = last.number - 1
    other = next(
        one
        for moment in decision_points(MATCH)[::-1]
        for one in moment.observation.choices
        if moment.number == last.number
    )
    task = ReviewTask(MATCH, tmp_path / "match.toml", PARTNER)
    game = review_file.create_branch(task, at, other, ("steady", "steady"))
    assert game.header.is_branch
    *_before, ended = PlayOutJob(game, 1.0).run(lambda: False)
    assert ended.result is not None
    assert ended.turns[:at] == MATCH.turns[:at]


def test_a_choice_that_ends_the_trick_needs_one_way_only(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[GameState] = []

    def counting(state: GameState, chance: Random) -> GameState:
        counted.append(state)
        return finish_trick(state, chance)

    monkeypatch.setattr(classic, "finish_trick", counting)
    state = state_of("1.11 4b6b/2k 9k * p2:3b 5-6 0-1 p1:play")
    assert set(hindsight(state)) == {"4b", "6b"}
    assert len(counted) == 2
    after = apply(state, Play(Seat.P1, observe(state, Seat.P1).hand[0])).state
    assert counted[0] == after


COSTS = st.floats(0, 1.5)


def costing(cost: float, seat: Seat = Seat.P1) -> Assessment:
    chosen, best = Play(seat, DECK[0]), Play(seat, DECK[1])
    estimates = tuple(
        DuetEstimate(action, win, 0.0, 0.0, 0.0, 0.0)
        for action, win in ((chosen, 0.9 - cost), (best, 0.9))
    )
    return Assessment(2, seat, chosen, best, estimates)


@given(COSTS, COSTS)
def test_a_choice_that_costs_more_is_never_more_accurate(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert 1 == accuracy_from_cost(0) >= accuracy_from_cost(low) >= accuracy_from_cost(high) > 0
    if high - low > 1e-6:
        assert accuracy_from_cost(low) > accuracy_from_cost(high)


@pytest.mark.parametrize(
    ("cost", "grade"),
    [
        (0.0, ChoiceGrade.GOOD),
        (0.019, ChoiceGrade.GOOD),
        (0.021, ChoiceGrade.INACCURACY),
        (0.049, ChoiceGrade.INACCURACY),
        (0.051, ChoiceGrade.MISTAKE),
        (0.149, ChoiceGrade.MISTAKE),
        (0.151, ChoiceGrade.BLUNDER),
    ],
)
def test_the_cost_alone_makes_a_grade(cost: float, grade: ChoiceGrade) -> None:
    assert grade_choice(costing(cost)) is grade
    assert [*GRADE_THRESHOLDS.values()] == sorted(GRADE_THRESHOLDS.values())


def test_a_grade_is_the_milder_one_within_the_standard_error() -> None:
    one = replace(costing(0.06), errors=(0.009, 0.0))
    assert grade_choice(one) is ChoiceGrade.MISTAKE
    assert one.is_costly
    milder = replace(one, errors=(0.011, 0.0))
    assert grade_choice(milder) is ChoiceGrade.INACCURACY
    assert not milder.is_costly
    assert grade_choice(replace(one, errors=(0.1, 0.0))) is ChoiceGrade.GOOD


def test_where_the_win_is_sure_with_every_choice_only_points_make_a_grade() -> None:
    one = costing(0.0)
    chosen, best = one.estimates
    points = ChoiceGrade.GOOD, ChoiceGrade.INACCURACY, ChoiceGrade.MISTAKE, ChoiceGrade.BLUNDER
    for behind, grade in zip((0.9, 1.1, 2.6, 7.6), points, strict=True):
        sure = (replace(chosen, win=0.981, score=30 - behind), replace(best, win=1.0, score=30.0))
        judged = replace(one, estimates=sure)
        assert judged.uses_points
        assert grade_choice(judged) is grade


def test_where_the_win_is_sure_with_every_choice_the_best_has_the_most_points() -> None:
    moment = next(one for one in decision_points(VICTORY) if len(one.observation.choices) > 3)
    estimates = tuple(
        DuetEstimate(action, 1.0, 30.0 + at, 0.0, 0.0, 0.0)
        for at, action in enumerate(moment.observation.choices)
    )
    first, *_others, last = (one.action for one in estimates)
    judged = Assessment(2, moment.seat, moment.chosen, first, estimates, 1000)
    shown = calibrate_assessment(moment, judged)
    assert shown.uses_points
    assert shown.best == last
    # What was dropped has no firm figure.
    tried = tuple(60 if one.action == last else 1000 for one in estimates)
    rough = calibrate_assessment(moment, replace(judged, worlds_by_choice=tried))
    assert rough.best == estimates[-2].action


def test_where_points_make_another_choice_the_best_the_error_is_that_against_it() -> None:
    moment = next(one for one in decision_points(VICTORY) if len(one.observation.choices) > 3)
    first, second, *_others = moment.observation.choices
    estimates = tuple(
        DuetEstimate(action, 0.99, 33.0 if action == second else 30.0, 0.0, 0.0, 0.0)
        for action in moment.observation.choices
    )
    errors = (0.0, 0.04, *(0.001 for _other in _others))
    judged = Assessment(2, moment.seat, first, first, estimates, 1000, errors=errors)
    shown = calibrate_assessment(moment, judged)
    assert shown.best == second
    # The one that was found best had no error of its own, and is as unsure as the one shown best.
    assert shown.cost.worth > MIN_COSTLY_LOSS
    assert shown.cost_lower_bound < MIN_COSTLY_LOSS


def test_every_choice_with_an_alternative_is_counted_for_whoever_made_it() -> None:
    for game in (VICTORY, DEFEAT):
        review = review_of(game)
        glances = player_summaries(review)
        assert [one.seat for one in glances][:2] == [*Seat]
        assert sum(one.choices for one in glances) == sum(
            bool(one.estimates) for one in review.assessments
        )
        for one in glances:
            bad = one.inaccuracies + one.mistakes + one.blunders
            assert one.expert_choices + bad <= one.choices
            assert one.accuracy is not None
            assert 0 < one.accuracy <= 1
            assert one.costliest is not None
            assert getattr(one.costliest.chosen, "seat", None) is one.seat


def test_who_always_chooses_the_best_is_accurate_and_has_no_dearest_choice() -> None:
    review = review_of(VICTORY)
    best = tuple(replace(one, chosen=one.best) for one in review.assessments)
    for one in player_summaries(replace(review, assessments=best)):
        assert one.accuracy == 1
        assert one.expert_choices == one.choices
        assert one.costliest is None
        assert one.points_lost == 0


def test_points_left_are_those_that_two_experts_scored_and_the_players_did_not() -> None:
    won, lost = review_of(VICTORY), review_of(DEFEAT)
    assert VICTORY.result is not None
    score = max(VICTORY.result.points)
    assert points_below_par(replace(won, par=VICTORY)) == 0
    assert points_below_par(replace(won, par=DEFEAT)) == -score
    assert points_below_par(replace(lost, par=VICTORY)) == score
    assert points_below_par(replace(won, par=None)) is None
    assert par_sentence(replace(won, par=None)) == ""
    assert f"left {score} points on the table" in par_sentence(replace(lost, par=VICTORY))
    assert "This game matched it" in par_sentence(replace(won, par=VICTORY))
    assert "No par" in par_sentence(replace(won, par=DEFEAT))


def test_without_choices_there_is_no_accuracy() -> None:
    shown = glance_object(Review(VICTORY, "expert:10", ()))
    rows = shown["glance"]
    assert isinstance(rows, list)
    assert [row["accuracy"] for row in rows] == [None, None]
    assert shown["par"] is None


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ((None, None), "two equally good players"),
        ((None, "steady"), "two equally good players"),
        ((None, "expert"), "between Steady and Expert; people are assumed to play like Steady"),
        (("novice", None), "between Novice and Steady; people are assumed to play like Steady"),
    ],
)
def test_it_says_between_whom_the_chances_of_a_match_are(
    names: tuple[str | None, str | None], said: str
) -> None:
    header = Header("classic", Setup(), ("left", "right"), ai=names)
    assert said in chances_notes(header)[0]


def test_where_points_count_for_nothing_nothing_is_said_of_them() -> None:
    one = costing(0.2)
    plain = tuple(ActionValue(each.action, each.win, 9.0) for each in one.estimates)
    review = Review(VICTORY, "expert:10", (replace(one, estimates=plain),))
    assert not any("Points" in row for row in glance_rows(review))
    assert not any("point" in note for note in glance_notes(review))
    assert any("Points" in row for row in glance_rows(review_of(VICTORY)))
    assert any("A point of score counts as 2%" in note for note in glance_notes(review_of(VICTORY)))
