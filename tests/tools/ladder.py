"""Measure the strength of pairs of partners: ``python -m tests.tools.ladder --write``.

Plays each pair at each level on deals that were never used for tuning, as ``foxduet simulate``
does, and writes the same table to ``foxduet help solo`` and MEASUREMENTS.md. It plays ``--levels``
and ``--partners`` only; other rows stay.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import foxduet
from foxduet.ai.partner import KINDS
from foxduet.ai.workers import Jobs
from foxduet.analysis.simulation import Series, play_series, series_report
from foxduet.games.duet.rules.cards import LEVELS
from foxduet.games.duet.rules.state import Setup


@dataclass(frozen=True, slots=True)
class Pair:
    """Two partners, the number of deals they play at each level, and the seed of the first."""

    seats: tuple[str, str]
    deals: int
    seed: int

    def begins(self, level: int) -> str:
        """Return the beginning of the table's row for this pair at a level."""
        return f"| {level} | {' + '.join(self.seats)} | {self.deals} | {self.seed} |"


PAIRS = (
    Pair(("expert", "expert"), 1000, 8_400_001),
    Pair(("expert", "steady"), 1000, 8_720_001),
    Pair(("steady", "steady"), 5000, 9_100_001),
    Pair(("novice", "novice"), 5000, 9_100_001),
)
FOLDER = Path(foxduet.__file__).parent
PAGES = (FOLDER / "games/duet/help/solo.md", FOLDER.parent / ".github/MEASUREMENTS.md")
"""The files with the table."""

_TABLE = re.compile(r"(?<=\n)\| level \| partners \| deals \|.*\n(?:\|.*\n)+")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.ladder", description=__doc__)
    parser.add_argument("--levels", type=int, nargs="+", choices=LEVELS, default=LEVELS)
    parser.add_argument("--partners", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--jobs", type=int, default=1, help="number of processes")
    parser.add_argument("--write", action="store_true", help="write the table, too")
    parsed = parser.parse_args()
    table = table_in(PAGES[0].read_text("utf-8"))
    pairs = [pair for pair in PAIRS if {*pair.seats} <= {*parsed.partners}]
    for row in rows_of(parsed.levels, pairs, parsed.jobs):
        print(row, flush=True)
        table = with_row(table, row)
    if parsed.write:
        for page in PAGES:
            text = page.read_text("utf-8")
            page.write_text(text.replace(table_in(text), table), "utf-8", newline="\n")


def table_in(text: str) -> str:
    match = _TABLE.search(text)
    assert match is not None, "the page has the table"
    return match[0]


def with_row(table: str, row: str) -> str:
    """Return the table with the row of the same level and partners replaced."""
    level, partners = row.split(" | ")[:2]
    pattern = rf"{re.escape(f'{level} | {partners} |')}.*"
    return re.sub(pattern, row, table)


def rows_of(levels: Sequence[int], pairs: Sequence[Pair], jobs: Jobs) -> Iterator[str]:
    """Play, and yield the rows of some pairs, level by level."""
    for level in levels:
        for pair in pairs:
            series = Series("duet", Setup(level), pair.deals, pair.seats, pair.seed)
            report = series_report(series, [*play_series(series, jobs)], 0.0)
            low, high = (f"{100 * bound:.1f}" for bound in report["wilson95"])
            won = f"{100 * report['win_rate']:.1f} ({low}-{high})"
            yield f"{pair.begins(level)} {won} | {report['mean_score']:.1f} |"


if __name__ == "__main__":
    main()
