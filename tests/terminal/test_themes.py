"""Themes in a real terminal, with as many colours as it has, and nothing of them left behind."""

from __future__ import annotations

import re

import pytest

from foxduet.ui.kit.canvas import Theme
from foxduet.ui.kit.themes import PALETTES
from tests.support.panes import HANDED_OVER, Pane

NIGHT = f"48;5;{PALETTES[Theme.NIGHT].rich_ground}"


def grounds(pane: Pane) -> set[str]:
    """Return the colours behind the text in the window."""
    return set(re.findall(r"\x1b\[(?:[0-9;]*;)?(48;5;\d+|4[0-7])m", pane.text_with_escapes()))


@pytest.mark.parametrize(
    ("before", "arguments", "expected"),
    [
        ("TERM=tmux-256color", "--theme night", {NIGHT}),
        ("TERM=tmux-256color", "", set()),
        ("TERM=xterm", "--theme night", set()),
        ("TERM=xterm", "--theme contrast", {"40"}),
        ("TERM=tmux-256color NO_COLOR=1", "--theme night", set()),
        ("TERM=tmux-256color", "--theme night --no-color", set()),
    ],
)
def test_a_theme_has_the_ground_that_the_terminal_can_show(
    before: str, arguments: str, expected: set[str], pane: Pane
) -> None:
    pane.start(f"--level 2 --seed 7 {arguments}", before)
    pane.wait_for(HANDED_OVER)
    assert grounds(pane) == expected


def test_no_ground_is_left_behind(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--level 2 --seed 7 --theme night", "TERM=tmux-256color")
    pane.wait_for(HANDED_OVER)
    pane.press("C-c")
    pane.wait_for_status()
    assert grounds(pane) == set()


def test_the_form_changes_the_theme_at_once(pane: Pane) -> None:
    pane.start("--solo", "TERM=tmux-256color")
    pane.wait_for("Theme")
    pane.press("Up", "Up", "Right", "Right")
    pane.wait_for("night")
    assert grounds(pane) == {NIGHT}
