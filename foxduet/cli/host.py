"""The host and join commands: a game of two people at two terminals, of which this is one."""

from __future__ import annotations

import argparse
import os
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
from foxduet.cli.terminal import LookOptions, check_terminal, in_words, on_terminal, with_look
from foxduet.core import __version__
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.frozen import dataclass, replace
from foxduet.core.registry import require_parts
from foxduet.remote import wire
from foxduet.store.saved_games import remove_stale_files
from foxduet.store.settings import PERSON, remembering
from foxduet.ui.kit.canvas import Size
from foxduet.ui.kit.screen import Folders, Next, Options
from foxduet.words.i18n import _, explain, reason_of, speech
from foxduet.words.program_name import command_elsewhere, in_rows, quoted
from foxduet.words.text import escaped, names_in
from foxduet.words.waiting import announced

if TYPE_CHECKING:
    from socket import socket

    from foxduet.plain.loop import PlainLoop, StandardConsole
    from foxduet.remote.guest import Visit
    from foxduet.ui.kit.terminal import CursesTerminal

_SECONDS_FOR_A_HOST, _BETWEEN_KNOCKS = 3.0, 0.1
"""Both programs may be started at once, as one line of tmux does."""


@dataclass(frozen=True, slots=True)
class HostOptions:
    """What to play, and where to wait for the other player: a socket, or for those of a group."""

    play: PlayOptions
    socket: Path | None
    group: str | None


def add_host(parser: argparse.ArgumentParser) -> None:
    """Add what the host command takes."""
    play.add_kind_of_game(parser)
    parser.set_defaults(solo=None, limit=None, run=_host, options_of=_hosting)
    play.add_agreed(parser)
    place = _("wait at this socket instead of one in your own folder")
    parser.add_argument("--socket", type=Path, metavar=N_("FILE"), help=place)
    group = _("also let in accounts of this group")
    parser.add_argument("--group", metavar=N_("NAME"), help=group)


def _hosting(parsed: argparse.Namespace, refuse: shared.Refuse) -> HostOptions:
    return HostOptions(play.options_of(parsed, refuse), parsed.socket, parsed.group)


def _host(options: HostOptions) -> int:
    check_terminal(options.play.look)
    require_parts(options.play.game, *options.play.look.parts)
    from foxduet.remote.host import serve
    from foxduet.remote.spoken import look_for_host
    from foxduet.ui.loop import Loop

    screens = play.options_for_screens(options.play)
    places = options.play.look.places()
    remove_stale_files(places.records)
    try:
        place = wire.place_to_host(options.socket, options.group)
        recipe = _recipe(options)
        with wire.listen(place, options.group) as door:
            with announced():
                first = _first(options.play, screens, places, recipe)
            look = options.play.look
            if look.is_plain:
                return in_words(
                    look,
                    screens,
                    lambda console, loop: serve(
                        lambda _seconds: look_for_host(console, loop),
                        *(door, first, loop, recipe),
                    ),
                )[0]
            return on_terminal(
                look,
                screens,
                lambda terminal, given, folders: serve(
                    *(terminal.wait, door, first), *(Loop(given, folders, None, terminal), recipe)
                ),
            )
    except FoxduetError as error:
        raise UserError(explain(error)) from None
    except OSError as error:
        message = _("cannot wait for another player: {reason}")
        raise UserError(message.format(reason=reason_of(error))) from None


def host_from_title(options: PlayOptions, resumed: Path | None) -> int:
    """Host a game under way, or else the form of a new one; return the exit status."""
    # What was agreed on, on the command line, was for the game that it began with.
    fresh = replace(options, setup={}, files={}, solo=None, daily=None, resume=resumed, trouble="")
    return _host(HostOptions(fresh, None, None))


def _recipe(options: HostOptions) -> tuple[str, ...]:
    account = wire.account_name(os.getuid())
    folder, program = command_elsewhere(for_all=options.group is not None)
    command = f"{program} join"
    if options.socket is not None:
        command = f"{command} {quoted(os.path.abspath(options.socket))}"
    elif options.group is not None:
        command = f"{command} {quoted(account)}"
    host = os.uname().nodename
    # A friend with an account of their own most likely has its name elsewhere, too.
    host = host if options.group is not None else f"{account}@{host}"
    rows = (*in_rows(folder, command), "", *in_rows(folder, command, host))
    return tuple(map(escaped, rows))


def _first(
    options: PlayOptions, screens: Options, folders: Folders, recipe: tuple[str, ...]
) -> Next:
    from foxduet.remote.host import host_form, waiting_table
    from foxduet.ui.form import FormScreen, new_form

    config = remembering(options.look.config, {"partner": PERSON})
    if options.resume is not None:
        game, saved = play.game_to_resume(options.resume, folders)
        if any(game.header.ai):
            message = _("the game in {path} is not for two people")
            raise UserError(message.format(path=saved.path))
        return waiting_table(game, saved, screens.look, recipe)
    if options.is_agreed and not options.daily:
        screens = replace(screens, names=screens.names or names_in(config, None))
        dealt = play.deal(screens, folders, talks_first=True)
        table = waiting_table(dealt.game, dealt.saved, screens.look, recipe)
        return play.with_trouble(table, dealt.trouble)
    form = new_form(screens, config, at_the_deal=True)
    assert isinstance(form.screen, FormScreen), "a new game has a form"
    screen = replace(host_form(form.screen, recipe), notice=options.trouble)
    return replace(form, screen=screen)


def add_join(parser: argparse.ArgumentParser) -> None:
    """Add what the join command takes."""
    place = _("the account that hosts the game, or its socket; by default, your own account")
    # Translators: stands for an account or a path on the command line
    metavar = N_("PLACE")
    parser.add_argument("place", nargs="?", metavar=metavar, help=place)
    name = _("choose your name at the table")
    parser.add_argument("--name", type=shared.name, metavar=N_("NAME"), help=name)
    shared.add_look(parser)
    parser.set_defaults(run=_join, options_of=with_look)


def join_from_title(options: PlayOptions, _resumed: Path | None) -> int:
    """Join the table that waits on this machine; return the exit status.

    Raises UserError for what the title is to say, also that the host has left.
    """
    status, said = _visit(None, "", options.look)
    if said:
        raise UserError(said)
    return status


def _join(options: argparse.Namespace) -> int:
    status, said = _visit(options.place, options.name or "", options.look, _SECONDS_FOR_A_HOST)
    if said:
        print(said)
    return status


def _knock(place: str | None, patience: float) -> socket:
    """Knock at a place, for so many seconds if no host is there yet; raises what knock does."""
    deadline, is_told = monotonic() + patience, False
    while True:
        try:
            return wire.connect(place)
        except wire.NobodyHostsError:
            if monotonic() >= deadline:
                raise
        if not is_told:
            print(_("Waiting for a host ..."), flush=True)
            is_told = True
        sleep(_BETWEEN_KNOCKS)


def _visit(place: str | None, name: str, look: LookOptions, patience: float = 0) -> tuple[int, str]:
    """Knock, and play once let in; return the exit status, and what is to be said in the end.

    For so many seconds a host is waited for that is not there yet.
    """
    check_terminal(look)
    from foxduet.remote.guest import End, Guest
    from foxduet.remote.spoken import PlainGuest
    from foxduet.ui.performer import take_in_record

    try:
        end = _knock(place, patience)
    except FoxduetError as error:
        raise UserError(explain(error)) from None
    except OSError as error:
        message = _("cannot reach the host: {reason}")
        raise UserError(message.format(reason=reason_of(error))) from None
    connection: wire.Connection[wire.FromHost] = wire.Connection(
        end, wire.parse_from_host, wire.LONGEST_FROM_HOST
    )
    game = look.game
    screens = Options(look.look_of(game), game)
    hello = wire.Hello(
        version=wire.VERSION,
        name=name,
        size=Size(24, 80),
        theme=screens.look.theme,
        keyboard=screens.look.keyboard,
        language=speech()[0],
        signs=screens.look.glyphs.name,
        has_colours=False,
        animated=screens.look.animated,
        bell=look["bell"],
        words=look.is_plain,
        headphones=look["headphones"],
    )
    guests: list[Visit] = []

    def play(terminal: CursesTerminal, given: Options, folders: Folders) -> tuple[str, ...]:
        take_in = partial(take_in_record, folders=folders)
        guests.append(guest := Guest(terminal, connection, given.look, take_in))
        signs, coloured = given.look.glyphs.name, terminal.is_coloured
        guest.run(replace(hello, size=terminal.size(), signs=signs, has_colours=coloured))
        return ()

    def play_in_words(console: StandardConsole, loop: PlainLoop) -> tuple[str, ...]:
        take_in = partial(take_in_record, folders=loop.folders)
        guests.append(guest := PlainGuest(console, connection, take_in))
        size = Size(24, min(console.width(), wire.LARGEST.columns))
        guest.run(replace(hello, size=size, is_typed=console.is_typed))
        return ()

    if look.is_plain:
        status, _leads_to = in_words(look, screens, play_in_words)
    else:
        status = on_terminal(look, screens, play)
    guest = guests[0]
    match guest.end:
        case End.REVIEW:
            return _review(guest.record, look), ""
        case End.HOST_LEFT:
            return status, _("The host has left; the game is saved on the host's machine.")
        case End.MOVED:
            return status, _("Your seat has moved to another terminal.")
        case End.NO_INPUT if status == OK:
            return status, _("You have left: there is no more input.")
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
            versions = {"theirs": theirs, "their_protocol": number, "protocol": wire.VERSION}
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
    return run_review(ReviewOptions(record, False, False, None, REVIEWER_WORLDS, None, look))
