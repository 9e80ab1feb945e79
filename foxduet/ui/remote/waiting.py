"""The host's screen while the other player is not there: what they type, and who knocks."""

from __future__ import annotations

from typing import ClassVar

from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.play.game import Header
from foxduet.ui.kit.canvas import Canvas, Style, draw_clearing, draw_notice
from foxduet.ui.kit.choices import YesNoScreen
from foxduet.ui.kit.effects import Tell
from foxduet.ui.kit.screen import Binding, Context, Next, Pop, Screen
from foxduet.ui.remote.questions import Left
from foxduet.ui.remote.remarks import Answered, Arrived, Knock, KnockGone
from foxduet.words.i18n import _
from foxduet.words.people import fill, names_at_table
from foxduet.words.text import wrapped

_WIDTH = 64


@dataclass(frozen=True, slots=True)
class OneKeyboard:
    """The game is to go on at one keyboard."""


@dataclass(frozen=True, slots=True)
class KnockScreen(YesNoScreen):
    """Whether who knocks may come in; the answer goes to the meeting, whatever lies below."""

    knock: Knock

    @property
    def text(self) -> str:
        knock = self.knock
        if not knock.account:
            sentence = _("{name} would like to come in. Let them in?")
        elif knock.is_own:
            sentence = _("{name} (your own account, {account}) would like to come in. Let them in?")
        else:
            sentence = _("{name} (account {account}) would like to come in. Let them in?")
        return fill(sentence, name=knock.name, account=knock.account)

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Tell(Answered(yes)),))

    def hear(self, what: object, context: Context) -> Next | None:
        """Close where whoever knocked comes in, or has gone."""
        return Next(self, (Pop(),)) if isinstance(what, Arrived | KnockGone) else None


@dataclass(frozen=True, slots=True)
class WaitingScreen(Screen):
    """The host waits; ``recipe`` is what the other player types, in rows, a blank between ways.

    The connection to one who was there ``is_lost``.
    """

    header: Header
    recipe: tuple[str, ...]
    is_lost: bool = False

    @property
    def heading(self) -> str:
        """Who is waited for."""
        return fill(_("Waiting for {name}"), name=names_at_table(self.header)[1])

    @property
    def sentence(self) -> str:
        """What stands before the lines that the other player types."""
        if not self.is_lost:
            return _("At a terminal of their own, the other player types:")
        sentence = _(
            "{name} is not at the table. The game is saved, and goes on exactly where it "
            "stands. {name} types:"
        )
        return fill(sentence, name=names_at_table(self.header)[1])

    def draw(self, canvas: Canvas) -> None:
        top = draw_clearing(canvas, 22)
        canvas.put_centred(top + 2, self.heading, Style.TITLE)
        row = top + 5
        for line in wrapped(self.sentence, _WIDTH):
            canvas.put_centred(row, line)
            row += 1
        for line in self.recipe:
            row += 1
            canvas.put_centred(row, line, Style.STRONG)
        note = _("You will be asked before anybody comes in.")
        canvas.put_centred(row + 3, note, Style.DIM)
        draw_notice(canvas, top + 19, self.notice, self.footer)

    @property
    def lapses(self) -> bool:
        return True

    def _one_keyboard(self, _key: str, _context: Context) -> Next:
        return Next(self, (Pop(OneKeyboard()),))

    def _leave(self, _key: str, _context: Context) -> Next:
        return Next(self, (Pop(Left()),))

    BINDINGS: ClassVar = (
        # Translators: the key k, as in "keyboard"; it stays that letter
        Binding(("k",), _one_keyboard, (N_("k"), N_("go on at one keyboard"))),
        Binding(("q",), _leave, (N_("q"), N_("leave"))),
    )
