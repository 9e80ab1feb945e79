"""The completion command: a script that makes a shell complete what is typed on Tab."""

from __future__ import annotations

import argparse
from importlib import import_module

from foxduet.cli.exit_status import OK
from foxduet.cli.grammar import program
from foxduet.cli.options import Refuse, options_from
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.words.i18n import _

SHELLS = ("bash", "zsh", "fish")


@dataclass(frozen=True, slots=True)
class CompletionOptions:
    """Which shell the script is for."""

    shell: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    shell = _("bash, zsh or fish; 'foxduet help completion' says how to switch it on")
    parser.add_argument("shell", choices=SHELLS, metavar=N_("SHELL"), help=shell)


def options_of(parsed: argparse.Namespace, _refuse: Refuse) -> CompletionOptions:
    """Return the arguments as a value."""
    return options_from(CompletionOptions, parsed)


def run(options: CompletionOptions) -> int:
    """Print the script; return the exit status."""
    print(import_module(f"foxduet.cli.shells.{options.shell}").script(program()), end="")
    return OK
