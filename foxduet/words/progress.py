"""A player's progress as a page, and what is said of puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from math import floor
from statistics import fmean
from typing import TYPE_CHECKING, assert_never

from foxduet.analysis.progress import (
    Activity,
    PlayerProgress,
    Suggestion,
    suggest_activity,
    total_by_theme,
)
from foxduet.analysis.rating import Rating
from foxduet.analysis.standings import (
    WINS_TO_ADVANCE,
    Goal,
    consecutive_wins_at,
    counts_for_goals,
    goals_reached,
    next_rung,
)
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import rule_set
from foxduet.words import text
from foxduet.words.game_words import due_phrase, game_title, guide_words, percent
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
    from foxduet.analysis.rating import TrainingState


_MIN_RATING_RANGE = 100
"""A curve is drawn over this many points of rating at least."""


def puzzle_kind_label(game: str, kind: str) -> str:
    """Say what a puzzle is about."""
    return _(guide_words(game).puzzle_kinds[kind])


def rating_text(rating: Rating) -> str:
    """Return a rating with how sure it is: two times out of three the true one is that near."""
    return _("{rating}, give or take {deviation}").format(
        rating=round(rating.value), deviation=round(rating.deviation)
    )


def rating_sentence(training: TrainingState) -> str:
    """Say which rating a player has, and by how many puzzles, or why that is unknown."""
    if training.trouble is not None:
        return text.file_trouble(training.trouble)
    if not training.rated:
        return _("Solve a puzzle to start your rating.")
    sentence = _("Your rating: {rating}. Solved first time: {solved} of {count}.")
    if training.is_provisional:
        sentence = _("Provisional rating: {rating}. Solved first time: {solved} of {count}.")
    rating = rating_text(training.rating)
    return sentence.format(rating=rating, count=training.rated, solved=training.solved)


def change_sentence(before: TrainingState, after: Rating) -> str:
    """Say which rating a player has after a puzzle, and by how much it has changed."""
    change = f"{round(after.value) - round(before.rating.value):+}"
    sentence = _("Your rating: {rating} ({change})")
    if before.is_provisional:
        sentence = _("Provisional rating: {rating} ({change})")
    return sentence.format(rating=round(after.value), change=change)


def curve_rows(
    curve: Sequence[tuple[date, float]], width: int, height: int, glyphs: text.Glyphs
) -> list[str]:
    """Return the chart of a rating day by day, the newest at the right, with its axis; or nothing.

    It begins with the rating before the first puzzle. Days without puzzles take no room.
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
    """Say how the puzzle of today went, and on how many days in a row there was one."""
    solved = training.daily_results.get(today)
    state = _("new")
    if solved is not None:
        state = solved_phrase(solved=solved)
    if not training.streak:
        return state
    row = ngettext("{count} day in a row", "{count} days in a row", training.streak)
    return _("{state}, {row}").format(state=state, row=row.format(count=training.streak))


def due_label(training: TrainingState) -> str:
    """Say how many puzzles come back by now, and how many of them are one's own mistakes."""
    if training.next_due is None:
        return _("nothing yet")
    if not training.due:
        return _("none before {day}").format(day=spoken_day(training.next_due))
    label = ngettext("{count} puzzle", "{count} puzzles", training.due)
    own = len(training.mistakes_due)
    if not own:
        return label.format(count=training.due)
    mistakes = ngettext("{count} from your games", "{count} from your games", own)
    if own == training.due:
        return mistakes.format(count=own)
    return _("{puzzles}, including {mistakes}").format(
        puzzles=label.format(count=training.due), mistakes=mistakes.format(count=own)
    )


def shared_line(game: str, day: date, days: Mapping[date, bool], streak: int) -> str:
    """Return the line of a day's puzzle to share, which gives nothing away."""
    solved = solved_phrase(solved=days[day])
    line = _("foxduet puzzle {day}, {title}: {solved}")
    if streak > 1:
        line = ngettext(
            "foxduet puzzle {day}, {title}: {solved}, {streak} day in a row",
            "foxduet puzzle {day}, {title}: {solved}, {streak} days in a row",
            streak,
        )
    fields = {"day": day_text(day), "title": game_title(game), "streak": streak}
    return line.format(solved=solved, **fields)


GAMES_IN_CHART = 20
FEWEST_IN_CHART = 3
_HEIGHT, _STEP = 4, 0.2
_LAST_GAMES = 5
_WIDEST_BAR, _WIDTH = 16, 72
OF_TEAMS = (PARTNER, GAMES, WON, STREAK, LONGEST, BEST)
OF_OPPONENTS = (NAME, OPPONENT, GAMES, WON, STREAK, LONGEST)


def progress_report(progress: PlayerProgress) -> dict[str, list[Part]]:
    """Return all details by the command that tells them: what to do next, and then all figures."""
    return {
        "next": [
            sentence_part(
                suggestion_sentence(progress, suggest_for_player(progress)), text.Tone.STRONG
            )
        ],
        "accuracy": _accuracy(progress),
        "mistakes": _mistakes(progress),
        "wins": _wins(progress),
        "goals": _goals(progress),
        "lessons": _lessons(progress),
        "puzzles": _puzzles(progress),
    }


def progress_lines(progress: PlayerProgress, width: int, glyphs: text.Glyphs) -> list[TextLine]:
    """Return all details in rows, ``width`` columns wide."""
    # Sentences may be longer than the page; tables and charts, which are plain, are made to fit.
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
    """Return what to do next; only the lessons that teach the rules come before the first game."""
    rules = lesson_plan(progress.game).lessons if has_lessons(progress.game) else ()
    left = any(lesson.name not in progress.lessons for lesson in rules)
    return suggest_activity(progress, lessons_left=left)


def suggestion_sentence(progress: PlayerProgress, suggestion: Suggestion) -> str:
    """Say what to do next, and why."""
    return " ".join(next_sentences(progress, suggestion))


def next_sentences(progress: PlayerProgress, suggestion: Suggestion) -> list[str]:
    """Say what to do next, and why, then what could be done instead, if anything."""
    if suggestion.activity is Activity.PRACTISE:
        return _costliest_theme_sentences(progress, suggestion)
    return [_next_step(progress, suggestion)]


def _next_step(progress: PlayerProgress, suggestion: Suggestion) -> str:
    match suggestion.activity:
        case Activity.LEARN:
            number, lesson = lessons_left(progress)[0]
            sentence = _("Start with lesson {number}: {title}.")
            return sentence.format(number=number, title=_(lesson.title))
        case Activity.PLAY:
            return _("Play a game, and what you achieve will appear here.")
        case Activity.REVIEW:
            return _("Review your games: after two, you will see here what costs you most.")
        case Activity.PRACTISE | Activity.CONTINUE:
            if (rung := next_rung(guide_words(progress.game).ramp, progress.games)) is not None:
                return _(rung[1].proposal)
            if not progress.reviewed:
                return _("Keep playing!")
            return _("No kind of mistake stands out in your reviewed games. Keep playing!")
        case _:
            assert_never(suggestion.activity)


def _costliest_theme_sentences(progress: PlayerProgress, suggestion: Suggestion) -> list[str]:
    assert suggestion.theme is not None, "it is about a kind of mistake"
    theme = suggestion.theme.theme
    sentences = [_("Your costliest habit: {theme}.").format(theme=_(theme))]
    if (found := lesson_about(progress, theme)) is not None:
        number, lesson = found
        sentence = _("Lesson {number} covers it: {title}.")
        lesson_sentence = sentence.format(number=number, title=_(lesson.title))
        sentences = [" ".join((*sentences, lesson_sentence))]
    if count := new_puzzles_about(progress, theme):
        sentence = ngettext("{count} new puzzle covers it.", "{count} new puzzles cover it.", count)
        sentences.append(sentence.format(count=count))
    return sentences


def new_puzzle_kinds(progress: PlayerProgress, theme: str) -> tuple[str, ...]:
    """Return the kinds of puzzles about what choices were about, of which some are new."""
    kinds = guide_words(progress.game).puzzles.get(theme, ())
    return tuple(kind for kind in kinds if progress.new_puzzles.get(kind, 0))


def new_puzzles_about(progress: PlayerProgress, theme: str) -> int:
    """Return how many puzzles that were never tried are about what choices were about."""
    return sum(progress.new_puzzles[kind] for kind in new_puzzle_kinds(progress, theme))


def lesson_about(progress: PlayerProgress, theme: str) -> tuple[int, Lesson | GuidedRound] | None:
    """Return the number and the lesson about what choices were about, None if there is none.

    Of several it is the first that is not done; if all are, it is the first once more.
    """
    names = guide_words(progress.game).lessons.get(theme, ())
    numbered = {lesson.name: (number, lesson) for number, lesson in _numbered(progress.game)}
    left = [name for name in names if name not in progress.lessons]
    return numbered[(*left, *names)[0]] if names else None


def _numbered(game: str) -> list[tuple[int, Lesson | GuidedRound]]:
    return [*enumerate(lesson_plan(game).parts, 1)] if has_lessons(game) else []


def lessons_left(progress: PlayerProgress) -> list[tuple[int, Lesson | GuidedRound]]:
    return [one for one in _numbered(progress.game) if one[1].name not in progress.lessons]


def accuracy_figures(shares: Sequence[float]) -> str:
    """Say how accurate the last of some games was, and all of them."""
    return _("Last: {last}%, average: {average}%, best: {best}%").format(
        last=percent(shares[-1]), average=percent(fmean(shares)), best=percent(max(shares))
    )


def told_details(progress: PlayerProgress) -> Sequence[str]:
    """Say all that is not told at a glance: mistakes, wins, goals, lessons and puzzles."""
    report = progress_report(progress)
    told = [
        report_sentences(report[name])
        for name in ("mistakes", "wins", "goals", "lessons", "puzzles")
    ]
    return [one for part in told for one in part] or [_("There is nothing there yet.")]


def _accuracy(progress: PlayerProgress) -> list[Part]:
    shares = progress.accuracies[-GAMES_IN_CHART:]
    if not shares:
        return []
    return [
        title_part(accuracy_heading(len(shares))),
        Part(lambda glyphs: [*map(TextLine, accuracy_rows(shares, glyphs))]),
        sentence_part(accuracy_figures(shares), text.Tone.DIM),
    ]


def accuracy_heading(count: int) -> str:
    """Say in how many games players were how accurate, the newest of them at the right."""
    heading = ngettext(
        "Accuracy in your last reviewed game", "Accuracy in your last {count} reviewed games", count
    )
    return heading.format(count=count)


def accuracy_rows(shares: Sequence[float], glyphs: text.Glyphs) -> list[str]:
    """Return the chart of how accurate games were, three columns for each, with its axis."""
    lowest = _STEP * min(floor(min(shares) / _STEP), round(1 / _STEP) - 1)
    rows = text.filled_rows([(one - lowest) / (1 - lowest) for one in shares], _HEIGHT, glyphs)
    labels = [_label(1.0), *[""] * (_HEIGHT - 2), _label(lowest)]
    return [
        f"  {label:>5}  {' '.join(2 * cell for cell in row)}".rstrip()
        for label, row in zip(labels, rows, strict=True)
    ]


def newest_sentence(shares: Sequence[float]) -> str:
    """Say how accurate the last game was, and whether that is the best so far."""
    sentence = _("{share}% in the last game")
    if is_best_so_far(shares):
        sentence = _("{share}% in the last game, your best so far")
    return sentence.format(share=percent(shares[-1]))


def is_best_so_far(shares: Sequence[float]) -> bool:
    """Return whether the last of some games was more accurate than all before it."""
    return shares[-1] > max(shares[:-1], default=1.0)


def key_figures(progress: PlayerProgress) -> list[tuple[str, str, str]]:
    """Return three figures, each after its name and before what belongs to it; of what there is."""
    # Of two opponents at one keyboard one always wins.
    together = rule_set(progress.game).cooperative
    games = [game for game in progress.games if together or len(game.own_seats) == 1]
    found, last = [], [game.won for game in games[-_LAST_GAMES:]]
    if won := sum(game.won for game in games):
        figure, note = _("{done} of {count}").format(done=won, count=len(games)), ""
        if len(games) > _LAST_GAMES and any(last):
            note = _("{done} of the last {count}").format(done=sum(last), count=_LAST_GAMES)
        found.append((_("Games won"), figure, note))
    elif progress.games:
        found.append((_("Games played"), str(len(progress.games)), ""))
    if shares := progress.accuracies[-_LAST_GAMES:]:
        note = ngettext("in one reviewed game", "in the last {count} games", len(shares))
        figure = _("{share}%").format(share=percent(fmean(shares)))
        found.append((_("Accuracy"), figure, note.format(count=len(shares))))
    if progress.training is not None and progress.training.rated:
        rating = progress.training.rating
        note = _("give or take {deviation}").format(deviation=round(rating.deviation))
        found.append((_("Puzzle rating"), str(round(rating.value)), note))
    return found


def current_goals(progress: PlayerProgress) -> tuple[str, dict[str, bool]]:
    """Return what kind of game was played last, and its goals, with which are reached."""
    words = guide_words(progress.game)
    reached = goals_reached(words.goals, progress.games)
    last = [game.summary.category for game in progress.games if counts_for_goals(game)]
    if not last or not words.goals:
        return "", {}
    label = f"{_(words.category_heading)} {words.category_text(last[-1])}".rstrip()
    return label, {_(goal.label): goal in reached[last[-1]] for goal in words.goals}


@dataclass(frozen=True, slots=True)
class LadderView:
    """The way through the steps of a game: what they are called, and at which one a player is."""

    steps: tuple[str, ...]
    at: int
    wins_left: int

    @property
    def sentence(self) -> str:
        """Say what leads to the next step, nothing at the last one."""
        if self.at + 1 == len(self.steps) or self.wins_left < 1:
            return ""
        sentence = ngettext(
            "{step} comes after one more win.",
            "{step} comes after {count} wins in a row.",
            self.wins_left,
        )
        step = text.capitalize_first(self.steps[self.at + 1])
        return sentence.format(step=step, count=number_word(self.wins_left))


def ladder_view(progress: PlayerProgress) -> LadderView | None:
    """Return where a player is on the way through a game, None where it has no steps."""
    words = guide_words(progress.game)
    if not words.ramp:
        return None
    by_partner = len({rung.partner for rung in words.ramp}) > 1
    steps = tuple(
        text.partner_name(rung.partner) if by_partner else words.options_label(dict(rung.options))
        for rung in words.ramp
    )
    places = [
        at for game in progress.games for at, rung in enumerate(words.ramp) if rung.matches(game)
    ]
    at = places[-1] if places else 0
    wins = consecutive_wins_at(words.ramp[at], progress.games)
    return LadderView(steps, at, WINS_TO_ADVANCE - wins)


def _label(share: float) -> str:
    return _("{share}%").format(share=percent(share))


def _mistakes(progress: PlayerProgress) -> list[Part]:
    kinds = total_by_theme(progress.recent_reviews)
    if not kinds:
        return []
    heading = ngettext(
        "Mistakes in your last reviewed game, by theme",
        "Mistakes in your last {count} reviewed games, by theme",
        len(progress.recent_reviews),
    )
    headings = [_("About"), _("Choices"), _("Games")]
    cells = [
        [text.capitalize_first(_(kind.theme)), str(kind.choices), str(kind.games)] for kind in kinds
    ]

    def rows(glyphs: text.Glyphs) -> list[TextLine]:
        bars = [text.bar(kind.cost / kinds[0].cost, _WIDEST_BAR, glyphs) for kind in kinds]
        drawn = [
            [*row, one.rstrip(f" {glyphs.progress}")] for row, one in zip(cells, bars, strict=True)
        ]
        return text.table_lines([*headings, ""], drawn, left={0, 3})

    told = [figures_sentence(row[0], [*zip(headings[1:], row[1:], strict=True)]) for row in cells]
    longer = _("The longer the bar, the more those choices cost you in all.")
    return [
        title_part(heading.format(count=len(progress.recent_reviews))),
        Part(rows, told),
        note_part(longer),
    ]


def _wins(progress: PlayerProgress) -> list[Part]:
    if not progress.games:
        return []
    is_team = rule_set(progress.game).cooperative
    shown = OF_TEAMS if is_team else OF_OPPONENTS
    heading = _("Best scores, and wins in a row") if is_team else _("Wins in a row")
    return [title_part(heading), standings_table(progress.games, shown)]


def _goals(progress: PlayerProgress) -> list[Part]:
    words = guide_words(progress.game)
    reached = goals_reached(words.goals, progress.games)
    if not reached or not words.goals:
        return []
    heading = text.capitalize_first(_(words.category_heading))
    headings = [f"{heading} {words.category_text(category)}".rstrip() for category in reached]

    def rows(glyphs: text.Glyphs) -> list[TextLine]:
        cells = [
            [
                text.capitalize_first(_(goal.label)),
                *(glyphs.won if goal in own else glyphs.dot for own in reached.values()),
            ]
            for goal in words.goals
        ]
        legend = TextLine(_("{won} reached").format(won=glyphs.won), text.Tone.DIM)
        return [*text.table_lines(["", *headings], cells, left={0}), legend]

    told = [
        " ".join(
            (
                f"{category_label(progress.game, one, progress.games)}.",
                *_told_goals(own, words.goals),
            )
        )
        for one, own in reached.items()
    ]
    return [title_part(_("Goals")), Part(rows, told)]


def _told_goals(reached: Sequence[Goal], every: Sequence[Goal]) -> Iterator[str]:
    if reached:
        goals = ", ".join(_(goal.label) for goal in reached)
        yield _("Goals reached: {goals}").format(goals=goals) + "."
    if left := ", ".join(_(goal.label) for goal in every if goal not in reached):
        yield _("Still to reach: {goals}.").format(goals=left)


def _lessons(progress: PlayerProgress) -> list[Part]:
    lessons = _numbered(progress.game)
    done = len(lessons) - len(lessons_left(progress))
    figures = _("{done} of {count}").format(done=done, count=len(lessons))
    return [title_part(_("Lessons done")), _indented(figures)] if done else []


def _puzzles(progress: PlayerProgress) -> list[Part]:
    training = progress.training
    if training is None:
        return []
    due = [_indented(due_phrase(training.due))] if training.due else []
    return [title_part(_("Puzzles")), _indented(rating_sentence(training)), *due]


def _indented(said: str) -> Part:
    rows = text.wrap(said, _WIDTH)
    told = [text.as_sentence(text.capitalize_first(said))]
    return Part(lambda _glyphs: [TextLine(f"  {row}") for row in rows], told)


def glance(progress: PlayerProgress) -> tuple[str, ...]:
    """Say what to do next, then how the player stands in a few words."""
    said = [suggestion_sentence(progress, suggest_for_player(progress))]
    if len(shares := progress.accuracies[-GAMES_IN_CHART:]) >= FEWEST_IN_CHART:
        label = ngettext(
            "Accuracy in {count} reviewed game", "Accuracy in {count} reviewed games", len(shares)
        )
        newest = text.as_sentence(newest_sentence(shares))
        said.append(f"{label.format(count=len(shares))}. {newest}")
    for label, figure, about in key_figures(progress):
        said.append(
            text.as_sentence(
                text.label_with_value(label, f"{figure}, {about}" if about else figure)
            )
        )
    category, goals = current_goals(progress)
    if reached := [goal for goal, is_reached in goals.items() if is_reached]:
        sentence = _("Goals reached: {goals}").format(goals=", ".join(reached)) + "."
        said.append(f"{text.capitalize_first(category)}. {sentence}")
    if (way := ladder_view(progress)) is not None and way.sentence:
        said.append(way.sentence)
    return tuple(said)
