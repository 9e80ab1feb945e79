"""The completion command: scripts, written from the grammar, that let shells complete on Tab."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import assert_never

from foxduet.cli.arguments import COMMAND, OK, USUAL
from foxduet.cli.help import Command, Option, Value, ValueKind, options_after, program, within
from foxduet.cli.options import Refuse, options_from
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.words.i18n import _

# What the templates say in comments; a test compares them.
COMMENTS = (
    N_('Completes foxduet on Tab. In ~/.bashrc: eval "$(foxduet completion bash)"'),
    N_('Completes foxduet on Tab. In ~/.zshrc, after compinit: eval "$(foxduet completion zsh)"'),
    N_("Completes foxduet on Tab. In ~/.config/fish/config.fish: foxduet completion fish | source"),
    N_("Bash takes --option=value apart."),
    N_("Whether a command is the one whose arguments are being typed."),
    N_("Whether an option that need not have a value is the last word."),
)
_COMMENT = re.compile(r"^( *# )(.+)$", re.MULTILINE)
_GAP = re.compile(r"^( *)@(\w+)\n", re.MULTILINE)


def _filled(template: str, program: Command, gaps: Mapping[str, Sequence[str]]) -> str:
    """Return ``template`` with lines in place of each line ``@name``, indented as that was.

    Comments are translated. Within lines ``@USUAL`` stands for the usual command, ``@ALL`` for all
    commands, and ``@COMMAND`` for the word.
    """
    names = " ".join(command.name for command in program.commands)
    translated = _COMMENT.sub(lambda comment: f"{comment[1]}{_(comment[2])}", template)
    script = translated.replace("@USUAL", USUAL).replace("@ALL", names)
    script = script.replace("@COMMAND", _(COMMAND))
    return _GAP.sub(lambda gap: "".join(f"{gap[1]}{line}\n" for line in gaps[gap[2]]), script)


_BASH = """\
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


def bash_script(program: Command) -> str:
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
    return _filled(
        _BASH,
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


_ZSH = """\
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


def zsh_script(program: Command) -> str:
    """Return the script that completes ``program``."""
    functions: list[str] = []
    for name, command in within(program):
        functions += _function(name.replace(" ", "_"), command, program)
    commands = [_zsh_quoted(f"{one.name}:{one.purpose}") for one in program.commands]
    return _filled(_ZSH, program, {"functions": functions, "commands": commands})


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
        *(f"        {_zsh_quoted(spec)} \\" for spec in specs[:-1]),
        f"        {_zsh_quoted(specs[-1])}",
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


def _zsh_quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


_FISH = """\
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


def fish_script(program: Command) -> str:
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
                f"    set command {_fish_quoted(name)}",
                "end",
            ]
        condition = f"__foxduet_in {name}"
        for option in options_after(name, command, program):
            lines += _option_lines(condition, option)
        lines += [_line(condition, _values(operand)) for operand in command.operands]
        lines += [_line(condition, f"-a {one.name}", one.purpose) for one in command.commands]
    return _filled(_FISH, program, {"inner": inner, "lines": lines})


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
            return f"-a {_fish_quoted(' '.join(value.choices))}"
        case _:
            assert_never(value.kind)


def _line(condition: str, what: str, purpose: str = "") -> str:
    described = f" -d {_fish_quoted(purpose)}" if purpose else ""
    return f"complete -c foxduet -n {_fish_quoted(condition)} {what}{described}"


def _fish_quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}


@dataclass(frozen=True, slots=True)
class CompletionOptions:
    """Which shell the script is for."""

    shell: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    shell = _("bash, zsh or fish; 'foxduet help completion' says how to turn it on")
    parser.add_argument("shell", choices=tuple(SHELLS), metavar=N_("SHELL"), help=shell)


def options_of(parsed: argparse.Namespace, _refuse: Refuse) -> CompletionOptions:
    """Return the arguments as a value."""
    return options_from(CompletionOptions, parsed)


def run(options: CompletionOptions) -> int:
    """Print the script; return the exit status."""
    print(SHELLS[options.shell](program()), end="")
    return OK
