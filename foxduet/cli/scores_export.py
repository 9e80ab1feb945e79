"""The scores for other programs: the columns of CSV, and the objects of JSON."""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from datetime import date

from foxduet.analysis.standings import (
    Standing,
    counting,
    days_played,
    first_of_days,
    player_counts,
    standings,
)
from foxduet.core.common import Seat
from foxduet.core.register import rule_set
from foxduet.store.entries import Entry, Selection, chosen, summary_values
from foxduet.words.common import guide_words
from foxduet.words.glyphs import Glyphs
from foxduet.words.text import printable

_COLUMNS: Mapping[str, Callable[[Entry], object]] = {
    "started": lambda game: game.started and game.started.isoformat(),
    "finished": lambda game: game.finished and game.finished.isoformat(),
    "p1": lambda game: game.players[Seat.P1],
    "p2": lambda game: game.players[Seat.P2],
    "partner": lambda game: game.kind,
    "ai_p1": lambda game: game.ai[Seat.P1],
    "ai_p2": lambda game: game.ai[Seat.P2],
    "hints": lambda game: game.hints,
    "seed": lambda game: game.seed,
    "day": lambda game: game.day and game.day.isoformat(),
    "again": lambda game: game.again,
    "par": lambda game: game.par and game.par.score,
    "par_outcome": lambda game: game.par and game.par.outcome,
    "fingerprint": lambda game: game.fingerprint,
    "record": lambda game: str(game.path),
}
"""What every game has; its setup stands before the players, and its summary behind them."""
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
_PLAYERS_AT, _REST_AT, _PAR = 2, 7, ("par", "par_outcome")


def columns_of(game: str) -> tuple[str, ...]:
    """Return the names of what ``--csv`` and ``--json`` print of a game, in their order."""
    rules = rule_set(game)
    setup = [column.name for column in rules.setup_columns]
    summary = [column.name for column in rules.summary_columns if column.name not in setup]
    # Only those who win together have a par.
    own = [name for name in _COLUMNS if rules.cooperative or name not in _PAR]
    return (*own[:_PLAYERS_AT], *setup, *own[_PLAYERS_AT:_REST_AT], *summary, *own[_REST_AT:])


def print_csv(game: str, games: Sequence[Entry]) -> None:
    """Print a heading, and a row for each game."""
    writer = csv.DictWriter(sys.stdout, columns_of(game), lineterminator="\n")
    writer.writeheader()
    for one in games:
        row = _row(one).items()
        writer.writerow({key: harmless(v) if isinstance(v, str) else v for key, v in row})


def harmless(text: str) -> str:
    """Return a text that is no formula in a spreadsheet, and commands no terminal.

    Names of records from elsewhere may be either.
    """
    return printable(f"'{text}" if text.startswith(_FORMULAS) else text)


def _row(game: Entry) -> dict[str, object]:
    """Return a game as ``--csv`` and ``--json`` have it; what it has not is None."""
    summary = {name: None if v == "" else v for name, v in summary_values(game).items()}
    if "score" in summary:
        summary["score"] = game.points
    values = {**summary, **{name: value_of(game) for name, value_of in _COLUMNS.items()}}
    return {name: values[name] for name in columns_of(game.game)}


def scores_object(
    game: str, games: Sequence[Entry], selection: Selection, today: date, glyphs: Glyphs
) -> dict[str, object]:
    """Return what the pages of text show of a selection of games, as one object."""
    shown = chosen(games, selection)
    days = days_played(chosen(first_of_days(games), selection), today)
    return {
        "games": [_row(one) for one in shown],
        **standings_object(game, counting(shown)),
        "days": {
            "streak": days.streak,
            "longest": days.longest,
            "games": [one.fingerprint for one in days.games],
            "shared": [list(guide_words(game).shared_lines(one, glyphs)) for one in days.games],
        },
    }


_OF_OPPONENTS, _OF_TEAMS = ("player", "opponent", "losses", "draws", "mean_against"), ("best",)


def standings_object(game: str, games: Sequence[Entry]) -> dict[str, object]:
    """Return what games add up to; of opponents, what the rules count for each player, too."""
    found: dict[str, object] = {"standings": [_standing(one) for one in standings(games)]}
    if not rule_set(game).cooperative:
        found["players"] = [asdict(counts) for counts in player_counts(games)]
    return found


def _standing(standing: Standing) -> dict[str, object]:
    """Return a standing with its category by name."""
    rules = rule_set(standing.game)
    category = dict(zip(rules.categories, standing.category, strict=True))
    left_out = ("game", "category", *(_OF_OPPONENTS if rules.cooperative else _OF_TEAMS))
    table = asdict(standing)
    return {**category, **{name: table[name] for name in table if name not in left_out}}
