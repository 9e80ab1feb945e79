"""What a table shows while nothing moves, and what is chosen there when it comes up."""

from __future__ import annotations

from foxduet.core.frozen import replace
from foxduet.play.table import Session, observed
from foxduet.ui.table.parts import offered
from foxduet.ui.table.state import Choosing, GameOver, Handoff, RoundEnd, Shown, Thinking


def shown(session: Session) -> Shown:
    """Return what a table shows while nothing moves."""
    pending, viewer = session.game.pending, session.viewer
    if pending is None:
        return GameOver()
    if pending.seat is None:
        return RoundEnd()
    if viewer is None:
        return Handoff(pending.seat)
    return Choosing(only_option(session)) if pending.seat is viewer else Thinking()


def only_option(session: Session) -> int | None:
    """Return the number of the one option that the seat that looks has; None if it has several."""
    if session.viewer is None:
        return None
    seen = observed(session.game, session.viewer)
    choices = seen.distinct_choices
    if len(choices) > 1:
        return None
    return offered(session.game.rules, seen).index(choices[0])


def not_by_enter(shows: Shown) -> Shown:
    """Return what a table shows where Enter may bounce, or skip something: nothing is chosen."""
    match shows:
        case Choosing(cursor=int()):
            return Choosing(fresh=True)
        case _:
            return shows


def not_by_space(shows: Shown) -> Shown:
    """Return what a table shows after Space, which may bounce."""
    match shows:
        case Handoff() | RoundEnd():
            return replace(shows, fresh=True)
        case _:
            return shows
