"""The protocol of two programs: the socket where they meet, and messages of one line each.

The guest sends keys and the size of its window, the host sends pictures; or both send lines of
words. Lines are validated as strictly as records: each kind of message has known fields and values.

The socket is in a private folder of the user; for guests with other accounts on the machine, it is
in a folder that a group may enter. In /tmp another account may have created a folder of that name:
neither side trusts a folder that another account owns or may write to.
"""

from __future__ import annotations

import json
import os
import re
import socket
import stat
import struct
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import Any, Generic, TypeAlias, TypeVar
from unicodedata import category

from foxduet.core import __version__
from foxduet.core.errors import N_, FoxduetError
from foxduet.core.lazy_dataclass import dataclass, field_names
from foxduet.store.files import make_folder
from foxduet.ui.kit import keys
from foxduet.ui.kit.canvas import Size, Span, Style, Theme
from foxduet.words.text import GLYPH_SETS, MAX_MARKS, printable, text_width

VERSION = 7
"""Protocol version; programs with different versions do not play together."""

MAX_FROM_GUEST, MAX_FROM_HOST = 2_000, 1_000_000
"""Maximum bytes of a line."""

MAX_SIZE = Size(200, 400)
"""The largest window drawn for a guest; the rest of a larger one stays blank."""

MAX_GIVEN_NAME = 40
MAX_SAID = 300
"""Maximum characters of a line of words, in either direction."""
MAX_LINES = 1000
"""Maximum lines of words in a message."""
_MAX_ROW_LENGTH = MAX_SIZE.columns * (1 + MAX_MARKS)
_MAX_DEPTH = 6
_MAX_NUMBER = 2**31
_MAX_RECORD_LENGTH = 500_000
_NAMED_KEYS = {
    *(keys.LEFT, keys.RIGHT, keys.UP, keys.DOWN, keys.HOME, keys.END, keys.PAGE_UP),
    *(keys.PAGE_DOWN, keys.ENTER, keys.TAB, keys.ESCAPE, keys.BACKSPACE, *keys.WHEEL),
}


def _style_name(style: Style) -> str:
    return style.name.lower()


_STYLES = {_style_name(style): style for style in Style}
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


class MessageError(ValueError):
    """A line is not a valid message; players are not shown the reason."""


class OtherVersionError(MessageError):
    """A guest has another protocol version."""


class Refusal(Enum):
    """Why a guest is refused."""

    VERSION = "version"
    BUSY = "busy"
    NO = "no"
    BROKEN = "broken"
    NO_WORDS = "no words"


class Parting(Enum):
    """How a guest's visit ends, unless the connection breaks."""

    HOST_LEFT = "host left"
    LEFT = "left"
    REVIEW = "review"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message of a guest: version, name, window and look.

    signs: name of the guest's glyph set.
    has_colours: its terminal shows the colours of styles.
    words: play in words, without drawings.
    headphones: in words, say nothing about a hand until asked.
    is_typed: a person answers, not a script.
    """

    version: int
    name: str
    size: Size
    theme: Theme
    keyboard: str
    language: str
    signs: str
    has_colours: bool
    animated: bool
    bell: bool
    words: bool = False
    headphones: bool = False
    is_typed: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """A spoken command or answer."""

    said: str


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key; ``seen`` is the number of the picture shown when it was pressed."""

    key: str
    seen: int


@dataclass(frozen=True, slots=True)
class Pasted:
    """Pasted text; ``seen`` is the number of the picture then shown."""

    text: str
    seen: int


@dataclass(frozen=True, slots=True)
class Clicked:
    """A click on a cell; ``seen`` is the number of the picture then shown."""

    row: int
    column: int
    seen: int


@dataclass(frozen=True, slots=True)
class Resized:
    """The guest's window has a new size, or needs all rows again."""

    size: Size


@dataclass(frozen=True, slots=True)
class Entered:
    """The guest's scores of the finished game: names of new goals, and whether it is best."""

    goals: tuple[str, ...]
    is_best: bool


@dataclass(frozen=True, slots=True)
class Waiting:
    """The guest awaits admission or, with ``may_come_in``, is admitted and awaits the game."""

    may_come_in: bool = False


@dataclass(frozen=True, slots=True)
class Refused:
    """The guest is refused; ``program`` and ``version`` are the host's.

    This message must not change: programs of other versions read it.
    """

    why: Refusal
    version: int = VERSION
    program: str = __version__


@dataclass(frozen=True, slots=True)
class Rows:
    """A picture, as the rows that differ from the previous one.

    After a change of ``size`` all rows are sent. ``number`` increases with each picture.
    """

    number: int
    size: Size
    theme: Theme
    cursor: tuple[int, int]
    changed: Mapping[int, tuple[Span, ...]]


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that the game says in words."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Prompt:
    """The game in words waits for a line."""


@dataclass(frozen=True, slots=True)
class Bell:
    """Ring the bell."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The record of a finished game, for the guest's own scores."""

    record: str


@dataclass(frozen=True, slots=True)
class Ended:
    """The visit is over: a player has left, or the guest reviews the finished game."""

    how: Parting


@dataclass(frozen=True, slots=True)
class Beat:
    """Keep-alive message of either end; only connections handle it."""


def is_key(key: str) -> bool:
    """True for a named key, a space or a printable character."""
    if len(key) != 1:
        return key in _NAMED_KEYS
    return key.isprintable() or category(key) == "Zs"


FromGuest: TypeAlias = Hello | Answer | Pressed | Pasted | Clicked | Resized | Entered
FromHost: TypeAlias = Waiting | Refused | Rows | Bell | Lines | Prompt | Finished | Ended

_KINDS: dict[str, type[FromGuest | FromHost | Beat]] = {
    kind.__name__.lower(): kind
    for kind in (
        *(Hello, Answer, Pressed, Pasted, Clicked, Resized, Entered),
        *(Waiting, Refused, Rows, Bell, Lines, Prompt, Finished, Ended, Beat),
    )
}


def format_message(message: FromGuest | FromHost | Beat) -> bytes:
    """Encode a message as a line."""
    fields = {name: _to_plain_value(getattr(message, name)) for name in field_names(type(message))}
    line = {"is": type(message).__name__.lower(), **fields}
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _to_plain_value(value: object) -> object:
    match value:
        case Size(rows, columns):
            return [rows, columns]
        case Theme() | Refusal() | Parting():
            return value.value
        case Mapping():
            return [
                [row, [[_style_name(span.style), span.text] for span in spans]]
                for row, spans in value.items()
            ]
        case _:
            return value


def parse_from_guest(line: bytes) -> FromGuest | Beat:
    """Parse a guest's message, without the line feed.

    Raises MessageError: OtherVersionError for a hello with another version.
    """
    message = _parse(line, MAX_FROM_GUEST)
    if not isinstance(message, FromGuest | Beat):
        raise MessageError("this is no message of a guest")
    return message


def parse_from_host(line: bytes) -> FromHost | Beat:
    """Parse a host's message, without the line feed; raises MessageError."""
    message = _parse(line, MAX_FROM_HOST)
    if not isinstance(message, FromHost | Beat):
        raise MessageError("this is no message of a host")
    return message


def _parse(line: bytes, longest: int) -> FromGuest | FromHost | Beat:
    if len(line) > longest:
        raise MessageError("a message is too long")
    if _depth(line) > _MAX_DEPTH:
        raise MessageError("a message is nested too deeply")
    try:
        fields = json.loads(line.decode(), parse_float=_refuse, parse_constant=_refuse)
    except (ValueError, RecursionError):
        raise MessageError("this is no message") from None
    if not isinstance(fields, dict):
        raise MessageError("this is no message")
    name = fields.pop("is", None)
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is Hello and fields.get("version") != VERSION:
        raise OtherVersionError("the other program is of another version")
    if kind is None or {*fields} != {*field_names(kind)}:
        raise MessageError("this is no message that is known")
    return kind(**{name: _READERS[name](value) for name, value in fields.items()})


def _depth(line: bytes) -> int:
    depth = deepest = 0
    for sign in _STRING.sub(b"", line):
        if sign in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif sign in b"]}":
            depth -= 1
    return deepest


def _refuse(_text: str) -> Any:
    raise ValueError


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < _MAX_NUMBER:
        raise MessageError("a message has an invalid number")
    return value


def _size(value: object) -> Size:
    """Parse the size of a window, clamped to MAX_SIZE."""
    rows, columns = _cell(value)
    return Size(min(max(rows, 1), MAX_SIZE.rows), min(max(columns, 1), MAX_SIZE.columns))


def _cell(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise MessageError("a message has an invalid cell or size")
    row, column = map(_number, value)
    return row, column


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise MessageError("a message has an invalid bool")
    return value


def _text(max_length: int, *, besides: str = "") -> Callable[[object], str]:
    """Return a parser of text of up to ``max_length`` characters, printable or in ``besides``."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > max_length:
            raise MessageError("a message has an invalid text, or it is too long")
        if printable(rest := value.replace(besides, "")) != rest:
            raise MessageError("a text of a message cannot be printed")
        return value

    return read


def _one_of(values: Mapping[str, Any]) -> Callable[[object], Any]:
    def read(value: object) -> Any:
        if not isinstance(value, str) or value not in values:
            raise MessageError("a message has an unknown word")
        return values[value]

    return read


def _key(value: object) -> str:
    if not isinstance(value, str) or not is_key(value):
        raise MessageError("a message has an invalid key")
    return value


def _rows(value: object) -> Mapping[int, tuple[Span, ...]]:
    if not isinstance(value, list) or len(value) > MAX_SIZE.rows:
        raise MessageError("a message has invalid rows, or too many")
    rows: dict[int, tuple[Span, ...]] = {}
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[1], list):
            raise MessageError("a message has an invalid row")
        row = _number(pair[0])
        if row >= MAX_SIZE.rows:
            raise MessageError("a row of a message is outside the window")
        spans = []
        for piece in pair[1]:
            if not isinstance(piece, list) or len(piece) != 2:
                raise MessageError("a message has an invalid span")
            style = _one_of(_STYLES)(piece[0])
            spans.append(Span(_text(_MAX_ROW_LENGTH)(piece[1]), style))
        if sum(text_width(span.text) for span in spans) > MAX_SIZE.columns:
            raise MessageError("a row of a message is too long")
        rows[row] = tuple(spans)
    return rows


def _lines(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MAX_LINES:
        raise MessageError("a message has invalid lines, or too many")
    return tuple(map(_text(MAX_SAID), value))


_READERS: Mapping[str, Callable[[object], Any]] = {
    **dict.fromkeys(("version", "seen", "row", "column", "number"), _number),
    **dict.fromkeys(("has_colours", "animated", "bell"), _flag),
    **dict.fromkeys(("words", "headphones", "is_typed", "may_come_in", "is_best"), _flag),
    "said": _text(MAX_SAID),
    "program": _text(20),
    **dict.fromkeys(("lines", "goals"), _lines),
    "size": _size,
    "cursor": _cell,
    "name": _text(MAX_GIVEN_NAME),
    "keyboard": _text(20),
    "language": _text(20),
    "record": _text(_MAX_RECORD_LENGTH, besides="\n"),
    "key": _key,
    "text": _text(keys.MAX_PASTE, besides="\x7f"),
    "signs": _one_of({name: name for name in GLYPH_SETS}),
    "theme": _one_of({theme.value: theme for theme in Theme}),
    "why": _one_of({why.value: why for why in Refusal}),
    "how": _one_of({how.value: how for how in Parting}),
    "changed": _rows,
}


ReceivedT = TypeVar("ReceivedT", bound=FromGuest | FromHost)

_READ_BYTES = 65_536
_MAX_QUEUED, _SECONDS = 500, 2.0
"""Messages allowed in that many seconds: more than any keyboard sends."""
_KEEPALIVE_SECONDS, _SILENCE = 5.0, 20
"""Seconds without sending until a beat is sent, and without receiving until silence is reported."""


class Connection(Generic[ReceivedT]):
    """One end of a connection; ``parse`` reads lines of up to ``longest`` bytes.

    ``trouble`` is the error of an invalid message, after which reading ends. Both ends send beats,
    so that a peer which is stopped or cut off is noticed.
    """

    def __init__(
        self,
        end: socket.socket,
        parse: Callable[[bytes], ReceivedT | Beat],
        longest: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        end.setblocking(False)
        self._end, self._parse, self._longest, self._clock = end, parse, longest, clock
        self._sent = self._heard = self._awake = clock()
        self._silence = 0
        self._received, self._unsent = bytearray(), bytearray()
        self._times: deque[float] = deque(maxlen=_MAX_QUEUED)
        self.is_open = True
        self.trouble: MessageError | None = None

    def fileno(self) -> int:
        """Return the socket's file descriptor, for select()."""
        return self._end.fileno()

    @property
    def has_unsent(self) -> bool:
        """Whether data waits until the other end has read more."""
        return bool(self._unsent)

    def send(self, message: FromGuest | FromHost | Beat) -> None:
        """Send a message, or as much as is possible without blocking."""
        if self.is_open:
            self._sent = self._clock()
            self._unsent += format_message(message)
            self.flush()

    def flush(self) -> None:
        """Send more of the unsent data."""
        try:
            while self.is_open and self._unsent:
                sent = self._end.send(self._unsent)
                del self._unsent[:sent]
        except BlockingIOError:
            pass
        except OSError:
            # Messages that the other end sent before closing are still read.
            self._unsent.clear()

    def receive(self) -> list[ReceivedT]:
        """Return the messages received, including those before the end of the connection."""
        if not self.is_open or self.trouble is not None:
            return []
        try:
            piece = self._end.recv(_READ_BYTES)
        except BlockingIOError:
            return []
        except OSError:
            piece = b""
        if not piece:
            self.close()
        self._heard = now = self._clock()
        self._received += piece
        *lines, rest = self._received.split(b"\n")
        self._received = rest
        messages = []
        try:
            for line in lines:
                if len(self._times) == _MAX_QUEUED and now - self._times[0] < _SECONDS:
                    raise MessageError("too many messages came at once")
                self._times.append(now)
                message = self._parse(bytes(line))
                if not isinstance(message, Beat):
                    messages.append(message)
            if len(rest) > self._longest:
                raise MessageError("a message is too long")
        except MessageError as error:
            self.trouble = error
        return messages

    def keep_alive(self) -> int | None:
        """Send a beat if due; return a new number of silent seconds, or None if unchanged.

        0 means that the peer answers again. Time during which this program or machine was suspended
        does not count.
        """
        now = self._clock()
        if now - self._awake > _KEEPALIVE_SECONDS:
            self._heard = min(now, self._heard + now - self._awake)
        self._awake = now
        silence = now - self._heard
        # Back off while the peer is silent, so a process resumed after hours is not flooded.
        if now - self._sent >= max(_KEEPALIVE_SECONDS, silence / 2):
            self.send(Beat())
        before, self._silence = self._silence, int(silence // _SILENCE * _SILENCE)
        return None if self._silence == before else self._silence

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._end.close()


_NAME = "table.sock"
_MAX_PATH_BYTES = 100
"""Linux takes 107 bytes, macOS 103."""
_RUNTIME_FOLDER = "XDG_RUNTIME_DIR"
_CREDENTIALS = struct.Struct("3i")
_IS_SUPPORTED = hasattr(socket, "AF_UNIX")


class MeetingError(FoxduetError):
    """Two programs cannot meet at a path."""


class NoHostError(MeetingError):
    """No host waits at a path, at least not yet."""


@dataclass(frozen=True, slots=True)
class Account:
    """The account of the program at the other end, as the system reports it."""

    name: str
    is_own: bool


def check_sockets() -> None:
    """Raise MeetingError if the system or this Python lacks Unix domain sockets."""
    if not _IS_SUPPORTED:
        message = N_("two terminals need Unix domain sockets, which Python lacks on this system")
        raise MeetingError(message)


def host_socket_path(given: Path | None, group: str | None) -> Path:
    """Return the path for a host's socket: ``given``, or in a folder that is created if missing.

    A ``group`` may enter the folder. Raises MeetingError if the folder is unsafe, or OSError if it
    cannot be created.
    """
    check_sockets()
    if given is not None:
        return given
    if group is not None:
        number = _group_number(group)
        folder = _make_private_folder(_shared_folder(os.getuid()), 0o710)
        os.chown(folder, -1, number)
        folder.chmod(0o710)
        return folder / _NAME
    for folder in _own_folders():
        try:
            if folder.parent != Path("/tmp"):
                _check_owner(folder.parent, stat.S_ISDIR, os.getuid(), 0o700)
        except (OSError, MeetingError):
            continue
        return _make_private_folder(folder, 0o700) / _NAME
    raise AssertionError("the last folder can always be made")


def candidate_socket_paths(given: str | None) -> tuple[tuple[Path, int | None], ...]:
    """Return possible paths of a host: ``given`` if it is a path, or the sockets of an account.

    ``given`` may name the account, by default the user's own. Each path comes with the account that
    must own it, or None for a path given. Raises MeetingError if the account is unknown or hosts no
    game.
    """
    check_sockets()
    if given is not None and os.sep in given:
        return ((Path(given), None),)
    if given is None:
        owner = os.getuid()
        return tuple((path / _NAME, owner) for path in (*_own_folders(), _shared_folder(owner)))
    import pwd

    try:
        owner = pwd.getpwnam(given).pw_uid
    except KeyError:
        if not given.isdecimal():
            raise MeetingError(
                N_("there is no account {name} here; give an account, or a path with a / in it"),
                name=given,
            ) from None
        owner = int(given)
    folder = _shared_folder(owner)
    if not os.path.lexists(folder):
        raise NoHostError(N_("{name} hosts no game for others here"), name=given)
    return ((folder / _NAME, owner),)


def _own_folders() -> Iterator[Path]:
    """Yield folders for the user's own sockets, best first.

    Host and guest try all of them, since XDG_RUNTIME_DIR may be missing in either session.
    """
    user = os.getuid()
    named = os.environ.get(_RUNTIME_FOLDER, "")
    if os.path.isabs(named):
        yield Path(named) / "foxduet"
    yield Path(f"/run/user/{user}") / "foxduet"
    yield Path(f"/tmp/foxduet-{user}")


def _shared_folder(user: int) -> Path:
    return Path(f"/tmp/foxduet-{user}-group")


def _check_owner(path: Path, is_kind: Callable[[int], bool], owner: int, allowed: int) -> None:
    """Raise MeetingError unless ``owner`` owns ``path``, with no more than ``allowed`` access.

    Raises OSError if it does not exist.
    """
    status = os.lstat(path)
    if status.st_uid != owner or not is_kind(status.st_mode):
        raise MeetingError(
            N_(
                "{path} was not made by foxduet for {account}: have it removed, or meet elsewhere, "
                "with foxduet host --socket FILE and foxduet join FILE"
            ),
            path=str(path),
            account=account_name(owner),
        )
    if stat.S_IMODE(status.st_mode) & ~allowed:
        raise MeetingError(
            N_("other accounts can get at {path}; its owner closes it with: chmod {mode} {path}"),
            path=str(path),
            mode=f"{allowed:o}",
        )


def _make_private_folder(folder: Path, allowed: int) -> Path:
    with suppress(FileExistsError):
        make_folder(folder)
    _check_owner(folder, stat.S_ISDIR, os.getuid(), allowed)
    return folder


def _group_number(name: str) -> int:
    import grp

    try:
        return grp.getgrnam(name).gr_gid
    except KeyError:
        raise MeetingError(N_("there is no group {name} here"), name=name) from None


@contextmanager
def listen(path: Path, group: str | None = None) -> Iterator[socket.socket]:
    """Listen at a path during the block; a socket left by a killed host is removed.

    Raises MeetingError if another host is listening or the path is unsuitable, and OSError.
    """
    check_sockets()
    if len(os.fsencode(path)) > _MAX_PATH_BYTES:
        raise MeetingError(N_("the path {path} is too long for a socket"), path=str(path))
    import fcntl

    number = None if group is None else _group_number(group)
    lock = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            message = N_("another program is hosting a game at {path}")
            raise MeetingError(message, path=str(path)) from None
        with suppress(FileNotFoundError):
            if not stat.S_ISSOCK(os.lstat(path).st_mode):
                message = N_("{path} is not a socket, and has been left alone")
                raise MeetingError(message, path=str(path))
            _check_owner(path, stat.S_ISSOCK, os.getuid(), 0o777)
            path.unlink()
        door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with door:
            door.bind(str(path))
            try:
                # Connections are possible only after listen().
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
        # The lock file stays: another program may be waiting for it.
        os.close(lock)


def connect(given: str | None) -> socket.socket:
    """Connect to a host; raises MeetingError, or OSError."""
    for path, owner in candidate_socket_paths(given):
        guest = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            if owner is not None:
                allowed = 0o710 if path.parent == _shared_folder(owner) else 0o700
                _check_owner(path.parent, stat.S_ISDIR, owner, allowed)
            guest.connect(str(path))
            if owner is not None:
                _check_owner(path, stat.S_ISSOCK, owner, 0o660)
        except (FileNotFoundError, ConnectionRefusedError):
            guest.close()
        except (OSError, MeetingError):
            guest.close()
            raise
        else:
            return guest
    message = N_("nobody is hosting a game here; the other player starts one with: foxduet host")
    raise NoHostError(message)


def peer_account(connection: socket.socket) -> Account | None:
    """Return the account at the other end; None if the system does not report it."""
    option = getattr(socket, "SO_PEERCRED", None)
    if option is None:
        return None
    content = connection.getsockopt(socket.SOL_SOCKET, option, _CREDENTIALS.size)
    _process, user, _group = _CREDENTIALS.unpack(content)
    return Account(account_name(user), user == os.getuid())


def account_name(user: int) -> str:
    """Return the name of an account, or its number if it has no name, as in many containers."""
    import pwd

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)
