"""The line of the winning chance as a picture (SVG) that stands for itself."""

from __future__ import annotations

from html import escape

from foxduet.analysis.review import Assessment, Point, Review, costly, line_of
from foxduet.rules.duet.state import Outcome
from foxduet.ui.kit.canvas import printable
from foxduet.ui.review.chart import deals_of
from foxduet.words.duet.hints import percent
from foxduet.words.duet.story import outcome_sentence
from foxduet.words.duet.verdicts import chooser_name, sentence_of
from foxduet.words.i18n import _, ngettext

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


def report_svg(review: Review) -> str:
    """Return the picture, readable on light and dark ground."""
    game, points = review.game, line_of(review)
    count = max(1, len(game.turns))
    first, second = game.header.players
    outcome = game.state.table.outcome
    title = _("The chance to win: {first} and {second}, level {level}").format(
        first=first, second=second, level=game.header.level
    )
    told = _("This game is not over.") if outcome is None else outcome_sentence(outcome)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        'aria-labelledby="title desc">',
        f'<title id="title">{_escaped(title)}</title>',
        f'<desc id="desc">{_escaped(_description(review, told))}</desc>',
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


def _description(review: Review, told: str) -> str:
    points: tuple[Point, ...] = line_of(review)
    if not points:
        return told
    count = len(costly(review))
    described = ngettext(
        "{told} The first choice had a chance of {first} %, the lowest was {lowest} %; {count} "
        "choice that cost much is marked.",
        "{told} The first choice had a chance of {first} %, the lowest was {lowest} %; {count} "
        "choices that cost much are marked.",
        count,
    )
    lowest = min(point.win for point in points)
    return described.format(
        told=told, first=percent(points[0].win), lowest=percent(lowest), count=count
    )


def _costly_mark(review: Review, one: Assessment, count: int) -> str:
    chance = one.chance
    assert chance is not None, "what cost something was estimated"
    outcome, last = review.game.state.table.outcome, one.number == len(review.game.turns)
    if last and outcome is not None:
        # There the line has come to its end.
        chance = 1.0 if outcome is Outcome.VICTORY else 0.0
    x, y = _x(one.number, count), _y(chance)
    name = chooser_name(one, review.game.header.players)
    hover = _("{name}: {sentence}").format(name=name, sentence=sentence_of(review, one))
    return (
        f'<circle class="costly" cx="{x}" cy="{y}" r="5"><title>{_escaped(hover)}</title></circle>'
    )


def _escaped(text: str) -> str:
    """Return ``text`` fit for XML, which has no control characters."""
    return escape(printable(text))


def _x(number: int, count: int) -> float:
    return round(_LEFT + (_RIGHT - _LEFT) * number / count, 1)


def _y(share: float) -> float:
    return round(_BOTTOM - (_BOTTOM - _TOP) * share, 1)
