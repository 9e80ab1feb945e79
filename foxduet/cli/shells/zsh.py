"""The completion for zsh: to be evaluated, or put into a folder of ``$fpath`` as _foxduet."""

from __future__ import annotations

from typing import assert_never

from foxduet.cli.arguments import COMMAND
from foxduet.cli.grammar import Command, Option, Value, ValueKind, options_after, within
from foxduet.cli.shells import filled
from foxduet.words.i18n import _

_SCRIPT = """\
#compdef foxduet
# Completes foxduet on Tab. In ~/.zshrc, after compinit: eval "$(foxduet completion zsh)"

@functions
_foxduet() {
    local -a commands=(
        @commands
    )
    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
        _describe -t commands @COMMAND commands
    elif (( CURRENT > 2 && $+functions[_foxduet_$words[2]] )); then
        shift words
        (( CURRENT-- ))
        _foxduet_$words[1]
    else
        _foxduet_@USUAL
    fi
}

if [[ $funcstack[1] == _foxduet ]]; then
    _foxduet "$@"
else
    compdef _foxduet foxduet
fi
"""


def script(program: Command) -> str:
    """Return the script that completes ``program``."""
    functions: list[str] = []
    for name, command in within(program):
        functions += _function(name.replace(" ", "_"), command, program)
    commands = [_quoted(f"{one.name}:{one.purpose}") for one in program.commands]
    return filled(_SCRIPT, program, {"functions": functions, "commands": commands})


def _function(name: str, command: Command, program: Command) -> list[str]:
    """Return the function that completes what follows a command."""
    options = options_after(name, command, program)
    specs = [spec for option in options for spec in _specs(option)]
    for at, operand in enumerate(command.operands, 1):
        specs.append(f"{at}{_words(operand)}")
    inner: list[str] = []
    if command.commands:
        specs.append(f"1:{_(COMMAND)}:({' '.join(one.name for one in command.commands)})")
        for one in command.commands:
            inner += [
                f"local at=$words[(Ie){one.name}]",
                "if (( at > 1 && at < CURRENT )); then",
                "    shift $(( at - 1 )) words",
                "    (( CURRENT -= at - 1 ))",
                f"    _foxduet_{name}_{one.name}",
                "    return",
                "fi",
            ]
    return [
        f"_foxduet_{name}() {{",
        *(f"    {line}" for line in inner),
        "    _arguments \\",
        *(f"        {_quoted(spec)} \\" for spec in specs[:-1]),
        f"        {_quoted(specs[-1])}",
        "}",
        "",
    ]


def _specs(option: Option) -> list[str]:
    """Return what the function _arguments is to know of an option, by each of its names."""
    purpose = "".join(f"\\{sign}" if sign in "[]:\\" else sign for sign in option.purpose)
    if option.value is None:
        return [f"{name}[{purpose}]" for name in option.names]
    return [f"{name}=[{purpose}]{_words(option.value)}" for name in option.names]


def _words(value: Value) -> str:
    """Return the words of a value, each with what completes it."""
    colon = "::" if value.optional else ":"
    return "".join(f"{colon}{_(name)}:{_action(value)}" for name in value.names)


def _action(value: Value) -> str:
    match value.kind:
        case ValueKind.FILE:
            return "_files"
        case ValueKind.FOLDER:
            return "_files -/"
        case ValueKind.TEXT:
            # A space stands for words that cannot be completed.
            return f"({' '.join(value.choices)})" if value.choices else " "
        case _:
            assert_never(value.kind)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
