"""The scripts that make shells complete the command, written from its grammar."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from foxduet.cli.arguments import USUAL
from foxduet.cli.grammar import Command

_GAP = re.compile(r"^( *)@(\w+)\n", re.MULTILINE)


def filled(template: str, program: Command, gaps: Mapping[str, Sequence[str]]) -> str:
    """Return ``template`` with lines in place of each line ``@name``, indented as that was.

    Within lines ``@USUAL`` stands for the usual command, and ``@ALL`` for all commands.
    """
    names = " ".join(command.name for command in program.commands)
    script = template.replace("@USUAL", USUAL).replace("@ALL", names)
    return _GAP.sub(lambda gap: "".join(f"{gap[1]}{line}\n" for line in gaps[gap[2]]), script)
