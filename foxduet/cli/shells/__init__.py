"""The scripts that make shells complete the command, written from its grammar."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from foxduet.cli.arguments import COMMAND, USUAL
from foxduet.cli.grammar import Command
from foxduet.core.errors import N_
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


def filled(template: str, program: Command, gaps: Mapping[str, Sequence[str]]) -> str:
    """Return ``template`` with lines in place of each line ``@name``, indented as that was.

    Comments are translated. Within lines ``@USUAL`` stands for the usual command, ``@ALL`` for all
    commands, and ``@COMMAND`` for the word.
    """
    names = " ".join(command.name for command in program.commands)
    translated = _COMMENT.sub(lambda comment: f"{comment[1]}{_(comment[2])}", template)
    script = translated.replace("@USUAL", USUAL).replace("@ALL", names)
    script = script.replace("@COMMAND", _(COMMAND))
    return _GAP.sub(lambda gap: "".join(f"{gap[1]}{line}\n" for line in gaps[gap[2]]), script)
