"""A game beside a partner in a real terminal: played whole, and left while the partner thinks."""

from __future__ import annotations

import os
import signal

import pytest

from foxduet.store.saved_games import load_game
from tests.support.panes import HANDED_OVER, Pane, key_for, leave, wait_for_one_card
from tests.support.tables import cards_in


def test_a_solo_game_is_played_left_while_thinking_and_resumed(pane: Pane) -> None:
    pane.start("--solo novice --level 1 --seed 5 --limit 0.2")
    text = pane.wait_for_change("")
    for turn in range(24):
        assert HANDED_OVER not in text
        if turn == 12:
            # By now the partner is probably thinking, or there is a pause.
            os.kill(pane.game_process(), signal.SIGKILL)
            pane.wait_for_status()
            pane.new_window()
            pane.start("--resume --no-animation")
            # It comes back as it was.
            text = pane.wait_for_change("")
        text = pane.press_until_change(key_for(text), text)
    while "Play again" not in text:
        text = pane.press_until_change("y" if "y: Resign" in text else "R", text)
    while "Play again" in text:
        # Par may come up on the screen meanwhile.
        text = pane.press_until_change("q", text)
    assert "status 0." in pane.wait_for_status()
    records = list((pane.home / "records").iterdir())
    assert len(records) == 1
    game = load_game(records[0])[0]
    assert game.state.table.outcome is not None
    assert game.header.ai == (None, "novice")


SEED_IN_WHICH_THE_PARTNER_LEADS = "2"
SLOW = """
import sys
from foxduet.ai import workers as thinking
from foxduet.ai.partner import Thought
def slow(observation, rng, stop):
    while not stop():
        pass
    return Thought(observation.choices[0], cut_short=True)
thinking.partner_named = lambda game, name, beside: slow
thinking.stop_after = lambda seconds: lambda: False
from foxduet.__main__ import main
sys.argv = ["foxduet", "--solo", "--level", "2", "--seed", "{seed}", "--limit", "60"]
sys.exit(main())
"""


def start_slow_partner(pane: Pane) -> None:
    """Start a game in which the partner leads, and thinks until it is stopped."""
    pane.start_program(SLOW.replace("{seed}", SEED_IN_WHICH_THE_PARTNER_LEADS))
    pane.wait_for("Your partner is thinking")


@pytest.mark.parametrize("way", ["quit", "ctrl-c", "terminated", "hung up"])
def test_the_program_is_left_at_once_while_the_partner_thinks(pane: Pane, way: str) -> None:
    start_slow_partner(pane)
    pane.follow("Tab => Musician, once the trick is won", "Tab => Your partner is thinking")
    pane.press("b")
    wait_for_one_card(pane, "Your partner continues when you look again.")
    pane.press("Space")
    pane.wait_until(
        lambda text: "Your partner is thinking" in text and len(cards_in(text)) >= 12, "the hand"
    )
    leave(pane, way)
    assert "foxduet --resume" in pane.wait_for_status()
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_suspended_partner_thinks_no_more_and_the_hand_is_covered(pane: Pane) -> None:
    start_slow_partner(pane)
    pane.press("C-z")
    pane.wait_for("Stopped", "suspended")
    assert len(cards_in(pane.text_with_scrollback())) <= 1
    pane.type_command("fg")
    wait_for_one_card(pane, "Press Space to see your hand.")
    pane.press("Space")
    pane.wait_for("Your partner is thinking")
