"""A cluster of dask.distributed on this machine, its scheduler and workers in processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from threading import Event

from foxduet.ai.cluster import Cluster, parse_cluster
from tests.support.machine import PROJECT

_SECONDS_BETWEEN_LOOKS = 0.05


class LocalCluster:
    """A scheduler and its workers."""

    def __init__(self, folder: Path, workers: int) -> None:
        folder.mkdir()
        self._folder = folder
        place = folder / "scheduler.json"
        common = ("--scheduler-file", str(place), "--host", "127.0.0.1", "--no-dashboard")
        self.scheduler = self._start("scheduler", *common, "--port", "0")
        while not place.exists() or not place.read_text():
            self._wait()
        self.cluster: Cluster = parse_cluster(json.loads(place.read_text())["address"])
        one = (str(self.cluster), "--nthreads", "1", "--no-nanny", "--no-dashboard")
        folders = ("--local-directory", str(folder))
        self.workers = [self._start("worker", *one, *folders) for _ in range(workers)]

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{kind}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=PROJECT,
            )

    def _wait(self) -> None:
        log = self._folder / "scheduler.log"
        assert self.scheduler.poll() is None, f"it has ended:\n{log.read_text()}"
        Event().wait(_SECONDS_BETWEEN_LOOKS)

    def end(self) -> None:
        """Kill all that is left."""
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
