"""Fixtures of many tests: golden files, a home for each test, and a real terminal.

Golden files are compared by default, and rewritten with ``pytest --write-golden``. Random games
differ in each run; ``pytest --hypothesis-profile thorough`` plays seven times as many, and runs all
cases of the slow tests.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from itertools import chain, count, groupby
from multiprocessing import active_children
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from foxduet.analysis.puzzles import puzzles_of
from foxduet.core.cards import Seat
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.table.screen import TableScreen
from foxduet.words import i18n
from tests.support.classic import classic
from tests.support.entries import use_few_puzzles
from tests.support.meetings import TwoTerminals
from tests.support.panes import Pane
from tests.support.players import THOROUGH, duet
from tests.support.processes import (
    GOLDEN,
    PATIENCE_SECONDS,
    Call,
    called,
    run_at_the_start,
)
from tests.support.quick_reviews import AT_THE_START, quick_reviews
from tests.support.reviews import quick_partner
from tests.support.tables import FOLLOW_DOVE, STACKS, Desk, inside_only, options_in, table_at

# No deadline, since the machine may be busy.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", PATIENT, max_examples=THOROUGH)
settings.register_profile("usual", PATIENT, max_examples=15)
settings.load_profile("usual")

MEMORY = Path("/dev/shm")
"""A folder in memory, on Linux."""

_HOMES = count()
"""Numbers of homes that exist only once a test writes into them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write golden files anew")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Write files in memory, and let the programs that tests start share their bytecode.

    PYTHONDONTWRITEBYTECODE would make each of the many hundred programs compile everything again.
    The bytecode stays out of the source folders. The workers of a run, which start later, use it as
    well.
    """
    # Many disks are slow to make thousands of small files, and slower to remove them.
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2**30:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
    cache = getattr(config, "cache", None)
    if cache is not None and os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(cache.mkdir("bytecode")))
    # Each process takes its share of the tests, and then steals from the others.
    if config.getoption("dist", "no") == "load":
        config.option.dist = "worksteal"


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Use two processes per core: while one test waits for a terminal, another works."""
    return 2 * (yield)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Disable garbage collection while pytest collects thousands of tests, all of which stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the tests that use a terminal evenly between the files of the others."""
    waiting = [item for item in items if "pane" in getattr(item, "fixturenames", ())]
    others = [item for item in items if item not in waiting]
    files = [[*group] for _path, group in groupby(others, key=lambda item: item.path)] or [[]]
    for at, item in enumerate(waiting):
        files[at * len(files) // len(waiting)].append(item)
    items[:] = chain.from_iterable(files)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Return a function that compares a text with a file below tests/golden."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--write-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert text == path.read_text(encoding="utf-8"), f"differs from tests/golden/{name}"

    return compare


@pytest.fixture(autouse=True, scope="session")
def _unsynced() -> Iterator[None]:
    """Do not wait for the disk: the power does not fail during a test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("os.fsync", lambda _file: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _interruptible() -> Iterator[None]:
    """Heed Ctrl-C, also in programs that tests start; a script's background processes ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def _own_home(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Keep every test away from the developer's own games."""
    # Only tests that request a folder get one: thousands of folders take long to make and remove.
    if "tmp_path" in request.fixturenames:
        home: Path = request.getfixturevalue("tmp_path") / "home"
    else:
        home = tmp_path_factory.getbasetemp() / "homes" / f"{next(_HOMES)}"
    monkeypatch.setenv("FOXDUET_HOME", str(home))


@pytest.fixture(autouse=True)
def _forget_screens() -> Iterator[None]:
    """Forget the stacks of a test's screens."""
    before = {*STACKS}
    yield
    for screen in {*STACKS} - before:
        del STACKS[screen]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak English, whatever the developer's locale is."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        # Leave the encoding unchanged.
        if not os.environ.get(name, "C").startswith("C"):
            monkeypatch.setenv(name, "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "en")
    # On Windows, draw as in Windows Terminal.
    monkeypatch.setenv("WT_SESSION", "tests")
    yield
    i18n.use_language(i18n.SOURCE)
    i18n.use_ascii(False)


@pytest.fixture(autouse=True)
def _be_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Suppress the notice that work takes long, since the machine may be busy."""
    monkeypatch.setattr("foxduet.words.waiting.SILENT_SECONDS", PATIENCE_SECONDS)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return a function that runs a command line in this process, without a terminal."""
    return lambda line: called(line, capsys, monkeypatch)


@pytest.fixture
def home() -> Path:
    return Path(os.environ["FOXDUET_HOME"])


@pytest.fixture
def _seeming_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make commands believe that there is a terminal."""
    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)


@pytest.fixture
def nothing_is_left() -> Callable[[], bool]:
    """Return a function that is true once no process or thread of the test is running."""
    before = {*threading.enumerate()}
    return lambda: not active_children() and {*threading.enumerate()} <= before


@pytest.fixture
def _quick_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make reviews cheap, here and in the processes that share their work."""
    run_at_the_start(AT_THE_START, tmp_path, monkeypatch)
    with quick_reviews():
        yield


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Pane]:
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux here")
    with closing(Pane(tmp_path / "home")) as pane:
        yield pane


@pytest.fixture
def following(tmp_path: Path) -> TableScreen:
    """Right's hand is visible, with Doves; the 3 of Doves is led, and Stars are trump."""
    return table_at(tmp_path, FOLLOW_DOVE.format(path="1202101212 3 3"), Seat.P2)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return the options of a run, with folders for its games and scores."""
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


@pytest.fixture
def strict_canvas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail on text that the edge of the window would cut off."""
    monkeypatch.setattr(Canvas, "put", inside_only(Canvas.put))


@pytest.fixture
def few_puzzles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    use_few_puzzles(monkeypatch)
    yield
    puzzles_of.cache_clear()


@pytest.fixture
def quick_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let experts who hardly think play out branches."""
    monkeypatch.setattr(
        "foxduet.analysis.review_file.get_partner", lambda _game, _name, _opposite: quick_partner
    )


@pytest.fixture(autouse=True)
def _where_terminals_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the same title and form on every system, as if two terminals can meet."""
    monkeypatch.setattr("foxduet.ui.kit.effects.HAS_SOCKETS", True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.sqlite3"


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return the folder of the records behind the scores."""
    folder = tmp_path / "records"
    folder.mkdir()
    return folder


@pytest.fixture
def two(tmp_path: Path) -> Iterator[TwoTerminals]:
    """Return a game of Duet at two terminals; Left leads the first trick."""
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    two.join()
    yield two
    two.close()


@pytest.fixture
def match(tmp_path: Path) -> Iterator[TwoTerminals]:
    two = TwoTerminals(options_in(tmp_path), classic(16, seed=5))
    two.join()
    yield two
    two.close()
