"""What the table waits for in the background."""

from __future__ import annotations

from typing import Any

from foxduet.ai.names import ADVISER
from foxduet.ai.workers import Job, Purpose, Think
from foxduet.analysis.par import FindPar
from foxduet.play.table import Session, hinted_seat
from foxduet.ui.kit.screen import Context
from foxduet.ui.table.state import Choosing, GameOver, Hint, RoundEnd, TableState


def job_of(screen: TableState, context: Context) -> Job[Any] | None:
    """Return what is to be worked out for a table that waits."""
    session = screen.session
    match screen.shows:
        case GameOver():
            return FindPar(session.game.header)
        case Choosing(hint=Hint(thought=None)) | RoundEnd(hint=Hint(thought=None)):
            seat, limit = hinted_seat(session), context.options.limit
            return Think(Purpose.HINT, ADVISER, session.game, seat, limit)
        case RoundEnd():
            return partner_job(session, Purpose.ADVICE, context)
        case _:
            return partner_job(session, Purpose.CHOICE, context)


def partner_job(session: Session, purpose: Purpose, context: Context) -> Think | None:
    """Return the thought of the partner at the table, None where there is no partner.

    Advice is for between rounds only: in a round it would show what is in the partner's hand.
    """
    if session.person is None or session.partner is None:
        return None
    seat, limit = session.person.other, context.options.limit
    # Forced or hard, a choice takes as long as any other; advice is asked for by all.
    pace = min(limit, context.options.pace) if purpose is Purpose.CHOICE else 0.0
    return Think(purpose, session.partner, session.game, seat, limit, pace)
