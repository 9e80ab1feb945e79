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
MAX_WORDS_LENGTH = 300
"""Maximum characters of a line of words, in either direction."""
MAX_LINES = 1000
"""Maximum lines of words in a message."""
_MAX_ROW_LENGTH = MAX_SIZE.columns * (1 + MAX_MARKS)
_MAX_NUMBER = 2**31
_MAX_RECORD_LENGTH = 500_000
_NAMED_KEYS = {
    *(keys.LEFT, keys.RIGHT, keys.UP, keys.DOWN, keys.HOME, keys.END, keys.PAGE_UP),
    *(keys.PAGE_DOWN, keys.ENTER, keys.TAB, keys.ESCAPE, keys.BACKSPACE, *keys.WHEEL),
}


def _style_name(style: Style) -> str:
    return style.name.lower()


_STYLES = {_style_name(style): style for style in Style}


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


PlayerInput: TypeAlias = Pressed | Pasted | Clicked
FromGuest: TypeAlias = Hello | Answer | PlayerInput | Resized | Entered
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


def _parse(line: bytes, max_bytes: int) -> FromGuest | FromHost | Beat:
    if len(line) > max_bytes:
        raise MessageError("a message is too long")
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
    return kind(**{name: _PARSERS[name](value) for name, value in fields.items()})


def _refuse(_text: str) -> Any:
    raise ValueError


def _parse_number(value: object) -> int:
    if type(value) is not int or not 0 <= value < _MAX_NUMBER:
        raise MessageError("a message has an invalid number")
    return value


def _parse_size(value: object) -> Size:
    """Parse the size of a window, clamped to MAX_SIZE."""
    rows, columns = _parse_cell(value)
    return Size(min(max(rows, 1), MAX_SIZE.rows), min(max(columns, 1), MAX_SIZE.columns))


def _parse_cell(value: object) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise MessageError("a message has an invalid cell or size")
    row, column = map(_parse_number, value)
    return row, column


def _parse_flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise MessageError("a message has an invalid bool")
    return value


def _text_parser(max_length: int, *, extra: str = "") -> Callable[[object], str]:
    """Return a parser of text of up to ``max_length`` characters, printable or in ``extra``."""

    def parse(value: object) -> str:
        if not isinstance(value, str) or len(value) > max_length:
            raise MessageError("a message has an invalid text, or it is too long")
        if printable(printable_part := value.replace(extra, "")) != printable_part:
            raise MessageError("a text of a message cannot be printed")
        return value

    return parse


def _word_parser(values: Mapping[str, Any]) -> Callable[[object], Any]:
    def parse(value: object) -> Any:
        if not isinstance(value, str) or value not in values:
            raise MessageError("a message has an unknown word")
        return values[value]

    return parse


def _parse_key(value: object) -> str:
    if not isinstance(value, str) or not is_key(value):
        raise MessageError("a message has an invalid key")
    return value


def _parse_rows(value: object) -> Mapping[int, tuple[Span, ...]]:
    if not isinstance(value, list) or len(value) > MAX_SIZE.rows:
        raise MessageError("a message has invalid rows, or too many")
    rows: dict[int, tuple[Span, ...]] = {}
    for pair in value:
        if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[1], list):
            raise MessageError("a message has an invalid row")
        row = _parse_number(pair[0])
        if row >= MAX_SIZE.rows:
            raise MessageError("a row of a message is outside the window")
        spans = []
        for piece in pair[1]:
            if not isinstance(piece, list) or len(piece) != 2:
                raise MessageError("a message has an invalid span")
            style = _word_parser(_STYLES)(piece[0])
            spans.append(Span(_text_parser(_MAX_ROW_LENGTH)(piece[1]), style))
        if sum(text_width(span.text) for span in spans) > MAX_SIZE.columns:
            raise MessageError("a row of a message is too long")
        rows[row] = tuple(spans)
    return rows


def _parse_lines(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MAX_LINES:
        raise MessageError("a message has invalid lines, or too many")
    return tuple(map(_text_parser(MAX_WORDS_LENGTH), value))


_PARSERS: Mapping[str, Callable[[object], Any]] = {
    **dict.fromkeys(("version", "seen", "row", "column", "number"), _parse_number),
    **dict.fromkeys(("has_colours", "animated", "bell"), _parse_flag),
    **dict.fromkeys(("words", "headphones", "is_typed", "may_come_in", "is_best"), _parse_flag),
    "said": _text_parser(MAX_WORDS_LENGTH),
    "program": _text_parser(20),
    **dict.fromkeys(("lines", "goals"), _parse_lines),
    "size": _parse_size,
    "cursor": _parse_cell,
    "name": _text_parser(MAX_GIVEN_NAME),
    "keyboard": _text_parser(20),
    "language": _text_parser(20),
    "record": _text_parser(_MAX_RECORD_LENGTH, extra="\n"),
    "key": _parse_key,
    "text": _text_parser(keys.MAX_PASTE, extra="\x7f"),
    "signs": _word_parser({name: name for name in GLYPH_SETS}),
    "theme": _word_parser({theme.value: theme for theme in Theme}),
    "why": _word_parser({why.value: why for why in Refusal}),
    "how": _word_parser({how.value: how for how in Parting}),
    "changed": _parse_rows,
}


ReceivedT = TypeVar("ReceivedT", bound=FromGuest | FromHost)

_READ_BYTES = 65_536
_MAX_QUEUED, _QUEUE_SECONDS = 500, 2.0
"""Inputs, and other messages, allowed in that many seconds."""
_KEEPALIVE_SECONDS, _SILENCE_SECONDS = 5.0, 20
"""Seconds without sending until a beat is sent, and without receiving until silence is reported."""


class Connection(Generic[ReceivedT]):
    """One end of a connection; ``parse`` reads lines of up to ``max_bytes`` bytes.

    ``trouble`` is the error of an invalid message, after which reading ends. Both ends send beats,
    so that a peer which is stopped or cut off is noticed.
    """

    def __init__(
        self,
        own_socket: socket.socket,
        parse: Callable[[bytes], ReceivedT | Beat],
        max_bytes: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        own_socket.setblocking(False)
        self._end, self._parse, self._max_bytes, self._clock = own_socket, parse, max_bytes, clock
        self._send_time = self._receive_time = self._wake_time = clock()
        self._silence = 0
        self._received, self._unsent = bytearray(), bytearray()
        self._input_times: deque[float] = deque(maxlen=_MAX_QUEUED)
        self._other_times: deque[float] = deque(maxlen=_MAX_QUEUED)
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
            self._send_time = self._clock()
            self._unsent += format_message(message)
            self.flush()

    def flush(self) -> None:
        """Send more of the unsent data."""
        try:
            while self.is_open and self._unsent:
                sent_bytes = self._end.send(self._unsent)
                del self._unsent[:sent_bytes]
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
        self._receive_time = now = self._clock()
        self._received += piece
        *lines, incomplete_line = self._received.split(b"\n")
        self._received = incomplete_line
        messages = []
        try:
            for line in lines:
                message = self._parse(bytes(line))
                is_input = isinstance(message, PlayerInput)
                times = self._input_times if is_input else self._other_times
                if len(times) == _MAX_QUEUED and now - times[0] < _QUEUE_SECONDS:
                    if is_input:
                        # From a paste, or a key held while this program was stopped.
                        continue
                    raise MessageError("too many messages came at once")
                if isinstance(message, FromGuest | Beat):
                    # A host sends a picture for each key and step of an animation.
                    times.append(now)
                if not isinstance(message, Beat):
                    messages.append(message)
            if len(incomplete_line) > self._max_bytes:
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
        if now - self._wake_time > _KEEPALIVE_SECONDS:
            self._receive_time = min(now, self._receive_time + now - self._wake_time)
        self._wake_time = now
        silence = now - self._receive_time
        # Back off while the peer is silent, so a process resumed after hours is not flooded.
        if now - self._send_time >= max(_KEEPALIVE_SECONDS, silence / 2):
            self.send(Beat())
        previous, self._silence = self._silence, int(silence // _SILENCE_SECONDS * _SILENCE_SECONDS)
        return None if self._silence == previous else self._silence

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self._end.close()


_SOCKET = "table.sock"
_MAX_PATH_BYTES = 100
"""Linux takes 107 bytes, macOS 103."""
_RUNTIME_VARIABLE = "XDG_RUNTIME_DIR"
_CREDENTIALS = struct.Struct("3i")
_MAC_CREDENTIALS, _SOL_LOCAL = struct.Struct("IIh16I"), 0
"""The result of getsockopt(LOCAL_PEERCRED) on macOS: version, account, number of groups, groups."""
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


def host_socket_path(path: Path | None, group: str | None) -> Path:
    """Return the path for a host's socket: ``path``, or in a folder that is created if missing.

    A ``group`` may enter the folder. Raises MeetingError if the folder is unsafe, or OSError if it
    cannot be created.
    """
    check_sockets()
    if path is not None:
        return path
    if group is not None:
        number = _group_number(group)
        folder = _make_private_folder(_shared_folder(os.getuid()), 0o710)
        os.chown(folder, -1, number)
        folder.chmod(0o710)
        return folder / _SOCKET
    for folder in _own_folders():
        try:
            if folder.parent != Path("/tmp"):
                _check_owner(folder.parent, stat.S_ISDIR, os.getuid(), 0o700)
        except (OSError, MeetingError):
            continue
        return _make_private_folder(folder, 0o700) / _SOCKET
    raise AssertionError("the last folder can always be made")


def candidate_socket_paths(place: str | None) -> tuple[tuple[Path, int | None], ...]:
    """Return possible paths of a host: ``place`` if it is a path, or the sockets of an account.

    ``place`` may name the account, by default the user's own. Each path comes with the account that
    must own it, or None for a path given. Raises MeetingError if the account is unknown or hosts no
    game.
    """
    check_sockets()
    if place is not None and os.sep in place:
        return ((Path(place), None),)
    if place is None:
        owner = os.getuid()
        return tuple((path / _SOCKET, owner) for path in (*_own_folders(), _shared_folder(owner)))
    import pwd

    try:
        owner = pwd.getpwnam(place).pw_uid
    except KeyError:
        if not place.isdecimal():
            raise MeetingError(
                N_("there is no account {name} here; give an account, or a path with a / in it"),
                name=place,
            ) from None
        owner = int(place)
    folder = _shared_folder(owner)
    if not os.path.lexists(folder):
        raise NoHostError(N_("{name} hosts no game for others here"), name=place)
    return ((folder / _SOCKET, owner),)


def _own_folders() -> Iterator[Path]:
    """Yield folders for the user's own sockets, best first.

    Host and guest try all of them, since XDG_RUNTIME_DIR may be missing in either session.
    """
    user = os.getuid()
    runtime_folder = os.environ.get(_RUNTIME_VARIABLE, "")
    if os.path.isabs(runtime_folder):
        yield Path(runtime_folder) / "foxduet"
    yield Path(f"/run/user/{user}") / "foxduet"
    yield Path(f"/tmp/foxduet-{user}")


def _shared_folder(user: int) -> Path:
    return Path(f"/tmp/foxduet-{user}-group")


def _check_owner(path: Path, is_kind: Callable[[int], bool], owner: int, mode: int) -> None:
    """Raise MeetingError unless ``owner`` owns ``path``, with no more than ``mode`` access.

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
    if stat.S_IMODE(status.st_mode) & ~mode:
        raise MeetingError(
            N_("other accounts can get at {path}; its owner closes it with: chmod {mode} {path}"),
            path=str(path),
            mode=f"{mode:o}",
        )


def _make_private_folder(folder: Path, allowed_mode: int) -> Path:
    with suppress(FileExistsError):
        make_folder(folder)
    _check_owner(folder, stat.S_ISDIR, os.getuid(), allowed_mode)
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


def connect(place: str | None) -> socket.socket:
    """Connect to a host; raises MeetingError, or OSError."""
    for path, owner in candidate_socket_paths(place):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            if owner is not None:
                allowed_mode = 0o710 if path.parent == _shared_folder(owner) else 0o700
                _check_owner(path.parent, stat.S_ISDIR, owner, allowed_mode)
            connection.connect(str(path))
            if owner is not None:
                _check_owner(path, stat.S_ISSOCK, owner, 0o660)
        except (FileNotFoundError, ConnectionRefusedError):
            connection.close()
        except (OSError, MeetingError):
            connection.close()
            raise
        else:
            return connection
    message = N_("nobody is hosting a game here; the other player starts one with: foxduet host")
    raise NoHostError(message)


def peer_account(connection: socket.socket) -> Account | None:
    """Return the account at the other end; None if the system does not report it."""
    if hasattr(socket, "SO_PEERCRED"):
        content = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        _process, user, _group = _CREDENTIALS.unpack(content)
    elif hasattr(socket, "LOCAL_PEERCRED"):
        content = connection.getsockopt(_SOL_LOCAL, socket.LOCAL_PEERCRED, _MAC_CREDENTIALS.size)
        _version, user, *_groups = _MAC_CREDENTIALS.unpack(content)
    else:
        return None
    return Account(account_name(user), user == os.getuid())


def account_name(user: int) -> str:
    """Return the name of an account, or its number if it has no name, as in many containers."""
    import pwd

    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)
