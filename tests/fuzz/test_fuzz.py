"""The fuzz itself: it finds nothing in a short run, and what it finds can be reproduced."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("resource", reason="the fuzz needs signals and pipes")

from tests.fuzz import __main__ as fuzz
from tests.fuzz.program import Ending, complaints, run_program
from tests.support.machine import PROJECT


def test_a_short_run_finds_nothing() -> None:
    kinds = [kind for kind in fuzz.KINDS if kind not in ("kills", "tables")]
    only = [f"--only={kind}" for kind in kinds]
    amount = ["--seed", "7", "--cases", str(4 * len(kinds)), "--seconds", "600"]
    result = subprocess.run(
        [sys.executable, "-m", "tests.fuzz", *only, *amount],
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
    """Find something in every second case."""
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
    numbers = [one.partition("--seed ")[2].split()[0] for one in found]
    for number in numbers:
        monkeypatch.setattr(sys, "argv", line.format(seed=number, cases=1).split())
        assert fuzz.main() == 1
        again = capsys.readouterr().out.splitlines()[:-1]
        assert again == [one for one in found if f"--seed {number} " in one]
        assert again[0].endswith(f"[python -m tests.fuzz --only broken --seed {number} --cases 1]")


def test_cases_are_shared_without_overlap() -> None:
    kinds = ["records", "kills"]
    alone = [*zip(range(60), fuzz.cases(kinds, 5, 1), strict=False)]
    seen = {case for _at, case in alone}
    assert {number for kind, number in seen if kind == "kills"} <= {*range(10, 70, 10)}
    shares = [
        {case for _at, case in zip(range(30), fuzz.cases(["records"], 5 + job, 2), strict=False)}
        for job in (0, 1)
    ]
    assert shares[0] & shares[1] == set()


@pytest.mark.parametrize(
    ("ending", "complaint"),
    [
        (Ending(0, "fine\n", ""), None),
        (Ending(1, "", "foxduet: the record x cannot be read\n"), None),
        (Ending(2, "", "foxduet: argument\n"), None),
        (Ending(0, "", "", "takes too long"), "it takes too long"),
        (Ending(1, "", ""), "it fails without a word"),
        (Ending(3, "", "foxduet: what\n"), "it ends with status 3"),
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
