"""The line of the winning chance, or of points, over a game: in rows, and as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from math import ceil, floor
from statistics import fmean

from foxduet.analysis.review import (
    Assessment,
    MoveQuality,
    Review,
    chart_seat,
    chart_uses_points,
    move_quality,
    win_curve,
)
from foxduet.core.cards import Deal
from foxduet.core.lazy_dataclass import dataclass
from foxduet.play.game import Game
from foxduet.words.game_words import chooser_name, guide_words, percent, players_phrase, table_words
from foxduet.words.hints import POINTS_PER_CELL
from foxduet.words.i18n import _, ngettext
from foxduet.words.text import Glyphs, filled_rows, format_label, printable

_WIDTH, _HEIGHT = 960, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 944, 48, 320
_MARK_WIDTH, _MARK_HEIGHT = 18, 14
_TURNING_POINT = 0.1

# Colours that can be read on white and on black.
_STYLE = """
  svg { color-scheme: light dark; }
  text { font: 14px sans-serif; fill: #222; }
  .ground { fill: #fff; }
  .grid { stroke: #bbb; stroke-width: 1; }
  .round { stroke: #777; stroke-width: 1; stroke-dasharray: 4 4; }
  .line { fill: none; stroke: #1a5fb4; stroke-width: 2.5; stroke-linejoin: round; }
  .inaccuracy { fill: #8a5a00; }
  .mistake { fill: #b8480d; }
  .blunder { fill: #c01c28; }
  .mark { font-size: 13px; font-weight: bold; }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd; }
    .ground { fill: #1c1c1c; }
    .grid { stroke: #444; }
    .round { stroke: #999; }
    .line { stroke: #78aeed; }
    .inaccuracy { fill: #e5c07b; }
    .mistake { fill: #ffa566; }
    .blunder { fill: #ff7b83; }
  }
"""


@dataclass(frozen=True, slots=True)
class ChartLine:
    """What a chart shows after each action: its ``values``, by the numbers of the actions.

    They are chances to win (0-1), or points where the win was nearly sure all the time. The chart
    reaches from the ``lowest`` value to the ``highest``.
    """

    values: dict[int, float]
    in_points: bool = False
    lowest: float = 0.0
    highest: float = 1.0

    def share_of(self, value: float) -> float:
        """Return how high a value lies in the chart (0-1)."""
        return (value - self.lowest) / (self.highest - self.lowest)

    def label_at(self, share: float) -> str:
        """Return what is written beside the chart at a height (0-1)."""
        if not self.in_points:
            return _("{share}%").format(share=percent(share))
        points = round(self.lowest + share * (self.highest - self.lowest))
        # Translators: points, at the side of a chart where the room is narrow
        return ngettext("{points} pt", "{points} pts", points).format(points=points)


def chart_line(review: Review) -> ChartLine:
    """Return what the chart of a review shows; its points are as far apart as those of bars."""
    points = win_curve(review)
    if not chart_uses_points(review):
        return ChartLine({point.number: point.win for point in points})
    values = {point.number: point.score for point in points}
    highest = ceil(max(values.values()))
    lowest = min(floor(min(values.values())), highest - POINTS_PER_CELL)
    return ChartLine(values, in_points=True, lowest=max(0, lowest), highest=highest)


def chart_column(number: int, count: int, width: int) -> int:
    """Return the column of action ``number``, from 1, of ``count`` in a chart of ``width``."""
    return (number - 1) * width // max(1, count)


def column_heights(line: ChartLine, count: int, width: int) -> list[float | None]:
    """Return the height in each column: the mean of the actions there, else the last one known.

    None before the first decision.
    """
    by_column: dict[int, list[float]] = {}
    for number, value in line.values.items():
        share = line.share_of(value)
        by_column.setdefault(chart_column(number, count, width), []).append(share)
    heights: list[float | None] = []
    latest: float | None = None
    for column in range(width):
        if column in by_column:
            latest = fmean(by_column[column])
        heights.append(latest)
    if line.values and heights:
        # The last action is shown by itself, not in a mean.
        heights[-1] = line.share_of([*line.values.values()][-1])
    return heights


def turning_points(line: ChartLine) -> list[tuple[int, float]]:
    """Return where the line begins, ends, and turns after it went by a tenth of the chart.

    Each is the number of an action, and the value after it.
    """
    every = [*line.values.items()]
    if not every:
        return []
    found, farthest, rising = [every[0]], every[0], None
    for point in every[1:]:
        ahead = line.share_of(point[1]) - line.share_of(farthest[1])
        if (ahead > 0) is rising:
            farthest = point
        elif abs(ahead) >= _TURNING_POINT:
            if rising is not None:
                found.append(farthest)
            farthest, rising = point, ahead > 0
    return [*dict.fromkeys((*found, farthest, every[-1]))]


def chart_rows(review: Review, width: int, height: int, glyphs: Glyphs) -> list[str]:
    """Return the chart, filled below the line, the highest row first."""
    shares = column_heights(chart_line(review), len(review.game.turns), width)
    return filled_rows(shares, height, glyphs)


def mark_row(review: Review, width: int) -> str:
    """Return a row for below the chart: each round's number at its deal, and bad choices' marks.

    Where there is no room for two marks, the worse choice has its mark.
    """
    count = len(review.game.turns)
    row = [" "] * width
    for round_number, number in enumerate(deal_numbers(review.game), 1):
        # One cell a round, however many there are.
        row[chart_column(number, count, width)] = str(round_number)[-1]
    for one in marked_choices(review):
        mark = move_quality(one).value
        column = chart_column(one.number, count, width)
        for first in (column, column + 1, column - 1):
            last = first + len(mark)
            if (
                first >= 0
                and last <= width
                and not "".join(row[max(0, first - 1) : last + 1]).strip()
            ):
                row[first:last] = mark
                break
    return "".join(row)


def marked_choices(review: Review) -> list[Assessment]:
    """Return the choices that have a mark, the worst first."""
    found = [one for one in review.assessments if move_quality(one) is not MoveQuality.GOOD]
    return sorted(found, key=lambda one: (-one.cost.worth, one.number))


def deal_numbers(game: Game) -> list[int]:
    """Return the numbers of the actions that dealt a round."""
    return [number for number, turn in enumerate(game.turns, 1) if isinstance(turn.action, Deal)]


def report_svg(review: Review) -> str:
    """Return the picture, readable on light and dark ground."""
    game, line = review.game, chart_line(review)
    count = max(1, len(game.turns))
    header, words = game.header, table_words(game.header.game)
    players = players_phrase(header.game, header.players, header.person)
    title = _("{setup}, {players}: chance of winning")
    if line.in_points:
        title = _("{setup}, {players}: expected points")
    elif not game.rules.cooperative:
        title = _("{setup}, {players}: {name:*'s|your} chance of winning")
    name = game.header.players[chart_seat(game)]
    title = format_label(title, setup=words.setup_label(header.setup), players=players, name=name)
    outcome = _("This game is not over.")
    if game.result is not None:
        outcome = words.outcome_sentence(game.state, game.header.players)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        'aria-labelledby="title desc">',
        f'<title id="title">{_escaped(title)}</title>',
        f'<desc id="desc">{_escaped(_description(review, outcome))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" width="{_WIDTH}" height="{_HEIGHT}"/>',
        f'<text x="{_LEFT}" y="28">{_escaped(title)}</text>',
    ]
    for share in (0.0, 0.5, 1.0):
        y = _y(share)
        lines.append(f'<line class="grid" x1="{_LEFT}" y1="{y}" x2="{_RIGHT}" y2="{y}"/>')
        label = line.label_at(share)
        lines.append(f'<text x="{_LEFT - 8}" y="{y + 5}" text-anchor="end">{label}</text>')
    for round_number, number in enumerate(deal_numbers(game), 1):
        x = _x(number, count)
        label = _("Round {round}").format(round=round_number)
        lines.append(f'<line class="round" x1="{x}" y1="{_TOP}" x2="{x}" y2="{_BOTTOM}"/>')
        lines.append(f'<text x="{x}" y="{_BOTTOM + 24}">{_escaped(label)}</text>')
    path = " ".join(
        f"{_x(number, count)},{_y(line.share_of(value))}" for number, value in line.values.items()
    )
    lines.append(f'<polyline class="line" points="{path}"/>')
    lines += _marks(review, count)
    return "\n".join([*lines, "</svg>", ""])


def _description(review: Review, outcome: str) -> str:
    line, count = chart_line(review), len(marked_choices(review))
    if not line.values:
        return outcome
    sentences = ngettext(
        "{outcome} The chance of winning was {first}% after the first choice and {lowest}% "
        "at its lowest; {count} choice was an inaccuracy or worse.",
        "{outcome} The chance of winning was {first}% after the first choice and {lowest}% "
        "at its lowest; {count} choices were inaccuracies or worse.",
        count,
    )
    shown: Callable[[float], int] = percent
    if line.in_points:
        shown = round
        sentences = ngettext(
            "{outcome} The expected score was {first} points after the first choice and "
            "{lowest} at its lowest; {count} choice was an inaccuracy or worse.",
            "{outcome} The expected score was {first} points after the first choice and "
            "{lowest} at its lowest; {count} choices were inaccuracies or worse.",
            count,
        )
    values = [*line.values.values()]
    first, lowest = shown(values[0]), shown(min(values))
    return sentences.format(outcome=outcome, first=first, lowest=lowest, count=count)


def _marks(review: Review, count: int) -> Iterator[str]:
    """Yield a dot for each bad choice, with a mark where no worse choice's stands too near."""
    line = chart_line(review)
    marked: list[tuple[float, float]] = []
    dots = []
    for one in marked_choices(review):
        x, grade = _x(one.number, count), move_quality(one)
        y = _y(line.share_of(line.values[one.number]))
        dots.append(_dot(review, one, x, y))
        if all(
            abs(x - left) >= _MARK_WIDTH or abs(y - top) >= _MARK_HEIGHT for left, top in marked
        ):
            marked.append((x, y))
            yield (
                f'<text class="mark {grade.name.lower()}" x="{x}" y="{round(y - 9, 1)}" '
                f'text-anchor="middle">{grade.value}</text>'
            )
    # The worst lie on top.
    yield from reversed(dots)


def _dot(review: Review, one: Assessment, x: float, y: float) -> str:
    sentence = guide_words(review.game.header.game).cost_sentence(review, one)
    name, grade = chooser_name(review.game, one), move_quality(one)
    hover = format_label(
        _("{mark} {name}. {sentence}"), mark=grade.value, name=name, sentence=sentence
    )
    radius = 3 if grade is MoveQuality.INACCURACY else 5
    return (
        f'<circle class="{grade.name.lower()}" cx="{x}" cy="{y}" r="{radius}">'
        f"<title>{_escaped(hover)}</title></circle>"
    )


def _escaped(text: str) -> str:
    return escape(printable(text))


def _x(number: int, count: int) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * number / count, 1)


def _y(share: float) -> float:
    return round(_BOTTOM - (_BOTTOM - _TOP) * share, 1)
