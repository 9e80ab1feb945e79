"""Two machines: only who knows the code comes in, and nobody without it hears a word."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from threading import Thread

import pytest

from foxduet.remote import network, wire
from tests.support.processes import with_shared_keys


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the pauses of a door, which take no time."""
    pauses: list[float] = []
    monkeypatch.setattr(network, "sleep", pauses.append)
    return pauses


@pytest.fixture
def door(pauses: list[float]) -> Iterator[network.NetworkDoor]:
    """Return a door on this machine."""
    with closing(network.NetworkDoor("127.0.0.1")) as door:
        yield door


def ends(door: network.NetworkDoor) -> tuple[socket.socket, socket.socket]:
    """Let a guest in; return the host's end and the guest's."""
    guest = network.connect(door.address, door.code.upper())
    while not door.arrivals:
        pass
    return door.arrivals.popleft(), guest


def test_a_code_has_eighty_bits_in_groups_of_four() -> None:
    codes = {network.make_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(re.fullmatch("[a-z2-7]{4}(-[a-z2-7]{4}){3}", code) for code in codes)
    assert len({code[at] for code in codes for at in (0, -1)}) == 32


@pytest.mark.parametrize("place", ["", "here", "here:", "here:port", "127.0.0.1:65536"])
def test_a_place_has_an_address_and_a_port(place: str) -> None:
    with pytest.raises(wire.MeetingError, match="an address with a port"):
        network._parse_place(place)


def knock_with(content: bytes) -> Callable[[network.NetworkDoor], bytes]:
    """Return an attempt that sends some bytes; it returns all that comes back."""

    def knock(door: network.NetworkDoor) -> bytes:
        heard = b""
        with socket.create_connection(network._parse_place(door.address)) as end:
            end.sendall(content)
            with suppress(ConnectionError):
                while piece := end.recv(1000):
                    heard += piece
        return heard

    return knock


def knock_with_another_code(door: network.NetworkDoor) -> bytes:
    with pytest.raises(wire.MeetingError, match="this is not the host's code"):
        network.connect(door.address, network.make_code())
    return b""


@with_shared_keys
@pytest.mark.parametrize(
    "knock",
    [
        knock_with_another_code,
        knock_with(b"GET / HTTP/1.1\r\n\r\n"),
        knock_with(wire.format_message(wire.Pressed("q", 0)) * 1000),
        knock_with(b""),
    ],
    ids=["code", "browser", "no TLS", "silence"],
)
def test_nobody_else_comes_in_and_each_try_costs_a_second(
    knock: Callable[[network.NetworkDoor], bytes],
    door: network.NetworkDoor,
    pauses: list[float],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "_HANDSHAKE_SECONDS", 0.2)
    heard = knock(door)
    assert heard[:1] in (b"", b"\x15"), "at most an alert of TLS"
    for end in ends(door):
        end.close()
    assert (door.failures, pauses) == (1, [1.0])


@with_shared_keys
def test_handshakes_come_one_at_a_time(
    door: network.NetworkDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "_HANDSHAKE_SECONDS", 0.5)
    with socket.create_connection(network._parse_place(door.address)) as slow:
        for end in ends(door):
            end.close()
        assert slow.recv(1) == b"", "the slow one was sent away before"
    assert door.failures == 1


@with_shared_keys
def test_a_host_without_the_code_is_refused() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_ciphers("ALL:aNULL:@SECLEVEL=0")
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def pretend() -> None:
            with suppress(OSError):
                context.wrap_socket(listener.accept()[0], server_side=True)

        Thread(target=pretend, daemon=True).start()
        with pytest.raises(wire.MeetingError, match="this is not the host's code"):
            network.connect("{}:{}".format(*listener.getsockname()), network.make_code())


@with_shared_keys
def test_last_words_arrive_although_the_other_end_is_still_talking(
    door: network.NetworkDoor,
) -> None:
    host, guest = ends(door)
    with guest:
        guest.sendall(b"x" * 100_000)
        host.sendall(b"y" * 100_000 + b"the end")
        host.close()
        heard = b""
        while piece := guest.recv(1_000_000):
            heard += piece
    assert heard.endswith(b"the end")


@with_shared_keys
def test_a_link_that_is_silent_is_cut(
    door: network.NetworkDoor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(network, "_SILENCE_SECONDS", 0.1)
    host, guest = ends(door)
    with host, guest:
        assert host.recv(1) == b""
