"""How the tests are run: with xdist or without, and nothing for ever."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import repeat
from pathlib import Path
from random import Random
from typing import Any

import pytest

from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.state import Setup
from tests.games import contract
from tests.support.classic import deals, screens
from tests.support.conversation import ALONE, a_game
from tests.support.machine import PATIENCE_SECONDS, PATIENCE_STEPS, PROJECT

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
    """Run pytest as the project says, in a process of its own; something else ``before`` it."""
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
    collected = run_pytest("-p", "no:xdist", "--collect-only", "-q", "tests/test_layers.py")
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
        lambda match: [*deals.random_game(match, Random(1))],
        lambda match: [*contract.at_random(RULES, match, Random(1))],
        lambda match: screens.played_match(screens.classic(match.target)),
    ],
)
def test_a_game_that_never_ends_is_given_up(
    play: Callable[[Setup], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foxduet.games.classic.rules.ruleset.TARGETS", (10**9,))
    with pytest.raises(AssertionError, match="for ever"):
        play(Setup(target=10**9))


def test_a_conversation_that_never_ends_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="for ever"):
        a_game(tmp_path, "duet", 1, ALONE).say(*repeat("score", PATIENCE_STEPS + 1))
