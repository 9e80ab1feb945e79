"""The lessons in a real terminal, from the title of somebody new."""

from __future__ import annotations

from tests.support.panes import Pane


def test_somebody_new_learns_from_the_title_and_continues_the_next_time(pane: Pane) -> None:
    pane.start("")
    pane.wait_for("► Learn to play")
    pane.press("Enter")
    pane.wait_for("► 1  The path and the fox")
    pane.press("Enter")
    pane.wait_for("This row of spaces is a path")
    pane.press("s")
    pane.wait_for("Lesson 2 of 8")
    pane.press("q")
    pane.wait_for("► 2  Leading and following")
    pane.press("q")
    pane.wait_for("► Learn to play")
    pane.press("q")
    pane.wait_for_status()
