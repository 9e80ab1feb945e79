"""Where two programs meet: a socket that only its owner, or a group, can reach."""

from __future__ import annotations

import os
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from foxduet.store import sockets
from foxduet.store.sockets import (
    MeetingError,
    account_name,
    account_of,
    knock,
    listening,
    place_to_host,
)

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
    with listening(place) as door, knock(str(place)):
        end, _address = door.accept()
        with end:
            account = account_of(end)
            assert account is None or account.is_own


def test_nobody_else_can_enter_the_socket(place: Path) -> None:
    with listening(place):
        assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert not place.exists()


def test_the_lock_is_for_its_owner_whatever_the_umask(place: Path) -> None:
    before = os.umask(0)
    try:
        with listening(place):
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


@pytest.mark.skipif(getattr(os, "getuid", lambda: 1)() != 0, reason="only root is several accounts")
def test_accounts_of_a_group_may_knock_and_no_others(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import grp

    group = next(one for one in grp.getgrall() if one.gr_gid not in (0, _NOBODY))
    monkeypatch.setattr(sockets, "_shared_folder", lambda _owner: place.parent)
    at = place_to_host(None, group.gr_name)
    with listening(at, group.gr_name) as door:
        assert status_as(group.gr_gid, lambda: knock("root")) == 0
        end, _address = door.accept()
        with end:
            account = account_of(end)
            assert account is None or not account.is_own
        assert status_as(None, lambda: knock("root")) == 1


def test_what_a_killed_host_has_left_is_no_obstacle(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(place))
    with pytest.raises(MeetingError, match="nobody hosts"):
        knock(str(place))
    with listening(place), knock(str(place)):
        pass


def test_only_one_program_hosts_at_a_place(place: Path) -> None:
    other = listening(place)
    with listening(place), pytest.raises(MeetingError, match="another program hosts"):
        other.__enter__()


def test_a_file_at_the_place_stays_as_it_is(place: Path) -> None:
    place.write_text("mine")
    with pytest.raises(MeetingError, match="is no socket"), listening(place):
        pass
    assert place.read_text() == "mine"


def test_a_path_that_is_too_long_is_told_in_a_line(tmp_path: Path) -> None:
    with pytest.raises(MeetingError, match="too long"), listening(tmp_path / ("x" * 200)):
        pass


def test_the_own_folder_is_in_the_runtime_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runtime = tmp_path / "run"
    runtime.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    place = place_to_host(None, None)
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
    with pytest.raises(MeetingError, match=r"chmod 700 .*run/foxduet"):
        place_to_host(None, None)
    with pytest.raises(MeetingError, match=r"chmod 700 .*run/foxduet"):
        knock(None)


@pytest.fixture
def temporary(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder in the temporary folder, where somebody waits at a socket."""
    monkeypatch.setattr(sockets, "_own_folders", lambda: iter([place.parent]))
    monkeypatch.setattr(sockets, "_shared_folder", lambda _owner: place.parent)
    with listening(place.parent / "table.sock"):
        yield place.parent


def test_a_folder_that_another_account_has_made_is_trusted_by_neither_side(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "_group_number", lambda _name: os.getgid())
    other = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: other)
    trusting: list[Callable[[], object]] = [
        *(lambda: place_to_host(None, None), lambda: place_to_host(None, "games")),
        *(lambda: knock(None), lambda: knock(str(other))),
    ]
    for trust in trusting:
        with pytest.raises(MeetingError) as caught:
            trust()
        assert str(temporary) in str(caught.value)
        assert "host --socket FILE" in str(caught.value)


def test_a_socket_that_others_may_use_is_not_trusted(temporary: Path) -> None:
    (temporary / "table.sock").chmod(0o666)
    with pytest.raises(MeetingError, match=r"chmod 660 .*table.sock"):
        knock(None)


@pytest.mark.skipif(getattr(os, "getuid", lambda: 1)() != 0, reason="only root is several accounts")
def test_a_socket_of_another_account_is_trusted_by_neither_side(temporary: Path) -> None:
    left = temporary / "t"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(left))
    for file in (temporary / "table.sock", left):
        os.chown(file, _NOBODY, -1)
    with pytest.raises(MeetingError, match=r"table.sock was not made by foxduet for"):
        knock(None)
    with pytest.raises(MeetingError, match="t was not made by foxduet for"), listening(left):
        pass
    assert left.exists()


def test_an_account_without_a_name_goes_by_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def know_none(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", know_none)
    assert account_name(4242) == "4242"
    with pytest.raises(MeetingError, match="4294967290 hosts no game for others"):
        knock("4294967290")


def test_an_account_that_is_not_there_is_told_in_a_line() -> None:
    with pytest.raises(MeetingError, match="no account nobody-of-that-name"):
        knock("nobody-of-that-name")


def test_without_such_sockets_there_is_one_clear_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "_IS_SUPPORTED", False)
    with pytest.raises(MeetingError, match="Unix domain sockets"):
        knock(None)
    with pytest.raises(MeetingError, match="Unix domain sockets"):
        place_to_host(None, None)
