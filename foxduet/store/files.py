"""Paths of the program's files, and atomic writes: a crash leaves the old content or the new."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import TypeVar

from foxduet.core.errors import N_, FoxduetError

PRIVATE_MODE, PUBLIC_MODE = 0o600, 0o666
"""Permissions: records may contain hidden hands; pictures are for sharing."""

_PRIVATE_FOLDER_MODE = 0o700

HOME_VARIABLE = "FOXDUET_HOME"

CONFIG_NAME = "config.toml"

MAX_FILE_BYTES = 1_000_000
"""The record of a whole game has about 4,000."""

# Less than a second in all: about as long as a virus scanner keeps a file open.
_REPLACE_RETRY_SECONDS = (0.02, 0.05, 0.1, 0.2, 0.4)

DAMAGE = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""Exceptions that parsers raise for a damaged file."""

LOCK_SECONDS = 2.0
"""Maximum wait for a lock that another program holds."""

_LOCK_RETRY_SECONDS = 0.01


ParsedT = TypeVar("ParsedT")


class FileError(FoxduetError):
    """The file at ``path`` cannot be read, or is invalid."""

    def __init__(self, path: Path, reason: OSError | str) -> None:
        super().__init__(N_("{reason}"), reason=reason)
        self.path = path


class MissingFileError(FileError):
    """The file does not exist."""


class DamagedFileError(FileError):
    """The file can be read, but its content is not from this program."""


def write_safely(path: Path, content: bytes, mode: int = PRIVATE_MODE) -> None:
    """Replace the content of ``path`` in one step: temporary file, sync, rename.

    If ``path`` is a symbolic link, its target is replaced. The process's umask applies to ``mode``.
    Raises OSError if the disk is full, or ``path`` is not a regular file; the old content is then
    intact.
    """
    with suppress(FileNotFoundError):
        check_is_file(path)
    target = resolve_link(path)
    temporary = target.with_name(f".{target.name}.{os.urandom(4).hex()}.tmp")
    try:
        with open(temporary, "xb", opener=partial(os.open, mode=mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        replace_file(temporary, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Keep other programs from changing ``path`` and other files of its folder during the block.

    Raises OSError if the folder does not exist, or another program holds the lock for too long.
    """
    folder = resolve_link(path).parent
    # Only Windows needs a file: elsewhere a folder itself can be locked.
    lockable, flags = (folder / ".lock", os.O_CREAT) if sys.platform == "win32" else (folder, 0)
    descriptor = os.open(lockable, os.O_RDONLY | flags)
    try:
        deadline = monotonic() + LOCK_SECONDS
        while not _try_lock(descriptor):
            if monotonic() > deadline:
                reason = N_("another program is using the file")
                raise TimeoutError(errno.ETIMEDOUT, reason, str(path))
            sleep(_LOCK_RETRY_SECONDS)
        yield
    finally:
        os.close(descriptor)


def _try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; False if another program holds the lock.

    Also True, without a lock, if the file system does not support locks.
    """
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - only on Windows

        try:
            # LK_LOCK would try once a second for ten seconds.
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            # Wine gives no reason.
            return error.errno not in (errno.EACCES, 0)
        return True
    try:
        import fcntl  # noqa: PLC0415 - not on Windows

        # Without LOCK_NB the program would ignore Ctrl-C and SIGTERM while it waits.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True


def resolve_link(path: Path) -> Path:
    """Return ``path``, or its target if it is a symbolic link."""
    return Path(os.path.realpath(path)) if os.path.islink(path) else path


def replace_file(source: Path, target: Path, pause: Callable[[float], None] = sleep) -> None:
    """Rename a file to ``target``, replacing it, so that a power cut leaves either file whole.

    Windows refuses this while another program, such as a virus scanner, reads the old file, so
    there it tries several times, and calls ``pause`` in between. Raises OSError.
    """
    for seconds in _REPLACE_RETRY_SECONDS if sys.platform == "win32" else ():
        try:
            os.replace(source, target)
            break
        except PermissionError:
            pause(seconds)
    else:
        os.replace(source, target)
    # Windows and some network file systems cannot sync a folder; the rename succeeds even so.
    with suppress(OSError):
        if sys.platform != "win32":
            descriptor = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def make_folder(path: Path) -> None:
    """Create a folder and its missing parents, for their owner only; raises OSError."""
    try:
        path.mkdir(_PRIVATE_FOLDER_MODE, exist_ok=True)
    except FileNotFoundError:
        if path.parent == path:
            raise
        make_folder(path.parent)
        path.mkdir(_PRIVATE_FOLDER_MODE, exist_ok=True)


def read_file(
    path: Path, parse: Callable[[bytes], ParsedT], max_bytes: int = MAX_FILE_BYTES
) -> ParsedT:
    """Parse a file of up to ``max_bytes`` bytes; raises FileError if that fails.

    A FoxduetError of ``parse`` is raised unchanged.
    """
    try:
        # A pipe, a device or a socket could keep a reader waiting.
        check_is_file(path)
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
        if len(content) > max_bytes:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise MissingFileError(path, error) from None
    except OSError as error:
        raise FileError(path, error) from None
    except ValueError:
        # The path has a character that is invalid in paths.
        raise MissingFileError(path, os.strerror(errno.ENOENT)) from None
    try:
        return parse(content)
    except FoxduetError:
        raise
    except UnicodeDecodeError:
        raise DamagedFileError(path, N_("it is not text in UTF-8")) from None
    except DAMAGE as error:
        raise DamagedFileError(path, N_("its content is damaged")) from error


def decode(content: bytes, errors: str = "strict") -> str:
    """Decode UTF-8, with or without a byte order mark (BOM).

    Raises UnicodeDecodeError, unless ``errors`` says otherwise.
    """
    return content.decode("utf-8-sig", errors)


def check_is_file(path: Path) -> None:
    """Raise OSError unless ``path`` is a regular file."""
    # Opening a pipe would wait for its other end, and opening some devices has effects.
    mode = os.stat(path).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        reason = N_("it is not a file but a pipe, device or socket")
        raise OSError(errno.EINVAL, reason, str(path))


def is_file(path: object) -> bool:
    """True if ``path`` is the path of an existing file."""
    with suppress(OSError, ValueError):
        return isinstance(path, str | Path) and Path(path).is_file()
    return False


def path_text(path: Path | str) -> str:
    """Return a path as text that can be encoded, unlike some file names."""
    return str(path).encode(errors="replace").decode()


def home_folder() -> Path:
    """Return the folder of this user's games; it may not exist yet.

    It is ``FOXDUET_HOME`` if that is set, or else in the platform's folder for application data (on
    Linux the XDG base directory specification, which says to ignore a relative ``XDG_DATA_HOME``).
    Raises OSError if the user has no home, or the variable begins with the ``~name`` of an unknown
    user.
    """
    home = os.environ.get(HOME_VARIABLE)
    if home:
        try:
            return Path(home).expanduser()
        except RuntimeError:
            reason = N_("FOXDUET_HOME names a user who is unknown here.")
            raise FileNotFoundError(errno.ENOENT, reason) from None
    if sys.platform == "win32":
        app_data = os.environ.get("LOCALAPPDATA")
        return (Path(app_data) if app_data else _user_home() / "AppData" / "Local") / "foxduet"
    if sys.platform == "darwin":
        return _user_home() / "Library" / "Application Support" / "foxduet"
    data_folder = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data_folder) if os.path.isabs(data_folder) else _user_home() / ".local" / "share"
    return base / "foxduet"


def config_file() -> Path:
    """Return the path of the settings file; it may not exist yet.

    It is in the home folder on macOS or if ``FOXDUET_HOME`` is set, otherwise in the platform's
    folder for application settings (on Linux the XDG base directory specification). Raises OSError
    like ``home_folder``.
    """
    if os.environ.get(HOME_VARIABLE) or sys.platform == "darwin":
        return home_folder() / CONFIG_NAME
    if sys.platform == "win32":
        roaming = os.environ.get("APPDATA")
        base = Path(roaming) if roaming else _user_home() / "AppData" / "Roaming"
    else:
        settings_folder = os.environ.get("XDG_CONFIG_HOME", "")
        base = Path(settings_folder) if os.path.isabs(settings_folder) else _user_home() / ".config"
    return base / "foxduet" / CONFIG_NAME


def _user_home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:
        raise FileNotFoundError(errno.ENOENT, str(error)) from None


def records_folder() -> Path:
    return home_folder() / "records"


def scores_file() -> Path:
    return home_folder() / "scores.sqlite3"
