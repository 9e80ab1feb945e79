"""A review in a glance, in words: a table of the players, its limits and formula, and par."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING

from foxduet.ai.names import partner_kind
from foxduet.ai.partner import NEARLY_SURE, partners_of
from foxduet.analysis.review import (
    LIMITS,
    STEEPNESS,
    Glance,
    Grade,
    accuracy_of,
    glances_of,
    line_seat,
    point_of,
    points_left,
)
from foxduet.analysis.reviewed import mistakes_by_theme
from foxduet.core.common import Seat
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.play.game import Header
from foxduet.words.common import Figures, guide_words, percent
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.people import fill
from foxduet.words.text import TextLine, Tone, text_width, wrapped

if TYPE_CHECKING:
    from foxduet.analysis.review import Review

_APART = 2
_ROWS = (
    N_("Choices made"),
    N_("As the expert would"),
    N_("Inaccuracies ?!"),
    N_("Mistakes ?"),
    N_("Blunders ??"),
    N_("Accuracy"),
)
_POINTS = N_("Points they cost")
_CHANCES = {
    "novice": N_(
        "Chances to win are those of games that the novice played with the steady partner, as "
        "which a person counts."
    ),
    "steady": N_(
        "Chances to win are those of games that the steady partner played with itself: a person, "
        "or each of two, counts as steady."
    ),
    "expert": N_(
        "Chances to win are those of games that the expert played with the steady partner, as "
        "which a person counts."
    ),
}


def glance_rows(review: Review) -> list[str]:
    """Return the table: a column for each player, and one for the team if it chose anything.

    Points are told where they count for something.
    """
    labels = _labels(review)
    columns = [[_name(review, one), *_figures(one)] for one in glances_of(review)]
    width = max(map(text_width, labels))
    rows = []
    for at, label in enumerate(["", *labels]):
        row = _left(label, width)
        for column in columns:
            room = max(map(text_width, column)) + _APART
            row += " " * (room - text_width(column[at])) + column[at]
        rows.append(row)
    return rows


def _labels(review: Review) -> list[str]:
    return [_(label) for label in (*_ROWS, *((_POINTS,) if point_of(review) else ()))]


def glance_figures(review: Review) -> tuple[list[str], Figures]:
    """Return what is counted, and each player who chose anything with the figures of that."""
    # The marks of the grades stand at the end in every language.
    labels = [label.rstrip("?!").rstrip() for label in _labels(review)]
    chose = [one for one in glances_of(review) if one.choices]
    return labels, [(_name(review, one), *_figures(one)[: len(labels)]) for one in chose]


def _left(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))


def _name(review: Review, glance: Glance) -> str:
    return _("Together") if glance.seat is None else review.game.header.players[glance.seat]


def _figures(glance: Glance) -> Sequence[str]:
    bad = glance.inaccuracies, glance.mistakes, glance.blunders
    accuracy = "-"
    if glance.accuracy is not None:
        accuracy = _("{share} %").format(share=percent(glance.accuracy))
    return (
        *map(str, (glance.choices, glance.as_expert, *bad)),
        accuracy,
        decimal(glance.points, ".1f"),
    )


def glance_notes(review: Review) -> tuple[str, ...]:
    """Say from which costs on a choice is what, what accuracy is, and what the chances are."""
    costs: dict[str, int] = {grade.name: percent(limit) for grade, limit in LIMITS.items()}
    formula = _(
        "Accuracy is the mean of 100 % x e^(-{steepness} x cost) over all choices with an "
        "alternative: {inaccuracy} % for a cost of {INACCURACY} %, {blunder} % for one of "
        "{BLUNDER} %."
    )
    shares = {grade.name.lower(): percent(accuracy_of(cost)) for grade, cost in LIMITS.items()}
    formula = formula.format(steepness=round(STEEPNESS), **costs, **shares)
    return (*limit_sentences(review), formula, *chances_notes(review.game.header))


def chances_notes(header: Header) -> tuple[str, ...]:
    """Say from which games the chances of a game come, if they do."""
    return (chances_sentence(header),) if partners_of(header.game).calibration is not None else ()


def limit_sentences(review: Review) -> tuple[str, ...]:
    """Say from which costs on a choice is what."""
    costs: dict[str, int] = {grade.name: percent(limit) for grade, limit in LIMITS.items()}
    point = point_of(review)
    limits = _(
        "A choice that costs {INACCURACY} % or more is an inaccuracy, from {MISTAKE} % on a "
        "mistake, from {BLUNDER} % on a blunder: the chance to win that it lost."
    )
    if point:
        limits = _(
            "A choice that costs {INACCURACY} % or more is an inaccuracy, from {MISTAKE} % on a "
            "mistake, from {BLUNDER} % on a blunder: the chance to win that it lost, a point of "
            "score counting like {point} %."
        )
    sentences = [limits.format(point=percent(point), **costs)]
    if point:
        in_points = {grade.name: decimal(cost / point, "g") for grade, cost in LIMITS.items()}
        sentence = _(
            "Where every choice leaves {sure} % or more to win, only points are told: "
            "{INACCURACY} point is an inaccuracy, {MISTAKE} points are a mistake, {BLUNDER} a "
            "blunder."
        )
        sentences.append(sentence.format(sure=percent(NEARLY_SURE), **in_points))
    return tuple(sentences)


def chances_sentence(header: Header) -> str:
    """Say from which games the chances to win come that players of a game are told."""
    return _(_CHANCES[partner_kind(header.ai)])


@dataclass(frozen=True, slots=True)
class Insight:
    """What cost a player most: choices of one theme, their cost (0-1) and points together."""

    theme: str
    choices: int
    cost: float
    points: float


def insight_of(review: Review) -> Insight | None:
    """Return what cost most by the reasons of all inaccuracies and worse; None without any.

    It is about the person, about the team of two, or about the one of two opponents whose line is
    shown.
    """
    game, theme_of = review.game, guide_words(review.game.header.game).theme
    seat = game.header.person
    if seat is None and not game.rules.cooperative:
        seat = line_seat(game)
    found = mistakes_by_theme(review, tuple(Seat) if seat is None else (seat,), theme_of)
    costs = {theme: fsum(one.cost.worth for one in found[theme]) for theme in found}
    if not costs:
        return None
    theme = max(costs, key=lambda theme: (costs[theme], theme))
    points = fsum(max(0.0, one.cost.score) for one in found[theme])
    return Insight(theme, len(found[theme]), costs[theme], points)


def insight_sentence(review: Review) -> str:
    """Say in a sentence what cost most; empty if nothing can be named."""
    insight, point = insight_of(review), point_of(review)
    if insight is None:
        return ""
    sentence = ngettext(
        "What cost most in this game: {theme}, {cost} % of the chance to win in {count} choice.",
        "What cost most in this game: {theme}, {cost} % of the chance to win in {count} choices.",
        insight.choices,
    )
    if point:
        sentence = ngettext(
            "What cost most in this game: {theme}, {points} points in {count} choice.",
            "What cost most in this game: {theme}, {points} points in {count} choices.",
            insight.choices,
        )
    points = decimal(insight.points, ".1f")
    return sentence.format(
        theme=_(insight.theme), cost=percent(insight.cost), points=points, count=insight.choices
    )


def costliest_sentences(review: Review) -> list[str]:
    """Say for each player which choice cost most, and why; and what cost most by kind."""
    tell = guide_words(review.game.header.game).cost_sentence
    sentences = []
    for one in glances_of(review):
        if one.costliest is not None:
            sentence = _("{name:*'s|your} dearest choice was action {number}: {sentence}")
            if one.seat is None:
                sentence = _("Your dearest choice together was action {number}: {sentence}")
            name, number = _name(review, one), one.costliest.number
            why = tell(review, one.costliest)
            sentences.append(fill(sentence, name=name, number=number, sentence=why))
    insight = insight_sentence(review)
    return [*sentences, insight] if insight else sentences


def par_sentence(review: Review) -> str:
    """Say how many points were left on the table against par; empty where nobody knows."""
    left = points_left(review)
    if left is None or review.par is None or review.par.result is None:
        return ""
    result = review.par.result
    if not any(result.won):
        return _("Par: two experts did not win with these deals.")
    sentence = _("Par: two experts scored {par} with these deals, as you did.")
    if left > 0:
        sentence = ngettext(
            "Par: two experts scored {par} with these deals; you left {points} point on the table.",
            "Par: two experts scored {par} with these deals; you left {points} points on the "
            "table.",
            left,
        )
    elif left < 0:
        sentence = ngettext(
            "Par: two experts scored {par} with these deals; you scored {points} point more.",
            "Par: two experts scored {par} with these deals; you scored {points} points more.",
            -left,
        )
    return sentence.format(par=max(result.points), points=abs(left))


def glance_lines(review: Review, width: int) -> list[TextLine]:
    """Return all of it as a page, wrapped to ``width`` columns."""
    heading, *rows = glance_rows(review)
    lines = [TextLine(_("In a glance"), Tone.TITLE), TextLine("")]
    lines += [TextLine(f"  {heading}", Tone.STRONG), *(TextLine(f"  {row}") for row in rows)]
    for paragraph in (*costliest_sentences(review), par_sentence(review)):
        if paragraph:
            lines += [
                TextLine(""),
                *(TextLine(f"  {row}") for row in wrapped(paragraph, width - 2)),
            ]
    for note in glance_notes(review):
        dim = [TextLine(f"  {row}", Tone.DIM) for row in wrapped(note, width - 2)]
        lines += [TextLine(""), *dim]
    return lines


def glance_object(review: Review) -> dict[str, object]:
    """Return the same as keys of the object of JSON."""
    tell = guide_words(review.game.header.game).cost_sentence
    par, left, insight = review.par, points_left(review), insight_of(review)
    result = None if par is None else par.result
    return {
        "glance": [
            {
                "seat": "team" if one.seat is None else str(one.seat),
                "choices": one.choices,
                "as_expert": one.as_expert,
                "inaccuracies": one.inaccuracies,
                "mistakes": one.mistakes,
                "blunders": one.blunders,
                "accuracy": one.accuracy,
                "points": one.points,
                "dearest": None
                if one.costliest is None
                else {"action": one.costliest.number, "sentence": tell(review, one.costliest)},
            }
            for one in glances_of(review)
        ],
        "insight": None
        if insight is None
        else {"theme": insight.theme, "choices": insight.choices, "cost": insight.cost},
        "limits": {grade.name.lower(): limit for grade, limit in LIMITS.items()},
        "par": None
        if result is None
        else {
            "result": result.name,
            "score": max(result.points) if any(result.won) else None,
            "left": left,
        },
    }


def grade_mark(grade: Grade) -> str:
    """Return the mark of a grade, padded to the width of the widest."""
    return f"{grade.value:<2}"
