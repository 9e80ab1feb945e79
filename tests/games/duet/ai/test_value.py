"""What a round's end is worth, and the chances that come of it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai.names import KINDS, partner_kind
from foxduet.ai.partner import Thought, adviser_named, calibrate, calibrated_thought
from foxduet.games.duet.ai.chances import CHANCES_FILE, calibration_for, curve_at, curves_in
from foxduet.games.duet.ai.expert import DuetEstimate, DuetOpenHands
from foxduet.games.duet.ai.numbers import BitPath, bit_path_of
from foxduet.games.duet.ai.value import DEFEAT, VALUE_FILE, features, value_after, victory
from foxduet.games.duet.rules.board import LEVELS, path_at_setup
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Setup
from tests.benchmarks import fit_value as fit
from tests.support.deals import setup_of
from tests.support.players import VICTORY

TEXT = files("foxduet.games.duet.ai").joinpath(CHANCES_FILE).read_text("utf-8")
SEEN = observe(VICTORY.states[1], VICTORY.states[1].table.pending.asked)

shares = st.floats(0, 1)
stages = st.tuples(
    st.sampled_from(LEVELS),
    st.sampled_from(KINDS),
    st.integers(1, ROUNDS),
    st.integers(0, TRICKS),
)


@given(stages, shares, shares)
def test_a_choice_with_more_rollouts_won_never_has_the_lower_chance(
    stage: tuple[int, str, int, int], one: float, other: float
) -> None:
    curve = curve_at(*stage)
    low, high = curve.win(min(one, other)), curve.win(max(one, other))
    assert 0 <= low <= high <= 1


@given(stages, st.integers(1, 999))
def test_different_shares_of_rollouts_have_different_chances(
    stage: tuple[int, str, int, int], wins: int
) -> None:
    curve = curve_at(*stage)
    assert 0 < curve.win(wins / 1000) < curve.win((wins + 1) / 1000)


@given(stages)
def test_only_what_is_certain_is_told_as_certain(stage: tuple[int, str, int, int]) -> None:
    curve = curve_at(*stage)
    assert (curve.win(0), curve.win(1)) == (0, 1)
    assert curve.win(0.999) < 1
    assert curve.score(0, 0) == 0
    assert curve.score(1, 37.5) == 37.5


@given(stages, shares, st.floats(0, 60), st.floats(0, 60))
def test_more_points_in_the_rollouts_are_never_fewer(
    stage: tuple[int, str, int, int], share: float, one: float, other: float
) -> None:
    curve = curve_at(*stage)
    assert 0 <= curve.score(share, min(one, other)) <= curve.score(share, max(one, other))


def test_a_better_partner_at_the_table_means_a_higher_chance() -> None:
    for level in LEVELS:
        novice, steady, expert = (curve_at(level, kind, 1, 0).win(0.5) for kind in KINDS)
        assert novice < steady < expert


def test_beside_the_expert_at_level_3_a_new_game_is_as_good_as_won() -> None:
    """Rollouts win less than half of such games, the players nearly all."""
    table = SEEN.table
    seen = replace(SEEN, table=replace(table, setup=replace(table.setup, level=3)))
    told = calibration_for(seen, "expert")(DuetEstimate(None, 0.44, 17.0, 0.5, 0.5, 0.0))
    assert told.win > 0.9
    assert 36 < told.score < 44


def test_figures_keep_what_happens_in_the_trick() -> None:
    estimate = DuetEstimate(None, 0.44, 17.0, 0.5, 0.25, 0.125, found=3.5)
    told = calibration_for(SEEN, "novice")(estimate)
    assert replace(told, win=0.44, score=17.0) == estimate
    opened = DuetOpenHands(None, 0.44, 0.5, 0.25, 7)
    assert replace(calibration_for(SEEN, "novice")(opened), win=0.44) == opened


def test_the_thought_keeps_its_choice_and_what_it_was_compared_by() -> None:
    thought = adviser_named("duet", "expert:20")(SEEN, Random(1))
    told = calibrated_thought("duet", SEEN, "expert", thought)
    assert (told.action, told.worlds, told.compared) == (
        thought.action,
        thought.worlds,
        thought.estimates,
    )
    assert [one.action for one in told.estimates] == [one.action for one in thought.estimates]
    wins = [(raw.win, one.win) for raw, one in zip(thought.estimates, told.estimates, strict=True)]
    assert [one for _raw, one in sorted(wins)] == sorted(one for _raw, one in wins)


def test_the_original_game_tells_what_its_search_found() -> None:
    thought = Thought("a choice")
    assert calibrated_thought("classic", None, "steady", thought) is thought
    assert calibrate("classic", None, "steady", ()) == ()


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        ((None, None), "steady"),
        ((None, "expert"), "expert"),
        (("expert:400", None), "expert"),
        ((None, "novice"), "novice"),
        (("steady", "novice"), "novice"),
        (("steady:25%", "expert:50ms"), "expert"),
        (("random", None), "novice"),
        (("expert", "novice"), "novice"),
        (("expert", "expert"), "expert"),
        ((None, "expert:50"), "expert"),
        ((None, "expert:49"), "steady"),
        ((None, "expert:5"), "steady"),
        (("expert:4", None), "novice"),
        ((None, "steady:25%"), "steady"),
        ((None, "ismcts:2000"), "steady"),
        (("a program of yore", None), "steady"),
    ],
)
def test_a_person_counts_as_steady(names: tuple[str | None, str | None], kind: str) -> None:
    assert partner_kind(names) == kind


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[level_1_expert_round_2]", "[level_1_expert_round_4]"),
        ("[level_1_expert_round_2]", "[level_4_expert_round_2]\n[level_1_expert_round_2]"),
        ("start = [", "begin = ["),
        ("start = [", "start = [1.0, "),
        ("start = [", "start = [nan, 1.0, 1.0, 1.0] # "),
        ("start = [", "start = [1, 1.0, 1.0, 1.0] # "),
        ("start = [", 'start = ["1.0", 1.0, 1.0, 1.0] # '),
        ("start = [", "start = [1.0, 0.0, 1.0, 1.0] # "),
        ("start = [", "start = [1.0, 1.0, -1.0, 1.0] # "),
        ("start = [", "start = [1.0, 1.0, 1.0, -1.0] # "),
        ("start = [", "start = 1.0 # "),
        ("start = [", "further = 1.0\nstart = ["),
        ("start = [", "start = ["[:-1]),
    ],
)
def test_the_file_is_read_strictly(old: str, new: str) -> None:
    assert len(curves_in(TEXT)) == len(LEVELS) * len(KINDS) * ROUNDS
    with pytest.raises(ValueError, match=r"\w"):
        curves_in(TEXT.replace(old, new, 1))


OWN = Setup(2, replace(setup_of(2).board, start=5))


def path_with(setup: Setup, gems: tuple[int, ...], reserve: int = 2) -> BitPath:
    """Return a path with so many gems on its spaces."""
    return bit_path_of(replace(path_at_setup(setup.board, setup.level), gems=gems), reserve)


@pytest.mark.parametrize("setup", [setup_of(1), setup_of(2), setup_of(3), OWN])
@pytest.mark.parametrize("round_number", [1, 2])
def test_fewer_gems_are_better(setup: Setup, round_number: int) -> None:
    value = value_after(setup, round_number)
    spaces = len(setup.board.gems)
    worths = [
        value(path_with(setup, tuple(int(space < gems) for space in range(spaces))))
        for gems in range(1, 8)
    ]
    totals = [worth.total for worth in worths]
    assert totals == sorted(totals, reverse=True)
    assert len(set(totals)) == len(totals)
    assert all(0 <= worth.win <= 1 for worth in worths)


@pytest.mark.parametrize("setup", [setup_of(1), OWN])
def test_R8_1_no_round_comes_after_the_third(setup: Setup) -> None:
    assert value_after(setup, 3)(path_with(setup, (1,) * len(setup.board.gems))) == DEFEAT


def test_R9_2_a_victory_is_worth_its_points() -> None:
    assert victory(2, 2, 7, 1).score == 20 + 7 + 10 + 3
    assert victory(2, 3, 7, 1).score == 20 + 7 + 3
    assert victory(3, 3, 0, 0).total > 1


def test_the_features_of_a_path() -> None:
    path = path_at_setup(setup_of(1).board, 1)
    gems = (0, 4, 1, 0, 0, 0, 0, 3, 0, 0, 0)
    path = replace(path, gems=gems, first=2, last=9, tracker=4)
    assert features(bit_path_of(path, 3)) == (1.0, 8.0, 6.4, 3.0, 3.0, 3.0, 8.0, 1.5)


def test_custom_boards_are_not_judged_by_what_was_learned_on_others() -> None:
    gems = tuple(int(space in (1, 8)) for space in range(10))
    assert value_after(OWN, 1)(path_with(OWN, gems)) != value_after(setup_of(2), 1)(
        path_with(setup_of(2), gems)
    )


def test_the_file_of_the_package_names_the_command_that_makes_it() -> None:
    text = files("foxduet.games.duet.ai").joinpath(VALUE_FILE).read_text("utf-8")
    assert f"python -m tests.benchmarks.fit_value --games {fit.GAMES} --seed {fit.SEED}\n" in text
    assert sorted(tomllib.loads(text)) == sorted(
        f"level_{level}_round_{number}" for level in (1, 2, 3) for number in (1, 2)
    )
