"""A card that is typed at the table: its rank, then the letter of its suit."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from foxduet.core.common import card_of
from foxduet.ui.kit.canvas import Canvas
from foxduet.ui.kit.effects import Event
from foxduet.ui.kit.keys import BACKSPACE, ENTER, ESCAPE
from foxduet.ui.kit.screen import Binding, Context, Next, Screen
from foxduet.ui.reader import Readable
from foxduet.ui.table.keys import options
from foxduet.ui.table.screen import Choosing, TableScreen
from foxduet.words.common import table_words
from foxduet.words.i18n import _, in_seven_bits

_LONGEST_RANK = 2


@dataclass(frozen=True, slots=True)
class TypingScreen(Readable):
    """A table where a card is typed, of which ``typed`` is the beginning.

    The letters are told with the signs of their suits, and may lack their accents. Every other key
    does what it does at the table.
    """

    typed: str = ""
    below: TableScreen = field(kw_only=True)

    @property
    def game_name(self) -> str:
        return self.below.game_name

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and what is typed."""
        words = table_words(self.game_name)
        suits = zip(words.suit_letters(), words.suit_signs(canvas.glyphs), strict=True)
        letters = ", ".join(f"{letter} {sign}" for letter, sign in suits)
        ask = _("Card: {typed}_  (its rank, then {letters})")
        notice = self.notice or ask.format(typed=self.typed, letters=letters)
        replace(self.below, notice=notice).draw(canvas)

    def press(self, key: str, context: Context) -> Next:
        """Add a digit to the rank, or choose the card once its suit is typed."""
        screen = replace(self, notice="")
        if key in (ENTER, BACKSPACE, ESCAPE):
            return Screen.press(screen, key, context)
        if key.isdecimal():
            typed = f"{self.typed}{key}"[:_LONGEST_RANK]
            return Next(replace(screen, typed=typed))
        if self.is_text(key):
            return Next(screen._named(f"{self.typed}{key}"))
        return self.below.press(key, context)

    def is_text(self, key: str) -> bool:
        """Return whether a key is the letter of a suit behind a rank."""
        letters = map(_plain, table_words(self.game_name).suit_letters())
        return bool(self.typed) and _plain(key) in letters

    def _named(self, typed: str) -> Screen:
        """Return the table with a card chosen, or the screen with the news that there is none."""
        names = [_name_of(option, self.game_name) for option in options(self.below)]
        if _plain(typed) not in names:
            notice = _("There is no card {typed} to choose.").format(typed=typed)
            return replace(self, typed="", notice=notice)
        shows = replace(self._shows, cursor=names.index(_plain(typed)))
        return replace(self.below, shows=shows)

    @property
    def _shows(self) -> Choosing:
        assert isinstance(self.below.shows, Choosing), "there is something to choose"
        return self.below.shows

    def receive(self, event: Event, context: Context) -> Next:
        """Pass an event on to the table."""
        return self._over(self.below.receive(event, context))

    def _over(self, after: Next) -> Next:
        """Return what comes next with this screen over the table, if that still asks the same."""
        table = after.screen
        if isinstance(table, TableScreen) and table.decision == self.decision:
            return Next(replace(self, below=table), after.commands)
        return after

    @property
    def awaits_job(self) -> bool:
        return self.below.awaits_job

    def later(self, context: Context) -> Next:
        """Let the time at the table go on."""
        return self._over(self.below.later(context))

    @property
    def covered(self) -> Screen:
        return self.below.covered

    @property
    def decision(self) -> object:
        """The table's own: nothing else is to be decided."""
        return self.below.decision

    def go_back(self, _key: str, _context: Context) -> Next:
        """Return the table as it was."""
        return Next(self.below)

    def _erase(self, key: str, context: Context) -> Next:
        if not self.typed:
            return self.go_back(key, context)
        return Next(replace(self, typed=self.typed[:-1]))

    def _wait(self, _key: str, _context: Context) -> Next:
        """Do nothing: Enter would play what was chosen before."""
        return Next(self)

    BINDINGS: ClassVar = (
        Binding((ESCAPE,), go_back),
        Binding((BACKSPACE,), _erase),
        Binding((ENTER,), _wait),
    )


def _name_of(option: Any, game: str) -> str:
    """Return what is typed for an option, nothing for one that is no card."""
    card = card_of(option)
    if card is None:
        return ""
    return _plain(f"{card.rank}{table_words(game).suit_letters()[card.suit]}")


def _plain(text: str) -> str:
    return in_seven_bits(text).lower()
