"""The chart of the chance of winning, or of points, over a game: in rows, and as SVG."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from math import ceil, floor
from statistics import fmean

from foxduet.analysis.review import (
    Assessment,
    ChoiceGrade,
    Review,
    chart_seat,
    chart_uses_points,
    grade_choice,
    win_curve,
)
from foxduet.core.cards import Deal
from foxduet.core.lazy_dataclass import dataclass
from foxduet.play.game import Game
from foxduet.words.game_words import (
    chooser_name,
    guide_words,
    percent,
    percent_label,
    players_phrase,
    table_words,
)
from foxduet.words.hints import POINTS_PER_BAR
from foxduet.words.i18n import _, ngettext
from foxduet.words.text import Glyphs, filled_rows, format_label, printable

_WIDTH, _HEIGHT = 960, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 944, 48, 320
_MARK_WIDTH, _MARK_HEIGHT = 18, 14
_MIN_TURN = 0.1

# Each colour is readable on its background.
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
    """The line of a chart.

    values: chances (0-1) or expected points, by the number of the last action.
    lowest, highest: the range of the chart.
    """

    values: dict[int, float]
    uses_points: bool = False
    lowest: float = 0.0
    highest: float = 1.0

    def height_of(self, value: float) -> float:
        """Return the height of a value in the chart (0-1)."""
        return (value - self.lowest) / (self.highest - self.lowest)

    def axis_label(self, height: float) -> str:
        """Return the label of the axis at a height (0-1)."""
        if not self.uses_points:
            return percent_label(height)
        points = round(self.lowest + height * (self.highest - self.lowest))
        # Translators: points, at the side of a chart where the room is narrow
        return ngettext("{points} pt", "{points} pts", points).format(points=points)


def chart_line(review: Review) -> ChartLine:
    """Return the line of a review; points begin at 0 or span at least POINTS_PER_BAR."""
    points = win_curve(review)
    if not chart_uses_points(review):
        return ChartLine({point.number: point.win for point in points})
    values = {point.number: point.score for point in points}
    highest = ceil(max(values.values()))
    lowest = min(floor(min(values.values())), highest - POINTS_PER_BAR)
    return ChartLine(values, uses_points=True, lowest=max(0, lowest), highest=highest)


def chart_column(number: int, count: int, width: int) -> int:
    """Return the column of action ``number`` (from 1) of ``count`` in a chart of ``width``."""
    return (number - 1) * width // max(1, count)


def turning_points(line: ChartLine) -> list[tuple[int, float]]:
    """Return (action number, value) where the line begins, ends, and turns.

    A turn counts if the line then moves by a tenth of the chart.
    """
    points = [*line.values.items()]
    if not points:
        return []
    turns, extreme, is_rising = [points[0]], points[0], None
    for point in points[1:]:
        change = line.height_of(point[1]) - line.height_of(extreme[1])
        if (change > 0) is is_rising:
            extreme = point
        elif abs(change) >= _MIN_TURN:
            if is_rising is not None:
                turns.append(extreme)
            extreme, is_rising = point, change > 0
    return [*dict.fromkeys((*turns, extreme, points[-1]))]


def chart_rows(review: Review, width: int, height: int, glyphs: Glyphs) -> list[str]:
    """Return the rows of the chart, filled below the line, top row first.

    A column has the mean height of its actions, or repeats the column before if it has none.
    """
    line, count = chart_line(review), len(review.game.turns)
    heights_by_column: dict[int, list[float]] = {}
    for number, value in line.values.items():
        share = line.height_of(value)
        heights_by_column.setdefault(chart_column(number, count, width), []).append(share)
    # None before the first decision.
    heights: list[float | None] = []
    mean: float | None = None
    for column in range(width):
        if column in heights_by_column:
            mean = fmean(heights_by_column[column])
        heights.append(mean)
    if line.values and heights:
        # The chart ends at the last value itself, not at a mean.
        heights[-1] = line.height_of([*line.values.values()][-1])
    return filled_rows(heights, height, glyphs)


def mark_row(review: Review, width: int) -> str:
    """Return the row below the chart: round numbers at the deals, and marks of bad choices.

    If two marks do not fit, only the worse choice gets its mark.
    """
    count = len(review.game.turns)
    row = [" "] * width
    for round_number, number in enumerate(deal_numbers(review.game), 1):
        # Only one cell is free for a number, even from round 10 on.
        row[chart_column(number, count, width)] = str(round_number)[-1]
    for choice in marked_choices(review):
        mark = grade_choice(choice).value
        column = chart_column(choice.number, count, width)
        for start in (column, column + 1, column - 1):
            end = start + len(mark)
            cells = row[max(0, start - 1) : end + 1]
            if start >= 0 and end <= width and not "".join(cells).strip():
                row[start:end] = mark
                break
    return "".join(row)


def marked_choices(review: Review) -> list[Assessment]:
    """Return the choices with a mark, worst first."""
    bad = [choice for choice in review.assessments if grade_choice(choice) is not ChoiceGrade.GOOD]
    return sorted(bad, key=lambda choice: (-choice.cost.worth, choice.number))


def deal_numbers(game: Game) -> list[int]:
    """Return the numbers of the actions that deal a round."""
    return [number for number, turn in enumerate(game.turns, 1) if isinstance(turn.action, Deal)]


def chart_svg(review: Review) -> str:
    """Return the chart as SVG, readable on light and dark backgrounds."""
    game, line = review.game, chart_line(review)
    count = max(1, len(game.turns))
    header, words = game.header, table_words(game.header.game)
    players = players_phrase(header.game, header.players, header.person)
    title = _("{setup}, {players}: chance of winning")
    if line.uses_points:
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
        f'<title id="title">{_escape(title)}</title>',
        f'<desc id="desc">{_escape(_describe(review, outcome))}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" width="{_WIDTH}" height="{_HEIGHT}"/>',
        f'<text x="{_LEFT}" y="28">{_escape(title)}</text>',
    ]
    for share in (0.0, 0.5, 1.0):
        y = _y(share)
        lines.append(f'<line class="grid" x1="{_LEFT}" y1="{y}" x2="{_RIGHT}" y2="{y}"/>')
        label = line.axis_label(share)
        lines.append(f'<text x="{_LEFT - 8}" y="{y + 5}" text-anchor="end">{label}</text>')
    for round_number, number in enumerate(deal_numbers(game), 1):
        x = _x(number, count)
        label = _("Round {round}").format(round=round_number)
        lines.append(f'<line class="round" x1="{x}" y1="{_TOP}" x2="{x}" y2="{_BOTTOM}"/>')
        lines.append(f'<text x="{x}" y="{_BOTTOM + 24}">{_escape(label)}</text>')
    path = " ".join(
        f"{_x(number, count)},{_y(line.height_of(value))}" for number, value in line.values.items()
    )
    lines.append(f'<polyline class="line" points="{path}"/>')
    lines += _draw_marks(review, count)
    return "\n".join([*lines, "</svg>", ""])


def _describe(review: Review, outcome: str) -> str:
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
    round_value: Callable[[float], int] = percent
    if line.uses_points:
        round_value = round
        sentences = ngettext(
            "{outcome} The expected score was {first} points after the first choice and "
            "{lowest} at its lowest; {count} choice was an inaccuracy or worse.",
            "{outcome} The expected score was {first} points after the first choice and "
            "{lowest} at its lowest; {count} choices were inaccuracies or worse.",
            count,
        )
    values = [*line.values.values()]
    first, lowest = round_value(values[0]), round_value(min(values))
    return sentences.format(outcome=outcome, first=first, lowest=lowest, count=count)


def _draw_marks(review: Review, count: int) -> Iterator[str]:
    """Yield the marks and dots of bad choices; near the mark of a worse choice, only the dot."""
    line, cost_sentence = chart_line(review), guide_words(review.game.header.game).cost_sentence
    marks, dots = list[tuple[float, float]](), []
    for choice in marked_choices(review):
        x, grade = _x(choice.number, count), grade_choice(choice)
        y = _y(line.height_of(line.values[choice.number]))
        name, sentence = chooser_name(review.game, choice), cost_sentence(review, choice)
        hover = format_label(
            _("{mark} {name}. {sentence}"), mark=grade.value, name=name, sentence=sentence
        )
        radius = 3 if grade is ChoiceGrade.INACCURACY else 5
        dots.append(
            f'<circle class="{grade.name.lower()}" cx="{x}" cy="{y}" r="{radius}">'
            f"<title>{_escape(hover)}</title></circle>"
        )
        if all(abs(x - left) >= _MARK_WIDTH or abs(y - top) >= _MARK_HEIGHT for left, top in marks):
            marks.append((x, y))
            yield (
                f'<text class="mark {grade.name.lower()}" x="{x}" y="{round(y - 9, 1)}" '
                f'text-anchor="middle">{grade.value}</text>'
            )
    # SVG draws later elements on top, so the worst choices come last.
    yield from reversed(dots)


def _escape(text: str) -> str:
    return escape(printable(text))


def _x(number: int, count: int) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * number / count, 1)


def _y(share: float) -> float:
    return round(_BOTTOM - (_BOTTOM - _TOP) * share, 1)
