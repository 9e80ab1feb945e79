"""The simulate command as its user meets it: reports, progress, refusals, signals."""

from __future__ import annotations

import json
import signal
import sys
from itertools import count
from pathlib import Path
from random import Random

import pytest

from foxduet.ai.partner import Partner, Stop, Thought, choose_at_random, never
from foxduet.cli import progress
from foxduet.games.duet.rules.observation import Observation
from tests.support.calls import status_of
from tests.support.machine import PATIENCE_SECONDS
from tests.support.processes import TELLING_HELPERS, in_a_group, lines_of, run_at_the_start


def simulated(line: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run the command in this process; return its status."""
    return status_of(f"simulate {line}", monkeypatch)


def test_the_json_report_has_the_fields_of_the_design(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert simulated("--level 3 --games 3 --seats random,random --seed 4 --json", monkeypatch) == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    of_the_design = (
        "level games seats seed wins win_rate wilson95 mean_score outcomes decisions "
        "ms_per_decision seconds"
    )
    assert set(report) == {*of_the_design.split(), "repeatable", "cut_short"}
    assert list(report["ms_per_decision"]) == ["p50", "p95", "p99", "max"]
    assert (report["level"], report["games"], report["seed"]) == (3, 3, 4)
    assert report["seats"] == ["random", "random"]
    assert err == ""


def test_the_report_for_people_names_the_essentials(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert simulated("--level 1 --games 2 --seats random,random --seed 4", monkeypatch) == 0
    out = capsys.readouterr().out
    assert out.startswith("Level 1, 2 games, random + random, seeds from 4\nWon ")


def test_a_partner_that_a_game_does_not_have_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for seats in ("--seats ismcts:5,random", "--compare random,ismcts:5"):
        assert simulated(f"--level 1 --games 1 {seats}", monkeypatch) == 2
        assert "'ismcts:5' is no partner; there are: random" in capsys.readouterr().err


def test_a_comparison_plays_the_same_deals_with_each_partner(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    options = "--level 2 --games 3 --seed 4"
    for seats in ("random,random", "steady,random"):
        assert simulated(f"{options} --seats {seats} --json", monkeypatch) == 0
    simulated(f"{options} --compare random,steady --beside random --json", monkeypatch)
    random, steady, compared = map(json.loads, capsys.readouterr().out.splitlines())
    own = "compare beside a b difference won_only_by verdict verdict_by"
    assert set(compared) == {*own.split(), "level", "games", "seed", "seconds", "repeatable"}
    for key in ("seats", "wins", "mean_score", "outcomes", "decisions"):
        assert (compared["a"][key], compared["b"][key]) == (random[key], steady[key])


def test_a_comparison_for_people_ends_with_the_verdict(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "--level 2 --games 3 --seed 4 --compare random,random"
    assert simulated(line, monkeypatch) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Level 2, 3 deals, seeds from 4"
    assert "B: random + random" in lines
    assert lines[-1] == "No difference between random and random is shown."


def test_records_never_take_the_place_of_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game-2.toml").write_text("mine")
    line = f"--level 1 --games 2 --seats random,random --records {tmp_path}"
    assert simulated(line, monkeypatch) == 1
    assert "already exists" in capsys.readouterr().err
    assert (tmp_path / "game-2.toml").read_text() == "mine"
    assert not (tmp_path / "game-1.toml").exists()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_that_cannot_hold_records_is_reported_in_one_line(
    jobs: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path / "file"
    folder.write_text("no folder")
    line = f"--level 1 --games 20 --seats random,random --jobs {jobs} --records {folder / 'new'}"
    assert simulated(line, monkeypatch) == 1
    err = capsys.readouterr().err
    assert "the records cannot be written to " in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("seats", "heading"),
    [
        ("--seats random,random", "Level 1, 1 game, random + random, seeds from 4"),
        ("--compare random,steady", "Level 1, 1 deal, seeds from 4"),
    ],
)
def test_a_series_of_one_game_is_said_in_the_singular(
    seats: str,
    heading: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert simulated(f"--level 1 --games 1 --seed 4 {seats}", monkeypatch) == 0
    assert capsys.readouterr().out.splitlines()[0] == heading


def test_progress_is_shown_on_a_terminal_after_the_first_game_and_once_a_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    moments = count(0.0, 0.5)
    monkeypatch.setattr(progress, "monotonic", lambda: next(moments))
    assert simulated("--level 1 --games 5 --seats random,random --seed 4", monkeypatch) == 0
    shown = [text.strip() for text in capsys.readouterr().err.split("\r")]
    assert shown == [
        "",
        "1 of 5 games, about 2 s left",
        "2 of 5 games, about 2 s left",
        "4 of 5 games, about 1 s left",
        "",
        "",
    ]


def test_progress_of_a_comparison_counts_the_games_of_both_sides(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    line = "--level 1 --games 5 --compare random,random --seed 4"
    assert simulated(line, monkeypatch) == 0
    assert "1 of 10 games, about " in capsys.readouterr().err


def interrupting(number: signal.Signals) -> Partner:
    """Return a partner during whose first thought a signal comes."""

    def choose(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
        signal.raise_signal(number)
        return choose_at_random(observation, rng)

    return choose


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
@pytest.mark.parametrize("partners", ["--seats random,random", "--compare random,steady"])
def test_a_signal_ends_the_games_with_its_status_and_no_words(
    number: signal.Signals,
    status: int,
    partners: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.simulate.partner_named",
        lambda _game, _name, _beside: interrupting(number),
    )
    before = signal.getsignal(signal.SIGTERM)
    assert simulated(f"--level 1 --games 5 {partners}", monkeypatch) == status
    assert capsys.readouterr() == ("", "")
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are of POSIX")
def test_no_process_outlives_the_first_one_when_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_at_the_start(TELLING_HELPERS, tmp_path, monkeypatch)
    line = "simulate --level 1 --games 999999999 --seats steady,steady --jobs 2"
    with in_a_group("-m", "foxduet", *line.split()) as process:
        assert lines_of(process, 2) == [b"helper\n"] * 2
        process.kill()
        # A process that lived on would keep the pipe open.
        assert process.communicate(timeout=PATIENCE_SECONDS)[0] == b""


def test_a_folder_whose_name_is_too_long_is_refused_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / ("f" * 300)
    line = f"--level 1 --games 2 --seats random,random --records {folder}"
    assert simulated(line, monkeypatch) == 1
    assert f"the records cannot be written to {folder}: " in capsys.readouterr().err
