"""The learn command: lessons at the table, and a guided round."""

from __future__ import annotations

import argparse

from foxduet.cli import options as shared
from foxduet.cli.records import folders
from foxduet.cli.remembered import remembered_or_warn
from foxduet.cli.terminal import LookOptions, check_terminal, look_options, show
from foxduet.core.frozen import dataclass, replace
from foxduet.ui.kit.screen import Next
from foxduet.words.i18n import _
from foxduet.words.lessons import has_lessons


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """What to learn, and how: ``two`` people may learn together, with open hands."""

    game: str
    two: bool
    look: LookOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser)
    two = _("for two people at one keyboard, with open hands")
    parser.add_argument("--two", action="store_true", help=two)
    shared.add_look(parser)


def options_of(parsed: argparse.Namespace, refuse: shared.Refuse) -> LearnOptions:
    """Return the arguments as a value; a game without lessons is refused."""
    if not has_lessons(parsed.game):
        refuse(_("argument --game: there are no lessons for {game}").format(game=parsed.game))
    return shared.options_from(
        LearnOptions, parsed, look=look_options(parsed, remembered_or_warn())
    )


def run(options: LearnOptions) -> int:
    """Show the lessons; return the exit status."""
    from foxduet.ui.learn.menu import lessons_screen
    from foxduet.ui.performer import Folders, open_lessons

    check_terminal()
    opened = open_lessons(options.game, Folders(*folders()))
    screen = replace(lessons_screen(opened), two=options.two)
    return show(Next(screen), options.look, options.game)
