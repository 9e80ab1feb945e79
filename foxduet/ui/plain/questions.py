"""Questions over the table in words: before what cannot be taken back, and who resigns."""

from __future__ import annotations

from collections.abc import Sequence

from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.ui.kit.choices import YesNoScreen
from foxduet.ui.kit.keys import ESCAPE
from foxduet.ui.kit.screen import Context
from foxduet.ui.plain.told import spoken
from foxduet.ui.plain.voice import (
    Command,
    Reply,
    Voice,
    labels_said,
    leaving,
    list_voice,
    press_key,
    pressed,
)
from foxduet.ui.table.question import AskScreen
from foxduet.ui.table.state import Question
from foxduet.words.common import guide_words
from foxduet.words.i18n import _
from foxduet.words.people import names_at_table

ASK_PARTNER = press_key(NC_("command", "ask"), N_("ask your partner"), "p")
YES = press_key(NC_("command", "yes"), N_("answer yes"), "y", N_("y, yeah, sure, ok, okay"))
NO = press_key(NC_("command", "no"), N_("answer no"), "n", N_("n, nope"))


def _answer(screen: YesNoScreen, said: str, context: Context) -> Reply | None:
    """Take an answer by the words that stand on its button."""
    named = labels_said(said, screen.answers)
    return pressed(screen, "ny"[named[0]], context) if len(named) == 1 else None


YES_OR_NO = Voice(
    lambda screen, before, _context: (screen.text,) if before is None else (),
    lambda _screen, _context: _("Yes or no?"),
    lambda _screen: (YES, NO),
    _answer,
    choices=lambda screen, _context: (screen.text,),
)
"""The voice of a question with two answers."""


def _question(screen: AskScreen) -> str:
    """Return the question; a game is resumed without a screen that could be blank first."""
    screen = replace(screen, session=spoken(screen.session))
    session, is_left = screen.session, screen.question is Question.LEAVE and screen.is_saved
    if not is_left or session.person is not None or session.game.header.is_branch:
        return screen.text
    if screen.to_title:
        return _("Leave the game? It is saved, and can be continued from the title.")
    return _("Leave the game? It is saved, and the shell then shows the command that continues it.")


def _tell_question(screen: AskScreen, before: AskScreen | None, _context: Context) -> Sequence[str]:
    """Tell the question once, and the partner's advice when it is there."""
    question = () if before is not None else (_question(screen),)
    told = None if before is None else before.advice
    session, advice = screen.session, screen.advice
    if advice is None or advice == told or screen.awaits_job or session.person is None:
        return question
    name = names_at_table(session.game.header)[session.person.other]
    advise = guide_words(screen.game_name).resignation_advice
    return (*question, advise(session.state, advice.thought, name))


def _answers(screen: AskScreen) -> Sequence[Command]:
    leave = (leaving("y"),) if screen.question is Question.LEAVE else ()
    return (YES, NO, *leave, *((ASK_PARTNER,) if screen.may_ask_partner else ()))


ASK = replace(
    YES_OR_NO,
    tell=_tell_question,
    commands=_answers,
    choices=lambda screen, _context: (_question(screen),),
)
"""The voice of a question before something that cannot be taken back."""

WHO_RESIGNS = list_voice(
    lambda _screen: _("Who resigns?"),
    lambda screen: names_at_table(screen.session.game.header),
    ESCAPE,
)
"""The voice of the question which of two opponents resigns."""
