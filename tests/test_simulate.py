"""Games that partners play by themselves, and their report."""

from __future__ import annotations

import json
from array import array
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from foxduet import simulate_command
from foxduet.__main__ import main
from foxduet.ai.partners import choose_at_random
from foxduet.record import load_record
from foxduet.rules.observation import observe, sample
from foxduet.rules.state import Outcome, Setup
from foxduet.simulate import Played, Series, play_series, summary
from tests.strategies import few, random_game, seeds, setups

SERIES = Series(level=2, games=40, seats=("random", "random"), seed=11)


def plain(played: list[Played]) -> list[tuple[Outcome, int, int]]:
    """Return what does not depend on the clock."""
    return [(game.outcome, game.score, len(game.seconds)) for game in played]


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_jobs() -> None:
    alone = list(play_series(SERIES, jobs=1))
    assert plain(alone) == plain(list(play_series(SERIES, jobs=2)))
    assert plain(alone) == plain(list(play_series(SERIES, jobs=1)))


def test_each_game_has_a_seed_of_its_own() -> None:
    later = Series(level=2, games=39, seats=("random", "random"), seed=12)
    assert plain(list(play_series(SERIES, 1)))[1:] == plain(list(play_series(later, 1)))


def test_records_of_a_series_lead_to_its_results(tmp_path: Path) -> None:
    series = Series(2, 12, ("random", "random"), 5, tmp_path / "new")
    played = list(play_series(series, jobs=1))
    paths = sorted((tmp_path / "new").iterdir())
    assert [path.name for path in paths][:2] == ["game-01.toml", "game-02.toml"]
    games = [load_record(path.read_text("utf-8")) for path in paths]
    assert [game.state.outcome for game in games] == [one.outcome for one in played]
    assert [game.header.seed for game in games] == list(range(5, 17))


@few(40)
@given(setups, seeds)
def test_a_random_choice_does_not_depend_on_what_its_seat_cannot_know(
    setup: Setup, seed: int
) -> None:
    rng = Random(seed)
    for state, _action, _step in random_game(setup, rng):
        pending = state.pending
        if pending is None or pending.seat is None:
            continue
        seen = observe(state, pending.seat)
        other = observe(sample(seen, rng), pending.seat)
        assert choose_at_random(seen, Random(seed)) == choose_at_random(other, Random(seed))


def test_a_defeat_counts_nothing_in_the_mean_score() -> None:
    played = [
        Played(Outcome.VICTORY, 30, array("d", [0.1])),
        Played(Outcome.LOST, 0, array("d", [0.3, 0.2])),
    ]
    report = summary(SERIES, played, 1.5)
    assert (report["wins"], report["win_rate"], report["mean_score"]) == (1, 0.5, 15)
    assert report["outcomes"] == {"victory": 1, "lost": 1, "out-of-time": 0, "resigned": 0}
    assert report["decisions"] == 3
    assert report["ms_per_decision"] == {"p50": 200, "p95": 300, "p99": 300, "max": 300}


def test_the_json_report_has_the_fields_of_the_design(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "simulate --level 3 --games 3 --seats random,random --seed 4 --json"
    monkeypatch.setattr("sys.argv", ["foxduet", *line.split()])
    assert main() == 0
    out, err = capsys.readouterr()
    report = json.loads(out)
    assert list(report) == [
        "level",
        "games",
        "seats",
        "seed",
        "wins",
        "win_rate",
        "wilson95",
        "mean_score",
        "outcomes",
        "decisions",
        "ms_per_decision",
        "seconds",
    ]
    assert list(report["ms_per_decision"]) == ["p50", "p95", "p99", "max"]
    assert (report["level"], report["games"], report["seed"]) == (3, 3, 4)
    assert report["seats"] == ["random", "random"]
    assert err == ""


def test_the_report_for_people_names_the_essentials(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "simulate --level 1 --games 2 --seats random,random --seed 4"
    monkeypatch.setattr("sys.argv", ["foxduet", *line.split()])
    assert main() == 0
    out = capsys.readouterr().out
    assert out.startswith("Level 1, 2 games, random + random, seeds from 4\nWon ")


def test_records_never_take_the_place_of_other_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game-2.toml").write_text("mine")
    line = f"simulate --level 1 --games 2 --seats random,random --records {tmp_path}"
    monkeypatch.setattr("sys.argv", ["foxduet", *line.split()])
    assert main() == 1
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "game-2.toml").read_text() == "mine"
    assert not (tmp_path / "game-1.toml").exists()


def test_progress_is_told_on_a_terminal_after_a_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = count(0.0, 0.6)
    monkeypatch.setattr(simulate_command, "monotonic", lambda: next(moments))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    line = "simulate --level 1 --games 4 --seats random,random --seed 4"
    monkeypatch.setattr("sys.argv", ["foxduet", *line.split()])
    assert main() == 0
    err = capsys.readouterr().err
    assert "2 of 4 games, about 1 s left" in err
    assert err.endswith("\r")


def test_no_more_processes_are_started_than_there_is_work_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []

    def note(jobs: int) -> nullcontext[None]:
        asked.append(jobs)
        return nullcontext()

    monkeypatch.setattr("foxduet.simulate.ProcessPoolExecutor", note)
    assert len(list(play_series(SERIES, jobs=400))) == SERIES.games
    assert asked == [3]
