"""Reviews: what is expected, what a choice cost, and what only open hands could show."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from typing import TypeVar

import pytest

from foxduet.ai.partner import Thought, get_adviser
from foxduet.analysis.review import (
    INITIAL_TUTOR_STATE,
    MIN_COSTLY_LOSS,
    ZERO_COST,
    Assessment,
    Cost,
    DecisionPoint,
    Review,
    TutorGrade,
    are_all_equivalent,
    costly_assessments,
    decision_points,
    grade_guided_choice,
    inferior_choices,
    is_significantly_worse,
    player_summaries,
    win_curve,
)
from foxduet.analysis.review_job import assess_decision, compute_hindsight
from foxduet.core.cards import Deal, Play, Seat, hand_of
from foxduet.core.registry import rule_set
from foxduet.games.classic.ai.expert import ClassicDoubleDummy, ClassicEstimate
from foxduet.games.duet.ai.belief import Determinization
from foxduet.games.duet.ai.candidates import generate_candidates, roll_out, trick_position
from foxduet.games.duet.ai.expert import DuetDoubleDummy, DuetEstimate
from foxduet.games.duet.ai.rollout import cards_in, mask_of
from foxduet.games.duet.hindsight import double_dummy_values
from foxduet.games.duet.rules.cards import DECK
from foxduet.games.duet.rules.observation import observe, sample
from foxduet.games.duet.rules.state import Choice, GameState, Resign, Setup, format_action
from foxduet.games.duet.words.review import cost_sentence, hindsight_sentence
from foxduet.play.game import Game, act
from foxduet.play.record import load_record
from foxduet.words.lessons import feedback_text, feedback_title
from foxduet.words.review import chosen_line
from tests.support import classic, games, players
from tests.support.entries import resigned
from tests.support.games import at as duet_at
from tests.support.games import parse_card, position
from tests.support.players import DEFEAT, VICTORY, beginning_of, duet, header_of, played_game
from tests.support.processes import GOLDEN
from tests.support.reviews import assessment_of, review_of
from tests.support.rollout_by_engine import EXPERTS


def test_every_decision_of_a_game_is_looked_at_and_no_deal() -> None:
    moments = decision_points(VICTORY)
    assert len(moments) == len(VICTORY.turns) - 3
    for moment in moments:
        turn = VICTORY.turns[moment.number - 1]
        assert moment.chosen is turn.action
        assert not isinstance(moment.chosen, Deal)
        assert moment.chosen in moment.observation.choices


def test_each_decision_of_two_partners_says_who_sat_at_the_other_end() -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, ai=("steady", "expert")))
    opposite = {(moment.seat, moment.partner_name) for moment in decision_points(game)}
    assert opposite == {(Seat.P1, "expert"), (Seat.P2, "steady")}


@pytest.mark.parametrize("partners", [(None, None), (None, "expert"), ("expert", None)])
def test_where_a_person_plays_no_decision_expects_an_expert(
    partners: tuple[str | None, str | None],
) -> None:
    game = replace(VICTORY, header=replace(VICTORY.header, ai=partners))
    assert {moment.partner_name for moment in decision_points(game)} == {None}


def test_a_resignation_is_judged_too_and_lost_the_chance_that_was_left() -> None:
    game = played_game(header_of(level=1, seed=0))
    given_up = resigned(game, 9)
    moment = decision_points(given_up)[-1]
    assert (moment.number, moment.chosen) == (10, Resign())
    one = assessment_of(moment)
    best = one.best_estimate
    assert best is not None
    assert (one.win_chance, one.cost.win) == (0.0, best.win)
    (team,) = (
        player for player in player_summaries(Review(given_up, "expert", (one,))) if player.choices
    )
    assert (team.blunders, team.accuracy) == (1, None), "nothing was played badly or well"
    between = next(at for at, state in enumerate(VICTORY.states) if state.table.tricks_done == 11)
    waiting = beginning_of(VICTORY, between + 1)
    if (
        waiting.state.table.pending is not None
        and waiting.state.table.pending.choice is Choice.DEAL
    ):
        # There was nothing to choose.
        assert decision_points(act(waiting, Resign()))[-1].chosen != Resign()


def test_estimates_come_from_what_the_player_could_know_and_from_nothing_else() -> None:
    rng = Random(3)
    moment = decision_points(VICTORY)[20]
    other_world = replace(moment, state=sample(moment.observation, rng))
    assert other_world.state != moment.state
    one, other = (assess_decision("expert:30", "seed", each) for each in (moment, other_world))
    assert one.estimates == other.estimates
    assert one.best == other.best


def test_equal_decisions_are_judged_alike_each_time() -> None:
    moment = decision_points(VICTORY)[5]
    assert assess_decision("expert:30", "a", moment) == assess_decision("expert:30", "a", moment)
    assert assess_decision("expert:30", "a", moment) != assess_decision("expert:30", "b", moment)


def test_the_cost_is_the_difference_from_the_best_and_never_a_gain() -> None:
    for one in review_of(VICTORY).assessments:
        best, chosen = one.best_estimate, one.chosen_estimate
        if best is None or chosen is None:
            assert one.cost is ZERO_COST
            continue
        win, score = best.win - chosen.win, best.score - chosen.score
        worth = win + DuetEstimate.POINT * score
        expected = Cost(win, score, worth) if worth > 0 else ZERO_COST
        # To the last bit: costs that are nearly equal are sorted by it.
        assert one.cost == expected
        better = replace(one, best=one.chosen, chosen=one.best)
        assert better.cost.worth == 0


def test_the_costliest_decisions_come_first() -> None:
    dear = costly_assessments(review_of(VICTORY))
    worths = [one.cost.worth for one in dear]
    assert len(dear) > 2
    assert worths == sorted(worths, reverse=True)
    assert min(worths) >= MIN_COSTLY_LOSS


@pytest.mark.parametrize(("game", "end"), [(VICTORY, 1.0), (DEFEAT, 0.0)])
def test_the_line_ends_with_the_result(game: object, end: float) -> None:
    review = review_of(VICTORY if end else DEFEAT)
    points = win_curve(review)
    assert (points[-1].number, points[-1].win) == (len(review.game.turns), end)
    numbers = [point.number for point in points]
    assert numbers == sorted(set(numbers))
    unfinished = replace(review.game, turns=review.game.turns[:30])
    assert win_curve(review_of(unfinished))[-1].number <= 30


def test_hindsight_knows_the_hands_and_finds_the_gem_that_a_follower_could_get() -> None:
    found = 0
    for moment in decision_points(VICTORY):
        trick = moment.state.table.trick
        if len(moment.observation.choices) == 1 or trick is None:
            assert compute_hindsight("seed", moment) == ()
            continue
        turn = VICTORY.turns[moment.number - 1]
        after = turn.step.state
        if (
            not isinstance(turn.action, Play)
            or after.table.tricks_done == moment.state.table.tricks_done
        ):
            continue
        # This card ended its trick: what it led to is sure.
        opened = double_dummy_values(moment, Random(1))
        assert tuple(one.action for one in opened) == moment.observation.choices
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
    assert review.assessment_at(1) is None
    second = review.assessment_at(2)
    assert isinstance(second, Assessment)
    assert second.number == 2
    assert Review(VICTORY, "x", ()).assessment_at(2) is None


def test_a_decision_is_seen_as_its_seat_saw_it_in_any_possible_world() -> None:
    rng = Random(5)
    others = 0
    for moment in decision_points(VICTORY):
        assert moment.seat is getattr(moment.chosen, "seat", Seat.P1)
        assert moment.observation.hand == moment.state.hands[moment.seat]
        other_world = replace(moment, state=sample(moment.observation, rng))
        assert other_world.observation == moment.observation
        others += other_world.state != moment.state
    assert others > 60


def hindsight(state: GameState, seed: int = 1) -> dict[str, DuetDoubleDummy]:
    """Return the hindsight of each choice, by its text without the seat."""
    assert state.table.pending is not None
    seat = state.table.pending.seat
    assert seat is not None
    moment = DecisionPoint("duet", 1, state, seat, None)
    opened = double_dummy_values(moment, Random(seed))
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
    point = trick_position(seen)
    plans = [one for one in generate_candidates(seen, point) if one.play == parse_card("3d").index]
    hidden = (*state.hands[1], *state.stock)
    rows = []
    for hand in combinations(hidden, 2):
        stock = tuple(card for card in hidden if card not in hand)
        other = replace(state, hands=(state.hands[0], hand_of(hand)), stock=stock)
        own, partner = mask_of(seen.hand), mask_of(hand)
        gems = []
        for plan in plans:
            world = Determinization(own, partner, cards_in(own), cards_in(partner))
            trick, _end = roll_out(point, plan, world, EXPERTS)
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
    moment = DecisionPoint("duet", 1, state, Seat.P2, two)
    judged = assess_decision("expert:1000", "any seed", moment)
    judged = replace(judged, hindsight=compute_hindsight("any seed", moment))
    estimate = next(one for one in judged.estimates if one.action == seven)
    assert isinstance(estimate, DuetEstimate)
    assert (estimate.gem, estimate.overrun) == pytest.approx((1 / 2, 1 / 2))
    judged = replace(judged, best=seven)
    review = Review(Game(duet(3), state), "expert:1000", (judged,))
    for sentence in (cost_sentence(review, judged), hindsight_sentence(judged, ("Ann", "Bob"))):
        assert "sure" not in sentence
        assert "100 %" not in sentence
        assert "likely" not in sentence


ValueT = TypeVar("ValueT")

DUET_SHEET = games.Sheet(6, (2, 4, 5, 7, 9), 1)
CLASSIC_SHEET = classic.Sheet(21)

# One gem lies on the path: whether the trick under way finds it. Gifts led and given.
OF_TRICKS = {
    "3.9 8r7s/Tr4s 4d 8s4r2s1d6s7d3r p1:- - 00000000100 7 0 p1:play": {"8r": "1/4", "7s": "2/9"},
    "3.9 7r7s/Td8s 1d 9r2s1s3r5d4r6d p1:- - 00100000000 1 0 p1:play": {"7r": "1/9", "7s": "1/3"},
    "3.9 7d6r/2d9d 8d 3d3s4sTs5r1r5d p1:- - 00001000000 5 0 p1:play": {"7d": "4/9", "6r": "0"},
    "3.9 7d1r/3d9d 3s 4s9s8rTr1s2r2s p1:- - 00001000000 5 0 p1:play": {"7d": "8/9", "1r": "1/3"},
    "3.9 7d9d/3r4s Ts 6d9s5r1d7s8d6r p1:- - 00000010000 5 1 p1:play": {"7d": "1/9", "9d": "1/18"},
    "3.8 5d6d/7d7rTs 5s 1d3r4s6r3d2s1s p1:7s - 00100000000 5 0 p1:give": {
        "5d": "4/15",
        "6d": "1/3",
    },
    "3.8 3d5r/4d3r6r 3s 2d1s7s5s1d2sTr p1:7r - 00010010000 4 1 p1:give": {"3d": "29/45", "5r": "1"},
    "3.8 8r2s/6d1s7s 4s 3s2d5r5d8s4d6s p1:7r - 00001000000 8 0 p1:give": {"8r": "0", "2s": "8/45"},
    "3.8 3d4r3s/Tr 9r 9s3r4s5d8s6s7d p2:7r 5r 00010000000 3 1 p1:give": {
        "3d": "1",
        "4r": "1/3",
        "3s": "1",
    },
    "3.8 9d2r6r/4d 5d 5r5s7s2s9r8d9s p2:7d 3r 00010000000 2 0 p1:give": {
        "9d": "7/9",
        "2r": "0",
        "6r": "0",
    },
}
# Whether the game is won: a Gift that follows, the second card of one, Foxes, and a move.
OF_ROUNDS = {
    "3.9 7r9s/6r 8s 6s6d5r4sTd7s4r p2:9d - 00010000000 6 0 p1:play": {"7r": "0", "9s": "1/4"},
    "3.9 2s7s/4d 9r TdTrTs6d1d1s4r p2:8s - 00000000001 3 1 p1:play": {"2s": "3/8", "7s": "1/8"},
    "3.9 6r2s/- 1s 3r7dTrTd5s5d9d p2:7r 1r 00000001000 6 1 p1:give": {"6r": "1/8", "2s": "1"},
    "3.9 4s/4d 2d 4rTd1d1s3r7d7s p2:6d3d - 00000000001 1 0 p1:exchange": {"4s": "1/8", "-": "0"},
    "3.9 2s/4s 4r 1s9sTs7r1d1r4d p2:6d3d - 00000010000 1 1 p1:exchange": {"2s": "1/4", "-": "0"},
    "3.9 Ts/Tr 6r 2s8r6s4s3d8d2r p1:5rTd - 10000000000 7 1 p1:move": {
        "-4": "0",
        "-3": "0",
        "-1": "3/8",
    },
}
# Whether the match is won: Woodcutters, what they draw and put away, and the Fox.
OF_MATCHES = {
    "5.11 5b9m/7m 2k 1b7k9b6k4m2m p2:8k 2-9 16-18 p1:play": {"5b": "1", "9m": "3/7"},
    "5.11 5b8k/1k 6b 4b9b6kEkEb3b p2:Tm 2-9 18-16 p1:play": {"5b": "31/42", "8k": "1"},
    "5.11 6b5k/Ek4m 7k 1b5m8b6m4bTm p1:- 3-8 16-17 p1:play": {"6b": "1/28", "5k": "17/84"},
    "5.11 9b4m/4b Tb 3mEkTk8b6k p2:6m5k 3-8 16-19 p1:discard": {"9b": "5/6", "4m": "0"},
    "5.11 9k8m/4b 3b 6m9b7k9m5b p2:2k5m 6-5 19-17 p1:discard": {"9k": "1/6", "8m": "2/3"},
    "5.11 8b3k/6b1m 2k Tb7k2mTmEm p1:5k 3-8 16-15 p1:discard": {"8b": "0", "3k": "5/21"},
    "5.11 2m/7kTm Ek 6b1m6k7m2kEb p1:3m 5-6 17-19 p1:exchange": {"2m": "13/28", "-": "1/28"},
    "5.11 8k/6b Tm 1b1k5k8b5bEm p2:3b3k 6-5 18-18 p1:exchange": {"8k": "1", "-": "2/7"},
    "5.11 Em/7m 3m 6b2m2k9b2b4k p2:9k3k 9-2 20-16 p1:exchange": {"Em": "2/7", "-": "0"},
}
# The learned value that judges the last trick of a round there is not surer than this: less so
# where all cards are open, which matches seldom end with.
LEARNED, LEARNED_OPEN = 0.15, 0.3
# Early in a round reviews draw their worlds.
DRAWN = 0.04


@cache
def duet_lines(line: str) -> dict[str, str]:
    return games.successors(line, DUET_SHEET)


@cache
def classic_lines(line: str) -> dict[str, str]:
    """Return what may follow a line of the original game."""
    return classic.successors(line, CLASSIC_SHEET)


def won(line: str, seat: str) -> Fraction | None:
    """Return what the end of a game is worth to a seat; a draw is half a win."""
    turn = line.rsplit(" ", 1)[-1]
    if not turn.startswith("over"):
        return None
    if turn == "over:draw":
        return Fraction(1, 2)
    return Fraction(turn.startswith(("over:victory", f"over:{seat}")))


def trick_of(start: str) -> players.Rules:
    """Return Duet as far as the trick under way: whether it finds a gem."""

    def gems(line: str) -> int:
        return sum(int(space) for space in line.split(" ")[6] if space != "#")

    def found(line: str, _seat: str) -> Fraction | None:
        same_trick = line.startswith(start.partition(" ")[0] + " ")
        if same_trick and not line.rpartition(" ")[2].startswith("over"):
            return None
        return Fraction(gems(line) < gems(start))

    return players.Rules(duet_lines, found, helps=True)


ROUND = players.Rules(duet_lines, won)
MATCH = players.Rules(classic_lines, won, top_counts=True, by_chance="by nobody")


def solution(rules: players.Rules, line: str) -> dict[str, Fraction]:
    return by_last_word(players.means(players.solve(rules, line, "p1")))


def by_last_word(values: dict[str, ValueT]) -> dict[str, ValueT]:
    return {action.rsplit(" ", 1)[-1]: value for action, value in values.items()}


def moment_at(game: str, line: str) -> DecisionPoint:
    """Return the decision of p1 that is due at a line."""
    state = classic.at(line) if game == "classic" else duet_at(line)
    return DecisionPoint(game, 1, state, Seat.P1, None)


def name_of(game: str, action: object) -> str:
    """Return the last word of an action."""
    return rule_set(game).format_action(action).rsplit(" ", 1)[-1]


@pytest.mark.parametrize("line", [*OF_TRICKS, *OF_ROUNDS, *OF_MATCHES])
def test_the_solutions_are_what_all_worlds_of_a_seat_add_up_to(line: str) -> None:
    for rules, table in ((trick_of(line), OF_TRICKS), (ROUND, OF_ROUNDS), (MATCH, OF_MATCHES)):
        if line in table:
            expected = {name: Fraction(text) for name, text in table[line].items()}
            assert solution(rules, line) == expected


@pytest.mark.parametrize("line", [*OF_TRICKS, *OF_ROUNDS])
def test_a_review_of_duet_is_as_solved(line: str) -> None:
    moment = moment_at("duet", line)
    rules = trick_of(line) if line in OF_TRICKS else ROUND
    expected = {name: float(value) for name, value in solution(rules, line).items()}
    judged = assess_decision("expert:1000", "any seed", moment)
    assert len(judged.estimates) == len(expected)
    for one in judged.estimates:
        assert isinstance(one, DuetEstimate)
        found = one.gem if line in OF_TRICKS else one.win
        assert found == pytest.approx(expected[name_of("duet", one.action)])


@pytest.mark.parametrize("line", [*OF_TRICKS, *OF_ROUNDS])
def test_hindsight_of_duet_is_what_the_best_blind_plan_comes_to_with_the_hands_as_they_were(
    line: str,
) -> None:
    moment = moment_at("duet", line)
    rules = trick_of(line) if line in OF_TRICKS else ROUND
    solved = players.solve(rules, line, "p1")
    expected = by_last_word(players.in_world(rules, solved, line))
    for seed in range(2):
        for one in double_dummy_values(moment, Random(seed)):
            found = one.gem if line in OF_TRICKS else one.win
            values = expected[name_of("duet", one.action)]
            assert any(found == pytest.approx(float(value)) for value in values)


@pytest.mark.parametrize("line", OF_MATCHES)
def test_a_review_of_the_original_game_is_as_solved(line: str) -> None:
    moment = moment_at("classic", line)
    judged = assess_decision("expert:400", "any seed", moment)
    expected = solution(MATCH, line)
    assert name_of("classic", judged.best) == max(expected, key=expected.__getitem__)
    for one in judged.estimates:
        assert isinstance(one, ClassicEstimate)
        exact = float(expected[name_of("classic", one.action)])
        assert one.win <= exact + LEARNED
        # A search that looks a draw ahead does not know yet what it would do with each card.
        assert one.win >= exact - LEARNED or (one.action.card.rank == 5 and "play" in line)
    solved = players.solve(MATCH, line, "p1")
    opened = by_last_word(players.in_world(MATCH, solved, line))
    for each in compute_hindsight("any seed", moment):
        assert isinstance(each, ClassicDoubleDummy)
        values = opened[name_of("classic", each.action)]
        assert any(each.win == pytest.approx(float(value), abs=LEARNED_OPEN) for value in values)


def test_most_of_these_positions_would_be_judged_otherwise_if_cards_were_seen() -> None:
    others = 0
    for line in (*OF_TRICKS, *OF_ROUNDS):
        rules = trick_of(line) if line in OF_TRICKS else ROUND
        seen = by_last_word(players.if_all_were_seen(rules, line, "p1"))
        solved = solution(rules, line)
        assert all(seen[name] >= solved[name] for name in solved)
        others += seen != solved
    assert others >= 8


def test_a_card_given_earlier_in_a_round_is_judged_over_all_hands_and_all_cards_given() -> None:
    # p2 follows the 7 of Roses with what it has then; three of p1's cards can be given.
    line = "3.7 2dTd4s/3d6r1s8s 8r 9s2s5s4d1d6s4r p1:7r - 00010100000 5 1 p1:give"
    expected = solution(trick_of(line), line)
    # Advice looks at every choice in all worlds, where reviews drop what is clearly worse.
    think = get_adviser("duet", "expert:4000")
    advice = think(moment_at("duet", line).observation, Random(1))
    assert len({*expected.values()}) > 1
    for one in advice.estimates:
        assert isinstance(one, DuetEstimate)
        exact = float(expected[name_of("duet", one.action)])
        # The other seat may have reasons to leave a gem.
        assert exact - 2 * DRAWN <= one.gem <= exact + DRAWN


def test_where_the_forest_closes_in_is_judged_before_any_card_of_the_next_round() -> None:
    game = load_record((GOLDEN / "review" / "gift-chosen-blind.toml").read_text("utf-8"))
    moment = next(one for one in decision_points(game) if one.state.table.trick is None)
    stocks = (moment.state.stock, moment.state.stock[::-1])
    judged = [
        assess_decision(
            "expert:60", "seed", replace(moment, state=replace(moment.state, stock=stock))
        )
        for stock in stocks
    ]
    assert len(judged[0].estimates) == 2
    assert judged[0].estimates == judged[1].estimates
    assert compute_hindsight("any seed", moment) == ()
    assert not any(moment.state.hands)


def test_action_65_of_the_game_that_showed_it_is_no_sure_gem() -> None:
    game = load_record((GOLDEN / "review" / "gift-chosen-blind.toml").read_text("utf-8"))
    moment = next(one for one in decision_points(game) if one.number == 65)
    judged = assess_decision("expert:1000", "any seed", moment)
    judged = replace(judged, hindsight=compute_hindsight("any seed", moment))
    for one in (*judged.estimates, *judged.hindsight):
        assert isinstance(one, DuetEstimate | DuetDoubleDummy)
        if name_of("duet", one.action) == "7r":
            # The partner gives one of two cards, and the 5 of Roses is one of them.
            assert (one.gem, one.overrun) == pytest.approx((1 / 2, 1 / 2))
            break
    else:
        raise AssertionError("the 7 of Roses is one of the choices")
    for sentence in (hindsight_sentence(judged, game.header.players), chosen_line(game, judged)):
        assert "sure" not in sentence
        assert "100 %" not in sentence
        assert "would have found" not in sentence


FIRST, SECOND, THIRD = (Play(Seat.P1, card) for card in DECK[:3])


def thought_with(*, overrun: float = 0.0, later: float = 0.0) -> Thought:
    """Return a thought on two choices that are worth as much, but for what runs off the path."""
    safe = DuetEstimate(FIRST, 0.9, 20.0, 0.5, 0.5, 0.0)
    other = DuetEstimate(SECOND, 0.9, 20.0, 0.5, 0.5, overrun, later=later)
    return Thought(FIRST, (safe, other))


def test_a_choice_that_forces_the_fox_off_the_path_is_never_called_equal() -> None:
    assert are_all_equivalent(thought_with())
    assert grade_guided_choice(SECOND, thought_with(), 2) is TutorGrade.ALL_EQUAL
    for thought in (thought_with(overrun=0.5), thought_with(later=0.5)):
        assert not are_all_equivalent(thought)
        assert grade_guided_choice(SECOND, thought, 2) is TutorGrade.FAIR
        assert grade_guided_choice(FIRST, thought, 2) is TutorGrade.BEST


def test_points_that_a_worse_choice_gains_make_up_for_no_others() -> None:
    best, chosen = thought_with().estimates
    estimates = (best, replace(chosen, win=0.5, score=25.0))
    one = Assessment(1, Seat.P1, SECOND, FIRST, estimates)
    assert player_summaries(Review(VICTORY, "expert", (one,)))[0].points_lost == 0


def test_nothing_is_said_of_a_choice_that_was_none() -> None:
    grade = grade_guided_choice(FIRST, Thought(FIRST), 1)
    assert grade is TutorGrade.FORCED
    for choice, thought in (
        *((FIRST, Thought(FIRST)), (THIRD, thought_with())),
        (FIRST, replace(thought_with(), action=THIRD)),
    ):
        assert grade_guided_choice(choice, thought, 3) is TutorGrade.UNKNOWN
    assert (feedback_title(grade, INITIAL_TUTOR_STATE), feedback_text(grade, "", "")) == ("", "")


def test_a_good_choice_is_compared_with_poor_ones_the_most_tempting_first() -> None:
    actions = [Play(Seat.P1, card) for card in DECK[:5]]
    wins = (0.5, 0.9, 0.89, 0.8, 0.87)
    every = tuple(
        DuetEstimate(action, win, 20.0, 0.5, 0.5, 0.0)
        for action, win in zip(actions, wins, strict=True)
    )
    thought = Thought(actions[1], every)
    for good in actions[1:3]:
        assert inferior_choices(good, thought) == [actions[3], actions[0]]
    # What may be noise is compared with nothing.
    doubtful = replace(thought, errors=(0.0, 0.0, 0.0, 0.2, 0.0))
    assert inferior_choices(actions[1], doubtful) == [actions[0]]
    assert [is_significantly_worse(doubtful, one) for one in actions] == [
        True,
        False,
        True,
        False,
        True,
    ]
