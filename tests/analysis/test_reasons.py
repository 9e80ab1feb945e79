"""What makes a property of some choices a reason."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from enum import Enum, auto
from pathlib import Path
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.partner import ActionValue
from foxduet.analysis.reasons import Contrast, Feature, Measure, Reason, cuts_between, discriminates
from foxduet.analysis.review import Assessment, Review, costly
from foxduet.core.cards import Seat
from foxduet.games.duet.ai.expert import DuetEstimate
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import GameState, Move, format_action, parse_action
from foxduet.games.duet.words.review import cost_sentence, reason_of
from foxduet.play.game import Game
from tests.support.games import at, position, setup_of
from tests.support.players import duet, fewer
from tests.tools.sentences import reviewed_game, untrue

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
    assert discriminates(has, (1.0, 0.95, 0.5, 0.4), 1.0, 0.5) is expected


@given(WORTHS, st.data())
def test_choices_with_a_reason_are_better_by_most_of_the_cost(
    worths: list[float], data: st.DataObject
) -> None:
    has = data.draw(st.lists(st.booleans(), min_size=len(worths), max_size=len(worths)))
    high, low = max(worths), data.draw(st.sampled_from(worths))
    if low < high and discriminates(has, worths, high, low):
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
    measure = Measure(Kind.FIGURE, lambda one: one.figure, 0.1, lower=lower)
    for _reason in compared.separating(compared.measured(measure)):
        quarter, apart = (best.win - chosen.win) / 4, (best.figure - chosen.figure) / 4
        for one in estimates:
            has_as_much = (best.figure - one.figure) / apart <= 1
            is_as_bad = one.win - chosen.win < quarter
            assert not (has_as_much and is_as_bad)


def test_cuts_keep_a_quarter_away_from_both_ends_the_one_in_the_middle_first() -> None:
    assert cuts_between([0.0, 0.1, 0.2, 0.45, 0.7, 0.8, 1.0], 1.0, 0.0) == [0.575, 0.35, 0.725]
    assert cuts_between([0.0, 1.0], 1.0, 0.0) == [0.5]


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
    assert [*compared.separating([found])] == [Reason(found, tuple(estimates))] * separates_all
    assert [*compared.holding([found])] == [Reason(found, tuple(estimates))] * holds_for_some


@pytest.mark.parametrize("number", fewer([0, 3, 2, 5], 2))
def test_every_sentence_on_a_costly_choice_keeps_the_rule(number: int) -> None:
    review = reviewed_game(number, worlds=12)
    assert costly(review)
    for one in costly(review):
        assert list(untrue(review, one)) == []


def test_most_costly_choices_have_a_reason_that_can_be_named() -> None:
    review = reviewed_game(0, worlds=30)
    named = [reason_of(review, one) is not None for one in costly(review)]
    assert sum(named) >= len(named) * 2 / 3


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
    judged = Assessment(1, state.table.pending.asked, one.action, best.action, estimates, 100)
    review = Review(Game(duet(1), state), "expert", (judged,))
    return cost_sentence(review, judged)


GIVE = "2.5 8d1r2r6s9s/3d4d9dTd2s8s 5s * p1:7d - 00100100100 6 2 p1:give"
LEAD = "2.5 8dTd1r3r4s5s/2d3d4d9d2s8s 7s * p1:- - 00100100100 6 2 p1:play"
SWAP = "2.5 4d8d1r2r6s/3d5d9dTd2s8s 5s * p1:3s - 00100100100 6 2 p1:exchange"
MOVE = "2.5 4d8d1r2r6s/2d3d9dTd3r 5s * p1:4s5r - 01000000100 5 2 p1:move"


@pytest.mark.parametrize(
    ("line", "wins", "chosen", "sentence"),
    [
        (
            GIVE,
            {"_1r": 0.6, "_2r": 0.4, "_9s": 0.58, "_6s": 0.45, "_8d": 0.42},
            "2r",
            "A card with fewer paws was the one to give: the 1 of Roses has 0, the 2 of Roses 3.",
        ),
        (
            GIVE,
            {"_1r": 0.4, "_2r": 0.4, "_9s": 0.58, "_6s": 0.4, "_8d": 0.6},
            "2r",
            "A high card was the one to give: the 8 of Doves, not the 2 of Roses.",
        ),
        (
            SWAP,
            {"_1r": 0.6, "_2r": 0.58, "_4d": 0.57, "_6s": 0.58, "_8d": 0.56, "_m": 0.4},
            "-",
            "The decree was worth taking: the 5 of Stars comes into Left's hand.",
        ),
        (
            SWAP,
            {"_1r": 0.4, "_2r": 0.41, "_4d": 0.4, "_6s": 0.42, "_8d": 0.41, "_m": 0.6},
            "1r",
            "The decree was best left alone: no card was worth giving up for it.",
        ),
        (
            SWAP,
            {"_1r": 0.41, "_2r": 0.4, "_4d": 0.6, "_6s": 0.42, "_8d": 0.58, "_m": 0.4},
            "2r",
            "Doves were the better trump here: Left then holds 1.",
        ),
    ],
)
def test_what_cards_show_is_named(
    line: str, wins: dict[str, float], chosen: str, sentence: str
) -> None:
    state = position(line)
    assert told(state, estimated(state, **wins), chosen) == sentence


def test_paws_are_said_to_matter_for_what_they_do_later_in_the_round() -> None:
    state = position(LEAD)
    wins = {"_8d": 0.6, "_Td": 0.62, "_3r": 0.59, "_1r": 0.4, "_4s": 0.41, "_5s": 0.42}
    estimates = estimated(state, **wins)
    sentence = (
        "It was better to spend paws than to keep them: the 10 of Doves has 3, the 1 of Roses 0."
    )
    assert told(state, estimates, "1r") == sentence
    for share, often in ((0.7, "about 7 times in 10"), (1.0, "nearly always")):
        each = tuple(replace(one, later=share if one.win < 0.5 else 0.2) for one in estimates)
        assert told(state, each, "1r") == (
            f"{sentence} That way the fox runs off later about 2 times in 10; otherwise, {often}."
        )


def test_a_choice_that_gives_a_token_away_on_purpose_is_said_to() -> None:
    state = position(LEAD)
    estimates = estimated(state, _8d=0.6, _Td=0.6, _4s=0.45)
    estimates = tuple(
        replace(one, overrun=0.9, taken=1.0, edge=0.0) if one.win == 0.6 else replace(one, edge=0.8)
        for one in estimates
    )
    # Not that it wins the trick, nor that it stays away from the ends.
    assert told(state, estimates, "4s") == (
        "A token was worth spending: the 8 of Doves sends the fox back to the start about 9 "
        "times in 10; the 4 of Stars, never."
    )


def test_only_choices_that_find_a_gem_are_compared_where_both_do() -> None:
    state = position(LEAD)
    wins = {"_1r": 0.6, "_3r": 0.5, "_4s": 0.58, "_5s": 0.3, "_8d": 0.48, "_Td": 0.2}
    finds = {"1r", "3r", "4s", "8d"}
    estimates = tuple(
        replace(one, gem=1.0 if format_action(one.action)[-2:] in finds else 0.0)
        for one in estimated(state, **wins)
    )
    # The 5 of Stars has few paws as well, and is far worse: it finds no gem.
    assert told(state, estimates, "8d") == (
        "Fewer paws were better here: the 1 of Roses has 0, the 8 of Doves 2. (Comparing "
        "only choices that find a gem.)"
    )


def test_with_three_choices_what_their_cards_have_in_common_is_no_reason() -> None:
    for line, is_named in (
        ("2.7 2r3r4s8s/2d3d4d9d 7s * p1:- - 00100100100 6 2 p1:play", True),
        ("2.8 2r3r4s/2d3d4d 7s * p1:- - 00100100100 6 2 p1:play", False),
    ):
        state = position(line)
        sentence = told(state, estimated(state, _2r=0.6, _3r=0.3, _4s=0.6, _8s=0.6), "3r")
        assert ("worth keeping" in sentence) == is_named


FOLLOW = "2.5 2d3d4d9d2s/8dTd1r4r8r9r 7s * p1:6r - 00100100100 6 2 p2:play"


def by_name(estimates: tuple[DuetEstimate, ...], name: str, **figures: float) -> DuetEstimate:
    """Return the estimate of a choice by its last word, with other figures."""
    (one,) = (each for each in estimates if format_action(each.action).split()[-1] == name)
    return replace(one, **figures)


def test_R4_3_a_royal_heir_that_follows_is_worth_nothing_for_its_ability() -> None:
    following, leading = position(FOLLOW), position(LEAD.replace("1r3r", "1r9r"))
    assert "Royal Heir" not in told(following, estimated(following, _9r=0.9), "1r")
    assert "Royal Heir" in told(leading, estimated(leading, _9r=0.9), "1r")


@pytest.mark.parametrize("name", ["5s", "1r"])
def test_an_ability_that_a_single_card_has_is_named_only_if_it_is_used(name: str) -> None:
    state = position(LEAD)
    for chosen in ("8d", "Td"):
        sentence = told(state, estimated(state, **{f"_{name}": 0.9}), chosen)
        assert "ability" not in sentence
        assert "the moment for your" not in sentence
    assert "the moment for the Foxes" in told(state, estimated(state, _3r=0.9), "8d")


def test_a_missed_gem_that_others_stay_near_is_no_reason() -> None:
    state = position(MOVE)
    estimates = estimated(state, _m2=0.6, _m1=0.4)
    for gem, is_named in ((0.5, True), (0.0, False)):
        best = by_name(estimates, "-2", gem=gem, near=2.0)
        with_best = tuple(best if one.action == best.action else one for one in estimates)
        assert told(state, with_best, "-1").startswith("After going") == is_named


def test_what_every_hand_and_reply_leads_to_is_told_as_a_fact() -> None:
    state = position(FOLLOW)
    wins = {"8r", "9r"}
    estimates = tuple(
        replace(one, taken=1.0 if format_action(one.action)[-2:] in wins else 0.0)
        for one in estimated(state, _8r=0.9, _9r=0.9)
    )
    assert told(state, estimates, "1r") == (
        "This trick was worth winning: the 8 of Roses wins it, the 1 of Roses loses it."
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
        for one in estimated(state, _8d=0.9, _Td=0.9, _1r=0.1, _3r=0.1, _4s=0.1, _5s=0.1)
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
    one = Assessment(1, state.table.pending.asked, chosen, best, estimates, 300)
    return Review(Game(duet(3, ("novice", "steady")), state), "expert:300", (one,)), one


@pytest.mark.parametrize("name", CASES)
def test_choices_that_were_once_explained_wrongly_keep_the_rule(name: str) -> None:
    assert list(untrue(*case(name))) == []


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        # Others left the trick to the partner as well, and were as bad.
        (
            "6.8",
            (
                "The 6 of Roses leaves the fox within a step of an end about 8 times in 10; the "
                "2 of Doves, about 4 times in 10. (Comparing only cards without an "
                "ability.)"
            ),
        ),
        # It was called sure, and depends on the partner's card and move.
        (
            "4.14",
            (
                "The 3 of Stars finds a gem if steady plays as expected; the 4 of Stars, "
                "about 4 times in 10."
            ),
        ),
        # Only the figures could tell, it was said.
        (
            "3.35",
            (
                "Going one step toward steady finds the gem on space 3; going 3 steps toward "
                "steady, the one on space 5. Gems in the middle are easier to find later. "
                "(Comparing only choices that find a gem.)"
            ),
        ),
    ],
)
def test_choices_that_were_once_explained_wrongly_have_a_better_reason(
    name: str, sentence: str
) -> None:
    assert cost_sentence(*case(name)) == sentence


def test_what_falls_between_two_nearly_equal_figures_is_no_reason() -> None:
    """Game 1, action 76: a choice left as much as the best one, and was the worst."""
    figures = ((0.56, 5.32), (0.47, 5.1), (0.39, 5.31))
    best, chosen, worst = (
        DuetEstimate(Move(Seat.P1, steps), win, 20.0, 1.0, 0.0, 0.0, found=found)
        for steps, (win, found) in enumerate(figures)
    )
    state = position(MOVE)
    assert told(state, (best, chosen), "+1").startswith("By the end of the round")
    assert told(state, (best, chosen, worst), "+1").startswith("No single reason stands out")
