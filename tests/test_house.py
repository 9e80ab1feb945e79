"""The walls of the house: imports (also under ``TYPE_CHECKING``), loading, prose, pictures."""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from graphlib import TopologicalSorter
from importlib import import_module
from itertools import repeat, takewhile
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

import foxduet
from foxduet.cli.arguments import COMMANDS
from foxduet.core import registry
from foxduet.core.cards import Seat
from foxduet.core.registry import Part, card_game
from foxduet.games.classic.rules import RULES as CLASSIC_RULES
from foxduet.games.classic.rules.state import Setup
from foxduet.play.game import Game, Header, open_game
from foxduet.store.saved_games import SavedGame, load_game, save_game
from foxduet.store.settings import Config
from foxduet.ui.effect_handlers import start_game
from foxduet.ui.form import FormScreen, new_form
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Canvas, Look, Size, Style
from foxduet.ui.kit.effects import GameStarted, ScoreEntered, TitleRow
from foxduet.ui.kit.screen import DataPaths
from foxduet.ui.kit.svg import render_svg
from foxduet.ui.loop import draw_screen
from foxduet.ui.menu import TitleScreen
from foxduet.ui.score_handlers import enter_score
from foxduet.ui.table.moves import end_actions_for
from foxduet.ui.table.screen import TableScreen
from foxduet.ui.table.state import GameOver
from tests.contract import contract
from tests.contract.highcard.game import GAME as HIGHCARD
from tests.contract.highcard.game import played, saved
from tests.support import classic, processes
from tests.support.entries import finished, header_at
from tests.support.meetings import TwoTerminals
from tests.support.players import VICTORY, duet
from tests.support.processes import PATIENCE_SECONDS, PATIENCE_STEPS, PROJECT, Call, opened, tree_of
from tests.support.stories import ALONE, a_game
from tests.support.tables import WINDOW, begin, later, options_in, press_keys, text_of
from tests.tools.pictures import FOLDER, LOOK, MOVING, SCREENS, TITLES, picture

PACKAGE = Path(foxduet.__file__).parent

# From the ground up: a module imports only from its own room and from those above it here.
ROOMS = (
    *("core", "play", "ai", "store", "analysis", "words", "ui", "plain", "remote", "games", "cli"),
)
IMPURE = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "curses", "sys", "socket"}
AI_MAY_NOT_SEE = {"GameState", "observe", "sample", "score", "can_be_won"}


GAMES = {"duet", "classic"}
# Words of one game. "path" is missing, since files have paths.
WORDS_OF_ONE_GAME = {
    *("fox", "foxes", "forest", "gem", "gems", "level", "levels", "paw", "paws"),
    *("gazelle", "gift", "heir", "musician"),
    *("bells", "monarch", "moons", "swan", "treasure", "treasures", "witch", "woodcutter"),
}
# SQLite and loggers have levels; the first game is The Fox in the Forest Duet.
OTHER_MEANINGS = {
    "foxduet.store.scores": {"level"},
    "foxduet.ai.workers": {"level"},
    # The system's error for loops of links names levels.
    "foxduet.words.i18n": {"levels"},
    # A theme is called forest.
    **{
        f"foxduet.{name}": {"forest"}
        for name in (*("ui.kit.canvas", "store.settings", "words.game_words", "words.pages"),)
    },
    "foxduet": {"fox", "forest"},
    "foxduet.cli.arguments": {"fox", "forest"},
}


@cache
def modules() -> tuple[str, ...]:
    """Return the dotted names of all modules of the package."""
    files = sorted(PACKAGE.rglob("*.py"))
    names = (file.relative_to(PACKAGE.parent).with_suffix("").parts for file in files)
    return tuple(".".join(name).removesuffix(".__init__") for name in names)


RULES = [name for name in modules() if re.match(r"foxduet\.(core|games\.\w+\.rules)(?!\w)", name)]


def _source(name: str) -> Path:
    path = PACKAGE.parent.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def imports(name: str) -> frozenset[str]:
    """Return all modules that ``name`` imports anywhere, of this package or others."""
    return frozenset(_imported(tree_of(_source(name))))


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            yield from inside & {*modules()} or {node.module}


def _names_imported(name: str) -> set[str]:
    tree = tree_of(_source(name))
    froms = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    return {alias.name for node in froms for alias in node.names}


def _games_of(name: str) -> set[str]:
    """Return the game whose folder contains a module, as a set."""
    return {*name.split(".")[2:3]} & GAMES if name.startswith("foxduet.games.") else set()


def _words_in(name: str) -> set[str]:
    """Return the words of a module's source, including those within names."""
    runs = re.findall("[A-Za-z]+", _source(name).read_text("utf-8"))
    return {word.lower() for run in runs for word in re.findall("[A-Z]?[a-z]+|[A-Z]+", run)}


def _room(name: str) -> int | None:
    """Return the index of a module's room; None for the entry point and other packages."""
    package, _, rest = name.partition(".")
    room = rest.partition(".")[0]
    return ROOMS.index(room) if package == "foxduet" and room in ROOMS else None


def broken(names: Iterable[str], what: Callable[[str], set[str]]) -> dict[str, set[str]]:
    """Return the forbidden things that ``what`` finds, by module."""
    return {name: faults for name in names if (faults := what(name))}


def test_a_room_imports_only_rooms_above_it() -> None:
    def beyond(name: str) -> set[str]:
        own = _room(name)
        return {other for other in imports(name) if own is not None and (_room(other) or 0) > own}

    assert broken(modules(), beyond) == {}


def test_no_module_imports_itself_through_others() -> None:
    # Late imports, and those for the type checker, count as well.
    TopologicalSorter({name: imports(name) & {*modules()} for name in modules()}).prepare()


def test_only_what_is_named_for_a_game_knows_it() -> None:
    shared = [name for name in modules() if not _games_of(name)]
    assert broken(shared, lambda name: {other for other in imports(name) if _games_of(other)}) == {}
    meant = {name: WORDS_OF_ONE_GAME - OTHER_MEANINGS.get(name, set()) for name in shared}
    assert broken(shared, lambda name: _words_in(name) & meant[name]) == {}


def test_no_game_knows_another() -> None:
    def of_others(name: str) -> set[str]:
        return {other for other in imports(name) if _games_of(other) - _games_of(name)}

    assert broken(filter(_games_of, modules()), of_others) == {}


def test_what_screens_call_by_name_is_there_and_takes_what_it_is_given() -> None:
    def calls(tree: ast.AST) -> Iterator[ast.Call]:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "call":
                yield node

    trees = (tree_of(_source(name)) for name in modules())
    named = 0
    for node in (node for tree in trees for node in calls(tree)):
        match node.args:
            case [ast.Constant(str() as function), *given]:
                module, _colon, name = function.partition(":")
                called = getattr(import_module(f"foxduet.ui.{module}"), name)
                kinds = {*map(type, given)} | {keyword.arg for keyword in node.keywords}
                assert {ast.Starred, None} & kinds == set(), "what is given can be counted"
                words = {str(keyword.arg): keyword.value for keyword in node.keywords}
                inspect.signature(called).bind("the world", *given, **words)
                named += 1
    assert named > 20


def test_every_module_is_in_a_room() -> None:
    outside = {name for name in modules() if _room(name) is None}
    assert outside == {"foxduet", "foxduet.__main__"}


def test_rules_are_pure() -> None:
    # Rules receive a generator, and read and write moments; they only name the types.
    named = {"foxduet.core.toml": {"datetime"}}

    def impure(name: str) -> set[str]:
        impure = IMPURE - {"random"} - named.get(name, set())
        return {module.split(".")[0] for module in imports(name)} & impure

    assert broken(RULES, impure) == {}


def test_rules_load_no_generator() -> None:
    # Some interpreters load random when they start.
    program = "import sys; before = {*sys.modules}; " + "; ".join(f"import {it}" for it in RULES)
    loaded = subprocess.run(
        [sys.executable, "-c", f"{program}; print(*({{*sys.modules}} - before))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert {*RULES} <= {*loaded}
    assert "random" not in loaded


def test_only_the_terminal_imports_curses() -> None:
    assert {name for name in modules() if "curses" in imports(name)} == {"foxduet.ui.kit.terminal"}


def _looks_first(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and "importorskip" in ast.dump(node)


def test_tests_load_where_only_pytest_and_hypothesis_are_installed() -> None:
    always = {"pytest", "hypothesis", "foxduet", "tests", *sys.stdlib_module_names}
    for pattern in ("test_*.py", "conftest.py", "support/*.py"):
        for path in (PROJECT / "tests").rglob(pattern):
            first = takewhile(lambda at: not _looks_first(at), tree_of(path).body)
            loads = [at for at in first if isinstance(at, ast.Import | ast.ImportFrom)]
            roots = {name.partition(".")[0] for at in loads for name in _imported(at)}
            assert roots <= always, path


def test_partners_see_observations_only() -> None:
    partners = [name for name in modules() if ".ai" in name]
    assert broken(partners, lambda name: _names_imported(name) & AI_MAY_NOT_SEE) == {}


# English that hides its subject: the noun behind a pronoun, who acts, or the value on failure.
RIDDLES = {
    "what": r"\b[Ww]hat\b(?! if)",
    "a passive": r"\b(is|are|was|were|be) "
    r"(said|told|asked|chosen|shown|made|done|given|known|seen|taken|meant)\b",
    "none": r"\b(is|are|has|have|where|if|was) (none|nothing|nobody)\b"
    r"|\b([Nn]one|[Nn]othing|[Nn]obody) (where|is|of|has|if (it|there|that) (is|are))\b",
    "one": r"\bones? (that|of|which|is|with|who)\b|\b(the|this|that|another|no) ones?\b",
    "those of": r"\b(of which|of whom|in their order|of these|those of|that of)\b",
    "stands, lies": r"\b(stand|stands|stood|lie|lies|lay)\b",
    "nobody": r"\b([Ww]hoever|[Ss]omebody|[Nn]obody)\b",
    "Return whether": r"\bReturn whether\b",
    "is to": r"\b(is|are|was) to [a-z]+\b",
    "a comma at the end": r", (too|else|if any|if so|if at all|if there (is|are) (one|any))\b",
}
MAX_RIDDLES = 22
"""Their number only falls."""


# Classes of games that implement a base class of core/
SHARED_CLASS_NAMES = {"Card", "Choice", "RoundEnded", "Summary"}


def texts_of(path: Path) -> Iterator[str]:
    """Yield the docstrings and blocks of comments of a file, except notes to translators."""
    for node in ast.walk(tree_of(path)):
        match node:
            case ast.Expr(ast.Constant(str() as text)):
                yield text
    blocks = re.findall(r"(?:^[ \t]*# .*\n)+", path.read_text("utf-8"), re.MULTILINE)
    yield from (block for block in blocks if "Translators:" not in block)


def test_docstrings_and_comments_name_their_subject() -> None:
    texts = [text for path in PACKAGE.rglob("*.py") for text in texts_of(path)]
    counts = Counter(
        name for text in texts for name, pattern in RIDDLES.items() if re.search(pattern, text)
    )
    assert counts.total() <= MAX_RIDDLES, f"{counts.total()} in {len(texts)} texts: {counts}"


def test_no_two_classes_share_a_name() -> None:
    homes: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        # The files of a game mirror those of the other.
        home = re.sub(r"games/\w+/", "games/", path.relative_to(PACKAGE).as_posix())
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.ClassDef):
                homes.setdefault(node.name, set()).add(home)
    shared = {name: files for name, files in homes.items() if len(files) > 1}
    assert {name: shared[name] for name in shared.keys() - SHARED_CLASS_NAMES} == {}


def fill_home(home: Path) -> None:
    """Fill a home with a finished game and an unfinished game."""
    folders = DataPaths(home / "records", home / "scores.sqlite3", home / "config.toml")
    for header in (header_at(1), header_at(2, ai=(None, "expert:60"))):
        assert isinstance(start_game(open_game(header), folders), GameStarted)
    saved = save_game(SavedGame(home / "records" / "over.toml"), finished(1))
    entered = enter_score(finished(1), saved, folders.records, folders.scores)
    assert isinstance(entered, ScoreEntered)
    assert all(path.exists() for path in (folders.config, folders.scores) if path)


@pytest.mark.parametrize("is_used", [False, True], ids=["a new home", "a used one"])
@pytest.mark.parametrize("line", ["--level 2 --seed 1", ""], ids=["table", "title"])
def test_a_game_starts_without_loading_what_it_may_never_need(
    line: str, is_used: bool, tmp_path: Path
) -> None:
    if is_used:
        fill_home(tmp_path)
    loaded = (
        subprocess.run(
            [sys.executable, "-m", "tests.support.first_frame", *line.split()],
            capture_output=True,
            text=True,
            check=True,
            cwd=PACKAGE.parent,
            env={**os.environ, "FOXDUET_HOME": str(tmp_path)},
        )
        .stdout.partition("\n")[0]
        .split()
    )
    shown, later = ("table.views", "menu") if line else ("menu", "score_handlers")
    assert f"foxduet.ui.{shown}" in loaded
    screens = {f"foxduet.ui.{screen}" for screen in (later, "review", "scores", "replay")}
    ours = {"foxduet.games.duet.ai", "foxduet.ai.workers", "foxduet.store.scores"}
    ours |= {"foxduet.words.lessons", "foxduet.words.program_name"}
    others = {"asyncio", "concurrent", "difflib", "multiprocessing", "shutil", "sqlite3"}
    others |= set() if is_used else {"statistics", "tomllib"}
    if line:
        # The title shows saved games and the progress of lessons.
        ours |= {"foxduet.analysis", "foxduet.games.duet.words.ending"}
        others |= {"hashlib", "json", "threading"}
    parents = {name.rpartition(".")[0] for name in loaded} | {*loaded}
    assert parents & {*screens, *ours, *others} == set()
    assert of_the_other_game(loaded) == []


def of_the_other_game(loaded: list[str]) -> list[str]:
    return [name for name in loaded if name.startswith("foxduet.games.classic.")]


def loaded_by(program: str, home: Path) -> list[str]:
    """Return the modules that a program has loaded when it ends."""
    return subprocess.run(
        [sys.executable, "-c", f"import sys\n{program}\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=PACKAGE.parent,
        env={**os.environ, "FOXDUET_HOME": str(home)},
    ).stdout.split()


AT_THE_END = """
from pathlib import Path
from foxduet.play.record import load_record
from foxduet.store.saved_games import SavedGame
from foxduet.ui.kit.screen import DataPaths
from foxduet.ui.score_handlers import enter_score
from foxduet.ui.effect_handlers import save_current_game
home = Path({home!r})
home.joinpath("records").mkdir()
game = load_record(Path("tests/golden/records/level2-victory.toml").read_text("utf-8"))
folders = DataPaths(home / "records", home / "scores.db", home / "config.toml")
saved = save_current_game(game, SavedGame(home / "records" / "one.toml"), folders).saved
entered = enter_score(game, saved, folders.records, folders.scores)
assert entered.has_par and entered.trouble is None, entered
"""


def test_the_end_of_a_game_loads_nothing_of_another(tmp_path: Path) -> None:
    loaded = loaded_by(AT_THE_END.format(home=str(tmp_path)), tmp_path)
    assert "foxduet.store.scores" in loaded
    assert of_the_other_game(loaded) == []


def test_the_scores_as_text_load_neither_what_works_out_par_nor_a_screen(tmp_path: Path) -> None:
    program = "sys.argv = ['foxduet', 'scores']; from foxduet.__main__ import main; main()"
    loaded = loaded_by(program, tmp_path)
    assert "foxduet.words.scores" in loaded
    heavy = ("multiprocessing", "foxduet.ai.workers", "foxduet.plain", "foxduet.ui.loop")
    assert [name for name in loaded if name.startswith(heavy)] == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_sentence_of_a_review_loads_no_page_of_help(game: str, tmp_path: Path) -> None:
    # Without get_data no file of a package can be read.
    program = f"""import pkgutil; pkgutil.get_data = None
from foxduet.words.game_words import guide_words
guide_words({game!r}).cost_sentence"""
    assert f"foxduet.games.{game}.words.review" in loaded_by(program, tmp_path)


pytestmark = pytest.mark.usefixtures("_seeming_terminal")
AT_THE_START = """
from foxduet.core import registry as register
from tests.contract.highcard.game import GAME
register._GAMES[GAME.name] = register.CardGame(GAME.name, GAME.rules, GAME.options)
"""
SIMULATE = "simulate --game highcard --deals 2 --games 6 --seats random,random --seed 5"


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that takes some parts from a game."""

    def take(game: str, *parts: Part) -> None:
        without: dict[str, Any] = dict.fromkeys(parts)
        monkeypatch.setitem(registry._GAMES, game, replace(card_game(game), **without))

    return take


@pytest.fixture(params=["with words for a form", "rules alone"])
def bare(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, lacking: Callable[..., None]
) -> None:
    """Register the third game with hardly any of its parts."""
    monkeypatch.setitem(registry._GAMES, "highcard", HIGHCARD)
    lacking("highcard", registry.PARTNERS, registry.GUIDE, registry.DRAWING)
    if request.param == "rules alone":
        lacking("highcard", registry.WORDS)


@pytest.mark.usefixtures("bare")
def test_it_is_saved_and_replayed(tmp_path: Path, call: Call) -> None:
    game = played(seed=1)
    saved = save_game(SavedGame(tmp_path / "highcard.toml"), game)
    assert 'game = "highcard"' in saved.path.read_text("utf-8")
    loaded, _saved = load_game(saved.path)
    assert loaded == game
    status, out, err = call(f"replay --positions {saved.path}")
    assert (status, len(out.splitlines()), err) == (0, len(game.states), "")


@pytest.mark.usefixtures("bare")
def test_it_is_simulated(tmp_path: Path, call: Call) -> None:
    status, out, _err = call(f"{SIMULATE} --json --records {tmp_path}")
    assert status == 0
    report = json.loads(out)
    assert (report["games"], report["deals"], sum(report["outcomes"].values())) == (6, 2, 6)
    assert len(list(tmp_path.iterdir())) == 6
    assert call(f"{SIMULATE.replace('--seats', '--compare')} --json")[0] == 0


def test_it_is_simulated_by_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", processes.path_for(AT_THE_START, tmp_path))
    line = f"{SIMULATE} --json --jobs 2"
    command = [sys.executable, "-m", "foxduet", *line.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PROJECT)
    assert json.loads(done.stdout)["games"] == 6


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    "line",
    [
        *("help", "help rules", "help simulate", "config", "--help", "--version", "scores"),
        *(f"{command} --help" for command in COMMANDS),
        "simulate --level 1 --games 1 --seats random,random",
        *("scores --game highcard --csv", "scores --game highcard --json", "scores --json"),
    ],
)
def test_what_others_have_works_beside_it(line: str, call: Call, home: Path) -> None:
    saved(played(seed=1), home)
    status, out, err = call(line)
    assert (status, err) == (0, "")
    assert out


@pytest.mark.usefixtures("bare")
def test_its_scores_are_counted_and_printed_as_data(call: Call, home: Path) -> None:
    saved(played(seed=1), home)
    assert "1 game has been finished; foxduet scores --game highcard shows it." in call("scores")[1]
    (game,) = json.loads(call("scores --game highcard --json")[1])["games"]
    assert (game["deals"], game["tricks_p1"] + game["tricks_p2"]) == (1, 6)
    assert call("scores --game highcard --csv")[1].count("\n") == 2


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize(
    ("line", "status", "reason"),
    [
        ("--game highcard", 1, "highcard has no terminal screens"),
        ("--game highcard --deals 2", 1, "highcard has no terminal screens"),
        ("--game highcard --solo", 2, "argument --solo: not available with --game highcard"),
        ("--game highcard --daily", 2, "argument --daily: not available with --game highcard"),
        ("--resume {unfinished}", 1, "highcard has no terminal screens"),
        ("--resume", 1, "there is no unfinished game"),
        ("learn --game highcard", 2, "highcard has no lessons"),
        ("replay {record}", 1, "highcard has no terminal screens"),
        ("replay", 1, "highcard has no terminal screens"),
        ("share {record}", 1, "highcard has no terminal screens"),
        ("review {record}", 1, "highcard has no reviews"),
        ("review --text {record}", 1, "highcard has no reviews"),
        ("review --json", 1, "highcard has no reviews"),
        ("review --svg chart.svg {record}", 1, "highcard has no reviews"),
        ("scores --game highcard", 1, "the game highcard has no words for screens and reports"),
        (
            "scores --game highcard --daily",
            1,
            "the game highcard has no words for screens and reports",
        ),
        ("scores --game highcard --par", 2, "argument --par: not available with --game highcard"),
        (SIMULATE, 2, "argument --json: required with --game highcard"),
        (f"{SIMULATE} --compare random,random", 2, "not allowed with argument"),
        (
            SIMULATE.replace("random,random", "steady,random") + " --json",
            2,
            "highcard has no partners except random",
        ),
    ],
)
def test_what_it_lacks_is_said_in_a_line(
    line: str, status: int, reason: str, call: Call, home: Path
) -> None:
    game = played(seed=1)
    record = saved(game, home)
    unfinished = saved(beginning_of(game), home / "other")
    found, out, err = call(line.format(record=record, unfinished=unfinished))
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert reason in err
    assert "internal error" not in err
    assert sorted((home / "records").iterdir()) == [record]


def beginning_of(game: Game) -> Game:
    header = Header("highcard", game.header.setup, game.header.players, seed=1)
    return Game(header, game.initial_state, game.turns[:-2])


@pytest.mark.usefixtures("bare")
def test_nothing_leads_to_a_table_that_it_has_not(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(beginning_of(played(seed=1)), home)
    (home / "config.toml").write_text('game = "highcard"\n', "utf-8")
    title, desk = opened("", monkeypatch)
    assert isinstance(title, TitleScreen)
    assert (title.game_name, title.unfinished_games) == ("duet", ())
    form = press_keys(title, desk, str(1 + title.choices.index(TitleRow.NEW)), keys.ENTER)
    assert isinstance(form, FormScreen)
    assert form.games == registry.games()[:-1]
    scores = press_keys(title, desk, str(1 + title.choices.index(TitleRow.SCORES)), keys.ENTER)
    assert "highcard" not in text_of(scores)


@pytest.fixture
def partnerless(lacking: Callable[..., None]) -> None:
    lacking("duet", registry.PARTNERS, registry.REVIEWS)


@pytest.mark.usefixtures("partnerless")
@pytest.mark.parametrize(
    ("line", "status", "reason"),
    [
        ("--solo", 2, "argument --solo: not available with --game duet"),
        ("--resume {alone}", 1, "the game's partner, 'expert', is unknown"),
        ("review {record}", 1, "duet has no reviews"),
        ("scores --par", 2, "argument --par: not available with --game duet"),
        ("simulate --level 1 --games 2 --seats random,steady", 2, "no partners except random"),
    ],
)
def test_partners_that_a_game_lacks_are_said_to_be_missing(
    line: str, status: int, reason: str, call: Call, home: Path
) -> None:
    record = saved(VICTORY, home)
    alone = replace(VICTORY.header, ai=(None, "expert"))
    unfinished = saved(Game(alone, VICTORY.initial_state, VICTORY.turns[:5]), home / "other")
    found, out, err = call(line.format(record=record, alone=unfinished))
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert reason in err


@pytest.mark.usefixtures("partnerless")
def test_two_people_play_a_game_without_partners_to_its_end(tmp_path: Path) -> None:
    desk = options_in(tmp_path, scores=tmp_path / "scores.sqlite3")
    for config in (Config({"partner": "expert"}), Config()):
        form = new_form(desk, config).screen
        assert isinstance(form, FormScreen)
        assert form.partner is None
        assert "partner" not in [row.key for row in form.rows]
    table = begin(desk, 2, ("Left", "Right"), 7)
    looking = press_keys(table, desk, "m")
    assert "hint" not in text_of(looking)
    assert press_keys(looking, desk, "i") == looking
    resigned = press_keys(looking, desk, "R", "y")
    assert isinstance(resigned, TableScreen)
    over = later(resigned, desk)
    assert isinstance(over, TableScreen)
    assert isinstance(over.mode, GameOver)
    assert (over.mode.entered, over.mode.seeks_par) == (True, False)
    labels = [label for label, _end in end_actions_for(over)]
    assert "Play again" in labels
    assert "Review" not in labels


@pytest.mark.usefixtures("partnerless")
def test_without_reviews_none_is_offered_at_two_terminals(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    two.join()
    two.press(Seat.P1, "R", "y")
    two.press(Seat.P2, "y")
    for seat in Seat:
        assert "Review" not in two.text(seat)
        two.press(seat, "m")
        assert "Look through the game" in two.text(seat)
    two.close()


def test_a_form_with_a_partner_goes_on_with_two_people_in_a_game_without(
    tmp_path: Path, lacking: Callable[..., None]
) -> None:
    lacking("classic", registry.PARTNERS)
    desk = options_in(tmp_path)
    form = press_keys(new_form(desk, Config({"partner": "expert"})).screen, desk, keys.RIGHT)
    assert isinstance(form, FormScreen)
    assert (form.game_name, form.partner, form.names) == ("classic", None, ("Left", "Right"))


@pytest.mark.parametrize(
    ("part", "line", "status", "reason"),
    [
        (registry.LESSONS, "learn", 2, "duet has no lessons"),
        (registry.PUZZLES, "puzzle --json", 2, "duet has no puzzles"),
        (registry.DRAWING, "--level 2", 1, "duet has no terminal screens"),
        (registry.DRAWING, "replay {record}", 1, "duet has no terminal screens"),
        (registry.GUIDE, "--level 2", 1, "has no words for screens and reports"),
        (registry.GUIDE, "scores", 1, "has no words for screens and reports"),
        (registry.GUIDE, "review --text {record}", 1, "has no words for screens and reports"),
    ],
)
def test_any_part_may_be_missing(
    part: Part,
    line: str,
    status: int,
    reason: str,
    call: Call,
    home: Path,
    lacking: Callable[..., None],
) -> None:
    record = saved(VICTORY, home)
    lacking("duet", part)
    found, out, err = call(line.format(record=record))
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert reason in err


@pytest.mark.parametrize("name", foxduet.__all__)
def test_each_public_name_is_there_with_its_docstring(name: str) -> None:
    assert name in dir(foxduet)
    assert (inspect.getdoc(getattr(foxduet, name)) or "").strip()


def test_other_names_are_not_there() -> None:
    with pytest.raises(AttributeError, match="'foxduet' has no attribute 'curses'"):
        _ = foxduet.curses  # type: ignore[attr-defined]


def test_importing_the_package_loads_nothing_of_it() -> None:
    program = "import sys, foxduet; print([name for name in sys.modules if 'foxduet.' in name])"
    command = [sys.executable, "-c", program]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"


LARGEST = 30_000
"""Bytes of a picture: a README with four should load at once."""

DRAWN = "─│╭╮╯╰━┃┏┓┛┗╌╎▏▎▍▌▋▊▉█▁▂▃▄▅▆▇"


@pytest.mark.skipif(sys.platform == "win32", reason="curses there has no dim letters")
@pytest.mark.parametrize("name", TITLES)
def test_pictures_are_up_to_date(name: str) -> None:
    path = FOLDER / f"{name}.svg"
    text = path.read_text("utf-8") if path.exists() else ""
    assert text == picture(name), (
        f"{path.relative_to(PROJECT)} shows another screen than the program now does: "
        "make the pictures again with python -m tests.tools.pictures, and look at them"
    )


def test_there_are_no_other_pictures() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {*SCREENS, MOVING} == {*TITLES}


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_has_every_word_and_sign_of_its_screen(name: str) -> None:
    root = ElementTree.fromstring(picture(name))
    drawn = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    text = "".join(draw_screen(SCREENS[name](), WINDOW, LOOK).text_rows)
    expected = re.sub(rf"[\s{DRAWN}]", "", text)
    assert sorted(re.sub(r"[\s\ufe0e]", "", "".join(drawn))) == sorted(expected)
    assert TITLES[name] in (root[0].text or "")


@pytest.mark.parametrize("name", SCREENS)
def test_a_picture_is_small_and_needs_nothing_from_elsewhere(name: str) -> None:
    text = picture(name)
    assert len(text.encode()) < LARGEST
    assert "prefers-color-scheme: dark" in text
    namespace = "http://www.w3.org/2000/svg"
    assert not re.findall(r"url\(|href|@import|<image|https?://", text.replace(namespace, ""))


@pytest.mark.parametrize("style", Style)
def test_every_style_can_be_drawn(style: Style) -> None:
    canvas = Canvas(Size(1, 30), Look())
    canvas.put(0, 0, f"a <b> {DRAWN[:10]}", style)
    root = ElementTree.fromstring(render_svg(canvas.frame(), "T"))
    assert "a <b>" in {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}


HANGS = """
from threading import Event
from hypothesis import given, strategies

@given(strategies.booleans())
def test_that_hangs(_chance):
    Event().wait()
"""


def run_pytest(
    *arguments: str | Path, before: Callable[[], object] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run pytest in a child process, as the project says; ``before`` runs there first."""
    configured = ("-c", "pyproject.toml", "--confcutdir", ".", "-p", "no:cacheprovider")
    return subprocess.run(
        [sys.executable, "-m", "pytest", *configured, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=PROJECT,
        timeout=PATIENCE_SECONDS,
        preexec_fn=before,
    )


def test_a_test_that_hangs_ends_the_run(tmp_path: Path) -> None:
    (tmp_path / "test_hang.py").write_text(HANGS, "utf-8")
    ended = run_pytest("-o", "faulthandler_timeout=0.1", "-p", "no:xdist", tmp_path)
    assert ended.returncode == 1
    assert "in test_that_hangs" in ended.stderr


def test_a_test_that_hangs_fails_under_xdist(tmp_path: Path) -> None:
    pytest.importorskip("xdist")
    (tmp_path / "test_hang.py").write_text(HANGS, "utf-8")
    ended = run_pytest("-o", "faulthandler_timeout=0.1", "-n", "1", tmp_path)
    assert "crashed while running" in ended.stdout
    assert "in test_that_hangs" in ended.stderr


def test_the_tests_run_without_xdist() -> None:
    collected = run_pytest("-p", "no:xdist", "--collect-only", "-q", "tests/test_house.py")
    assert (collected.returncode, collected.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="shells of POSIX start programs like that")
def test_signals_are_tested_in_the_background_of_a_script_too() -> None:
    test = "tests/cli/test_simulate.py::test_a_signal_ends_the_games_with_its_status_and_no_words"
    ignoring = partial(signal.signal, signal.SIGINT, signal.SIG_IGN)
    ended = run_pytest("-p", "no:xdist", "-k", "Ctrl-C", test, before=ignoring)
    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize(
    "play",
    [
        lambda match: [*classic.random_game(match, Random(1))],
        lambda match: [*contract.at_random(CLASSIC_RULES, match, Random(1))],
        lambda match: classic.played_match(classic.classic(match.target)),
    ],
)
def test_a_game_that_never_ends_is_given_up(
    play: Callable[[Setup], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foxduet.games.classic.rules.TARGETS", (10**9,))
    with pytest.raises(AssertionError, match="for ever"):
        play(Setup(target=10**9))


def test_a_conversation_that_never_ends_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="for ever"):
        a_game(tmp_path, "duet", 1, ALONE).say(*repeat("score", PATIENCE_STEPS + 1))
