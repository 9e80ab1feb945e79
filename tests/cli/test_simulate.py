"""The simulate command as its user meets it: reports, progress, refusals, signals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from foxduet.ai.partner import Partner, Stop, Thought, choose_at_random, never_stop
from foxduet.ai.workers import Cluster, ClusterError, Jobs
from foxduet.cli import options as shared
from foxduet.cli import review
from foxduet.games.duet.rules.observation import Observation
from foxduet.play.record import dump_record
from foxduet.ui.kit.screen import RunOptions, Transition
from tests.support import processes
from tests.support.entries import resigned
from tests.support.players import VICTORY, fewer
from tests.support.processes import (
    FOR_EVER,
    PATIENCE_SECONDS,
    RECORDS,
    Call,
    beside_waiting,
    in_a_group,
    listening,
    needs,
)

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
            ("B: random + random\n", "\nNo significant difference between random and random.\n"),
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
    assert f"cannot write the records to {tmp_path / name}: " in err


def test_progress_is_shown_on_a_terminal_after_the_first_game_and_once_a_second(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    moments = count(0.0, 0.5)
    monkeypatch.setattr(shared, "monotonic", lambda: next(moments))
    status, _out, err = call(f"{LEVEL_1} --games 5 --seats random,random")
    assert status == 0
    assert [text.strip() for text in err.split("\r")] == [
        *("", "1 of 5 games, about 2 s left", "2 of 5 games, about 2 s left"),
        *("4 of 5 games, about 1 s left", "", ""),
    ]


def test_progress_of_a_comparison_counts_the_games_of_both_sides(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    status, _out, err = call(f"{LEVEL_1} --games 5 --compare random,random")
    assert (status, "1 of 10 games, about " in err) == (0, True)


def interrupting(number: signal.Signals) -> Partner:
    """Return a partner during whose first thought a signal comes."""

    def choose(observation: Observation, rng: Random, stop: Stop = never_stop) -> Thought:
        signal.raise_signal(number)
        return choose_at_random(observation, rng)

    return choose


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["Ctrl-C", "SIGTERM"]
)
@pytest.mark.parametrize("partners", ["--seats random,random", "--compare random,steady"])
def test_a_signal_ends_the_games_with_its_status_and_no_words(
    number: signal.Signals, status: int, partners: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.simulation.get_partner",
        lambda _game, _name, _opposite: interrupting(number),
    )
    before = signal.getsignal(signal.SIGTERM)
    assert call(f"{LEVEL_1} --games 5 {partners}") == (status, "", "")
    assert signal.getsignal(signal.SIGTERM) is before


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are of POSIX")
def test_no_process_outlives_the_first_one_when_that_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.run_at_the_start(processes.TELLING_HELPERS, tmp_path, monkeypatch)
    line = "simulate --level 1 --games 999999999 --seats steady,steady --jobs 2"
    with in_a_group("-m", "foxduet", *line.split()) as process:
        assert processes.lines_of(process, 2) == [b"helper\n"] * 2
        process.kill()
        # A process that lived on would keep the pipe open.
        assert process.communicate(timeout=PATIENCE_SECONDS)[0] == b""


posix = pytest.mark.skipif(sys.platform == "win32", reason="such limits are of POSIX")
IS_ROOT = sys.platform != "win32" and os.getuid() == 0
needs_distributed = needs("distributed", "cluster")
SIMULATE = "simulate --level 2 --games 30 --seats steady,random --seed 1 --json"

LIMITED = """
import os, resource, sys

limit, number, *command = sys.argv[1:]
most = resource.getrlimit(getattr(resource, limit))[1]
resource.setrlimit(getattr(resource, limit), (int(number), most))
os.execv(sys.executable, [sys.executable, "-m", "foxduet", *command])
"""


def limited(limit: str, number: int, *command: str) -> dict[str, object]:
    """Run the program with a limit; return the object that it prints, without times."""
    result = subprocess.run(
        [sys.executable, "-c", LIMITED, limit, str(number), *command],
        capture_output=True,
        text=True,
        check=False,
        cwd=processes.PROJECT,
        timeout=PATIENCE_SECONDS,
    )
    assert (result.returncode, beside_waiting(result.stderr)) == (0, "")
    report: dict[str, object] = json.loads(result.stdout)
    return {key: value for key, value in report.items() if "seconds" not in key and "ms" not in key}


@pytest.fixture(scope="module")
def unlimited(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    """Return what one process alone finds out."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("FOXDUET_HOME", str(tmp_path_factory.mktemp("home")))
        return limited("RLIMIT_NOFILE", 200, *SIMULATE.split())


@posix
@pytest.mark.parametrize("handles", fewer(range(10, 26, 4), 2))
def test_few_file_handles_change_nothing_about_the_games(
    handles: int, unlimited: dict[str, object]
) -> None:
    assert limited("RLIMIT_NOFILE", handles, *SIMULATE.split(), "--jobs", "3") == unlimited


def tasks_of_this_user() -> int:
    """Return how many processes and threads whoever runs the tests has."""
    count = 0
    for task in Path("/proc").glob("[0-9]*/task/*"):
        # Some have ended since they were listed.
        with suppress(OSError):
            count += task.stat().st_uid == os.getuid()
    return count


@posix
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="there is no /proc")
@pytest.mark.skipif(IS_ROOT, reason="no such limit holds for root")
@pytest.mark.parametrize("more", range(0, 12, 2))
def test_few_processes_and_threads_change_nothing_about_the_games(
    more: int, unlimited: dict[str, object]
) -> None:
    number = tasks_of_this_user() + more
    assert limited("RLIMIT_NPROC", number, *SIMULATE.split(), "--jobs", "3") == unlimited


@posix
@pytest.mark.usefixtures("_quick_reviews")
def test_few_file_handles_change_nothing_about_a_review(tmp_path: Path) -> None:
    reports = []
    cases = ((200, 1), *fewer(((12, 3), (18, 3)), 1))
    for handles, jobs in cases:
        path = tmp_path / f"{handles}.toml"
        path.write_text(dump_record(resigned(VICTORY, 8)), "utf-8")
        command = f"review {path} --json --worlds 2 --jobs {jobs}"
        reports.append(limited("RLIMIT_NOFILE", handles, *command.split()))
    assert reports[0]["par"] is not None
    assert reports == [reports[0]] * len(cases)


def no_cluster(cluster: Cluster) -> NoReturn:
    """Fail as a cluster does that cannot be used."""
    raise ClusterError("the cluster {cluster} does not answer", cluster=cluster)


@pytest.mark.parametrize(
    "command",
    [
        "simulate --level 2 --games 3 --seats random,random",
        "simulate --level 2 --games 3 --compare random,random",
        f"review {RECORDS / 'level2-victory.toml'} --text",
    ],
)
def test_a_cluster_that_cannot_be_used_is_one_line_and_status_1(
    command: str, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setattr("foxduet.ai.workers.ClusterPool", no_cluster)
    line = f"{command} --cluster tcp://10.0.0.7:8786"
    status, out, err = call(line)
    assert (status, out) == (1, "")
    assert err == "foxduet: the cluster tcp://10.0.0.7:8786 does not answer\n"


def test_a_cluster_that_is_lost_ends_a_review_on_the_screen_with_one_line(
    monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    shown: list[Jobs] = []

    def show(_first: Transition, _look: object, _game: str, options: RunOptions) -> NoReturn:
        shown.append(options.jobs)
        no_cluster(Cluster("10.0.0.7", 8786))

    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(review, "require_terminal", lambda _look: None)
    monkeypatch.setattr(review, "run_on_terminal", show)
    line = f"review {RECORDS / 'level2-victory.toml'} --cluster tcp://10.0.0.7:8786"
    status, out, err = call(line)
    assert shown == [Cluster("10.0.0.7", 8786)]
    assert (status, out) == (1, "")
    assert err == "foxduet: the cluster tcp://10.0.0.7:8786 does not answer\n"


WITH_PATIENCE = f"""
from foxduet.ai import workers as cluster

cluster._TIMEOUT_SECONDS = {FOR_EVER}
"""
"""A scheduler is waited for longer than a test waits for the program."""


@needs_distributed
def test_a_web_server_instead_of_a_scheduler_is_one_line_and_status_1() -> None:
    with listening(processes.WEB) as listener:
        line = f"{SIMULATE} --cluster {listener.cluster}"
        with in_a_group("-m", "foxduet", *line.split()) as process:
            out, _none = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 1
        # On a slow machine, a line before it says that the program is still working.
        expected = "foxduet: '{}' is not a scheduler's address, such as tcp://host:8786"
        assert out.decode().splitlines()[-1] == expected.format(listener.cluster)


@posix
@needs_distributed
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_waiting_for_a_scheduler_that_says_nothing_can_be_ended_without_a_word(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    processes.run_at_the_start(WITH_PATIENCE, tmp_path, monkeypatch)
    with listening(processes.SILENCE) as listener:
        line = f"{SIMULATE} --cluster {listener.cluster}"
        with in_a_group("-m", "foxduet", *line.split()) as process:
            assert listener.heard.wait(PATIENCE_SECONDS)
            process.send_signal(number)
            assert process.communicate(timeout=PATIENCE_SECONDS)[0] == b""
            assert process.returncode == 128 + number
