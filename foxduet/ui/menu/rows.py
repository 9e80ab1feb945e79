"""The rows of the form of a new game: which there are, and how they look."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any

from foxduet.core.frozen import dataclass, field
from foxduet.core.register import FOR_A_TABLE, PARTNERS, card_game, games_with, has_parts, rule_set
from foxduet.play.game import Names, has_days
from foxduet.store.config import NOTHING, Config
from foxduet.store.settings import SETTINGS, SYSTEM
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style
from foxduet.ui.reader import Readable
from foxduet.ui.remembered import LONGEST_NAME
from foxduet.ui.table.state import Exit
from foxduet.words.common import (
    companion_label,
    game_title,
    partner_label,
    partner_phrase,
    seat_labels,
    table_words,
    theme_label,
)
from foxduet.words.i18n import _, language_name
from foxduet.words.text import capitalised, text_width

if TYPE_CHECKING:
    from foxduet.store.entries import Entry

_FIRST, _LINES, _MOST_LINES, _INDENT = 5, 11, 12, 12


class Kind(Enum):
    """What a row of the form is about; the value is the key of its setting, if it has one."""

    GAME = "game"
    OPTION = "option of the game"
    FILE = "option in a file"
    PARTNER = "partner"
    PRACTICE = "practice"
    LEFT = "left name"
    RIGHT = "right name"
    HOUSE = "memory"
    THEME = "theme"
    LANGUAGE = "lang"
    DEAL = "deal"


NAMES = (Kind.LEFT, Kind.RIGHT)
_WITHOUT_A_VALUE = (*NAMES, Kind.DEAL)
_SET_APART = (Kind.THEME, Kind.DEAL)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the form; ``name`` is that of its option, if it is about one."""

    kind: Kind
    name: str = ""

    @property
    def has_value(self) -> bool:
        """Whether there is a value that can be changed by arrows."""
        return self.kind not in _WITHOUT_A_VALUE


@dataclass(frozen=True, slots=True)
class FormRows(Readable):
    """A new game that is to be agreed on, a row for each thing; the last row deals the cards.

    ``values`` are those of the game's options, by name; ``own`` are those from files that may be
    among them. ``partner`` is the name of a partner at the right end, None for a person, and
    ``other_names`` are for when that changes. ``day`` is the day whose deals are played, and
    ``played`` are the games that count for it so far. ``seed`` fixes the deals, and ``memory`` is
    the house rule that shows the cards that are out. ``typed`` says that the name in the chosen
    row was edited; else the first character replaces it. ``config`` is what is remembered.
    ``leads_to`` is where leaving the game leads.
    """

    game_name: str
    values: Mapping[str, Any]
    names: Names
    partner: str | None = None
    row: int = 0
    day: date | None = None
    played: tuple[Entry, ...] = ()
    seed: int | None = None
    memory: bool = False
    practice: bool = False
    own: Mapping[str, Any] = field(default_factory=dict)
    other_names: Names | None = None
    has_house_rule: bool = False
    typed: bool = False
    config: Config = NOTHING
    leads_to: Exit = Exit.PROGRAM

    @property
    def setup(self) -> Any:
        """What the game starts from."""
        return rule_set(self.game_name).setup_from(self.values)

    @property
    def chosen(self) -> Row:
        """The row that is chosen."""
        return self.rows[self.row]

    @property
    def games(self) -> tuple[str, ...]:
        """The games that may be chosen: for the deals of a day, those that have such deals."""
        shown = games_with(*FOR_A_TABLE)
        return tuple(game for game in shown if self.day is None or has_days(game))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows: only those where there is something to be agreed on.

        The deals of a day need no files, and count for the scores.
        """
        game, has_day = card_game(self.game_name), self.day is not None
        rows = [Row(Kind.GAME)] if len(self.games) > 1 else []
        rows += [Row(Kind.OPTION, option.name) for option in game.options]
        if not has_day:
            rows += [Row(Kind.FILE, one.name) for one in game.file_options if one.name in self.own]
        if has_parts(self.game_name, PARTNERS):
            rows.append(Row(Kind.PARTNER))
        if self.partner is not None and not has_day:
            rows.append(Row(Kind.PRACTICE))
        rows += [Row(Kind.LEFT), Row(Kind.RIGHT)]
        if self.has_house_rule:
            rows.append(Row(Kind.HOUSE))
        return (*rows, Row(Kind.THEME), Row(Kind.LANGUAGE), Row(Kind.DEAL))


def draw_rows(form: FormRows, canvas: Canvas, top: int) -> None:
    """Draw all rows in the clearing at ``top``, with what is said below and beside them."""
    rows, left = form.rows, (canvas.size.columns - WIDTH) // 2 + _INDENT
    width = max(text_width(_label(row, form)) for row in rows) + 3
    phrases = {at: phrase for at, row in enumerate(rows) if (phrase := _phrase(form, rows, at))}
    while len(rows) + len(phrases) > _MOST_LINES:
        phrases.popitem()
    spare = max(0, _LINES - len(rows) - len(phrases))
    # Blank lines set the deal apart first, then theme and language from what is agreed on.
    blank = [at for at in range(len(rows) - 1) if at not in phrases]
    apart = sorted(blank, key=lambda at: (rows[at + 1].kind not in _SET_APART, -at))[:spare]
    line = top + _FIRST
    for at, row in enumerate(rows):
        chosen = at == form.row
        mark = canvas.glyphs.cursor if chosen else " "
        label = _label(row, form)
        padding = " " * (width - text_width(label))
        caret = "_" if chosen and row.kind in NAMES else ""
        text = f"{mark} {label}{padding}{_value(form, row, canvas)}{caret}"
        canvas.put(line, left, text, Style.CHOSEN if chosen else Style.PLAIN)
        canvas.put(line, left + text_width(text) + 2, _note(form, row, chosen=chosen), Style.DIM)
        _put_areas(canvas, line, left, text, at, form)
        canvas.put(line + 1, left + 2, phrases.get(at, ""), Style.DIM)
        line += 1 + (at in phrases or at in apart)


def _put_areas(canvas: Canvas, line: int, column: int, text: str, at: int, form: FormRows) -> None:
    """Let a click choose a row, change its value at one of the signs beside it, or deal."""
    rows = form.rows
    if at == form.row and rows[at].has_value:
        back, forth = (column + text_width(text[: text.rindex(s)]) for s in canvas.glyphs.toward)
        canvas.put_area(line, back, Size(1, 1), (keys.LEFT,))
        canvas.put_area(line, forth, Size(1, 1), (keys.RIGHT,))
    steps = keys.steps_to(at, form.row, keys.UP, keys.DOWN)
    deals = at == form.row == len(rows) - 1
    canvas.put_area(line, column, Size(1, text_width(text)), steps, chosen=deals)


def _label(row: Row, form: FormRows) -> str:
    match row.kind:
        case Kind.OPTION | Kind.FILE:
            return capitalised(_(table_words(form.game_name).option_labels[row.name]))
        case Kind.PARTNER:
            return companion_label(form.game_name)
        case Kind.LEFT | Kind.RIGHT:
            return seat_labels(form.game_name)[NAMES.index(row.kind)]
        case Kind.DEAL:
            return _("Deal the cards")
        case _:
            return _(SETTINGS[row.kind.value].label)


def _value(form: FormRows, row: Row, canvas: Canvas) -> str:
    match row.kind:
        case Kind.GAME:
            value = game_title(form.game_name)
        case Kind.OPTION:
            value = str(form.values[row.name])
        case Kind.FILE:
            value = _("your own") if row.name in form.values else _("the usual one")
        case Kind.PARTNER:
            value = partner_label(form.partner)
        case Kind.PRACTICE:
            value = _("yes") if form.practice else _("no")
        case Kind.LEFT | Kind.RIGHT:
            return form.names[NAMES.index(row.kind)]
        case Kind.HOUSE:
            value = _("shown, a house rule") if form.memory else _("hidden")
        case Kind.THEME:
            value = theme_label(canvas.theme.value)
        case Kind.LANGUAGE:
            language = form.config["lang"]
            value = _("the system's") if language == SYSTEM else language_name(language)
        case Kind.DEAL:
            return ""
    back, forth = canvas.glyphs.toward
    return f"{back} {value} {forth}"


def _note(form: FormRows, row: Row, *, chosen: bool) -> str:
    """Return what is said beside a row, in the 28 columns that a name leaves there."""
    if row.kind is Kind.PRACTICE and form.practice:
        return _("take back anything; no score")
    if not chosen or row.kind not in NAMES:
        return ""
    if not form.typed:
        return _("type a name, up to {most}").format(most=LONGEST_NAME)
    used = text_width(form.names[NAMES.index(row.kind)])
    return _("{used} of {most}").format(used=used, most=LONGEST_NAME)


def _phrase(form: FormRows, rows: tuple[Row, ...], at: int) -> str:
    """Return what is said below a row: of the setup below its last option, of the partner."""
    if rows[at].kind is Kind.PARTNER:
        return partner_phrase(form.partner)
    if rows[at].kind is Kind.OPTION and rows[at + 1].kind is not Kind.OPTION:
        return table_words(form.game_name).setup_phrase(form.setup)
    return ""
