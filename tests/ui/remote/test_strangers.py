"""Guests that no host should trust: they are sent away, and the game goes on."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from foxduet.core.common import Seat
from foxduet.ui.remote import meeting
from foxduet.ui.remote.messages import VERSION, Refusal, Refused
from tests.support.meetings import TwoTerminals, saved_game
from tests.support.players import duet
from tests.support.tables import options_in

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no such sockets here")

LEFT, RIGHT = Seat.P1, Seat.P2


@pytest.mark.parametrize(
    "nonsense",
    [
        b"\n",
        b"garbage\n",
        b"{}\n" * 100_000,
        b"x" * 3_000,
        b'{"is":"resized","size":[0,-1]}\n',
        b'{"is":"pressed","key":"y","seen":0}\n' * 5_000,
        b"\xff\xfe\n",
    ],
    ids=["empty", "garbage", "many", "no end", "odd size", "flood", "bytes"],
)
def test_a_rogue_guest_is_sent_away_and_the_game_goes_on(
    two: TwoTerminals, nonsense: bytes
) -> None:
    guest, before = two.guest, saved_game(two)
    assert guest is not None
    guest.end.setblocking(False)
    sent = 0
    while sent < len(nonsense) and two.guest is guest:
        try:
            sent += guest.end.send(nonsense[sent:])
        except BlockingIOError:
            pass
        except OSError:
            break
        two.meeting.read_guest()
        guest.read()
        two.guest = None if guest.is_closed else guest
    two.settle()
    assert "Waiting for Zoe" in two.text(LEFT)
    assert saved_game(two) == before
    two.join()
    assert "Left is choosing ..." in two.text(RIGHT)


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
    monkeypatch.setattr(meeting, "_MOST_SILENT", 2)
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    first, second, third = (two.knock_silently() for _ in range(3))
    for silent in (first, second, third):
        silent.read()
    assert [first.is_closed, second.is_closed, third.is_closed] == [True, False, False]
    assert Refused(Refusal.BUSY) in first.messages
    for silent in (second, third):
        silent.end.close()
    two.close()


def test_a_guest_of_another_version_is_told_which_one_is_needed(tmp_path: Path) -> None:
    two = TwoTerminals(options_in(tmp_path), duet(1, seed=5))
    guest = two.knock_silently()
    guest.end.sendall(b'{"is":"hello","version":99}\n')
    two.meeting.read_guest()
    two.settle()
    assert guest.messages == [Refused(Refusal.VERSION, VERSION)]
    two.close()
