"""Damaged reviews beside their records: they are used as far as they are right, or made again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

from foxduet.core.common import Seat
from foxduet.play.game import Game
from foxduet.play.record import dump_record
from tests.fuzz.damage import put_no_file, with_other_bytes
from tests.fuzz.program import Ending, complaints, run_program
from tests.support.classic.entries import match
from tests.support.classic.entries import resigned as match_resigned
from tests.support.entries import finished, resigned
from tests.support.quick_reviews import quick_reviews

_LINE = ("review", "--json", "--worlds", "1", "--jobs", "1")
_SUFFIX = ".review-1.json"
_GAMES: Mapping[str, Callable[[], Game]] = {
    "duet": lambda: resigned(finished(1), 12),
    "classic": lambda: match_resigned(match(3), 12, Seat.P1),
}


def _run_review(record: Path) -> Ending:
    """Review a game with as little work as possible."""
    with quick_reviews():
        return run_program([*_LINE, str(record)], record.parent / "home")


@cache
def _review(record: Path) -> tuple[bytes, int]:
    """Return the file of a game's review, and the number of its decisions."""
    ending = _run_review(record)
    saved = record.with_name(f"{record.name}{_SUFFIX}").read_bytes()
    return saved, len(json.loads(ending.out)["decisions"])


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Damage a review and show it; yield what breaks."""
    name, game = rng.choice(tuple(_GAMES.items()))
    record, what = folder / f"{name}.toml", f"a damaged review of {name}"
    record.write_text(dump_record(game()))
    content, decisions = _review(record)
    saved = record.with_name(f"{record.name}{_SUFFIX}")
    saved.unlink(missing_ok=True)
    change = rng.random()
    if change < 0.2:
        what = f"a {put_no_file(saved, rng)} as a review"
    elif change < 0.7:
        saved.write_bytes(with_other_bytes(content, rng))
    else:
        saved.write_bytes(_with_other_number(content.decode(), rng).encode())
    ending = _run_review(record)
    yield from complaints(ending, what)
    if ending.status or len(json.loads(ending.out)["decisions"]) != decisions:
        yield f"{what} is not shown: {ending.err.strip()}"


def _with_other_number(text: str, rng: Random) -> str:
    """Return JSON with another value in the place of one of its numbers or texts."""
    parts = text.split(": ")
    at = rng.randrange(1, len(parts))
    _old, comma, rest = parts[at].partition(",")
    values = ("-1", "1e999", "NaN", "null", "true", '"x"', "9" * 5000, "[" * 9000, "{}", "0.5")
    parts[at] = f"{rng.choice(values)}{comma}{rest}"
    return ": ".join(parts)
