"""Fixed games: their records are played, and every position on the way is as it was."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import get_origin

import pytest

from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.events import Event
from foxduet.games.duet.rules.position import format_position, position_of
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.game import Game
from foxduet.play.record import dump_record, load_record
from tests.support.entries import resigned
from tests.support.places import RECORDS
from tests.support.players import duet, header_of, played_game

GLADE = Board(
    gems=(1, 0, 2, 0, 1), plus=(2, 4), start=3, forest_tokens=1, extra_gems=(0, 1, 0, 1, 0)
)


GAMES: dict[str, Callable[[], Game]] = {
    "level1-victory": lambda: played_game(header_of(level=1, seed=0)),
    "level2-victory": lambda: played_game(header_of(level=2, seed=10)),
    "level3-victory": lambda: played_game(header_of(level=3, seed=8)),
    "level3-out-of-time": lambda: played_game(header_of(level=3, seed=0)),
    "level2-lost": lambda: played_game(header_of(level=2, seed=0)),
    "level3-resigned": lambda: resigned(played_game(header_of(level=3, seed=1)), 40),
    "glade": lambda: played_game(
        duet(3, ("Left", "Right"), board=GLADE, seed=5, further={"note": "own"})
    ),
}


def _positions(game: Game) -> str:
    return "".join(f"{format_position(position_of(state))}\n" for state in game.states)


@pytest.mark.parametrize("name", GAMES)
def test_a_fixed_game_is_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    game = GAMES[name]()
    golden(f"records/{name}.toml", dump_record(game))
    golden(f"records/{name}.positions", _positions(game))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_record_leads_to_its_positions(name: str) -> None:
    game = load_record((RECORDS / f"{name}.toml").read_text("utf-8"))
    assert _positions(game) == (RECORDS / f"{name}.positions").read_text("utf-8")


def _events() -> Iterator[Event]:
    for play in GAMES.values():
        for turn in play().turns:
            yield from turn.step.events


def test_the_golden_games_have_every_outcome_and_every_kind_of_event() -> None:
    outcomes = {play().state.table.outcome for play in GAMES.values()}
    assert outcomes == set(Outcome)
    kinds = {type(event) for event in _events()}
    assert kinds == {get_origin(kind) or kind for kind in Event.__args__}
