"""Games that partners play by themselves: the same whoever shares them, and repeatable."""

from __future__ import annotations

import tomllib
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest
from hypothesis import given

from foxduet.ai.partner import Partner, Stop, Thought, never
from foxduet.ai.partners import choose_at_random
from foxduet.analysis.simulate import Played, Series, play_in_turn, play_series
from foxduet.play.game import chance_of
from foxduet.play.record import load_record
from foxduet.rules.common import Deal, Seat
from foxduet.rules.duet.observation import Observation, observe, sample
from foxduet.rules.duet.state import Outcome, Setup
from tests.support.players import beginning_of
from tests.support.strategies import few, random_game, seeds, setups

SERIES = Series(level=2, games=40, seats=("random", "random"), seed=11)


def plain(played: list[Played]) -> list[tuple[Outcome, int, list[int]]]:
    """Return what does not depend on the clock."""
    return [(game.outcome, game.score, [*map(len, game.seconds)]) for game in played]


def choose_first(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose the first legal action, as if time had run out."""
    return Thought(observation.choices[0], cut_short=True)


def use_partners(monkeypatch: pytest.MonkeyPatch, **partners: Partner) -> None:
    """Let these partners, by their names, play in this process."""
    monkeypatch.setattr("foxduet.analysis.simulate.partner_named", partners.__getitem__)


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs() -> None:
    alone = list(play_series(SERIES, jobs=1))
    assert plain(alone) == plain(list(play_series(SERIES, jobs=2)))
    assert plain(alone) == plain(list(play_series(SERIES, jobs=1)))


def test_each_game_has_a_seed_of_its_own() -> None:
    later = Series(level=2, games=39, seats=("random", "random"), seed=12)
    assert plain(list(play_series(SERIES, 1)))[1:] == plain(list(play_series(later, 1)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_in_turn_are_those_of_both_series(jobs: int) -> None:
    other = Series(level=3, games=40, seats=("random", "random"), seed=11)
    in_turn = plain(list(play_in_turn(SERIES, other, jobs)))
    assert in_turn[0::2] == plain(list(play_series(SERIES, 1)))
    assert in_turn[1::2] == plain(list(play_series(other, 1)))


def test_records_of_a_series_lead_to_its_results(tmp_path: Path) -> None:
    series = Series(2, 12, ("random", "random"), 5, tmp_path / "new")
    played = list(play_series(series, jobs=1))
    paths = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in paths][:2] == ["game-01.toml", "game-02.toml"]
    games = [load_record(path.read_text("utf-8")) for path in paths]
    assert [game.state.table.outcome for game in games] == [one.outcome for one in played]
    assert [game.header.seed for game in games] == list(range(5, 17))


def test_a_record_tells_who_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_partners(monkeypatch, first=choose_first, random=choose_at_random)
    list(play_series(Series(1, 1, ("first", "random"), 5, tmp_path), jobs=1))
    table = tomllib.loads((tmp_path / "game-1.toml").read_text("utf-8"))
    assert table["ai"] == {"p1": "first", "p2": "random"}


def test_a_choice_can_be_repeated_from_the_record_whatever_came_before(tmp_path: Path) -> None:
    list(play_series(Series(2, 1, ("random", "random"), 5, tmp_path), jobs=1))
    game = load_record((tmp_path / "game-1.toml").read_text("utf-8"))
    for at, turn in enumerate(game.turns):
        before = beginning_of(game, at)
        pending = before.state.table.pending
        assert pending is not None
        if not isinstance(turn.action, Deal):
            seat = Seat.P1 if pending.seat is None else pending.seat
            seen = observe(before.state, seat)
            assert choose_at_random(seen, chance_of(before, seat)).action == turn.action


def test_decisions_cut_short_are_counted_and_timed_for_each_seat(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    use_partners(monkeypatch, first=choose_first, random=choose_at_random)
    (game,) = play_series(Series(2, 1, ("first", "random"), 5), jobs=1)
    assert game.cut_short == len(game.seconds[Seat.P1])
    assert len(game.seconds[Seat.P2]) > 0


@few(40)
@given(setups, seeds)
def test_a_random_choice_does_not_depend_on_what_its_seat_cannot_know(
    setup: Setup, seed: int
) -> None:
    rng = Random(seed)
    for state, _action, _step in random_game(setup, rng):
        pending = state.table.pending
        if pending is None or pending.seat is None:
            continue
        seen = observe(state, pending.seat)
        other = observe(sample(seen, rng), pending.seat)
        assert choose_at_random(seen, Random(seed)) == choose_at_random(other, Random(seed))


@pytest.mark.parametrize(("games", "asked_for"), [(3, 3), (400, 61)])
def test_no_more_processes_are_started_than_there_is_work_for(
    games: int, asked_for: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Refused(Exception):
        pass

    def refuse(jobs: int, **_options: object) -> NoReturn:
        asked.append(jobs)
        raise Refused

    monkeypatch.setattr("foxduet.analysis.simulate.ProcessPoolExecutor", refuse)
    with pytest.raises(Refused):
        next(play_series(Series(2, games, ("random", "random"), 1), jobs=400))
    assert asked == [asked_for]


def test_games_given_up_leave_no_process_behind() -> None:
    games = play_series(Series(2, 10_000, ("random", "random"), 1), jobs=2)
    next(games)
    assert active_children() != []
    games.close()
    assert active_children() == []
