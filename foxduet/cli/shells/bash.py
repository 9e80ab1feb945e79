"""The completion for bash, 3.2 and later."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from foxduet.cli.arguments import USUAL
from foxduet.cli.grammar import Command, Option, Value, ValueKind, options_after, within
from foxduet.cli.shells import filled

_SCRIPT = """\
# Completes foxduet on Tab. In ~/.bashrc: eval "$(foxduet completion bash)"

_foxduet_offer() {
    local one
    while IFS= read -r one; do COMPREPLY+=("$one"); done < <(compgen "$@" -- "$word")
}

_foxduet_offer_paths() {
    compopt -o filenames 2>/dev/null
    _foxduet_offer "$@"
}

_foxduet() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= at
    COMPREPLY=()
    # Bash takes --option=value apart.
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    for ((at = 1; at < COMP_CWORD; at++)); do
        case "$command/${COMP_WORDS[at]}" in
            @commands
            /*) command=@USUAL ;;
        esac
    done
    case "${command:-@USUAL} $before" in
        @values
    esac
    if [[ $word != -* ]]; then
        case "$command" in
            @operands
        esac
    fi
    [[ ${#COMPREPLY[@]} -gt 0 ]] && return
    case "$command" in
        @options
    esac
}

complete -F _foxduet foxduet
"""


def script(program: Command) -> str:
    """Return the script that completes ``program``."""
    commands, values, operands, options = [], [], [_choices("", program)], []
    for name, command in within(program):
        outer, _space, last = name.rpartition(" ")
        commands.append(f'"{outer}/{last}") command="{name}" ;;')
        values += [
            f'"{name} {own}") {_value(option.value)} ;;'
            for option in command.options
            if option.value is not None
            for own in option.names
        ]
        operands += [f'"{name}") {_offer(operand)} ;;' for operand in command.operands]
        if command.commands:
            operands.append(_choices(name, command))
        pattern = f'"{name}" | ""' if name == USUAL else f'"{name}"'
        names = _names(options_after(name, command, program))
        options.append(f"{pattern}) {_offer(names)} ;;")
    return filled(
        _SCRIPT,
        program,
        {"commands": commands, "values": values, "operands": operands, "options": options},
    )


def _choices(name: str, command: Command) -> str:
    inner = Value((), choices=tuple(one.name for one in command.commands))
    return f'"{name}") {_offer(inner)} ;;'


def _names(options: Iterable[Option]) -> Value:
    """Return the long names of options as what can be typed."""
    names = (name for option in options for name in option.names)
    return Value((), choices=tuple(name for name in names if name.startswith("--")))


def _value(value: Value) -> str:
    """Return what completes the value of an option, and nothing else after it."""
    only = f"{_offer(value)}; return"
    return f"[[ $word == -* ]] || {{ {only}; }}" if value.optional else only


def _offer(value: Value) -> str:
    """Return the command that offers what a value can be."""
    match value.kind:
        case ValueKind.FILE:
            return "_foxduet_offer_paths -f"
        case ValueKind.FOLDER:
            return "_foxduet_offer_paths -d"
        case ValueKind.TEXT if value.choices:
            return f'_foxduet_offer -W "{" ".join(value.choices)}"'
        case ValueKind.TEXT:
            return ":"
        case _:
            assert_never(value.kind)
