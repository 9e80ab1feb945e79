"""The replay command: a record shown step by step, or printed as position lines."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from foxduet.cli.arguments import OK, UserError
from foxduet.cli.config import remembered_or_warn
from foxduet.cli.options import WITHOUT_A_FILE, Refuse, add_look, options_from
from foxduet.cli.records import are_hands_given_up, broken_record, last_finished, read_record
from foxduet.cli.terminal import LookOptions, check_terminal, look_options, show
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.words.i18n import _


@dataclass(frozen=True, slots=True)
class ReplayOptions:
    """Which record to show, None for the last finished game, and how."""

    file: Path | None
    positions: bool
    look: LookOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", nargs="?", type=Path, metavar=N_("FILE"), help=_(WITHOUT_A_FILE))
    positions = _("print a position line after each action")
    parser.add_argument("--positions", action="store_true", help=positions)
    add_look(parser)


def options_of(parsed: argparse.Namespace, _refuse: Refuse) -> ReplayOptions:
    """Return the arguments as a value."""
    return options_from(ReplayOptions, parsed, look=look_options(parsed, remembered_or_warn()))


def run(options: ReplayOptions) -> int:
    """Show a record, or print its positions; return the exit status."""
    if options.positions:
        return _print_positions(options.file or last_finished())
    check_terminal(options.look)
    return _show(options.file or last_finished(), options.look)


def _print_positions(path: Path) -> int:
    game, error = read_record(path)
    for state in game.states:
        print(game.rules.format_position(state))
    if error is not None:
        sys.stdout.flush()
        raise broken_record(path, error)
    return OK


def _show(path: Path, look: LookOptions) -> int:
    from foxduet.ui.kit.screen import Next
    from foxduet.ui.replay import ReplayScreen

    game, error = read_record(path)
    if game.result is None and not are_hands_given_up(path):
        if error is None:
            return OK
        # The reason could reveal hands that are being played.
        raise UserError(_("the record {path} is not valid").format(path=path))
    notice = "" if error is None else _("The record is not valid from here on.")
    status = show(Next(ReplayScreen(game, trouble=notice)), look, game.header.game)
    if error is not None:
        raise broken_record(path, error)
    return status
