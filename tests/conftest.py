"""What many tests need: golden files, a home of their own, and a real terminal.

Golden files are compared by default, and written anew with ``pytest --write-golden``.
Random games are other ones each time; with ``pytest --hypothesis-profile thorough`` there are seven
times as many, and all cases of what takes long.
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

# However busy the machine is.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("thorough", PATIENT, max_examples=THOROUGH)
settings.register_profile("usual", PATIENT, max_examples=15)
settings.load_profile("usual")

MEMORY = Path("/dev/shm")
"""Files in memory, on Linux."""

_HOMES = count()
"""The names of homes that are there only once a test writes into them."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-golden", action="store_true", help="write golden files anew")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Write files in memory, and let the programs that tests start share their bytecode.

    Otherwise each of the many hundred programs compiles all that it loads where bytecode is not
    to be written. It stays out of the sources' folders; the workers of a run, which begin after
    this, use it, too.
    """
    # Thousands of small files are slow to make and slower to remove on many disks.
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > 2**30:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
    cache = getattr(config, "cache", None)
    if cache is not None and os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(cache.mkdir("bytecode")))
    # Each process takes its share of the tests, and then some of what others have left.
    if config.getoption("dist", "no") == "load":
        config.option.dist = "worksteal"


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Use two processes for each core: while a test waits for a terminal, another one works."""
    return 2 * (yield)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while all that is made stays: thousands of tests, in each process."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the tests in a terminal among the files of the others, which they do not tear."""
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
    """Wait for no disk: the power does not fail during a test."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("os.fsync", lambda _file: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def _interruptible() -> Iterator[None]:
    """Heed Ctrl-C, here and in programs that tests start: what a script starts with & does not."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(autouse=True)
def _own_home(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Keep every test away from the games of whoever runs it."""
    # Only tests that ask for a folder get one: thousands of them take long to make and to remove.
    if "tmp_path" in request.fixturenames:
        home: Path = request.getfixturevalue("tmp_path") / "home"
    else:
        home = tmp_path_factory.getbasetemp() / "homes" / f"{next(_HOMES)}"
    monkeypatch.setenv("FOXDUET_HOME", str(home))


@pytest.fixture(autouse=True)
def _forget_screens() -> Iterator[None]:
    """Forget what lay below the screens of a test."""
    before = {*STACKS}
    yield
    for screen in {*STACKS} - before:
        del STACKS[screen]


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Speak English, whatever the locale of whoever runs the tests is."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        # The encoding stays as it was.
        if not os.environ.get(name, "C").startswith("C"):
            monkeypatch.setenv(name, "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "en")
    # On Windows, draw as in its Terminal.
    monkeypatch.setenv("WT_SESSION", "tests")
    yield
    i18n.use_language(i18n.SOURCE)
    i18n.use_ascii(False)


@pytest.fixture(autouse=True)
def _be_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be said of work that only takes long because the machine is busy."""
    monkeypatch.setattr("foxduet.words.waiting.SILENT_SECONDS", PATIENCE_SECONDS)


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Return what runs a command line in this process, without a terminal."""
    return lambda line: called(line, capsys, monkeypatch)


@pytest.fixture
def home() -> Path:
    """Return the folder of the player's games."""
    return Path(os.environ["FOXDUET_HOME"])


@pytest.fixture
def _seeming_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commands believe that there is a terminal."""
    monkeypatch.setattr("foxduet.ui.kit.terminal.check_terminal", lambda: None)


@pytest.fixture
def nothing_is_left() -> Callable[[], bool]:
    """Return whether neither a process nor a thread of the test is working any more."""
    before = {*threading.enumerate()}
    return lambda: not active_children() and {*threading.enumerate()} <= before


@pytest.fixture
def _quick_reviews(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let reviews cost next to nothing, here and in the processes that share their work."""
    run_at_the_start(AT_THE_START, tmp_path, monkeypatch)
    with quick_reviews():
        yield


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Pane]:
    """Open a window of tmux."""
    if shutil.which("tmux") is None:
        pytest.skip("there is no tmux here")
    with closing(Pane(tmp_path / "home")) as pane:
        yield pane


@pytest.fixture
def following(tmp_path: Path) -> TableScreen:
    """Right looks, with Doves in hand, and the 3 of Doves is led; Stars are trump."""
    return table_at(tmp_path, FOLLOW_DOVE.format(path="1202101212 3 3"), Seat.P2)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Return the options of a run, with folders for its games and scores."""
    return options_in(tmp_path, scores=tmp_path / "scores.sqlite3")


@pytest.fixture
def strict_canvas(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make text that would be cut off by the edge of the window an error."""
    monkeypatch.setattr(Canvas, "put", inside_only(Canvas.put))


@pytest.fixture
def few_puzzles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    use_few_puzzles(monkeypatch)
    yield
    puzzles_of.cache_clear()


@pytest.fixture
def quick_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let experts play branches out who hardly think."""
    monkeypatch.setattr(
        "foxduet.analysis.review_file.get_partner", lambda _game, _name, _opposite: quick_partner
    )


@pytest.fixture(autouse=True)
def _where_terminals_meet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the same title and form on every system: as where two terminals can meet."""
    monkeypatch.setattr("foxduet.ui.kit.effects.HAS_SOCKETS", True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.sqlite3"


@pytest.fixture
def records(tmp_path: Path) -> Path:
    """Return the folder of the records that scores are made of."""
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
