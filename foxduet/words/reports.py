"""A review as text for people, and as an object of JSON."""

from __future__ import annotations

from foxduet.analysis.review import Assessment, Review, costly, line_of
from foxduet.analysis.review_file import estimate_table, open_hands_table
from foxduet.play.record import result_of
from foxduet.rules.common import trick_number
from foxduet.rules.duet.actions import Forest, Resign
from foxduet.rules.duet.notation import format_action
from foxduet.rules.duet.scoring import score
from foxduet.ui.kit.canvas import printable
from foxduet.ui.kit.look import Glyphs
from foxduet.ui.review.chart import chart_rows, mark_row
from foxduet.words.duet.story import outcome_sentence
from foxduet.words.duet.verdicts import chosen_line, cost_phrase, hindsight_sentence, sentence_of
from foxduet.words.i18n import _, ngettext

MOST_NAMED = 5
"""How many of the costly decisions a report names; the screens mark them all."""

_CHART_COLUMNS, _CHART_ROWS = 70, 6


def report_lines(review: Review, glyphs: Glyphs) -> list[str]:
    """Return the report for people: the result, the line, what cost most, and every decision.

    The names of the players are in it, which may have been written by anybody: no line has
    anything that a terminal would obey.
    """
    lines = [
        *_result_lines(review),
        "",
        _("The chance to win after each choice, as {partner} sees it").format(
            partner=review.partner
        ),
        *_chart_lines(review, glyphs),
        "",
        *_costly_lines(review),
        "",
        *_hindsight_lines(review),
        *_decision_lines(review),
    ]
    return [printable(line) for line in lines]


def _result_lines(review: Review) -> list[str]:
    game = review.game
    outcome, points = game.state.table.outcome, score(game.state)
    first, second = game.header.players
    lines = [
        _("Level {level}: {first} and {second}").format(
            level=game.header.level, first=first, second=second
        )
    ]
    lines.append(_("This game is not over.") if outcome is None else outcome_sentence(outcome))
    if points is not None:
        lines.append(_("Score: {score}").format(score=points.total))
    return lines


def _chart_lines(review: Review, glyphs: Glyphs) -> list[str]:
    rows = chart_rows(review, _CHART_COLUMNS, _CHART_ROWS, glyphs)
    axis = {0: "100 %", _CHART_ROWS - 1: "0 %"}
    lines = [f"{axis.get(at, ''):>5} {row}".rstrip() for at, row in enumerate(rows)]
    lines.append(f"{'':5} {mark_row(review, _CHART_COLUMNS)}".rstrip())
    lines.append(_("1, 2, 3: a round is dealt   !: a choice that cost much"))
    return lines


def _costly_lines(review: Review) -> list[str]:
    named = costly(review)[:MOST_NAMED]
    if not named:
        return [_("No choice cost much.")]
    lines = [_("What cost most")]
    for one in named:
        lines.append(f"  {_place(review, one)}  {chosen_line(one, review.game.header.players)}")
        lines.append(f"    {sentence_of(review, one)}")
        lines.append(f"    {cost_phrase(one)}")
    count = len(costly(review)) - len(named)
    if count:
        lines.append(
            ngettext(
                "{count} further choice cost much; it is marked ! below.",
                "{count} further choices cost much; they are marked ! below.",
                count,
            ).format(count=count)
        )
    return lines


def _hindsight_lines(review: Review) -> list[str]:
    """Tell apart from all else what nobody could know."""
    names = review.game.header.players
    lines = [
        f"  {_place(review, one)}  {sentence}"
        for one in costly(review)[:MOST_NAMED]
        if (sentence := hindsight_sentence(one, names))
    ]
    if not lines:
        return []
    return [_("In hindsight, which nobody could know then"), *lines, ""]


def _decision_lines(review: Review) -> list[str]:
    names = review.game.header.players
    dear = {one.number for one in costly(review)}
    lines = [_("Every decision")]
    for one in review.assessments:
        mark = "!" if one.number in dear else " "
        lines.append(f"{mark} {_place(review, one)}  {chosen_line(one, names)}")
    return lines


def _place(review: Review, one: Assessment) -> str:
    """Name a decision: its action, and its round and trick."""
    state = review.game.states[one.number - 1]
    trick = trick_number(state.table.tricks_done, state.table.trick)
    return _("{number:>3}. round {round}, trick {trick:>2}").format(
        number=one.number, round=state.table.round, trick=trick
    )


def report_object(review: Review) -> dict[str, object]:
    """Return the review as one object of JSON; the README tells what its keys mean."""
    game = review.game
    points = score(game.state)
    return {
        "level": game.header.level,
        "players": list(game.header.players),
        "result": result_of(game),
        "score": points.total if points else None,
        "partner": review.partner,
        "line": [{"action": point.number, "win": point.win} for point in line_of(review)],
        "costly": [
            {"action": one.number, "sentence": sentence_of(review, one)} for one in costly(review)
        ],
        "decisions": [_decision_object(review, one) for one in review.assessments],
    }


def _decision_object(review: Review, one: Assessment) -> dict[str, object]:
    state = review.game.states[one.number - 1]
    return {
        "action": one.number,
        "round": state.table.round,
        "trick": trick_number(state.table.tricks_done, state.table.trick),
        "seat": "team" if isinstance(one.chosen, Forest | Resign) else str(one.seat),
        "chosen": format_action(one.chosen),
        "best": format_action(one.best),
        "cost": {"win": one.cost.win, "score": one.cost.score},
        "worlds": one.worlds,
        "choices": [estimate_table(estimate) for estimate in one.estimates],
        "hindsight": [open_hands_table(opened) for opened in one.open_hands],
    }
