"""The rows of the form of a new game, and how they look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from foxduet.ai.names import KINDS
from foxduet.core.frozen import dataclass, field
from foxduet.core.register import (
    FOR_A_TABLE,
    PARTNERS,
    Part,
    card_game,
    games_with,
    has_parts,
    rule_set,
)
from foxduet.play.game import Names, has_days
from foxduet.store.config import NOTHING, Config
from foxduet.store.settings import SETTINGS, SYSTEM
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, Theme
from foxduet.ui.reader import Readable
from foxduet.ui.remembered import LONGEST_NAME, OwnNames, with_usual_names
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
from foxduet.words.i18n import _, language_name, languages
from foxduet.words.text import capitalised, text_width

if TYPE_CHECKING:
    from foxduet.store.entries import Entry

LEFT, RIGHT, DEAL = "left", "right", "deal"
NAMES = (LEFT, RIGHT)

_FIRST, _LINES, _MOST_LINES, _INDENT = 5, 11, 12, 12
_SET_APART = ("theme", DEAL)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the form, about the setting or the option of a game that ``key`` is.

    One of NAMES is typed, and DEAL deals the cards; any other has a ``value`` among ``choices``,
    which ``shown`` says; after the last of them comes the first if it ``goes_round``. ``note`` is
    said beside it, of a name while it is chosen, and ``phrase`` below it.
    """

    key: str
    label: str
    shown: str = ""
    choices: tuple[Any, ...] = ()
    value: Any = None
    goes_round: bool = False
    note: str = ""
    phrase: str = ""

    @property
    def is_name(self) -> bool:
        """Whether it is typed."""
        return self.key in NAMES

    def choice_of(self, key: str) -> Any:
        """Return the choice that a key leads to: with that number, or beside the one that holds."""
        if key.isdigit():
            return next((one for one in self.choices if str(one) == key), self.value)
        at = self.choices.index(self.value) if self.value in self.choices else 0
        at += keys.step_of(key)
        last = len(self.choices) - 1
        return self.choices[at % (last + 1) if self.goes_round else min(max(at, 0), last)]


@dataclass(frozen=True, slots=True)
class FormRows(Readable):
    """A new game that is to be agreed on, a row for each thing; the last row deals the cards.

    ``values`` are those of the game's options, by name; ``own`` are those from files that may be
    among them. ``partner`` is the name of a partner at the right end, None for a person, among all
    ``partners``. ``own_names`` are those of the players, None for a usual one; ``other_names`` are
    for two people instead of one, or for one. ``day`` is the day whose deals are
    played, and ``played`` are the games that count for it so far. ``seed`` fixes the deals, and
    ``memory`` is the house rule that shows the cards that are out. ``theme`` has the colours.
    ``typed`` says that the name in the chosen row was edited; else the first character replaces
    it. ``config`` is what is remembered. ``leads_to`` is where leaving the game leads.
    """

    game_name: str
    values: Mapping[str, Any]
    own_names: OwnNames = (None, None)
    partner: str | None = None
    partners: tuple[str | None, ...] = (None, *KINDS)
    row: int = 0
    day: date | None = None
    played: tuple[Entry, ...] = ()
    seed: int | None = None
    memory: bool = False
    practice: bool = False
    own: Mapping[str, Any] = field(default_factory=dict)
    other_names: OwnNames = (None, None)
    has_house_rule: bool = False
    theme: Theme = Theme.TERMINAL
    typed: bool = False
    config: Config = NOTHING
    leads_to: Exit = Exit.PROGRAM
    parts: tuple[Part, ...] = FOR_A_TABLE

    @property
    def setup(self) -> Any:
        """What the game starts from."""
        return rule_set(self.game_name).setup_from(self.values)

    @property
    def names(self) -> Names:
        """The names of the players, in the player's language where they are the usual ones."""
        return with_usual_names(self.own_names, self.partner)

    @property
    def games(self) -> tuple[str, ...]:
        """The games that may be chosen: for the deals of a day, those that have such deals."""
        shown = games_with(*self.parts)
        return tuple(game for game in shown if self.day is None or has_days(game))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows: only those where there is something to be agreed on.

        The deals of a day need no files, and count for the scores.
        """
        game, names = self.game_name, dict(zip(NAMES, self.names, strict=True))
        rows = [*self._rows_of_the_game()]
        if has_parts(game, PARTNERS):
            label, phrase = companion_label(game), partner_phrase(self.partner)
            said = partner_label(self.partner)
            rows.append(Row("partner", label, said, self.partners, self.partner, phrase=phrase))
        if self.partner is not None and self.day is None:
            said, note = _("no"), ""
            if self.practice:
                said, note = _("yes"), _("take back anything; no score")
            rows.append(_setting("practice", said, (False, True), self.practice, note))
        for key, label in zip(NAMES, seat_labels(game), strict=True):
            note = _("type a name, up to {most}").format(most=LONGEST_NAME)
            if self.typed:
                used = text_width(names[key])
                note = _("{used} of {most}").format(used=used, most=LONGEST_NAME)
            rows.append(Row(key, label, names[key], note=note))
        if self.has_house_rule:
            said = _("shown, a house rule") if self.memory else _("hidden")
            rows.append(_setting("memory", said, (False, True), self.memory))
        language = self.config["lang"]
        said = _("the system's") if language == SYSTEM else language_name(language)
        return (
            *rows,
            _setting("theme", theme_label(self.theme.value), tuple(Theme), self.theme),
            _setting("lang", said, (SYSTEM, *languages()), language),
            Row(DEAL, _("Deal the cards")),
        )

    def _rows_of_the_game(self) -> Iterator[Row]:
        """Yield the rows of which game is played, and of its options, those in files last."""
        game, labels = card_game(self.game_name), table_words(self.game_name).option_labels
        if len(self.games) > 1:
            title = game_title(self.game_name)
            yield Row("game", _(SETTINGS["game"].label), title, self.games, self.game_name)
        last = len(game.options) - 1
        for at, option in enumerate(game.options):
            label, value = capitalised(_(labels[option.name])), self.values[option.name]
            phrase = table_words(self.game_name).setup_phrase(self.setup) if at == last else ""
            yield Row(option.name, label, str(value), option.values, value, phrase=phrase)
        for name in (one.name for one in game.file_options if one.name in self.own):
            if self.day is None:
                label, is_own = capitalised(_(labels[name])), name in self.values
                said = _("your own") if is_own else _("the usual one")
                yield Row(name, label, said, (False, True), is_own, goes_round=True)

    @property
    def chosen(self) -> Row:
        """The row that is chosen."""
        return self.rows[self.row]


def _setting(key: str, shown: str, choices: tuple[Any, ...], value: Any, note: str = "") -> Row:
    label = _(SETTINGS[key].label)
    return Row(key, label, shown, choices, value, goes_round=True, note=note)


def draw_rows(canvas: Canvas, top: int, rows: Sequence[Row], cursor: int) -> None:
    """Draw all rows in the clearing at ``top``, with what is said below and beside them."""
    left = (canvas.size.columns - WIDTH) // 2 + _INDENT
    width = max(text_width(row.label) for row in rows) + 3
    phrases = {at: row.phrase for at, row in enumerate(rows) if row.phrase}
    while len(rows) + len(phrases) > _MOST_LINES:
        phrases.popitem()
    spare = max(0, _LINES - len(rows) - len(phrases))
    # Blank lines set the deal apart first, then theme and language from what is agreed on.
    blank = [at for at in range(len(rows) - 1) if at not in phrases]
    apart = sorted(blank, key=lambda at: (rows[at + 1].key not in _SET_APART, -at))[:spare]
    back, forth = canvas.glyphs.toward
    line = top + _FIRST
    for at, row in enumerate(rows):
        chosen = at == cursor
        mark = canvas.glyphs.cursor if chosen else " "
        padding = " " * (width - text_width(row.label))
        value = f"{back} {row.shown} {forth}" if row.choices else row.shown
        caret = "_" if chosen and row.is_name else ""
        text = f"{mark} {row.label}{padding}{value}{caret}"
        canvas.put(line, left, text, Style.CHOSEN if chosen else Style.PLAIN)
        note = row.note if chosen or not row.is_name else ""
        canvas.put(line, left + text_width(text) + 2, note, Style.DIM)
        # A click chooses a row, changes its value at one of the signs beside it, or deals.
        if chosen and row.choices:
            for sign, key in ((back, keys.LEFT), (forth, keys.RIGHT)):
                column = left + text_width(text[: text.rindex(sign)])
                canvas.put_area(line, column, Size(1, 1), (key,))
        steps = keys.steps_to(at, cursor, keys.UP, keys.DOWN)
        deals = chosen and row.key == DEAL
        canvas.put_area(line, left, Size(1, text_width(text)), steps, chosen=deals)
        canvas.put(line + 1, left + 2, phrases.get(at, ""), Style.DIM)
        line += 1 + (at in phrases or at in apart)
