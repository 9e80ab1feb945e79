"""Base classes and drawing for help texts, lists, and yes-no questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from foxduet.core.errors import N_, NC_
from foxduet.core.lazy_dataclass import dataclass, field, replace
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import (
    TONE_STYLES,
    WIDTH,
    Canvas,
    Size,
    Style,
    draw_question,
    draw_undergrowth,
    no_yes_keys,
    notice_style,
)
from foxduet.ui.kit.effects import TextKind
from foxduet.ui.kit.screen import (
    Binding,
    Bindings,
    Context,
    Screen,
    SpokenChoice,
    Transition,
    call,
    help_rows,
)
from foxduet.words.game_words import game_label, game_title, nothing_chosen_sentence
from foxduet.words.i18n import _
from foxduet.words.text import (
    UNICODE,
    Glyphs,
    can_be_typed,
    capitalize_first,
    clip,
    key_lines,
    mark_alert,
    section_lines,
    text_width,
)

if TYPE_CHECKING:
    from foxduet.store.score_entries import ScoreEntry
    from foxduet.words.text import Sections, TextLine


TEXT_WIDTH = 76


@dataclass(frozen=True, slots=True)
class ScreenWithHelp(Screen):
    """A screen with a help text, and the card reference of its game."""

    has_table: ClassVar[bool] = False
    """True if the screen shows the table, so that the help explains its signs."""
    help_title: ClassVar[str] = N_("Keys right now")
    """The heading of the keys in the help."""

    if TYPE_CHECKING:
        # Only for type checking: some screens have it as a field, and a real property would become
        # the field's default.

        @property
        def game_name(self) -> str:
            """The game that the help is about."""

    @property
    def is_leading(self) -> bool:
        """True if the help explains the signs that only a player who leads can see."""
        return False

    def for_next_game(self) -> ScreenWithHelp | None:
        """Return this screen for the next game, or None if it belongs to one game."""
        return None

    def help_lines(self, width: int) -> list[TextLine]:
        """Return the help text, wrapped to ``width`` columns."""
        return help_page(_(self.help_title), tuple(self._active_bindings), (), width)

    def summary_lines(self, width: int) -> list[TextLine]:
        """Return the summary text, wrapped to ``width`` columns."""
        raise AssertionError("only screens that bind SUMMARY have one")


def help_page(title: str, bindings: Bindings, sections: Sections, width: int) -> list[TextLine]:
    """Return a list of keys below ``title``, then ``sections``, wrapped to ``width`` columns."""
    return [*key_lines(title, help_rows(bindings), width), *section_lines(sections, width)]


def clamp_top(lines: list[TextLine], top: int, rows: int) -> int:
    """Return ``top``, lowered so that no row stays empty below the text."""
    return min(top, max(0, len(lines) - rows))


def draw_text_rows(
    canvas: Canvas, row: int, lines: list[TextLine], top: int, rows: int
) -> dict[str, int]:
    """Draw the part of ``lines`` that fits, starting at line ``top``.

    Returns the range shown, as fields for a sentence; empty if everything fits.
    """
    top = clamp_top(lines, top, rows)
    left = (canvas.size.columns - TEXT_WIDTH) // 2
    for index, line in enumerate(lines[top : top + rows], row):
        canvas.put(index, left + 1, line.text, TONE_STYLES[line.tone])
    fits = len(lines) <= rows
    return {} if fits else {"first": top + 1, "last": top + rows, "count": len(lines)}


def _open_text(text: TextKind) -> Callable[[Screen, str, Context], Transition]:
    return lambda screen, *_: Transition(screen, (call("menu:open_text", text, screen),))


SUMMARY_BINDING = Binding(("g",), _open_text(TextKind.SUMMARY))
CARDS_BINDING = Binding(
    keys.REFERENCE_KEYS,
    _open_text(TextKind.REFERENCE),
    (N_("Tab"), N_("cards")),
    (N_("Tab, r"), N_("card reference: what each card does")),
)
HELP_BINDING = Binding(
    ("?",), _open_text(TextKind.HELP), (N_("?"), N_("help")), (N_("?"), N_("keys and rules"))
)


@dataclass(frozen=True, slots=True)
class ChoiceScreen(Screen):
    """A screen with a cursor on a choice, or without a cursor."""

    cursor: int | None = field(default=None, kw_only=True)

    @property
    def choices(self) -> Sequence[Any]:
        raise AssertionError("every such screen has choices")

    def activate(self, choice: Any) -> Transition:
        """Return the transition for a choice."""
        raise AssertionError("every such screen does something with its choices")

    def move_cursor(self, key: str, _context: Context) -> Transition:
        cursor = keys.move_cursor(self.cursor, key, len(self.choices))
        return Transition(replace(self, cursor=cursor))

    def activate_cursor(self, _key: str, _context: Context) -> Transition:
        """Activate the selected choice, or ask the player to select a choice."""
        if self.cursor is None:
            return Transition(replace(self, notice=nothing_chosen_sentence()))
        return self.activate(self.choices[self.cursor])


ACTIVATE_BINDING = Binding(
    keys.DECIDE_KEYS, ChoiceScreen.activate_cursor, (N_("Enter"), N_("continue"))
)


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item of a list: label, status, and an optional heading above it.

    ``spoken`` replaces label and status in plain mode; ``key`` names the synonyms.
    """

    label: str
    status: str = ""
    heading: str = ""
    spoken: str = ""
    key: str = ""


@dataclass(frozen=True, slots=True)
class ListContent:
    """The content of a list screen, as plain mode reads it.

    intro: sentences after the title.
    settings: sentences about settings; after a change, plain mode reads only the new ones.
    prompt: the question, if Enter activates the selected item.
    """

    title: str
    items: Sequence[ListItem]
    intro: Sequence[str] = ()
    settings: Sequence[str] = ()
    prompt: str = ""


@dataclass(frozen=True, slots=True)
class ListScreen(ChoiceScreen, ScreenWithHelp):
    """A list to choose from, which plain mode can read aloud.

    The last binding leads back.
    """

    @property
    def content(self) -> ListContent:
        """The content; its items correspond to ``choices``."""
        raise AssertionError("every list has content")


@dataclass(frozen=True, slots=True)
class ReportScreen(ScreenWithHelp):
    """A report whose rows about games can be selected.

    top: the first row shown.
    cursor: index of the selected row among those about games, or None.
    """

    ROWS_ABOVE: ClassVar = 2
    ROWS_AROUND: ClassVar = 4

    top: int = field(default=0, kw_only=True)
    cursor: int | None = field(default=None, kw_only=True)

    def lines(self, glyphs: Glyphs) -> list[TextLine]:
        raise AssertionError("every report has rows")

    @property
    def sentences(self) -> Sequence[str]:
        """The report in sentences; after a change, plain mode reads only new ones."""
        raise AssertionError("every report has sentences")

    @property
    def prompt(self) -> str:
        """The question of plain mode."""
        raise AssertionError("every report asks")

    def label(self, entry: ScoreEntry) -> str:
        """Return a label for a row about a game."""
        raise AssertionError("rows that can be chosen have names")

    @property
    def entries(self) -> list[ScoreEntry]:
        """The entries of the rows about games."""
        return [line.entry for line in self.lines(UNICODE) if line.entry is not None]

    def draw(self, canvas: Canvas) -> None:
        rows, glyphs = canvas.size.rows, canvas.glyphs
        lines, row_count = self.lines(glyphs), rows - self.ROWS_AROUND
        fields = draw_text_rows(canvas, self.ROWS_ABOVE, lines, self.top, row_count)
        first, left = clamp_top(lines, self.top, row_count), (canvas.size.columns - TEXT_WIDTH) // 2
        game_rows = _game_rows(lines)
        cursor_index = -1 if self.cursor is None else self.cursor
        for index, line in enumerate(game_rows):
            if not first <= line < first + row_count:
                continue
            row, chosen = self.ROWS_ABOVE + line - first, index == self.cursor
            if chosen:
                canvas.put(row, left - 1, f"{glyphs.cursor} {lines[line].text}", Style.CHOSEN)
            steps = keys.keys_to_option(index, cursor_index, keys.UP, keys.DOWN)
            canvas.add_click_area(row, left, Size(1, TEXT_WIDTH), steps, chosen=chosen)
        hint = _("{first}-{last} of {count}   up, down scroll") if fields else ""
        if game_rows:
            hint = _("up, down choose a game")
            hint = _("{first}-{last} of {count}   up, down choose a game") if fields else hint
        style = notice_style(self.notice) if self.notice else Style.DIM
        canvas.put_centred(rows - 2, mark_alert(self.notice) or hint.format(**fields), style)
        canvas.put_centred(rows - 1, self.footer, Style.DIM)

    def move(self, key: str, context: Context) -> Transition:
        """Select the next row about a game in a direction; above the first row, unselect it."""
        lines = self.lines(context.options.look.glyphs)
        row_count = context.size.rows - self.ROWS_AROUND
        rows = _game_rows(lines)
        cursor = (-1 if self.cursor is None else self.cursor) + keys.key_direction(key)
        if not rows or cursor < 0:
            return Transition(replace(self, cursor=None, top=0))
        cursor = min(cursor, len(rows) - 1)
        top = max(clamp_top(lines, self.top, row_count), rows[cursor] - row_count + 1)
        return Transition(replace(self, cursor=cursor, top=min(top, rows[cursor])))

    def scroll(self, key: str, context: Context) -> Transition:
        """Scroll by a row or a page, or to an end; unselects the row."""
        rows = context.size.rows - self.ROWS_AROUND
        count = len(self.lines(context.options.look.glyphs))
        return Transition(replace(self, top=keys.scroll(self.top, key, rows, count), cursor=None))


def _game_rows(lines: list[TextLine]) -> list[int]:
    return [index for index, line in enumerate(lines) if line.entry is not None]


def edit_name(name: str, key: str) -> str:
    """Return a name after a typed key; a key that does not fit changes nothing."""
    if key == keys.BACKSPACE:
        return name[:-1]
    return longer if can_be_typed(longer := f"{name}{key}") else name


@dataclass(frozen=True, slots=True)
class YesNoScreen(Screen):
    """A yes-no question; ``yes`` is the selected answer or None."""

    yes: bool | None = field(default=None, kw_only=True)

    @property
    def prompt(self) -> str:
        raise AssertionError("every such screen asks something")

    @property
    def answers(self) -> tuple[str, str]:
        """The labels of no and yes."""
        return capitalize_first(_("no")), capitalize_first(_("yes"))

    def footnote(self, glyphs: Glyphs) -> tuple[str, Style]:
        """Return the text below the answers, and its style."""
        return "", Style.PLAIN

    def answer(self, *, yes: bool) -> Transition:
        raise AssertionError("every such screen has answers")

    def spoken_choices(self, context: Context) -> list[SpokenChoice]:
        no, yes = self.answers
        return [
            SpokenChoice(no, "", partial(self.answer, yes=False)),
            SpokenChoice(yes, "", partial(self.answer, yes=True)),
        ]

    def draw(self, canvas: Canvas) -> None:
        row = draw_question(canvas, self.prompt, self.answers, yes=self.yes)
        canvas.put_centred(row, *self.footnote(canvas.glyphs))
        canvas.put_centred(row + 2, mark_alert(self.notice), notice_style(self.notice))

    def handle_key(self, key: str, context: Context) -> Transition:
        """Also accept the letters for yes and no in the player's language."""
        letters = dict(zip(no_yes_keys(), "ny", strict=True))
        return Screen.handle_key(self, letters.get(key, key), context)

    def takes(self, key: str) -> bool:
        return key in no_yes_keys() or Screen.takes(self, key)

    def go_back(self, _key: str, _context: Context) -> Transition:
        return self.answer(yes=False)

    def _confirm(self, _key: str, _context: Context) -> Transition:
        if self.yes is None:
            return Transition(replace(self, notice=nothing_chosen_sentence()))
        return self.answer(yes=self.yes)

    BINDINGS: ClassVar[Bindings] = (
        Binding(
            (keys.ESCAPE, "n"),
            go_back,
            help_text=(N_("n, Esc"), N_("no")),
            spoken_command=(NC_("command", "no"), N_("answer no")),
        ),
        Binding(
            ("y",),
            lambda screen, *_: screen.answer(yes=True),
            help_text=(N_("y"), N_("yes")),
            spoken_command=(NC_("command", "yes"), N_("answer yes")),
        ),
        Binding(
            keys.DECIDE_KEYS, _confirm, help_text=(N_("Enter"), N_("give the selected answer"))
        ),
        Binding(
            keys.ARROWS,
            lambda screen, key, _: Transition(replace(screen, yes=keys.key_direction(key) > 0)),
            help_text=(N_("arrows"), N_("choose")),
        ),
    )


def draw_choices(
    canvas: Canvas,
    row: int,
    column: int,
    texts: Sequence[str],
    cursor: int | None,
    width: int | None = None,
    first: int = 0,
) -> None:
    """Draw choices below each other, with a mark on the selected choice.

    A click within ``width`` moves the cursor to the choice, or activates it if it is selected.
    ``first`` is the index of the first choice drawn.
    """
    cursor_index = -1 if cursor is None else cursor
    for index, (line, text) in enumerate(enumerate(texts, row), first):
        chosen = index == cursor
        marked = f"{canvas.glyphs.cursor if chosen else ' '} {text}"
        canvas.put(line, column, marked, Style.CHOSEN if chosen else Style.PLAIN)
        size = Size(1, text_width(marked) if width is None else width)
        steps = keys.keys_to_option(index, cursor_index, keys.UP, keys.DOWN)
        canvas.add_click_area(line, column, size, steps, chosen=chosen)


_FIRST_LIST_ROW, _ROWS_AROUND_LIST = 5, 9


def draw_long_list(
    canvas: Canvas, title: str, texts: Sequence[str], cursor: int, notice: str, footer: str
) -> None:
    """Draw a screen with the choices near the cursor, and its place if some do not fit."""
    size, left = canvas.size, (canvas.size.columns - TEXT_WIDTH) // 2
    draw_undergrowth(canvas, 1, (size.columns - WIDTH) // 2, WIDTH)
    canvas.put_centred(3, title, Style.TITLE)
    fit = size.rows - _ROWS_AROUND_LIST
    first = min(max(0, cursor - fit // 2), max(0, len(texts) - fit))
    shown = [clip(text, TEXT_WIDTH - 2) for text in texts[first : first + fit]]
    draw_choices(canvas, _FIRST_LIST_ROW, left, shown, cursor - first, TEXT_WIDTH)
    place = ""
    if len(texts) > fit:
        place = _("{at} of {count}").format(at=cursor + 1, count=len(texts))
    style = Style.STRONG if notice else Style.DIM
    canvas.put_centred(size.rows - 3, notice or place, style)
    canvas.put_centred(size.rows - 2, footer, Style.DIM)


def draw_items(
    canvas: Canvas,
    row: int,
    column: int,
    items: Sequence[ListItem],
    cursor: int | None,
    width: int,
    status_column: int,
) -> None:
    """Draw list items with their headings; ``status_column`` is relative to ``column``."""
    for index, item in enumerate(items):
        if item.heading:
            canvas.put(row, column + 2, item.heading, Style.TITLE)
            row += 1
        draw_choices(canvas, row, column, [item.label], cursor, width, index)
        canvas.put(row, column + status_column, item.status, Style.GAIN)
        row += 1


def draw_game_name(canvas: Canvas, row: int, game: str, games: Sequence[str]) -> None:
    """Draw the game of the screen; clickable if there are several."""
    if len(games) == 1:
        canvas.put_centred(row, game_title(game))
        return
    text = game_label(game, canvas.glyphs)
    canvas.put_centred(row, text)
    column = (canvas.size.columns - text_width(text)) // 2
    canvas.add_click_area(row, column, Size(1, text_width(text)), ("g",))
