"""The entries of the scores, which are finished games, and how some are selected."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from foxduet.play.game import Game, Header, Names, PartnerNames
from foxduet.rules.common import Seat

TWO_PEOPLE = "people"
"""The kind of partner where two people play."""

SOLO = "solo"
"""Any kind of partner but a person."""


@dataclass(frozen=True, slots=True)
class Par:
    """How two experts did on the deals of a game; ``score`` is None where they did not win."""

    effort: str
    outcome: str
    score: int | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One finished game.

    ``fingerprint`` is equal for records of the same game in any file. ``summary`` is that of the
    game's rule set. ``hints`` counts the choices before which one was shown. ``day`` is set if
    the deals are that day's.
    """

    game: str
    fingerprint: str
    started: datetime | None
    finished: datetime | None
    players: Names
    ai: PartnerNames
    summary: Any
    hints: int
    seed: int | None
    day: date | None
    path: Path
    par: Par | None = None

    @property
    def kind(self) -> str:
        """The kind of partner that the one person plays beside, or ``TWO_PEOPLE``."""
        name = next((name for name in self.ai if name is not None), None)
        if name is None:
            return TWO_PEOPLE
        kind = name.partition(":")[0]
        return f"({kind})" if kind in (TWO_PEOPLE, SOLO) else kind

    @property
    def seat(self) -> Seat:
        """The seat of the person, p1's where two people played."""
        return next((seat for seat in Seat if self.ai[seat] is None), Seat.P1)

    @property
    def seats_of_people(self) -> tuple[Seat, ...]:
        """The seats at which people played."""
        return tuple(seat for seat in Seat if self.ai[seat] is None)

    @property
    def people(self) -> frozenset[str]:
        """The names of the people who played, at either end."""
        return frozenset(self.players[seat] for seat in self.seats_of_people)

    @property
    def won(self) -> bool:
        """Whether one of the people won."""
        return any(self.summary.result.won[seat] for seat in self.seats_of_people)

    @property
    def points(self) -> int:
        """The most points of one of the people."""
        points: tuple[int, int] = self.summary.result.points
        return max((points[seat] for seat in self.seats_of_people), default=points[Seat.P1])


@dataclass(frozen=True, slots=True)
class Selection:
    """Which entries to show; by default all.

    ``options`` are names and values of what was agreed on before the game. ``kind`` is a kind of
    partner, ``TWO_PEOPLE``, or ``SOLO`` for any partner. All ``names`` must be at the table.
    """

    options: tuple[tuple[str, int], ...] = ()
    kind: str | None = None
    names: tuple[str, ...] = ()


def chosen(games: Iterable[Entry], selection: Selection) -> tuple[Entry, ...]:
    """Return the entries of a selection, in their order."""
    return tuple(game for game in games if _is_chosen(game, selection))


def _is_chosen(game: Entry, selection: Selection) -> bool:
    solo = selection.kind == SOLO and game.kind != TWO_PEOPLE
    return (
        all(getattr(game.summary, name, None) == value for name, value in selection.options)
        and (solo or selection.kind in (None, game.kind))
        and set(selection.names) <= set(game.players)
    )


def is_for_the_scores(game: Game) -> bool:
    """Return whether people have played ``game``, from its beginning, and not for practice."""
    header = game.header
    return None in header.ai and not header.is_branch and not header.is_practice


def entry_of(game: Game, path: Path) -> Entry:
    """Return the entry of a finished ``game`` with its record at ``path``."""
    header = game.header
    return Entry(
        game=header.game,
        fingerprint=_fingerprint(game),
        started=_whole_seconds(header.started),
        finished=_whole_seconds(header.finished),
        players=header.players,
        ai=header.ai,
        summary=game.rules.summarize(header.setup, [turn.step for turn in game.turns]),
        hints=len(header.hints),
        seed=header.seed,
        day=header.day,
        path=path,
    )


def deals_key(header: Header) -> dict[str, int | str]:
    """Return the setup and the seed, which fix the deals of a game, by the names of columns."""
    return {**header.rules.setup_key(header.setup), "seed": str(header.seed)}


def in_order(games: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return games in the order in which they ended, those without a time first."""

    def ended(game: Entry) -> tuple[str, str]:
        moment = game.finished or game.started
        return "" if moment is None else moment.isoformat(), game.fingerprint

    return tuple(sorted(games, key=ended))


def _fingerprint(game: Game) -> str:
    """Return a digest of what identifies a game: its time, its players, its actions.

    Two copies of a record that are continued to different ends are two games.
    """
    header, started = game.header, game.header.started
    if started is not None and started.tzinfo is not None:
        # The same in all zones; without a zone it stays as it is written.
        started = _utc(started)
    parts = {
        **game.rules.setup_key(header.setup),
        # A text, since not all readers of JSON know numbers of any size.
        "seed": None if header.seed is None else str(header.seed),
        "players": header.players,
        "ai": header.ai,
        "started": None if started is None else started.isoformat(),
        "actions": [game.rules.format_action(turn.action) for turn in game.turns],
    }
    return sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def _whole_seconds(moment: datetime | None) -> datetime | None:
    """Return a moment in UTC, as the scores have it."""
    utc = _utc(moment)
    return None if utc is None else utc.replace(microsecond=0)


def _utc(moment: datetime | None) -> datetime | None:
    """Return a moment in UTC; without a zone it is this computer's."""
    try:
        return None if moment is None else moment.astimezone(UTC)
    except (OverflowError, OSError, ValueError):
        # A year beyond all clocks.
        return None
