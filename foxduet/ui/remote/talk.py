"""A place to talk for two people at two terminals: lines are typed, said, and never saved."""

from __future__ import annotations

from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import Game
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Size, Style, draw_undergrowth
from foxduet.ui.kit.effects import Tell
from foxduet.ui.kit.screen import Context, Next, Pop, Screen
from foxduet.ui.remote.remarks import Changed, Line
from foxduet.words.i18n import _
from foxduet.words.people import fill
from foxduet.words.text import wrapped

LONGEST_LINE = 200
_OTHER_ROWS = 10
"""Rows of the window that what was said leaves free."""
_SCROLLING = (keys.UP, keys.DOWN, keys.PAGE_UP, keys.PAGE_DOWN, keys.HOME, keys.END, *keys.WHEEL)


def talk_refusal(game: Game) -> str:
    """Say why nothing may be said now: a team does not talk within a round (R10.4)."""
    pending = game.pending
    if not game.rules.cooperative or pending is None or pending.seat is None:
        return ""
    return _("A team does not talk within a round: before a deal and between rounds only.")


@dataclass(frozen=True, slots=True)
class TalkScreen(Screen):
    """All that was said, the last of it in sight, and what ``name`` is typing.

    It stays until it is left, and hears more lines meanwhile; after a ``refusal`` nothing can be
    said. Rows are shown from ``top`` on, the last ones where it is None. ``muted`` shows nothing
    of what the other player says.
    """

    name: str
    lines: tuple[Line, ...]
    refusal: str = ""
    typed: str = ""
    muted: bool = False
    top: int | None = None

    def _said(self) -> list[str]:
        """Return the rows of all that was said."""
        return [
            row
            for line in self.lines
            if line.name == self.name or not self.muted
            for row in wrapped(fill(_("{name}: {line}"), name=line.name, line=line.text), WIDTH)
        ]

    def draw(self, canvas: Canvas) -> None:
        size, said = canvas.size, self._said()
        room, left = size.rows - _OTHER_ROWS, (size.columns - WIDTH) // 2
        draw_undergrowth(canvas, 1, left, WIDTH)
        last = max(0, len(said) - room)
        first = last if self.top is None else min(self.top, last)
        for at, row in enumerate(said[first : first + room], 3):
            canvas.put(at, left, row)
        draw_undergrowth(canvas, size.rows - 6, left, WIDTH)
        for at, row in enumerate(wrapped(self.refusal or f"> {self.typed}_", WIDTH)[:4]):
            canvas.put(size.rows - 5 + at, left, row, Style.PROMPT)
        does = ([] if self.refusal else [_("Enter say")]) + ([_("up, down scroll")] if last else [])
        does += [_("Tab hear again") if self.muted else _("Tab mute"), _("Esc back")]
        canvas.put_centred(size.rows - 1, "   ".join(does), Style.DIM)

    def is_text(self, key: str) -> bool:
        return not self.refusal and (len(key) == 1 or key == keys.BACKSPACE)

    def press(self, key: str, context: Context) -> Next:
        """Type, say what is typed, look at what was said before, mute, or go back."""
        match key:
            case keys.ENTER if self.typed.strip() and not self.refusal:
                line = Line(self.name, self.typed.strip())
                return Next(replace(self, typed="", top=None), (Tell(line),))
            case keys.ESCAPE:
                return Next(self, (Pop(self.muted),))
            case keys.TAB:
                return Next(replace(self, muted=not self.muted, top=None))
            case _ if key in _SCROLLING:
                return Next(self._scrolled(key, context.size))
            case _ if not self.is_text(key):
                return Next(self)
            case keys.BACKSPACE:
                return Next(replace(self, typed=self.typed[:-1]))
            case _ if key.isprintable() and len(self.typed) < LONGEST_LINE:
                return Next(replace(self, typed=self.typed + key))
            case _:
                return Next(self)

    def _scrolled(self, key: str, size: Size) -> TalkScreen:
        """Return the screen further up or down; at its end it stays with what is said last."""
        room, count = size.rows - _OTHER_ROWS, len(self._said())
        last = max(0, count - room)
        top = keys.scrolled(last if self.top is None else self.top, key, room, count)
        return replace(self, top=None if top == last else top)

    def hear(self, what: object, context: Context) -> Next | None:
        """Show what is said meanwhile, and whether anything may be said."""
        match what:
            case Line():
                return Next(replace(self, lines=(*self.lines, what)))
            case Changed(game):
                return Next(replace(self, refusal=talk_refusal(game)))
            case _:
                return None
