"""The line of the winning chance over a game: in rows of characters, and as a picture (SVG)."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from statistics import fmean

from foxduet.analysis.review import Assessment, Point, Review, costly, line_of, line_seat
from foxduet.play.game import Game
from foxduet.rules.common import Deal
from foxduet.words.common import chooser_name, guide_words, percent, table_words
from foxduet.words.glyphs import Glyphs
from foxduet.words.i18n import _, ngettext
from foxduet.words.text import printable

_WIDTH, _HEIGHT = 960, 360
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 944, 48, 320

# Colours that can be read on white and on black.
_STYLE = """
  svg { color-scheme: light dark; }
  text { font: 14px sans-serif; fill: #222; }
  .ground { fill: #fff; }
  .grid { stroke: #bbb; stroke-width: 1; }
  .round { stroke: #777; stroke-width: 1; stroke-dasharray: 4 4; }
  .line { fill: none; stroke: #1a5fb4; stroke-width: 2.5; stroke-linejoin: round; }
  .costly { fill: #c01c28; }
  @media (prefers-color-scheme: dark) {
    text { fill: #ddd; }
    .ground { fill: #1c1c1c; }
    .grid { stroke: #444; }
    .round { stroke: #999; }
    .line { stroke: #78aeed; }
    .costly { fill: #ff7b83; }
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
    """Return a row for below the chart: each round's number at its deal, ! for costly choices."""
    count = len(review.game.turns)
    marks = [" "] * width
    for one in costly(review):
        marks[column_of(one.number, count, width)] = "!"
    for round_number, number in enumerate(deals_of(review.game), 1):
        # One cell a round, however many there are.
        marks[column_of(number, count, width)] = str(round_number)[-1]
    return "".join(marks)


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
    lines += [_costly_mark(review, one, count) for one in costly(review)]
    return "\n".join([*lines, "</svg>", ""])


def _description(review: Review, outcome: str) -> str:
    points = line_of(review)
    if not points:
        return outcome
    count = len(costly(review))
    sentences = ngettext(
        "{outcome} The first choice had a chance of {first} %, the lowest was {lowest} %; {count} "
        "choice that cost much is marked.",
        "{outcome} The first choice had a chance of {first} %, the lowest was {lowest} %; {count} "
        "choices that cost much are marked.",
        count,
    )
    first, lowest = percent(points[0].win), percent(min(point.win for point in points))
    return sentences.format(outcome=outcome, first=first, lowest=lowest, count=count)


def _costly_mark(review: Review, one: Assessment, count: int) -> str:
    chance = next(point.win for point in line_of(review) if point.number == one.number)
    x, y = _x(one.number, count), _y(chance)
    sentence = guide_words(review.game.header.game).cost_sentence(review, one)
    name = chooser_name(review.game, one)
    hover = _escaped(_("{name}: {sentence}").format(name=name, sentence=sentence))
    return f'<circle class="costly" cx="{x}" cy="{y}" r="5"><title>{hover}</title></circle>'


def _escaped(text: str) -> str:
    """Return ``text`` fit for XML, which has no control characters."""
    return escape(printable(text))


def _x(number: int, count: int) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * number / count, 1)


def _y(share: float) -> float:
    return round(_BOTTOM - (_BOTTOM - _TOP) * share, 1)
