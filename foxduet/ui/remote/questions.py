"""Questions over the table of one of two players: whether to agree, to let in, or to leave."""

from __future__ import annotations

from typing import ClassVar

from foxduet.core.frozen import dataclass, field, replace
from foxduet.ui.kit.canvas import Canvas, Style, answer_keys, draw_question
from foxduet.ui.kit.keys import ARROWS, DECIDE, ESCAPE, step_of
from foxduet.ui.kit.screen import Binding, Context, Next, Pop, Screen
from foxduet.words.common import nothing_chosen
from foxduet.words.i18n import _
from foxduet.words.people import fill
from foxduet.words.text import capitalised


@dataclass(frozen=True, slots=True)
class Consent:
    """The answer to what another player proposes."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Left:
    """The player wants to leave the table."""


@dataclass(frozen=True, slots=True)
class YesNoScreen(Screen):
    """A question with two answers; ``yes`` says which is chosen, None as long as none is."""

    yes: bool | None = field(default=None, kw_only=True)

    @property
    def question(self) -> str:
        """The question in full."""
        raise AssertionError("every such screen asks something")

    @property
    def answers(self) -> tuple[str, str]:
        """What no is called here, and what yes."""
        return capitalised(_("no")), capitalised(_("yes"))

    def answer(self, *, yes: bool) -> Next:
        """Return what an answer leads to."""
        raise AssertionError("every such screen has answers")

    def draw(self, canvas: Canvas) -> None:
        row = draw_question(canvas, self.question, self.answers, yes=self.yes)
        canvas.put_centred(row + 2, self.notice, Style.ALERT)

    def press(self, key: str, context: Context) -> Next:
        """Answer by the letters of the player's language, too."""
        letters = dict(zip(answer_keys(), "ny", strict=True))
        return Screen.press(self, letters.get(key, key), context)

    def _refuse(self, _key: str, _context: Context) -> Next:
        return self.answer(yes=False)

    def _agree(self, _key: str, _context: Context) -> Next:
        return self.answer(yes=True)

    def _decide(self, _key: str, _context: Context) -> Next:
        if self.yes is None:
            return Next(replace(self, notice=nothing_chosen()))
        return self.answer(yes=self.yes)

    def _change(self, key: str, _context: Context) -> Next:
        return Next(replace(self, yes=step_of(key) > 0))

    BINDINGS: ClassVar = (
        Binding((ESCAPE, "n"), _refuse),
        Binding(("y",), _agree),
        Binding(DECIDE, _decide),
        Binding(ARROWS, _change),
    )


@dataclass(frozen=True, slots=True)
class ConsentScreen(YesNoScreen):
    """Whether a player agrees to what the other one proposes, as ``text`` says."""

    text: str

    @property
    def question(self) -> str:
        return self.text

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Pop(Consent(yes)),))

    @property
    def decision(self) -> object:
        return type(self), self.text

    @property
    def lapses(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LeaveScreen(YesNoScreen):
    """Whether a player leaves the table; ``is_guest`` says that the game is saved elsewhere."""

    is_guest: bool
    other: str

    @property
    def question(self) -> str:
        question = _("Leave the table? The game is saved, and {name} is left alone.")
        if self.is_guest:
            question = _("Leave the table? {name} has the game saved, and waits for you.")
        return fill(question, name=self.other)

    @property
    def answers(self) -> tuple[str, str]:
        return _("Stay"), capitalised(_("leave"))

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Pop(Left() if yes else None),))
