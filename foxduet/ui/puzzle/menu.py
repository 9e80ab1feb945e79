"""The list of puzzles: that of the day, what comes back, new ones, and the player's rating."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, assert_never

from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass, field, replace
from foxduet.core.register import FOR_A_TABLE, PUZZLES, games_with
from foxduet.ui.kit.answers import Closed, Event, PuzzlesOpened
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_undergrowth
from foxduet.ui.kit.choices import ChoiceScreen, draw_choices, draw_game
from foxduet.ui.kit.effects import Leave, OpenPuzzles, PuzzleRow
from foxduet.ui.kit.keys import BACKWARD, DECIDE, FORWARD, IN_A_LIST, LEAVE, beside
from foxduet.ui.kit.screen import Binding, Context, Next, Pop, Push, Screen
from foxduet.ui.puzzle.posed import Book, Posed, book_of
from foxduet.ui.puzzle.screen import PuzzleLeft, puzzle_screen
from foxduet.ui.reader import CARDS, HELP, Readable, help_page
from foxduet.words.common import guide_words
from foxduet.words.i18n import _, ngettext
from foxduet.words.puzzles import (
    curve_rows,
    day_label,
    due_label,
    rating_sentence,
    shared_line,
)
from foxduet.words.text import clipped, wrapped

if TYPE_CHECKING:
    from foxduet.words.text import TextLine

_STATE_COLUMN, _CHART_COLUMNS, _CHART_ROWS = 26, 56, 4
_SHARED_ROWS = 2
LABELS = {
    PuzzleRow.DAY: N_("The puzzle of the day"),
    PuzzleRow.DUE: N_("What comes back"),
    PuzzleRow.NEW: N_("New near your rating"),
}


@dataclass(frozen=True, slots=True)
class PuzzlesScreen(ChoiceScreen, Readable):
    """The puzzles of a game, and how the player stands with them.

    In a program that was started for puzzles alone, the shell is shown what is to share.
    """

    book: Book
    cursor: int = field(default=0, kw_only=True)
    is_first: bool = field(default=False, kw_only=True)

    @property
    def game_name(self) -> str:
        return self.book.game

    @property
    def choices(self) -> tuple[PuzzleRow, ...]:
        return tuple(PuzzleRow)

    def draw(self, canvas: Canvas) -> None:
        """Draw what there is, the rating and its curve between two strips of undergrowth."""
        size, training = canvas.size, self.book.training
        top, left = (size.rows - 23) // 2, (size.columns - WIDTH) // 2
        for strip in (top, top + 18):
            draw_undergrowth(canvas, strip, left, WIDTH)
        canvas.put_centred(top + 2, _("Puzzles"), Style.TITLE)
        draw_game(canvas, top + 3, self.game_name, games_with(PUZZLES, *FOR_A_TABLE))
        labels = [_(LABELS[row]) for row in self.choices]
        draw_choices(canvas, top + 5, left + 2, labels, self.cursor, WIDTH - 4)
        for at, row in enumerate(self.choices):
            canvas.put(top + 5 + at, left + 4 + _STATE_COLUMN, self.state(row), Style.PRIZE)
        canvas.put(top + 9, left + 4, rating_sentence(training), Style.STRONG)
        curve = curve_rows(training.curve, _CHART_COLUMNS, _CHART_ROWS, canvas.glyphs)
        for at, line in enumerate(curve, top + 11):
            canvas.put(at, left + 4, line, Style.WAY)
        for at, line in enumerate(wrapped(self.shared, WIDTH - 4)[:_SHARED_ROWS], top + 16):
            canvas.put(at, left + 4, line, Style.DIM)
        canvas.put_centred(top + 20, clipped(self.notice, size.columns), Style.ALERT)
        canvas.put_centred(top + 22, self.footer, Style.DIM)

    def state(self, row: PuzzleRow) -> str:
        """Say what a row has to offer."""
        book = self.book
        match row:
            case PuzzleRow.DAY:
                return day_label(book.training, book.today)
            case PuzzleRow.DUE:
                return due_label(book.training)
            case PuzzleRow.NEW:
                known = {attempt.puzzle for attempt in book.journal.attempts}
                left = sum(str(puzzle.number) not in known for puzzle in book.puzzles)
                text = ngettext("{count} of {all} is left", "{count} of {all} are left", left)
                return text.format(count=left, all=len(book.puzzles))
            case _:
                assert_never(row)

    @property
    def shared(self) -> str:
        """What there is to share of the puzzle of today, nothing before it is answered."""
        training, today = self.book.training, self.book.today
        if today not in training.days:
            return ""
        return shared_line(self.game_name, today, training.days, training.streak)

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the keys here, and the rules."""
        return help_page(_("Keys"), self.BINDINGS, guide_words(self.game_name).rules(), width)

    def receive(self, event: Event, context: Context) -> Next:
        """Read anew how the player stands after a puzzle, and go on with the next if asked to."""
        match event:
            case Closed(PuzzleLeft(goes_on)):
                return Next(self, (OpenPuzzles(self.game_name, goes_on),))
            case _:
                return Screen.receive(self, event, context)

    def going_on(self, row: PuzzleRow | None) -> Next:
        """Return the list, with the puzzle over it that comes after one of a row, if any."""
        return Next(self) if row is None else self.posing(self.book.after(row))

    def posing(self, posed: Posed | None) -> Next:
        """Return the list with a puzzle over it, or the news that there is none."""
        if posed is None:
            notice = _("You have met all puzzles; they come back one by one.")
            return Next(replace(self, notice=notice))
        return Next(self, (Push(puzzle_screen(posed, self.book.training.rating)),))

    @property
    def leads_back(self) -> tuple[str, ...]:
        """A puzzle was left for the list by the same key, which may lead on to the title."""
        return LEAVE

    def do(self, choice: PuzzleRow) -> Next:
        match choice:
            case PuzzleRow.DAY:
                return self.posing(self.book.of_day(self.book.today))
            case PuzzleRow.DUE:
                if (posed := self.book.due()) is None:
                    return Next(replace(self, notice=_("Nothing comes back today.")))
                return self.posing(posed)
            case PuzzleRow.NEW:
                return self.posing(self.book.new())
            case _:
                assert_never(choice)

    def _change_game(self, key: str, context: Context) -> Next:
        every = games_with(PUZZLES, *context.options.parts)
        return Next(self, (OpenPuzzles(beside(every, self.game_name, key)),))

    def _back(self, _key: str, _context: Context) -> Next:
        if self.is_first:
            return Next(self, (Leave(lines=(self.shared,) if self.shared else ()),))
        return Next(self, (Pop(),))

    BINDINGS: ClassVar = (
        Binding(
            IN_A_LIST,
            ChoiceScreen.move,
            (N_("up, down"), N_("choose")),
            (N_("Up, down, 1 to 3"), N_("choose which puzzles")),
        ),
        Binding(
            DECIDE,
            ChoiceScreen.choose,
            (N_("Enter"), N_("begin")),
            (N_("Enter"), N_("begin")),
        ),
        Binding(
            ("g", *BACKWARD, *FORWARD),
            _change_game,
            (N_("g"), N_("games")),
            (N_("g, left, right"), N_("the puzzles of the other game")),
        ),
        replace(CARDS, footer=None),
        HELP,
        Binding(LEAVE, _back, (N_("q"), N_("back")), (N_("q, Esc"), N_("back"))),
    )


def puzzles_screen(opened: PuzzlesOpened, before: Screen | None = None) -> PuzzlesScreen:
    """Return the list as the journal stands, with the cursor where it was ``before``.

    At first that is what is due: the puzzle of the day, or what comes back, or else new ones.
    """
    book = book_of(opened.game, opened.journal, opened.today)
    notice = ""
    if opened.reason:
        notice = _("Your mistakes are not saved: {reason}.").format(reason=opened.reason)
    if isinstance(before, PuzzlesScreen):
        return replace(before, book=book, notice=notice)
    rows = [
        opened.today not in book.training.days,
        bool(book.training.due),
        True,
    ]
    return PuzzlesScreen(book, cursor=rows.index(True), notice=notice)
