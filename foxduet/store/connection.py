"""How the file of the scores is opened, and what may be wrong with it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from foxduet.rules.errors import N_, FoxduetError

BUSY_SECONDS = 2.0
"""How long a program waits for another one that writes scores, if nobody says otherwise."""

# Of these the file is at fault: a plain error is a table or column that is not what it was.
_DAMAGED = (
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_FORMAT,
    sqlite3.SQLITE_MISMATCH,
    sqlite3.SQLITE_CONSTRAINT,
)


class ScoresError(FoxduetError):
    """The scores cannot be read or written now."""


class DamagedScoresError(ScoresError):
    """The file of the scores is no database, or a broken one."""


@contextmanager
def connection(path: Path, patience: float | None = None) -> Iterator[sqlite3.Connection]:
    """Open the database at ``path``, or an empty one if there is none.

    Where another program writes, wait for it for ``patience`` seconds.
    Raises ScoresError for whatever goes wrong with it, in the block as well: DamagedScoresError
    if the file is at fault.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ScoresError(N_("{reason}"), reason=error.strerror or str(error)) from None
    try:
        timeout = BUSY_SECONDS if patience is None else patience
        opened = sqlite3.connect(path, timeout=timeout, isolation_level=None)
        # A damaged text is still read; whoever needs it as it was will notice.
        opened.text_factory = lambda text: text.decode(errors="replace")
        with closing(opened):
            yield opened
    except UnicodeDecodeError:
        # Names of tables and columns are read by Python's own module, which trusts them.
        raise DamagedScoresError(N_("the names in it are no text")) from None
    except sqlite3.Error as error:
        # Errors of Python's own module, like one for a wrong type, have no code.
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        kind = DamagedScoresError if code in _DAMAGED else ScoresError
        raise kind(N_("{reason}"), reason=str(error)) from None


@contextmanager
def transaction(scores: sqlite3.Connection) -> Iterator[None]:
    """Write all that the block writes, or nothing; other programs wait meanwhile."""
    scores.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        with suppress(sqlite3.Error):
            scores.execute("ROLLBACK")
        raise
    scores.execute("COMMIT")
