"""The command line: commands, error messages and exit statuses.

Each command has a module here with a function such as ``add_play``, which adds the arguments and
sets two defaults: ``options_of`` turns the parsed arguments into the options of the command, or
refuses them (by default it returns them unchanged), and ``run`` does the work and returns the exit
status. Only the module of the command used is imported, and ``--help`` imports little more than
argparse.
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
"""The signal's number is added to this, as in shells."""

_MAX_LINE_LENGTH = 1000
_BLANKS_PATTERN = r"[^\S\u00a0\u202f]+"
"""White space except no-break spaces."""


class UserError(Exception):
    """An error that the user can fix, in one line; ``status`` is the exit status."""

    def __init__(self, message: str, status: int = ERROR) -> None:
        super().__init__(message)
        self.status = status


def printable_line(message: str) -> str:
    """Return ``message`` as one printable line of limited length."""
    line = re.sub(_BLANKS_PATTERN, " ", message).strip(" ")
    if not line.isprintable():
        # Imported late to keep --help fast.
        from foxduet.words.text import escaped

        line = escaped(line)
    return line if len(line) <= _MAX_LINE_LENGTH else line[:_MAX_LINE_LENGTH] + "..."


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
    "config": N_("show or change your settings"),
    "help": N_("explain a topic"),
    "completion": N_("print the shell completion script"),
}

_COMMAND_MODULES = {
    "join": "host",
    "puzzle": "learn",
    "replay": "review",
    "share": "review",
    "progress": "scores",
    "completion": "help",
}
"""Commands that share the module of another command."""

DESCRIPTION = N_("The Fox in the Forest Duet in a terminal, solo or for two.")

_LANGUAGE_LINE = re.compile(rb'^lang *= *"([a-z]+)"', re.MULTILINE)
_MAX_CONFIG_BYTES = 100_000
_TERMS_WITH_FEW_SIGNS = ("linux", "vt100", "vt220", "cons25")

LANGUAGE_OPTION = "--lang"
"""An option of all commands, which may also precede the command."""

PLAIN_OPTIONS = ("--plain", "--no-plain", "--headphones", "--no-headphones")
"""Options that may precede any command, even one without screens."""

COMMAND_METAVAR = N_("COMMAND")

DEFAULT_COMMAND = "play"


# The messages of argparse are translated in the same catalogue.
argparse._ = _  # type: ignore[attr-defined]
argparse.ngettext = ngettext  # type: ignore[attr-defined]


class Parser(argparse.ArgumentParser):
    """Begins the help with the command's purpose, and reports errors in one line."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            allow_abbrev=False,
            # Without a width the formatter would import shutil to find it.
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=terminal_width() - 2),
            **settings,
        )

    def format_help(self) -> str:
        """Return the help, with the options of named groups only there, not in the usage too."""
        formatter = self._get_formatter()
        formatter.add_text(self.description)
        _arguments, _options, *named = self._action_groups
        grouped = [action for group in named for action in group._group_actions]
        usual = [action for action in self._actions if action not in grouped]
        formatter.add_usage(self.usage, usual, self._mutually_exclusive_groups)
        for group in self._action_groups:
            formatter.start_section(group.title)
            formatter.add_arguments(group._group_actions)
            formatter.end_section()
        formatter.add_text(self.epilog)
        return formatter.format_help()

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_USAGE, f"{printable_line(f'{self.prog}: {message}')}\n")


def terminal_width() -> int:
    """Return the number of columns of the terminal; 80 without a terminal."""
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        return 80


def has_limited_font() -> bool:
    """True if the terminal's font has few signs besides letters, as on consoles."""
    return os.environ.get("TERM") in _TERMS_WITH_FEW_SIGNS


def parse_arguments(arguments: Sequence[str]) -> tuple[Callable[[Any], int], Any]:
    """Return the function to run and the options to pass to it.

    Invalid arguments end the program with status 2 (SystemExit) and one line on standard error.
    """
    leading_options, arguments = _apply_leading_language(arguments)
    word = arguments[0] if arguments else ""
    if word in ("-h", "--help", "--version"):
        translate_metavars(build_overview_parser()).parse_args(arguments)
    if word and not word.startswith("-") and word not in COMMANDS:
        message = _("unknown command '{command}'; the commands are {commands}")
        message = message.format(command=word, commands=", ".join(COMMANDS))
        build_overview_parser().error(message)
    command, words = (word, arguments[1:]) if word in COMMANDS else (DEFAULT_COMMAND, arguments)
    parser = translate_metavars(build_parser(command))
    has_screens = "--plain" in parser._option_string_actions
    options = [option for option in leading_options if has_screens or option not in PLAIN_OPTIONS]
    parsed, unknown_words = parser.parse_known_args([*options, *words])
    if unknown_words:
        message = _("unknown argument: {words}; '{command} --help' lists the valid ones")
        parser.error(message.format(words=" ".join(unknown_words), command=parser.prog))
    return parsed.run, parsed.options_of(parsed, parser.error)


def _apply_leading_language(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Use the language of the arguments, or else of the settings, or else of the locale.

    Return the leading options, which precede the command, and the other arguments.
    """
    known_languages, language = languages(), ""
    words, leading_count = [*arguments], 0
    for index, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option == LANGUAGE_OPTION:
            end = index + 1 if equals else index + 2
            value = value if equals else "".join(words[index + 1 : end])
            if value in known_languages:
                language, leading_count = value, end if index == leading_count else leading_count
        elif word in PLAIN_OPTIONS and index == leading_count:
            leading_count = index + 1
    if not language:
        # Parsing the whole settings file would slow down --help.
        with suppress(OSError, FileError):
            match = read_file(config_file(), _LANGUAGE_LINE.search, _MAX_CONFIG_BYTES)
            language = "" if match is None else match[1].decode()
    use_language(language if language in known_languages else preferred_language())
    return words[:leading_count], words[leading_count:]


def _add_language(parser: Parser) -> None:
    text = _("choose the language; by default, your system's")
    parser.add_argument(LANGUAGE_OPTION, choices=languages(), help=text)


def translate_metavars(parser: Parser) -> Parser:
    """Translate the names of a parser's values; the manual page needs them untranslated."""
    for action in parser._actions:
        match action.metavar:
            case str(name):
                action.metavar = _(name)
            case tuple(names):
                action.metavar = tuple(map(_, names))
            case None:
                pass
        if isinstance(action, argparse._SubParsersAction):
            for subparser in action.choices.values():
                translate_metavars(subparser)
    return parser


def module_of(command: str) -> ModuleType:
    """Import the module of a command."""
    return import_module(f"foxduet.cli.{_COMMAND_MODULES.get(command, command)}")


def build_parser(command: str) -> Parser:
    """Return the parser of one command's arguments."""
    purpose = _(COMMANDS[command])
    parser = Parser(prog=f"foxduet {command}", description=f"{purpose[0].upper()}{purpose[1:]}.")
    parser.set_defaults(options_of=lambda parsed, _refuse: parsed)
    getattr(module_of(command), f"add_{command}")(parser)
    _add_language(parser)
    return parser


def build_overview_parser() -> Parser:
    """Return a parser that only lists the commands."""
    parser = Parser(
        prog="foxduet",
        description=_(DESCRIPTION),
        epilog=_(
            "Without a command, foxduet starts the game. 'foxduet COMMAND --help' shows a "
            "command's options; 'foxduet help' lists topics to read."
        ),
    )
    text = _("show the version number and exit")
    parser.add_argument("--version", action="version", version=f"foxduet {__version__}", help=text)
    _add_language(parser)
    commands = parser.add_subparsers(metavar=COMMAND_METAVAR, required=True)
    for name, purpose in COMMANDS.items():
        commands.add_parser(name, help=_(purpose), add_help=False)
    return parser
