"""The host command: a game of two people at two terminals, of which this is one."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from foxduet.cli import options as shared
from foxduet.cli import play
from foxduet.cli.arguments import UserError
from foxduet.cli.play import PlayOptions
from foxduet.cli.terminal import check_terminal, in_words, on_terminal
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.frozen import dataclass, replace
from foxduet.core.registry import require_parts
from foxduet.remote.wire import account_name, listen, place_to_host
from foxduet.store.saved_games import remove_stale_files
from foxduet.store.settings import PERSON, remembering
from foxduet.ui.kit.screen import Folders, Next, Options
from foxduet.words.i18n import _, explain, reason_of
from foxduet.words.program_name import command_elsewhere, in_rows, quoted
from foxduet.words.text import printable


@dataclass(frozen=True, slots=True)
class HostOptions:
    """What to play, and where to wait for the other player: a socket, or for those of a group."""

    play: PlayOptions
    socket: Path | None
    group: str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    play.add_kind_of_game(parser)
    parser.set_defaults(solo=None, limit=None)
    play.add_agreed(parser)
    place = _("wait at this socket instead of one in your own folder")
    parser.add_argument("--socket", type=Path, metavar=N_("FILE"), help=place)
    group = _("also let in accounts of this group")
    parser.add_argument("--group", metavar=N_("NAME"), help=group)


def options_of(parsed: argparse.Namespace, refuse: shared.Refuse) -> HostOptions:
    """Return the arguments as a value; some combinations are refused."""
    return HostOptions(play.options_of(parsed, refuse), parsed.socket, parsed.group)


def run(options: HostOptions) -> int:
    """Wait for the other player, and play; return the exit status."""
    check_terminal(options.play.look)
    require_parts(options.play.game, *options.play.look.parts)
    from foxduet.remote.host import serve
    from foxduet.ui.loop import Loop

    screens = play.options_for_screens(options.play)
    places = options.play.look.places()
    remove_stale_files(places.records)
    try:
        place = place_to_host(options.socket, options.group)
        recipe = _recipe(options)
        with listen(place, options.group) as door:
            first = _first(options.play, screens, places, recipe)
            look = options.play.look
            look.remember()
            if look.is_plain:
                return in_words(
                    look,
                    screens,
                    lambda console, loop: serve(
                        lambda _seconds: console.look(takes_lines=loop.wants_input),
                        *(door, first, loop, recipe),
                    ),
                )[0]
            return on_terminal(
                look,
                screens,
                lambda terminal, given, folders: serve(
                    *(terminal.wait, door, first),
                    *(Loop(given, folders, None, terminal), recipe),
                ),
            )
    except FoxduetError as error:
        raise UserError(explain(error)) from None
    except OSError as error:
        message = _("cannot wait for another player: {reason}")
        raise UserError(message.format(reason=reason_of(error))) from None


def run_from_title(options: PlayOptions, resumed: Path | None) -> int:
    """Host a game under way, or else the form of a new one; return the exit status."""
    # What was agreed on, on the command line, was for the game that it began with.
    fresh = replace(options, setup={}, files={}, solo=None, daily=None, resume=resumed, trouble="")
    return run(HostOptions(fresh, None, None))


def _recipe(options: HostOptions) -> tuple[str, ...]:
    account = account_name(os.getuid())
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
    return tuple(map(printable, rows))


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
        from foxduet.ui.remembered import names_in

        screens = replace(screens, names=screens.names or names_in(config, None))
        dealt = play.deal(screens, folders, talks_first=True)
        return waiting_table(*dealt, screens.look, recipe)
    form = new_form(screens, config, at_the_deal=True)
    assert isinstance(form.screen, FormScreen), "a new game has a form"
    screen = replace(host_form(form.screen, recipe), notice=options.trouble)
    return replace(form, screen=screen)
