"""Begin games, keep them on file, and leave them, so that nothing played is lost unsaid."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from foxduet.ai.names import PartnerNameError, parse_partner
from foxduet.play.daily import DAILY_KEY, daily_seed
from foxduet.play.game import NO_PARTNERS, Game, Header, Partners, fresh_seed, open_game
from foxduet.play.table import Session, Stage, deal, look
from foxduet.rules.errors import N_, FoxduetError
from foxduet.store.saved_games import SavedGame, is_branch, is_saved, new_record_path, save_game
from foxduet.ui.kit.canvas import printable
from foxduet.ui.screens import (
    AskScreen,
    BranchScreen,
    Hint,
    Leave,
    Options,
    PlayOutScreen,
    ReaderScreen,
    ReplayScreen,
    ReviewScreen,
    ReviewWaitScreen,
    Screen,
    TableScreen,
)
from foxduet.ui.table.choices import first_choice
from foxduet.words.duet.names import Names
from foxduet.words.duet.sharing import shared_lines
from foxduet.words.i18n import _

HOUSE_KEY, HOUSE_MEMORY = "house", "memory"
"""The key and value of a record whose players look at the cards that are out."""


class ResumeError(FoxduetError):
    """A game that is under way cannot be gone on with here."""


def begin(
    options: Options, level: int, names: Names, seed: int | None, ai: Partners = NO_PARTNERS
) -> TableScreen:
    """Deal the first round of a new game, ``ai`` at its seats, and put it on file.

    Raises OSError when its record cannot be written: a game that cannot be kept is not begun.
    """
    started = now()
    further = {HOUSE_KEY: HOUSE_MEMORY} if options.memory else {}
    if options.daily is not None:
        seed = daily_seed(options.daily, level)
        further[DAILY_KEY] = options.daily.isoformat()
    header = Header(
        level=level,
        players=names,
        board=options.board,
        seed=fresh_seed() if seed is None else seed,
        started=started,
        ai=ai,
        further=further,
    )
    session = deal(Session(open_game(header)))
    saved = save_game(SavedGame(new_record_path(options.records, started)), session.game)
    return TableScreen(session, saved, cursor=first_choice(session))


def begin_again(options: Options, header: Header) -> TableScreen:
    """Deal another game for the same players, partners too, by the same house rules.

    Raises OSError when its record cannot be written.
    """
    memory = header.further.get(HOUSE_KEY) == HOUSE_MEMORY
    again = replace(options, board=header.board, memory=memory, daily=None)
    return begin(again, header.level, header.players, None, header.ai)


def resume(game: Game, saved: SavedGame) -> TableScreen:
    """Go on with a game exactly where it stands, with a blank screen first between two people.

    Raises ResumeError when its partners are unknown, or leave nobody to play.
    """
    for name in game.header.ai:
        try:
            if name is not None:
                parse_partner(name)
        except PartnerNameError:
            raise ResumeError(N_("its partner, '{name}', is unknown here"), name=name) from None
    if None not in game.header.ai:
        raise ResumeError(N_("partners sit at both ends, so there is nobody to play"))
    session = Session(game)
    if session.person is not None:
        session = look(session)
    return TableScreen(session, saved, cursor=first_choice(session))


def kept(screen: TableScreen, session: Session, options: Options) -> TableScreen:
    """Return the table with ``session``, saved; a disk that refuses is told of, not obeyed.

    A game that is over is put with the others first if its record lies elsewhere: the scores
    find it there, whatever ends the program next, and whether that record can be written or not.
    """
    game = session.game
    if game.state.table.outcome is not None and game.header.finished is None:
        game = replace(game, header=replace(game.header, finished=now()))
        session = replace(session, game=game)
    elsewhere = options.scores is not None and screen.saved.path.parent != options.records
    copy = None
    if game.state.table.outcome is not None and elsewhere:
        # Imported this late since the first frame must not wait for the scores.
        from foxduet.store.importing import put_with_the_others  # noqa: PLC0415

        copy = put_with_the_others(game, screen.saved.path, options.records)
    after = _on_file(screen, session)
    if copy is not None and not is_saved(after.saved, game):
        notice = _("Its file could not be written; the game is kept with your others.")
        after = replace(after, saved=copy, notice=notice)
    return replace(
        after, cursor=first_choice(session), picked=False, pause=None, hint=None, advice=None
    )


def hinted(screen: TableScreen) -> TableScreen:
    """Return the table with a hint asked for, and a note of that on file."""
    session, number = screen.session, len(screen.session.game.turns) + 1
    header = session.game.header
    if number not in header.hints:
        header = replace(header, hints=tuple(sorted((*header.hints, number))))
        screen = _on_file(screen, replace(session, game=replace(session.game, header=header)))
    return replace(screen, hint=Hint())


def _on_file(screen: TableScreen, session: Session) -> TableScreen:
    """Return the table with ``session``, and a notice if that could not be saved as usual."""
    game, notice, saved = session.game, "", screen.saved
    try:
        saved = save_game(saved, game)
        if saved.path != screen.saved.path:
            notice = _("Another program changed the save; your game goes on in a file of its own.")
    except OSError as error:
        notice = _("Not saved: {reason}. The next card, or leaving, tries again.").format(
            reason=error.strerror
        )
    return replace(screen, session=session, saved=saved, notice=notice)


def filed(screen: TableScreen) -> TableScreen:
    """Return the table with its game on file as it stands, or with a notice why it is not."""
    saved, game = screen.saved, screen.session.game
    # What is on file already is not written again: another program may have gone on with it.
    if is_saved(saved, game):
        return screen
    try:
        return replace(screen, saved=save_game(saved, game))
    except OSError as error:
        notice = _("Not saved: {reason}. Ctrl-C leaves all the same.").format(reason=error.strerror)
        return replace(screen, notice=notice)


def leave(screen: TableScreen, options: Options) -> TableScreen | Leave:
    """Leave, unless the game is not on file as it stands and still cannot be put there."""
    screen = filed(screen)
    saved, game = screen.saved, screen.session.game
    if not is_saved(saved, game):
        return screen
    told = list(screen.parting)
    if screen.shared is not None:
        told += shared_lines(screen.shared, screen.shared.par, options.look.glyphs)
    elif screen.session.stage is not Stage.OVER:
        told.append(_resuming(game, saved.path, options))
    return Leave("\n".join(told))


def kept_sentence(branch: SavedGame) -> str:
    """Tell a review that a branch of it is on file."""
    return _("The branch is kept as {name}.").format(name=branch.path.name)


def _resuming(game: Game, path: Path, options: Options) -> str:
    """Tell the command that goes on with a game under way."""
    # Imported this late since the first frame need not wait for what is said in the end.
    import shlex  # noqa: PLC0415

    if is_branch(game):
        told = _("The branch is saved; go on with: foxduet --resume {path}")
    elif path.parent == options.records:
        return _("The game is saved; go on with: foxduet --resume")
    else:
        told = _("The game is saved; go on with: foxduet --resume {path}")
    quoted = f'"{path}"' if os.name == "nt" else shlex.quote(str(path))
    return printable(told.format(path=quoted))


def farewell(screen: Screen, options: Options) -> Leave:
    """Leave at once, telling how the games under way can be gone on with."""
    told: list[str] = []
    below: Screen | None = screen
    while below is not None:
        match below:
            case TableScreen():
                after = leave(below, options)
                if isinstance(after, TableScreen):
                    told.append(_("The last of the game could not be saved: the disk refused it."))
                elif after.farewell:
                    told.append(after.farewell)
                below = below.back
            case ReviewScreen():
                told += below.parting
                below = below.back
            case ReplayScreen() | ReviewWaitScreen():
                below = below.back
            case ReaderScreen() | AskScreen() | BranchScreen() | PlayOutScreen():
                below = below.under
            case _:
                below = None
    return Leave("\n".join(told))


def now() -> datetime:
    """Return the time of day, to the second, with its zone."""
    return datetime.now().astimezone().replace(microsecond=0)
