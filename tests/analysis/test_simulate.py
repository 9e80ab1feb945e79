"""Games that partners play by themselves: the same with any number of processes, and repeatable."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from foxduet.ai.partner import Partner, Stop, Thought, choose_at_random, never
from foxduet.analysis.simulate import (
    PlayedGame,
    RecordsError,
    Series,
    play_in_turn,
    play_series,
)
from foxduet.core.common import Deal, Result, Seat
from foxduet.games.duet.rules.observation import Observation, observe, sample
from foxduet.games.duet.rules.state import Setup
from foxduet.play.game import chance_of
from foxduet.play.record import load_record
from tests.support.players import beginning_of, few, random_game, seeds, setups

BOTH_RANDOM = ("random", "random")


def series_of(
    games: int,
    seats: tuple[str, str] = BOTH_RANDOM,
    seed: int = 5,
    level: int = 2,
    records: Path | None = None,
) -> Series:
    """Return a series of games of Duet."""
    return Series("duet", Setup(level), games, seats, seed, records)


SERIES = series_of(40, seed=11)


def plain(played: list[PlayedGame]) -> list[tuple[Result, list[int]]]:
    """Return what does not depend on the clock."""
    return [(game.result, [*map(len, game.seconds)]) for game in played]


def choose_first(observation: Observation, rng: Random, stop: Stop = never) -> Thought:
    """Choose the first legal action, as if time had run out."""
    return Thought(observation.choices[0], cut_short=True)


def use_partners(monkeypatch: pytest.MonkeyPatch, **partners: Partner) -> None:
    """Let these partners, by their names, play in this process."""
    monkeypatch.setattr(
        "foxduet.analysis.simulate.partner_named", lambda _game, name, _opposite: partners[name]
    )


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs() -> None:
    alone = list(play_series(SERIES, jobs=1))
    assert plain(alone) == plain(list(play_series(SERIES, jobs=2)))
    assert plain(alone) == plain(list(play_series(SERIES, jobs=1)))


def test_each_partner_knows_the_one_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def named(_game: str, name: str, beside: str) -> Partner:
        asked.append((name, beside))
        return choose_first

    monkeypatch.setattr("foxduet.analysis.simulate.partner_named", named)
    list(play_series(replace(SERIES, games=1, seats=("expert", "steady")), jobs=1))
    assert asked == [("expert", "steady"), ("steady", "expert")]


def test_each_game_has_its_own_seed() -> None:
    later = series_of(39, seed=12)
    assert plain(list(play_series(SERIES, 1)))[1:] == plain(list(play_series(later, 1)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_in_turn_are_those_of_both_series(jobs: int) -> None:
    other = series_of(40, seed=11, level=3)
    in_turn = plain(list(play_in_turn((SERIES, other), jobs)))
    assert in_turn[0::2] == plain(list(play_series(SERIES, 1)))
    assert in_turn[1::2] == plain(list(play_series(other, 1)))


def test_records_of_a_series_lead_to_its_results(tmp_path: Path) -> None:
    series = series_of(12, records=tmp_path / "new")
    played = list(play_series(series, jobs=1))
    paths = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in paths][:2] == ["game-01.toml", "game-02.toml"]
    games = [load_record(path.read_text("utf-8")) for path in paths]
    assert [game.result for game in games] == [one.result for one in played]
    assert [game.header.seed for game in games] == list(range(5, 17))


def test_a_game_that_is_played_again_overwrites_its_own_record_and_no_other(tmp_path: Path) -> None:
    series = series_of(2, records=tmp_path)
    list(play_series(series, jobs=1))
    (tmp_path / "game-2.toml").write_text("something else")
    list(play_series(series, jobs=1))
    first, beside, other = sorted(tmp_path.iterdir())
    assert (first.name, other.name) == ("game-1.toml", "game-2.toml")
    assert beside.name.startswith("game-2-")
    assert other.read_text() == "something else"


def test_a_record_has_the_names_of_the_partners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_partners(monkeypatch, first=choose_first, random=choose_at_random)
    list(play_series(series_of(1, ("first", "random"), level=1, records=tmp_path), jobs=1))
    table = tomllib.loads((tmp_path / "game-1.toml").read_text("utf-8"))
    assert table["ai"] == {"p1": "first", "p2": "random"}


def test_a_choice_can_be_repeated_from_the_record_alone(tmp_path: Path) -> None:
    list(play_series(series_of(1, records=tmp_path), jobs=1))
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
    (game,) = play_series(series_of(1, ("first", "random")), jobs=1)
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


def test_no_more_processes_are_started_than_there_are_games() -> None:
    games = play_series(series_of(3), jobs=400)
    next(games)
    assert len(active_children()) == 3
    games.close()


def test_a_record_that_cannot_be_written_is_an_error_that_names_the_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(RecordsError, match=re.escape(f"written to {tmp_path / 'file'}: ")):
        list(play_series(series_of(2, records=tmp_path / "file"), jobs=1))


@pytest.mark.parametrize("killed", [1, 2])
def test_games_are_the_same_whatever_processes_are_killed(killed: int, tmp_path: Path) -> None:
    alone, shared = (replace(SERIES, records=tmp_path / name) for name in ("alone", "shared"))
    games = play_series(shared, jobs=2)
    played = [next(games)]
    for process in active_children()[:killed]:
        process.kill()
    played += games
    assert plain(played) == plain(list(play_series(alone, jobs=1)))
    assert contents(tmp_path / "shared") == contents(tmp_path / "alone")
    assert active_children() == []


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_closing_a_series_leaves_no_process() -> None:
    games = play_series(series_of(10_000), jobs=2)
    next(games)
    assert active_children() != []
    games.close()
    assert active_children() == []
