"""A player's progress as a page, and sentences about puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from math import floor
from statistics import fmean
from typing import TYPE_CHECKING, assert_never

from foxduet.analysis.progress import (
    Activity,
    PlayerProgress,
    Suggestion,
    choose_suggestion,
    suggest_activities,
    total_by_theme,
)
from foxduet.analysis.rating import PROVISIONAL_PUZZLES, Rating
from foxduet.analysis.standings import (
    Goal,
    counts_for_goals,
    missing_wins,
    next_rung,
    reached_goals,
    rung_index,
)
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import rule_set
from foxduet.play.game import Game, has_daily_deals, local_time
from foxduet.words import text
from foxduet.words.game_words import due_phrase, game_title, guide_words, percent, percent_label
from foxduet.words.i18n import _, day_text, ngettext, spoken_day
from foxduet.words.lessons import GuidedRound, Lesson, has_lessons, lesson_plan
from foxduet.words.report import (
    Part,
    figures_sentence,
    note_part,
    report_rows,
    report_sentences,
    sentence_part,
    title_part,
)
from foxduet.words.scores import (
    BEST,
    GAMES,
    LONGEST,
    NAME,
    OPPONENT,
    PARTNER,
    STREAK,
    WON,
    category_label,
    solved_phrase,
    standings_table,
)
from foxduet.words.story import number_word
from foxduet.words.text import TextLine

if TYPE_CHECKING:
    from foxduet.analysis.puzzles import Puzzle
    from foxduet.analysis.rating import TrainingState


_MIN_RATING_RANGE = 100
"""Smallest range of the rating chart, in points."""


def puzzle_kind_label(game: str, kind: str) -> str:
    """Name the topic of a kind of puzzle."""
    return _(guide_words(game).puzzle_kinds[kind])


def rating_sentence(training: TrainingState) -> str:
    """Return the player's rating and the number of puzzles behind it, or why it is unknown."""
    if training.trouble is not None:
        return text.file_trouble(training.trouble)
    if not training.rated_puzzles:
        return _("Solve a puzzle to start your rating.")
    sentence = _("Your rating: {rating}. Solved first time: {solved} of {count}.")
    if training.is_provisional:
        sentence = _(
            "Solved first time: {solved} of {count}. Your rating appears after {puzzles} puzzles."
        )
    # The deviation covers the true rating two times out of three.
    rating = _("{rating}, give or take {deviation}").format(
        rating=round(training.rating.value), deviation=round(training.rating.deviation)
    )
    return sentence.format(
        rating=rating,
        count=training.rated_puzzles,
        solved=training.solved_puzzles,
        puzzles=PROVISIONAL_PUZZLES,
    )


def change_sentence(training: TrainingState, new_rating: Rating) -> str:
    """Return the rating after a puzzle with its change; empty while the rating is provisional."""
    if training.is_provisional:
        return ""
    change = f"{round(new_rating.value) - round(training.rating.value):+}"
    sentence = _("Your rating: {rating} ({change})")
    return sentence.format(rating=round(new_rating.value), change=change)


def curve_rows(
    curve: Sequence[tuple[date, float]], width: int, height: int, glyphs: text.Glyphs
) -> list[str]:
    """Return the chart of a rating by day, newest on the right; empty if ``curve`` is.

    It begins with the initial rating, and shows the last ``width`` values. Days without puzzles
    take no room.
    """
    if not curve:
        return []
    values = [Rating().value, *(value for _day, value in curve)][-width:]
    low, high = min(values), max(values)
    missing = max(0.0, _MIN_RATING_RANGE - (high - low)) / 2
    low, high = low - missing, high + missing
    rows = text.filled_rows([(value - low) / (high - low) for value in values], height, glyphs)
    labels = [""] * height
    labels[0], labels[-1] = str(round(high)), str(round(low))
    return [f"{label:>5} {row}" for label, row in zip(labels, rows, strict=True)]


def day_label(training: TrainingState, today: date) -> str:
    """Return the result of today's puzzle and the streak of daily puzzles."""
    is_solved = training.daily_results.get(today)
    state = _("new") if is_solved is None else solved_phrase(solved=is_solved)
    if not training.streak:
        return state
    row = ngettext("{count} day in a row", "{count} days in a row", training.streak)
    return _("{state}, {row}").format(state=state, row=row.format(count=training.streak))


def due_label(training: TrainingState) -> str:
    """Return the number of puzzles due, and how many of them are the player's own mistakes."""
    if training.next_due is None:
        return _("nothing yet")
    if not training.due_count:
        return _("none before {day}").format(day=spoken_day(training.next_due))
    label = ngettext("{count} puzzle", "{count} puzzles", training.due_count)
    mistake_count = len(training.mistakes_due)
    if not mistake_count:
        return label.format(count=training.due_count)
    mistakes = ngettext("{count} from your games", "{count} from your games", mistake_count)
    if mistake_count == training.due_count:
        return mistakes.format(count=mistake_count)
    return _("{puzzles}, including {mistakes}").format(
        puzzles=label.format(count=training.due_count),
        mistakes=mistakes.format(count=mistake_count),
    )


def unfinished_sentence(game: Game, today: date) -> str:
    """Say that an unfinished game waits, since when and in which round."""
    number, started = max(1, game.round), game.header.started
    if started is None or (day := local_time(started).date()) >= today:
        return _("Your game is waiting in round {round}.").format(round=number)
    sentence = _("Your game from {day} is waiting in round {round}.")
    return sentence.format(day=spoken_day(day), round=number)


def due_sentence(training: TrainingState) -> str:
    """Say how many own mistakes are due, or how many puzzles."""
    if count := len(training.mistakes_due):
        sentence = ngettext(
            "One of your own mistakes is due again.",
            "{count} of your own mistakes are due again.",
            count,
        )
    else:
        count = training.due_count
        sentence = ngettext("A puzzle is due again.", "{count} puzzles are due again.", count)
    return sentence.format(count=count)


def daily_puzzle_sentence(puzzle: Puzzle) -> str:
    """Name the topic of a day's puzzle, and its rating."""
    sentence = _("Today's puzzle, rated {rating}: {kind}.")
    return sentence.format(rating=puzzle.rating, kind=puzzle_kind_label(puzzle.game, puzzle.kind))


def daily_deal_sentence(days: int, week: str) -> str:
    """Say that the deal of the day waits, after ``days`` days in a row, or else the ``week``."""
    if days:
        sentence = _("Day {count} in a row, and today's deal is still face down.")
        return sentence.format(count=days + 1)
    if week:
        return _("Today's deal waits. {week}.").format(week=week)
    return _("Today's deal is still face down.")


def shared_line(game: str, day: date, daily_results: Mapping[date, bool], streak: int) -> str:
    """Return a line about a daily puzzle to share, without spoilers."""
    phrase = solved_phrase(solved=daily_results[day])
    line = _("foxduet puzzle {day}, {title}: {solved}")
    if streak > 1:
        line = ngettext(
            "foxduet puzzle {day}, {title}: {solved}, {streak} day in a row",
            "foxduet puzzle {day}, {title}: {solved}, {streak} days in a row",
            streak,
        )
    fields = {"day": day_text(day), "title": game_title(game), "streak": streak}
    return line.format(solved=phrase, **fields)


MAX_CHART_GAMES = 20
MIN_CHART_GAMES = 3
_CHART_ROWS, _AXIS_STEP = 4, 0.2
_LAST_GAMES = 5
_MAX_BAR_WIDTH, _MAX_PHRASE_WIDTH = 16, 72
TEAM_COLUMNS = (PARTNER, GAMES, WON, STREAK, LONGEST, BEST)
OPPONENT_COLUMNS = (NAME, OPPONENT, GAMES, WON, STREAK, LONGEST)


def progress_report(progress: PlayerProgress) -> dict[str, list[Part]]:
    """Return the sections of the progress page, in order, by their commands in plain mode."""
    suggestion = suggestion_sentence(progress, suggest_for_player(progress))
    return {
        "next": [sentence_part(suggestion, text.Tone.STRONG)],
        "accuracy": _accuracy(progress),
        "mistakes": _mistakes(progress),
        "wins": _wins(progress),
        "goals": _goals(progress),
        "lessons": _lessons(progress),
        "puzzles": _puzzles(progress),
    }


def progress_lines(progress: PlayerProgress, width: int, glyphs: text.Glyphs) -> list[TextLine]:
    """Return the progress page, wrapped to ``width`` columns."""
    # Tables and charts, which are plain, fit; sentences may be longer than the page.
    return [
        replace(line, text=row)
        for part in progress_report(progress).values()
        for line in report_rows(part, glyphs)
        for row in (
            [line.text]
            if line.tone is text.Tone.PLAIN or text.text_width(line.text) <= width
            else text.wrap(line.text, width)
        )
    ]


def suggest_for_player(progress: PlayerProgress) -> Suggestion:
    """Return the next activity; only lessons about the rules come before the first game.

    Advice gives way to the next once players have followed it, or seen it on two evenings.
    """
    rules = lesson_plan(progress.game).lessons if has_lessons(progress.game) else ()
    is_unfinished = any(lesson.name not in progress.lessons for lesson in rules)
    suggestions = suggest_activities(progress, has_lessons_left=is_unfinished)
    ladder = guide_words(progress.game).ladder
    if next_rung(ladder, progress.games) is not None:
        suggestions.insert(0, Suggestion(Activity.ADVANCE))
    if ladder and rung_index(ladder, progress.games) == len(ladder) - 1:
        is_climbed = missing_wins(ladder[-1], progress.games) < 1
        if is_climbed and has_daily_deals(progress.game):
            suggestions.append(Suggestion(Activity.DAILY))
    _category, goals = current_goals(progress)
    left = [goal for goal, is_reached in goals.items() if not is_reached]
    suggestions += [Suggestion(Activity.GOAL, goal=goal.name) for goal in left]
    return choose_suggestion(suggestions or [Suggestion(Activity.CONTINUE)], progress.advised)


def suggestion_sentence(progress: PlayerProgress, suggestion: Suggestion) -> str:
    """Name the next activity, and the reason for it."""
    return " ".join(next_sentences(progress, suggestion))


def habit_sentence(suggestion: Suggestion) -> str:
    """Name the theme to practise."""
    assert suggestion.theme is not None, "players practise a theme"
    sentence = _("Another costly habit: {theme}.")
    if suggestion.is_costliest:
        sentence = _("Your costliest habit: {theme}.")
    return sentence.format(theme=_(suggestion.theme.theme))


def next_sentences(progress: PlayerProgress, suggestion: Suggestion) -> list[str]:
    """Name the next activity with its reason, then an alternative if there is one."""
    if suggestion.theme is None:
        return [_next_step(progress, suggestion)]
    theme, covers = suggestion.theme.theme, []
    if (numbered_lesson := lesson_about(progress, theme)) is not None:
        number, lesson = numbered_lesson
        sentence = _("Lesson {number} covers it: {title}.")
        covers.append(sentence.format(number=number, title=_(lesson.title)))
    if count := new_puzzles_about(progress, theme):
        sentence = ngettext(
            "{count} new puzzle is about it.", "{count} new puzzles are about it.", count
        )
        covers.append(sentence.format(count=count))
    return [" ".join([habit_sentence(suggestion), *covers[:1]]), *covers[1:]]


def short_suggestion(progress: PlayerProgress, suggestion: Suggestion) -> str:
    """Name the next activity in one row, away from the progress page."""
    match suggestion.activity:
        case Activity.PRACTISE:
            return habit_sentence(suggestion)
        case Activity.PLAY:
            return _("You know the rules now: play your first game.")
        case Activity.REVIEW:
            return _("Review your games to see what costs you most.")
        case _:
            return _next_step(progress, suggestion)


def _next_step(progress: PlayerProgress, suggestion: Suggestion) -> str:
    match suggestion.activity:
        case Activity.LEARN:
            number, lesson = lessons_left(progress)[0]
            sentence = _("Start with lesson {number}: {title}.")
            return sentence.format(number=number, title=_(lesson.title))
        case Activity.PLAY:
            return _("Play a game, and what you achieve will appear here.")
        case Activity.ADVANCE:
            rungs = next_rung(guide_words(progress.game).ladder, progress.games)
            assert rungs is not None, "there is a rung to propose"
            return _(rungs[1].proposal)
        case Activity.REVIEW:
            return _("Review your games: after two, you will see here what costs you most.")
        case Activity.DAILY:
            if rule_set(progress.game).cooperative:
                return _("You have climbed your path. Play today's deal: two experts play it too.")
            return _("You have climbed your path. Play today's match: everybody has its cards.")
        case Activity.GOAL:
            category, _goals = current_goals(progress)
            goals = {goal.name: goal for goal in guide_words(progress.game).goals}
            sentence = _("Your next goal, {category}: {goal}.")
            return sentence.format(category=category, goal=_(goals[suggestion.goal].label))
        case Activity.PRACTISE | Activity.CONTINUE:
            if not progress.reviewed:
                return _("Keep playing!")
            return _("No kind of mistake stands out in your reviewed games. Keep playing!")
        case _:
            assert_never(suggestion.activity)


def new_puzzle_kinds(progress: PlayerProgress, theme: str) -> tuple[str, ...]:
    """Return the kinds of puzzles about a theme that have untried puzzles."""
    kinds = guide_words(progress.game).puzzles.get(theme, ())
    return tuple(kind for kind in kinds if progress.new_puzzles.get(kind, 0))


def new_puzzles_about(progress: PlayerProgress, theme: str) -> int:
    """Return the number of untried puzzles about a theme."""
    return sum(progress.new_puzzles[kind] for kind in new_puzzle_kinds(progress, theme))


def lesson_about(progress: PlayerProgress, theme: str) -> tuple[int, Lesson | GuidedRound] | None:
    """Return the number and the first uncompleted lesson about a theme; None without any.

    Players who have won elsewhere than at the first rung know the rules: they get only strategy.
    """
    words, known = guide_words(progress.game), {*progress.lessons}
    if any(
        game.won and not rung.matches(game) for rung in words.ladder[:1] for game in progress.games
    ):
        known |= {lesson.name for lesson in lesson_plan(progress.game).lessons}
    names_left = [name for name in words.lessons.get(theme, ()) if name not in known]
    numbered_lessons = {pair[1].name: pair for pair in _numbered_lessons(progress.game)}
    return numbered_lessons[names_left[0]] if names_left else None


def _numbered_lessons(game: str) -> list[tuple[int, Lesson | GuidedRound]]:
    return [*enumerate(lesson_plan(game).parts, 1)] if has_lessons(game) else []


def lessons_left(progress: PlayerProgress) -> list[tuple[int, Lesson | GuidedRound]]:
    """Return the lessons not done, with their numbers."""
    lessons = _numbered_lessons(progress.game)
    return [pair for pair in lessons if pair[1].name not in progress.lessons]


def detail_sentences(progress: PlayerProgress) -> Sequence[str]:
    """Tell mistakes, wins, goals, lessons and puzzles; a placeholder if there is nothing."""
    report = progress_report(progress)
    names = ("mistakes", "wins", "goals", "lessons", "puzzles")
    sentences = [sentence for name in names for sentence in report_sentences(report[name])]
    return sentences or [_("There is nothing there yet.")]


def _accuracy(progress: PlayerProgress) -> list[Part]:
    accuracies = progress.accuracies[-MAX_CHART_GAMES:]
    if not accuracies:
        return []
    last, average, best = map(percent, (accuracies[-1], fmean(accuracies), max(accuracies)))
    figures = _("Last: {last}%, average: {average}%, best: {best}%")
    figures = figures.format(last=last, average=average, best=best)
    return [
        title_part(accuracy_heading(len(accuracies))),
        Part(lambda glyphs: [*map(TextLine, accuracy_rows(accuracies, glyphs))]),
        sentence_part(figures, text.Tone.DIM),
    ]


def accuracy_heading(count: int) -> str:
    """Return the heading of a chart of ``count`` accuracies."""
    heading = ngettext(
        "Accuracy in your last reviewed game", "Accuracy in your last {count} reviewed games", count
    )
    return heading.format(count=count)


def accuracy_rows(accuracies: Sequence[float], glyphs: text.Glyphs) -> list[str]:
    """Return the chart of accuracies with its axis, three columns for each game."""
    lowest = _AXIS_STEP * min(floor(min(accuracies) / _AXIS_STEP), round(1 / _AXIS_STEP) - 1)
    heights = [(accuracy - lowest) / (1 - lowest) for accuracy in accuracies]
    rows = text.filled_rows(heights, _CHART_ROWS, glyphs)
    labels = [percent_label(1.0), *[""] * (_CHART_ROWS - 2), percent_label(lowest)]
    return [
        f"  {label:>5}  {' '.join(2 * cell for cell in row)}".rstrip()
        for label, row in zip(labels, rows, strict=True)
    ]


def newest_sentence(accuracies: Sequence[float]) -> str:
    """Return the accuracy of the last game, and whether it is the best so far."""
    sentence = _("{share}% in the last game")
    if is_best_so_far(accuracies):
        sentence = _("{share}% in the last game, your best so far")
    return sentence.format(share=percent(accuracies[-1]))


def is_best_so_far(accuracies: Sequence[float]) -> bool:
    """True if the last game is more accurate than all before it; False for the first game."""
    return accuracies[-1] > max(accuracies[:-1], default=1.0)


def key_figures(progress: PlayerProgress) -> list[tuple[str, str, str]]:
    """Return up to three (label, figure, note): wins or games, accuracy and puzzle rating."""
    # Of two opponents at one keyboard one always wins, so such games do not show progress.
    is_team = rule_set(progress.game).cooperative
    games = [game for game in progress.games if is_team or len(game.own_seats) == 1]
    figures, last_wins = [], [game.won for game in games[-_LAST_GAMES:]]
    if won := sum(game.won for game in games):
        figure, note = _("{done} of {count}").format(done=won, count=len(games)), ""
        if len(games) > _LAST_GAMES and any(last_wins):
            note = _("{done} of the last {count}").format(done=sum(last_wins), count=_LAST_GAMES)
        figures.append((_("Games won"), figure, note))
    elif progress.games:
        figures.append((_("Games played"), str(len(progress.games)), ""))
    if accuracies := progress.accuracies[-_LAST_GAMES:]:
        note = ngettext("in one reviewed game", "in the last {count} games", len(accuracies))
        figures.append(
            (_("Accuracy"), percent_label(fmean(accuracies)), note.format(count=len(accuracies)))
        )
    if progress.training is not None and not progress.training.is_provisional:
        rating = progress.training.rating
        note = _("give or take {deviation}").format(deviation=round(rating.deviation))
        figures.append((_("Puzzle rating"), str(round(rating.value)), note))
    return figures


def current_goals(progress: PlayerProgress) -> tuple[str, dict[Goal, bool]]:
    """Return the last category that has goals, and which are reached; ("", {}) without any."""
    words = guide_words(progress.game)
    reached = reached_goals(words.goals, progress.games)
    categories = [game.summary.category for game in progress.games if counts_for_goals(game)]
    if not categories or not words.goals:
        return "", {}
    label = f"{_(words.category_heading)} {words.category_text(categories[-1])}".rstrip()
    return label, {goal: goal in reached[categories[-1]] for goal in words.goals}


@dataclass(frozen=True, slots=True)
class LadderView:
    """The ladder of a game with a player's position.

    player_index: index of the player's rung.
    sentence: the condition for the next rung; empty at the last rung, or if no win is missing.
    """

    rung_names: tuple[str, ...]
    player_index: int
    sentence: str


def ladder_view(progress: PlayerProgress) -> LadderView | None:
    """Return a player's position on the ladder; None if the game has no ladder."""
    words = guide_words(progress.game)
    if not words.ladder:
        return None
    by_partner = len({rung.partner for rung in words.ladder}) > 1
    rung_names = tuple(
        text.partner_name(rung.partner) if by_partner else words.options_label(dict(rung.options))
        for rung in words.ladder
    )
    index = rung_index(words.ladder, progress.games)
    missing, sentence = missing_wins(words.ladder[index], progress.games), ""
    if index + 1 < len(rung_names) and missing > 0:
        template = ngettext(
            "{step} comes after one more win against {partner}.",
            "{step} comes after {count} wins against {partner}.",
            missing,
        )
        if rule_set(progress.game).cooperative:
            template = ngettext(
                "{step} comes after one more win with {partner}.",
                "{step} comes after {count} wins with {partner}.",
                missing,
            )
        sentence = template.format(
            step=text.capitalize_first(rung_names[index + 1]),
            count=number_word(missing),
            partner=text.partner_name(words.ladder[index].partner),
        )
    return LadderView(rung_names, index, sentence)


def _mistakes(progress: PlayerProgress) -> list[Part]:
    kinds = total_by_theme(progress.recent_reviews)
    if not kinds:
        return []
    heading = ngettext(
        "Mistakes in your last reviewed game, by theme",
        "Mistakes in your last {count} reviewed games, by theme",
        len(progress.recent_reviews),
    )
    headings = [_("Theme"), _("Choices"), _("Games")]
    cells = [
        [text.capitalize_first(_(kind.theme)), str(kind.choices), str(kind.games)] for kind in kinds
    ]

    def rows(glyphs: text.Glyphs) -> list[TextLine]:
        bars = [text.bar(kind.cost / kinds[0].cost, _MAX_BAR_WIDTH, glyphs) for kind in kinds]
        drawn = [
            [*row, bar.rstrip(f" {glyphs.progress}")] for row, bar in zip(cells, bars, strict=True)
        ]
        return text.table_lines([*headings, ""], drawn, left_columns={0, 3})

    spoken = [figures_sentence(row[0], [*zip(headings[1:], row[1:], strict=True)]) for row in cells]
    return [
        title_part(heading.format(count=len(progress.recent_reviews))),
        Part(rows, spoken),
        note_part(_("The longer the bar, the more those choices cost you in all.")),
    ]


def _wins(progress: PlayerProgress) -> list[Part]:
    if not progress.games:
        return []
    is_team = rule_set(progress.game).cooperative
    columns = TEAM_COLUMNS if is_team else OPPONENT_COLUMNS
    heading = _("Best scores, and wins in a row") if is_team else _("Wins in a row")
    return [title_part(heading), standings_table(progress.games, columns)]


def _goals(progress: PlayerProgress) -> list[Part]:
    words = guide_words(progress.game)
    reached = reached_goals(words.goals, progress.games)
    if not reached or not words.goals:
        return []
    heading = text.capitalize_first(_(words.category_heading))
    headings = [f"{heading} {words.category_text(category)}".rstrip() for category in reached]

    def rows(glyphs: text.Glyphs) -> list[TextLine]:
        cells = [
            [
                text.capitalize_first(_(goal.label)),
                *(glyphs.won if goal in goals else glyphs.dot for goals in reached.values()),
            ]
            for goal in words.goals
        ]
        legend = TextLine(_("{won} reached").format(won=glyphs.won), text.Tone.DIM)
        return [*text.table_lines(["", *headings], cells, left_columns={0}), legend]

    sentences = []
    for category, goals in reached.items():
        parts = [f"{category_label(progress.game, category, progress.games)}."]
        if done := ", ".join(_(goal.label) for goal in goals):
            parts.append(_("Goals reached: {goals}").format(goals=done) + ".")
        if left := ", ".join(_(goal.label) for goal in words.goals if goal not in goals):
            parts.append(_("Still to reach: {goals}.").format(goals=left))
        sentences.append(" ".join(parts))
    return [title_part(_("Goals")), Part(rows, sentences)]


def _lessons(progress: PlayerProgress) -> list[Part]:
    lessons = _numbered_lessons(progress.game)
    done_count = len(lessons) - len(lessons_left(progress))
    figures = _("{done} of {count}").format(done=done_count, count=len(lessons))
    return [title_part(_("Lessons done")), _indented_part(figures)] if done_count else []


def _puzzles(progress: PlayerProgress) -> list[Part]:
    training = progress.training
    if training is None:
        return []
    due = [_indented_part(due_phrase(training.due_count))] if training.due_count else []
    return [title_part(_("Puzzles")), _indented_part(rating_sentence(training)), *due]


def _indented_part(phrase: str) -> Part:
    rows = text.wrap(phrase, _MAX_PHRASE_WIDTH)
    sentence = text.as_sentence(text.capitalize_first(phrase))
    return Part(lambda _glyphs: [TextLine(f"  {row}") for row in rows], [sentence])


def glance(progress: PlayerProgress) -> tuple[str, ...]:
    """Return the next activity and the player's progress in a few sentences."""
    sentences = [suggestion_sentence(progress, suggest_for_player(progress))]
    accuracies = progress.accuracies[-MAX_CHART_GAMES:]
    if (count := len(accuracies)) >= MIN_CHART_GAMES:
        label = ngettext(
            "Accuracy in {count} reviewed game", "Accuracy in {count} reviewed games", count
        )
        newest = text.as_sentence(newest_sentence(accuracies))
        sentences.append(f"{label.format(count=count)}. {newest}")
    for label, figure, note in key_figures(progress):
        value = f"{figure}, {note}" if note else figure
        sentences.append(text.as_sentence(text.label_with_value(label, value)))
    category, goals = current_goals(progress)
    if labels := [_(goal.label) for goal, is_reached in goals.items() if is_reached]:
        sentence = _("Goals reached: {goals}").format(goals=", ".join(labels)) + "."
        sentences.append(f"{text.capitalize_first(category)}. {sentence}")
    if (ladder := ladder_view(progress)) is not None and ladder.sentence:
        sentences.append(ladder.sentence)
    return tuple(sentences)
