"""Questions over the table of one of two players: whether to agree, to let in, or to leave."""

from __future__ import annotations

from foxduet.core.frozen import dataclass
from foxduet.ui.kit.choices import YesNoScreen
from foxduet.ui.kit.screen import Next, Pop
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
class ConsentScreen(YesNoScreen):
    """Whether a player agrees to what the other one proposes, as ``proposal`` says."""

    proposal: str

    @property
    def text(self) -> str:
        return self.proposal

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Pop(Consent(yes)),))

    @property
    def decision(self) -> object:
        return type(self), self.proposal

    @property
    def lapses(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LeaveScreen(YesNoScreen):
    """Whether a player leaves the table; ``is_guest`` says that the game is saved elsewhere."""

    is_guest: bool
    other: str

    @property
    def text(self) -> str:
        question = _("Leave the table? The game is saved, and {name} is left alone.")
        if self.is_guest:
            question = _("Leave the table? {name} has the game saved, and waits for you.")
        return fill(question, name=self.other)

    @property
    def answers(self) -> tuple[str, str]:
        return _("Stay"), capitalised(_("leave"))

    def answer(self, *, yes: bool) -> Next:
        return Next(self, (Pop(Left() if yes else None),))
