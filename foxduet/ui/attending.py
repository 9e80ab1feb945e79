"""What a screen waits to have thought, and what becomes of it when that is done."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from foxduet.ai.thought import Thought
from foxduet.session import Stage, hinted_seat
from foxduet.thinking import HINTING_PARTNER, Errand, Purpose
from foxduet.ui.play import act_for_partner
from foxduet.ui.review_keys import played_out, seat_to_think
from foxduet.ui.screens import (
    AskScreen,
    Options,
    PlayOutScreen,
    ReaderScreen,
    Screen,
    TableScreen,
)


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
            return Errand(Purpose.CHOICE, "expert", game, seat_to_think(game))
        case _:
            return None


def _errand_at_table(screen: TableScreen) -> Errand | None:
    session = screen.session
    game, person, partner = session.game, session.person, session.partner
    if person is not None and partner is not None and session.stage is Stage.PARTNER:
        return Errand(Purpose.CHOICE, partner, game, person.other)
    if screen.hint is not None and screen.hint.thought is None:
        return Errand(Purpose.HINT, HINTING_PARTNER, game, hinted_seat(session))
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
