"""The lessons in a real terminal, from the title of somebody new."""

from __future__ import annotations

from tests.support.panes import Pane


def test_somebody_new_learns_from_the_title_and_continues_the_next_time(pane: Pane) -> None:
    pane.start("")
    pane.follow(
        "=> ► Learn to play",
        "Enter => ►  1  The path and the fox",
        "Enter => This row of spaces is a path",
        "S => Lesson 2: ",
        "q => ►  2  Leading and following",
        "q => ► Learn to play",
    )
    pane.press("q")
    pane.wait_for_status()
