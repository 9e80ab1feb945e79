"""The learn command: lessons at the table, and a guided round."""

from __future__ import annotations

import argparse

from foxduet.cli import options as shared
from foxduet.cli.config import remembered_or_warn
from foxduet.cli.records import folders
from foxduet.cli.terminal import LookOptions, check_terminal, look_options, show
from foxduet.core.frozen import dataclass, replace
from foxduet.ui.kit.screen import Next
from foxduet.words.i18n import _
from foxduet.words.lessons import course_of, has_lessons


@dataclass(frozen=True, slots=True)
class LearnOptions:
    """What to learn, and how: ``two`` people may learn together, with open hands.

    ``lesson`` is the number of the one that opens, from 1; the list is shown if it is None.
    """

    game: str
    lesson: int | None
    two: bool
    look: LookOptions


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser)
    lesson = _("open the lesson with that number in the list")
    parser.add_argument("--lesson", type=shared.count, metavar="N", help=lesson)
    two = _("teach two people at one keyboard, with both hands open")
    parser.add_argument("--two", action="store_true", help=two)
    shared.add_look(parser)


def options_of(parsed: argparse.Namespace, refuse: shared.Refuse) -> LearnOptions:
    """Return the arguments as a value; a game without lessons, or without that one, is refused."""
    if not has_lessons(parsed.game):
        refuse(_("argument --game: {game} has no lessons").format(game=parsed.game))
    most = len(course_of(parsed.game).parts)
    if parsed.lesson is not None and parsed.lesson > most:
        refuse(_("argument --lesson: the lessons are 1 to {most}").format(most=most))
    return shared.options_from(
        LearnOptions, parsed, look=look_options(parsed, remembered_or_warn())
    )


def run(options: LearnOptions) -> int:
    """Show the lessons; return the exit status."""
    from foxduet.ui.kit.screen import Folders
    from foxduet.ui.performer import lessons_in

    check_terminal(options.look)
    screen = replace(lessons_in(Folders(*folders()), options.game), two=options.two)
    first = Next(screen) if options.lesson is None else screen.open(options.lesson - 1)
    return show(first, options.look, options.game)
