"""The question who wants to resign: of two opponents either may, while no hand is in sight."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from foxduet.core.common import Seat
from foxduet.ui.kit.canvas import Canvas, Style, answer_keys, draw_buttons, draw_clearing
from foxduet.ui.kit.effects import Event
from foxduet.ui.kit.keys import ARROWS, DECIDE, ESCAPE, OPTION_KEYS, moved
from foxduet.ui.kit.screen import Binding, Context, Next, Screen
from foxduet.ui.reader import CARDS, HELP, Readable
from foxduet.ui.table.moves import cover
from foxduet.ui.table.question import AskScreen, back_at_the_table
from foxduet.ui.table.screen import Question, TableScreen
from foxduet.words.common import nothing_chosen
from foxduet.words.i18n import _

_SEAT_KEYS = OPTION_KEYS[: len(Seat)]


@dataclass(frozen=True, slots=True)
class WhoResignsScreen(Readable):
    """The question over a table; ``cursor`` is on playing on or a seat, None before any choice."""

    cursor: int | None = None
    below: TableScreen = field(kw_only=True)

    @property
    def game_name(self) -> str:
        return self.below.game_name

    def draw(self, canvas: Canvas) -> None:
        """Draw the question, playing on, and a name for each seat."""
        top = draw_clearing(canvas, 10)
        question = _("Who wants to resign? The other then wins.")
        canvas.put_centred(top + 2, question, Style.STRONG)
        labels = [_("Play on"), *self.below.session.game.header.players]
        draw_buttons(canvas, top + 7, labels, f"{answer_keys()[0]}{_SEAT_KEYS}", self.cursor)
        canvas.put_centred(top + 11, self.notice, Style.ALERT)

    def press(self, key: str, context: Context) -> Next:
        """Play on by the letter of the player's language, too."""
        return Readable.press(self, "n" if key == answer_keys()[0] else key, context)

    def receive(self, event: Event, context: Context) -> Next:
        """Pass the event on to the table below."""
        after = self.below.receive(event, context)
        if isinstance(after.screen, TableScreen):
            return Next(replace(self, below=after.screen), after.commands)
        return after

    @property
    def covered(self) -> Screen:
        return replace(self, below=cover(self.below))

    def go_back(self, _key: str, _context: Context) -> Next:
        return Next(back_at_the_table(self.below))

    def _move(self, key: str, _context: Context) -> Next:
        return Next(replace(self, cursor=moved(self.cursor, key, 1 + len(Seat))))

    def _ask(self, key: str, _context: Context) -> Next:
        return self._ask_seat(Seat(_SEAT_KEYS.index(key)))

    def _decide(self, key: str, context: Context) -> Next:
        match self.cursor:
            case None:
                return Next(replace(self, notice=nothing_chosen()))
            case 0:
                return self.go_back(key, context)
            case at:
                return self._ask_seat(Seat(at - 1))

    def _ask_seat(self, seat: Seat) -> Next:
        return Next(AskScreen(Question.RESIGN, seat=seat, below=self.below))

    BINDINGS: ClassVar[Any] = (
        Binding((ESCAPE, "n"), go_back),
        Binding(tuple(_SEAT_KEYS), _ask),
        Binding(DECIDE, _decide),
        Binding(ARROWS, _move),
        HELP,
        CARDS,
    )
