"""The command that started this program, to be said where another one is advised."""

from __future__ import annotations

import os
import re
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
    return _quoted_for_cmd(text) if os.name == "nt" else shlex.quote(text)


def _quoted_for_cmd(text: str) -> str:
    r"""Return a word as the command prompt of Windows needs it.

    In quotes all is itself but %, which a caret outside of them keeps from naming a variable; a
    program reads \" as a quote.
    """
    if re.fullmatch(r"[\w\\/:.~+-]+", text):
        return text
    parts = (re.sub(r"(\\+)$", r"\1\1", part) for part in text.split("%"))
    return "^%".join(f'"{part}"' if part else "" for part in parts) or '""'
