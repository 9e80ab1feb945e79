"""A review in words: in a glance, as sentences, as a report, and as an object of JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from foxduet.ai.partner import NEAR_CERTAIN_WIN, kind_of, partner_kind, partners_of
from foxduet.analysis.progress import mistakes_by_theme
from foxduet.analysis.review import (
    ACCURACY_DECAY,
    GRADE_THRESHOLDS,
    NEGLIGIBLE_COST,
    Assessment,
    MoveQuality,
    PlayerSummary,
    Review,
    accuracy_from_cost,
    chart_seat,
    costly_assessments,
    move_quality,
    player_summaries,
    point_value,
    points_below_par,
    win_curve,
)
from foxduet.analysis.review_file import estimate_to_json
from foxduet.core.cards import Seat
from foxduet.core.errors import N_
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.play.game import Game, Header
from foxduet.play.record import result_name
from foxduet.words.game_words import (
    Figures,
    chooser_name,
    guide_words,
    percent,
    players_phrase,
    table_words,
)
from foxduet.words.hints import points_abbreviation, points_phrase
from foxduet.words.i18n import _, decimal, ngettext
from foxduet.words.review_chart import chart_line, chart_rows, mark_row
from foxduet.words.text import (
    Glyphs,
    TextLine,
    Tone,
    format_label,
    format_sentence,
    names_at_table,
    partner_name,
    printable,
    text_width,
    wrap,
)


def with_table_names(review: Review) -> Review:
    """Return a review whose players are called as at the table; it is opened with these names."""
    return replace(
        review,
        game=_game_with_table_names(review.game),
        par=None if review.par is None else _game_with_table_names(_with_expert_names(review.par)),
    )


def _game_with_table_names(game: Game) -> Game:
    return replace(game, header=replace(game.header, players=names_at_table(game.header)))


def _with_expert_names(par: Game) -> Game:
    expert = partner_name("expert")
    return replace(par, header=replace(par.header, players=(expert, expert)))


_COLUMN_GAP = 2
_ROWS = (
    N_("Choices made"),
    N_("Matched the expert"),
    N_("Inaccuracies ?!"),
    N_("Mistakes ?"),
    N_("Blunders ??"),
    N_("Accuracy"),
)
_POINTS = N_("Points lost")
_CHANCES = {
    "novice": N_(
        "Chances of winning are based on games between the novice and the steady partner; "
        "people count as steady."
    ),
    "steady": N_(
        "Chances of winning are based on games between two steady partners; people count as steady."
    ),
    "expert": N_(
        "Chances of winning are based on games between the expert and the steady partner; "
        "people count as steady."
    ),
}


def glance_rows(review: Review) -> list[str]:
    """Return the table: a column for each player, and one for the team if it chose anything.

    Points are told where they count for something.
    """
    labels = _labels(review)
    columns = [[_player_label(review, one), *_figures(one)] for one in player_summaries(review)]
    width = max(map(text_width, labels))
    rows = []
    for at, label in enumerate(["", *labels]):
        row = _left_align(label, width)
        for column in columns:
            room = max(map(text_width, column)) + _COLUMN_GAP
            row += " " * (room - text_width(column[at])) + column[at]
        rows.append(row)
    return rows


def _labels(review: Review) -> list[str]:
    return [_(label) for label in (*_ROWS, *((_POINTS,) if point_value(review) else ()))]


def glance_figures(review: Review) -> tuple[list[str], Figures]:
    """Return what is counted, and each player who chose anything with the figures of that."""
    # The marks of the grades stand at the end in every language.
    labels = [label.rstrip("?!").rstrip() for label in _labels(review)]
    chose = [one for one in player_summaries(review) if one.choices]
    return labels, [(_player_label(review, one), *_figures(one)[: len(labels)]) for one in chose]


def _left_align(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))


def _player_label(review: Review, glance: PlayerSummary) -> str:
    return _("Together") if glance.seat is None else review.game.header.players[glance.seat]


def _figures(glance: PlayerSummary) -> Sequence[str]:
    bad = glance.inaccuracies, glance.mistakes, glance.blunders
    accuracy = "-"
    if glance.accuracy is not None:
        accuracy = _("{share}%").format(share=percent(glance.accuracy))
    return (
        *map(str, (glance.choices, glance.as_expert, *bad)),
        accuracy,
        decimal(glance.points, ".1f"),
    )


def glance_notes(review: Review) -> tuple[str, ...]:
    """Say from which costs on a choice is what, what accuracy is, and what the chances are."""
    costs: dict[str, int] = {
        grade.name: percent(limit) for grade, limit in GRADE_THRESHOLDS.items()
    }
    formula = _(
        "Accuracy is the average of 100% x e^(-{steepness} x cost) over all choices that had "
        "an alternative. A cost of {INACCURACY}% gives {inaccuracy}%; {BLUNDER}% gives "
        "{blunder}%."
    )
    shares = {
        grade.name.lower(): percent(accuracy_from_cost(cost))
        for grade, cost in GRADE_THRESHOLDS.items()
    }
    formula = formula.format(steepness=round(ACCURACY_DECAY), **costs, **shares)
    return (*threshold_sentences(review), formula, *chances_notes(review.game.header))


def chances_notes(header: Header) -> tuple[str, ...]:
    """Say from which games the chances of a game come, if they do."""
    return (chances_sentence(header),) if partners_of(header.game).calibration is not None else ()


def threshold_sentences(review: Review) -> tuple[str, ...]:
    """Say from which costs on a choice is what."""
    costs: dict[str, int] = {
        grade.name: percent(limit) for grade, limit in GRADE_THRESHOLDS.items()
    }
    point = point_value(review)
    limits = _(
        "A choice that lowers the chance of winning by {INACCURACY}% or more is an "
        "inaccuracy; by {MISTAKE}% or more, a mistake; by {BLUNDER}% or more, a blunder."
    )
    if point:
        limits = _(
            "A choice that lowers the chance of winning by {INACCURACY}% or more is an "
            "inaccuracy; by {MISTAKE}% or more, a mistake; by {BLUNDER}% or more, a blunder. "
            "A point of score counts as {point}%."
        )
    sentences = [limits.format(point=percent(point), **costs)]
    if point:
        in_points = {
            grade.name: decimal(cost / point, "g") for grade, cost in GRADE_THRESHOLDS.items()
        }
        sentence = _(
            "Where every choice leaves {sure}% or more to win, only points count: losing "
            "{INACCURACY} point is an inaccuracy, {MISTAKE} points a mistake, {BLUNDER} a "
            "blunder."
        )
        sentences.append(sentence.format(sure=percent(NEAR_CERTAIN_WIN), **in_points))
    return tuple(sentences)


def chances_sentence(header: Header) -> str:
    """Say from which games the chances to win come that players of a game are told."""
    if header.rules.cooperative:
        return _(_CHANCES[partner_kind(header.ai)])
    one, other = map(kind_of, header.ai)
    if one == other:
        return _("Chances of winning are those of two equally good players.")
    return _(
        "Chances of winning are based on matches between {one} and {another}; people count as "
        "{steady}."
    ).format(one=partner_name(one), another=partner_name(other), steady=partner_name("steady"))


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
    theme_of, seat = guide_words(review.game.header.game).theme, _seat_of_insight(review.game)
    found = mistakes_by_theme(review, tuple(Seat) if seat is None else (seat,), theme_of)
    costs = {theme: fsum(one.cost.worth for one in found[theme]) for theme in found}
    if not costs:
        return None
    theme = max(costs, key=lambda theme: (costs[theme], theme))
    points = fsum(max(0.0, one.cost.score) for one in found[theme])
    return Insight(theme, len(found[theme]), costs[theme], points)


def _seat_of_insight(game: Game) -> Seat | None:
    seat = game.header.person
    return chart_seat(game) if seat is None and not game.rules.cooperative else seat


def insight_sentence(review: Review) -> str:
    """Say in a sentence what cost most; empty if nothing can be named."""
    insight, point = insight_of(review), point_value(review)
    if insight is None:
        return ""
    cost = _("{win}% to win").format(win=percent(insight.cost / insight.choices))
    if point:
        cost = points_phrase(insight.points / insight.choices)
    figures = ngettext(
        "{count} choice, {cost}", "{count} choices, {cost} each on average", insight.choices
    )
    sentence = _("The costliest habit in this game: {theme} ({figures}).")
    seat = _seat_of_insight(review.game)
    if seat is not None:
        sentence = _("{name:*'s|your} costliest habit in this game: {theme} ({figures}).")
    return format_sentence(
        sentence,
        name="" if seat is None else review.game.header.players[seat],
        theme=_(insight.theme),
        figures=figures.format(count=insight.choices, cost=cost),
    )


def costliest_sentences(review: Review) -> list[str]:
    """Say for each player which choice cost most, and why; and what cost most by kind."""
    tell = guide_words(review.game.header.game).cost_sentence
    sentences = []
    for one in player_summaries(review):
        if one.costliest is not None:
            sentence = _("{name:*'s|your} costliest choice was action {number}. {sentence}")
            if one.seat is None:
                sentence = _("The costliest choice made together was action {number}. {sentence}")
            name, number = _player_label(review, one), one.costliest.number
            why = tell(review, one.costliest)
            sentences.append(format_sentence(sentence, name=name, number=number, sentence=why))
    insight = insight_sentence(review)
    return [*sentences, insight] if insight else sentences


def par_sentence(review: Review) -> str:
    """Say how many points were left on the table against par; empty where nobody knows."""
    left = points_below_par(review)
    if left is None or review.par is None or review.par.result is None:
        return ""
    result = review.par.result
    if not any(result.won):
        return _("Par: none. Two experts did not win these deals.")
    sentence = _("Par: {par}, by two experts on these deals. This game matched it.")
    if left > 0:
        sentence = ngettext(
            "Par: {par}, by two experts on these deals. This game left {points} point "
            "on the table.",
            "Par: {par}, by two experts on these deals. This game left {points} points "
            "on the table.",
            left,
        )
    elif left < 0:
        sentence = ngettext(
            "Par: {par}, by two experts on these deals. This game beat it by {points} point.",
            "Par: {par}, by two experts on these deals. This game beat it by {points} points.",
            -left,
        )
    return sentence.format(par=max(result.points), points=abs(left))


def glance_lines(review: Review, width: int) -> list[TextLine]:
    """Return all of it as a page, wrapped to ``width`` columns."""
    heading, *rows = glance_rows(review)
    lines = [TextLine(_("At a glance"), Tone.TITLE), TextLine("")]
    lines += [TextLine(f"  {heading}", Tone.STRONG), *(TextLine(f"  {row}") for row in rows)]
    for paragraph in (*costliest_sentences(review), par_sentence(review)):
        if paragraph:
            lines += [
                TextLine(""),
                *(TextLine(f"  {row}") for row in wrap(paragraph, width - 2)),
            ]
    for note in glance_notes(review):
        dim = [TextLine(f"  {row}", Tone.DIM) for row in wrap(note, width - 2)]
        lines += [TextLine(""), *dim]
    return lines


def glance_object(review: Review) -> dict[str, object]:
    """Return the same as keys of the object of JSON."""
    tell = guide_words(review.game.header.game).cost_sentence
    par, left, insight = review.par, points_below_par(review), insight_of(review)
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
                "costliest": None
                if one.costliest is None
                else {"action": one.costliest.number, "sentence": tell(review, one.costliest)},
            }
            for one in player_summaries(review)
        ],
        "insight": None
        if insight is None
        else {"theme": insight.theme, "choices": insight.choices, "cost": insight.cost},
        "limits": {grade.name.lower(): limit for grade, limit in GRADE_THRESHOLDS.items()},
        "par": None
        if result is None
        else {
            "result": result.name,
            "score": max(result.points) if any(result.won) else None,
            "left": left,
        },
    }


def grade_mark(grade: MoveQuality) -> str:
    """Return the mark of a grade, padded to the width of the widest."""
    return f"{grade.value:<2}"


MAX_NAMED = 5
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
        chart_heading(review),
        *_chart_lines(review, glyphs),
        "",
        *_costly_lines(review),
        "",
        *_hindsight_lines(review),
        *_decision_lines(review),
    ]
    return [printable(line) for line in lines]


def chart_heading(review: Review) -> str:
    """Say what the line of a review shows."""
    heading = _("Chance of winning after each choice, as {partner} sees it")
    if chart_line(review).in_points:
        heading = _("Expected points after each choice, as {partner} sees it")
    elif not review.game.rules.cooperative:
        heading = _("{name:*'s|your} chance of winning after each choice, as {partner} sees it")
    name = review.game.header.players[chart_seat(review.game)]
    return format_sentence(heading, partner=review.partner, name=name)


def _result_lines(review: Review) -> list[str]:
    header, result = review.game.header, review.game.result
    words = table_words(header.game)
    players = players_phrase(header.game, header.players, header.person)
    title = _("{setup}: {players}")
    lines = [title.format(setup=words.setup_label(header.setup), players=players)]
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
    return [_("At a glance"), *rows, *costliest, *([f"  {par}"] if par else []), *notes]


def _chart_lines(review: Review, glyphs: Glyphs) -> list[str]:
    rows = chart_rows(review, _CHART_COLUMNS, _CHART_ROWS, glyphs)
    label_at = chart_line(review).label_at
    axis = {0: label_at(1.0), _CHART_ROWS - 1: label_at(0.0)}
    margin = max(_MARGIN, *map(text_width, axis.values()))
    lines = [f"{axis.get(at, ''):>{margin}} {row}".rstrip() for at, row in enumerate(rows)]
    lines.append(f"{'':{margin}} {mark_row(review, _CHART_COLUMNS)}".rstrip())
    lines.append(_("1, 2, 3: start of a round   ?! inaccuracy, ? mistake, ?? blunder"))
    return lines


def _costly_lines(review: Review) -> list[str]:
    named, words = costly_assessments(review)[:MAX_NAMED], guide_words(review.game.header.game)
    if not named:
        return [_("No choice was costly.")]
    lines = [_("The costliest choices")]
    for one in named:
        mark = grade_mark(move_quality(one))
        lines.append(f"  {mark} {_place(review, one)}  {chosen_line(review.game, one)}")
        lines.append(f"    {words.cost_sentence(review, one)}")
        lines.append(f"    {cost_phrase(one)}")
    count = len(costly_assessments(review)) - len(named)
    if count:
        further = ngettext(
            "{count} more costly choice is marked ? or ?? below.",
            "{count} more costly choices are marked ? or ?? below.",
            count,
        )
        lines.append(further.format(count=count))
    return lines


def _hindsight_lines(review: Review) -> list[str]:
    names, words = review.game.header.players, guide_words(review.game.header.game)
    lines = [
        f"  {_place(review, one)}  {sentence}"
        for one in costly_assessments(review)[:MAX_NAMED]
        if (sentence := words.hindsight_sentence(one, names))
    ]
    return [_("In hindsight (nobody could have known this)"), *lines, ""] if lines else []


def _decision_lines(review: Review) -> list[str]:
    lines = [_("Every choice")]
    for one in review.assessments:
        mark = grade_mark(move_quality(one))
        lines.append(f"{mark} {_place(review, one)}  {chosen_line(review.game, one)}")
    return lines


def _place(review: Review, one: Assessment) -> str:
    round_number, trick = review.game.rules.progress(review.game.states[one.number - 1])
    place = _("{number:>3}. round {round}, trick {trick:>2}")
    return place.format(number=one.number, round=round_number, trick=trick)


def report_object(review: Review) -> dict[str, object]:
    """Return the review as one object of JSON; foxduet help review explains its keys."""
    game, told = review.game, with_table_names(review)
    cost_sentence = guide_words(game.header.game).cost_sentence
    keys = game.rules.header_keys(game.header.setup)
    return {
        **{key: value for key, value in keys.items() if not isinstance(value, dict)},
        "players": list(game.header.players),
        "result": result_name(game),
        **game.rules.result_keys(game.state),
        "partner": review.partner,
        **({} if game.rules.cooperative else {"line_seat": str(chart_seat(game))}),
        "line": [{"action": point.number, "win": point.win} for point in win_curve(review)],
        "costly": [
            {"action": one.number, "sentence": cost_sentence(told, one)}
            for one in costly_assessments(review)
        ],
        "decisions": [_decision_object(review, one) for one in review.assessments],
        **glance_object(told),
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
        "least_cost": one.cost_lower_bound,
        "grade": move_quality(one).name.lower(),
        "worlds": one.worlds,
        **({"nearly_sure": one.uses_points} if rules.cooperative else {}),
        "choices": [
            {**estimate_to_json(estimate, rules), "rough": one.is_approximate(estimate.action)}
            for estimate in one.estimates
        ],
        "hindsight": [estimate_to_json(opened, rules) for opened in one.hindsight],
    }


def chosen_line(game: Game, one: Assessment) -> str:
    """Say in a line what was chosen, and what the best choice was if it was another."""
    names, choice_phrase = game.header.players, table_words(game.header.game).choices.choice_phrase
    best, chosen = one.best_estimate, one.chosen_estimate
    fields: dict[str, object] = {
        "name": chooser_name(game, one),
        "option": choice_phrase(one.chosen, names),
        "best": choice_phrase(one.best, names),
        "best_win": None if best is None else percent(best.win),
        "win": None if chosen is None else percent(chosen.win),
        "best_points": None if best is None else points_phrase(best.score),
        "points": None if chosen is None else points_phrase(chosen.score),
    }
    return format_label(_chosen_template(one), **fields)


def _chosen_template(one: Assessment) -> str:
    best, chosen = one.best_estimate, one.chosen_estimate
    if best is None:
        return _("{name}: {option}, the only choice.")
    if chosen is None:
        return _("{name}: {option}; best: {best} ({best_win}%).")
    if one.uses_points and one.cost.worth < NEGLIGIBLE_COST:
        return _("{name}: {option} ({points}), as good as anything.")
    if one.uses_points:
        return _("{name}: {option} ({points}); best: {best} ({best_points}).")
    if one.cost.worth < NEGLIGIBLE_COST and not chosen.POINT:
        return _("{name}: {option} ({win}%), as good as anything.")
    if one.cost.worth < NEGLIGIBLE_COST:
        return _("{name}: {option} ({win}%), best overall.")
    if chosen.POINT and percent(best.win) <= percent(chosen.win):
        return _("{name}: {option} ({win}%, {points}); best: {best} ({best_win}%, {best_points}).")
    return _("{name}: {option} ({win}%); best: {best} ({best_win}%).")


def cost_phrase(one: Assessment, unit: Callable[[float], str] = points_abbreviation) -> str:
    """Say what a choice cost in a few cells; what rounds to 0 is not mentioned."""
    return _format_cost(
        one,
        both=_("cost {win}% to win and {points}"),
        win=_("cost {win}% to win"),
        points=_("cost {points}"),
        nothing=_("cost almost nothing"),
        unit=unit,
    )


def spoken_cost(one: Assessment) -> str:
    """Say the same in a sentence for the ear."""
    return _format_cost(
        one,
        both=_("It lowered the chance of winning by {win}% and cost {points}."),
        win=_("It lowered the chance of winning by {win}%."),
        points=_("It cost {points}."),
        nothing=_("It cost almost nothing."),
        unit=points_phrase,
    )


def _format_cost(
    one: Assessment, *, both: str, win: str, points: str, nothing: str, unit: Callable[[float], str]
) -> str:
    """Return the sentence for what a choice cost, in chances and in points.

    A gain that the other loss outweighs is no cost, nor are points where they count for nothing.
    The loss of the chance to win is the difference between the figures that are shown; where the
    win is nearly sure, none are.
    """
    best, chosen = one.best_estimate, one.chosen_estimate
    assert best is not None, "what was not estimated cost nothing"
    lost_win = percent(best.win) - (0 if chosen is None else percent(chosen.win))
    if lost_win < 0 or (one.uses_points and chosen is not None):
        lost_win = 0
    lost_points = max(0.0, round(one.cost.score, 1)) if best.POINT else 0.0
    sentences = {(True, True): both, (True, False): win, (False, True): points}
    sentence = sentences.get((lost_win > 0, lost_points > 0), nothing)
    return sentence.format(win=lost_win, points=unit(lost_points))
