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
from tests.benchmarks.chance_rows import Row


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
        assert min(games) >= 100
        # What is beyond is for the benchmark.
        assert last <= 1_000_000


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
    told = [0.35] * 60 + [0.95] * 49 + [1.0] * 51
    rows = [
        Row(1, "steady", at // 2, 1, 0, 0.5, 10.0, 20 if at % 4 < 2 else 0)
        for at in range(len(told))
    ]
    low, high = calibration.tenths_of(rows, told)
    assert (low.decisions, low.games, high.decisions) == (60, 30, 100)
    assert low.told == pytest.approx(0.35)
    assert low.won == 0.5
    # Both decisions of a game are won or lost together: as if there were half as many.
    assert low.error == pytest.approx((0.25 / 30) ** 0.5)
    assert [*calibration.tenths_of(rows[:49], told[:49])] == []
    title, *lines = calibration.lines_of(rows, raw=True)
    assert "level 1 beside steady: 80 games, 160 decisions" in title
    assert len(lines) == 1
