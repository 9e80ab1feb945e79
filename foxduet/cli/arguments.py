"""The command line: its commands, what is refused, and how the program ends.

Each command has a function in a module of this room, such as ``add_play``, which says what it
takes; which function makes one value of that or refuses it (``options_of``, if any does); and which
does the work (``run``) and returns the exit status. Only the module of the command that was named
is loaded, and ``--help`` loads nothing beside argparse.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module

from foxduet.core import __version__
from foxduet.core.errors import N_
from foxduet.store.files import FileError, config_file, read_file
from foxduet.words.i18n import _, languages, ngettext, preferred_language, use_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any, NoReturn


OK, ERROR, BAD_USAGE = 0, 1, 2
STOPPED_BY_SIGNAL = 128
"""Added to the signal's number, as shells do."""

_MAX_LINE = 1000
_BLANKS = r"[^\S\u00a0\u202f]+"
"""All white space but the blanks that break no line."""


class UserError(Exception):
    """Something that its user can put right, said in one line; ``status`` is the exit status."""

    def __init__(self, message: str, status: int = ERROR) -> None:
        super().__init__(message)
        self.status = status


def printable_line(message: str) -> str:
    """Return ``message`` fit for a terminal: printable, on one line, and not too long."""
    line = re.sub(_BLANKS, " ", message).strip(" ")
    if not line.isprintable():
        # Imported this late since --help need not load it.
        from foxduet.words.text import escaped

        line = escaped(line)
    return line if len(line) <= _MAX_LINE else line[:_MAX_LINE] + "..."


def warn(message: str) -> None:
    """Print a message as one line on standard error."""
    print(printable_line(f"foxduet: {message}"), file=sys.stderr)


COMMANDS = {
    "play": N_("play a game"),
    "host": N_("host a game for another terminal"),
    "join": N_("join a game that another terminal hosts"),
    "learn": N_("learn to play, in lessons and a guided round"),
    "puzzle": N_("solve puzzles, or print one"),
    "replay": N_("step through a recorded game"),
    "review": N_("review a game, choice by choice"),
    "share": N_("write a picture of a finished game, to send"),
    "simulate": N_("let partners play by themselves"),
    "scores": N_("show your scores"),
    "progress": N_("show your progress, and what to do next"),
    "config": N_("show what is remembered and where it is stored, or keep a setting"),
    "help": N_("explain a topic"),
    "completion": N_("print the shell completion script"),
}

_MODULE_OF_COMMAND = {
    "join": "host",
    "puzzle": "learn",
    "replay": "review",
    "share": "review",
    "progress": "scores",
    "completion": "help",
}
"""The module of a command that has none of its own."""

DESCRIPTION = N_("The Fox in the Forest Duet in a terminal, solo or for two.")
"""What the program is, in a sentence."""

_LANGUAGE_LINE = re.compile(rb'^lang *= *"([a-z]+)"', re.MULTILINE)
_LARGEST_CONFIG = 100_000
_TERMS_WITH_FEW_SIGNS = ("linux", "vt100", "vt220", "cons25")

LANGUAGE = "--lang"
"""The option that all commands have, and that may stand before them, too."""

PLAIN_OPTIONS = ("--plain", "--no-plain", "--headphones", "--no-headphones")
"""Options that may stand before a command, too, also one that shows no screen."""

COMMAND_METAVAR = N_("COMMAND")
"""What stands for the name of a command."""

DEFAULT_COMMAND = "play"
"""The command that is meant where none is named."""


# What argparse says by itself is in the same catalogue.
argparse._ = _  # type: ignore[attr-defined]
argparse.ngettext = ngettext  # type: ignore[attr-defined]


class Parser(argparse.ArgumentParser):
    """Report bad usage in one line, without the usage text before it."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, formatter_class=_formatter, **settings)

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{printable_line(f'{self.prog}: {message}')}\n")


def terminal_width() -> int:
    """Return the width of the terminal that is printed to; 80 where there is none."""
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        return 80


def has_limited_font() -> bool:
    """Return whether the font of the terminal has few signs but letters, as consoles have."""
    return os.environ.get("TERM") in _TERMS_WITH_FEW_SIGNS


def _formatter(prog: str) -> argparse.HelpFormatter:
    """Return the usual formatter, which would load much to find out the width by itself."""
    return argparse.HelpFormatter(prog, width=terminal_width() - 2)


def parse_arguments(arguments: Sequence[str]) -> tuple[Callable[[Any], int], Any]:
    """Return what to run, and the options to run it with; without a command that is the usual one.

    Bad arguments end the program with status 2 (SystemExit) and one line on standard error.
    """
    leading, arguments = _apply_leading_language(arguments)
    first = arguments[0] if arguments else ""
    if first in ("-h", "--help", "--version"):
        translate_metavars(overview()).parse_args(arguments)
    if first and not first.startswith("-") and first not in COMMANDS:
        message = _("unknown command '{command}'; the commands are {commands}")
        overview().error(message.format(command=first, commands=", ".join(COMMANDS)))
    command, own = (first, arguments[1:]) if first in COMMANDS else (DEFAULT_COMMAND, arguments)
    parser = translate_metavars(parser_of(command))
    without_screens = "--plain" not in parser._option_string_actions
    before = [word for word in leading if word not in PLAIN_OPTIONS or not without_screens]
    parsed, unknown = parser.parse_known_args([*before, *own])
    if unknown:
        message = _("unknown argument: {words}; '{command} --help' lists the valid ones")
        parser.error(message.format(words=" ".join(unknown), command=parser.prog))
    return parsed.run, parsed.options_of(parsed, parser.error)


def _apply_leading_language(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Use the language that the arguments, what is remembered, or else the locale, ask for.

    Return the arguments that may stand before a command, and do, and the others.
    """
    known, language = languages(), ""
    words, leading = [*arguments], 0
    for at, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option == LANGUAGE:
            after = at + 1 if equals else at + 2
            value = value if equals else "".join(words[at + 1 : after])
            if value in known:
                language, leading = value, after if at == leading else leading
        elif word in PLAIN_OPTIONS and at == leading:
            leading = at + 1
    use_language(language or _remembered_language(known) or preferred_language())
    return words[:leading], words[leading:]


def _remembered_language(known: Sequence[str]) -> str:
    """Return the language that is remembered, if the program speaks it.

    Its line is looked up by itself: the whole file takes longer to read than ``--help`` may.
    """
    with suppress(OSError, FileError):
        found = read_file(config_file(), _LANGUAGE_LINE.search, _LARGEST_CONFIG)
        if found is not None and (language := found[1].decode()) in known:
            return language
    return ""


def _add_language(parser: Parser) -> None:
    text = _("choose the language; by default, your system's")
    parser.add_argument(LANGUAGE, choices=languages(), help=text)


def translate_metavars(parser: Parser) -> Parser:
    """Translate what a parser's values are called, which the manual page needs as it is."""
    for action in parser._actions:
        match action.metavar:
            case str(name):
                action.metavar = _(name)
            case tuple(names):
                action.metavar = tuple(map(_, names))
            case None:
                pass
        if isinstance(action, argparse._SubParsersAction):
            for own in action.choices.values():
                translate_metavars(own)
    return parser


def module_of(command: str) -> ModuleType:
    """Return the module of a command."""
    return import_module(f"foxduet.cli.{_MODULE_OF_COMMAND.get(command, command)}")


def parser_of(command: str) -> Parser:
    """Return the parser of a command's own arguments."""
    parser = Parser(prog=f"foxduet {command}")
    parser.set_defaults(options_of=lambda parsed, _refuse: parsed)
    getattr(module_of(command), f"add_{command}")(parser)
    _add_language(parser)
    return parser


def overview() -> Parser:
    """Return a parser that only knows which commands there are."""
    parser = Parser(
        prog="foxduet",
        description=_(DESCRIPTION),
        epilog=_(
            "Without a command, foxduet starts the game. 'foxduet COMMAND --help' shows a "
            "command's options; 'foxduet help' lists topics to read."
        ),
    )
    version = _("show the version number and exit")
    parser.add_argument(
        "--version", action="version", version=f"foxduet {__version__}", help=version
    )
    _add_language(parser)
    commands = parser.add_subparsers(metavar=COMMAND_METAVAR, required=True)
    for name, purpose in COMMANDS.items():
        commands.add_parser(name, help=_(purpose), add_help=False)
    return parser
