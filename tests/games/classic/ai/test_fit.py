"""What the opponents know can be fitted again: equal matches, equal files."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("numpy")

from foxduet.games.classic.ai import leaf, match
from foxduet.games.classic.ai.leaf import ENDS, weights_in
from foxduet.games.classic.ai.match import ends_in
from foxduet.games.classic.rules.scoring import points_of
from tests.benchmarks.fit_classic import (
    SEED,
    Task,
    ends_text,
    in_columns,
    main,
    play_task,
    weights_text,
)
from tests.benchmarks.fit_network import QUICK, fit_network

FOLDER = Path(match.__file__).parent
STEADY = Task(range(4), None, 0)


def test_the_files_of_the_package_are_as_the_command_writes_them() -> None:
    weights = (FOLDER / leaf.WEIGHTS_FILE).read_text("utf-8")
    rounds = (FOLDER / match.ROUNDS_FILE).read_text("utf-8")
    command, _, rest = weights.partition("\n")
    assert command.startswith("# python -m tests.benchmarks.fit_classic --steady ")
    assert weights_text(weights_in(weights)) == rest
    assert rounds == f"{command}\n{ends_text(ends_in(rounds))}"


def test_equal_seeds_play_equal_matches() -> None:
    assert play_task(STEADY) == play_task(STEADY)


def test_samples_and_ends_are_those_of_whole_rounds() -> None:
    samples, ends = play_task(STEADY)
    rounds = sum(ends.values())
    # Twelve tricks of each round begin after others.
    assert len(samples) == 12 * rounds
    assert {sum(sample.tricks) for sample in samples} == {*range(1, 13)}
    for sample in samples:
        assert sample.tricks[0] <= (13 if ENDS[sample.end] == 10 else ENDS[sample.end])
        assert 0 <= min(sample.treasures) <= sum(sample.treasures) <= 3
    payable = {points_of(tricks) + more for tricks in range(14) for more in range(4)}
    assert all({leader, dealer} <= payable for leader, dealer in ends)


def test_experts_play_with_what_was_fitted() -> None:
    samples, ends = play_task(STEADY)
    weights, loss = fit_network(in_columns(samples), 4, SEED, QUICK)
    assert "loss of ends" in loss
    played, _ends = play_task(Task(range(1), (weights, ends), 3))
    assert played


def test_the_command_writes_equal_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        line = f"fit --steady 4 --experts 2:3 --hidden 3 --folder {tmp_path / name}"
        monkeypatch.setattr("sys.argv", line.split(" "))
        main()
        texts.append([file.read_text("utf-8") for file in sorted((tmp_path / name).iterdir())])
    assert texts[0] == texts[1]
    assert len(texts[0]) == 2
