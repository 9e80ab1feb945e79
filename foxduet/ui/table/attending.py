"""What a screen waits to have thought, and what becomes of it when that is done."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from foxduet.ai.errands import Errand, Purpose
from foxduet.ai.names import ADVISER
from foxduet.ai.partner import Thought
from foxduet.play.game import Header
from foxduet.play.table import Stage, hinted_seat
from foxduet.ui.screens import (
    AskScreen,
    Options,
    ParSought,
    PlayOutScreen,
    ReaderScreen,
    ReplayScreen,
    Screen,
    TableScreen,
)
from foxduet.ui.table.keys import act_for_partner


def is_to_be_entered(screen: TableScreen) -> bool:
    """Tell whether the game of a table has still to go into the scores, its end being in sight."""
    watched = screen.walk is not None or screen.pause is not None
    return screen.session.stage is Stage.OVER and not screen.entered and not watched


def sought_par(screen: Screen) -> Header | None:
    """Return the header of the game whose par is to be found while ``screen`` is up."""
    match screen:
        case TableScreen(par=ParSought(None)):
            return screen.session.game.header
        case ReplayScreen(back=TableScreen() as under):
            return sought_par(under)
        case AskScreen(under=under) | ReaderScreen(under=under):
            return sought_par(under)
        case _:
            return None


def errand_of(screen: Screen) -> Errand | None:
    """Return what is to be thought while ``screen`` is up, if anything.

    A text or a question over the table does not disturb whoever thinks there.
    """
    match screen:
        case TableScreen():
            return _errand_at_table(screen)
        case AskScreen(under=under):
            return _errand_at_table(under)
        case ReaderScreen(under=TableScreen() | AskScreen() as under):
            return errand_of(under)
        case PlayOutScreen(game):
            pending = game.state.table.pending
            assert pending is not None, "the game is under way"
            return Errand(Purpose.CHOICE, "expert", game, pending.asked)
        case _:
            return None


def _errand_at_table(screen: TableScreen) -> Errand | None:
    session = screen.session
    game, person, partner = session.game, session.person, session.partner
    if person is not None and partner is not None and session.stage is Stage.PARTNER:
        return Errand(Purpose.CHOICE, partner, game, person.other)
    if screen.hint is not None and screen.hint.thought is None:
        return Errand(Purpose.HINT, ADVISER, game, hinted_seat(session))
    wanted = screen.advice is not None and screen.advice.thought is None
    # Only between rounds: in a round, what a partner expects would tell of its hand.
    if wanted and session.stage is Stage.FOREST and person is not None and partner is not None:
        return Errand(Purpose.ADVICE, partner, game, person.other)
    return None


def is_awaited(screen: Screen, errand: Errand) -> bool:
    """Tell whether what comes of ``errand`` can be shown now, with nothing else in its way."""
    match screen:
        case TableScreen():
            return screen.walk is None and screen.pause is None
        case AskScreen():
            return errand.purpose is Purpose.ADVICE
        case PlayOutScreen():
            return True
        case _:
            return False


def considered(screen: Screen, errand: Errand, thought: Thought, options: Options) -> Screen:
    """Return what ``screen``, which awaits ``errand``, becomes by the thought on it."""
    if isinstance(screen, AskScreen):
        return replace(screen, under=_advised(screen.under, thought))
    if isinstance(screen, PlayOutScreen):
        # Imported this late since the first frame must not wait for reviews.
        from foxduet.ui.review.keys import played_out  # noqa: PLC0415

        return played_out(screen, thought, options)
    assert isinstance(screen, TableScreen), "no other screen awaits a thought"
    match errand.purpose:
        case Purpose.CHOICE:
            return act_for_partner(screen, thought, options)
        case Purpose.ADVICE:
            return _advised(screen, thought)
        case Purpose.HINT:
            assert screen.hint is not None, "it was asked for"
            return replace(screen, hint=replace(screen.hint, thought=thought))
        case _:
            assert_never(errand.purpose)


def _advised(screen: TableScreen, thought: Thought) -> TableScreen:
    assert screen.advice is not None, "it was asked for"
    return replace(screen, advice=replace(screen.advice, thought=thought))
