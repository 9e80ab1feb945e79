"""Which of the games in the scores to look at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from foxduet.store.entries import Entry

TWO_PEOPLE = "people"
"""What stands in a partner's place where two people play."""

SOLO = "solo"
"""The kind of partner that is any, but no person."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which games to look at; None and no names leave a choice open.

    ``kind`` is a kind of partner, ``TWO_PEOPLE``, or ``SOLO`` for any partner. Of ``names`` all
    must be at the table.
    """

    level: int | None = None
    kind: str | None = None
    names: tuple[str, ...] = ()


def chosen(games: Iterable[Entry], selection: Selection) -> tuple[Entry, ...]:
    """Return the games that a selection is about, in their order."""
    return tuple(
        game
        for game in games
        if selection.level in (None, game.level)
        and (
            selection.kind in (None, game.kind)
            or (selection.kind == SOLO and game.kind != TWO_PEOPLE)
        )
        and set(selection.names) <= set(game.players)
    )
