"""A player's progress as a page, and what is said of puzzles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from math import floor
from statistics import fmean
from typing import TYPE_CHECKING, assert_never

from foxduet.analysis.progress import (
    PlayerProgress,
    Step,
    Suggestion,
    mistake_kinds,
    suggestion_for,
)
from foxduet.analysis.rating import Rating
from foxduet.analysis.standings import (
    WINS_FOR_THE_NEXT,
    goals_reached,
    has_goals,
    next_rung,
    standings,
    wins_in_a_row,
)
from foxduet.core.frozen import dataclass, replace
from foxduet.core.registry import rule_set
from foxduet.words import text
from foxduet.words.game_words import due_phrase, game_title, guide_words, percent
from foxduet.words.i18n import _, day_text, ngettext, said_day
from foxduet.words.lessons import GuidedRound, Lesson, course_of, has_lessons
from foxduet.words.scores import Column, standings_table
from foxduet.words.story import number_word
from foxduet.words.text import TextLine

if TYPE_CHECKING:
    from foxduet.analysis.rating import Training


_LEAST_HEIGHT = 100
"""A curve is drawn over this many points of rating at least."""


def kind_label(game: str, kind: str) -> str:
    """Say what a puzzle is about."""
    return _(guide_words(game).puzzle_kinds[kind])


def rating_text(rating: Rating) -> str:
    """Return a rating with how sure it is: two times out of three the true one is that near."""
    return _("{rating}, give or take {deviation}").format(
        rating=round(rating.value), deviation=round(rating.deviation)
    )


def rating_sentence(training: Training) -> str:
    """Say which rating a player has, and by how many puzzles, or why that is unknown."""
    if training.trouble is not None:
        return text.file_trouble(training.trouble)
    if not training.counted:
        return _("Solve a puzzle to start your rating.")
    sentence = _("Your rating: {rating}. Solved first time: {solved} of {count}.")
    if training.is_provisional:
        sentence = _("Provisional rating: {rating}. Solved first time: {solved} of {count}.")
    rating = rating_text(training.rating)
    return sentence.format(rating=rating, count=training.counted, solved=training.solved)


def change_sentence(before: Training, after: Rating) -> str:
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
    missing = max(0.0, _LEAST_HEIGHT - (high - low)) / 2
    low, high = low - missing, high + missing
    rows = text.filled_rows([(value - low) / (high - low) for value in values], height, glyphs)
    labels = [""] * height
    labels[0], labels[-1] = str(round(high)), str(round(low))
    return [f"{label:>5} {row}" for label, row in zip(labels, rows, strict=True)]


def solved_phrase(*, solved: bool) -> str:
    """Say how the puzzle of a day went."""
    return _("solved first time") if solved else _("not solved first time")


def day_label(training: Training, today: date) -> str:
    """Say how the puzzle of today went, and on how many days in a row there was one."""
    solved = training.days.get(today)
    state = _("new")
    if solved is not None:
        state = solved_phrase(solved=solved)
    if not training.streak:
        return state
    row = ngettext("{count} day in a row", "{count} days in a row", training.streak)
    return _("{state}, {row}").format(state=state, row=row.format(count=training.streak))


def due_label(training: Training) -> str:
    """Say how many puzzles come back by now, and how many of them are one's own mistakes."""
    if training.next_due is None:
        return _("nothing yet")
    if not training.due:
        return _("none before {day}").format(day=said_day(training.next_due))
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
_WIDEST_BAR = 16
OF_TEAMS = (*(Column.PARTNER, Column.GAMES, Column.WON, Column.STREAK, Column.LONGEST), Column.BEST)
OF_OPPONENTS = (
    Column.NAME,
    Column.OPPONENT,
    Column.GAMES,
    Column.WON,
    Column.STREAK,
    Column.LONGEST,
)


def progress_lines(progress: PlayerProgress, width: int, glyphs: text.Glyphs) -> list[TextLine]:
    """Return all details, ``width`` columns wide: what to do next, and then all figures."""
    lines = [
        TextLine(suggestion_sentence(progress, suggested(progress)), text.Tone.STRONG),
        *_accuracy(progress, glyphs),
        *_mistakes(progress, glyphs),
        *_scores(progress),
        *_goals(progress, glyphs),
        *_lessons(progress),
        *_puzzles(progress, width),
    ]
    # Sentences may be longer than the page; tables and charts, which are plain, are made to fit.
    return [
        replace(line, text=row)
        for line in lines
        for row in (
            [line.text]
            if line.tone is text.Tone.PLAIN or text.text_width(line.text) <= width
            else text.wrapped(line.text, width)
        )
    ]


def suggested(progress: PlayerProgress) -> Suggestion:
    """Return what to do next; only the lessons that teach the rules come before the first game."""
    rules = course_of(progress.game).lessons if has_lessons(progress.game) else ()
    left = any(lesson.name not in progress.lessons for lesson in rules)
    return suggestion_for(progress, lessons_left=left)


def suggestion_sentence(progress: PlayerProgress, suggestion: Suggestion) -> str:
    """Say what to do next, and why."""
    return " ".join(next_sentences(progress, suggestion))


def next_sentences(progress: PlayerProgress, suggestion: Suggestion) -> list[str]:
    """Say what to do next, and why, then what could be done instead, if anything."""
    if suggestion.step is Step.PRACTISE:
        return _what_costs_most(progress, suggestion)
    return [_next_step(progress, suggestion)]


def _next_step(progress: PlayerProgress, suggestion: Suggestion) -> str:
    match suggestion.step:
        case Step.LEARN:
            number, lesson = lessons_left(progress)[0]
            sentence = _("Start with lesson {number}: {title}.")
            return sentence.format(number=number, title=_(lesson.title))
        case Step.PLAY:
            return _("Play a game, and what you achieve will appear here.")
        case Step.REVIEW:
            return _("Review your games: after two, you will see here what costs you most.")
        case Step.PRACTISE | Step.CONTINUE:
            if (rung := next_rung(guide_words(progress.game).ramp, progress.games)) is not None:
                return _(rung[1].says)
            if not progress.reviewed:
                return _("Keep playing!")
            return _("No kind of mistake stands out in your reviewed games. Keep playing!")
        case _:
            assert_never(suggestion.step)


def _what_costs_most(progress: PlayerProgress, suggestion: Suggestion) -> list[str]:
    assert suggestion.about is not None, "it is about a kind of mistake"
    theme = suggestion.about.theme
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
    return [*enumerate(course_of(game).parts, 1)] if has_lessons(game) else []


def lessons_left(progress: PlayerProgress) -> list[tuple[int, Lesson | GuidedRound]]:
    return [one for one in _numbered(progress.game) if one[1].name not in progress.lessons]


def accuracy_figures(shares: Sequence[float]) -> str:
    """Say how accurate the last of some games was, and all of them."""
    return _("Last: {last}%, average: {average}%, best: {best}%").format(
        last=percent(shares[-1]), average=percent(fmean(shares)), best=percent(max(shares))
    )


def _accuracy(progress: PlayerProgress, glyphs: text.Glyphs) -> list[TextLine]:
    shares = progress.accuracies[-GAMES_IN_CHART:]
    if not shares:
        return []
    return [
        *text.titled(accuracy_heading(len(shares))),
        *map(TextLine, accuracy_rows(shares, glyphs)),
        TextLine(accuracy_figures(shares), text.Tone.DIM),
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
    if progress.training is not None and progress.training.counted:
        rating = progress.training.rating
        note = _("give or take {deviation}").format(deviation=round(rating.deviation))
        found.append((_("Puzzle rating"), str(round(rating.value)), note))
    return found


def goals_played_for(progress: PlayerProgress) -> tuple[str, dict[str, bool]]:
    """Return what kind of game was played last, and its goals, with which are reached."""
    words = guide_words(progress.game)
    reached = goals_reached(words.goals, progress.games)
    last = [game.summary.category for game in progress.games if has_goals(game)]
    if not last or not words.goals:
        return "", {}
    label = f"{_(words.category_heading)} {words.category_text(last[-1])}".rstrip()
    return label, {_(goal.label): goal in reached[last[-1]] for goal in words.goals}


@dataclass(frozen=True, slots=True)
class Way:
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
        step = text.capitalised(self.steps[self.at + 1])
        return sentence.format(step=step, count=number_word(self.wins_left))


def way_of(progress: PlayerProgress) -> Way | None:
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
        at for game in progress.games for at, rung in enumerate(words.ramp) if rung.is_of(game)
    ]
    at = places[-1] if places else 0
    wins = wins_in_a_row(words.ramp[at], progress.games)
    return Way(steps, at, WINS_FOR_THE_NEXT - wins)


def _label(share: float) -> str:
    return _("{share}%").format(share=percent(share))


def mistakes_heading(progress: PlayerProgress) -> str:
    """Say in which games mistakes were about what follows."""
    heading = ngettext(
        "Mistakes in your last reviewed game, by theme",
        "Mistakes in your last {count} reviewed games, by theme",
        len(progress.recent),
    )
    return heading.format(count=len(progress.recent))


def _mistakes(progress: PlayerProgress, glyphs: text.Glyphs) -> list[TextLine]:
    kinds = mistake_kinds(progress.recent)
    if not kinds:
        return []
    dearest = kinds[0].cost
    rows = [
        [
            text.capitalised(_(kind.theme)),
            str(kind.choices),
            str(kind.games),
            text.bar(kind.cost / dearest, _WIDEST_BAR, glyphs).rstrip(f" {glyphs.progress}"),
        ]
        for kind in kinds
    ]
    return [
        *text.titled(mistakes_heading(progress)),
        *text.table_lines([_("About"), _("Choices"), _("Games"), ""], rows, left={0, 3}),
        TextLine(_("The longer the bar, the more those choices cost you in all."), text.Tone.DIM),
    ]


def _scores(progress: PlayerProgress) -> list[TextLine]:
    if not progress.games:
        return []
    is_team = rule_set(progress.game).cooperative
    shown = OF_TEAMS if is_team else OF_OPPONENTS
    heading = _("Best scores, and wins in a row") if is_team else _("Wins in a row")
    return [*text.titled(heading), *standings_table(standings(progress.games), shown)]


def _goals(progress: PlayerProgress, glyphs: text.Glyphs) -> list[TextLine]:
    words = guide_words(progress.game)
    reached = goals_reached(words.goals, progress.games)
    if not reached or not words.goals:
        return []
    heading = text.capitalised(_(words.category_heading))
    headings = [f"{heading} {words.category_text(category)}".rstrip() for category in reached]
    rows = [
        [
            text.capitalised(_(goal.label)),
            *(glyphs.won if goal in own else glyphs.dot for own in reached.values()),
        ]
        for goal in words.goals
    ]
    legend = _("{won} reached").format(won=glyphs.won)
    return [
        *text.titled(_("Goals")),
        *text.table_lines(["", *headings], rows, left={0}),
        TextLine(legend, text.Tone.DIM),
    ]


def lessons_figures(progress: PlayerProgress) -> str:
    """Say how many lessons are done, nothing where there are none."""
    lessons = _numbered(progress.game)
    if not lessons:
        return ""
    done = len(lessons) - len(lessons_left(progress))
    return _("{done} of {count}").format(done=done, count=len(lessons)) if done else ""


def _lessons(progress: PlayerProgress) -> list[TextLine]:
    figures = lessons_figures(progress)
    if not figures:
        return []
    return [*text.titled(_("Lessons done")), TextLine(f"  {figures}")]


def puzzles_sentences(progress: PlayerProgress) -> list[str]:
    """Say how a player stands with puzzles, nothing where there are none."""
    training = progress.training
    if training is None:
        return []
    return [rating_sentence(training), *([due_phrase(training.due)] if training.due else ())]


def _puzzles(progress: PlayerProgress, width: int) -> list[TextLine]:
    said = puzzles_sentences(progress)
    if not said:
        return []
    rows = [row for sentence in said for row in text.wrapped(sentence, width - 2)]
    return [*text.titled(_("Puzzles")), *(TextLine(f"  {row}") for row in rows)]
