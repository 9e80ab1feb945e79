"""Where two programs of one game meet: a Unix domain socket that only its owner can reach.

The socket lies in a folder of the user's own; if guests come from other accounts of the machine,
in one that a group may enter, too.
"""

from __future__ import annotations

import errno
import os
import socket
import stat
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from foxduet.core.errors import N_, FoxduetError
from foxduet.core.frozen import dataclass
from foxduet.store.files import make_folder

_NAME = "table.sock"
_LONGEST_PATH = 100
"""Bytes; Linux takes 107, macOS 103."""
_RUNTIME_FOLDER = "XDG_RUNTIME_DIR"
_CREDENTIALS = struct.Struct("3i")
_IS_SUPPORTED = hasattr(socket, "AF_UNIX")


class MeetingError(FoxduetError):
    """Two programs cannot meet at a place."""


@dataclass(frozen=True, slots=True)
class Account:
    """Whose program is at the other end, as the system tells."""

    name: str
    is_own: bool


def check_sockets() -> None:
    """Raise MeetingError where the system, or this Python, has no Unix domain sockets."""
    if not _IS_SUPPORTED:
        raise MeetingError(
            N_("two terminals need Unix domain sockets, which Python does not have here")
        )


def place_to_host(given: Path | None, group: str | None) -> Path:
    """Return where a host waits: at the place given, or in a folder of its own, made if missing.

    Raises MeetingError, or OSError if the folder cannot be made.
    """
    check_sockets()
    if given is not None:
        return given
    if group is not None:
        folder = _shared_folder(os.getuid())
        _make_shared(folder, group)
        return folder / _NAME
    for folder in _own_folders():
        if _is_private(folder.parent) or folder.parent == Path("/tmp"):
            make_folder(folder)
            _check_private(folder)
            return folder / _NAME
    raise AssertionError("the last folder can always be made")


def places_to_join(given: str | None) -> tuple[Path, ...]:
    """Return where a host may wait: at a path, of an account with that name, or of one's own.

    Raises MeetingError.
    """
    check_sockets()
    if given is not None and os.sep in given:
        return (Path(given),)
    if given is None:
        owner = os.getuid()
        return (*(folder / _NAME for folder in _own_folders()), _shared_folder(owner) / _NAME)
    import pwd  # noqa: PLC0415 - not on Windows

    try:
        owner = pwd.getpwnam(given).pw_uid
    except KeyError:
        raise MeetingError(
            N_("there is no account {name} here; a place is an account or a path with a /"),
            name=given,
        ) from None
    folder = _shared_folder(owner)
    with suppress(OSError):
        found = os.lstat(folder)
        if stat.S_ISDIR(found.st_mode) and found.st_uid == owner:
            return (folder / _NAME,)
    raise MeetingError(N_("{name} hosts no game for others here"), name=given)


def _own_folders() -> Iterator[Path]:
    """Yield folders for the user's own sockets, the best first.

    Host and guest look at all of them, as the variable may be missing in one of their sessions.
    """
    user = os.getuid()
    named = os.environ.get(_RUNTIME_FOLDER, "")
    if os.path.isabs(named):
        yield Path(named) / "foxduet"
    yield Path(f"/run/user/{user}") / "foxduet"
    yield Path(f"/tmp/foxduet-{user}")


def _shared_folder(user: int) -> Path:
    return Path(f"/tmp/foxduet-{user}-group")


def _is_private(folder: Path) -> bool:
    with suppress(OSError):
        _check_private(folder)
        return True
    return False


def _check_private(folder: Path, allowed: int = 0o700) -> None:
    """Raise OSError unless a folder is one of the user's own that nobody else may enter."""
    found = os.lstat(folder)
    is_own = stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    if not is_own or stat.S_IMODE(found.st_mode) & ~allowed:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


def _group_number(name: str) -> int:
    import grp  # noqa: PLC0415 - not on Windows

    try:
        return grp.getgrnam(name).gr_gid
    except KeyError:
        raise MeetingError(N_("there is no group {name} here"), name=name) from None


def _make_shared(folder: Path, group: str) -> None:
    """Make a folder of the user's own that a group may enter; it may be one already."""
    number = _group_number(group)
    make_folder(folder)
    _check_private(folder, 0o710)
    os.chown(folder, -1, number)
    folder.chmod(0o710)


@contextmanager
def listening(path: Path, group: str | None = None) -> Iterator[socket.socket]:
    """Wait at a place while the block runs; remove what a host that was killed left there.

    Raises MeetingError where another host waits or the place cannot be one, and OSError.
    """
    check_sockets()
    if len(os.fsencode(path)) > _LONGEST_PATH:
        raise MeetingError(N_("the path {path} is too long for a socket"), path=str(path))
    import fcntl  # noqa: PLC0415 - not on Windows

    number = None if group is None else _group_number(group)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise MeetingError(
                N_("another program hosts a game at {path}"), path=str(path)
            ) from None
        with suppress(FileNotFoundError):
            if not stat.S_ISSOCK(os.lstat(path).st_mode):
                raise MeetingError(N_("{path} is no socket; it stays as it is"), path=str(path))
            path.unlink()
        door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with door:
            door.bind(str(path))
            try:
                # In time: nobody can come in before it listens.
                path.chmod(0o600)
                if number is not None:
                    os.chown(path, -1, number)
                    path.chmod(0o660)
                door.listen(4)
                door.setblocking(False)
                yield door
            finally:
                with suppress(OSError):
                    path.unlink()
    finally:
        # The file of the lock stays: another program may be waiting for it.
        os.close(lock)


def knock(given: str | None) -> socket.socket:
    """Return a connection to the host at a place; raises MeetingError, or OSError."""
    for path in places_to_join(given):
        caller = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            caller.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError):
            caller.close()
        except OSError:
            caller.close()
            raise
        else:
            return caller
    raise MeetingError(N_("nobody hosts a game here; the other player begins with: foxduet host"))


def account_of(connection: socket.socket) -> Account | None:
    """Return whose program is at the other end; None where the system does not tell."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return None
    import pwd  # noqa: PLC0415 - not on Windows

    content = connection.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size)
    _process, user, _group = _CREDENTIALS.unpack(content)
    try:
        name = pwd.getpwuid(user).pw_name
    except KeyError:
        name = str(user)
    return Account(name, user == os.getuid())
