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
from foxduet.cli import long_work
from foxduet.games.duet.rules.observation import Observation
from tests.support.calls import Call
from tests.support.machine import PATIENCE_SECONDS
from tests.support.processes import TELLING_HELPERS, in_a_group, lines_of, run_at_the_start

LEVEL_1 = "simulate --level 1 --seed 4"


def test_the_json_report_has_the_fields_of_the_design(call: Call) -> None:
    line = "simulate --level 3 --games 3 --seats random,random --seed 4 --json"
    status, out, err = call(line)
    report = json.loads(out)
    of_the_design = (
        "level games seats seed wins win_rate wilson95 mean_score outcomes decisions "
        "ms_per_decision seconds"
    )
    assert set(report) == {*of_the_design.split(), "repeatable", "cut_short"}
    assert list(report["ms_per_decision"]) == ["p50", "p95", "p99", "max"]
    assert (report["level"], report["games"], report["seed"]) == (3, 3, 4)
    assert report["seats"] == ["random", "random"]
    assert (status, err) == (0, "")


def test_a_partner_that_a_game_does_not_have_is_refused(call: Call) -> None:
    for seats in ("--seats ismcts:5,random", "--compare random,ismcts:5"):
        status, _out, err = call(f"{LEVEL_1} --games 1 {seats}")
        assert (status, "'ismcts:5' is no partner; there are: random" in err) == (2, True)


def test_a_comparison_plays_the_same_deals_with_each_partner(call: Call) -> None:
    line = "simulate --level 2 --games 3 --seed 4 --json"
    random, steady, compared = (
        json.loads(call(f"{line} {partners}")[1])
        for partners in (
            *("--seats random,random", "--seats steady,random"),
            "--compare random,steady --beside random",
        )
    )
    own = "compare beside a b difference won_only_by verdict verdict_by"
    assert set(compared) == {*own.split(), "level", "games", "seed", "seconds", "repeatable"}
    for key in ("seats", "wins", "mean_score", "outcomes", "decisions"):
        assert (compared["a"][key], compared["b"][key]) == (random[key], steady[key])


@pytest.mark.parametrize(
    ("line", "first", "others"),
    [
        (
            "--games 2 --seats random,random",
            "Level 1, 2 games, random + random, seeds from 4",
            ("Won ",),
        ),
        (
            "--games 3 --compare random,random",
            "Level 1, 3 deals, seeds from 4",
            ("B: random + random\n", "\nNo difference between random and random is shown.\n"),
        ),
        # One game is said in the singular.
        ("--games 1 --seats random,random", "Level 1, 1 game, random + random, seeds from 4", ()),
        ("--games 1 --compare random,steady", "Level 1, 1 deal, seeds from 4", ()),
    ],
)
def test_the_report_for_people_names_the_essentials(
    line: str, first: str, others: tuple[str, ...], call: Call
) -> None:
    status, out, _err = call(f"{LEVEL_1} {line}")
    assert (status, out.splitlines()[0]) == (0, first)
    assert [text for text in others if text not in out] == []


def test_records_never_take_the_place_of_other_files(tmp_path: Path, call: Call) -> None:
    (tmp_path / "game-2.toml").write_text("mine")
    status, _out, err = call(f"{LEVEL_1} --games 2 --seats random,random --records {tmp_path}")
    assert (status, "already exists" in err) == (1, True)
    assert (tmp_path / "game-2.toml").read_text() == "mine"
    assert not (tmp_path / "game-1.toml").exists()


@pytest.mark.parametrize(
    ("name", "options"),
    [("file/new", "--jobs 1"), ("file/new", "--jobs 2"), ("f" * 300, "")],
    ids=["no folder", "no folder, two processes", "a name too long"],
)
def test_a_folder_that_cannot_hold_records_is_reported_in_one_line(
    name: str, options: str, tmp_path: Path, call: Call
) -> None:
    (tmp_path / "file").write_text("no folder")
    line = f"{LEVEL_1} --games 20 --seats random,random {options} --records {tmp_path / name}"
    status, _out, err = call(line)
    assert (status, err.count("\n")) == (1, 1)
    assert f"the records cannot be written to {tmp_path / name}: " in err


def test_progress_is_shown_on_a_terminal_after_the_first_game_and_once_a_second(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    moments = count(0.0, 0.5)
    monkeypatch.setattr(long_work, "monotonic", lambda: next(moments))
    status, _out, err = call(f"{LEVEL_1} --games 5 --seats random,random")
    assert status == 0
    assert [text.strip() for text in err.split("\r")] == [
        "",
        "1 of 5 games, about 2 s left",
        "2 of 5 games, about 2 s left",
        "4 of 5 games, about 1 s left",
        "",
        "",
    ]


def test_progress_of_a_comparison_counts_the_games_of_both_sides(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    status, _out, err = call(f"{LEVEL_1} --games 5 --compare random,random")
    assert (status, "1 of 10 games, about " in err) == (0, True)


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
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.simulate.partner_named",
        lambda _game, _name, _opposite: interrupting(number),
    )
    before = signal.getsignal(signal.SIGTERM)
    assert call(f"{LEVEL_1} --games 5 {partners}") == (status, "", "")
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
