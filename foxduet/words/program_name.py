"""The command that started this program, to be said where another one is advised."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from shutil import which

COMMAND = "foxduet"


def program_name() -> str:
    """Return what to type to start the program again, as it was started now.

    That is the interpreter with ``-m``, as it was typed, or the command: by its path where it is
    installed in a place in which a shell does not look.
    """
    started = Path(sys.argv[0])
    if (started.parent.name, started.name) == (COMMAND, "__main__.py"):
        interpreter = next(iter(sys.orig_argv), "") or "python3"
        return f"{quoted(interpreter)} -m {COMMAND}"
    if started.stem == COMMAND and started.is_file() and which(COMMAND) is None:
        return quoted(str(started))
    return COMMAND


def quoted(text: str) -> str:
    """Return a word of a command as a shell needs it."""
    if os.name == "nt":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)
