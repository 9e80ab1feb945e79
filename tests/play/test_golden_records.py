"""Games of every kind, with their records and positions, as they always were."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, get_origin

import pytest

from foxduet.ai.partner import choose_at_random
from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import Resign
from foxduet.games.classic.rules.events import Event as MatchEvent
from foxduet.games.classic.rules.state import Outcome as Winner
from foxduet.games.classic.rules.state import Setup as Match
from foxduet.games.duet.rules.board import Board
from foxduet.games.duet.rules.events import Event
from foxduet.games.duet.rules.state import Outcome
from foxduet.play.game import Game, Header, act, open_game, play_out
from foxduet.play.record import dump_record, load_record
from tests.support.entries import resigned
from tests.support.machine import RECORDS
from tests.support.players import beginning_of, duet, header_of, played_game

GLADE = Board(
    gems=(1, 0, 2, 0, 1), plus=(2, 4), start=3, forest_tokens=1, extra_gems=(0, 1, 0, 1, 0)
)


def match(seed: int, target: int = 21) -> Game:
    """Play a match of the original game, each choice at random."""

    def choose(seen: Any, chance: Random) -> Any:
        return choose_at_random(seen, chance).action

    header = Header("classic", Match(target), ("Left", "Right"), seed=seed)
    return play_out(open_game(header), (choose, choose))


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
    "classic/short": lambda: match(seed=3, target=16),
    "classic/usual": lambda: match(seed=1),
    "classic/long": lambda: match(seed=2, target=35),
    "classic/resigned": lambda: act(beginning_of(match(seed=4), 50), Resign(Seat.P2)),
}
OUTCOMES = {*Outcome, Winner.P1, Winner.P2}
EVENTS = {get_origin(kind) or kind for kind in (*Event.__args__, *MatchEvent.__args__)}


def _positions(game: Game) -> str:
    return "".join(f"{game.rules.format_position(state)}\n" for state in game.states)


@cache
def golden_game(name: str) -> Game:
    return GAMES[name]()


@pytest.mark.parametrize("name", GAMES)
def test_a_fixed_game_is_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    game = golden_game(name)
    golden(f"records/{name}.toml", dump_record(game))
    golden(f"records/{name}.positions", _positions(game))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_record_leads_to_its_positions(name: str) -> None:
    game = load_record((RECORDS / f"{name}.toml").read_text("utf-8"))
    assert _positions(game) == (RECORDS / f"{name}.positions").read_text("utf-8")


def test_the_golden_games_have_every_outcome_and_every_kind_of_event() -> None:
    games = [*map(golden_game, GAMES)]
    assert {game.state.table.outcome for game in games} >= OUTCOMES
    assert {
        type(one) for game in games for turn in game.turns for one in turn.step.events
    } == EVENTS
