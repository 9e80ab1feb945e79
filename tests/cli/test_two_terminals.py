"""The commands of two terminals: what they take, and what they say where nobody can play."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import ClassVar

import pytest

from foxduet.cli.host import HostOptions
from foxduet.cli.play import PlayOptions
from foxduet.cli.review import ReviewOptions
from foxduet.core import __version__
from foxduet.core.cards import Seat
from foxduet.play.game import set_recorder_seat
from foxduet.play.record import dump_record
from foxduet.remote import network, wire
from foxduet.remote.wire import VERSION, Ended, Finished, Parting, Refusal, Refused, format_message
from foxduet.ui.kit import keys
from foxduet.ui.kit.effects import TerminalCommand
from tests.support.players import VICTORY
from tests.support.processes import Call, options_in
from tests.support.tables import ScriptedTerminal

pytestmark = pytest.mark.usefixtures("_seeming_terminal")

AT_TERMINALS = (keys.ESCAPE, keys.LEFT, "1", keys.ENTER)
"""Keys of one person at the first start who then turns to two terminals."""

with_sockets = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")


def test_nothing_need_be_said_to_host_or_to_join() -> None:
    host, join = options_in("host"), options_in("join")
    assert isinstance(host, HostOptions)
    assert (host.socket, host.group, host.play.resume) == (None, None, None)
    assert host.network is None, "nothing listens unless asked"
    assert (join.place, join.code, join.name) == (None, None, None)


def test_a_host_names_a_game_and_a_place_and_a_guest_a_place_and_a_name() -> None:
    host = options_in("host --level 2 --socket here --group games")
    join = options_in("join /tmp/there --name Zoe")
    assert isinstance(host, HostOptions)
    assert (host.play.setup, host.socket, host.group) == ({"level": 2}, Path("here"), "games")
    assert (join.place, join.name) == ("/tmp/there", "Zoe")
    assert getattr(options_in("host --network"), "network", None) == ""
    assert getattr(options_in("host --network 10.0.0.1"), "network", None) == "10.0.0.1"
    assert options_in("join 10.0.0.1:4000 abcd").code == "abcd"


@with_sockets
def test_where_nobody_hosts_a_line_says_so(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("foxduet.cli.host._HOST_WAIT_SECONDS", 0.1)
    status, out, err = call(f"join {tmp_path / 'none'}")
    assert (status, out) == (1, "Waiting for a host ...\n")
    assert err == (
        "foxduet: nobody is hosting a game here; the other player starts one with: foxduet host\n"
    )


@with_sockets
def test_a_group_that_is_not_there_is_told_in_a_line(call: Call, tmp_path: Path) -> None:
    status, _out, err = call(f"host --group no-such-group --socket {tmp_path / 's'}")
    assert (status, err) == (1, "foxduet: there is no group no-such-group here\n")


def test_a_game_beside_the_program_is_not_hosted(call: Call, home: Path) -> None:
    status, _out, err = call("host --solo steady")
    assert status == 2
    assert "--solo" in err


@with_sockets
@pytest.mark.parametrize("line", ["host --level 1 --network", "join 127.0.0.1:1 abcd-efgh"])
def test_an_older_python_names_ssh_for_two_machines(
    line: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "_IS_SUPPORTED", False)
    message = (
        "two machines need Python 3.13 or later, with OpenSSL, at both ends; with any other, play "
        "over ssh: foxduet help host"
    )
    assert call(line) == (1, "", f"foxduet: {message}\n")


@pytest.mark.parametrize("line", ["host --level 1", "join", "join 127.0.0.1:1 abcd-efgh"])
def test_where_python_has_no_such_sockets_a_line_says_so(
    line: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "_IS_SUPPORTED", False)
    message = "two terminals need Unix domain sockets, which Python lacks on this system"
    assert call(line) == (1, "", f"foxduet: {message}\n")


class Typist(ScriptedTerminal):
    """A terminal with a script, which may wait between its keys as well."""

    is_coloured: ClassVar = True
    ended_by: ClassVar = None

    def measure(self, _text: str) -> int | None:
        return None


@pytest.fixture
def typist(monkeypatch: pytest.MonkeyPatch) -> Iterator[Typist]:
    """Return the terminal that the program finds."""
    terminal = Typist([])

    @contextmanager
    def open_terminal(*, coloured: bool, mouse: bool) -> Iterator[Typist]:
        yield terminal

    with open(os.devnull) as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        monkeypatch.setattr("foxduet.ui.kit.terminal.open_terminal", open_terminal)
        yield terminal


@with_sockets
def test_the_title_leads_to_the_form_of_a_host_and_that_back_to_the_title(
    call: Call, typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    typist.script += [*AT_TERMINALS, keys.ENTER, keys.ESCAPE, "q"]
    with TemporaryDirectory(dir="/tmp") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        assert call("") == (0, "", "")
        assert not [*Path(folder).rglob("*.sock")]
    pictures = ["\n".join(frame.text_rows) for frame in typist.frames]
    form = pictures[max(at for at, one in enumerate(pictures) if "Host a new game" in one) + 1]
    assert "Teammate" not in form
    assert "Level" in form
    assert "◄  two terminals  ►" in pictures[-1]


@with_sockets
def test_an_account_without_a_name_hosts_by_its_number(
    call: Call, typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pwd

    def know_none(number: int) -> None:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", know_none)
    with TemporaryDirectory(dir="/tmp") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        assert call("host --level 1")[0] == 0
    assert f"ssh -t {os.getuid()}@" in typist.text


@with_sockets
def test_the_game_that_was_hosted_last_is_hosted_next(
    call: Call, home: Path, typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosted: list[tuple[str, bool]] = []

    def host(options: PlayOptions, choice: TerminalCommand) -> int:
        hosted.append((options.game, choice.daily))
        home.mkdir(parents=True, exist_ok=True)
        (home / "config.toml").write_text('game = "classic"\n')
        return 0

    monkeypatch.setattr("foxduet.cli.host.host_from_title", host)
    # The title is for two terminals again.
    typist.script += [*AT_TERMINALS, keys.ENTER, "2", keys.ENTER, keys.ENTER, "q"]
    assert call("") == (0, "", "")
    assert hosted == [("duet", False), ("classic", True)]


@contextmanager
def hosted(monkeypatch: pytest.MonkeyPatch, *messages: wire.FromHost) -> Iterator[None]:
    """Let a guest find a host whose last words are some messages."""
    ours, theirs = socket.socketpair()
    for message in messages:
        theirs.sendall(format_message(message))
    with ours, theirs:
        monkeypatch.setattr("foxduet.remote.wire.connect", lambda _place: ours)
        yield


@with_sockets
@pytest.mark.usefixtures("typist")
def test_the_refusal_of_another_version_names_both(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosted(monkeypatch, Refused(Refusal.VERSION, VERSION + 1, "9.9")):
        status, _out, err = call("join")
    assert (status, err) == (
        1,
        f"foxduet: the host has foxduet 9.9 (protocol {VERSION + 1}), and you have {__version__} "
        f"(protocol {VERSION}): install the same version at both ends\n",
    )


@with_sockets
@pytest.mark.usefixtures("typist")
def test_a_guest_waits_for_a_host_that_is_started_at_the_same_time(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = socket.socketpair()
    theirs.sendall(format_message(Ended(Parting.HOST_LEFT)))
    not_yet = [wire.NoHostError("nobody is hosting")] * 2

    def knock(_place: str | None) -> socket.socket:
        if not_yet:
            raise not_yet.pop()
        return ours

    monkeypatch.setattr("foxduet.remote.wire.connect", knock)
    with ours, theirs:
        status, out, err = call("join")
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        "Waiting for a host ...",
        "The host has left; the game is saved on the host's machine.",
    ]


@with_sockets
@pytest.mark.usefixtures("typist")
@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (
            format_message(Refused(Refusal.NO_WORDS)),
            "that game cannot be told in words; join without --plain",
        ),
        (
            format_message(Refused(Refusal.BROKEN)),
            "the host could not understand what was sent from here; join again",
        ),
        (b"garbage\n", "the host sent something that makes no sense"),
        (b"", "the connection was lost; join again to carry on"),
    ],
    ids=["no words", "misunderstood", "garbage", "cut"],
)
def test_a_guest_who_cannot_stay_is_told_why(
    sent: bytes, message: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = socket.socketpair()
    theirs.sendall(sent)
    theirs.shutdown(socket.SHUT_WR)
    monkeypatch.setattr("foxduet.remote.wire.connect", lambda _place: ours)
    with ours, theirs:
        status, _out, err = call("join")
    assert (status, err) == (1, f"foxduet: {message}\n")


@pytest.fixture
def _no_input(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with open(os.devnull) as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield


@with_sockets
@pytest.mark.usefixtures("_no_input")
def test_a_host_without_input_does_not_wait_for_anybody(call: Call) -> None:
    with TemporaryDirectory(dir="/tmp") as folder:
        status, out, err = call(f"--plain host --level 1 --socket {folder}/s")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1].startswith("Game saved. To resume it: ")


@with_sockets
@pytest.mark.usefixtures("_no_input")
def test_a_guest_without_input_does_not_wait_for_the_host(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    with hosted(monkeypatch, wire.Waiting(may_come_in=False)):
        status, out, err = call("--plain join")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "You have left: there is no more input."


@pytest.fixture
def reviewed(monkeypatch: pytest.MonkeyPatch, typist: Typist) -> Iterator[list[ReviewOptions]]:
    """Return what is reviewed; the host's last words are a record, and that the guest leaves."""

    def run(given: ReviewOptions) -> int:
        wanted.append(given)
        return 0

    wanted: list[ReviewOptions] = []
    with hosted(monkeypatch, Finished(dump_record(VICTORY)), Ended(Parting.REVIEW)):
        monkeypatch.setattr("foxduet.cli.host.run_review", run)
        yield wanted


@with_sockets
@pytest.mark.parametrize("how", [Parting.HOST_LEFT, Parting.MOVED])
def test_whoever_joined_from_the_title_is_told_there_why_they_are_back(
    how: Parting, call: Call, typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    typist.script += [*AT_TERMINALS, keys.DOWN, *"Zoe", keys.ENTER, "q"]
    ours, theirs = socket.socketpair()
    theirs.sendall(format_message(Ended(how)))
    monkeypatch.setattr("foxduet.remote.wire.connect", lambda _place: ours)
    with ours, theirs:
        assert call("") == (0, "", "")
        hello = wire.parse_from_guest(theirs.recv(10_000).partition(b"\n")[0])
    assert isinstance(hello, wire.Hello)
    assert hello.name == "Zoe"
    said = {
        Parting.HOST_LEFT: "The host has left; the game is saved on the host's machine.",
        Parting.MOVED: "Your seat has moved to another terminal.",
    }
    assert said[how] in "\n".join(typist.frames[-1].text_rows)


@with_sockets
def test_the_guest_s_program_says_what_its_own_scores_say(
    call: Call, typist: Typist, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = socket.socketpair()
    for message in (Finished(dump_record(VICTORY)), Ended(Parting.LEFT)):
        theirs.sendall(format_message(message))
    monkeypatch.setattr("foxduet.remote.wire.connect", lambda _place: ours)
    with ours, theirs:
        assert call("join") == (0, "", "")
        lines = theirs.recv(100_000).splitlines()
    (entered,) = [one for one in map(wire.parse_from_guest, lines) if isinstance(one, wire.Entered)]
    assert entered.goals == ("win", "no_hint")


@with_sockets
def test_the_guest_reviews_the_record_that_its_own_program_has_saved(
    call: Call, reviewed: list[ReviewOptions]
) -> None:
    assert call("join") == (0, "", "")
    (options,) = reviewed
    assert options.file is not None
    assert options.file.read_text("utf-8") == dump_record(set_recorder_seat(VICTORY, Seat.P2))


@with_sockets
def test_a_record_that_cannot_be_saved_is_not_reviewed(
    call: Call, home: Path, reviewed: list[ReviewOptions]
) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "records").write_text("no folder")
    status, _out, err = call("join")
    assert (status, err) == (1, "foxduet: the game's record cannot be saved here\n")
    assert reviewed == []
