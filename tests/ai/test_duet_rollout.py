"""Rounds played out, what landing is worth, and what searching expects of them."""

from __future__ import annotations

import tomllib
from dataclasses import astuple, replace
from importlib.resources import files
from itertools import product
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foxduet.ai import partner
from foxduet.ai.partner import (
    KINDS,
    calibrate_thought,
    get_adviser,
    parse_partner_or_none,
    partner_kind,
)
from foxduet.core.cards import Seat, follow_wins
from foxduet.games.duet.ai import evaluator, is_expert, rollout
from foxduet.games.duet.ai.candidates import advice_expectations, expectations_for
from foxduet.games.duet.ai.evaluator import (
    DEFEAT,
    STAGES_FILE,
    make_end_evaluator,
    make_value_function,
    victory_utility,
)
from foxduet.games.duet.ai.expert import (
    CHANCES_FILE,
    DuetDoubleDummy,
    DuetEstimate,
    calibration_for,
    curve_for,
    parse_curves,
)
from foxduet.games.duet.ai.rollout import BitboardPath, WorldOutcome, bitboard_path, pattern_for
from foxduet.games.duet.rules.cards import DECK, LEVELS, Card, Suit, path_at_setup, possible_moves
from foxduet.games.duet.rules.engine import apply, deal_shuffled_deck, new_game
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Setup
from tests.contract.contract import Contract
from tests.contract.duet import DUET
from tests.contract.every import on_random_games
from tests.support.games import at, setup_of
from tests.support.players import VICTORY, random_game
from tests.support.rollout_by_engine import assert_same_path, compare_a_game
from tests.tools import fit_expert, fit_value


@on_random_games(60, DUET)
def test_the_rollout_and_the_engine_play_the_same_on_any_board(
    game: Contract, setup: Setup, seed: int
) -> None:
    assert compare_a_game(setup, Random(seed))


def test_the_rollout_and_the_engine_play_the_same_on_the_printed_boards() -> None:
    for level in (1, 2, 3):
        for seed in range(20):
            assert compare_a_game(setup_of(level), Random(seed))


def test_R6_R7_each_trick_has_its_winner_and_its_moves() -> None:
    for leader in Seat:
        for trump in Suit:
            for lead in DECK:
                for follow in DECK:
                    if follow is lead:
                        continue
                    kind = rollout.TRICK_CLASSES[leader][trump][lead.index][follow.index]
                    wins = follow_wins(lead, follow, trump)
                    winner = leader.other if wins else leader
                    assert rollout.MOVES[kind] == possible_moves(lead, follow, winner)
                    assert kind % 2 == wins


@on_random_games(60, DUET)
def test_R7_5_R7_8_paths_change_alike_in_any_game(game: Contract, setup: Setup, seed: int) -> None:
    for state, action, step in random_game(setup, Random(seed)):
        assert_same_path(state, action, step)


def first_path_with(*gems: int, reserve: int = 1) -> BitboardPath:
    """Return the path of level 1, its tracker on the start, with gems on these spaces."""
    path = path_at_setup(setup_of(1).board, 1)
    spaces = range(1, len(path.gems) + 1)
    return bitboard_path(replace(path, gems=tuple(int(space in gems) for space in spaces)), reserve)


def test_R7_5_without_a_token_an_overrun_is_far_worse() -> None:
    for reserve in (1, 0, 1):
        shape = pattern_for(first_path_with(1, reserve=reserve)._replace(fox=0))
        assert min(shape.best) == (rollout.OVERRUN_WORTH if reserve else rollout.LOST_WORTH)


def test_the_worths_of_leads_are_those_of_the_cards_one_by_one() -> None:
    shape = pattern_for(first_path_with(1, 4, 9))
    for leader, trump in product(Seat, Suit):
        assert (shape.leads[leader] or rollout.compute_lead_values(shape, leader))[trump] == [
            rollout.lead_worth(shape, leader, trump, card) for card in range(rollout.CARD_COUNT)
        ]


def test_it_is_worth_more_to_lead_where_the_best_reply_finds_a_gem() -> None:
    # The 2 of Roses is beaten by one card of Roses or another: to p2's end, by two spaces or more.
    lead = Card.of(Suit.ROSES, 2).index
    near, far = (pattern_for(first_path_with(space)) for space in (8, 1))
    worths = [rollout.lead_worth(shape, Seat.P1, Suit.DOVES, lead) for shape in (near, far)]
    assert worths[0] > worths[1]


@pytest.mark.parametrize(("gem", "new"), [(8, Card.of(Suit.ROSES, 6)), (4, Card.of(Suit.DOVES, 1))])
def test_R5_1_the_decree_is_exchanged_where_that_leads_to_a_gem(gem: int, new: Card) -> None:
    # p1 leads the 4 of Doves, the 4 of Roses follows: two paws, to the right if Roses are trump.
    hand = rollout.bitmask((Card.of(Suit.ROSES, 6).index, Card.of(Suit.STARS, 6).index))
    choice = rollout.exchange_for_trick(
        Seat.P1,
        hand,
        Card.of(Suit.DOVES, 4).index,
        Card.of(Suit.ROSES, 4).index,
        Card.of(Suit.DOVES, 1).index,
        pattern_for(first_path_with(gem)),
    )
    assert choice == new.index


def test_the_number_of_remembered_shapes_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout, "_MAX_PATTERNS", 600)
    for gems in range(1, 1500):
        pattern_for(BitboardPath(gems, gems, 5, 0, 10, 5, 1))
    known = rollout.known_patterns(0, 10, 1)
    assert len(known) < 1200


judge_at = expectations_for(expert=True).evaluator_at
OWN = Setup(2, replace(setup_of(2).board, start=5))


def end_of(
    fate: WorldOutcome, gems: int = 0, reserve: int = 1, cards: int = 0
) -> rollout.RolloutEnd:
    """Return an end with so many gems left on the path of level 2."""
    counts = tuple(int(space < gems) for space in range(10))
    path: BitboardPath = bitboard_path(
        replace(path_at_setup(setup_of(2).board, 2), gems=counts), reserve
    )
    return rollout.RolloutEnd(fate, Seat.P1, (1 << cards) - 1, 0, 29, path)


@pytest.mark.parametrize("name", ["expert", "expert:7", "expert:50ms"])
def test_beside_an_expert_sits_an_expert(name: str) -> None:
    assert is_expert(parse_partner_or_none(name))


@pytest.mark.parametrize("name", [None, "steady", "novice", "steady:25%", "random", "unheard of"])
def test_people_and_all_others_count_as_steady(name: str | None) -> None:
    assert not is_expert(parse_partner_or_none(name))


@pytest.mark.parametrize("expert", [True, False])
def test_advice_compares_choices_by_what_it_tells(expert: bool) -> None:
    advice = advice_expectations(expert=expert)
    assert advice.policy is expectations_for(expert=expert).policy
    for end in (
        end_of(WorldOutcome.WON),
        end_of(WorldOutcome.PLAYING, 3),
        end_of(WorldOutcome.LOST),
    ):
        worth = advice.evaluator_at(setup_of(2), 2, 4)(end)
        assert worth.total == pytest.approx(worth.win + evaluator.POINT * worth.score)


def test_an_expert_thinks_differently_beside_different_partners() -> None:
    state = apply(new_game(setup_of(3)), deal_shuffled_deck(Seat.P1, Random(1))).state
    seen = observe(state, Seat.P2)
    partners = [
        partner.get_partner("duet", "expert:40", name) for name in ("expert", "steady", None)
    ]
    expert, steady, person = (think(seen, Random(1)).estimates for think in partners)
    assert steady == person
    assert expert != steady


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("round_number", [1, 2])
@pytest.mark.parametrize("tricks_done", [0, 4, 8, 10])
def test_better_ends_are_worth_more_at_each_stage(
    level: int, round_number: int, tricks_done: int
) -> None:
    judge = judge_at(Setup(level), round_number, tricks_done)
    lost, won = judge(end_of(WorldOutcome.LOST)), judge(end_of(WorldOutcome.WON))
    left = [judge(end_of(WorldOutcome.PLAYING, gems)) for gems in range(1, 8)]
    totals = [one.total for one in left]
    assert totals == sorted(totals, reverse=True)
    assert len(set(totals)) == len(totals)
    assert won.total > totals[0]
    assert totals[3] > lost.total
    assert judge(end_of(WorldOutcome.PLAYING, 2, reserve=3)).total > left[1].total
    assert judge(end_of(WorldOutcome.WON, cards=4)).total > won.total


def test_chances_and_scores_are_those_of_the_end_as_it_is() -> None:
    for end in (
        end_of(WorldOutcome.WON),
        end_of(WorldOutcome.PLAYING, 3),
        end_of(WorldOutcome.LOST),
    ):
        staged, plain = judge_at(setup_of(2), 2, 4)(end), make_end_evaluator(setup_of(2), 2)(end)
        assert (staged.win, staged.score) == (plain.win, plain.score)


def test_what_an_end_is_worth_depends_on_where_the_rollout_began() -> None:
    end = end_of(WorldOutcome.PLAYING, 2)
    for round_number in (1, 2):
        worths = {judge_at(Setup(3), round_number, done)(end).total for done in range(11)}
        assert len(worths) == 4


def test_R8_1_the_last_round_ends_in_victory_or_defeat() -> None:
    judge = judge_at(Setup(2), ROUNDS, 4)
    assert judge(end_of(WorldOutcome.WON, reserve=2, cards=3)) == victory_utility(2, ROUNDS, 3, 2)
    assert judge(end_of(WorldOutcome.LOST)) == judge(end_of(WorldOutcome.PLAYING, 1)) == DEFEAT


def test_boards_of_ones_own_are_not_judged_by_what_was_learned_on_others() -> None:
    for end in (
        end_of(WorldOutcome.WON),
        end_of(WorldOutcome.PLAYING, 3),
        end_of(WorldOutcome.LOST),
    ):
        assert judge_at(OWN, 2, 5)(end) == make_end_evaluator(OWN, 2)(end)


@pytest.mark.parametrize(
    "policy",
    [expectations_for(expert=True).policy, rollout.steady_policy()],
    ids=["fitted", "plain"],
)
def test_calm_seats_have_no_noise_and_others_some(policy: rollout.Policy) -> None:
    for trick in range(11):
        for rows in policy.leads[trick]:
            calm, *noisy = rows
            assert calm is rows[rollout.NO_NOISE[trick]]
            # The mean of the noise is Euler's constant, by how sure the seats are.
            mean = fmean(one - price for row in noisy for one, price in zip(row, calm, strict=True))
            assert mean > 0
            assert len({tuple(row) for row in rows}) == 256


def test_plain_seats_pay_the_prices_of_steady() -> None:
    policy = rollout.steady_policy()
    assert [-price for price in policy.leads[0][0][0]] == pytest.approx(rollout.PRICES)
    assert policy.replies[3][1][17] == pytest.approx(rollout.PRICES)


@pytest.mark.parametrize("name", [rollout.POLICY_FILE, STAGES_FILE])
def test_the_files_of_the_package_name_the_command_that_makes_them(name: str) -> None:
    text = files("foxduet.games.duet.ai").joinpath(name).read_text("utf-8")
    arguments = f"--games {fit_expert.GAMES} --worlds {fit_expert.WORLDS} --seed {fit_expert.SEED}"
    assert f"# python -m tests.tools.fit_expert {arguments}\n" in text
    names = {
        rollout.POLICY_FILE: {f"stage_{number}" for number in range(1, 5)},
        STAGES_FILE: {"round_1", "round_2"},
    }
    assert set(tomllib.loads(text)) == names[name]


def test_values_that_made_the_scores_are_found_again() -> None:
    rng, values, samples = Random(1), (-30.0, 8.5, -4.0, 1.5, 1.1), []
    for number in range(3000):
        won, lost, gems, tokens = (rng.random() * most for most in (0.6, 0.2, 3, 3))
        row = (lost, won, gems, tokens, 2 * won * rng.random())
        level = 1 + number % 3
        score = 10 * level + sum(a * b for a, b in zip(row, values, strict=True))
        samples.append(fit_expert.Sample(level, 2, 1, row, score + rng.gauss(0, 1), 1.0))
    assert fit_expert.fit_ends(samples) == pytest.approx(values, rel=0.1)
    # Where nothing was seen, ends are worth what is usual.
    usual, found, *_ = map(astuple, fit_expert.values_of(2, samples))
    assert found == pytest.approx(values, rel=0.1)
    assert usual == astuple(fit_expert.values_of(1, [])[0])


TEXT = files("foxduet.games.duet.ai").joinpath(CHANCES_FILE).read_text("utf-8")
SEEN = observe(VICTORY.states[1], VICTORY.states[1].table.pending.decider)

shares = st.floats(0, 1)
stages = st.tuples(
    st.sampled_from(LEVELS), st.sampled_from(KINDS), st.integers(1, ROUNDS), st.integers(0, TRICKS)
)


@given(stages, shares, shares)
def test_a_choice_with_more_rollouts_won_never_has_the_lower_chance(
    stage: tuple[int, str, int, int], one: float, other: float
) -> None:
    curve = curve_for(*stage)
    low, high = curve.win(min(one, other)), curve.win(max(one, other))
    assert 0 <= low <= high <= 1


@given(stages, st.integers(1, 999))
def test_different_shares_of_rollouts_have_different_chances(
    stage: tuple[int, str, int, int], wins: int
) -> None:
    curve = curve_for(*stage)
    assert 0 < curve.win(wins / 1000) < curve.win((wins + 1) / 1000)


@given(stages)
def test_only_what_is_certain_is_told_as_certain(stage: tuple[int, str, int, int]) -> None:
    curve = curve_for(*stage)
    assert (curve.win(0), curve.win(1)) == (0, 1)
    assert curve.win(0.999) < 1
    assert curve.score(0, 0) == 0
    assert curve.score(1, 37.5) == 37.5


@given(stages, shares, st.floats(0, 60), st.floats(0, 60))
def test_more_points_in_the_rollouts_are_never_fewer(
    stage: tuple[int, str, int, int], share: float, one: float, other: float
) -> None:
    curve = curve_for(*stage)
    assert 0 <= curve.score(share, min(one, other)) <= curve.score(share, max(one, other))


@pytest.mark.parametrize("kind", KINDS)
def test_where_the_forest_closes_in_a_share_means_what_it_will_mean_at_the_next_deal(
    kind: str,
) -> None:
    seen = observe(at("1.11 -/- 1d 3s4s5s7s8s9sTs - - 11211011211 6 4 team:forest"), Seat.P1)
    told = calibration_for(seen, (None, kind))(DuetDoubleDummy(seen.choices[0], 0.5, 0, 0, None))
    assert told.win == curve_for(1, kind, 2, 0).win(0.5) != curve_for(1, kind, 1, 10).win(0.5)


def test_a_better_partner_at_the_table_means_a_higher_chance() -> None:
    for level in LEVELS:
        novice, steady, expert = (curve_for(level, kind, 1, 0).win(0.5) for kind in KINDS)
        assert novice < steady < expert


def test_beside_the_expert_at_level_3_a_new_game_is_as_good_as_won() -> None:
    """Rollouts win less than half of such games, the players nearly all."""
    table = SEEN.table
    seen = replace(SEEN, table=replace(table, setup=replace(table.setup, level=3)))
    told = calibration_for(seen, (None, "expert"))(DuetEstimate(None, 0.44, 17.0, 0.5, 0.5, 0.0))
    assert told.win > 0.9
    assert 36 < told.score < 44


def test_figures_keep_what_happens_in_the_trick() -> None:
    estimate = DuetEstimate(None, 0.44, 17.0, 0.5, 0.25, 0.125, later=0.5)
    told = calibration_for(SEEN, (None, "novice"))(estimate)
    assert replace(told, win=0.44, score=17.0) == estimate
    opened = DuetDoubleDummy(None, 0.44, 0.5, 0.25, 7)
    assert replace(calibration_for(SEEN, (None, "novice"))(opened), win=0.44) == opened


def test_the_thought_keeps_its_choice_and_what_it_was_compared_by() -> None:
    thought = get_adviser("duet", "expert:20")(SEEN, Random(1))
    told = calibrate_thought("duet", SEEN, (None, "expert"), thought)
    assert (told.action, told.worlds, told.search_estimates) == (
        thought.action,
        thought.worlds,
        thought.estimates,
    )
    assert [one.action for one in told.estimates] == [one.action for one in thought.estimates]
    wins = [(raw.win, one.win) for raw, one in zip(thought.estimates, told.estimates, strict=True)]
    assert [one for _raw, one in sorted(wins)] == sorted(one for _raw, one in wins)


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
    assert len(parse_curves(TEXT)) == len(LEVELS) * len(KINDS) * ROUNDS
    with pytest.raises(ValueError, match=r"\w"):
        parse_curves(TEXT.replace(old, new, 1))


def path_with(setup: Setup, gems: tuple[int, ...], reserve: int = 2) -> BitboardPath:
    """Return a path with so many gems on its spaces."""
    return bitboard_path(replace(path_at_setup(setup.board, setup.level), gems=gems), reserve)


@pytest.mark.parametrize("setup", [setup_of(1), setup_of(2), setup_of(3), OWN])
@pytest.mark.parametrize("round_number", [1, 2])
def test_fewer_gems_are_better(setup: Setup, round_number: int) -> None:
    value = make_value_function(setup, round_number)
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
    assert make_value_function(setup, 3)(path_with(setup, (1,) * len(setup.board.gems))) == DEFEAT


def test_R9_2_a_victory_is_worth_its_points() -> None:
    assert victory_utility(2, 2, 7, 1).score == 20 + 7 + 10 + 3
    assert victory_utility(2, 3, 7, 1).score == 20 + 7 + 3
    assert victory_utility(3, 3, 0, 0).total > 1


def test_the_features_of_a_path() -> None:
    path = path_at_setup(setup_of(1).board, 1)
    gems = (0, 4, 1, 0, 0, 0, 0, 3, 0, 0, 0)
    path = replace(path, gems=gems, first=2, last=9, tracker=4)
    assert evaluator.path_features(bitboard_path(path, 3)) == (
        1.0,
        8.0,
        6.4,
        3.0,
        3.0,
        3.0,
        8.0,
        1.5,
    )


def test_custom_boards_are_not_judged_by_what_was_learned_on_others() -> None:
    gems = tuple(int(space in (1, 8)) for space in range(10))
    assert make_value_function(OWN, 1)(path_with(OWN, gems)) != make_value_function(setup_of(2), 1)(
        path_with(setup_of(2), gems)
    )


def test_the_file_of_the_package_names_the_command_that_makes_it() -> None:
    text = files("foxduet.games.duet.ai").joinpath(evaluator.VALUE_FILE).read_text("utf-8")
    assert (
        f"python -m tests.tools.fit_value --games {fit_value.GAMES} --seed {fit_value.SEED}\n"
        in text
    )
    assert sorted(tomllib.loads(text)) == sorted(
        f"level_{level}_round_{number}" for level in (1, 2, 3) for number in (1, 2)
    )
