"""Partners are as strong as their order says, and fitting again changes nothing.

These tests are slow and rarely change: ``pytest tests/tools/strength.py``, as ``.ci/run`` does.
"""

from __future__ import annotations

import faulthandler
import re
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import groupby, product
from math import exp
from operator import attrgetter
from pathlib import Path
from random import Random
from statistics import fmean
from types import ModuleType

import pytest

from foxduet.ai import partner
from foxduet.ai.partner import KINDS
from foxduet.core.cards import Seat
from foxduet.games.classic.ai.network import ENDS
from foxduet.games.classic.rules.engine import points_of
from foxduet.games.duet.ai.evaluator import chance
from foxduet.games.duet.ai.expert import parse_curves
from foxduet.games.duet.rules.cards import LEVELS
from foxduet.games.duet.rules.engine import apply, deal_shuffled_deck, new_game
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import ROUNDS, TRICKS, Action, Choice, GameState, Outcome
from tests.support.games import setup_of
from tests.tools import calibration, fit_chances, fit_expert, fit_value
from tests.tools.calibration import TRICKS_DRAWN, Drawn, Games, Row, rows_of, rows_of_matches
from tests.tools.fit_expert import Option, Pick

partner_named = partial(partner.get_partner, "duet")


@pytest.fixture(autouse=True)
def _without_a_limit() -> None:
    faulthandler.cancel_dump_traceback_later()


def played(names: tuple[str, str], level: int, seed: int) -> GameState:
    partners = [partner_named(*names), partner_named(*reversed(names))]
    rng = Random(seed)
    state, dealer = new_game(setup_of(level)), Seat.P1
    while (pending := state.table.pending) is not None:
        action: Action
        if pending.choice is Choice.DEAL:
            action, dealer = deal_shuffled_deck(dealer, rng), dealer.other
        else:
            seat = Seat.P1 if pending.seat is None else pending.seat
            action = partners[seat](observe(state, seat), rng).action
        state = apply(state, action).state
    return state


def test_partners_are_as_strong_as_their_order_says() -> None:
    # Forty games of fixed seeds are enough for differences this large.
    def gems_left(name: str) -> int:
        return sum(played((name, name), 1, seed).table.path.gems_left for seed in range(40))

    assert gems_left("random") > gems_left("novice") > gems_left("steady")


def test_experts_win_together() -> None:
    ends = [played(("expert:8", "expert:8"), 1, seed).table.outcome for seed in range(3)]
    assert ends == [Outcome.VICTORY] * 3


def test_fitting_again_makes_the_same_files() -> None:
    once = fit_expert.fitted_texts(1, 2, 11)
    assert once == fit_expert.fitted_texts(1, 2, 11)
    assert once != fit_expert.fitted_texts(1, 2, 12)
    assert all("--games 1 --worlds 2 --seed 11" in text for text in once.values())


def test_prices_that_made_the_picks_are_found_again() -> None:
    rng, picks = Random(1), []
    prices, sureness, bonus = [0.4, *[0.0] * 19], 6.0, 0.2
    for _ in range(3000):
        options = tuple(
            Option(rng.random(), place, rng.random() < 0.5) for place in rng.sample(range(20), 4)
        )
        merits = [
            exp(sureness * (worth - prices[place] + bonus * wins)) for worth, place, wins in options
        ]
        picks.append(Pick(0, False, options, rng.choices(range(4), merits)[0]))
    found = fit_expert.fit_prices(picks)
    assert found.sureness == pytest.approx(sureness, rel=0.1)
    assert found.bonus == pytest.approx(bonus, abs=0.03)
    # Only differences of prices matter.
    assert found.plain[0] - fmean(found.trump) == pytest.approx(prices[0], abs=0.06)


def test_fitting_again_makes_the_same_file() -> None:
    once = fit_value.fitted_text(6, 11)
    assert once == fit_value.fitted_text(6, 11)
    assert once != fit_value.fitted_text(6, 12)
    assert "--games 6 --seed 11" in once


def test_weights_that_made_the_outcomes_are_found_again() -> None:
    rows = [(1.0, x, y) for x in (-2.0, 0.0, 1.0, 3.0) for y in (-1.0, 0.5, 2.0)] * 2000
    linear = fit_value.fit_linear([(row, 3 * row[0] - row[1] + 0.5 * row[2]) for row in rows])
    assert linear == pytest.approx([3, -1, 0.5], abs=1e-3)
    shares = [(row, chance((0.2, 1.0, -0.7), row)) for row in rows]
    assert fit_value.fit_logistic(shares) == pytest.approx([0.2, 1.0, -0.7], abs=1e-2)


def made_up_rows(wins: float) -> list[Row]:
    """Return decisions of games: a share ``wins`` is won where half of the rollouts win."""
    chance = Random(1)
    rows = []
    for level, kind, seed in product(LEVELS, KINDS, range(60)):
        strength = chance.random()
        score = 30 if chance.random() < wins + strength - 0.5 else 0
        rows += [
            Row(level, kind, seed, number, tricks, strength, 25 * strength, score)
            for number, tricks in product(range(1, ROUNDS + 1), (0, TRICKS // 2, TRICKS))
        ]
    return rows


def test_the_same_decisions_make_the_same_file_and_a_valid_one() -> None:
    pytest.importorskip("numpy")
    text = fit_chances.fitted_text(made_up_rows(0.5))
    assert text == fit_chances.fitted_text(made_up_rows(0.5))
    curves, better = parse_curves(text), parse_curves(fit_chances.fitted_text(made_up_rows(0.8)))
    for name, (start, _end) in curves.items():
        assert start.win(0.5) == pytest.approx(0.5, abs=0.15)
        assert start.win(0.5) < better[name][0].win(0.5)


def test_where_all_games_are_won_the_win_is_nearly_sure() -> None:
    pytest.importorskip("numpy")
    rows = [replace(row, score=30) for row in made_up_rows(0.5)]
    for start, _end in parse_curves(fit_chances.fitted_text(rows)).values():
        assert 0.97 < start.win(0.5) < 1


def test_decisions_are_those_of_the_seeds_and_survive_their_file(tmp_path: Path) -> None:
    rows = [*rows_of(Games(1, "novice", range(3, 5)), 1)]
    of_first = [row for row in rows if row.seed == 3]
    assert rows == [*of_first, *rows_of(Games(1, "novice", range(4, 5)), 1)]
    # Each round has the same number, however long the game was.
    within = Counter(row.round for row in of_first if 0 < row.tricks < TRICKS)
    assert within[1] == TRICKS_DRAWN
    assert max(within.values()) == TRICKS_DRAWN
    assert all(0 <= row.win <= 1 and 0 <= row.tricks <= TRICKS for row in rows)
    assert all(len({row.score for row in rows if row.seed == seed}) == 1 for seed in (3, 4))
    rows += rows_of(Games(3, "novice", range(1, 9), Drawn.IN_TROUBLE), 1)
    assert {row.in_trouble for row in rows} == {False, True}
    calibration.write_rows(tmp_path / "rows.csv", rows)
    assert calibration.read_rows(tmp_path / "rows.csv", Row) == rows


def test_between_rounds_each_game_gives_its_decisions_to_the_fit() -> None:
    stages = [*rows_of(Games(1, "steady", range(3, 6), Drawn.BY_STAGE, 20), 1)]
    assert {(row.round, row.tricks) for row in stages} <= {*calibration.STAGES}
    between = [row for row in stages if row.tricks in (0, TRICKS)]
    drawn = [*rows_of(Games(1, "steady", range(3, 6), worlds=20), 1)]
    assert {(row.seed, row.round, row.tricks) for row in between} <= {
        (row.seed, row.round, row.tricks) for row in drawn
    }


def test_careless_seats_leave_a_game_in_which_few_rollouts_are_won() -> None:
    rows = [*rows_of(Games(3, "novice", range(1, 30), Drawn.IN_TROUBLE), 1)]
    games = [[*game] for _seed, game in groupby(rows, attrgetter("seed"))]
    assert len(games) > 3
    for first, *later in games:
        assert 0 < first.win < calibration.TROUBLE[first.round - 1]
        assert len(later) <= calibration.FURTHER
        assert all((row.round, row.tricks) >= (first.round, first.tricks) for row in later)


def test_all_decisions_of_the_person_come_in_order() -> None:
    rows = [*rows_of(Games(1, "novice", range(3, 4), Drawn.OF_THE_PERSON), 1)]
    assert rows == sorted(rows, key=lambda row: (row.round, row.tricks))
    assert len(rows) > 10


def test_what_is_expected_in_a_match_begins_at_a_half_and_ends_with_its_result() -> None:
    matches = calibration.Matches("steady", "novice", range(1, 4), 20)
    rows = [*rows_of_matches(matches, 1)]
    assert rows == [*rows_of_matches(matches, 1)]
    by_match = [[*match] for _seed, match in groupby(rows, attrgetter("seed"))]
    assert [match[0].seed for match in by_match] == [1, 2, 3]
    for match in by_match:
        assert match[0].win == pytest.approx(0.5, abs=0.2)
        assert match[0].left == pytest.approx(21 / 5, abs=0.1)
        assert len(match) > 20
        # At the end of a match the search hardly errs.
        assert abs(match[-1].win - match[-1].won) < 0.5
        assert match[-1].left < 1


def test_levels_and_partners_without_decisions_keep_their_curves() -> None:
    pytest.importorskip("numpy")
    before = fit_chances.CURVES.read_text("utf-8")
    some = [row for row in made_up_rows(0.5) if (row.level, row.partner) == (3, "expert")]
    text = fit_chances.fitted_text(some, before)
    old, new = parse_curves(before), parse_curves(text)
    changed = {name for name in new if new[name] != old[name]}
    assert changed == {name for name in old if name.startswith("level_3_expert")}
    assert "# level 3 with expert: 60 games, seeds 0 - 59\n" in text
    kept = re.findall("# level (?:[12]|3 with (?:novice|steady)).*", before)
    assert kept == re.findall("# level (?:[12]|3 with (?:novice|steady)).*", text)


@pytest.fixture
def fit_classic() -> ModuleType:
    """Return the tool that fits the original game's opponents; skip the test without numpy."""
    pytest.importorskip("numpy")
    from tests.tools import fit_classic

    return fit_classic


def test_equal_seeds_play_equal_matches(fit_classic: ModuleType) -> None:
    assert fit_classic.play_task(fit_classic.Task(range(4), None, 0)) == fit_classic.play_task(
        fit_classic.Task(range(4), None, 0)
    )


def test_rounds_are_whole_and_survive_their_file(fit_classic: ModuleType, tmp_path: Path) -> None:
    rounds = fit_classic.play_task(fit_classic.Task(range(4), None, 0))
    payable = {points_of(tricks) + more for tricks in range(14) for more in range(4)}
    for round_ in rounds:
        # Every trick except the first begins after others.
        assert [sum(trick.tricks) for trick in round_.tricks] == [*range(1, 13)]
        assert {*round_.points} <= payable
        for trick in round_.tricks:
            assert trick.tricks[0] <= (13 if ENDS[trick.end] == 10 else ENDS[trick.end])
            assert 0 <= min(trick.treasures) <= sum(trick.treasures) <= 3
            assert (
                trick.hands[0].bit_count() == trick.hands[1].bit_count() == 13 - sum(trick.tricks)
            )
    fit_classic.write_rounds(tmp_path / "rounds.jsonl", rounds)
    assert fit_classic.read_rounds(tmp_path / "rounds.jsonl") == rounds


def test_experts_play_with_what_was_fitted(fit_classic: ModuleType) -> None:
    rounds = fit_classic.play_task(fit_classic.Task(range(4), None, 0))
    knowledge = fit_classic.fit(rounds, 4, 0, fit_classic.QUICK), fit_classic.ends_of(rounds)
    assert fit_classic.play_task(fit_classic.Task(range(1), knowledge, 3))


def test_the_best_of_more_fits_is_no_worse(fit_classic: ModuleType) -> None:
    from tests.tools.fit_network import fit_network, samples_of

    samples = samples_of(fit_classic.play_task(fit_classic.Task(range(4), None, 0)))
    losses = [
        float(
            re.findall(r"[\d.]+", fit_network(samples, 3, seed, fit_classic.Training(fits, 5))[1])[
                0
            ]
        )
        for seed, fits in ((0, 1), (1, 1), (0, 2))
    ]
    assert losses[2] == min(losses)


def test_the_command_writes_equal_files(
    fit_classic: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        line = f"fit --steady 4 --experts 2:3 --hidden 3 --folder {tmp_path / name}"
        line += f" --games {tmp_path / name}-games"
        # All at once, or by turns, as if the playing interpreter lacked numpy.
        for turn in ("",) if name == "a" else (" --only play", " --only fit") * 2:
            assert not [*(tmp_path / name).iterdir()]
            monkeypatch.setattr("sys.argv", f"{line}{turn}".split(" "))
            fit_classic.main()
        texts.append([file.read_text("utf-8") for file in sorted((tmp_path / name).iterdir())])
    assert texts[0] == texts[1]
    assert len(texts[0]) == 2
    monkeypatch.setattr("sys.argv", [*line.split(" "), "--seed", "2"])
    with pytest.raises(SystemExit):
        fit_classic.main()
    assert [file.read_text("utf-8") for file in sorted((tmp_path / "b").iterdir())] == texts[0]
