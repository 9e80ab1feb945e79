"""The command that started this program, for texts that recommend another command."""

from __future__ import annotations

import os
import re
import shlex
import sys
from pathlib import Path
from shutil import which

from foxduet.words.text import text_width

PROGRAM = "foxduet"
_ARCHIVE_SUFFIX = ".pyz"
"""Suffix of a file that contains the whole program."""
_SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
"""PATH of a shell that has read no profile."""


def program_name() -> str:
    """Return the command that starts the program in the same way again.

    It is the interpreter with ``-m`` or an archive, or the installed command, with its path if PATH
    lacks it.
    """
    script = Path(sys.argv[0])
    interpreter = shell_quote(next(iter(sys.orig_argv), "") or "python3")
    if (script.parent.name, script.name) == (PROGRAM, "__main__.py"):
        return f"{interpreter} -m {PROGRAM}"
    if script.suffix == _ARCHIVE_SUFFIX:
        return f"{interpreter} {shell_quote(str(script))}"
    if script.stem == PROGRAM and script.is_file() and which(PROGRAM) is None:
        return shell_quote(str(script))
    return PROGRAM


def portable_command(*, is_shared: bool) -> tuple[Path | None, str]:
    """Return the folder and the command that start the program in any shell of this machine.

    The folder is None if all accounts find the command, or another program runs this code. It is
    also None if all accounts share the command and not all can run this installation.
    """
    script, package = Path(sys.argv[0]).absolute(), Path(__file__).parents[1]
    if script.suffix == _ARCHIVE_SUFFIX:
        package = script
    is_module = (script.parent.name, script.name) == (PROGRAM, "__main__.py")
    is_found = which(PROGRAM, path=_SYSTEM_PATH) is not None
    if is_found or not (is_module or script.stem == PROGRAM):
        return None, PROGRAM
    program = Path(sys.executable) if is_module else script
    paths = [path.resolve() for path in (program, Path(sys.executable), package)]
    if is_shared and not all(
        part.stat().st_mode & 0o001 for path in paths for part in (path, *path.parents)
    ):
        return None, PROGRAM
    if is_module and str(package.parent) not in sys.path[1:]:
        # The package can be imported only from its own folder.
        return package.parent, f"{shell_quote(sys.executable)} -m {PROGRAM}"
    start = shell_quote(f"./{program.name}")
    if script.suffix == _ARCHIVE_SUFFIX:
        return program.parent, f"{shell_quote(sys.executable)} {start}"
    return program.parent, f"{start} -m {PROGRAM}" if is_module else start


def wrap_command(
    folder: Path | None, command: str, host: str = "", width: int = 76
) -> tuple[str, ...]:
    """Return a command in rows for pasting; ``folder`` and ``host`` say where to run it.

    A shell continues a command after && and in quotes, and ignores blanks around a row.
    """
    steps, part = [command], Path()
    for name in () if folder is None else folder.parts:
        if text_width(shell_quote(f"{part / name}")) > width - len("cd  &&"):
            steps[-1:] = [f"cd {shell_quote(str(part))}", command]
            part = Path()
        part /= name
    if folder is not None:
        steps[-1:] = [f"cd {shell_quote(str(part))}", command]
    text = " &&\n".join(steps)
    if host:
        argument = f"'\n{shell_quote(text)[1:]}" if len(steps) > 1 else command
        text = f"ssh -t {host} {argument}"
    rows: list[str] = []
    for row in text.split("\n"):
        if rows and text_width(rows[-1]) + 1 + text_width(row) <= width:
            rows[-1] += f" {row}"
        else:
            rows.append(row)
    return tuple(rows)


def shell_quote(text: str) -> str:
    """Quote a word for the shell of this system."""
    return _quote_for_cmd(text) if os.name == "nt" else shlex.quote(text)


def _quote_for_cmd(text: str) -> str:
    r"""Quote a word for the command prompt of Windows.

    Only % is special in quotes; outside of them a caret keeps it from naming a variable. A program
    reads \" as a quote.
    """
    if re.fullmatch(r"[\w\\/:.~+-]+", text):
        return text
    parts = (re.sub(r"(\\+)$", r"\1\1", part) for part in text.split("%"))
    return "^%".join(f'"{part}"' if part else "" for part in parts) or '""'
