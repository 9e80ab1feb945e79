"""Benchmarks measure what they say; the files of the package are as commands make them."""

from __future__ import annotations

import re
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from foxduet.ai.names import KINDS
from foxduet.games.classic.ai import match, network
from foxduet.games.duet.ai.chances import CHANCES_FILE
from tests.benchmarks import calibration, fit_chances
from tests.benchmarks.calibration import Told


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_the_keys_that_are_timed_look_at_a_hand_move_the_cursor_and_play_a_card(
    tmp_path: Path,
) -> None:
    from tests.benchmarks.__main__ import play_a_card

    assert all(figure > 0 for figure in play_a_card(str(tmp_path)))
    (record,) = tmp_path.glob("records/*.toml")
    _dealt, played = re.findall(r'^  "(.*)",$', record.read_text("utf-8"), re.MULTILINE)
    assert re.fullmatch(r"p[12] play \w\w", played)


def test_the_file_of_chances_names_what_made_it() -> None:
    text = files("foxduet.games.duet.ai").joinpath(CHANCES_FILE).read_text("utf-8")
    assert f"# Fitted by python -m {fit_chances.__name__} to " in text
    for kind in KINDS:
        line = rf"^# with {kind}: (\d+), (\d+), (\d+) games at levels 1, 2, 3, seeds \d+ - (\d+)$"
        found = re.search(line, text, re.MULTILINE)
        assert found is not None
        *games, last = map(int, found.groups())
        assert min(games) >= 50
        # What is beyond is for the benchmark.
        assert last <= 1_000_000


def test_beside_the_expert_the_file_of_chances_is_fitted_to_trouble_too() -> None:
    text = files("foxduet.games.duet.ai").joinpath(CHANCES_FILE).read_text("utf-8")
    games_at = r"(\d+), (\d+), (\d+) games at levels 1, 2, 3"
    line = rf"^# with expert in trouble: {games_at}, seeds (\d+) - (\d+)$"
    found = re.search(line, text, re.MULTILINE)
    assert found is not None
    *games, first, last = map(int, found.groups())
    assert min(games) >= 100
    assert fit_chances.TROUBLE_SEED <= first < last < 1_000_000


def test_the_files_of_opponents_are_as_the_command_writes_them() -> None:
    pytest.importorskip("numpy")
    from tests.benchmarks.fit_classic import ends_text, weights_text

    folder = Path(match.__file__).parent
    weights = (folder / network.WEIGHTS_FILE).read_text("utf-8")
    rounds = (folder / match.ROUNDS_FILE).read_text("utf-8")
    command, _, rest = weights.partition("\n")
    assert command.startswith("# python -m tests.benchmarks.fit_classic --steady ")
    assert weights_text(network.weights_in(weights)) == rest
    assert rounds == f"{command}\n{ends_text(match.ends_in(rounds))}"


def test_the_benchmark_counts_tenths_with_enough_decisions() -> None:
    chances = [0.35] * 60 + [0.95] * 49 + [1.0] * 51
    told = [Told(at // 2, chance, float(at % 4 < 2)) for at, chance in enumerate(chances)]
    low, high = calibration.tenths_of(told)
    assert (low.decisions, low.games, high.decisions) == (60, 30, 100)
    assert low.told == pytest.approx(0.35)
    assert low.won == 0.5
    # Both decisions of a game are won or lost together: as if there were half as many.
    assert low.error == pytest.approx((0.25 / 30) ** 0.5)
    assert [*calibration.tenths_of(told[:49])] == []


def test_first_crossings_count_each_game_once_where_it_first_falls_below() -> None:
    games = {
        1: ((0.99, 0.94, 0.97, 0.6, 0.3), 1.0),
        2: ((0.8, 0.99, 0.5), 0.0),
        3: ((0.96, 0.95), 1.0),
        4: ((0.7,), 0.5),
    }
    told = [Told(seed, one, won) for seed, (chances, won) in games.items() for one in chances]
    below_95, below_90, below_75 = calibration.crossings_of(told)
    assert [one.games for one in (below_95, below_90, below_75)] == [3, 3, 3]
    # 0.95 is not below it.
    assert below_95.told == pytest.approx((0.94 + 0.8 + 0.7) / 3)
    assert below_90.told == pytest.approx((0.6 + 0.8 + 0.7) / 3)
    assert below_75.told == pytest.approx((0.6 + 0.5 + 0.7) / 3)
    assert below_95.won == below_90.won == below_75.won == 0.5
    assert below_75.error == pytest.approx((0.6 * 0.4 + 0.5 * 0.5 + 0.7 * 0.3) ** 0.5 / 3)
    assert [*calibration.crossings_of(told, (0.2,))] == []


def test_told_and_won_agree_within_four_points_or_twice_the_error() -> None:
    def is_close(told: float, won: int, games: int) -> bool:
        rows = [Told(seed, told, float(seed < won)) for seed in range(games)]
        (crossing,) = calibration.crossings_of(rows, (1.0,))
        return crossing.is_close

    # The error is 3 points with 100 games, .95 with 1,000.
    assert [is_close(0.9, won, 100) for won in (83, 85, 95, 97)] == [False, True, True, False]
    assert [is_close(0.9, won, 1000) for won in (859, 861, 939, 941)] == [False, True, True, False]


def test_the_lines_of_the_benchmark_say_how_far_told_and_won_are_apart() -> None:
    told = [Told(seed, chance, float(seed < 30)) for seed in range(60) for chance in (0.97, 0.92)]
    title, below_95, tenth = calibration.lines_of("level 1 beside steady", told)
    assert "level 1 beside steady: 60 games, 120 decisions, won 50.0%" in title
    assert below_95 == (
        "  first below 95%: told  92.0%  won  50.0% (38-62)  -42.0 ± 3.5  of 60 games  FAR"
    )
    assert tenth.startswith("  told  94.5%  won  50.0%  -44.5 ± ")
