"""A game in a window of tmux: to look at a hand, to leave, and what is saved meanwhile."""

from __future__ import annotations

import os
import re
import signal

from foxduet.games.duet.rules.position import format_position, position_of
from foxduet.store.saved_games import latest_unfinished
from tests.support.panes import Pane
from tests.support.tables import cards_in

_HANG_UP, _QUIT = 1, 3
"""SIGHUP and SIGQUIT, which Windows does not have."""
HANDED_OVER = "can see the screen."
LEAVING = {
    "quit": ("keys", "q y", 0),
    "ctrl-c": ("keys", "C-c", 128 + signal.SIGINT),
    "ctrl-backslash": ("keys", "C-\\", 128 + _QUIT),
    "terminated": ("signal", str(int(signal.SIGTERM)), 128 + signal.SIGTERM),
    "hung up": ("signal", str(_HANG_UP), 128 + _HANG_UP),
}


def look(pane: Pane) -> str:
    """Confirm a handoff; return the picture with the hand."""
    pane.press_until_change("Space", pane.wait_for(HANDED_OVER))
    return pane.wait_for("b blank")


def key_for(text: str) -> str:
    """Return a key that gets a game on from a picture: the first choice that is allowed."""
    if "y: " in text:
        return "y"
    if any(words in text for words in ("Space look", "Space deal", "Space continue", "any key")):
        return "Space"
    if "Enter skip" in text:
        return "Enter"
    if " You hold " in text:
        return "Right"
    return "Enter" if re.search(r"┏|\[[\d=-]: ", text) else "1"


def play_first_card(pane: Pane) -> None:
    """Play the first card that may be played, the hand being in sight."""
    text = pane.text()
    while HANDED_OVER not in text and "Who may swap?" not in text:
        text = pane.press_until_change(key_for(text), text)


def saved_position(pane: Pane) -> str:
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
