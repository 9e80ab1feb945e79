"""Entries of the scores, which are finished games; their database rows; and their selection."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from foxduet.core.cards import Seat
from foxduet.core.engine import ResultColumn
from foxduet.core.errors import fold_names
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import PARTNERS, has_parts, rule_set
from foxduet.play.game import Game, Header, Names, PartnerNames
from foxduet.store.files import path_text

ValueT = TypeVar("ValueT")

Row: TypeAlias = dict[str, int | str | None]
"""The stored values of an entry, by column name."""

_NAME_COLUMNS = ("p1", "p2", "ai_p1", "ai_p2")
_LEADING_COLUMNS = (
    ResultColumn("fingerprint", str),
    ResultColumn("started", str, optional=True),
    ResultColumn("finished", str, optional=True),
    ResultColumn("p1", str),
    ResultColumn("p2", str),
    ResultColumn("ai_p1", str, optional=True),
    ResultColumn("ai_p2", str, optional=True),
)
_TRAILING_COLUMNS = (
    ResultColumn("hints", int),
    # Text, because a seed may exceed SQLite's integers.
    ResultColumn("seed", str, optional=True),
    ResultColumn("path", str),
    ResultColumn("day", str, optional=True),
    ResultColumn("own", str, optional=True),
)

TWO_PEOPLE = "people"
"""The kind of partner of a game between two people."""

SOLO = "solo"
"""Selects every kind of partner except a person."""


PAR_PARTNER = "expert:200"
"""The partner that plays par in both seats: strong, and finished in a few seconds."""


@dataclass(frozen=True, slots=True)
class Par:
    """The result of two experts on the deals of a game; ``score`` is None if they lost."""

    effort: str
    outcome: str
    score: int | None


def has_par(header: Header) -> bool:
    """True if experts can play par for a game: it is cooperative, and dealt from a seed."""
    is_seeded = header.seed is not None
    return is_seeded and header.rules.cooperative and has_parts(header.game, PARTNERS)


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """One finished game.

    fingerprint: equal for records of the same game in any file.
    summary: the ``Summary`` that the game's rule set makes.
    hints: number of choices with a hint.
    day: day whose deals were played, or None.
    owner: seat of the scores' owner, for a game at two terminals.
    deals_known: the same people had finished a game with these deals before, so it does not count.
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
    owner: Seat | None = None
    par: Par | None = None
    deals_known: bool = False

    @property
    def kind(self) -> str:
        """The kind of the only person's partner, or ``TWO_PEOPLE``."""
        return _kind_of(self.ai)

    @property
    def seat(self) -> Seat:
        """The seat of the only person; p1's if two people played."""
        return next(iter(self.seats_of_people), Seat.P1)

    @property
    def seats_of_people(self) -> tuple[Seat, ...]:
        return _seats_of_people(self.ai)

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        """The seat of the owner, or else of all people."""
        return self.seats_of_people if self.owner is None else (self.owner,)

    @property
    def people(self) -> frozenset[str]:
        """Names of the people at the table."""
        return frozenset(self.players[seat] for seat in self.seats_of_people)

    @property
    def won(self) -> bool:
        """Whether anyone in ``own_seats`` won."""
        return any(self.summary.result.won[seat] for seat in self.own_seats)

    @property
    def points(self) -> int:
        """Most points of anyone in ``own_seats``."""
        points: tuple[int, int] = self.summary.result.points
        return max((points[seat] for seat in self.own_seats), default=points[Seat.P1])


@cache
def _kind_of(ai: PartnerNames) -> str:
    name = next((name for name in ai if name is not None), None)
    if name is None:
        return TWO_PEOPLE
    kind = name.partition(":")[0]
    return f"({kind})" if kind in (TWO_PEOPLE, SOLO) else kind


@cache
def _seats_of_people(ai: PartnerNames) -> tuple[Seat, ...]:
    return tuple(seat for seat in Seat if ai[seat] is None)


@dataclass(frozen=True, slots=True)
class Selection:
    """Which entries to show; by default all.

    options: names and values of the game's setup.
    kind: a kind of partner, ``TWO_PEOPLE``, or ``SOLO`` for any partner.
    names: all must be at the table, whatever their case.
    """

    options: tuple[tuple[str, int], ...] = ()
    kind: str | None = None
    names: tuple[str, ...] = ()


def select_entries(games: Iterable[ScoreEntry], selection: Selection) -> tuple[ScoreEntry, ...]:
    """Return the entries of a selection, in the order given."""
    if selection == Selection():
        return tuple(games)
    return tuple(
        game
        for game in games
        if all(getattr(game.summary, name, None) == value for name, value in selection.options)
        if selection.kind in (None, game.kind)
        or (selection.kind == SOLO and game.kind != TWO_PEOPLE)
        if fold_names(selection.names) <= fold_names(game.players)
    )


def counts_as_score(game: Game) -> bool:
    """True if people played ``game``, from its beginning, and not for practice."""
    header = game.header
    return None in header.ai and not header.is_branch and not header.is_practice


def make_entry(game: Game, path: Path) -> ScoreEntry:
    """Return the entry of a finished ``game`` with its record at ``path``."""
    header = game.header
    return ScoreEntry(
        game=header.game,
        fingerprint=_fingerprint(game),
        started=_to_utc_seconds(header.started),
        finished=_to_utc_seconds(header.finished),
        players=header.players,
        ai=header.ai,
        summary=game.rules.summarize(header.setup, [turn.step for turn in game.turns]),
        hints=len(header.hints),
        seed=header.seed,
        day=header.day,
        path=path,
        owner=header.recorder_seat,
    )


def deal_key(header: Header) -> dict[str, int | str]:
    """Return setup and seed, which fix the deals of a game, by column name."""
    return {**header.rules.setup_key(header.setup), "seed": str(header.seed)}


def knew_deals(entry: ScoreEntry, other_entries: Iterable[ScoreEntry]) -> bool:
    """True if ``other_entries`` has a game of the same people with the same deals."""
    deals = entry_deal_key(entry)
    return entry.seed is not None and any(
        (other.seed, other.people) == (entry.seed, entry.people) and entry_deal_key(other) == deals
        for other in other_entries
    )


def entry_deal_key(entry: ScoreEntry) -> dict[str, int | str | None]:
    """Return the ``deal_key`` of an entry's game."""
    setup, values = rule_set(entry.game).setup_columns, summary_values(entry)
    return {**{column.name: values[column.name] for column in setup}, "seed": str(entry.seed)}


def list_columns(game: str) -> tuple[ResultColumn, ...]:
    """Return the database columns of a game's entries."""
    return (*_LEADING_COLUMNS, *rule_set(game).summary_columns, *_TRAILING_COLUMNS)


def entry_row(entry: ScoreEntry) -> Row:
    """Return the database row of an entry."""
    return {
        "fingerprint": entry.fingerprint,
        "started": _moment_text(entry.started),
        "finished": _moment_text(entry.finished),
        **dict(zip(_NAME_COLUMNS, (*entry.players, *entry.ai), strict=True)),
        **summary_values(entry),
        "hints": entry.hints,
        "seed": None if entry.seed is None else str(entry.seed),
        "path": path_text(entry.path),
        "day": None if entry.day is None else entry.day.isoformat(),
        "own": None if entry.owner is None else str(entry.owner),
    }


def summary_values(entry: ScoreEntry) -> Row:
    """Return the summary of an entry by column name."""
    rules = rule_set(entry.game)
    names = [column.name for column in rules.summary_columns]
    return dict(zip(names, rules.summary_row(entry.summary), strict=True))


def entry_from_row(game: str, row: Sequence[Any], par: Par | None = None) -> ScoreEntry:
    """Return the entry with a row of ``list_columns``; raises ValueError if it is invalid."""
    digest, started, finished, p1, p2, ai_p1, ai_p2, *summary, hints, seed, path, day, owner = row
    return ScoreEntry(
        game=game,
        fingerprint=digest,
        started=_parse_optional(started, datetime.fromisoformat),
        finished=_parse_optional(finished, datetime.fromisoformat),
        players=(p1, p2),
        ai=(ai_p1, ai_p2),
        summary=rule_set(game).summary_from(summary),
        hints=hints,
        seed=_parse_optional(seed, int),
        day=_parse_optional(day, date.fromisoformat),
        path=Path(path),
        owner=_parse_optional(owner, lambda text: Seat([*map(str, Seat)].index(text))),
        par=par,
    )


def _parse_optional(text: str | None, parse: Callable[[str], ValueT]) -> ValueT | None:
    return None if text is None else parse(text)


def _moment_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


def _fingerprint(game: Game) -> str:
    """Return a digest that identifies a game by its start, players and actions.

    Copies of a record that are continued differently are different games.
    """
    header, started = game.header, game.header.started
    if started is not None and started.tzinfo is not None:
        # Equal in all time zones; a time without a zone is left unchanged.
        started = _to_utc(started)
    parts = {
        **game.rules.setup_key(header.setup),
        # Text, because some JSON readers limit the size of numbers.
        "seed": None if header.seed is None else str(header.seed),
        "players": header.players,
        "ai": header.ai,
        "started": None if started is None else started.isoformat(),
        "actions": [game.rules.format_action(turn.action) for turn in game.turns],
    }
    return sha256(json.dumps(parts, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


def _to_utc_seconds(moment: datetime | None) -> datetime | None:
    utc = _to_utc(moment)
    return None if utc is None else utc.replace(microsecond=0)


def _to_utc(moment: datetime | None) -> datetime | None:
    try:
        return None if moment is None else moment.astimezone(UTC)
    except (OverflowError, OSError, ValueError):
        # The year is out of range.
        return None
