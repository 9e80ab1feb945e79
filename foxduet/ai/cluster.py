"""The workers of a cluster of dask.distributed, as an executor.

Its client has an executor of its own, but that never finishes a future whose result was lost with
a worker and cannot be worked out again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from concurrent.futures import wait as wait_for
from contextlib import suppress
from functools import partial
from pickle import dumps, loads
from time import monotonic
from typing import Any, ParamSpec, TypeVar, get_args, get_origin, get_type_hints
from weakref import WeakSet

from foxduet import __version__
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.frozen import dataclass
from foxduet.core.register import games_added, register_game

CallT = ParamSpec("CallT")
ResultT = TypeVar("ResultT")

_ADDRESS = re.compile(r"tcp://(?P<host>[\w.-]+|\[[0-9a-f:.]+\]):(?P<port>[0-9]{1,5})", re.ASCII)
_LAST_PORT = 65_535
_SECONDS_TO_ANSWER = 10.0
_SECONDS_BETWEEN_COUNTS = 1.0
# They tell at length of what is handled here.
_TALKATIVE = ("asyncio", "distributed", "distributed.client", "tornado.application")


class ClusterError(FoxduetError):
    """A cluster cannot be used, or is lost."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster, by the host and the port of its scheduler."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"tcp://{self.host}:{self.port}"


def parse_cluster(text: str) -> Cluster:
    """Read an address such as ``tcp://host:8786``; ClusterError says what would be right."""
    match = _ADDRESS.fullmatch(text)
    if match is None or not 0 < int(match["port"]) <= _LAST_PORT or not _is_name(match["host"]):
        raise _no_scheduler(text)
    return Cluster(match["host"], int(match["port"]))


def _is_name(host: str) -> bool:
    """Return whether a host may be called so: each part of its name has 1 to 63 letters."""
    try:
        host.strip("[]").encode("idna")
    except UnicodeError:
        return False
    return True


def _no_scheduler(text: str) -> ClusterError:
    template = N_("'{text}' is not the address of a scheduler, as in tcp://host:8786")
    return ClusterError(template, text=text)


class ClusterPool(Executor):
    """The workers of a cluster, as many as there are at any time."""

    def __init__(self, cluster: Cluster) -> None:
        """Connect; ClusterError if the cluster cannot be used."""
        self._cluster = cluster
        self._client = _connected(cluster)
        self._counted_at, self._threads = 0.0, 0
        self._futures = WeakSet[Future[Any]]()
        try:
            self._check_versions()
        except BaseException:
            # A client that is not closed here closes itself when it is collected, which takes long,
            # and prints a traceback.
            self.kill()
            raise

    @property
    def alive(self) -> int:
        """How many tasks the workers do at a time; ClusterError if the scheduler is lost."""
        if self._client.status != "running":
            raise _lost(self._cluster)
        now = monotonic()
        if now - self._counted_at >= _SECONDS_BETWEEN_COUNTS:
            try:
                threads = self._client.nthreads(callback_timeout=_SECONDS_TO_ANSWER)
            except OSError:
                raise _lost(self._cluster) from None
            self._counted_at, self._threads = now, sum(threads.values())
        return self._threads

    def submit(
        self, work: Callable[CallT, ResultT], /, *args: CallT.args, **kwargs: CallT.kwargs
    ) -> Future[ResultT]:
        """Have ``work`` called by a worker; its future has whatever error comes of that.

        Raises ClusterError if the scheduler is lost.
        """
        if self._client.status != "running":
            raise _lost(self._cluster)
        future: Future[ResultT] = Future()
        # As bytes, since dask would look into arguments for tasks of its own. Equal tasks are
        # worked out twice, since each has its own times.
        call = __version__, games_added(), dumps((work, args, kwargs))
        task = self._client.submit(_call, *call, pure=False)
        task.add_done_callback(partial(_pass_on, future))
        self._futures.add(future)
        return future

    def checked(self, work: Callable[..., ResultT], result: ResultT) -> ResultT:
        """Return a result of ``work`` by a worker; ClusterError for what is none."""
        while isinstance(work, partial):
            work = work.func
        if not _is_of(result, get_type_hints(work)["return"]):
            template = N_("a worker of the cluster {cluster} has sent back what is no result")
            raise ClusterError(template, cluster=self._cluster)
        return result

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, once all is done that was submitted if ``wait``."""
        if wait and not cancel_futures:
            wait_for(self._futures)
        self.kill()

    def kill(self) -> None:
        """Leave the cluster at once; it drops the tasks that no worker has begun with."""
        _close(self._client)

    def _check_versions(self) -> None:
        """Raise ClusterError if a worker has another version, whose results may differ, or none."""
        try:
            found = self._client.run(
                _version, on_error="return", callback_timeout=_SECONDS_TO_ANSWER
            )
        except OSError:
            raise _lost(self._cluster) from None
        if any(version != __version__ for version in found.values()):
            template = N_("each worker of the cluster {cluster} needs foxduet {version}")
            raise ClusterError(template, cluster=self._cluster, version=__version__)


def _is_of(value: object, hint: Any) -> bool:
    """Return whether a value is of the type of a hint; all in tuples and lists is looked at."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if not isinstance(value, kind):
        return False
    if not inner or not isinstance(value, list | tuple):
        return True
    if kind is list or inner[-1] is ...:
        return all(_is_of(one, inner[0]) for one in value)
    return len(value) == len(inner) and all(map(_is_of, value, inner))


def _connected(cluster: Cluster) -> Any:
    """Return a client of ``cluster``."""
    import logging  # noqa: PLC0415 - only a cluster needs it
    import socket  # noqa: PLC0415 - the same

    try:
        from distributed import Client  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        template = N_("Python's {module} is missing here; pip install 'foxduet[cluster]'")
        raise ClusterError(template, module=error.name) from None
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.CRITICAL)

    class PromptClient(Client):  # type: ignore[misc]
        """A client whose start has a time limit, and which is closed if that fails."""

        def start(self, **given: Any) -> None:
            try:
                super().start(**given, callback_timeout=_SECONDS_TO_ANSWER)
            except BaseException:
                _close(self)
                raise

    try:
        # The client would try again and again, and not say what is wrong.
        place = cluster.host.strip("[]"), cluster.port
        socket.create_connection(place, _SECONDS_TO_ANSWER).close()
    except OSError as error:
        raise _unreachable(cluster, error) from None
    try:
        return PromptClient(str(cluster), timeout=_SECONDS_TO_ANSWER, set_as_default=False)
    except OSError:
        raise _lost(cluster) from None
    except ImportError as error:
        # So it says that the scheduler has another version of what both need.
        raise _unreachable(cluster, error) from None
    except Exception:  # noqa: BLE001 - garbage can raise anything in dask
        raise _no_scheduler(str(cluster)) from None


def _close(client: Any) -> None:
    """Close a client, connected or not."""
    with suppress(OSError):
        client.close(timeout=_SECONDS_TO_ANSWER)


def _unreachable(cluster: Cluster, reason: object) -> ClusterError:
    template = N_("the cluster {cluster} cannot be reached: {reason}")
    return ClusterError(template, cluster=cluster, reason=reason)


def _lost(cluster: Cluster) -> ClusterError:
    return ClusterError(N_("the cluster {cluster} does not answer"), cluster=cluster)


def _pass_on(future: Future[Any], task: Any) -> None:
    """Let a future have what a worker has made of its task."""
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = task.result(_SECONDS_TO_ANSWER)
    except Exception as error:  # noqa: BLE001 - whatever it is, it belongs to the future
        future.set_exception(error)
    else:
        future.set_result(result)


def _version() -> str:
    """Return the version of the program that a worker has."""
    return __version__


def _call(version: str, added: Iterable[str], call: bytes) -> Any:
    """Do a task on a worker; RuntimeError if that came later, and has another version."""
    if version != __version__:
        raise RuntimeError(f"foxduet {version} is needed, this is {__version__}")
    for module in added:
        register_game(module)
    work, args, kwargs = loads(call)
    return work(*args, **kwargs)
