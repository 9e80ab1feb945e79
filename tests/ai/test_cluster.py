"""The workers of a cluster: the same results, whichever of them are lost, or one clear error."""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from threading import enumerate as all_threads
from typing import Any

import pytest

from foxduet.ai.cluster import Cluster, ClusterError, ClusterPool, parse_cluster
from foxduet.ai.workers import run_tasks
from foxduet.analysis.review_file import Task
from foxduet.analysis.review_job import work_out
from foxduet.analysis.simulate import PlayedGame, Series, play_series
from foxduet.core.common import Result
from foxduet.games.duet.rules.state import Setup
from tests.support.clusters import LocalCluster
from tests.support.machine import PATIENCE_SECONDS, until
from tests.support.players import VICTORY, beginning_of
from tests.support.processes import GARBAGE, GREETING, SILENCE, WEB, listening
from tests.support.tasks import address_of_worker, square, square_and_process, square_at_home

needs_distributed = pytest.mark.skipif(
    find_spec("distributed") is None, reason="distributed is not installed"
)
NO_SCHEDULER = "'{cluster}' is not the address of a scheduler, as in tcp://host:8786"
SQUARES = [number * number for number in range(50)]
SERIES = Series("duet", Setup(2), 40, ("steady", "random"), 11)


@pytest.mark.parametrize(
    ("text", "cluster"),
    [
        ("tcp://host:8786", Cluster("host", 8786)),
        ("tcp://10.0.0.7:1", Cluster("10.0.0.7", 1)),
        ("tcp://a_b.org.:80", Cluster("a_b.org.", 80)),
        ("tcp://[::1]:65535", Cluster("[::1]", 65535)),
    ],
)
def test_a_cluster_is_named_by_the_address_of_its_scheduler(text: str, cluster: Cluster) -> None:
    assert parse_cluster(text) == cluster
    assert str(cluster) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "host",
        "host:8786",
        "tcp://host",
        "tcp://:8786",
        "tcp://host:0",
        "tcp://host:65536",
        "tcp://host:x",
        "http://host:8786",
        "tcp://a b:8786",
        "tcp://host:8786/",
        "tcp://::1:8786",
        "tcp://.:1",
        "tcp://a..b:80",
        "tcp://[.a]:80",
        f"tcp://{'a' * 64}.org:80",
    ],
)
def test_another_text_is_refused(text: str) -> None:
    with pytest.raises(ClusterError, match="is not the address of a scheduler, as in tcp://host"):
        parse_cluster(text)


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match=r"pip install 'foxduet\[cluster\]'"):
        ClusterPool(Cluster("127.0.0.1", 8786))


def shares(_number: int) -> tuple[list[tuple[str, int]], float]:
    return [], 0.0


@pytest.mark.parametrize(
    ("result", "is_one"),
    [
        (([("a", 1), ("b", 2)], 0.5), True),
        (([], 0.5), True),
        (None, False),
        (([("a", "b")], 0.5), False),
        (([("a",)], 0.5), False),
        (([], 0.5, 1), False),
    ],
)
def test_what_a_worker_sends_back_is_a_result_or_one_error(
    result: Any, is_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Pool(ClusterPool):
        alive = 1

        def __init__(self, cluster: Cluster) -> None:
            self._cluster = cluster

        def submit(self, *_task: Any) -> Future[Any]:  # type: ignore[override]
            future = Future[Any]()
            future.set_result(result)
            return future

        def kill(self) -> None:
            pass

    monkeypatch.setattr("foxduet.ai.workers.ClusterPool", Pool)
    done = run_tasks(shares, [1], Cluster("127.0.0.1", 8786))
    if is_one:
        assert list(done) == [result]
    else:
        with pytest.raises(ClusterError, match="sent back what is no result"):
            list(done)


@needs_distributed
def test_a_scheduler_that_is_not_there_is_one_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(ClusterError, match="cannot be reached: "):
        next(run_tasks(square, range(50), Cluster("127.0.0.1", port)))


@needs_distributed
@pytest.mark.parametrize(
    ("says", "seconds", "error"),
    [
        (SILENCE, 0.5, "the cluster {cluster} does not answer"),
        (GREETING, 0.5, "the cluster {cluster} does not answer"),
        (WEB, PATIENCE_SECONDS, NO_SCHEDULER),
        (GARBAGE, PATIENCE_SECONDS, NO_SCHEDULER),
        (GREETING * 3, PATIENCE_SECONDS, NO_SCHEDULER),
    ],
    ids=["silence", "a greeting only", "a web server", "garbage", "a greeting for an answer"],
)
def test_what_is_no_scheduler_is_one_error_and_leaves_no_thread_behind(
    says: bytes,
    seconds: float,
    error: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("foxduet.ai.cluster._SECONDS_TO_ANSWER", seconds)
    with listening(says) as listener:
        with pytest.raises(ClusterError) as refused:
            ClusterPool(listener.cluster)
        assert str(refused.value) == error.format(cluster=listener.cluster)
        assert not [one for one in all_threads() if one.name.startswith("IO loop")]
    assert capfd.readouterr() == ("", "")


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[LocalCluster]:
    """Return a cluster of two workers."""
    local = LocalCluster(tmp_path / "cluster", workers=2)
    try:
        pool = ClusterPool(local.cluster)
        until(lambda: pool.alive == 2)
        pool.shutdown()
        yield local
    finally:
        local.end()


def plain(played: list[PlayedGame]) -> list[tuple[Result, list[int]]]:
    """Return what does not depend on the clock."""
    return [(game.result, [*map(len, game.seconds)]) for game in played]


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@needs_distributed
@pytest.mark.usefixtures("_quick_reviews")
def test_games_and_reviews_are_the_same_though_a_worker_is_killed_on_the_way(
    cluster: LocalCluster, tmp_path: Path
) -> None:
    done_by = {pid for _square, pid in run_tasks(square_and_process, range(50), cluster.cluster)}
    assert done_by == {worker.pid for worker in cluster.workers}

    alone, shared = (replace(SERIES, records=tmp_path / name) for name in ("alone", "shared"))
    games = play_series(shared, cluster.cluster)
    played = [next(games) for _ in range(3)]
    cluster.workers[0].kill()
    played += games
    assert plain(played) == plain(list(play_series(alone, 1)))
    assert contents(tmp_path / "shared") == contents(tmp_path / "alone")

    game = beginning_of(VICTORY, 12)
    one, two = (Task(game, tmp_path / name, "expert:20") for name in ("one.toml", "two.toml"))
    *_before, last = work_out(one, cluster.cluster)
    *_before, last_alone = work_out(two, 1)
    assert last.review == last_alone.review is not None


@needs_distributed
def test_what_no_worker_does_is_done_here_and_a_lost_scheduler_is_one_error(
    cluster: LocalCluster, capfd: pytest.CaptureFixture[str]
) -> None:
    assert list(run_tasks(square_at_home, range(50), cluster.cluster)) == SQUARES
    (address,) = run_tasks(address_of_worker, [0], cluster.cluster)
    with pytest.raises(ClusterError, match=f"'{address}' is not the address of a scheduler"):
        ClusterPool(parse_cluster(address))
    results = run_tasks(square, range(50), cluster.cluster)
    assert [next(results) for _ in range(3)] == SQUARES[:3]
    for worker in cluster.workers:
        worker.kill()
    assert list(results) == SQUARES[3:]
    assert list(run_tasks(square, range(50), cluster.cluster)) == SQUARES

    results = run_tasks(square, range(50), cluster.cluster)
    assert next(results) == 0
    cluster.scheduler.kill()
    with pytest.raises(ClusterError, match=f"the cluster {cluster.cluster} does not answer"):
        list(results)
    assert capfd.readouterr() == ("", "")
