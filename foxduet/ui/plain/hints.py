"""Hints, and what a partner advises between rounds, in words."""

from __future__ import annotations

from foxduet.core.common import Seat
from foxduet.core.errors import N_, NC_
from foxduet.core.frozen import replace
from foxduet.play.table import observed
from foxduet.ui.kit.screen import Context, Next
from foxduet.ui.plain.questions import ASK_PARTNER
from foxduet.ui.plain.voice import Command, Reply, pressed
from foxduet.ui.table.hint import hint_sentences
from foxduet.ui.table.state import HINT_STEPS, Choosing, RoundEnd, SavedTable
from foxduet.words.common import guide_words
from foxduet.words.people import names_at_table


def told_hint(screen: SavedTable, shows: Choosing, told: object) -> tuple[str, ...]:
    """Tell what is new of a hint, since another one was ``told``."""
    if shows.hint is None:
        return ()
    heard = told.hint if isinstance(told, Choosing) else None
    already = 0 if heard is None or heard.thought is None else heard.steps
    return _whole(screen)[already : shows.hint.steps]


def told_advice(screen: SavedTable, shows: RoundEnd) -> tuple[str, ...]:
    """Tell the partner's advice and a hint, once there is a thought."""
    session, header, said = screen.session, screen.session.game.header, []
    names, guide = names_at_table(header), guide_words(header.game)
    if shows.advice is not None and shows.advice.thought is not None and session.person is not None:
        said.append(guide.team_advice(shows.advice.thought, names[session.person.other], names))
    return (*said, *_whole(screen))


def _whole_hint(screen: SavedTable, _rest: str, context: Context) -> Reply:
    """Tell all of a hint, or ask for one."""
    if said := _whole(screen):
        return said
    after = pressed(screen, "i", context)
    if isinstance(after, Next) and isinstance(after.screen, SavedTable):
        shows = after.screen.shows
        if isinstance(shows, Choosing) and shows.hint is not None:
            shows = replace(shows, hint=replace(shows.hint, steps=HINT_STEPS))
            return replace(after, screen=replace(after.screen, shows=shows))
    return after


def _next_hint(screen: SavedTable, _rest: str, context: Context) -> Reply:
    """Tell the next step of a hint; behind the last one all of it again."""
    said, shows = _whole(screen), screen.shows
    is_more = isinstance(shows, Choosing) and shows.hint and shows.hint.steps < len(said)
    return said if said and not is_more else pressed(screen, "i", context)


def _whole(screen: SavedTable) -> tuple[str, ...]:
    """Return all sentences of the hint, none before there is a thought."""
    session, shows = screen.session, screen.shows
    seat = session.viewer if isinstance(shows, Choosing) else Seat.P1
    if not isinstance(shows, Choosing | RoundEnd) or shows.hint is None or seat is None:
        return ()
    return tuple(hint_sentences(shows.hint, observed(session.game, seat), session.game.header))


def _ask_partner(screen: SavedTable, _rest: str, context: Context) -> Reply:
    """Ask the partner, or tell its advice again."""
    after, shows = pressed(screen, "p", context), screen.shows
    is_told = isinstance(after, Next) and after.screen == screen
    return told_advice(screen, shows) if is_told and isinstance(shows, RoundEnd) else after


HINT = Command(
    NC_("command", "hint"),
    N_("a hint, a step further each time"),
    _next_hint,
    N_("i, tip, advice, should I"),
)
WHY = Command(NC_("command", "why"), N_("the whole hint"), _whole_hint)
ASK_AT_TABLE = replace(ASK_PARTNER, reply=_ask_partner)
