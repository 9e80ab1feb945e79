"""The mouse in a real terminal: asked for where it is wanted, and for a hand on one line only."""

from __future__ import annotations

from tests.support.panes import HANDED_OVER, Pane
from tests.support.tables import cards_in

CHOSEN = "┏━"
CARD = (15, 40)
"""A cell on one of the cards in a full hand."""


def see_hand(pane: Pane) -> str:
    """Open the hand of the player whose turn it is."""
    return pane.press_until_change("Space", pane.wait_for(HANDED_OVER))


def test_a_click_chooses_a_card_and_another_one_plays_it(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    hand = see_hand(pane)
    assert pane.reports_mouse()
    chosen = pane.click_until_change(*CARD, hand)
    assert CHOSEN in chosen
    assert HANDED_OVER in pane.click_until_change(*CARD, chosen)


def test_only_a_click_on_the_line_that_says_so_opens_a_hand(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    handoff = pane.wait_for(HANDED_OVER)
    rows = [HANDED_OVER in line for line in handoff.splitlines()]
    for row in range(0, 24, 3):
        if row != rows.index(True):
            pane.click(row, 40)
    # Escape, and then what is left of a press of the mouse, in which there is a Space; its release.
    for piece in (b"\x1b", b"[M 00", b"\x1b[M#00"):
        pane.send(piece)
    help_page = pane.press_until_change("?", handoff)
    assert not cards_in(help_page)
    pane.press("?")
    pane.wait_until(lambda text: text == handoff, "the handoff again")
    assert len(cards_in(handoff)) == 1
    assert len(cards_in(pane.click_until_change(rows.index(True), 40, handoff))) > 1


def test_the_mouse_is_left_alone_where_it_is_not_wanted_and_in_the_end(pane: Pane) -> None:
    pane.start("--level 2 --seed 7 --no-mouse")
    pane.wait_for(HANDED_OVER)
    assert not pane.reports_mouse()
    pane.press("C-c")
    pane.wait_for_status()
    pane.start("--level 2 --seed 8 --mouse")
    pane.wait_for(HANDED_OVER)
    assert pane.reports_mouse()
    pane.press("C-c")
    pane.wait_for_status(2)
    assert not pane.reports_mouse()
