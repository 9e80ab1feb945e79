"""The deals of the day: the same for everybody, from the date and the level."""

from __future__ import annotations

from datetime import date

from foxduet.play.game import Header

DAILY_KEY = "daily"
"""The key of a record that was begun with the deals of a day; its value is the day."""


def daily_seed(day: date, level: int) -> int:
    """Return the seed of ``day`` at ``level``.

    It is the number that the first four bytes of a SHA-256 make, the most significant first; the
    hash is that of a text like ``2026-11-21 level 2``.
    """
    # Imported this late since the first frame of other games must not wait for it.
    from hashlib import sha256  # noqa: PLC0415

    digest = sha256(f"{day.isoformat()} level {level}".encode()).digest()
    return int.from_bytes(digest[:4])


def day_of(header: Header) -> date | None:
    """Return the day whose deals a game has, None if it has others or a board of its own."""
    try:
        day = date.fromisoformat(str(header.further.get(DAILY_KEY)))
    except ValueError:
        return None
    ours = header.board is None and header.seed == daily_seed(day, header.level)
    return day if ours else None
