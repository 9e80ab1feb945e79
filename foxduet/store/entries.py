"""A finished game as the scores have it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path

from foxduet.play.daily import day_of
from foxduet.play.game import Game, Partners
from foxduet.rules.common import Seat
from foxduet.rules.duet.board import Board
from foxduet.rules.duet.events import GemCollected
from foxduet.rules.duet.levels import board_to_table
from foxduet.rules.duet.notation import format_action
from foxduet.rules.duet.scoring import Score, score
from foxduet.rules.duet.state import TRICKS, Outcome
from foxduet.store.saved_games import is_branch
from foxduet.store.selection import SOLO, TWO_PEOPLE


@dataclass(frozen=True, slots=True)
class Par:
    """How two experts fared on the deals of a game; ``score`` is None where they did not win."""

    effort: str
    outcome: Outcome
    score: int | None


@dataclass(frozen=True, slots=True)
class Entry:
    """One finished game.

    ``fingerprint`` is equal for records of the same game, wherever they lie. ``board`` is a
    digest of the players' own board, empty for the level's. ``round`` is the one in which the
    game ended, ``tricks`` counts those of all rounds, and ``found`` the gems of each. ``hints``
    counts the choices before which one was looked at. ``day`` is set if the deals are that day's.
    """

    fingerprint: str
    started: datetime | None
    finished: datetime | None
    level: int
    board: str
    players: tuple[str, str]
    ai: Partners
    outcome: Outcome
    score: Score | None
    round: int
    tricks: int
    gems_left: int
    found: tuple[int, ...]
    hints: int
    seed: int | None
    day: date | None
    path: Path
    par: Par | None = None

    @property
    def kind(self) -> str:
        """The kind of partner that one person plays beside, or ``TWO_PEOPLE``."""
        name = next((name for name in self.ai if name is not None), None)
        if name is None:
            return TWO_PEOPLE
        kind = name.partition(":")[0]
        return f"({kind})" if kind in (TWO_PEOPLE, SOLO) else kind

    @property
    def people(self) -> frozenset[str]:
        """The names of the people who played, whoever sat where."""
        return frozenset(self.players[seat] for seat in Seat if self.ai[seat] is None)

    @property
    def won(self) -> bool:
        """Whether the game ended in victory."""
        return self.outcome is Outcome.VICTORY

    @property
    def points(self) -> int:
        """The score in all; a defeat scores nothing."""
        return self.score.total if self.score else 0


def is_for_the_scores(game: Game) -> bool:
    """Tell whether people have played ``game``, and from its beginning."""
    return None in game.header.ai and not is_branch(game)


def entry_of(game: Game, path: Path) -> Entry:
    """Return what the scores keep of a finished ``game``, whose record is at ``path``."""
    header, state = game.header, game.state
    assert state.table.outcome is not None, "only a finished game has an entry"
    return Entry(
        fingerprint=_fingerprint(game),
        started=_utc(header.started),
        finished=_utc(header.finished),
        level=header.level,
        board=board_digest(header.board),
        players=header.players,
        ai=header.ai,
        outcome=state.table.outcome,
        score=score(state),
        round=state.table.round,
        tricks=TRICKS * (state.table.round - 1) + state.table.tricks_done
        if state.table.round
        else 0,
        gems_left=state.table.path.gems_left,
        found=_found(game),
        hints=len(header.hints),
        seed=header.seed,
        day=day_of(header),
        path=path,
    )


def in_order(games: Iterable[Entry]) -> tuple[Entry, ...]:
    """Return games in the order in which they ended, as far as that is known."""

    def ended(game: Entry) -> tuple[str, str]:
        moment = game.finished or game.started
        return "" if moment is None else moment.isoformat(), game.fingerprint

    return tuple(sorted(games, key=ended))


def board_digest(board: Board | None) -> str:
    """Return a short name for a board of the players' own, empty for the level's."""
    return "" if board is None else _digest(_plain(board_to_table(board)))[:12]


def _fingerprint(game: Game) -> str:
    """Return a digest of all that makes a game this one, played at its time by its players.

    Its actions, too: who goes on twice from a copy of its record has finished two games.
    """
    header, started = game.header, game.header.started
    if started is not None and started.tzinfo is not None:
        # The same in all zones; without one it is told as it stands, wherever that is read.
        started = _utc(started)
    told = {
        "level": header.level,
        "board": board_digest(header.board),
        # Numbers of any size, which JSON's readers need not have.
        "seed": None if header.seed is None else str(header.seed),
        "players": header.players,
        "ai": header.ai,
        "started": None if started is None else started.isoformat(),
        "actions": [format_action(turn.action) for turn in game.turns],
    }
    return _digest(_plain(told))


def _found(game: Game) -> tuple[int, ...]:
    found = [0] * game.state.table.round
    for turn in game.turns:
        gems = sum(isinstance(event, GemCollected) for event in turn.step.events)
        if gems:
            found[turn.step.state.table.round - 1] += gems
    return tuple(found)


def _utc(moment: datetime | None) -> datetime | None:
    """Return a moment in one time zone for all; without a zone it is this computer's."""
    try:
        return None if moment is None else moment.astimezone(UTC)
    except (OverflowError, OSError, ValueError):
        # A year that no computer's clock shows.
        return None


def _plain(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=True)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
