"""The beginning of a game with bouncing keys; ``python -m tests.bounce`` plays whole ones."""

from __future__ import annotations

import sys

import pytest


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_bouncing_keys_open_no_hand_and_do_nothing_that_was_not_chosen() -> None:
    from tests.bounce import play

    game, pressed, opened = play(seed=3, most=3)
    assert len(game.turns) == 4
    assert opened >= 2
    assert sum(pressed.values()) >= 8
