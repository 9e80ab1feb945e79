"""A third game needs no change in the rooms that games share."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foxduet.ai.partner import choose_at_random
from foxduet.play.game import Chooser, Game, Header, open_game, play_out
from foxduet.rules import games
from foxduet.rules.games import register, rule_set
from foxduet.store.saved_games import SavedGame, load_game, save_game
from tests.support.calls import called


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "_OTHER_GAMES", {})
    register("toy", "tests.support.toy")


def chooser() -> Chooser:
    return lambda seen, chance: choose_at_random(seen, chance).action


def played(seed: int) -> Game:
    header = Header("toy", rule_set("toy").setup_from({"cards": 4}), ("A", "B"), seed=seed)
    return play_out(open_game(header), (chooser(), chooser()))


def test_it_is_played_to_its_end() -> None:
    ended = [played(seed).result for seed in range(20)]
    points = {result.points for result in ended if result is not None}
    assert all(sum(both) == 4 for both in points)
    assert len(points) > 1


def test_it_is_saved_and_replayed(tmp_path: Path) -> None:
    game = played(seed=1)
    saved = save_game(SavedGame(tmp_path / "toy.toml"), game)
    assert 'game = "toy"' in saved.path.read_text("utf-8")
    loaded, _saved = load_game(saved.path)
    assert loaded == game


def test_it_is_simulated(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "simulate --game toy --cards 4 --games 6 --seats random,random --seed 5 --json"
    status, out, _err = called(f"{line} --records {tmp_path}", capsys, monkeypatch)
    assert status == 0
    report = json.loads(out)
    assert (report["games"], report["cards"], report["outcomes"]) == (6, 4, {"ended": 6})
    assert len(list(tmp_path.iterdir())) == 6
