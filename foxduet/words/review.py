"""A review in words: the glance, sentences, the text report and the JSON object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import fsum
from typing import TypeAlias

from foxduet.ai.partner import EQUAL_COST, NEAR_CERTAIN_WIN, kind_of, partner_kind, partners_of
from foxduet.analysis.progress import group_mistakes, select_assessments
from foxduet.analysis.review import (
    ACCURACY_DECAY,
    GRADE_THRESHOLDS,
    Assessment,
    PlayerSummary,
    Review,
    accuracy_from_cost,
    chart_seat,
    chart_uses_points,
    costly_assessments,
    grade_choice,
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
    percent_label,
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
    """Return the review with the players' names at the table, as screens and reports use it."""
    par = review.par
    if par is not None:
        expert = partner_name("expert")
        par = replace(par, header=replace(par.header, players=(expert, expert)))
        par = _name_players(par)
    return replace(review, game=_name_players(review.game), par=par)


def _name_players(game: Game) -> Game:
    return replace(game, header=replace(game.header, players=names_at_table(game.header)))


_COLUMN_GAP = 2
_MIN_TURN = 0.15
"""Least change of the chance of winning that is a turning point."""
_ROW_LABELS = (
    N_("Choices made"),
    N_("Matched the expert"),
    N_("Inaccuracies ?!"),
    N_("Mistakes ?"),
    N_("Blunders ??"),
    N_("Accuracy"),
)
_POINTS_LABEL = N_("Points lost")
_CHANCES_NOTES = {
    "novice": N_(
        "Chances of winning are based on games between the novice and the steady partner; "
        "people are assumed to play like the steady one."
    ),
    "steady": N_(
        "Chances of winning are based on games between two steady partners; people are assumed "
        "to play like them."
    ),
    "expert": N_(
        "Chances of winning are based on games between the expert and the steady partner; "
        "people are assumed to play like the steady one."
    ),
}


def glance_rows(review: Review) -> list[str]:
    """Return a table with a column for each player, and one for the team if it chose anything.

    It has a row for points only if they count.
    """
    labels = _labels(review)
    columns = [
        [_player_label(review, player), *_figures(player)] for player in player_summaries(review)
    ]
    width = max(map(text_width, labels))
    rows = []
    for index, label in enumerate(["", *labels]):
        row = label + " " * (width - text_width(label))
        for column in columns:
            room = max(map(text_width, column)) + _COLUMN_GAP
            row += " " * (room - text_width(column[index])) + column[index]
        rows.append(row)
    return rows


def _labels(review: Review) -> list[str]:
    return [*map(_, (*_ROW_LABELS, _POINTS_LABEL) if point_value(review) else _ROW_LABELS)]


def glance_figures(review: Review) -> tuple[list[str], Figures]:
    """Return the labels of the figures, and the figures of each player or team with choices."""
    # The marks of the grades are at the end in every language.
    labels = [label.rstrip("?!").rstrip() for label in _labels(review)]
    players = [player for player in player_summaries(review) if player.choices]
    return labels, [
        (_player_label(review, player), *_figures(player)[: len(labels)]) for player in players
    ]


def _player_label(review: Review, player: PlayerSummary) -> str:
    return _("Together") if player.seat is None else review.game.header.players[player.seat]


def _figures(player: PlayerSummary) -> Sequence[str]:
    bad_counts = player.inaccuracies, player.mistakes, player.blunders
    accuracy = "-"
    if player.accuracy is not None:
        accuracy = percent_label(player.accuracy)
    return (
        *map(str, (player.choices, player.expert_choices, *bad_counts)),
        accuracy,
        decimal(player.points_lost, ".1f"),
    )


def glance_notes(review: Review) -> tuple[str, ...]:
    """Explain the grades, accuracy, and the origin of the chances."""
    costs = {grade.name: percent(limit) for grade, limit in GRADE_THRESHOLDS.items()}
    formula = _(
        "Accuracy is the average of 100% x e^(-{steepness} x cost) over all choices that had "
        "an alternative, except resigning. A cost of {INACCURACY}% gives {inaccuracy}%; "
        "{BLUNDER}% gives {blunder}%."
    )
    accuracies = {
        grade.name.lower(): percent(accuracy_from_cost(cost))
        for grade, cost in GRADE_THRESHOLDS.items()
    }
    formula = formula.format(steepness=round(ACCURACY_DECAY), **costs, **accuracies)
    return (*threshold_sentences(review), formula, *chances_notes(review.game.header))


def chances_notes(header: Header) -> tuple[str, ...]:
    """Say which games the chances come from; empty if they are not calibrated."""
    if partners_of(header.game).calibration is None:
        return ()
    if header.rules.cooperative:
        return (_(_CHANCES_NOTES[partner_kind(header.ai)]),)
    first, second = map(kind_of, header.ai)
    if first == second:
        return (_("Chances of winning assume two equally good players."),)
    sentence = _(
        "Chances of winning are based on matches between {one} and {another}; people are "
        "assumed to play like {steady}."
    )
    first, second, steady = map(partner_name, (first, second, "steady"))
    return (sentence.format(one=first, another=second, steady=steady),)


def threshold_sentences(review: Review) -> tuple[str, ...]:
    """Explain from which cost a choice is an inaccuracy, a mistake or a blunder."""
    costs = {grade.name: percent(limit) for grade, limit in GRADE_THRESHOLDS.items()}
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
        point_losses = {
            grade.name: decimal(cost / point, "g") for grade, cost in GRADE_THRESHOLDS.items()
        }
        sentence = _(
            "When every choice wins {sure}% of the time or more, only points count: losing "
            "{INACCURACY} point is an inaccuracy, {MISTAKE} points a mistake, {BLUNDER} a "
            "blunder."
        )
        sentences.append(sentence.format(sure=percent(NEAR_CERTAIN_WIN), **point_losses))
    return tuple(sentences)


@dataclass(frozen=True, slots=True)
class Insight:
    """The costliest theme of a player: the number of its choices, their total cost and points."""

    theme: str
    choices: int
    cost: float
    points: float


def find_insight(review: Review) -> Insight | None:
    """Return the costliest theme of all inaccuracies and worse; None if there are none.

    It is about the person, the team of two people, or the opponent whose chart screens draw.
    """
    theme_of, seat = guide_words(review.game.header.game).theme, _insight_seat(review.game)
    mistakes = group_mistakes(review, tuple(Seat) if seat is None else (seat,), theme_of)
    costs = {theme: fsum(mistake.cost.worth for mistake in mistakes[theme]) for theme in mistakes}
    if not costs:
        return None
    theme = max(costs, key=lambda theme: (costs[theme], theme))
    points = fsum(max(0.0, mistake.cost.score) for mistake in mistakes[theme])
    return Insight(theme, len(mistakes[theme]), costs[theme], points)


def _insight_seat(game: Game) -> Seat | None:
    seat = game.header.person
    return chart_seat(game) if seat is None and not game.rules.cooperative else seat


def insight_sentence(review: Review) -> str:
    """Name the costliest theme; empty without bad choices."""
    insight, point = find_insight(review), point_value(review)
    if insight is None:
        return ""
    cost = _("{win}% win chance").format(win=percent(insight.cost / insight.choices))
    if point:
        cost = points_phrase(insight.points / insight.choices)
    figures = ngettext(
        "{count} choice, {cost}", "{count} choices, {cost} each on average", insight.choices
    )
    sentence = _("The costliest habit in this game: {theme} ({figures}).")
    seat = _insight_seat(review.game)
    if seat is not None:
        sentence = _("{name:*'s|your} costliest habit in this game: {theme} ({figures}).")
    return format_sentence(
        sentence,
        name="" if seat is None else review.game.header.players[seat],
        theme=_(insight.theme),
        figures=figures.format(count=insight.choices, cost=cost),
    )


def highlight_sentences(review: Review) -> list[str]:
    """Name the best choice of the person or the team, and the turning point; may be empty.

    The best choice is the right choice that was furthest ahead of the next.
    """
    seat = _insight_seat(review.game)
    choices = select_assessments(review, tuple(Seat) if seat is None else (seat,))
    rivals = [rival for choice in choices if (rival := _next_best(choice)) is not None]
    sentences = []
    if rivals:
        rival = max(rivals, key=lambda rival: rival.cost.worth)
        name, names = chooser_name(review.game, rival), review.game.header.players
        best, other = rival.best_estimate, rival.chosen_estimate
        assert best is not None, "rivals were compared"
        assert other is not None, "rivals were compared"
        cost = _("{win}% win chance").format(win=percent(best.win) - percent(other.win))
        if rival.uses_points or percent(best.win) <= percent(other.win):
            cost = points_phrase(rival.cost.score)
        phrase = table_words(review.game.header.game).choices.choice_phrase
        sentence = _("{name:*'s|your} best choice: {choice} ({place}); any other loses {cost}.")
        fields = {"choice": phrase(rival.best, names), "place": _place(review, rival.number)}
        sentences.append(format_sentence(sentence, name=name, cost=cost, **fields))
    points = [] if chart_uses_points(review) else win_curve(review)
    turns = [(abs(after.win - before.win), before, after) for before, after in pairwise(points)]
    if turns:
        change, before, after = max(turns, key=lambda turn: turn[0])
        if change >= _MIN_TURN:
            sentence = _("The turning point: {place}, from {before}% to {after}% to win.")
            figures = {"before": percent(before.win), "after": percent(after.win)}
            sentences.append(sentence.format(place=_place(review, after.number), **figures))
    return sentences


def _next_best(assessment: Assessment) -> Assessment | None:
    """Return the assessment of the second-best choice; None unless it is costly and was avoided."""
    if assessment.cost.worth > 0:
        return None
    others = [
        replace(assessment, best=assessment.chosen, chosen=estimate.action)
        for estimate in assessment.estimates
        if estimate.action != assessment.chosen
    ]
    rival = min(others, key=lambda other: other.cost.worth, default=None)
    return rival if rival is not None and rival.is_costly else None


def _place(review: Review, number: int) -> str:
    round_number, trick = review.game.rules.progress(review.game.states[number - 1])
    return _("round {round}, trick {trick}").format(round=round_number, trick=trick)


def costliest_sentences(review: Review) -> list[str]:
    """Name and explain each player's costliest choice, then the costliest theme."""
    cost_sentence = guide_words(review.game.header.game).cost_sentence
    sentences = []
    for player in player_summaries(review):
        if player.costliest is not None:
            sentence = _("{name:*'s|your} costliest choice was move {number}. {sentence}")
            if player.seat is None:
                sentence = _("The costliest choice you made together was move {number}. {sentence}")
            name, number = _player_label(review, player), player.costliest.number
            reason = cost_sentence(review, player.costliest)
            sentences.append(format_sentence(sentence, name=name, number=number, sentence=reason))
    insight = insight_sentence(review)
    return [*sentences, insight] if insight else sentences


def par_sentence(review: Review) -> str:
    """Compare the score with par; empty if either is unknown."""
    points_left = points_below_par(review)
    if points_left is None or review.par is None or review.par.result is None:
        return ""
    result = review.par.result
    if not any(result.won):
        return _("No par: two experts lost these deals.")
    sentence = _("Par: {par}, by two experts on these deals. This game matched it.")
    if points_left > 0:
        sentence = ngettext(
            "Par: {par}, by two experts on these deals. This game left {points} point "
            "on the table.",
            "Par: {par}, by two experts on these deals. This game left {points} points "
            "on the table.",
            points_left,
        )
    elif points_left < 0:
        sentence = ngettext(
            "Par: {par}, by two experts on these deals. This game beat it by {points} point.",
            "Par: {par}, by two experts on these deals. This game beat it by {points} points.",
            -points_left,
        )
    return sentence.format(par=max(result.points), points=abs(points_left))


def glance_lines(review: Review, width: int) -> list[TextLine]:
    """Return the glance as a page, wrapped to ``width`` columns."""
    heading, *rows = glance_rows(review)
    lines = [TextLine(_("At a glance"), Tone.TITLE), TextLine("")]
    lines += [TextLine(f"  {heading}", Tone.STRONG), *(TextLine(f"  {row}") for row in rows)]
    sentences = (
        *highlight_sentences(review),
        *costliest_sentences(review),
        par_sentence(review),
    )
    for tone, paragraphs in ((Tone.PLAIN, sentences), (Tone.DIM, glance_notes(review))):
        for paragraph in filter(None, paragraphs):
            rows = wrap(paragraph, width - 2)
            lines += [TextLine(""), *(TextLine(f"  {row}", tone) for row in rows)]
    return lines


def glance_object(review: Review) -> dict[str, object]:
    """Return the glance as keys of the JSON object."""
    cost_sentence = guide_words(review.game.header.game).cost_sentence
    par, points_left, insight = review.par, points_below_par(review), find_insight(review)
    result = None if par is None else par.result
    return {
        "glance": [
            {
                "seat": "team" if player.seat is None else str(player.seat),
                "choices": player.choices,
                "as_expert": player.expert_choices,
                "inaccuracies": player.inaccuracies,
                "mistakes": player.mistakes,
                "blunders": player.blunders,
                "accuracy": player.accuracy,
                "points": player.points_lost,
                "costliest": None
                if player.costliest is None
                else {
                    "action": player.costliest.number,
                    "sentence": cost_sentence(review, player.costliest),
                },
            }
            for player in player_summaries(review)
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
            "left": points_left,
        },
    }


MAX_NAMED_CHOICES = 5
"""Number of costly choices that a report names; screens mark all of them."""

_CHART_COLUMNS, _CHART_ROWS, _MARGIN = 70, 6, 5


def report_lines(review: Review, glyphs: Glyphs) -> list[str]:
    """Return the text report: result, glance, chart and every choice.

    Anybody may have written the names, so characters that a terminal might obey are replaced.
    """
    notes = (*costliest_sentences(review), par_sentence(review), *glance_notes(review))
    names, words = review.game.header.players, guide_words(review.game.header.game)
    hindsight = [
        f"  {_turn_label(review, assessment)}  {sentence}"
        for assessment in costly_assessments(review)[:MAX_NAMED_CHOICES]
        if (sentence := words.hindsight_sentence(assessment, names))
    ]
    if hindsight:
        hindsight = [_("In hindsight (nobody could have known this)"), *hindsight, ""]
    lines = [
        *_result_lines(review),
        "",
        _("At a glance"),
        *(f"  {row}".rstrip() for row in glance_rows(review)),
        *(f"  {note}" for note in filter(None, notes)),
        "",
        chart_heading(review),
        *_chart_lines(review, glyphs),
        "",
        *_costly_lines(review),
        "",
        *hindsight,
        _("Every choice"),
        *(_choice_line(review, assessment) for assessment in review.assessments),
    ]
    return [printable(line) for line in lines]


def chart_heading(review: Review) -> str:
    heading = _("Chance of winning after each choice, as {partner} sees it")
    if chart_line(review).uses_points:
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


def _chart_lines(review: Review, glyphs: Glyphs) -> list[str]:
    rows = chart_rows(review, _CHART_COLUMNS, _CHART_ROWS, glyphs)
    axis_label = chart_line(review).axis_label
    axis = {0: axis_label(1.0), _CHART_ROWS - 1: axis_label(0.0)}
    margin = max(_MARGIN, *map(text_width, axis.values()))
    lines = [f"{axis.get(index, ''):>{margin}} {row}".rstrip() for index, row in enumerate(rows)]
    lines.append(f"{'':{margin}} {mark_row(review, _CHART_COLUMNS)}".rstrip())
    lines.append(_("1, 2, 3: start of a round   ?! inaccuracy, ? mistake, ?? blunder"))
    return lines


def _costly_lines(review: Review) -> list[str]:
    assessments, words = costly_assessments(review), guide_words(review.game.header.game)
    if not assessments:
        return [_("No choice was costly.")]
    lines = [_("The costliest choices")]
    for assessment in assessments[:MAX_NAMED_CHOICES]:
        lines.append(f"  {_choice_line(review, assessment)}")
        lines.append(f"    {words.cost_sentence(review, assessment)}")
        lines.append(f"    {cost_phrase(assessment)}")
    if count := len(assessments[MAX_NAMED_CHOICES:]):
        sentence = ngettext(
            "{count} more costly choice is marked ? or ?? below.",
            "{count} more costly choices are marked ? or ?? below.",
            count,
        )
        lines.append(sentence.format(count=count))
    return lines


def _choice_line(review: Review, assessment: Assessment) -> str:
    mark = grade_choice(assessment).value
    return f"{mark:<2} {_turn_label(review, assessment)}  {chosen_line(review.game, assessment)}"


def _turn_label(review: Review, assessment: Assessment) -> str:
    round_number, trick = review.game.rules.progress(review.game.states[assessment.number - 1])
    label = _("{number:>3}. round {round}, trick {trick:>2}")
    return label.format(number=assessment.number, round=round_number, trick=trick)


def report_object(review: Review) -> dict[str, object]:
    """Return the review as a JSON object; ``foxduet help review`` explains its keys."""
    game, named_review = review.game, with_table_names(review)
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
            {"action": assessment.number, "sentence": cost_sentence(named_review, assessment)}
            for assessment in costly_assessments(review)
        ],
        "decisions": [_decision_object(review, assessment) for assessment in review.assessments],
        **glance_object(named_review),
    }


def _decision_object(review: Review, assessment: Assessment) -> dict[str, object]:
    rules = review.game.rules
    round_number, trick = rules.progress(review.game.states[assessment.number - 1])
    is_shared = table_words(rules.name).is_shared(assessment.chosen)
    return {
        "action": assessment.number,
        "round": round_number,
        "trick": trick,
        "seat": "team" if is_shared else str(assessment.seat),
        "chosen": rules.format_action(assessment.chosen),
        "best": rules.format_action(assessment.best),
        "cost": {"win": assessment.cost.win, "score": assessment.cost.score},
        "least_cost": assessment.cost_lower_bound,
        "grade": grade_choice(assessment).name.lower(),
        "worlds": assessment.worlds,
        **({"nearly_sure": assessment.uses_points} if rules.cooperative else {}),
        "choices": [
            {**estimate_to_json(option, rules), "rough": assessment.is_approximate(option.action)}
            for option in assessment.estimates
        ],
        "hindsight": [estimate_to_json(option, rules) for option in assessment.hindsight],
    }


def chosen_line(game: Game, assessment: Assessment) -> str:
    """Name the choice, and the best choice if they differ, in one line."""
    names, choice_phrase = game.header.players, table_words(game.header.game).choices.choice_phrase
    best, chosen = assessment.best_estimate, assessment.chosen_estimate
    fields: dict[str, object] = {
        "name": chooser_name(game, assessment),
        "option": choice_phrase(assessment.chosen, names),
        "best": choice_phrase(assessment.best, names),
        "best_win": None if best is None else percent(best.win),
        "win": None if chosen is None else percent(chosen.win),
        "best_points": None if best is None else points_phrase(best.score),
        "points": None if chosen is None else points_phrase(chosen.score),
    }
    return format_label(_chosen_template(assessment), **fields)


def _chosen_template(assessment: Assessment) -> str:
    best, chosen = assessment.best_estimate, assessment.chosen_estimate
    if best is None:
        return _("{name}: {option}, the only choice.")
    if chosen is None:
        return _("{name}: {option}; best: {best} ({best_win}%).")
    if assessment.uses_points and assessment.cost.worth < EQUAL_COST:
        return _("{name}: {option} ({points}); nothing was better.")
    if assessment.uses_points:
        return _("{name}: {option} ({points}); best: {best} ({best_points}).")
    if assessment.cost.worth < EQUAL_COST and not chosen.POINT:
        return _("{name}: {option} ({win}%); nothing was better.")
    if assessment.cost.worth < EQUAL_COST:
        return _("{name}: {option} ({win}%), best overall.")
    if chosen.POINT and percent(best.win) <= percent(chosen.win):
        return _("{name}: {option} ({win}%, {points}); best: {best} ({best_win}%, {best_points}).")
    return _("{name}: {option} ({win}%); best: {best} ({best_win}%).")


_Unit: TypeAlias = Callable[[float], str]


def cost_phrase(assessment: Assessment, unit: _Unit = points_abbreviation) -> str:
    """Return the cost of a choice in a few cells, without parts that round to 0."""
    return _format_cost(
        assessment,
        unit,
        both=_("cost {win}% win chance and {points}"),
        win=_("cost {win}% win chance"),
        points=_("cost {points}"),
        nothing=_("cost almost nothing"),
    )


def spoken_cost(assessment: Assessment) -> str:
    """Return the cost of a choice as a sentence for plain mode."""
    return _format_cost(
        assessment,
        points_phrase,
        both=_("It lowered the chance of winning by {win}% and cost {points}."),
        win=_("It lowered the chance of winning by {win}%."),
        points=_("It cost {points}."),
        nothing=_("It cost almost nothing."),
    )


def _format_cost(
    assessment: Assessment, unit: _Unit, *, both: str, win: str, points: str, nothing: str
) -> str:
    """Fill the template that fits the cost of a choice, in chances and in points.

    A gain that the other loss outweighs is no cost, nor are points that do not count. The chance
    lost is the difference between the figures shown, or 0 if the win is nearly certain.
    """
    best, chosen = assessment.best_estimate, assessment.chosen_estimate
    assert best is not None, "a choice without estimates has no cost"
    lost_win = percent(best.win) - (0 if chosen is None else percent(chosen.win))
    if lost_win < 0 or (assessment.uses_points and chosen is not None):
        lost_win = 0
    lost_points = max(0.0, round(assessment.cost.score, 1)) if best.POINT else 0.0
    sentences = {(True, True): both, (True, False): win, (False, True): points}
    sentence = sentences.get((lost_win > 0, lost_points > 0), nothing)
    return sentence.format(win=lost_win, points=unit(lost_points))
