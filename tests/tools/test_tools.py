"""Benchmarks measure as they say, and the package's files equal the output of their tools."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("resource", reason="the fuzz needs signals and pipes")


from foxduet.ai.partner import KINDS
from foxduet.games.classic.ai import evaluator, network
from foxduet.games.duet.ai.expert import CHANCES_FILE, curve_for
from foxduet.games.duet.rules.cards import LEVELS
from foxduet.games.duet.rules.state import TRICKS
from tests.support.processes import PROJECT, lacking
from tests.tools import calibration, fit_chances, fuzz, ladder
from tests.tools.calibration import Row, Told
from tests.tools.fuzz_cases import Ending, complaints, run_program


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_the_keys_that_are_timed_look_at_a_hand_move_the_cursor_and_play_a_card(
    tmp_path: Path,
) -> None:
    from tests.tools.benchmark import play_a_card

    assert all(figure > 0 for figure in play_a_card(str(tmp_path)))
    (record,) = tmp_path.glob("records/*.toml")
    _dealt, played = re.findall(r'^  "(.*)",$', record.read_text("utf-8"), re.MULTILINE)
    assert re.fullmatch(r"p[12] play \w\w", played)


def test_the_file_of_chances_names_what_made_it() -> None:
    text = files("foxduet.games.duet.ai").joinpath(CHANCES_FILE).read_text("utf-8")
    assert f"# Fitted by python -m {fit_chances.__name__} to " in text
    for level, kind in product(LEVELS, KINDS):
        line = rf"^# level {level} with {kind}: (\d+) games, seeds \d+ - (\d+)$"
        found = re.search(line, text, re.MULTILINE)
        assert found is not None
        games, last = map(int, found.groups())
        assert games >= 100
        # Higher seeds are reserved for the benchmark.
        assert last <= 1_000_000


@pytest.mark.parametrize("level", LEVELS)
def test_beside_the_expert_the_file_of_chances_is_fitted_to_trouble_too(level: int) -> None:
    text = files("foxduet.games.duet.ai").joinpath(CHANCES_FILE).read_text("utf-8")
    line = rf"^# level {level} with expert, in trouble: (\d+) games, seeds (\d+) - (\d+)$"
    found = re.search(line, text, re.MULTILINE)
    assert found is not None
    games, first, last = map(int, found.groups())
    assert games >= 100
    assert fit_chances.TROUBLE_SEED <= first < last < 1_000_000


def test_the_files_of_opponents_are_as_the_command_writes_them() -> None:
    pytest.importorskip("numpy", reason=lacking("fit"))
    from tests.tools.fit_classic import ends_text, weights_text

    folder = Path(evaluator.__file__).parent
    weights = (folder / network.WEIGHTS_FILE).read_text("utf-8")
    rounds = (folder / evaluator.ROUNDS_FILE).read_text("utf-8")
    command, _, rest = weights.partition("\n")
    assert command.startswith("# python -m tests.tools.fit_classic --steady ")
    assert weights_text(network.parse_weights(weights)) == rest
    assert rounds == f"{command}\n{ends_text(evaluator.parse_round_ends(rounds))}"


def test_the_benchmark_counts_tenths_with_enough_decisions() -> None:
    chances = [0.35] * 60 + [0.95] * 49 + [1.0] * 51
    told = [Told(at // 2, chance, float(at % 4 < 2)) for at, chance in enumerate(chances)]
    low, high = calibration.tenths_of(told)
    assert (low.decisions, low.games, high.decisions) == (60, 30, 100)
    assert low.told == pytest.approx(0.35)
    assert low.won == 0.5
    # A game's two decisions are won or lost together, so the error is that of half as many.
    assert low.error == pytest.approx((0.25 / 30) ** 0.5)
    assert [*calibration.tenths_of(told[:49])] == []


def test_first_crossings_count_each_game_once_where_it_first_falls_below() -> None:
    games = {
        1: ((0.99, 0.94, 0.97, 0.6, 0.3), 1.0),
        2: ((0.8, 0.99, 0.5), 0.0),
        3: ((0.96, 0.95), 1.0),
        4: ((0.7,), 0.5),
    }
    told = [Told(seed, chance, won) for seed, (chances, won) in games.items() for chance in chances]
    below_95, below_90, below_75 = calibration.crossings_of(told)
    assert [crossing.games for crossing in (below_95, below_90, below_75)] == [3, 3, 3]
    # A chance of 0.95 is not below the limit.
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


def test_the_table_by_stage_marks_what_is_told_wrongly_and_jumps_at_a_deal() -> None:
    # The chances come from the curve of level 1 with steady; each game is won.
    rows = [
        Row(1, "steady", seed, number, tricks, share, 20.0, 20)
        for seed in range(100)
        for number, tricks, share in ((1, 0, 0.5), (1, TRICKS, 0.1), (2, 0, 0.99))
    ]
    heading, _line, *lines = calibration.stage_lines(rows)
    assert heading == "| level, stage | steady |"
    stages = {name: cell for _, name, cell, _ in (line.split("|") for line in lines)}
    told = curve_for(1, "steady", 1, 0).win(0.5)
    error = 10 * sqrt(told * (1 - told))
    assert stages[" 1, round 1, first card "] == (
        f" {100 * told:.1f}, 100.0; {100 - 100 * told:+.1f} ± {error:.1f} of 100 FAR "
    )
    assert stages[" 1, round 2, first card "].endswith(" of 100 ")
    assert stages[" 1, round 3, first card "] == " - "
    assert re.fullmatch(r" \+\d+\.\d of 100 FAR ", stages[" 1, jump before round 2 "])
    assert len(stages) == len(calibration.STAGES) + 2


def test_the_table_of_strength_is_the_same_for_players_and_for_developers() -> None:
    table, other = (ladder.table_in(page.read_text("utf-8")) for page in ladder.PAGES)
    assert table == other
    begins = [pair.begins(level) for level in LEVELS for pair in ladder.PAIRS]
    rows = zip(table.splitlines()[2:], begins, strict=True)
    assert [row for row, begin in rows if not row.startswith(begin)] == []
    assert {pair.deals for pair in ladder.PAIRS if "expert" not in pair.seats} == {5000}


def test_the_command_writes_the_rows_that_it_plays_and_keeps_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = ladder.table_in(ladder.PAGES[0].read_text("utf-8"))
    pages = (tmp_path / "alone.md", tmp_path / "MEASUREMENTS.md")
    for page in pages:
        page.write_text(f"# alone\n\n{before}\nMore.\n", "utf-8")
    monkeypatch.setattr(ladder, "PAGES", pages)
    monkeypatch.setattr(ladder, "PAIRS", (ladder.Pair(("novice", "novice"), 3, 7),))
    monkeypatch.setattr("sys.argv", ["ladder", "--write", "--partners", "novice"])
    ladder.main()
    played = capsys.readouterr().out.splitlines()
    assert [row[: row.index(" 7 |")] for row in played] == [
        f"| {level} | novice + novice | 3 |" for level in LEVELS
    ]
    kept = [row for row in before.splitlines() if "novice" not in row]
    for page in pages:
        written = ladder.table_in(page.read_text("utf-8")).splitlines()
        assert [row for row in written if "novice" in row] == played
        assert [row for row in written if "novice" not in row] == kept


def test_a_short_run_finds_nothing() -> None:
    kinds = [*fuzz.KINDS]
    amount = ["--seed", "7", "--cases", str(4 * len(kinds)), "--seconds", "600"]
    result = subprocess.run(
        [sys.executable, "-m", "tests.tools.fuzz", *amount],
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
    )
    counted = ", ".join(f"{kind} 4" for kind in kinds)
    assert result.stderr == ""
    assert result.stdout == f"0 findings in {4 * len(kinds)} cases from 7: {counted}\n"
    assert result.returncode == 0


def broken(rng: Random, folder: Path) -> Iterator[str]:
    """Yield a finding in half of the cases, and fail in a fifth."""
    (folder / "file").write_text("left behind")
    if rng.random() < 0.5:
        yield "it breaks"
    if rng.random() < 0.2:
        raise RuntimeError("so does the case")


def test_a_finding_is_one_line_that_reproduces_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(fuzz.KINDS, "broken", broken)
    line = "fuzz --only broken --seed {seed} --cases {cases}"
    monkeypatch.setattr(sys, "argv", line.format(seed=1, cases=20).split())
    assert fuzz.main() == 1
    *found, last = capsys.readouterr().out.splitlines()
    assert 0 < len(found) < 30
    assert last == f"{len(found)} findings in 20 cases from 1: broken 20"
    numbers = [finding.partition("--seed ")[2].split()[0] for finding in found]
    for number in numbers:
        monkeypatch.setattr(sys, "argv", line.format(seed=number, cases=1).split())
        assert fuzz.main() == 1
        again = capsys.readouterr().out.splitlines()[:-1]
        assert again == [finding for finding in found if f"--seed {number} " in finding]
        assert again[0].endswith(
            f"[python -m tests.tools.fuzz --only broken --seed {number} --cases 1]"
        )


@pytest.mark.parametrize(
    ("ending", "complaint"),
    [
        (Ending(0, "fine\n", ""), None),
        (Ending(1, "", "foxduet: the record x cannot be read\n"), None),
        (Ending(2, "", "foxduet: argument\n"), None),
        (Ending(0, "", "", "takes too long"), "it takes too long"),
        (Ending(1, "", ""), "it fails without a word"),
        (Ending(3, "", "foxduet: what\n"), "it exits with status 3"),
        (Ending(2, "", "foxduet: one\nfoxduet: two\n"), "it ends with status 2 and 2 lines"),
        (Ending(1, "", "foxduet: internal error (KeyError)\n"), "internal error (KeyError)"),
        (Ending(1, "", "Traceback (most recent call last):\n"), "Traceback"),
        (Ending(0, "\x1b[2J\n", ""), "it prints what commands a terminal"),
    ],
)
def test_what_no_run_may_do_is_complained_about(ending: Ending, complaint: str | None) -> None:
    found = [*complaints(ending, "it")]
    assert (found == []) if complaint is None else (complaint in found[0])


def test_the_program_runs_with_a_terminal_and_without(tmp_path: Path) -> None:
    assert run_program(["scores"], tmp_path).out.startswith("No game has been finished yet")
    without = run_program(["--level", "1"], tmp_path)
    assert (without.status, without.err.count("\n")) == (2, 1)
    played = run_program(["--level", "1", "--seed", "1"], tmp_path, ["enter", "enter"])
    assert (played.status, played.err, played.broke) == (0, "", "")
    assert len([*tmp_path.glob("records/*.toml")]) == 1
