"""The completion for fish."""

from __future__ import annotations

from typing import assert_never

from foxduet.cli.grammar import Command, Option, Value, ValueKind, options_after, within
from foxduet.cli.shells import filled

_SCRIPT = """\
# Completes foxduet on Tab. In ~/.config/fish/config.fish: foxduet completion fish | source

# Whether a command is the one whose arguments are being typed.
function __foxduet_in
    set -l words (commandline -opc)[2..-1]
    set -l command @USUAL
    if contains -- "$words[1]" @ALL
        set command $words[1]
    end
    @inner
    test "$command" = "$argv"
end

# Whether an option that need not have a value is the last word.
function __foxduet_after
    set -l words (commandline -opc)
    contains -- $words[-1] $argv
end

complete -c foxduet -f
@lines
"""


def script(program: Command) -> str:
    """Return the script that completes ``program``."""
    lines: list[str] = []
    inner: list[str] = []
    for one in program.commands:
        condition = "test (count (commandline -opc)) = 1"
        lines.append(_line(condition, f"-a {one.name}", one.purpose))
    for name, command in within(program):
        outer, _space, last = name.rpartition(" ")
        if outer:
            inner += [
                f"if test $command = {outer}; and contains -- {last} $words[2..-1]",
                f"    set command {_quoted(name)}",
                "end",
            ]
        condition = f"__foxduet_in {name}"
        for option in options_after(name, command, program):
            lines += _option_lines(condition, option)
        lines += [_line(condition, _values(operand)) for operand in command.operands]
        lines += [_line(condition, f"-a {one.name}", one.purpose) for one in command.commands]
    return filled(_SCRIPT, program, {"inner": inner, "lines": lines})


def _option_lines(condition: str, option: Option) -> list[str]:
    names = [f"-l {name[2:]}" if name[:2] == "--" else f"-s {name[1:]}" for name in option.names]
    own, value = " ".join(names), option.value
    if value is None:
        return [_line(condition, own, option.purpose)]
    if value.optional:
        # For fish a value that may be missing is not one of the next word.
        after = f"{condition}; and __foxduet_after {' '.join(option.names)}"
        return [_line(condition, own, option.purpose), _line(after, _values(value))]
    takes = "-r" if value.kind is ValueKind.FILE else "-x"
    return [_line(condition, f"{own} {takes} {_values(value)}", option.purpose)]


def _values(value: Value) -> str:
    """Return what offers the words that a value can be."""
    match value.kind:
        case ValueKind.FILE:
            return "-F"
        case ValueKind.FOLDER:
            return "-a '(__fish_complete_directories (commandline -ct))'"
        case ValueKind.TEXT:
            return f"-a {_quoted(' '.join(value.choices))}"
        case _:
            assert_never(value.kind)


def _line(condition: str, what: str, purpose: str = "") -> str:
    described = f" -d {_quoted(purpose)}" if purpose else ""
    return f"complete -c foxduet -n {_quoted(condition)} {what}{described}"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
