"""The entries of the scores, which are finished games, their rows, and how some are selected."""

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
from foxduet.core.lazy_dataclass import dataclass
from foxduet.core.registry import PARTNERS, has_parts, rule_set
from foxduet.play.game import Game, Header, Names, PartnerNames
from foxduet.store.files import path_text

ValueT = TypeVar("ValueT")

Row: TypeAlias = dict[str, int | str | None]
"""What is written of an entry, by the names of columns."""

_NAMES = ("p1", "p2", "ai_p1", "ai_p2")
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
    # A text, since it may be larger than SQLite's integers.
    ResultColumn("seed", str, optional=True),
    ResultColumn("path", str),
    ResultColumn("day", str, optional=True),
    ResultColumn("own", str, optional=True),
)

TWO_PEOPLE = "people"
"""The kind of partner where two people play."""

SOLO = "solo"
"""Any kind of partner but a person."""


PAR_PARTNER = "expert:200"
"""The partner at both ends who plays par: strong, and done with a game in a few seconds."""


@dataclass(frozen=True, slots=True)
class Par:
    """How two experts did on the deals of a game; ``score`` is None where they did not win."""

    effort: str
    outcome: str
    score: int | None


def has_par(header: Header) -> bool:
    """Return whether two experts can play the deals of a game: a team, and cards from a seed."""
    is_of_a_team = header.seed is not None and header.rules.cooperative
    return is_of_a_team and has_parts(header.game, PARTNERS)


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """One finished game.

    ``fingerprint`` is equal for records of the same game in any file. ``summary`` is that of the
    game's rule set. ``hints`` counts the choices before which one was shown. ``day`` is set if
    the deals are that day's. ``own`` is the seat of whoever these scores belong to, if the game was
    played at two terminals. ``again`` says that the same people had finished a game with the same
    deals before: only the first one counts.
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
        """The kind of partner that the one person plays beside, or ``TWO_PEOPLE``."""
        return _kind_of(self.ai)

    @property
    def seat(self) -> Seat:
        """The seat of the person, p1's where two people played."""
        return next(iter(self.seats_of_people), Seat.P1)

    @property
    def seats_of_people(self) -> tuple[Seat, ...]:
        """The seats at which people played."""
        return _seats_of_people(self.ai)

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        """The seats whose games these are: that of the owner, or those of all people."""
        return self.seats_of_people if self.owner is None else (self.owner,)

    @property
    def people(self) -> frozenset[str]:
        """The names of the people who played, at either end."""
        return frozenset(self.players[seat] for seat in self.seats_of_people)

    @property
    def won(self) -> bool:
        """Whether one of those won whose game this is."""
        return any(self.summary.result.won[seat] for seat in self.own_seats)

    @property
    def points(self) -> int:
        """The most points of one of those whose game this is."""
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

    ``options`` are names and values of what was agreed on before the game. ``kind`` is a kind of
    partner, ``TWO_PEOPLE``, or ``SOLO`` for any partner. All ``names`` must be at the table.
    """

    options: tuple[tuple[str, int], ...] = ()
    kind: str | None = None
    names: tuple[str, ...] = ()


def select_entries(games: Iterable[ScoreEntry], selection: Selection) -> tuple[ScoreEntry, ...]:
    """Return the entries of a selection, in their order."""
    if selection == Selection():
        return tuple(games)
    return tuple(game for game in games if _is_chosen(game, selection))


def _is_chosen(game: ScoreEntry, selection: Selection) -> bool:
    solo = selection.kind == SOLO and game.kind != TWO_PEOPLE
    return (
        all(getattr(game.summary, name, None) == value for name, value in selection.options)
        and (solo or selection.kind in (None, game.kind))
        and set(selection.names) <= set(game.players)
    )


def counts_as_score(game: Game) -> bool:
    """Return whether people have played ``game``, from its beginning, and not for practice."""
    header = game.header
    return None in header.ai and not header.is_branch and not header.is_practice


def make_entry(game: Game, path: Path) -> ScoreEntry:
    """Return the entry of a finished ``game`` with its record at ``path``."""
    header = game.header
    return ScoreEntry(
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
        owner=header.own,
    )


def deal_key(header: Header) -> dict[str, int | str]:
    """Return the setup and the seed, which fix the deals of a game, by the names of columns."""
    return {**header.rules.setup_key(header.setup), "seed": str(header.seed)}


def knew_deals(own: ScoreEntry, others: Iterable[ScoreEntry]) -> bool:
    """Return whether the people of a game had finished another one with the same deals."""
    deals = entry_deal_key(own)
    return own.seed is not None and any(
        (one.seed, one.people) == (own.seed, own.people) and entry_deal_key(one) == deals
        for one in others
    )


def entry_deal_key(entry: ScoreEntry) -> dict[str, int | str | None]:
    """Return what ``deal_key`` does of the header of a game, by its entry."""
    setup, values = rule_set(entry.game).setup_columns, summary_values(entry)
    return {**{column.name: values[column.name] for column in setup}, "seed": str(entry.seed)}


def columns(game: str) -> tuple[ResultColumn, ...]:
    """Return the columns of the rows of a game's entries."""
    return (*_LEADING_COLUMNS, *rule_set(game).summary_columns, *_TRAILING_COLUMNS)


def entry_row(entry: ScoreEntry) -> Row:
    """Return the row of a finished game."""
    return {
        "fingerprint": entry.fingerprint,
        "started": _moment_text(entry.started),
        "finished": _moment_text(entry.finished),
        **dict(zip(_NAMES, (*entry.players, *entry.ai), strict=True)),
        **summary_values(entry),
        "hints": entry.hints,
        "seed": None if entry.seed is None else str(entry.seed),
        "path": path_text(entry.path),
        "day": None if entry.day is None else entry.day.isoformat(),
        "own": None if entry.owner is None else str(entry.owner),
    }


def summary_values(entry: ScoreEntry) -> Row:
    """Return the summary of a game by the names of its columns."""
    rules = rule_set(entry.game)
    names = [column.name for column in rules.summary_columns]
    return dict(zip(names, rules.summary_row(entry.summary), strict=True))


def entry_from_row(
    game: str, row: Sequence[Any], par: Par | None = None, *, again: bool = False
) -> ScoreEntry:
    """Return the finished game in the values of ``columns``; raises ValueError if there is none."""
    digest, started, finished, p1, p2, ai_p1, ai_p2, *summary, hints, seed, path, day, own = row
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
        owner=_parse_optional(own, lambda text: Seat([*map(str, Seat)].index(text))),
        par=par,
        deals_known=again,
    )


def _parse_optional(text: str | None, parse: Callable[[str], ValueT]) -> ValueT | None:
    return None if text is None else parse(text)


def _moment_text(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(timespec="seconds")


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
    utc = _utc(moment)
    return None if utc is None else utc.replace(microsecond=0)


def _utc(moment: datetime | None) -> datetime | None:
    try:
        return None if moment is None else moment.astimezone(UTC)
    except (OverflowError, OSError, ValueError):
        # A year beyond all clocks.
        return None
