"""The host and join commands: a game for two people at two terminals."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING

from foxduet.ai.partner import REVIEWER_WORLDS
from foxduet.cli import options as shared
from foxduet.cli import play
from foxduet.cli.arguments import OK, UserError
from foxduet.cli.play import PlayOptions
from foxduet.cli.review import ReviewOptions, run_review
from foxduet.cli.terminal import (
    LookOptions,
    parse_with_look,
    require_terminal,
    run_in_words,
    run_on_screens,
)
from foxduet.core import __version__
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.lazy_dataclass import dataclass, replace
from foxduet.core.registry import require_parts
from foxduet.remote import wire
from foxduet.remote.wire import Ended, Parting, Refusal, Refused
from foxduet.store.saved_games import remove_stale_files
from foxduet.store.settings import with_players
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.screen import DataPaths, RunOptions, Transition
from foxduet.words.i18n import _, current_language, error_text, explain
from foxduet.words.program_name import PROGRAM, portable_command, shell_quote, wrap_command
from foxduet.words.text import escaped, remembered_names
from foxduet.words.waiting import announced

if TYPE_CHECKING:
    from socket import socket

    from foxduet.plain.console import StandardConsole
    from foxduet.plain.loop import PlainLoop
    from foxduet.remote.guest import Visit
    from foxduet.remote.network import NetworkDoor
    from foxduet.ui.kit.effects import TerminalCommand
    from foxduet.ui.kit.terminal import CursesTerminal

_HOST_WAIT_SECONDS, _RETRY_SECONDS = 3.0, 0.1
"""How long a guest waits for a host: a single command may start both programs at once."""


@dataclass(frozen=True, slots=True)
class HostOptions:
    """Game options, and where to wait: at ``socket``, or else for a ``group`` or this account.

    network: also wait at this address, or at this machine's if it is ""; None not to.
    """

    play: PlayOptions
    socket: Path | None
    group: str | None
    network: str | None = None


def add_host(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the host command."""
    play.add_kind_of_game(parser)
    play.add_game_options(parser)
    socket_help = _("wait at this socket instead of one in your own folder")
    parser.add_argument("--socket", type=Path, metavar=N_("FILE"), help=socket_help)
    group = _("also let in accounts of this group")
    parser.add_argument("--group", metavar=N_("NAME"), help=group)
    network = _("also let in another machine of your home network, with a code")
    metavar = N_("ADDRESS")
    parser.add_argument("--network", nargs="?", const="", metavar=metavar, help=network)
    parser.set_defaults(
        solo=None,
        limit=None,
        run=_host,
        options_of=lambda parsed, refuse: HostOptions(
            play.parse_play_options(parsed, refuse), parsed.socket, parsed.group, parsed.network
        ),
    )


def _host(options: HostOptions) -> int:
    require_terminal(options.play.look)
    require_parts(options.play.game, *options.play.look.parts)
    from foxduet.remote.host import serve
    from foxduet.remote.plain_guest import poll_for_host
    from foxduet.ui.loop import ScreenLoop

    look, screens = options.play.look, play.run_options(options.play)
    paths = look.data_paths()
    remove_stale_files(paths.records)
    try:
        path = wire.host_socket_path(options.socket, options.group)
        with _listen_to_network(options) as network, wire.listen(path, options.group) as door:
            recipe = _join_instructions(options, network)
            with announced():
                start = _make_first_screen(options.play, screens, paths, recipe)
            host_game = partial(serve, door, network, start, recipe)

            def serve_words(console: StandardConsole, loop: PlainLoop) -> tuple[str, ...]:
                return host_game(lambda _: poll_for_host(console, loop), loop)

            def serve_screens(
                terminal: CursesTerminal, options: RunOptions, folders: DataPaths
            ) -> tuple[str, ...]:
                return host_game(terminal.wait, ScreenLoop(options, folders, None, terminal))

            if look.is_plain:
                return run_in_words(look, screens, serve_words)[0]
            return run_on_screens(look, screens, serve_screens)
    except FoxduetError as error:
        raise UserError(explain(error)) from None
    except OSError as error:
        message = _("cannot wait for another player: {reason}")
        raise UserError(message.format(reason=error_text(error))) from None


@contextmanager
def _listen_to_network(options: HostOptions) -> Iterator[NetworkDoor | None]:
    if options.network is None:
        yield None
        return
    from foxduet.remote.network import NetworkDoor

    with closing(NetworkDoor(options.network)) as door:
        yield door


def host_from_title(options: PlayOptions, choice: TerminalCommand) -> int:
    """Host a saved game, or else the form for a new one; return the exit status."""
    # The options of the command line were for the first game.
    resumed, daily = choice.resumed, choice.daily
    fresh = replace(options, setup={}, files={}, solo=None, resume=resumed, trouble="")
    fresh = replace(fresh, daily=daily, seed=None if daily else fresh.seed)
    return _host(HostOptions(fresh, None, None))


def _join_instructions(options: HostOptions, network: NetworkDoor | None) -> tuple[str, ...]:
    account = wire.account_name(os.getuid())
    folder, program = portable_command(is_shared=options.group is not None)
    command = f"{program} join"
    if options.socket is not None:
        command = f"{command} {shell_quote(os.path.abspath(options.socket))}"
    elif options.group is not None:
        command = f"{command} {shell_quote(account)}"
    host = os.uname().nodename
    # A friend with an account here most likely has the same account name elsewhere.
    host = host if options.group is not None else f"{account}@{host}"
    remote_rows = wrap_command(folder, command, host)
    if network is not None:
        remote_rows = (f"{PROGRAM} join {network.address} {network.code}",)
    rows = (*wrap_command(folder, command), "", *remote_rows)
    return tuple(map(escaped, rows))


def _make_first_screen(
    options: PlayOptions, screens: RunOptions, folders: DataPaths, recipe: tuple[str, ...]
) -> Transition:
    from foxduet.remote.host import host_form, waiting_table
    from foxduet.ui.form import FormScreen, new_form

    config = with_players(options.look.config, options.look.config.pair)
    if options.resume is not None:
        game, saved = play.game_to_resume(options.resume, folders)
        if any(game.header.ai):
            message = _("the game in {path} is a solo game")
            raise UserError(message.format(path=saved.path))
        return waiting_table(game, saved, screens.look, recipe)
    if options.deals_at_once and not options.daily:
        screens = replace(screens, names=screens.names or remembered_names(config, None))
        new_game = play.deal_new_game(screens, folders, talks_first=True)
        table = waiting_table(new_game.game, new_game.saved, screens.look, recipe)
        return play.with_trouble(table, new_game.trouble)
    form = new_form(screens, config, at_the_deal=True)
    assert isinstance(form.screen, FormScreen), "a new game has a form"
    screen = replace(host_form(form.screen, recipe), notice=options.trouble)
    return replace(form, screen=screen)


def add_join(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the join command."""
    place_help = _("the account that hosts the game, or its socket; by default, your own account")
    # Translators: stands for an account or a path on the command line
    metavar = N_("PLACE")
    parser.add_argument("place", nargs="?", metavar=metavar, help=place_help)
    code_help = _("the code on the host's screen, for an ADDRESS:PORT of another machine")
    # Translators: stands for the code of a host on the command line
    metavar = N_("CODE")
    parser.add_argument("code", nargs="?", metavar=metavar, help=code_help)
    name = _("choose your name at the table")
    parser.add_argument("--name", type=shared.parse_name, metavar=N_("NAME"), help=name)
    shared.add_look(parser)
    parser.set_defaults(run=_join, options_of=parse_with_look)


def join_from_title(options: PlayOptions, choice: TerminalCommand) -> int:
    """Join the host on this machine; return the exit status.

    Raises UserError with any message for the title, such as that the host has left.
    """
    status, message = _join_table(None, choice.name, options.look)
    if message:
        raise UserError(message)
    return status


def _join(options: argparse.Namespace) -> int:
    name = options.name or ""
    place, code = options.place, options.code
    status, message = _join_table(place, name, options.look, _HOST_WAIT_SECONDS, code)
    if message:
        print(message)
    return status


def _connect(host: str | None, patience: float) -> socket:
    """Connect to a host, retrying for ``patience`` seconds; raises like ``wire.connect``."""
    deadline, is_announced = monotonic() + patience, False
    while True:
        try:
            return wire.connect(host)
        except wire.NoHostError:
            if monotonic() >= deadline:
                raise
        if not is_announced:
            print(_("Waiting for a host ..."), flush=True)
            is_announced = True
        sleep(_RETRY_SECONDS)


def _join_table(
    host: str | None,
    name: str,
    look: LookOptions,
    patience: float = 0,
    code: str | None = None,
) -> tuple[int, str]:
    """Join a table and play; return the exit status and a closing message."""
    require_terminal(look)
    from foxduet.remote.guest import ScreenGuest, VisitEnd
    from foxduet.remote.plain_guest import PlainGuest
    from foxduet.ui.effect_handlers import import_guest_record

    try:
        wire.check_sockets()
        if code is None:
            peer = _connect(host, patience)
        else:
            from foxduet.remote.network import connect

            peer = connect(host or "", code)
    except FoxduetError as error:
        raise UserError(explain(error)) from None
    except OSError as error:
        message = _("cannot reach the host: {reason}")
        raise UserError(message.format(reason=error_text(error))) from None
    connection = wire.Connection[wire.FromHost](peer, wire.parse_from_host, wire.MAX_FROM_HOST)
    screens = RunOptions(look.look_for(look.game), look.game)
    hello = wire.Hello(
        version=wire.VERSION,
        # Over the network, the host's system does not know the account.
        name=name
        or ("" if code is None else wire.account_name(os.getuid())[: wire.MAX_GIVEN_NAME]),
        size=Size(24, 80),
        theme=screens.look.theme,
        keyboard=screens.look.keyboard,
        language=current_language()[0],
        signs=screens.look.glyphs.name,
        has_colours=False,
        animated=screens.look.animated,
        bell=look["bell"],
        words=look.is_plain,
        headphones=look["headphones"],
    )
    guests: list[Visit] = []

    def play(terminal: CursesTerminal, screens: RunOptions, folders: DataPaths) -> tuple[str, ...]:
        importer = partial(import_guest_record, folders=folders)
        guests.append(guest := ScreenGuest(terminal, connection, screens.look, importer))
        signs, coloured = screens.look.glyphs.name, terminal.is_coloured
        guest.run(replace(hello, size=terminal.size(), signs=signs, has_colours=coloured))
        return ()

    def play_in_words(console: StandardConsole, loop: PlainLoop) -> tuple[str, ...]:
        importer = partial(import_guest_record, folders=loop.folders)
        guests.append(guest := PlainGuest(console, connection, importer))
        size = Size(24, min(console.width(), wire.MAX_SIZE.columns))
        guest.run(replace(hello, size=size, is_typed=console.is_typed))
        return ()

    if look.is_plain:
        status, _command = run_in_words(look, screens, play_in_words)
    else:
        status = run_on_screens(look, screens, play)
    guest = guests[0]
    match guest.end:
        case Ended(Parting.REVIEW):
            if guest.record is None:
                raise UserError(_("the game's record cannot be saved here"))
            worlds = REVIEWER_WORLDS
            review = ReviewOptions(guest.record, False, False, None, worlds, None, look)
            return run_review(review), ""
        case Ended(Parting.HOST_LEFT):
            return status, _("The host has left; the game is saved on the host's machine.")
        case Ended(Parting.MOVED):
            return status, _("Your seat has moved to another terminal.")
        case VisitEnd.NO_INPUT if status == OK:
            return status, _("You have left: there is no more input.")
        case VisitEnd.LOST:
            raise UserError(_("the connection was lost; join again to carry on"))
        case VisitEnd.INVALID_MESSAGE:
            raise UserError(_("the host sent something that makes no sense"))
        case Refused(why, number, program):
            raise UserError(
                _(_REFUSALS[why]).format(
                    theirs=program, their_protocol=number, own=__version__, protocol=wire.VERSION
                )
            )
        case _:
            return status, ""


_REFUSALS = {
    Refusal.BUSY: N_("somebody else is already at the table, or asking to join"),
    Refusal.NO: N_("the host did not let you in"),
    Refusal.VERSION: N_(
        "the host has foxduet {theirs} (protocol {their_protocol}), and you have {own} "
        "(protocol {protocol}): install the same version at both ends"
    ),
    Refusal.NO_WORDS: N_("that game cannot be told in words; join without --plain"),
    Refusal.BROKEN: N_("the host could not understand what was sent from here; join again"),
}
