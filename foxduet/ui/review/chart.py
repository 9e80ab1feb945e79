"""The line of the winning chance over a game, in rows of characters."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from foxduet.analysis.review import Point, Review, costly, line_of
from foxduet.play.game import Game
from foxduet.rules.common import Deal
from foxduet.ui.kit.look import Glyphs


def column_of(number: int, count: int, width: int) -> int:
    """Return the column of action ``number``, from 1, of ``count`` in a chart of ``width``."""
    return (number - 1) * width // max(1, count)


def chances_at(points: Sequence[Point], count: int, width: int) -> list[float | None]:
    """Return the chance in each column: the mean of the actions there, else the last one known.

    None before the first decision.
    """
    by_column: dict[int, list[float]] = {}
    for point in points:
        by_column.setdefault(column_of(point.number, count, width), []).append(point.win)
    chances: list[float | None] = []
    latest: float | None = None
    for column in range(width):
        if column in by_column:
            latest = fmean(by_column[column])
        chances.append(latest)
    if points and chances:
        # The end is shown as it was, whatever came right before it.
        chances[-1] = points[-1].win
    return chances


def chart_rows(review: Review, width: int, height: int, glyphs: Glyphs) -> list[str]:
    """Return the chart, filled below the line, the highest row first."""
    chances = chances_at(line_of(review), len(review.game.turns), width)
    pieces = len(glyphs.column_ends) + 1
    heights = [
        # A defeat is a thin line, not a gap.
        0 if chance is None else max(1, round(chance * height * pieces))
        for chance in chances
    ]
    return [
        "".join(_cell(filled - (height - 1 - row) * pieces, glyphs) for filled in heights)
        for row in range(height)
    ]


def _cell(pieces: int, glyphs: Glyphs) -> str:
    if pieces <= 0:
        return " "
    return glyphs.column if pieces > len(glyphs.column_ends) else glyphs.column_ends[pieces - 1]


def mark_row(review: Review, width: int) -> str:
    """Return a row for below the chart: each round's number at its deal, ! for costly choices."""
    count = len(review.game.turns)
    marks = [" "] * width
    for one in costly(review):
        marks[column_of(one.number, count, width)] = "!"
    for round_number, number in enumerate(deals_of(review.game), 1):
        marks[column_of(number, count, width)] = str(round_number)
    return "".join(marks)


def deals_of(game: Game) -> list[int]:
    """Return the numbers of the actions that dealt a round."""
    return [number for number, turn in enumerate(game.turns, 1) if isinstance(turn.action, Deal)]
