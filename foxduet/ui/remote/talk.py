"""A line to talk by, where two people play at two terminals: typed, said, and never saved."""

from __future__ import annotations

from foxduet.core.frozen import dataclass, replace
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import WIDTH, Canvas, Style, draw_undergrowth
from foxduet.ui.kit.screen import Context, Next, Pop, Screen
from foxduet.ui.remote.remarks import Line
from foxduet.words.i18n import _
from foxduet.words.people import fill
from foxduet.words.text import wrapped

LONGEST_LINE = 200
_ROWS = 14
_MOST_LINES = 20


@dataclass(frozen=True, slots=True)
class TalkScreen(Screen):
    """What was said last, and what ``name`` is typing; ``muted`` shows nothing of it elsewhere.

    For a team it ``closes`` when the next round begins.
    """

    name: str
    lines: tuple[Line, ...] = ()
    typed: str = ""
    muted: bool = False
    closes: bool = False

    def draw(self, canvas: Canvas) -> None:
        size = canvas.size
        top, left = (size.rows - 24) // 2, (size.columns - WIDTH) // 2
        draw_undergrowth(canvas, top + 1, left, WIDTH)
        said = [
            row
            for line in self.lines[-_MOST_LINES:]
            for row in wrapped(fill(_("{name}: {line}"), name=line.name, line=line.text), WIDTH)
        ]
        for at, row in enumerate(said[-_ROWS:]):
            canvas.put(top + 3 + at, left, row)
        draw_undergrowth(canvas, top + 18, left, WIDTH)
        for at, row in enumerate(wrapped(f"> {self.typed}_", WIDTH)[:4]):
            canvas.put(top + 19 + at, left, row, Style.PROMPT)
        muted = _("Tab hear again") if self.muted else _("Tab mute")
        footer = _("Enter say   {muted}   Esc back").format(muted=muted)
        canvas.put_centred(top + 23, footer, Style.DIM)

    def is_text(self, key: str) -> bool:
        return len(key) == 1 or key == keys.BACKSPACE

    def press(self, key: str, context: Context) -> Next:
        """Type, say what is typed, mute, or go back."""
        match key:
            case keys.ENTER if self.typed.strip():
                return Next(self, (Pop(Line(self.name, self.typed.strip())),))
            case keys.ENTER | keys.ESCAPE:
                return Next(self, (Pop(),))
            case keys.TAB:
                return Next(self, (Pop(not self.muted),))
            case keys.BACKSPACE:
                return Next(replace(self, typed=self.typed[:-1]))
            case _ if len(key) == 1 and key.isprintable() and len(self.typed) < LONGEST_LINE:
                return Next(replace(self, typed=self.typed + key))
            case _:
                return Next(self)

    @property
    def lapses(self) -> bool:
        return self.closes
