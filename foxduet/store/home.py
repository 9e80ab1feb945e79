"""The folder of a user's games."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

ENVIRONMENT_VARIABLE = "FOXDUET_HOME"


def home_folder() -> Path:
    """Return where this user's games live; it may not exist yet.

    ``FOXDUET_HOME`` if set, else the platform's place for an application's data (on Linux the
    XDG base directory specification, by which a relative ``XDG_DATA_HOME`` is to be ignored).
    Raises OSError where nobody knows which folder is the user's.
    """
    own = os.environ.get(ENVIRONMENT_VARIABLE)
    if own:
        return Path(os.path.expanduser(own))
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else _user() / "AppData" / "Local") / "foxduet"
    if sys.platform == "darwin":
        return _user() / "Library" / "Application Support" / "foxduet"
    shared = os.environ.get("XDG_DATA_HOME", "")
    base = Path(shared) if os.path.isabs(shared) else _user() / ".local" / "share"
    return base / "foxduet"


def _user() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise FileNotFoundError(errno.ENOENT, str(error)) from None


def records_folder() -> Path:
    """Return the folder of the record files in the home folder."""
    return home_folder() / "records"


def scores_file() -> Path:
    """Return the database of the scores in the home folder."""
    return home_folder() / "scores.sqlite3"
