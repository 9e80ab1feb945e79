"""Games that are over go into the scores, par is found for them, and the scores are opened."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from foxduet.analysis.par import PAR_PARTNER, ParFound
from foxduet.analysis.standings import first_of_days
from foxduet.play.daily import day_of
from foxduet.store.connection import ScoresError
from foxduet.store.entries import Entry, Par, entry_of, is_for_the_scores
from foxduet.store.importing import enter_game, read_scores
from foxduet.store.repair import with_scores
from foxduet.store.saved_games import is_branch, is_saved
from foxduet.store.scores import entries, keep_par, open_scores, par_of
from foxduet.ui.screens import Options, ParSought, ScoresScreen, TableScreen
from foxduet.words.duet.sharing import counting_game
from foxduet.words.i18n import _, explain, ngettext

if TYPE_CHECKING:
    from sqlite3 import Connection

_SECONDS_TO_OPEN = 2.0
"""For how long records that are not entered yet may hold the scores up."""


def entered(screen: TableScreen, options: Options) -> TableScreen:
    """Return the table of a game that is over, now in the scores if it belongs there.

    A game whose scores cannot be written has its record, which is taken in the next time; a
    notice tells so.
    """
    game, path = screen.session.game, options.scores
    header = game.header
    screen = replace(screen, entered=True)
    if is_branch(game):
        notice = _("A branch of another game: this is no score.")
        return replace(screen, notice=screen.notice or notice)
    if path is None or not is_for_the_scores(game):
        return screen
    # A record that could not be written is no score before it, or its copy, is.
    on_file = is_saved(screen.saved, game)
    own = entry_of(game, screen.saved.path)

    def work(scores: Connection) -> tuple[Par | None, list[Entry]]:
        if on_file:
            enter_game(scores, game, screen.saved.path, options.records)
        par = None if header.seed is None else par_of(scores, header, PAR_PARTNER)
        return par, [] if day_of(header) is None else entries(scores, PAR_PARTNER)

    par: Par | None = None
    known: list[Entry] = []
    notice = ""
    try:
        (par, known), aside = with_scores(path, options.records, work)
        if aside is not None:
            notice = _begun_anew()
    except ScoresError as error:
        notice = _("The score goes in next time: {reason}.").format(reason=explain(error))
    shared = None
    if (day := day_of(header)) is not None:
        counting = first_of_days(known)
        shared = counting_game(counting, day, own.level, own.people) or replace(own, par=par)
        if shared.fingerprint != own.fingerprint and not notice:
            notice = _("This day was played before; the first game counts, as told above.")
    return replace(
        screen,
        notice=screen.notice or notice,
        par=None if header.seed is None else ParSought(par),
        shared=shared,
    )


def with_par(screen: TableScreen, found: ParFound, options: Options) -> TableScreen:
    """Return the table with par, which is kept for the next time as well."""
    par, shared = found.par, screen.shared
    if par is None:
        return replace(screen, par=None)
    if options.scores is not None:
        # What cannot be kept can be worked out again.
        with suppress(ScoresError), open_scores(options.scores) as scores:
            keep_par(scores, screen.session.game.header, par)
    if shared is not None:
        shared = replace(shared, par=par)
    return replace(screen, par=ParSought(par), shared=shared)


def scores_screen(options: Options) -> ScoresScreen:
    """Return the scores as they are now; what is wrong with them, if anything, in its notice."""
    today = date.today()
    if options.scores is None:
        return ScoresScreen((), today)
    reading = read_scores(options.scores, options.records, PAR_PARTNER, _SECONDS_TO_OPEN)
    notice = ""
    if (unread := reading.caught_up.trouble) is not None:
        if reading.aside is None:
            notice = _("The records cannot be read: {reason}.")
        else:
            notice = _("The scores were damaged, and the records cannot be read: {reason}.")
        notice = notice.format(reason=unread.strerror)
    elif reading.trouble is not None:
        reason = explain(reading.trouble)
        notice = _("From the records alone: {reason}.").format(reason=reason)
    elif reading.aside is not None:
        notice = _begun_anew()
    elif left := reading.caught_up.left:
        notice = ngettext(
            "{count} more record is read the next time the scores are opened.",
            "{count} more records are read the next time the scores are opened.",
            left,
        ).format(count=left)
    return ScoresScreen(reading.games, today, notice=notice)


def played_today(options: Options, day: date) -> tuple[tuple[Entry, ...], str]:
    """Return the games that count for ``day`` so far, and a notice if the scores were damaged."""
    if options.scores is None:
        return (), ""
    reading = read_scores(options.scores, options.records, PAR_PARTNER, _SECONDS_TO_OPEN)
    games = tuple(game for game in first_of_days(reading.games) if game.day == day)
    return games, "" if reading.aside is None else _begun_anew()


def _begun_anew() -> str:
    """Tell that the scores were set aside."""
    return _("The scores were damaged; they are begun anew from the records.")
