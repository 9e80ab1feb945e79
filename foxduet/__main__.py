"""Start foxduet; what goes wrong becomes one line here, never a traceback."""

from __future__ import annotations

import io
import locale
import os
import sys
import traceback
from contextlib import suppress

from foxduet.cli.arguments import parse_arguments
from foxduet.cli.exit_status import FAILED, STOPPED_BY_SIGNAL, UserError, one_line
from foxduet.cli.play import run
from foxduet.words.i18n import _

_SIGINT = 2


def main() -> int:
    """Run the program with the process's arguments; return its exit status."""
    with suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        return run(parse_arguments(sys.argv[1:]))
    except UserError as error:
        return _fail(str(error), error.status)
    except KeyboardInterrupt:
        return STOPPED_BY_SIGNAL + _SIGINT
    except BrokenPipeError:
        # Whoever read our output has had enough; let the interpreter's last flush not complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:  # noqa: BLE001 - the last place where it can become one line
        return _fail(_internal_error(error), FAILED)


def _open_what_is_closed() -> None:
    """Lead streams nowhere that the process was started without, so that no file is one of them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - for good


def _fail(message: str, status: int) -> int:
    print(one_line(f"foxduet: {message}"), file=sys.stderr)
    return status


def _internal_error(error: Exception) -> str:
    """Say where the program failed, but nothing of values: they may be somebody's cards."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return _(
        "an error of the program ({kind} in {module}, line {line}); a game under way is saved up "
        "to its last card, foxduet --resume goes on with it"
    ).format(kind=type(error).__name__, module=os.path.basename(last.filename), line=last.lineno)


if __name__ == "__main__":
    sys.exit(main())
