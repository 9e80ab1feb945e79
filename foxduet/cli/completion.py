"""The completion command: scripts that let shells complete on Tab, made when the wheel is built."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from foxduet.ai.partner import KINDS
from foxduet.cli.arguments import (
    COMMANDS,
    OK,
    USUAL,
    Parser,
    UserError,
    overview,
    parser_of,
    translated,
)
from foxduet.cli.options import Refuse, options_from
from foxduet.core.errors import N_
from foxduet.core.frozen import dataclass
from foxduet.core.registry import packaged_text
from foxduet.words.i18n import SOURCE, _, languages, speech, use_language

SHELLS = ("bash", "zsh", "fish")

# What can be typed for a value that has more forms than a list of choices could have.
_USUAL_VALUES = {"PARTNER": KINDS, "C": ("random", *KINDS)}

_WITH_EQUALS_SIGNS = """

# Bash takes --option=value apart.
_foxduet() {
    local word words=()
    for word in "${COMP_WORDS[@]:0:COMP_CWORD + 1}"; do
        [[ $word == = ]] || words+=("$word")
    done
    [[ ${COMP_WORDS[COMP_CWORD]} == = ]] && words+=("")
    local COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
    _shtab_foxduet
}
complete -o bashdefault -F _foxduet foxduet
"""


@dataclass(frozen=True, slots=True)
class CompletionOptions:
    """Which shell the script is for."""

    shell: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    shell = _("bash, zsh or fish; 'foxduet help completion' says how to turn it on")
    parser.add_argument("shell", choices=SHELLS, metavar=N_("SHELL"), help=shell)


def options_of(parsed: argparse.Namespace, _refuse: Refuse) -> CompletionOptions:
    """Return the arguments as a value."""
    return options_from(CompletionOptions, parsed)


def run(options: CompletionOptions) -> int:
    """Print the script; return the exit status."""
    try:
        text = packaged_text(__package__, _place(options.shell))
    except OSError:
        # The program runs from its source.
        try:
            text = completion_script(options.shell)
        except ImportError:
            message = _(
                "this copy of foxduet has no completion scripts; pip install {package} lets it "
                "make them"
            )
            raise UserError(message.format(package="shtab")) from None
    print(text, end="")
    return OK


def completion_scripts() -> dict[str, str]:
    """Return the scripts in all languages, by their places in this package."""
    scripts: dict[str, str] = {}
    for language in languages():
        use_language(language)
        scripts |= {_place(shell): completion_script(shell) for shell in SHELLS}
    use_language(SOURCE)
    return scripts


def _place(shell: str) -> str:
    language, _catalogue, _encoding = speech()
    return f"completions/{language}.{shell}"


def completion_script(shell: str) -> str:
    """Return what lets a shell complete, in the player's language; ImportError without shtab."""
    import shtab

    whole = _whole_program()
    for action in _actions_in(whole):
        if action.type is Path:
            place = shtab.DIRECTORY if action.metavar == "DIR" else shtab.FILE
            action.complete = place  # type: ignore[attr-defined]
        elif isinstance(action.metavar, str) and not action.choices:
            action.choices = _USUAL_VALUES.get(action.metavar)
        if shell == "zsh" and action.nargs != 0:
            # So that zsh also knows --option=value.
            names = action.option_strings
            action.option_strings = [f"{name}=" if name[:2] == "--" else name for name in names]
    script: str = shtab.complete(translated(whole), shell)
    return script + (_WITH_EQUALS_SIGNS if shell == "bash" else "\n")


def _whole_program() -> Parser:
    """Return a parser of all that can be typed; without a command that is what ``USUAL`` takes."""
    whole = overview()
    # There is no public way to change a parser.
    (commands,) = whole._get_positional_actions()
    assert isinstance(commands, argparse._SubParsersAction)
    commands.choices |= {name: parser_of(name) for name in COMMANDS}
    for action in parser_of(USUAL)._actions:
        if not whole._option_string_actions.keys() & {*action.option_strings}:
            whole._add_action(action)
    return whole


def _actions_in(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for own in action.choices.values():
                yield from _actions_in(own)
        else:
            yield action
