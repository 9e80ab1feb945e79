"""The line of the winning chance over a game: in rows of characters, and as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from statistics import fmean

from foxduet.analysis.review import Assessment, Grade, Point, Review, grade_of, line_of, line_seat
from foxduet.core.common import Deal
from foxduet.play.game import Game
from foxduet.words.common import chooser_name, guide_words, percent, table_words
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, ngettext
from foxduet.words.text import printable

_WIDTH, _HEIGHT = 960, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 944, 48, 320
_MARK_WIDTH, _MARK_HEIGHT = 18, 14

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
        # The last action is shown by itself, not in a mean.
        chances[-1] = points[-1].win
    return chances


def chart_rows(review: Review, width: int, height: int, glyphs: Glyphs) -> list[str]:
    """Return the chart, filled below the line, the highest row first."""
    chances = chances_at(line_of(review), len(review.game.turns), width)
    pieces = len(glyphs.column_ends) + 1
    # A defeat is a thin line, not a gap.
    heights = [0 if one is None else max(1, round(one * height * pieces)) for one in chances]
    cells = (" ", *glyphs.column_ends, glyphs.column)
    return [
        "".join(cells[min(max(0, filled - row * pieces), pieces)] for filled in heights)
        for row in reversed(range(height))
    ]


def mark_row(review: Review, width: int) -> str:
    """Return a row for below the chart: each round's number at its deal, and bad choices' marks.

    Where there is no room for two marks, the worse choice has its mark.
    """
    count = len(review.game.turns)
    row = [" "] * width
    for round_number, number in enumerate(deals_of(review.game), 1):
        # One cell a round, however many there are.
        row[column_of(number, count, width)] = str(round_number)[-1]
    for one in bad_choices(review):
        mark = grade_of(one).value
        column = column_of(one.number, count, width)
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


def bad_choices(review: Review) -> list[Assessment]:
    """Return the choices that have a mark, the worst first."""
    found = [one for one in review.assessments if grade_of(one) is not Grade.GOOD]
    return sorted(found, key=lambda one: (-one.cost.worth, one.number))


def deals_of(game: Game) -> list[int]:
    """Return the numbers of the actions that dealt a round."""
    return [number for number, turn in enumerate(game.turns, 1) if isinstance(turn.action, Deal)]


def report_svg(review: Review) -> str:
    """Return the picture, readable on light and dark ground."""
    game, points = review.game, line_of(review)
    count = max(1, len(game.turns))
    first, second = game.header.players
    words = table_words(game.header.game)
    title = _("{setup}, {first} and {second}: the chance to win")
    if not game.rules.cooperative:
        title = _("{setup}, {first} and {second}: {name}'s chance to win")
    name = game.header.players[line_seat(game)]
    title = title.format(
        setup=words.setup_label(game.header.setup), first=first, second=second, name=name
    )
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
        label = _("{share} %").format(share=percent(share))
        lines.append(f'<text x="{_LEFT - 8}" y="{y + 5}" text-anchor="end">{label}</text>')
    for round_number, number in enumerate(deals_of(game), 1):
        x = _x(number, count)
        label = _("Round {round}").format(round=round_number)
        lines.append(f'<line class="round" x1="{x}" y1="{_TOP}" x2="{x}" y2="{_BOTTOM}"/>')
        lines.append(f'<text x="{x}" y="{_BOTTOM + 24}">{_escaped(label)}</text>')
    path = " ".join(f"{_x(point.number, count)},{_y(point.win)}" for point in points)
    lines.append(f'<polyline class="line" points="{path}"/>')
    lines += _marks(review, count)
    return "\n".join([*lines, "</svg>", ""])


def _description(review: Review, outcome: str) -> str:
    points = line_of(review)
    if not points:
        return outcome
    count = len(bad_choices(review))
    sentences = ngettext(
        "{outcome} The first choice had a chance of {first} %, the lowest was {lowest} %; {count} "
        "choice is marked as inaccurate or worse.",
        "{outcome} The first choice had a chance of {first} %, the lowest was {lowest} %; {count} "
        "choices are marked as inaccurate or worse.",
        count,
    )
    first, lowest = percent(points[0].win), percent(min(point.win for point in points))
    return sentences.format(outcome=outcome, first=first, lowest=lowest, count=count)


def _marks(review: Review, count: int) -> Iterator[str]:
    """Yield a dot for each bad choice, with a mark where no worse choice's stands too near."""
    chances = {point.number: point.win for point in line_of(review)}
    marked: list[tuple[float, float]] = []
    dots = []
    for one in bad_choices(review):
        x, y, grade = _x(one.number, count), _y(chances[one.number]), grade_of(one)
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
    name, grade = chooser_name(review.game, one), grade_of(one)
    hover = _("{mark} {name}: {sentence}").format(mark=grade.value, name=name, sentence=sentence)
    radius = 3 if grade is Grade.INACCURACY else 5
    return (
        f'<circle class="{grade.name.lower()}" cx="{x}" cy="{y}" r="{radius}">'
        f"<title>{_escaped(hover)}</title></circle>"
    )


def _escaped(text: str) -> str:
    """Return ``text`` fit for XML, which has no control characters."""
    return escape(printable(text))


def _x(number: int, count: int) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * number / count, 1)


def _y(share: float) -> float:
    return round(_BOTTOM - (_BOTTOM - _TOP) * share, 1)
