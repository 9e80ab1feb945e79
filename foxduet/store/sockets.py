"""Where two programs of one game meet: a Unix domain socket that only its owner can reach.

The socket lies in a folder of the user's own; if guests come from other accounts of the machine,
in one that a group may enter, too. In the temporary folder anybody may have made such a folder
before: neither side trusts one of another account, or one that others may write to.
"""

from __future__ import annotations

import os
import socket
import stat
import struct
from collections.abc import Callable, Iterator
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


class NobodyHostsError(MeetingError):
    """No host waits at a place, or not yet."""


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
        return _make_shared(_shared_folder(os.getuid()), group) / _NAME
    for folder in _own_folders():
        if _is_private(folder.parent) or folder.parent == Path("/tmp"):
            return _make_own(folder, 0o700) / _NAME
    raise AssertionError("the last folder can always be made")


def places_to_join(given: str | None) -> tuple[tuple[Path, int | None], ...]:
    """Return where a host may wait: at a path, of an account with that name, or of one's own.

    Beside each place stands the account that it must belong to, but for one that was named.
    Raises MeetingError.
    """
    check_sockets()
    if given is not None and os.sep in given:
        return ((Path(given), None),)
    if given is None:
        owner = os.getuid()
        return tuple((one / _NAME, owner) for one in (*_own_folders(), _shared_folder(owner)))
    import pwd  # noqa: PLC0415 - not on Windows

    try:
        owner = pwd.getpwnam(given).pw_uid
    except KeyError:
        if not given.isdecimal():
            raise MeetingError(
                N_("there is no account {name} here; a place is an account or a path with a /"),
                name=given,
            ) from None
        owner = int(given)
    folder = _shared_folder(owner)
    if not os.path.lexists(folder):
        raise NobodyHostsError(N_("{name} hosts no game for others here"), name=given)
    return ((folder / _NAME, owner),)


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
    with suppress(OSError, MeetingError):
        _check(folder, stat.S_ISDIR, os.getuid(), 0o700)
        return True
    return False


def _check(path: Path, is_kind: Callable[[int], bool], owner: int, allowed: int) -> None:
    """Raise MeetingError unless a folder or socket is an account's own, and no others' beyond that.

    ``allowed`` are the permissions that it may have. Raises OSError where nothing is.
    """
    found = os.lstat(path)
    if found.st_uid != owner or not is_kind(found.st_mode):
        raise MeetingError(
            N_(
                "{path} was not made by foxduet for {account}: have it removed, or meet elsewhere, "
                "with foxduet host --socket FILE and foxduet join FILE"
            ),
            path=str(path),
            account=account_name(owner),
        )
    if stat.S_IMODE(found.st_mode) & ~allowed:
        raise MeetingError(
            N_("other accounts can get at {path}; its owner closes it with: chmod {mode} {path}"),
            path=str(path),
            mode=f"{allowed:o}",
        )


def _make_own(folder: Path, allowed: int) -> Path:
    """Make a folder of the user's own; it may be one already."""
    with suppress(FileExistsError):
        make_folder(folder)
    _check(folder, stat.S_ISDIR, os.getuid(), allowed)
    return folder


def _group_number(name: str) -> int:
    import grp  # noqa: PLC0415 - not on Windows

    try:
        return grp.getgrnam(name).gr_gid
    except KeyError:
        raise MeetingError(N_("there is no group {name} here"), name=name) from None


def _make_shared(folder: Path, group: str) -> Path:
    """Make a folder of the user's own that a group may enter; it may be one already."""
    number = _group_number(group)
    os.chown(_make_own(folder, 0o710), -1, number)
    folder.chmod(0o710)
    return folder


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
            _check(path, stat.S_ISSOCK, os.getuid(), 0o777)
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
    for path, owner in places_to_join(given):
        caller = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            if owner is not None:
                allowed = 0o710 if path.parent == _shared_folder(owner) else 0o700
                _check(path.parent, stat.S_ISDIR, owner, allowed)
            caller.connect(str(path))
            if owner is not None:
                _check(path, stat.S_ISSOCK, owner, 0o660)
        except (FileNotFoundError, ConnectionRefusedError):
            caller.close()
        except (OSError, MeetingError):
            caller.close()
            raise
        else:
            return caller
    raise NobodyHostsError(
        N_("nobody hosts a game here; the other player begins with: foxduet host")
    )


def account_of(connection: socket.socket) -> Account | None:
    """Return whose program is at the other end; None where the system does not tell."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return None
    content = connection.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size)
    _process, user, _group = _CREDENTIALS.unpack(content)
    return Account(account_name(user), user == os.getuid())


def account_name(user: int) -> str:
    """Return the name of an account, or its number where it has none, as in many containers."""
    import pwd  # noqa: PLC0415 - not on Windows

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)
