"""Finished matches of the original game, by people and by partners, and their entries."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from foxduet.ai.partner import partner_named
from foxduet.core.common import Seat
from foxduet.games.classic.rules.actions import Resign
from foxduet.games.classic.rules.state import Setup
from foxduet.play.game import (
    DAILY_KEY,
    NO_PARTNERS,
    Chooser,
    Game,
    Header,
    Names,
    PartnerNames,
    act,
    daily_seed,
    open_game,
    play_out,
)
from foxduet.store.entries import Entry, entry_of

FIRST = datetime(2026, 10, 19, 11, 30, tzinfo=UTC)
TODAY = date(2026, 11, 21)
NAMES = ("Ann", "Bob")


def header_at(
    number: int,
    players: Names = NAMES,
    ai: PartnerNames = NO_PARTNERS,
    target: int = 21,
    day: date | None = None,
) -> Header:
    """Return the header of match ``number``, which took 20 minutes, a day after the one before."""
    began = FIRST + timedelta(days=number)
    header = Header(
        "classic",
        Setup(target),
        players,
        seed=number,
        started=began,
        finished=began + timedelta(minutes=20),
        ai=ai,
    )
    if day is None:
        return header
    seed = daily_seed(day, f"target {target}")
    return replace(header, seed=seed, further={DAILY_KEY: day.isoformat()})


def match(number: int, **changes: Any) -> Game:
    """Return match ``number`` with some changes to its header; see ``header_at``."""
    header = header_at(number, **changes)
    return replace(_played(header.seed or 0, header.setup.target), header=header)


@cache
def _played(seed: int, target: int) -> Game:
    header = Header("classic", Setup(target), NAMES, seed=seed)
    return play_out(open_game(header), (chooser("steady"), chooser("steady")))


def chooser(name: str) -> Chooser:
    """Return what chooses as an opponent by its name."""
    think = partner_named("classic", name)

    def choose(observation: Any, chance: Random) -> Any:
        return think(observation, chance).action

    return choose


def resigned(game: Game, turns: int, seat: Seat) -> Game:
    """Return ``game`` given up by a seat after so many turns."""
    return act(replace(game, turns=game.turns[:turns]), Resign(seat))


def entry(number: int, **changes: Any) -> Entry:
    """Return the entry of match ``number``."""
    return entry_of(match(number, **changes), Path(f"match-{number}.toml"))


def some_entries() -> tuple[Entry, ...]:
    """Return matches of all kinds, oldest first."""
    solo = {"players": ("Player", "Expert"), "ai": (None, "expert")}
    left = {"players": ("Steady", "Player"), "ai": ("steady", None)}
    changes: list[dict[str, Any]] = [
        {},
        solo,
        {"players": ("Bob", "Ann")},
        {"target": 16},
        left,
        {**solo, "target": 35},
        solo,
        {},
        {"players": ("Ann", "Cleo")},
        left,
        solo,
        {**solo, "day": TODAY - timedelta(days=2)},
        {**left, "day": TODAY - timedelta(days=1)},
        {"day": TODAY - timedelta(days=1)},
        {**solo, "day": TODAY},
    ]
    games = [entry(number, **one) for number, one in enumerate(changes)]
    game = resigned(match(20), 40, Seat.P2)
    return (*games, entry_of(game, Path("resigned.toml")))
