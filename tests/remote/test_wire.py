"""Where two programs meet, and messages: each is a line, read as it was written or refused."""

from __future__ import annotations

import json
import os
import socket
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unicodedata import category

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foxduet.core.cards import Seat
from foxduet.remote import host, network, wire
from foxduet.ui.kit.canvas import Size, Span, Style, Theme
from foxduet.words.text import GLYPH_SETS, printable
from tests.support.meetings import TwoTerminals, saved_game
from tests.support.players import duet
from tests.support.processes import with_shared_keys
from tests.support.tables import options_in

_NOBODY = 65534

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Path]:
    """Return a place for a socket, short enough for one."""
    folder = Path(f"/tmp/fd{os.getpid()}-{tmp_path.name[-10:]}")
    folder.mkdir(mode=0o700)
    yield folder / "t"
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()


def test_a_guest_finds_the_host_and_the_host_the_account(place: Path) -> None:
    with wire.listen(place) as door, wire.connect(str(place)):
        end, _address = door.accept()
        with end:
            account = wire.peer_account(end)
            assert account is None or account.is_own


def test_macos_says_the_account_of_the_other_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(socket, "SO_PEERCRED", raising=False)
    monkeypatch.setattr(socket, "LOCAL_PEERCRED", 1, raising=False)
    # The structure xucred: version 0, the user, the number of groups, and room for 16.
    answers = {(0, 1, 76): bytes(4) + _NOBODY.to_bytes(4, sys.byteorder) + bytes(68)}
    end = SimpleNamespace(getsockopt=lambda *asked: answers[asked])
    account = wire.peer_account(cast("socket.socket", end))
    assert account == wire.Account(wire.account_name(_NOBODY), is_own=False)


def test_nobody_else_can_enter_the_socket(place: Path) -> None:
    with wire.listen(place):
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert not place.exists()


def test_the_lock_is_for_its_owner_whatever_the_umask(place: Path) -> None:
    before = os.umask(0)
    try:
        with wire.listen(place):
            pass
    finally:
        os.umask(before)
    assert stat.S_IMODE(place.with_name(f"{place.name}.lock").stat().st_mode) == 0o600


def status_as(group: int | None, work: Callable[[], object]) -> int:
    """Do something as another account, in a group or in none; return its exit status."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.setgroups([] if group is None else [group])
            os.setgid(_NOBODY)
            os.setuid(_NOBODY)
            work()
            status = 0
        finally:
            os._exit(status)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


# Python 3.15 fails if it warns of a fork beside threads, such as that of xdist.
@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.skipif(getattr(os, "getuid", lambda: 1)() != 0, reason="only root is several accounts")
def test_accounts_of_a_group_may_knock_and_no_others(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import grp

    group = next(one for one in grp.getgrall() if one.gr_gid not in (0, _NOBODY))
    monkeypatch.setattr(wire, "_shared_folder", lambda _owner: place.parent)
    at = wire.host_socket_path(None, group.gr_name)
    with wire.listen(at, group.gr_name) as door:
        assert status_as(group.gr_gid, lambda: wire.connect("root")) == 0
        end, _address = door.accept()
        with end:
            account = wire.peer_account(end)
            assert account is None or not account.is_own
        assert status_as(None, lambda: wire.connect("root")) == 1


def test_what_a_killed_host_has_left_is_no_obstacle(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))
    with pytest.raises(wire.MeetingError, match="nobody is hosting"):
        wire.connect(str(place))
    with wire.listen(place), wire.connect(str(place)):
        pass


def test_only_one_program_hosts_at_a_place(place: Path) -> None:
    other = wire.listen(place)
    with wire.listen(place), pytest.raises(wire.MeetingError, match="another program is hosting"):
        other.__enter__()


def test_a_file_at_the_place_stays_as_it_is(place: Path) -> None:
    place.write_text("mine")
    with pytest.raises(wire.MeetingError, match="is not a socket"), wire.listen(place):
        pass
    assert place.read_text() == "mine"


def test_a_path_that_is_too_long_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(wire.MeetingError, match="too long"), wire.listen(tmp_path / ("x" * 200)):
        pass


def test_the_own_folder_is_in_the_runtime_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    place = wire.host_socket_path(None, None)
    assert place.parent == runtime / "foxduet"
    assert stat.S_IMODE(place.parent.stat().st_mode) == 0o700


def test_a_folder_that_others_may_enter_is_never_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    (runtime / "foxduet").mkdir(parents=True)
    runtime.chmod(0o700)
    (runtime / "foxduet").chmod(0o777)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    with pytest.raises(wire.MeetingError, match=r"chmod 700 .*run/foxduet"):
        wire.host_socket_path(None, None)
    with pytest.raises(wire.MeetingError, match=r"chmod 700 .*run/foxduet"):
        wire.connect(None)


@pytest.fixture
def temporary(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder in the temporary folder, where somebody waits at a socket."""
    monkeypatch.setattr(wire, "_own_folders", lambda: iter([place.parent]))
    monkeypatch.setattr(wire, "_shared_folder", lambda _owner: place.parent)
    with wire.listen(place.parent / "table.sock"):
        yield place.parent


def test_a_folder_that_another_account_has_made_is_trusted_by_neither_side(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_group_number", lambda _name: os.getgid())
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    trusting: list[Callable[[], object]] = [
        *(lambda: wire.host_socket_path(None, None), lambda: wire.host_socket_path(None, "games")),
        *(lambda: wire.connect(None), lambda: wire.connect(str(other))),
    ]
    for trust in trusting:
        with pytest.raises(wire.MeetingError) as caught:
            trust()
        assert str(temporary) in str(caught.value)
        assert "host --socket FILE" in str(caught.value)


def test_a_socket_that_others_may_use_is_not_trusted(temporary: Path) -> None:
    (temporary / "table.sock").chmod(0o666)
    with pytest.raises(wire.MeetingError, match=r"chmod 660 .*table.sock"):
        wire.connect(None)


@pytest.mark.skipif(getattr(os, "getuid", lambda: 1)() != 0, reason="only root is several accounts")
def test_a_socket_of_another_account_is_trusted_by_neither_side(temporary: Path) -> None:
    left = temporary / "t"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(left))
    for file in (temporary / "table.sock", left):
        os.chown(file, _NOBODY, -1)
    with pytest.raises(wire.MeetingError, match=r"table.sock was not made by foxduet for"):
        wire.connect(None)
    with pytest.raises(wire.MeetingError, match="t was not made by foxduet for"), wire.listen(left):
        pass
    assert left.exists()


def test_an_account_without_a_name_goes_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def know_none(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", know_none)
    assert wire.account_name(4242) == "4242"
    with pytest.raises(wire.MeetingError, match="4294967290 hosts no game for others"):
        wire.connect("4294967290")


def test_an_account_that_is_not_there_is_told_in_a_line() -> None:
    with pytest.raises(wire.MeetingError, match="no account nobody-of-that-name"):
        wire.connect("nobody-of-that-name")


def test_without_such_sockets_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "_IS_SUPPORTED", False)
    with pytest.raises(wire.MeetingError, match="Unix domain sockets"):
        wire.connect(None)
    with pytest.raises(wire.MeetingError, match="Unix domain sockets"):
        wire.host_socket_path(None, None)


LEFT, RIGHT = Seat.P1, Seat.P2


@pytest.fixture(params=["socket", pytest.param("network", marks=with_shared_keys)])
def _way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let guests come by a socket, or over a network."""
    if request.param == "socket":
        yield
        return
    with closing(network.NetworkDoor("127.0.0.1")) as door:

        def pair() -> tuple[socket.socket, socket.socket]:
            guest = network.connect(door.address, door.code)
            while not door.arrivals:
                pass
            return door.arrivals.popleft(), guest

        monkeypatch.setattr("tests.support.meetings.socketpair", pair)
        yield


@pytest.mark.usefixtures("_way")
@pytest.mark.parametrize(
    "nonsense",
    [
        b"\n",
        b"garbage\n",
        b"{}\n" * 100_000,
        b"x" * 3_000,
        b'{"is":"resized","size":[0,-1]}\n',
        b'{"is":"resized","size":[24,80]}\n' * 5_000,
        b"\xff\xfe\n",
    ],
    ids=["empty", "garbage", "many", "neither end", "odd size", "flood", "bytes"],
)
def test_a_rogue_guest_is_sent_away_and_the_game_goes_on(
    two: TwoTerminals, nonsense: bytes
) -> None:
    guest, before = two.guest, saved_game(two)
    assert guest is not None
    guest.end.setblocking(False)
    sent = 0
    while two.guest is guest:
        with suppress(OSError):
            sent += guest.end.send(nonsense[sent:])
        two.meeting.read_connections()
        guest.read()
        two.guest = None if guest.is_closed else guest
    two.settle()
    assert "Waiting for Zoe" in two.text(LEFT)
    assert saved_game(two) == before
    two.join()
    assert "Left is choosing ..." in two.text(RIGHT)


def test_surplus_keys_are_dropped_and_the_guest_stays(two: TwoTerminals) -> None:
    guest = two.guest
    assert guest is not None
    key = wire.format_message(wire.Pressed("right", guest.number))
    guest.end.sendall(key * 1_000 + wire.format_message(wire.Beat()))
    (slot,) = two.meeting.connections
    assert len(slot.connection.receive()) == 500
    two.press(LEFT, "1", "enter")
    two.press(RIGHT, "2", "enter")
    assert "Space continue" in two.text(LEFT), "later keys count"


def test_who_says_nothing_does_not_keep_others_out(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    silent = two.knock_silently()
    two.settle()
    assert silent.is_closed
    two.join()
    assert "Left is choosing ..." in two.text(RIGHT)
    two.close()


def test_a_flood_of_silent_knocks_keeps_nobody_out(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    flood = [two.knock_silently() for _ in range(100)]
    two.join()
    assert "Left is choosing ..." in two.text(RIGHT)
    for silent in flood:
        silent.read()
        assert silent.is_closed
    two.close()


def test_of_too_many_silent_knocks_the_first_have_to_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "_MAX_SILENT_CONNECTIONS", 2)
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    first, second, third = (two.knock_silently() for _ in range(3))
    for silent in (first, second, third):
        silent.read()
    assert [first.is_closed, second.is_closed, third.is_closed] == [True, False, False]
    assert wire.Refused(wire.Refusal.BUSY) in first.messages
    for silent in (second, third):
        silent.end.close()
    two.close()


def test_a_guest_of_another_version_is_told_which_one_is_needed(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    guest = two.knock_silently()
    guest.end.sendall(b'{"is":"hello","version":99}\n')
    two.meeting.read_connections()
    two.settle()
    assert guest.messages == [wire.Refused(wire.Refusal.VERSION, wire.VERSION)]
    two.close()


numbers = st.integers(0, 2**31 - 1)
sizes = st.builds(Size, st.integers(1, wire.MAX_SIZE.rows), st.integers(1, wire.MAX_SIZE.columns))
texts = st.text(max_size=20).map(printable)
keys = st.one_of(st.sampled_from(["left", "enter", "page up", "wheel down", " ", "é", "R"]))
spans = st.lists(st.builds(Span, texts, st.sampled_from(Style)), max_size=4).map(tuple)
from_guest = st.one_of(
    st.builds(
        wire.Hello,
        version=st.just(wire.VERSION),
        name=texts,
        size=sizes,
        theme=st.sampled_from(Theme),
        keyboard=texts,
        language=texts,
        signs=st.sampled_from([*GLYPH_SETS]),
        has_colours=st.booleans(),
        animated=st.booleans(),
        bell=st.booleans(),
        words=st.booleans(),
        headphones=st.booleans(),
        is_typed=st.booleans(),
    ),
    st.builds(wire.Answer, texts),
    st.builds(wire.Pressed, keys, numbers),
    st.builds(wire.Pasted, texts | st.just("\x7fé"), numbers),
    st.builds(wire.Clicked, numbers, numbers, numbers),
    st.builds(wire.Resized, sizes),
    st.builds(wire.Beat),
)
from_host = st.one_of(
    st.builds(wire.Waiting),
    st.builds(wire.Refused, st.sampled_from(wire.Refusal), numbers, texts),
    st.builds(
        wire.Rows,
        numbers,
        sizes,
        st.sampled_from(Theme),
        st.tuples(numbers, numbers),
        st.dictionaries(st.integers(0, wire.MAX_SIZE.rows - 1), spans, max_size=4),
    ),
    st.builds(wire.Bell),
    st.builds(wire.Lines, st.lists(texts, max_size=4).map(tuple)),
    st.builds(wire.Prompt),
    st.builds(wire.Finished, texts),
    st.builds(wire.Ended, st.sampled_from(wire.Parting)),
    st.builds(wire.Beat),
)
ROWS = b'{"is":"rows","number":1,"size":[1,1],"theme":"night","cursor":[0,0],"changed":[%s]}'
"""A picture of some rows."""
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda some: (
        st.lists(some, max_size=3) | st.dictionaries(st.text(max_size=5), some, max_size=3)
    ),
    max_leaves=8,
)


@given(from_guest)
def test_what_a_guest_says_is_read_as_it_was_written(message: Any) -> None:
    line = wire.format_message(message)
    assert line.count(b"\n") == 1
    assert wire.parse_from_guest(line[:-1]) == message


@given(from_host)
def test_what_a_host_says_is_read_as_it_was_written(message: Any) -> None:
    line = wire.format_message(message)
    assert line.count(b"\n") == 1
    assert wire.parse_from_host(line[:-1]) == message


def is_refused(line: bytes) -> bool:
    """Return whether neither side takes a line, which it says by its own error only."""
    for parse in (wire.parse_from_guest, wire.parse_from_host):
        try:
            parse(line)
        except wire.MessageError:
            continue
        return False
    return True


@given(st.binary(max_size=200) | values.map(lambda value: json.dumps(value).encode()))
@example(b"[" * 100_000)
@example(b'{"is":' * 100_000)
@example(b"1" * 100_000)
@example(b'{"is":"pressed","key":"left","seen":NaN}')
@example(b'{"is":"pressed","key":"left","seen":1e3}')
@example(b'{"is":"pressed","key":"left","seen":true}')
@example(b'{"is":"pressed","key":"left","seen":-1}')
@example(b'{"is":"pressed","key":"left","seen":1,"more":1}')
@example(b'{"is":"pressed","key":"\\u001b","seen":1}')
@example(b'{"is":"pressed","key":"leftmost","seen":1}')
@example(b'{"is":["pressed"],"key":"left","seen":1}')
@example(b'{"is":"finished","record":"\\u001b[2J"}')
@example(ROWS % b'[0,[["plain","\\n"]]]')
@example(ROWS % b"[200,[]]")
@example((ROWS % b"").replace(b"[0,0]", b"[0]"))
@example(b'{"is":"pasted","text":"\\n","seen":1}')
@example(b'{"is":"pasted","text":"%s","seen":1}' % (b"x" * 201))
def test_anything_else_is_refused(line: bytes) -> None:
    assert is_refused(line)


def test_a_row_has_as_many_signs_with_marks_as_cells() -> None:
    signs = ["e\u0301\u0301\u0301\u0301"] * wire.MAX_SIZE.columns
    for row, refused in ((signs, False), ([*signs, "e"], True)):
        spans = {0: (Span("".join(row), Style.PLAIN),)}
        rows = wire.Rows(1, wire.MAX_SIZE, Theme.NIGHT, (0, 0), spans)
        assert is_refused(wire.format_message(rows)[:-1]) == refused


@given(from_guest | from_host, st.data())
def test_half_a_line_is_refused(message: Any, data: st.DataObject) -> None:
    line = wire.format_message(message)[:-1]
    assert is_refused(line[: data.draw(st.integers(0, len(line) - 1))])


def test_lines_have_a_longest_length() -> None:
    with pytest.raises(wire.MessageError, match="too long"):
        wire.parse_from_guest(b" " * (wire.MAX_FROM_GUEST + 1))
    with pytest.raises(wire.MessageError, match="too long"):
        wire.parse_from_host(b" " * (wire.MAX_FROM_HOST + 1))


def test_neither_side_takes_what_only_the_other_says() -> None:
    with pytest.raises(wire.MessageError):
        wire.parse_from_guest(wire.format_message(wire.Ended(wire.Parting.LEFT))[:-1])
    with pytest.raises(wire.MessageError):
        wire.parse_from_host(wire.format_message(wire.Pressed("left", 1))[:-1])


def test_the_hello_of_another_version_is_known_as_such() -> None:
    with pytest.raises(wire.OtherVersionError):
        wire.parse_from_guest(b'{"is":"hello","version":99,"what it has":"else"}')


def test_a_window_larger_than_any_is_drawn_as_far_as_there_are_rows() -> None:
    line = b'{"is":"resized","size":[9999,9999]}'
    assert wire.parse_from_guest(line) == wire.Resized(wire.MAX_SIZE)


@given(st.characters())
def test_keys_are_names_or_what_can_be_printed(key: str) -> None:
    assert wire.is_key("page up")
    assert not wire.is_key(f"{key}{key}")
    assert wire.is_key(key) is (key.isprintable() or category(key) == "Zs")
    assert wire.is_key("\u00a0"), "the space that some keyboards write with Shift"
