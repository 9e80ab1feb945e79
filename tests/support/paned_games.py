"""A game in a window of tmux: to look at a hand, to leave, and what lies on file meanwhile."""

from __future__ import annotations

import os
import signal

from foxduet.rules.duet.position import format_position, position_of
from foxduet.store.saved_games import latest_unfinished
from tests.support.panes import Pane
from tests.support.tables import cards_in

HANDED_OVER = "can see the screen."
LEAVING = {
    "quit": ("keys", "q Enter", 0),
    "ctrl-c": ("keys", "C-c", 128 + signal.SIGINT),
    "ctrl-backslash": ("keys", "C-\\", 128 + signal.SIGQUIT),
    "terminated": ("signal", str(int(signal.SIGTERM)), 128 + signal.SIGTERM),
    "hung up": ("signal", str(int(signal.SIGHUP)), 128 + signal.SIGHUP),
}


def look(pane: Pane) -> str:
    """Confirm a handoff; return the picture with the hand."""
    pane.wait_for(HANDED_OVER)
    pane.press("Enter")
    return pane.wait_for("b blank")


def position_on_file(pane: Pane) -> str:
    """Return the position of the game under way as its record has it."""
    latest = latest_unfinished(pane.home / "records")
    assert latest is not None
    return format_position(position_of(latest[0].state))


def wait_for_one_card(pane: Pane, expected: str) -> None:
    """Wait for a picture with ``expected`` and one card, the decree; a torn one may show more."""
    pane.wait_until(lambda text: expected in text and len(cards_in(text)) == 1, expected)


def leave(pane: Pane, way: str) -> None:
    """Leave the game in one of the ways."""
    kind, what, _status = LEAVING[way]
    if kind == "signal":
        os.kill(pane.game_process(), int(what))
        return
    for key in what.split():
        pane.press(key)
        if key == "q":
            pane.wait_for("Leave the game?")
