"""The command that started this program, to be said where another one is advised."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from shutil import which

from foxduet.words.text import text_width

PROGRAM = "foxduet"
ARCHIVE = ".pyz"
"""What a file ends with that holds the whole program."""
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""Where a shell looks even if nothing of an account's own was read."""


def program_name() -> str:
    """Return what to type to start the program again, as it was started now.

    That is the interpreter with ``-m``, as it was typed, or the command: by its path where it is
    installed in a place in which a shell does not look.
    """
    started = Path(sys.argv[0])
    interpreter = shell_quote(next(iter(sys.orig_argv), "") or "python3")
    if (started.parent.name, started.name) == (PROGRAM, "__main__.py"):
        return f"{interpreter} -m {PROGRAM}"
    if started.suffix == ARCHIVE:
        return f"{interpreter} {shell_quote(str(started))}"
    if started.stem == PROGRAM and started.is_file() and which(PROGRAM) is None:
        return shell_quote(str(started))
    return PROGRAM


def command_elsewhere(*, for_all: bool) -> tuple[Path | None, str]:
    """Return in which folder the program is started by any shell of this machine, and how.

    Where all accounts can find it, that is no folder; so, too, where it is ``for_all`` and not all
    can run it: each needs one of their own.
    """
    started, package = Path(sys.argv[0]).absolute(), Path(__file__).parents[1]
    if started.suffix == ARCHIVE:
        package = started
    is_module = (started.parent.name, started.name) == (PROGRAM, "__main__.py")
    is_found = which(PROGRAM, path=_SYSTEM_PATH) is not None
    if is_found or not (is_module or started.stem == PROGRAM):
        return None, PROGRAM
    program = Path(sys.executable) if is_module else started
    if for_all and not all(map(_is_for_all, (program, Path(sys.executable), package))):
        return None, PROGRAM
    if is_module and str(package.parent) not in sys.path[1:]:
        # It is found only in the folder in which it lies.
        return package.parent, f"{shell_quote(sys.executable)} -m {PROGRAM}"
    start = shell_quote(f"./{program.name}")
    if started.suffix == ARCHIVE:
        return program.parent, f"{shell_quote(sys.executable)} {start}"
    return program.parent, f"{start} -m {PROGRAM}" if is_module else start


def _is_for_all(path: Path) -> bool:
    path = path.resolve()
    return all(one.stat().st_mode & 0o001 for one in (path, *path.parents))


def wrap_command(
    folder: Path | None, command: str, host: str = "", width: int = 76
) -> tuple[str, ...]:
    """Return a command, in a folder and on a ``host`` if they are named, in rows to be pasted.

    A shell goes on reading behind && and in quotes, whatever blanks stand around a row.
    """
    steps, part = [command], Path()
    for name in () if folder is None else folder.parts:
        if text_width(shell_quote(f"{part / name}")) > width - len("cd  &&"):
            steps[-1:] = [f"cd {shell_quote(str(part))}", command]
            part = Path()
        part /= name
    if folder is not None:
        steps[-1:] = [f"cd {shell_quote(str(part))}", command]
    whole = " &&\n".join(steps)
    if host:
        whole = (
            f"ssh -t {host} '\n{shell_quote(whole)[1:]}"
            if len(steps) > 1
            else (f"ssh -t {host} {command}")
        )
    rows: list[str] = []
    for row in whole.split("\n"):
        if rows and text_width(rows[-1]) + 1 + text_width(row) <= width:
            rows[-1] += f" {row}"
        else:
            rows.append(row)
    return tuple(rows)


def shell_quote(text: str) -> str:
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
