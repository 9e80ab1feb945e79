"""How a player gets on, on the screen: what to do next, at a glance, and in detail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, assert_never

from foxduet.analysis.progress import PlayerProgress, Step
from foxduet.analysis.standings import next_rung
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, replace
from foxduet.core.registry import games_with
from foxduet.ui.kit import keys, pages
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style
from foxduet.ui.kit.effects import PuzzleRow, TitleRow
from foxduet.ui.kit.pages import PAGE_WIDTH
from foxduet.ui.kit.screen import Binding, Context, Next, call
from foxduet.ui.scores import notice_of
from foxduet.words.game_words import game_title, guide_words
from foxduet.words.i18n import _, ngettext
from foxduet.words.pages import page as page_of_help
from foxduet.words.progress import (
    FEWEST_IN_CHART,
    GAMES_IN_CHART,
    Way,
    accuracy_heading,
    accuracy_rows,
    goals_played_for,
    is_best_so_far,
    key_figures,
    lesson_about,
    lessons_left,
    new_puzzle_kinds,
    newest_sentence,
    next_sentences,
    progress_lines,
    suggested,
    way_of,
)
from foxduet.words.text import Alert, Glyphs, TextLine, alerted, largest_piece, text_width, wrapped

if TYPE_CHECKING:
    from foxduet.store.scores import ScoresRead


_FIRST_ROW, _OTHER_ROWS = 2, 4


def style_of(notice: str) -> Style:
    """Return how news look: only those of danger stand out."""
    return Style.ALERT if isinstance(notice, Alert) else Style.DIM


@dataclass(frozen=True, slots=True)
class ProgressScreen(pages.Readable):
    """The progress in a game as it was when it was opened: at a glance, or in all ``details``.

    These are shown from their row ``top`` on. It ``is_old`` once something was opened from here.
    """

    progress: PlayerProgress
    details: bool = False
    top: int = 0
    is_old: bool = False

    @property
    def game_name(self) -> str:
        return self.progress.game

    def draw(self, canvas: Canvas) -> None:
        if self.details:
            self._draw_details(canvas)
        else:
            draw_progress(self, canvas)

    def _draw_details(self, canvas: Canvas) -> None:
        rows = canvas.size.rows
        heading = _("Progress: {game}").format(game=game_title(self.game_name))
        canvas.put_centred(0, heading, Style.TITLE)
        shown = rows - _OTHER_ROWS
        place = pages.draw_page(canvas, _FIRST_ROW, self._lines(canvas.glyphs), self.top, shown)
        part = _("{first}-{last} of {count}   up, down scroll").format(**place) if place else ""
        canvas.put_centred(rows - 2, alerted(self.notice) or part, style_of(self.notice))
        canvas.put_centred(rows - 1, self.footer, Style.DIM)

    def _lines(self, glyphs: Glyphs) -> list[TextLine]:
        return progress_lines(self.progress, PAGE_WIDTH - 2, glyphs)

    def help_lines(self, width: int) -> list[TextLine]:
        sections = page_of_help("foxduet.words", "screens/progress").sections
        return pages.help_page(_("Keys"), self.bindings, sections, width)

    def _scroll(self, key: str, context: Context) -> Next:
        rows, lines = (context.size.rows - _OTHER_ROWS, self._lines(context.options.look.glyphs))
        return Next(replace(self, top=keys.scrolled(self.top, key, rows, len(lines))))

    def _change_game(self, _key: str, context: Context) -> Next:
        following = keys.beside(games_with(*context.options.parts), self.game_name)
        return Next(self, (call("ledger:open_progress", following),))

    @property
    def puzzle_kinds(self) -> tuple[str, ...]:
        """The kinds of new puzzles about what costs most."""
        about = suggested(self.progress).about
        return () if about is None else new_puzzle_kinds(self.progress, about.theme)

    def _do_next(self, key: str, context: Context) -> Next:
        progress, suggestion = self.progress, suggested(self.progress)
        match suggestion.step:
            case Step.LEARN:
                return self._opening("performer:open_lesson", lessons_left(progress)[0][1].name)
            case Step.PRACTISE:
                assert suggestion.about is not None, "it is about a kind of mistake"
                if (lesson := lesson_about(progress, suggestion.about.theme)) is not None:
                    return self._opening("performer:open_lesson", lesson[1].name)
                if self.puzzle_kinds:
                    return self._open_puzzles(key, context)
            case Step.REVIEW:
                opening = call("ledger:open_record", progress.unreviewed[-1], reviewing=True)
                return Next(replace(self, is_old=True), (opening,))
            case Step.PLAY | Step.CONTINUE:
                pass
            case _:
                assert_never(suggestion.step)
        found = next_rung(guide_words(self.game_name).ramp, progress.games)
        return self._opening("performer:open_form", rung=None if found is None else found[1])

    def _open_puzzles(self, _key: str, _context: Context) -> Next:
        return self._opening("ledger:open_puzzles", goes_on=PuzzleRow.NEW, about=self.puzzle_kinds)

    def _opening(self, function: str, *given: object, **named: object) -> Next:
        opening = call(function, self.game_name, *given, **named)
        return Next(replace(self, is_old=True), (opening,))

    @property
    def seconds(self) -> float | None:
        """What was done in the meantime is read once this is in sight again."""
        return 0 if self.is_old else None

    def later(self, _context: Context) -> Next:
        return Next(replace(self, is_old=False), (call("ledger:open_progress", self.game_name),))

    def _back(self, _key: str, _context: Context) -> Next:
        if self.details:
            return Next(replace(self, details=False))
        return Next(self, (call("performer:open_title", TitleRow.PROGRESS),))

    @property
    def leads_back(self) -> tuple[str, ...]:
        """The details were left for the rest by the same key, which may lead on to the title."""
        return keys.LEAVE

    BINDINGS: ClassVar = (
        Binding(
            keys.DECIDE,
            _do_next,
            (N_("Enter"), N_("begin")),
            (N_("Enter"), N_("follow that advice")),
            applies=lambda screen: not screen.details,
        ),
        Binding(
            ("p",),
            _open_puzzles,
            (N_("p"), N_("new puzzles")),
            (N_("p"), N_("new puzzles about what costs you most")),
            applies=lambda screen: not screen.details and bool(screen.puzzle_kinds),
        ),
        Binding(
            ("d",),
            lambda screen, *_: Next(replace(screen, details=True, top=0)),
            (N_("d"), N_("all details")),
            (N_("d"), N_("all details")),
            applies=lambda screen: not screen.details,
        ),
        Binding(
            keys.SCROLLING,
            _scroll,
            (N_("up, down"), N_("scroll")),
            (N_("Up, down, k, j"), N_("up or down a row; Page Up, Page Down, Space: a page")),
            applies=lambda screen: screen.details,
        ),
        Binding(
            ("g",),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g"), N_("progress in the other game")),
        ),
        pages.HELP,
        Binding(keys.LEAVE, _back, (N_("Esc"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


_LEAST_LABEL, _FIGURES = 10, 24
_NEXT_ROW, _PICTURE_ROW, _FIGURES_ROW, _GOALS_ROW, _ROWS = 2, 7, 15, 19, 24


def draw_progress(screen: ProgressScreen, canvas: Canvas) -> None:
    """Draw one next step, one picture, three figures, and the goals and the way in a row each."""
    progress, size = screen.progress, canvas.size
    top, left = (size.rows - _ROWS) // 2, (size.columns - PAGE_WIDTH) // 2 + 1
    canvas.put(top, left, _("Progress"), Style.TITLE)
    canvas.put_right(top, left + PAGE_WIDTH - 2, game_title(screen.game_name), Style.DIM)
    _draw_next(screen, canvas, top + _NEXT_ROW, left)
    shares, way = progress.accuracies[-GAMES_IN_CHART:], way_of(progress)
    if len(shares) >= FEWEST_IN_CHART:
        _draw_accuracy(canvas, top + _PICTURE_ROW, left, shares)
    elif way is not None:
        _draw_way(canvas, top + _PICTURE_ROW, way)
    column = left
    for label, figure, note in key_figures(progress):
        canvas.put(top + _FIGURES_ROW, column, label, Style.DIM)
        canvas.put(top + _FIGURES_ROW + 1, column, figure, Style.STRONG)
        canvas.put(top + _FIGURES_ROW + 2, column, note, Style.DIM)
        column += max(_FIGURES, text_width(label) + 2, text_width(note) + 2)
    category, goals = goals_played_for(progress)
    row = top + _GOALS_ROW
    if goals:
        row = _draw_goals(canvas, row, left, category, goals)
    if len(shares) >= FEWEST_IN_CHART and way is not None:
        _draw_small_way(canvas, row, left, way)
    if screen.notice:
        canvas.put_centred(top + _ROWS - 2, alerted(screen.notice), style_of(screen.notice))
    canvas.put_centred(top + _ROWS - 1, screen.footer, Style.DIM)


def _draw_next(screen: ProgressScreen, canvas: Canvas, row: int, left: int) -> None:
    canvas.put(row, left, _("What next?"), Style.DIM)
    step, *others = next_sentences(screen.progress, suggested(screen.progress))
    enter = _("Enter")
    rows = wrapped(step, PAGE_WIDTH - 6 - text_width(enter))
    canvas.put(row + 1, left, canvas.glyphs.cursor, Style.PROMPT)
    for at, text in enumerate(rows[:3], row + 1):
        canvas.put(at, left + 2, text, Style.STRONG)
    canvas.put_right(row + 1, left + PAGE_WIDTH - 2, enter, Style.DIM)
    canvas.put_area(row + 1, left, Size(min(len(rows), 3), PAGE_WIDTH - 2), (keys.ENTER,))
    for other in others:
        canvas.put(row + 1 + len(rows[:3]), left + 2, other)
        canvas.put_right(row + 1 + len(rows[:3]), left + PAGE_WIDTH - 2, _("p"), Style.DIM)


def _draw_accuracy(canvas: Canvas, row: int, left: int, shares: Sequence[float]) -> None:
    canvas.put(row, left, accuracy_heading(len(shares)), Style.DIM)
    chart = accuracy_rows(shares, canvas.glyphs)
    width = max(map(text_width, chart))
    for at, text in enumerate(chart, row + 2):
        canvas.put(at, left, text)
    highest = next(at for at, text in enumerate(chart) if text_width(text) == width)
    (piece,) = canvas.glyphs.pieces[-1]
    canvas.put(row + 1 + highest, left + width - 2, piece, Style.PIECE)
    style = Style.GAIN if is_best_so_far(shares) else Style.DIM
    canvas.put(row + 6, left + 9, newest_sentence(shares), style)


def _draw_goals(
    canvas: Canvas, row: int, left: int, category: str, goals: Mapping[str, bool]
) -> int:
    canvas.put(row, left, _("Goals"), Style.DIM)
    canvas.put(row, left + _label_columns(), category, Style.DIM)
    column = left + _label_columns() + text_width(category) + 3
    for label, is_reached in goals.items():
        if column + 2 + text_width(label) > left + PAGE_WIDTH - 1:
            row, column = row + 1, left + _label_columns()
        sign = canvas.glyphs.won if is_reached else canvas.glyphs.dot
        canvas.put(row, column, sign, Style.PRIZE if is_reached else Style.DIM)
        canvas.put(row, column + 2, label)
        column += text_width(label) + 4
    return row + 1


def _draw_way(canvas: Canvas, row: int, way: Way) -> None:
    apart = (WIDTH - 8) // len(way.steps)
    left = (canvas.size.columns - apart * len(way.steps)) // 2
    canvas.put(row, (canvas.size.columns - PAGE_WIDTH) // 2 + 1, _("Your path"), Style.DIM)
    canvas.put(row + 4, left, canvas.glyphs.card.across * apart * len(way.steps), Style.WAY)
    for at, step in enumerate(way.steps):
        middle = left + at * apart + apart // 2
        canvas.put(row + 4, middle, canvas.glyphs.dot, Style.WAY)
        style = Style.STRONG if at == way.at else Style.PLAIN
        canvas.put(row + 5, middle - text_width(step) // 2, step, style)
        if at == way.at:
            piece = largest_piece(3, apart, canvas.glyphs)
            for line, text in enumerate(piece, row + 4 - len(piece)):
                canvas.put(line, middle - len(text) // 2, text, Style.PIECE)
    canvas.put_centred(row + 7, way.sentence, Style.DIM)


def _label_columns() -> int:
    return max(_LEAST_LABEL, text_width(_("Goals")) + 1, text_width(_("Your path")) + 1)


def _draw_small_way(canvas: Canvas, row: int, left: int, way: Way) -> None:
    canvas.put(row, left, _("Your path"), Style.DIM)
    column, (piece,) = left + _label_columns(), canvas.glyphs.pieces[-1]
    for at, step in enumerate(way.steps):
        canvas.put(row, column, step, Style.STRONG if at == way.at else Style.PLAIN)
        column += text_width(step) + 1
        if at + 1 < len(way.steps):
            canvas.put(row, column, canvas.glyphs.card.across * 5, Style.WAY)
        if at == way.at:
            canvas.put(row, column + (at + 1 < len(way.steps)), piece, Style.PIECE)
        column += 6
    is_beside = column + 2 + text_width(way.sentence) < left + PAGE_WIDTH
    if not is_beside:
        row, column = row + 1, left + _label_columns() - 2
    canvas.put(row, column + 2, way.sentence, Style.DIM)


def progress_screen(progress: PlayerProgress, scores: ScoresRead | None = None) -> ProgressScreen:
    """Return the progress that was read; in its notice what is wrong with it, if anything.

    ``scores`` is what became of reading them, if any.
    """
    notice = "" if scores is None else notice_of(scores)
    if not notice and (left := progress.unread):
        notice = ngettext(
            "{count} more review will be read next time.",
            "{count} more reviews will be read next time.",
            left,
        ).format(count=left)
    return ProgressScreen(progress, notice=notice)
