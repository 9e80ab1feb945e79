"""Whole matches through the rooms that games share, before the game is offered to players."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_origin

import pytest

from foxduet.ai.partner import choose_at_random
from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import Resign
from foxduet.games.classic.rules.events import Event
from foxduet.games.classic.rules.ruleset import RULES
from foxduet.games.classic.rules.state import Outcome, Setup
from foxduet.play.game import Chooser, Game, Header, act, open_game, play_out
from foxduet.play.record import BrokenRecordError, dump_record, load_record
from foxduet.store.database import scores_in_memory
from foxduet.store.entries import entry_of
from foxduet.store.scores import enter, entries
from tests.support.calls import called
from tests.support.places import RECORDS


def chooser() -> Chooser:
    return lambda seen, chance: choose_at_random(seen, chance).action


def header(seed: int, target: int = 21) -> Header:
    return Header("classic", Setup(target), ("Left", "Right"), seed=seed)


def played(seed: int, target: int = 21) -> Game:
    return play_out(open_game(header(seed, target)), (chooser(), chooser()))


def resigned(seed: int, turns: int, seat: Seat) -> Game:
    game = played(seed)
    return act(Game(game.header, game.first, game.turns[:turns]), Resign(seat))


GAMES: dict[str, Callable[[], Game]] = {
    "short": lambda: played(seed=3, target=16),
    "usual": lambda: played(seed=1),
    "long": lambda: played(seed=2, target=35),
    "resigned": lambda: resigned(4, 50, Seat.P2),
}


def _positions(game: Game) -> str:
    return "".join(f"{RULES.format_position(state)}\n" for state in game.states)


@pytest.mark.parametrize("name", GAMES)
def test_a_fixed_match_is_as_it_was(name: str, golden: Callable[[str, str], None]) -> None:
    game = GAMES[name]()
    golden(f"records/classic/{name}.toml", dump_record(game))
    golden(f"records/classic/{name}.positions", _positions(game))


@pytest.mark.parametrize("name", GAMES)
def test_a_golden_record_leads_to_its_positions(name: str) -> None:
    folder = RECORDS / "classic"
    game = load_record((folder / f"{name}.toml").read_text("utf-8"))
    assert _positions(game) == (folder / f"{name}.positions").read_text("utf-8")


def _events() -> Iterator[Event]:
    for play in GAMES.values():
        for turn in play().turns:
            yield from turn.step.events


def test_the_golden_matches_have_both_winners_and_every_kind_of_event() -> None:
    assert {play().state.table.outcome for play in GAMES.values()} >= {Outcome.P1, Outcome.P2}
    assert {type(event) for event in _events()} == {
        get_origin(kind) or kind for kind in Event.__args__
    }


def test_a_record_has_the_target_and_the_points() -> None:
    lines = dump_record(played(seed=1)).splitlines()
    assert lines[:6] == [
        'format = "foxduet-record/1"',
        'game = "classic"',
        "target = 21",
        'players = ["Left", "Right"]',
        'result = "p1"',
        "points = [22, 8]",
    ]


def test_a_record_says_who_resigned_instead_of_points() -> None:
    record = dump_record(resigned(4, 50, Seat.P2))
    assert '\nresult = "p1"\nresigned = "p2"\nseed = 4\n' in record
    assert "points" not in record


@pytest.mark.parametrize(
    ("right", "wrong", "reason"),
    [
        ("points = [22, 8]", "points = [22, 9]", "points: [22, 9], but after"),
        ('result = "p1"', 'result = "draw"', 'result: "draw", but after'),
        ('result = "p1"', 'result = "victory"', "it is one of p1, p2, draw, *"),
        ('result = "p1"', 'result = "p1"\nresigned = "p2"', "but this game has none"),
        ("target = 21", "target = 22", "target: 22; the targets are 16, 21 and 35"),
    ],
)
def test_a_record_that_says_otherwise_is_refused(right: str, wrong: str, reason: str) -> None:
    record = dump_record(played(seed=1))
    assert right in record
    with pytest.raises(BrokenRecordError) as raised:
        load_record(record.replace(right, wrong))
    assert reason in str(raised.value)


def test_matches_are_entered_into_the_scores() -> None:
    ended = [entry_of(play(), Path(f"{name}.toml")) for name, play in GAMES.items()]
    with scores_in_memory() as scores:
        assert enter(scores, ended) == len(ended)
        saved = {one.path: one.summary for one in entries(scores, "classic")}
    assert saved == {one.path: one.summary for one in ended}


def test_matches_are_simulated(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = "simulate --game classic --target 16 --games 6 --seats random,random --seed 5 --json"
    status, out, err = called(line, capsys, monkeypatch)
    assert (status, err) == (0, "")
    report = json.loads(out)
    assert (report["games"], report["target"]) == (6, 16)
    assert sum(report["outcomes"].values()) == 6
    assert [*report["outcomes"]] == ["p1", "p2", "draw"]
