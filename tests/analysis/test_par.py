"""Games compared with a review's: branches of it, and par on its deals."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

from foxduet.ai.partner import Partner, Stop, Thought, is_repeatable, no_time_limit, partner_named
from foxduet.ai.workers import Worker
from foxduet.analysis.review_file import PlayOut, branch
from foxduet.analysis.simulation import (
    FindPar,
    ParFound,
    Series,
    play_series,
    work_out_par,
    work_out_pars,
)
from foxduet.core.cards import Deal
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import Game, Header
from foxduet.store.results import PAR_PARTNER
from tests.support.entries import SMALL, header_at
from tests.support.players import VICTORY
from tests.support.processes import (
    ENDLESS_PAR,
    PATIENCE_SECONDS,
    SHORT_OF,
    in_a_group,
    leave_only,
    lines_of,
    run_at_the_start,
    until,
)
from tests.support.reviews import NOWHERE, quick_partner, task_in

QUICK = "steady"


@pytest.mark.parametrize("level", [1, 2, 3])
def test_par_is_what_partners_score_on_the_same_deals(level: int) -> None:
    par = work_out_par(header_at(5, level), QUICK)
    (played,) = play_series(Series("duet", Setup(level), 1, (QUICK, QUICK), 5), 1)
    assert (par.outcome, par.score or 0) == (played.result.name, played.result.points[0])
    assert par.effort == QUICK
    others = replace(header_at(9, level, (None, "novice")), seed=5)
    assert work_out_par(others, QUICK) == par


def test_par_is_that_of_two_experts_who_know_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def named(game: str, name: str, opposite: str) -> Partner:
        asked.append((name, opposite))
        return partner_named(game, QUICK)

    monkeypatch.setattr("foxduet.analysis.simulation.partner_named", named)
    work_out_par(header_at(5, 1))
    assert asked == [(PAR_PARTNER, PAR_PARTNER)]


def test_par_is_the_same_whenever_it_is_worked_out() -> None:
    assert is_repeatable(PAR_PARTNER)


def looking_for(header: Header) -> Worker[ParFound]:
    """Start looking for the par of a game's deals."""
    worker = Worker[ParFound]()
    worker.start(FindPar(header))
    return worker


def found_by(worker: Worker[ParFound]) -> ParFound:
    """Wait for what a worker finds."""
    found: list[ParFound] = []

    def is_found() -> bool:
        answer = worker.answer()
        found.extend([] if answer is None else [answer])
        return bool(found)

    until(is_found)
    worker.stop()
    return found[0]


def small_header() -> Header:
    """Return a header with deals that are quickly played."""
    return replace(header_at(5), setup=Setup(2, SMALL))


def test_par_is_found_in_the_background(nothing_is_left: Callable[[], bool]) -> None:
    assert found_by(looking_for(small_header())) == ParFound(work_out_par(small_header()))
    until(nothing_is_left)


def test_par_is_worked_out_by_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    right = ParFound(work_out_par(small_header()))

    def refuse(*_arguments: object) -> NoReturn:
        raise AssertionError("this process would slow down the game")

    monkeypatch.setattr("foxduet.analysis.simulation.work_out_par", refuse)
    assert found_by(looking_for(small_header())) == right


def test_deals_have_the_same_par_for_all_players() -> None:
    others = replace(small_header(), players=("Ann", "Expert"), ai=(None, "expert"), hints=(3,))
    assert found_by(looking_for(others)) == found_by(looking_for(small_header()))


@pytest.fixture
def _endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let other processes look for par for ever."""
    run_at_the_start(ENDLESS_PAR, tmp_path, monkeypatch)


@pytest.mark.usefixtures("_endless")
def test_looking_for_par_stops_at_once(nothing_is_left: Callable[[], bool]) -> None:
    worker = looking_for(header_at(5))
    until(active_children)
    worker.stop()
    assert worker.answer() is None
    until(nothing_is_left)
    assert worker.answer() is None


@pytest.mark.usefixtures("_endless")
def test_a_process_that_ends_early_finds_nothing(nothing_is_left: Callable[[], bool]) -> None:
    worker = looking_for(header_at(5))
    until(active_children)
    for process in active_children():
        process.kill()
    assert found_by(worker) == ParFound(None)
    until(nothing_is_left)


@pytest.mark.parametrize("kind", SHORT_OF)
def test_where_no_process_can_be_started_there_is_no_par(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave_only(0, kind, monkeypatch)
    assert found_by(looking_for(header_at(5))) == ParFound(None)
    assert active_children() == []


def test_the_par_of_several_deals_is_the_same_whoever_shares_the_work() -> None:
    deals = [replace(small_header(), seed=seed) for seed in (5, 6, 7)]
    pars = [work_out_par(header) for header in deals]
    assert list(work_out_pars(deals, 1)) == list(work_out_pars(deals, 2)) == pars
    assert list(work_out_pars([], None)) == []


@pytest.mark.skipif(sys.platform == "win32", reason="process groups are of POSIX")
@pytest.mark.usefixtures("_endless")
def test_the_process_ends_with_the_program_that_started_it() -> None:
    program = (
        "from multiprocessing import active_children\n"
        "from foxduet.ai.workers import Worker\n"
        "from foxduet.analysis.simulation import FindPar\n"
        "from tests.support.entries import header_at\n"
        "worker = Worker()\n"
        "worker.start(FindPar(header_at(5)))\n"
        "while not active_children():\n"
        "    pass\n"
        "print(len(active_children()), flush=True)\n"
        "while worker.answer() is None:\n"
        "    pass\n"
    )
    with in_a_group("-c", program) as process:
        assert lines_of(process, 1) == [b"1\n"]
        process.kill()
        # A process that is still running would keep the pipe open.
        assert process.communicate(timeout=PATIENCE_SECONDS)[0] == b""


AT = 20


def branched() -> Game:
    """Return a branch of a fixed game in its first round, with experts at both ends."""
    chosen = VICTORY.turns[AT].action
    rules = VICTORY.rules
    other = next(one for one in rules.legal_actions(VICTORY.states[AT]) if one != chosen)
    return branch(task_in(NOWHERE), AT, other, ("expert", "expert"))


def hasty_partner(observation: Observation, rng: Random, stop: Stop = no_time_limit) -> Thought:
    """Think as ``quick_partner`` does, always cut short."""
    return replace(quick_partner(observation, rng, stop), cut_short=True)


def test_a_branch_is_played_to_its_end_decision_by_decision(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.review_file.partner_named", lambda _game, _name, _opposite: quick_partner
    )
    start = branched()
    games = list(PlayOut(start, 1.0).run(no_time_limit))
    assert [game.result is not None for game in games] == [False] * (len(games) - 1) + [True]
    for before, after in pairwise(games):
        new = after.turns[len(before.turns) :]
        assert not isinstance(new[0].action, Deal)
        # The deal that is due is dealt at once.
        assert [type(turn.action) for turn in new[1:]] in ([], [Deal])
        assert after.turns[: len(before.turns)] == before.turns
    assert any(isinstance(turn.action, Deal) for turn in games[-1].turns[AT:])
    assert games[-1].turns[: AT + 1] == start.turns
    assert not games[-1].header.cut_short


def test_each_thought_that_was_cut_short_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "foxduet.analysis.review_file.partner_named", lambda _game, _name, _opposite: hasty_partner
    )
    *_before, last = PlayOut(branched(), 1.0).run(no_time_limit)
    decisions = [
        number for number, turn in enumerate(last.turns, 1) if not isinstance(turn.action, Deal)
    ]
    assert last.header.cut_short == tuple(number for number in decisions if number > AT + 1)
