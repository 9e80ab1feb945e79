"""What makes a property of some choices a reason."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import ActionValue
from foxduet.analysis.reasons import (
    Contrast,
    Feature,
    Metric,
    Reason,
    is_discriminating,
    split_points,
)
from foxduet.analysis.review import Assessment, Review, costly_assessments
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import GameState, format_action, parse_action
from foxduet.games.duet.words.review import cost_sentence
from foxduet.play.game import Game
from tests.support.games import at, position, setup_of
from tests.support.players import duet, fewer
from tests.tools.claims import untrue
from tests.tools.sentences import reviewed_game

WORTHS = st.lists(st.floats(0, 2), min_size=2, max_size=11)


@pytest.mark.parametrize(
    ("has", "expected"),
    [
        # The best one has it, what was chosen has not.
        ((True, True, False, False), True),
        ((True, False, False, False), False),
        ((False, False, True, True), False),
        # The worst of all has it, too: it is no reason.
        ((True, True, False, True), False),
        # All have it, or none.
        ((True, True, True, True), False),
        ((False, False, False, False), False),
    ],
)
def test_a_property_is_a_reason_if_the_good_choices_have_it_and_the_bad_ones_do_not(
    has: tuple[bool, ...], expected: bool
) -> None:
    assert is_discriminating(has, (1.0, 0.95, 0.5, 0.4), 1.0, 0.5) is expected


@given(WORTHS, st.data())
def test_choices_with_a_reason_are_better_by_most_of_the_cost(
    worths: list[float], data: st.DataObject
) -> None:
    has = data.draw(st.lists(st.booleans(), min_size=len(worths), max_size=len(worths)))
    high, low = max(worths), data.draw(st.sampled_from(worths))
    if low < high and is_discriminating(has, worths, high, low):
        with_it = [worth for worth, one in zip(worths, has, strict=True) if one]
        without = [worth for worth, one in zip(worths, has, strict=True) if not one]
        assert fmean(with_it) - fmean(without) >= (high - low) / 2
        assert high in with_it
        assert low in without
        assert min(with_it) > low
        assert max(without) < high


@dataclass(frozen=True)
class Worthy(ActionValue):
    """A choice with a figure."""

    POINT = 0.0

    figure: float


class Kind(Enum):
    """What the reason is about."""

    FIGURE = auto()


CHOICES = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=2, max_size=11)


@given(CHOICES, st.booleans(), st.data())
def test_what_has_nearly_as_much_as_the_best_and_is_nearly_as_bad_as_the_chosen_forbids_a_reason(
    choices: list[tuple[float, float]], lower: bool, data: st.DataObject
) -> None:
    estimates = [Worthy(at, win, 0.0, figure) for at, (win, figure) in enumerate(choices)]
    best = max(estimates, key=lambda one: one.win)
    chosen = data.draw(st.sampled_from(estimates))
    compared = Contrast(estimates, best, [chosen])
    measure = Metric(Kind.FIGURE, lambda one: one.figure, 0.1, lower_is_better=lower)
    for _reason in compared.discriminating(compared.split_by(measure)):
        quarter, apart = (best.win - chosen.win) / 4, (best.figure - chosen.figure) / 4
        for one in estimates:
            has_as_much = (best.figure - one.figure) / apart <= 1
            is_as_bad = one.win - chosen.win < quarter
            assert not (has_as_much and is_as_bad)


def test_cuts_keep_a_quarter_away_from_both_ends_the_one_in_the_middle_first() -> None:
    assert split_points([0.0, 0.1, 0.2, 0.45, 0.7, 0.8, 1.0], 1.0, 0.0) == [0.575, 0.35, 0.725]
    assert split_points([0.0, 1.0], 1.0, 0.0) == [0.5]


@pytest.mark.parametrize(
    ("has", "separates_all", "holds_for_some"),
    [
        ((True, True, False, False), True, True),
        # Another choice is as good without it.
        ((True, False, False, False), False, True),
        # What the best one lacks is no reason, however good those are that have it.
        ((False, True, False, False), False, False),
        # One that has it is as bad as the chosen one.
        ((True, False, False, True), False, False),
    ],
)
def test_a_reason_that_others_may_do_without_is_still_had_by_the_best_and_by_nothing_bad(
    has: tuple[bool, ...], separates_all: bool, holds_for_some: bool
) -> None:
    estimates = [ActionValue(at, win, 0.0) for at, win in enumerate((1.0, 0.98, 0.5, 0.45))]
    compared = Contrast(estimates, estimates[0], [estimates[2]])
    found = Feature("kind", has)
    assert [*compared.discriminating([found])] == [Reason(found, tuple(estimates))] * separates_all
    assert [*compared.sufficient([found])] == [Reason(found, tuple(estimates))] * holds_for_some


@pytest.mark.parametrize("game", ["duet", "classic"])
@pytest.mark.parametrize("number", fewer([0, 3, 2, 5], 1))
def test_every_sentence_on_a_costly_choice_keeps_the_rule(number: int, game: str) -> None:
    review = reviewed_game(number, 12, game)
    for one in costly_assessments(review):
        assert list(untrue(review, one)) == []


def estimated(state: GameState, **wins: float) -> tuple[DuetEstimate, ...]:
    """Return estimates of all choices of a state by their last words, which differ in the win."""
    assert state.table.pending is not None
    assert state.table.pending.seat is not None
    choices = observe(state, state.table.pending.seat).choices
    return tuple(
        DuetEstimate(one, wins.get(_name(format_action(one)), 0.5), 20.0, 0.5, 0.5, 0.0)
        for one in choices
    )


def _name(text: str) -> str:
    """Return the last word of an action as the name of an argument."""
    word = text.rsplit(maxsplit=1)[-1]
    return f"_{word}".replace("-", "m").replace("+", "p")


def told(state: GameState, estimates: tuple[DuetEstimate, ...], chosen: str) -> str:
    """Return the sentence on a choice, by its last word."""
    (one,) = (each for each in estimates if format_action(each.action).split()[-1] == chosen)
    best = max(estimates, key=lambda each: each.win)
    assert state.table.pending is not None
    judged = Assessment(1, state.table.pending.decider, one.action, best.action, estimates, 100)
    review = Review(Game(duet(1), state), "expert", (judged,))
    return cost_sentence(review, judged)


GIVE = "2.5 8d1r2r6s9s/3d4d9dTd2s8s 5s * p1:7d - 00100100100 6 2 p1:give"
LEAD = "2.5 8dTd1r3r4s5s/2d3d4d9d2s8s 7s * p1:- - 00100100100 6 2 p1:play"
SWAP = "2.5 4d8d1r2r6s/3d5d9dTd2s8s 5s * p1:3s - 00100100100 6 2 p1:exchange"
MOVE = "2.5 4d8d1r2r6s/2d3d9dTd3r 5s * p1:4s5r - 01000000100 5 2 p1:move"


def with_figures(
    estimates: tuple[DuetEstimate, ...], best: dict[str, Any], others: dict[str, Any]
) -> tuple[DuetEstimate, ...]:
    """Return estimates with other figures: of those that win most often, and of all others."""
    high = max(one.win for one in estimates)
    return tuple(replace(one, **(best if one.win == high else others)) for one in estimates)


def test_without_an_outcome_that_differs_only_the_figures_can_tell() -> None:
    # That it is a low card, or another trump, is no cause.
    for line, chosen in ((GIVE, "2r"), (SWAP, "1r"), (LEAD, "8d")):
        state = position(line)
        estimates = estimated(state, _5s=0.6, _4d=0.6, _9s=0.58, _6s=0.55)
        assert told(state, estimates, chosen).startswith("No single reason stands out")


def test_what_explains_most_is_told_and_where_it_happens() -> None:
    state = position(LEAD)
    few = {"later": 0.3, "off_p2": 0.3, "found": 2.0, "on_spaces": (0.0, 0.0, 0.8)}
    many = {"later": 0.6, "off_p2": 0.6, "found": 1.9, "on_spaces": (0.0, 0.0, 0.7)}
    estimates = with_figures(estimated(state, _8d=0.6), few, many)
    assert told(state, estimates, "1r") == (
        "Later in the round the fox runs off at Right's end about 6 times in 10 after the 1 of "
        "Roses; about 3 times in 10 after the 8 of Doves."
    )
    few |= {"found": 2.5, "on_spaces": (0.0, 0.0, 0.8)}
    many |= {"found": 1.5, "on_spaces": (0.0, 0.0, 0.2)}
    estimates = with_figures(estimated(state, _8d=0.6), few, many)
    assert told(state, estimates, "Td") == (
        "By the end of the round a gem is found on space 3 about 8 times in 10 after the 8 of "
        "Doves; about 2 times in 10 after the 10 of Doves."
    )


def test_a_cause_is_named_only_if_what_comes_of_it_differs_in_its_direction() -> None:
    state = position(LEAD)
    far, near = {"to_end": 3.0}, {"to_end": 2.0}
    estimates = estimated(state, _8d=0.6, _Td=0.59)
    more_often = with_figures(
        estimates,
        {**far, "later": 0.42, "off_p1": 0.42, "found": 2.0, "on_spaces": (0.9,)},
        {**near, "later": 0.25, "off_p1": 0.25, "found": 1.0, "on_spaces": (0.2,)},
    )
    said = told(state, more_often, "4s")
    assert "nearer end" not in said
    assert "on space 1 about 9 times in 10" in said


def test_a_token_is_spent_only_where_there_is_one() -> None:
    for line, is_named in ((LEAD, True), (LEAD.replace(" 6 2 ", " 6 0 "), False)):
        state = position(line)
        estimates = with_figures(
            estimated(state, _8d=0.6),
            {"overrun": 0.9, "gem": 0.0, "found": 3.0, "on_spaces": (0.0, 0.9)},
            {"overrun": 0.0, "gem": 0.0, "found": 1.0, "on_spaces": (0.0, 0.2)},
        )
        assert ("A token was worth spending" in told(state, estimates, "4s")) == is_named


def test_what_only_separates_choices_that_find_a_gem_says_that_both_find_one() -> None:
    state = position(LEAD)
    wins = {"_1r": 0.6, "_3r": 0.5, "_4s": 0.58, "_5s": 0.3, "_8d": 0.48, "_Td": 0.2}
    finds = {"1r", "3r", "4s", "8d"}
    estimates = tuple(
        replace(one, gem=1.0 if format_action(one.action)[-2:] in finds else 0.0)
        for one in estimated(state, **wins)
    )
    estimates = tuple(
        replace(one, later=share, off_p1=share)
        for one in estimates
        for share in [0.1 if one.win > 0.5 else 0.5]
    )
    # The 5 of Stars has few paws as well, and is far worse: it finds no gem.
    assert told(state, estimates, "8d") == (
        "Both find a gem. The 1 of Roses has fewer paws than the 8 of Doves: 0 against 2. That way "
        "the fox later runs off at Left's end about once in 10; otherwise, about 5 times in 10."
    )


FOLLOW = "2.5 2d3d4d9d2s/8dTd1r4r8r9r 7s * p1:6r - 00100100100 6 2 p2:play"


GAINS = ({"found": 2.0, "on_spaces": (0.0, 0.9)}, {"found": 1.0, "on_spaces": (0.0, 0.2)})


def test_R4_3_a_royal_heir_that_follows_is_worth_nothing_for_its_ability() -> None:
    following, leading = position(FOLLOW), position(LEAD.replace("1r3r", "1r9r"))
    for state, is_named in ((following, False), (leading, True)):
        estimates = with_figures(estimated(state, _9r=0.9), *GAINS)
        assert ("Royal Heir" in told(state, estimates, "1r")) == is_named


@pytest.mark.parametrize("name", ["5s", "1r"])
def test_an_ability_that_a_single_card_has_is_named_only_if_it_is_used(name: str) -> None:
    state = position(LEAD)
    for chosen in ("8d", "Td"):
        estimates = with_figures(estimated(state, **{f"_{name}": 0.9}), *GAINS)
        assert "the moment for" not in told(state, estimates, chosen)
    estimates = with_figures(estimated(state, _3r=0.9), *GAINS)
    assert "the moment for the Foxes" in told(state, estimates, "8d")


@pytest.mark.parametrize(
    ("line", "is_named"),
    [
        ("2.8 3r4s/2d3d4d 7s * p1:3s - 00100100100 6 2 p1:exchange", True),
        # What is kept would be the last card: no decree can be swapped with it.
        ("2.9 3r/2d3d 7s * p1:3s - 00100100100 6 2 p1:exchange", False),
    ],
)
def test_R5_2_an_ability_is_worth_keeping_only_while_it_can_do_something(
    line: str, is_named: bool
) -> None:
    state = position(line)
    estimates = with_figures(estimated(state, _m=0.6, _4s=0.6), *GAINS)
    assert ("worth keeping" in told(state, estimates, "3r")) == is_named


def test_what_every_hand_and_reply_leads_to_is_told_as_a_fact() -> None:
    state = position(FOLLOW)
    wins = {"8r", "9r"}
    estimates = tuple(
        replace(one, taken=1.0 if format_action(one.action)[-2:] in wins else 0.0)
        for one in with_figures(estimated(state, _8r=0.9, _9r=0.9), *GAINS)
    )
    assert told(state, estimates, "1r") == (
        "This trick was worth winning: the 8 of Roses wins it, the 1 of Roses loses it. That way "
        "a gem is found on space 2 about 9 times in 10; otherwise, about 2 times in 10."
    )


def test_what_the_partner_s_choice_can_change_is_not_called_sure() -> None:
    state = position(LEAD)
    estimates = tuple(
        replace(one, gem=1.0 if one.win == 0.9 else 0.3) for one in estimated(state, _5s=0.9)
    )
    assert told(state, estimates, "8d") == (
        "The 5 of Stars finds a gem if Right plays as expected; the 8 of Doves, about "
        "3 times in 10."
    )


@pytest.mark.parametrize(("taken", "is_named"), [(0.3, False), (0.6, True)])
def test_what_happens_too_seldom_to_have_lost_so_much_is_no_reason(
    taken: float, is_named: bool
) -> None:
    state = position(LEAD)
    estimates = tuple(
        replace(one, taken=taken if one.win == 0.9 else 0.0)
        for one in with_figures(
            estimated(state, _8d=0.9, _Td=0.9, _1r=0.1, _3r=0.1, _4s=0.1, _5s=0.1), *GAINS
        )
    )
    assert ("worth winning" in told(state, estimates, "4s")) == is_named


CASES = tomllib.loads(Path(__file__).with_name("reason_cases.toml").read_text("utf-8"))


def case(name: str) -> tuple[Review, Assessment]:
    """Return a choice of the file of cases, in a review of nothing else."""
    table = CASES[name]
    state = at(table["position"], setup_of(3))
    estimates = tuple(
        DuetEstimate(
            parse_action(row["choice"]), **{key: row[key] for key in row if key != "choice"}
        )
        for row in table["choices"]
    )
    assert state.table.pending is not None
    chosen, best = parse_action(table["chosen"]), parse_action(table["best"])
    one = Assessment(1, state.table.pending.decider, chosen, best, estimates, 300)
    return Review(Game(duet(3, ("novice", "steady")), state), "expert:300", (one,)), one


@pytest.mark.parametrize("name", CASES)
def test_choices_that_were_once_explained_wrongly_keep_the_rule(name: str) -> None:
    assert list(untrue(*case(name))) == []


def test_what_depends_on_the_partner_s_card_and_move_is_not_called_sure() -> None:
    assert cost_sentence(*case("4.14")) == (
        "The 3 of Stars finds a gem if steady plays as expected; the 4 of Stars, about 4 times in "
        "10."
    )
