"""Work that simulate and review share with others, and what they say where that fails."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

import pytest

from foxduet.ai.cluster import Cluster, ClusterError
from foxduet.ai.workers import Jobs
from foxduet.cli import review
from foxduet.play.record import dump_record
from foxduet.ui.kit.screen import Next, Options
from tests.support.calls import Call
from tests.support.entries import resigned
from tests.support.machine import FOR_EVER, PATIENCE_SECONDS, PROJECT, RECORDS
from tests.support.players import VICTORY, fewer
from tests.support.processes import SILENCE, WEB, in_a_group, listening, run_at_the_start

posix = pytest.mark.skipif(sys.platform == "win32", reason="such limits are of POSIX")
IS_ROOT = sys.platform != "win32" and os.getuid() == 0
needs_distributed = pytest.mark.skipif(
    find_spec("distributed") is None, reason="distributed is not installed"
)
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
        cwd=PROJECT,
        timeout=PATIENCE_SECONDS,
    )
    assert (result.returncode, result.stderr) == (0, "")
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
        path.write_text(dump_record(resigned(VICTORY, 20)), "utf-8")
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

    def show(_first: Next, _look: object, _game: str, options: Options) -> NoReturn:
        shown.append(options.jobs)
        no_cluster(Cluster("10.0.0.7", 8786))

    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setattr(review, "check_terminal", lambda _look: None)
    monkeypatch.setattr(review, "show", show)
    line = f"review {RECORDS / 'level2-victory.toml'} --cluster tcp://10.0.0.7:8786"
    status, out, err = call(line)
    assert shown == [Cluster("10.0.0.7", 8786)]
    assert (status, out) == (1, "")
    assert err == "foxduet: the cluster tcp://10.0.0.7:8786 does not answer\n"


WITH_PATIENCE = f"""
from foxduet.ai import cluster

cluster._SECONDS_TO_ANSWER = {FOR_EVER}
"""
"""A scheduler is waited for longer than a test waits for the program."""


@needs_distributed
def test_a_web_server_instead_of_a_scheduler_is_one_line_and_status_1() -> None:
    with listening(WEB) as listener:
        line = f"{SIMULATE} --cluster {listener.cluster}"
        with in_a_group("-m", "foxduet", *line.split()) as process:
            out, _none = process.communicate(timeout=PATIENCE_SECONDS)
        assert process.returncode == 1
        expected = "foxduet: '{}' is not the address of a scheduler, as in tcp://host:8786\n"
        assert out.decode() == expected.format(listener.cluster)


@posix
@needs_distributed
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_waiting_for_a_scheduler_that_says_nothing_can_be_ended_without_a_word(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_at_the_start(WITH_PATIENCE, tmp_path, monkeypatch)
    with listening(SILENCE) as listener:
        line = f"{SIMULATE} --cluster {listener.cluster}"
        with in_a_group("-m", "foxduet", *line.split()) as process:
            assert listener.heard.wait(PATIENCE_SECONDS)
            process.send_signal(number)
            assert process.communicate(timeout=PATIENCE_SECONDS)[0] == b""
            assert process.returncode == 128 + number
