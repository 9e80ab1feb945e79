"""Par, a line for each deals, beside the scores: a line that is lost can be worked out again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from foxduet.core.register import rule_set
from foxduet.core.values import count
from foxduet.play.game import Header
from foxduet.store.entries import Par, deals_of
from foxduet.store.json_lines import append_values, read_values

PlayedPar: TypeAlias = Mapping[tuple[tuple[str, object], ...], Par]
"""Par by the items of ``deals_of``, or of ``entry_deals``."""


def par_file(scores: Path) -> Path:
    """Return the file of par beside the database at ``scores``."""
    return scores.with_name("par.jsonl")


def save_par(scores: Path, header: Header, par: Par) -> None:
    """Save the par of a game's deals beside the database at ``scores``; raises OSError."""
    line = {"game": header.game, **deals_of(header), **asdict(par)}
    append_values(par_file(scores), [line])


def par_of(scores: Path, header: Header, effort: str) -> Par | None:
    """Return the par of a game's deals, None if it is not known."""
    return load_par(scores, header.game, effort).get(tuple(deals_of(header).items()))


def load_par(scores: Path, game: str, effort: str) -> PlayedPar:
    """Return all par of a game by ``effort`` that is saved beside the database at ``scores``.

    Damaged lines are ignored.
    """
    columns = (*(column.name for column in rule_set(game).setup_columns), "seed")

    def parse(values: Mapping[str, object]) -> PlayedPar:
        if (values["game"], values["effort"]) != (game, effort):
            return {}
        return {tuple((name, values[name]) for name in columns): _par_in(game, values)}

    found: dict[tuple[tuple[str, object], ...], Par] = {}
    for one in read_values(par_file(scores), parse):
        found.update(one)
    return found


def _par_in(game: str, values: Mapping[str, object]) -> Par:
    outcome, score = str(values["outcome"]), values["score"]
    if outcome not in rule_set(game).results:
        raise ValueError("no game ends so")
    return Par(str(values["effort"]), outcome, None if score is None else count(values, "score"))
