"""The command line's grammar, for tests of what is made of it."""

from __future__ import annotations

from functools import cache

from foxduet.cli.grammar import Command, program, within


@cache
def commands(language: str = "en") -> dict[str, Command]:
    """Return every command by the words that lead to it, such as "scores import".

    What they are for is said in the language, which must be in use.
    """
    return dict(within(program()))


def long_options(command: Command) -> set[str]:
    """Return the options of a command that begin with two hyphens."""
    names = {name for option in command.options for name in option.names}
    return {name for name in names if name.startswith("--")}
