"""What the table waits for in the background, and what it does with the answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, assert_never

from foxduet.ai.jobs import Job, Purpose, Think
from foxduet.ai.names import ADVISER
from foxduet.analysis.par import FindPar
from foxduet.play.table import hinted_seat
from foxduet.store.entries import Par
from foxduet.ui.kit.effects import Answered, SavePar
from foxduet.ui.kit.screen import SECONDS_OF_A_THOUGHT, Context, Next
from foxduet.ui.table.moves import do_for_partner
from foxduet.ui.table.screen import Advice, Choosing, GameOver, Hint, RoundEnd, TableScreen


def take_in(screen: TableScreen, answered: Answered, context: Context) -> Next:
    """Act on a thought, or show the par of a game."""
    shows, thought = screen.shows, answered.answer
    if isinstance(answered.job, FindPar):
        return _with_par(screen, answered.answer.par)
    assert isinstance(answered.job, Think), "the table waits for thoughts and par"
    match answered.job.purpose:
        case Purpose.CHOICE:
            return do_for_partner(screen, thought, context)
        case Purpose.HINT:
            assert isinstance(shows, Choosing | RoundEnd), "there is something to choose"
            assert shows.hint is not None, "it was asked for"
            hint = replace(shows.hint, thought=thought)
            return Next(replace(screen, shows=replace(shows, hint=hint)))
        case Purpose.ADVICE:
            assert isinstance(shows, RoundEnd), "partners advise between rounds"
            return Next(replace(screen, shows=replace(shows, advice=Advice(thought))))
        case _:
            assert_never(answered.job.purpose)


def _with_par(screen: TableScreen, par: Par | None) -> Next:
    shows = screen.shows
    assert isinstance(shows, GameOver), "par is for games that are over"
    shows = replace(shows, seeks_par=False, par=par)
    if par is None:
        return Next(replace(screen, shows=shows))
    if shows.counting is not None:
        shows = replace(shows, counting=replace(shows.counting, par=par))
    header = screen.session.game.header
    return Next(replace(screen, shows=shows), (SavePar(header, par),))


def job_of(screen: TableScreen, context: Context) -> Job[Any] | None:
    """Return what is to be worked out for a table that waits."""
    session = screen.session
    match screen.shows:
        case GameOver():
            return FindPar(session.game.header)
        case Choosing(hint=Hint(thought=None)) | RoundEnd(hint=Hint(thought=None)):
            seat, limit = hinted_seat(session), context.options.limit
            return Think(Purpose.HINT, ADVISER, session.game, seat, limit)
        case RoundEnd():
            return partner_job(screen, Purpose.ADVICE, context)
        case _:
            return partner_job(screen, Purpose.CHOICE, context)


def partner_job(screen: TableScreen, purpose: Purpose, context: Context) -> Think:
    """Return the thought of the partner at the table.

    Advice is for between rounds only: in a round it would show what is in the partner's hand.
    """
    session = screen.session
    assert session.person is not None, "only beside a person there is a partner"
    assert session.partner is not None, "the other seat has a partner"
    seat = session.person.other
    limit = context.options.limit
    # Forced or hard, a choice takes as long as any other; advice is asked for by all.
    pace = min(limit, SECONDS_OF_A_THOUGHT) if purpose is Purpose.CHOICE else 0.0
    return Think(purpose, session.partner, session.game, seat, limit, pace)
