"""A review in words: its sentences, the report as text, and the report as an object of JSON."""

from __future__ import annotations

from foxduet.analysis.review import FELT, Assessment, Review, costly, grade_of, line_of, line_seat
from foxduet.analysis.review_file import figures_table
from foxduet.play.game import Game
from foxduet.play.record import result_name
from foxduet.words.common import chooser_name, guide_words, percent, table_words
from foxduet.words.glance import (
    costliest_sentences,
    glance_notes,
    glance_object,
    glance_rows,
    grade_mark,
    par_sentence,
)
from foxduet.words.glyphs import Glyphs
from foxduet.words.hints import points_text
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.review_chart import chart_rows, charted_line, mark_row
from foxduet.words.text import printable, text_width

MOST_NAMED = 5
"""How many of the costly decisions a report names; the screens mark them all."""

_CHART_COLUMNS, _CHART_ROWS, _MARGIN = 70, 6, 5


def report_lines(review: Review, glyphs: Glyphs) -> list[str]:
    """Return the report for people: the result, all in a glance, the line, and every decision.

    Anybody may have written the names of the players in it, so no line has characters that are
    commands to a terminal.
    """
    lines = [
        *_result_lines(review),
        "",
        *_glance_lines(review),
        "",
        line_heading(review),
        *_chart_lines(review, glyphs),
        "",
        *_costly_lines(review),
        "",
        *_hindsight_lines(review),
        *_decision_lines(review),
    ]
    return [printable(line) for line in lines]


def line_heading(review: Review) -> str:
    """Say what the line of a review shows."""
    heading = _("The chance to win after each choice, as {partner} sees it")
    if charted_line(review).in_points:
        heading = _("The points to expect after each choice, as {partner} sees it")
    elif not review.game.rules.cooperative:
        heading = _("{name}'s chance to win after each choice, as {partner} sees it")
    name = review.game.header.players[line_seat(review.game)]
    return heading.format(partner=review.partner, name=name)


def _result_lines(review: Review) -> list[str]:
    header, result = review.game.header, review.game.result
    words, (first, second) = table_words(header.game), header.players
    title = _("{setup}: {first} and {second}")
    lines = [title.format(setup=words.setup_label(header.setup), first=first, second=second)]
    if result is None:
        return [*lines, _("This game is not over.")]
    lines.append(words.outcome_sentence(review.game.state, header.players))
    if header.rules.cooperative and any(result.won):
        lines.append(_("Score: {score}").format(score=max(result.points)))
    return lines


def _glance_lines(review: Review) -> list[str]:
    par = par_sentence(review)
    costliest = [f"  {sentence}" for sentence in costliest_sentences(review)]
    rows = [f"  {row}".rstrip() for row in glance_rows(review)]
    notes = [f"  {note}" for note in glance_notes(review)]
    return [_("In a glance"), *rows, *costliest, *([f"  {par}"] if par else []), *notes]


def _chart_lines(review: Review, glyphs: Glyphs) -> list[str]:
    rows = chart_rows(review, _CHART_COLUMNS, _CHART_ROWS, glyphs)
    label_at = charted_line(review).label_at
    axis = {0: label_at(1.0), _CHART_ROWS - 1: label_at(0.0)}
    margin = max(_MARGIN, *map(text_width, axis.values()))
    lines = [f"{axis.get(at, ''):>{margin}} {row}".rstrip() for at, row in enumerate(rows)]
    lines.append(f"{'':{margin}} {mark_row(review, _CHART_COLUMNS)}".rstrip())
    lines.append(_("1, 2, 3: a round is dealt   ?!, ?, ??: an inaccuracy, a mistake, a blunder"))
    return lines


def _costly_lines(review: Review) -> list[str]:
    named, words = costly(review)[:MOST_NAMED], guide_words(review.game.header.game)
    if not named:
        return [_("No choice cost much.")]
    lines = [_("What cost most")]
    for one in named:
        mark = grade_mark(grade_of(one))
        lines.append(f"  {mark} {_place(review, one)}  {chosen_line(review.game, one)}")
        lines.append(f"    {words.cost_sentence(review, one)}")
        lines.append(f"    {cost_phrase(one)}")
    count = len(costly(review)) - len(named)
    if count:
        further = ngettext(
            "{count} further choice cost much; it is marked ? or ?? below.",
            "{count} further choices cost much; they are marked ? or ?? below.",
            count,
        )
        lines.append(further.format(count=count))
    return lines


def _hindsight_lines(review: Review) -> list[str]:
    """Return what nobody could know, in a part of its own."""
    names, words = review.game.header.players, guide_words(review.game.header.game)
    lines = [
        f"  {_place(review, one)}  {sentence}"
        for one in costly(review)[:MOST_NAMED]
        if (sentence := words.hindsight_sentence(one, names))
    ]
    return [_("In hindsight, which nobody could know then"), *lines, ""] if lines else []


def _decision_lines(review: Review) -> list[str]:
    lines = [_("Every decision")]
    for one in review.assessments:
        mark = grade_mark(grade_of(one))
        lines.append(f"{mark} {_place(review, one)}  {chosen_line(review.game, one)}")
    return lines


def _place(review: Review, one: Assessment) -> str:
    """Name a decision: its action, and its round and trick."""
    round_number, trick = review.game.rules.progress(review.game.states[one.number - 1])
    place = _("{number:>3}. round {round}, trick {trick:>2}")
    return place.format(number=one.number, round=round_number, trick=trick)


def report_object(review: Review) -> dict[str, object]:
    """Return the review as one object of JSON; foxduet help review explains its keys."""
    game, cost_sentence = review.game, guide_words(review.game.header.game).cost_sentence
    keys = game.rules.header_keys(game.header.setup)
    return {
        **{key: value for key, value in keys.items() if not isinstance(value, dict)},
        "players": list(game.header.players),
        "result": result_name(game),
        **game.rules.result_keys(game.state),
        "partner": review.partner,
        **({} if game.rules.cooperative else {"line_seat": str(line_seat(game))}),
        "line": [{"action": point.number, "win": point.win} for point in line_of(review)],
        "costly": [
            {"action": one.number, "sentence": cost_sentence(review, one)} for one in costly(review)
        ],
        "decisions": [_decision_object(review, one) for one in review.assessments],
        **glance_object(review),
    }


def _decision_object(review: Review, one: Assessment) -> dict[str, object]:
    rules = review.game.rules
    round_number, trick = rules.progress(review.game.states[one.number - 1])
    shared = table_words(rules.name).is_shared(one.chosen)
    return {
        "action": one.number,
        "round": round_number,
        "trick": trick,
        "seat": "team" if shared else str(one.seat),
        "chosen": rules.format_action(one.chosen),
        "best": rules.format_action(one.best),
        "cost": {"win": one.cost.win, "score": one.cost.score},
        "least_cost": one.least_cost,
        "grade": grade_of(one).name.lower(),
        "worlds": one.worlds,
        **({"nearly_sure": one.in_points} if rules.cooperative else {}),
        "choices": [
            {**figures_table(estimate, rules), "rough": one.is_rough(estimate.action)}
            for estimate in one.estimates
        ],
        "hindsight": [figures_table(opened, rules) for opened in one.open_hands],
    }


def chosen_line(game: Game, one: Assessment) -> str:
    """Say in a line what was chosen, and what the best choice was if it was another."""
    names, choice_phrase = game.header.players, table_words(game.header.game).choices.choice_phrase
    best, chosen = one.of_best, one.of_chosen
    fields: dict[str, object] = {
        "name": chooser_name(game, one),
        "option": choice_phrase(one.chosen, names),
        "best": choice_phrase(one.best, names),
        "best_win": None if best is None else percent(best.win),
        "win": None if chosen is None else percent(chosen.win),
        "best_points": None if best is None else points_text(best.score),
        "points": None if chosen is None else points_text(chosen.score),
    }
    if best is None:
        return _("{name}: {option}, the only choice.").format(**fields)
    if chosen is None:
        return _("{name}: {option}; best {best} ({best_win} %).").format(**fields)
    if one.in_points and one.cost.worth < FELT:
        return _("{name}: {option} ({points} points), as good as any.").format(**fields)
    if one.in_points:
        return _("{name}: {option} ({points} points); best {best} ({best_points} points).").format(
            **fields
        )
    if one.cost.worth < FELT and not chosen.POINT:
        return _("{name}: {option} ({win} %), as good as any.").format(**fields)
    if one.cost.worth < FELT:
        return _("{name}: {option} ({win} %), good for win and points.").format(**fields)
    if chosen.POINT and percent(best.win) <= percent(chosen.win):
        return _(
            "{name}: {option} ({win} %, {points} points); best {best} ({best_win} %, {best_points} "
            "points)."
        ).format(**fields)
    return _("{name}: {option} ({win} %); best {best} ({best_win} %).").format(**fields)


def cost_phrase(one: Assessment) -> str:
    """Say what a choice cost in a few cells; what rounds to 0 is not mentioned."""
    return _with_cost(
        one,
        both=_("cost {win} % to win, {points} points"),
        win=_("cost {win} % to win"),
        points=_("cost {points} points"),
        nothing=_("cost next to nothing"),
    )


def told_cost(one: Assessment) -> str:
    """Say the same in a sentence for the ear."""
    return _with_cost(
        one,
        both=_("It cost {win} % to win and {points} points."),
        win=_("It cost {win} % to win."),
        points=_("It cost {points} points."),
        nothing=_("It cost next to nothing."),
    )


def _with_cost(one: Assessment, *, both: str, win: str, points: str, nothing: str) -> str:
    """Return the sentence for what a choice cost, in chances and in points.

    A gain that the other loss outweighs is no cost, nor are points where they count for nothing.
    The loss of the chance to win is the difference between the figures that are shown; where the
    win is nearly sure, none are.
    """
    best, chosen = one.of_best, one.of_chosen
    assert best is not None, "what was not estimated cost nothing"
    lost_win = percent(best.win) - (0 if chosen is None else percent(chosen.win))
    if lost_win < 0 or (one.in_points and chosen is not None):
        lost_win = 0
    lost_points = max(0.0, round(one.cost.score, 1)) if best.POINT else 0.0
    sentences = {(True, True): both, (True, False): win, (False, True): points}
    sentence = sentences.get((lost_win > 0, lost_points > 0), nothing)
    return sentence.format(win=lost_win, points=decimal(lost_points, ".1f"))
