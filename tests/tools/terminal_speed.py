"""What two terminals cost: ``python -m tests.tools.terminal_speed``.

Seconds from a key of either player to the last byte of the new frames at both terminals, between
two programs at a socket; and bytes that the guest gets for a trick.
"""

from __future__ import annotations

import os
import select
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter, sleep

from foxduet.core.cards import Seat
from tests.support.meetings import TwoTerminals
from tests.support.players import duet
from tests.support.tables import options_in
from tests.tools.benchmark import QUIET_SECONDS, Child

CYCLES = 20
SECONDS_TO_KNOCK = 3.0
SECONDS_BEFORE_A_KEY = 0.7
"""The same key counts for another question only some time after that came up."""
TRICKS = 11


def seconds_at_both(own: Child, other: Child, key: bytes) -> float:
    """Return the seconds from a key until the last byte of the new frames at both terminals."""
    own.drain()
    other.drain()
    sleep(SECONDS_BEFORE_A_KEY)
    began = last = perf_counter()
    os.write(own.terminal, key)
    ends, answered = [own.terminal, other.terminal], set[int]()
    while True:
        readable, _, _ = select.select(ends, [], [], QUIET_SECONDS if len(answered) == 2 else 10)
        if not readable:
            break
        for end in readable:
            os.read(end, 65536)
            answered.add(end)
        last = perf_counter()
    assert len(answered) == 2, f"both terminals show what {key!r} does"
    return last - began


def keys_to_frames(folder: Path, cycles: int) -> list[float]:
    """Play a card and take it back again and again; return the seconds that each key took."""
    place, home = str(folder / "t"), str(folder / "home")
    arguments = ("host", "--level", "2", "--seed", "7", "--socket", place, "--no-animation")
    host = Child(home, *arguments)
    host.read_until(b"join")
    host.drain()
    guest = Child(str(folder / "guest"), "join", place, "--no-animation")
    # The guest's program starts, and knocks.
    sleep(SECONDS_TO_KNOCK)
    host.press(b"y")
    guest.drain()
    is_led_by_host = "Left leads" in _trick_of(folder)
    leader, other = (host, guest) if is_led_by_host else (guest, host)
    seconds = []
    for _ in range(cycles):
        sleep(SECONDS_BEFORE_A_KEY)
        leader.press(b"1")
        seconds.append(seconds_at_both(leader, other, b"\n"))
        seconds.append(seconds_at_both(leader, other, b"u"))
        # Not counted: the same key as the last one waits whether it is held.
        seconds_at_both(other, leader, b"y")
    guest.end()
    host.end()
    return seconds


def _trick_of(folder: Path) -> str:
    """Say who leads the first trick of the game that is hosted."""
    (record,) = folder.glob("home/records/*.toml")
    return "Left leads" if '"deal p2' in record.read_text("utf-8") else "Right leads"


def bytes_of_tricks(folder: Path) -> list[int]:
    """Return the bytes that a guest gets in each trick of a round."""
    two = TwoTerminals(options_in(folder), duet(1, seed=5))
    guest = two.join()
    counts, tricks = [], 0
    before = guest.count
    while tricks < TRICKS and two.guest is not None:
        for seat in Seat:
            two.press(seat, " ")
            for key in "1234567890":
                if "Enter p" not in two.text(seat):
                    break
                two.press(seat, key, "enter")
        done = two.saved.state.table.tricks_done
        if done != tricks:
            counts.append(guest.count - before)
            tricks, before = done, guest.count
        if "is over" in two.text(Seat.P1):
            break
    two.close()
    return counts


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        seconds = sorted(keys_to_frames(Path(folder), CYCLES))
    twentieths = quantiles(seconds, n=20)
    print(
        f"key to both frames: {len(seconds)} keys, ms: median {twentieths[9] * 1000:.1f}"
        f" 95 % {twentieths[18] * 1000:.1f} max {seconds[-1] * 1000:.1f}"
    )
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        counts = bytes_of_tricks(Path(folder))
    print(f"bytes to the guest for a trick: mean {sum(counts) / len(counts):.0f}, {counts}")


if __name__ == "__main__":
    main()
