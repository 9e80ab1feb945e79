"""The names of keys that have no character of their own; the others are their character."""

from __future__ import annotations

LEFT, RIGHT, UP, DOWN = "left", "right", "up", "down"
HOME, END, PAGE_UP, PAGE_DOWN = "home", "end", "page up", "page down"
ENTER, TAB, ESCAPE, BACKSPACE = "enter", "tab", "escape", "backspace"
SPACE = " "

BACKWARD = (LEFT, "h")
FORWARD = (RIGHT, "l")
UPWARD = (UP, "k")
DOWNWARD = (DOWN, "j")
CONFIRM = (ENTER, SPACE)
REFERENCE = (TAB, "r")


def step_of(key: str) -> int:
    """Return -1 or +1 for a key that goes back or forth along a row or a list, else 0."""
    if key in BACKWARD + UPWARD:
        return -1
    return 1 if key in FORWARD + DOWNWARD else 0
