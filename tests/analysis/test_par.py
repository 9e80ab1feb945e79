"""Par: what two experts score on a game's deals, found in the background and stopped at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import replace
from time import monotonic, sleep

import pytest

from foxduet.ai.names import is_repeatable
from foxduet.analysis.par import PAR_PARTNER, BackgroundPar, work_out_par
from foxduet.analysis.simulate import Series, play_series
from foxduet.play.record import dump_record
from tests.support.entries import SMALL, finished, header_at

QUICK = "steady"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_par_is_what_partners_make_of_the_same_deals(level: int) -> None:
    par = work_out_par(header_at(5, level), QUICK)
    (played,) = play_series(Series(level, 1, (QUICK, QUICK), 5), 1)
    assert (par.outcome, par.score or 0) == (played.outcome, played.score)
    assert par.effort == QUICK
    others = replace(header_at(9, level, (None, "novice")), seed=5)
    assert work_out_par(others, QUICK) == par


def test_par_is_the_same_whenever_it_is_worked_out() -> None:
    assert is_repeatable(PAR_PARTNER)


def awaited(seeker: BackgroundPar) -> object:
    """Return what a seeker finds."""
    until = monotonic() + 60
    while (found := seeker.found()) is None and monotonic() < until:
        sleep(0.02)
    seeker.stop()
    return found.par if found else None


def test_par_is_found_in_the_background() -> None:
    header = replace(header_at(5), board=SMALL)
    seeker = BackgroundPar()
    seeker.start(header)
    assert awaited(seeker) == work_out_par(header)


def process_of(seeker: BackgroundPar) -> subprocess.Popen[str]:
    assert seeker._process is not None
    return seeker._process


def test_looking_for_par_is_given_up_at_once() -> None:
    seeker = BackgroundPar()
    seeker.start(header_at(5))
    process = process_of(seeker)
    began = monotonic()
    seeker.stop()
    assert monotonic() - began < 2
    assert process.returncode is not None
    found = seeker.found()
    assert found is not None
    assert found.par is None


def test_a_process_that_ends_early_finds_nothing() -> None:
    seeker = BackgroundPar()
    seeker.start(header_at(5))
    os.kill(process_of(seeker).pid, signal.SIGKILL if sys.platform != "win32" else signal.SIGTERM)
    assert awaited(seeker) is None


def test_where_no_process_can_be_started_there_is_no_par(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    seeker = BackgroundPar()
    seeker.start(header_at(5))
    assert awaited(seeker) is None


def test_the_process_ends_with_the_program_that_wants_to_know() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "foxduet.analysis.par"], stdin=subprocess.PIPE
    )
    assert process.stdin is not None
    game = replace(finished(1), turns=())
    process.stdin.write(dump_record(game).encode())
    process.stdin.close()
    assert process.wait(timeout=30) == 1
