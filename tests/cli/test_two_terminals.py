"""The commands of two terminals: what they take, and what they say where nobody can play."""

from __future__ import annotations

from pathlib import Path

import pytest

from foxduet.cli.arguments import parse_arguments
from foxduet.cli.host import HostOptions
from foxduet.cli.join import JoinOptions
from tests.support.calls import Call

pytestmark = pytest.mark.usefixtures("_seeming_terminal")


def options_of(*words: str) -> object:
    """Return what a command line is parsed to."""
    return parse_arguments(words)[1]


def test_nothing_need_be_said_to_host_or_to_join() -> None:
    host, join = options_of("host"), options_of("join")
    assert isinstance(host, HostOptions)
    assert isinstance(join, JoinOptions)
    assert (host.socket, host.group, host.play.resume) == (None, None, None)
    assert (join.place, join.name) == (None, "")


def test_a_host_names_a_game_and_a_place_and_a_guest_a_place_and_a_name() -> None:
    host = options_of("host", "--level", "2", "--socket", "here", "--group", "games")
    join = options_of("join", "/tmp/there", "--name", "Zoe")
    assert isinstance(host, HostOptions)
    assert isinstance(join, JoinOptions)
    assert (host.play.setup, host.socket, host.group) == ({"level": 2}, Path("here"), "games")
    assert (join.place, join.name) == ("/tmp/there", "Zoe")


def test_where_nobody_hosts_a_line_says_so(call: Call, tmp_path: Path) -> None:
    status, out, err = call(f"join {tmp_path / 'none'}")
    assert (status, out) == (1, "")
    assert err == "foxduet: nobody hosts a game here; the other player begins with: foxduet host\n"


def test_a_group_that_is_not_there_is_told_in_a_line(call: Call, tmp_path: Path) -> None:
    status, _out, err = call(f"host --group no-such-group --socket {tmp_path / 's'}")
    assert (status, err) == (1, "foxduet: there is no group no-such-group here\n")


def test_a_game_beside_the_program_is_not_hosted(call: Call, home: Path) -> None:
    status, _out, err = call("host --solo steady")
    assert status == 2
    assert "--solo" in err
