"""What may be typed after ``foxduet``, as data, read from the parsers of all commands.

The manual page and the shells' completions are made of it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from enum import Enum, auto
from pathlib import Path

from foxduet.ai.names import KINDS
from foxduet.cli.arguments import COMMANDS, USUAL, overview, parser_of
from foxduet.core.frozen import dataclass
from foxduet.words.i18n import _

# What can be typed for a value that has more forms than a list of choices could have.
_USUAL = {"PARTNER": KINDS, "C": ("random", *KINDS)}


class ValueKind(Enum):
    """What a value is, as far as a shell can complete it."""

    TEXT = auto()
    FILE = auto()
    FOLDER = auto()


@dataclass(frozen=True, slots=True)
class Value:
    """What an option or a command takes: one word, or one for each of its ``names``.

    ``choices`` are words that it can be, all or the usual ones; none if they are not known.
    """

    names: tuple[str, ...]
    kind: ValueKind = ValueKind.TEXT
    choices: tuple[str, ...] = ()
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """An option with all its names, such as ``-h`` and ``--help``; a switch has no value."""

    names: tuple[str, ...]
    purpose: str
    value: Value | None


@dataclass(frozen=True, slots=True)
class Command:
    """A command with what may follow its name, or the whole program."""

    name: str
    purpose: str
    options: tuple[Option, ...] = ()
    operands: tuple[Value, ...] = ()
    commands: tuple[Command, ...] = ()


def program() -> Command:
    """Return what may follow ``foxduet``; without a command that is what ``play`` takes."""
    commands = tuple(
        _command(name, _(purpose), parser_of(name)) for name, purpose in COMMANDS.items()
    )
    own = _command("foxduet", "", overview())
    return Command("foxduet", own.purpose, own.options, commands=commands)


def options_after(name: str, command: Command, program: Command) -> tuple[Option, ...]:
    """Return the options that may follow a command, or no command where that means this one."""
    own = command.options
    if name == USUAL:
        own += tuple(option for option in program.options if option not in own)
    return own


def within(program: Command) -> Iterator[tuple[str, Command]]:
    """Return every command with the words that lead to it, such as "scores import"."""
    for command in program.commands:
        yield command.name, command
        for words, inner in within(command):
            yield f"{command.name} {words}", inner


def _command(name: str, purpose: str, parser: argparse.ArgumentParser) -> Command:
    options: list[Option] = []
    operands: list[Value] = []
    commands: list[Command] = []
    # There is no public way to ask a parser what it takes.
    for action in parser._actions:
        if action.help == argparse.SUPPRESS:
            continue
        if isinstance(action, argparse._SubParsersAction):
            helps = {one.dest: one.help or "" for one in action._choices_actions}
            commands += [_command(one, helps[one], own) for one, own in action.choices.items()]
        elif action.option_strings:
            value = None if action.nargs == 0 else _value(action)
            options.append(Option(tuple(action.option_strings), action.help or "", value))
        else:
            operands.append(_value(action))
    return Command(name, purpose, tuple(options), tuple(operands), tuple(commands))


def _value(action: argparse.Action) -> Value:
    choices = tuple(map(str, action.choices or ()))
    match action.metavar:
        case None:
            names: tuple[str, ...] = ("|".join(choices) or action.dest.upper(),)
        case str(name):
            names = (name,)
        case several:
            names = tuple(several)
    kind = ValueKind.TEXT
    if action.type is Path:
        kind = ValueKind.FOLDER if names == ("DIR",) else ValueKind.FILE
    return Value(names, kind, choices or _USUAL.get(names[0], ()), optional=action.nargs == "?")
