"""The join command: a seat at a game that another program hosts."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from foxduet.ai.partner import REVIEWER_WORLDS
from foxduet.cli import options as shared
from foxduet.cli import review
from foxduet.cli.arguments import UserError
from foxduet.cli.config import remembered_or_warn
from foxduet.cli.play import PlayOptions
from foxduet.cli.terminal import LookOptions, check_terminal, in_words, look_options, on_terminal
from foxduet.core import __version__
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.frozen import dataclass, replace
from foxduet.remote.wire import NobodyHostsError, connect
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.screen import Options
from foxduet.words.i18n import _, explain, reason_of, speech

if TYPE_CHECKING:
    from socket import socket

    from foxduet.plain.loop import PlainLoop, StandardConsole
    from foxduet.remote.guest import Visit
    from foxduet.ui.kit.screen import Folders
    from foxduet.ui.kit.terminal import CursesTerminal

_SECONDS_FOR_A_HOST, _BETWEEN_KNOCKS = 3.0, 0.1
"""Both programs may be started at once, as one line of tmux does."""


@dataclass(frozen=True, slots=True)
class JoinOptions:
    """Where the game is hosted, and the name to give there."""

    place: str | None
    name: str
    look: LookOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    place = _("the account that hosts the game, or its socket; by default, your own account")
    # Translators: stands for an account or a path on the command line
    metavar = N_("PLACE")
    parser.add_argument("place", nargs="?", metavar=metavar, help=place)
    name = _("choose your name at the table")
    parser.add_argument("--name", type=shared.name, metavar=N_("NAME"), help=name)
    shared.add_look(parser)


def options_of(parsed: argparse.Namespace, _refuse: shared.Refuse) -> JoinOptions:
    """Return the arguments as a value."""
    look = look_options(parsed, remembered_or_warn())
    return JoinOptions(parsed.place, parsed.name or "", look)


def run_from_title(options: PlayOptions, _resumed: Path | None) -> int:
    """Join the table that waits on this machine; return the exit status.

    Raises UserError for what the title is to say, also that the host has left.
    """
    status, said = _visit(JoinOptions(None, "", options.look))
    if said:
        raise UserError(said)
    return status


def run(options: JoinOptions) -> int:
    """Knock, and play once let in; return the exit status."""
    status, said = _visit(options, _SECONDS_FOR_A_HOST)
    if said:
        print(said)
    return status


def _knock(place: str | None, patience: float) -> socket:
    """Knock at a place, for so many seconds if no host is there yet; raises what knock does."""
    deadline, is_told = monotonic() + patience, False
    while True:
        try:
            return connect(place)
        except NobodyHostsError:
            if monotonic() >= deadline:
                raise
        if not is_told:
            print(_("Waiting for a host ..."), flush=True)
            is_told = True
        sleep(_BETWEEN_KNOCKS)


def _visit(options: JoinOptions, patience: float = 0) -> tuple[int, str]:
    """Knock, and play once let in; return the exit status, and what is to be said in the end.

    For so many seconds a host is waited for that is not there yet.
    """
    check_terminal(options.look)
    from foxduet.remote.guest import End, Guest
    from foxduet.remote.spoken import PlainGuest
    from foxduet.remote.wire import (
        LARGEST,
        LONGEST_FROM_HOST,
        VERSION,
        Connection,
        FromHost,
        Hello,
        parse_from_host,
    )
    from foxduet.ui.performer import take_in_record

    try:
        end = _knock(options.place, patience)
    except FoxduetError as error:
        raise UserError(explain(error)) from None
    except OSError as error:
        message = _("cannot reach the host: {reason}")
        raise UserError(message.format(reason=reason_of(error))) from None
    connection: Connection[FromHost] = Connection(end, parse_from_host, LONGEST_FROM_HOST)
    game = options.look.game
    screens = Options(options.look.look_of(game), game)
    hello = Hello(
        version=VERSION,
        name=options.name,
        size=Size(24, 80),
        theme=screens.look.theme,
        keyboard=screens.look.keyboard,
        language=speech()[0],
        signs=screens.look.glyphs.name,
        has_colours=False,
        animated=screens.look.animated,
        bell=options.look["bell"],
        words=options.look.is_plain,
        headphones=options.look["headphones"],
    )
    guests: list[Visit] = []

    def play(terminal: CursesTerminal, given: Options, folders: Folders) -> tuple[str, ...]:
        take_in = partial(take_in_record, folders=folders)
        guests.append(guest := Guest(terminal, connection, given.look, take_in))
        guest.run(replace(hello, size=terminal.size(), has_colours=terminal.is_coloured))
        return ()

    def play_in_words(console: StandardConsole, loop: PlainLoop) -> tuple[str, ...]:
        take_in = partial(take_in_record, folders=loop.folders)
        guests.append(guest := PlainGuest(console, connection, take_in))
        size = Size(24, min(console.width(), LARGEST.columns))
        guest.run(replace(hello, size=size, is_typed=console.is_typed))
        return ()

    if options.look.is_plain:
        status, _leads_to = in_words(options.look, screens, play_in_words)
    else:
        status = on_terminal(options.look, screens, play)
    guest = guests[0]
    match guest.end:
        case End.REVIEW:
            return _review(guest.record, options.look), ""
        case End.HOST_LEFT:
            return status, _("The host has left; the game is saved on the host's machine.")
        case End.MOVED:
            return status, _("Your seat has moved to another terminal.")
        case End.LOST:
            raise UserError(_("the connection was lost; join again to carry on"))
        case End.BUSY:
            raise UserError(_("somebody else is already at the table, or asking to join"))
        case End.NO:
            raise UserError(_("the host did not let you in"))
        case End.VERSION:
            assert guest.refusal is not None, "the host has said so"
            message = _(
                "the host has foxduet {theirs} (protocol {their_protocol}), and you have {own} "
                "(protocol {protocol}): install the same version at both ends"
            )
            theirs, number = guest.refusal.program, guest.refusal.version
            versions = {"theirs": theirs, "their_protocol": number, "protocol": VERSION}
            raise UserError(message.format(own=__version__, **versions))
        case End.NO_WORDS:
            raise UserError(_("the game there cannot be told in words; join without --plain"))
        case End.NONSENSE:
            raise UserError(_("the host sent something that makes no sense"))
        case _:
            return status, ""


def _review(record: Path | None, look: LookOptions) -> int:
    if record is None:
        raise UserError(_("the game's record cannot be saved here"))
    return review.run(review.ReviewOptions(record, False, False, None, REVIEWER_WORLDS, None, look))
