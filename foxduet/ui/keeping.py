"""Begin games, keep them on file, and leave them, so that nothing played is lost unsaid."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from foxduet.game import Game, Header, fresh_seed, open_game
from foxduet.i18n import _
from foxduet.session import Session, Stage, deal
from foxduet.store.records import SavedGame, is_saved, new_record_path, save_game
from foxduet.ui.choices import first_choice
from foxduet.ui.screens import (
    AskScreen,
    Leave,
    Options,
    ReaderScreen,
    ReplayScreen,
    Screen,
    TableScreen,
)
from foxduet.ui.wording import Names

HOUSE_KEY, HOUSE_MEMORY = "house", "memory"
"""The key and value of a record whose players look at the cards that are out."""


def begin(options: Options, level: int, names: Names, seed: int | None) -> TableScreen:
    """Deal the first round of a new game and put it on file.

    Raises OSError when its record cannot be written: a game that cannot be kept is not begun.
    """
    started = _now()
    header = Header(
        level=level,
        players=names,
        board=options.board,
        seed=fresh_seed() if seed is None else seed,
        started=started,
        further={HOUSE_KEY: HOUSE_MEMORY} if options.memory else {},
    )
    session = deal(Session(open_game(header)))
    saved = save_game(SavedGame(new_record_path(options.records, started)), session.game)
    return TableScreen(session, saved)


def begin_again(options: Options, header: Header) -> TableScreen:
    """Deal another game for the same players, on the same board, by the same house rules.

    Raises OSError when its record cannot be written.
    """
    memory = header.further.get(HOUSE_KEY) == HOUSE_MEMORY
    again = replace(options, board=header.board, memory=memory)
    return begin(again, header.level, header.players, None)


def resume(game: Game, saved: SavedGame) -> TableScreen:
    """Go on with a game exactly where it stands, with a blank screen first."""
    return TableScreen(Session(game), saved)


def kept(screen: TableScreen, session: Session) -> TableScreen:
    """Return the table with ``session``, saved; a disk that refuses is told of, not obeyed."""
    game = session.game
    if game.state.outcome is not None and game.header.finished is None:
        game = replace(game, header=replace(game.header, finished=_now()))
        session = replace(session, game=game)
    notice, saved = "", screen.saved
    try:
        saved = save_game(saved, game)
        if saved.path != screen.saved.path:
            notice = _("Another program changed the save; your game goes on in a file of its own.")
    except OSError as error:
        notice = _("Not saved: {reason}. The next card, or leaving, tries again.").format(
            reason=error.strerror
        )
    return replace(
        screen,
        session=session,
        saved=saved,
        notice=notice,
        cursor=first_choice(session),
        picked=False,
    )


def leave(screen: TableScreen, options: Options) -> TableScreen | Leave:
    """Leave, unless the game is not on file as it stands and still cannot be put there."""
    saved, game = screen.saved, screen.session.game
    try:
        # What is on file already is not written again: another program may have gone on with it.
        if not is_saved(saved, game):
            saved = save_game(saved, game)
    except OSError as error:
        notice = _("Not saved: {reason}. Ctrl-C leaves all the same.").format(reason=error.strerror)
        return replace(screen, notice=notice)
    if screen.session.stage is Stage.OVER:
        return Leave()
    if saved.path.parent == options.records:
        return Leave(_("The game is saved; go on with: foxduet --resume"))
    return Leave(
        _("The game is saved; go on with: foxduet --resume {path}").format(path=saved.path)
    )


def farewell(screen: Screen, options: Options) -> Leave:
    """Leave at once, telling how the game under way can be gone on with."""
    match screen:
        case ReaderScreen(_, under) | AskScreen(_, under):
            return farewell(under, options)
        case ReplayScreen(back=TableScreen() as table) | (TableScreen() as table):
            after = leave(table, options)
            if isinstance(after, Leave):
                return after
            return Leave(_("The last of the game could not be saved: the disk refused it."))
        case _:
            return Leave()


def _now() -> datetime:
    """Return the time of day, to the second, with its zone."""
    return datetime.now().astimezone().replace(microsecond=0)
