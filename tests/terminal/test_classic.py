"""The original game in a real terminal, inside tmux: a whole match, a kill, secrets."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

from foxduet.games.classic.rules.notation import format_position, position_of
from foxduet.store.saved_games import SavedGame, load_game, save_game
from tests.support.classic import cards_in, classic, moment, played_match
from tests.support.entries import latest_unfinished
from tests.support.panes import HANDED_OVER, Pane, key_for, look

MATCH = played_match(classic(16, seed=1))


def key(text: str) -> str:
    """Return a key that gets a match on from a picture: the first choice that is allowed."""
    if re.search(r"You hold|A Monarch was led: your", text) and "┏━" in text:
        return "Right" if "↑" not in text else "Enter"
    return key_for(text)


def saved_line(folder: Path) -> str:
    latest = latest_unfinished(folder)
    assert latest is not None
    return format_position(position_of(latest[0].state))


def test_the_last_round_of_a_match_is_played_by_both_seats(pane: Pane) -> None:
    # As many tricks as show a round's end, and not a minute's worth of them.
    turns = next(
        at
        for at in range(len(MATCH.states) - 1, 0, -1)
        if MATCH.states[at].table.tricks_done == 10
        and MATCH.states[at].table.round == MATCH.states[-1].table.round
        and MATCH.states[at].table.trick.lead is None
    )
    folder = pane.home / "records"
    folder.mkdir(parents=True)
    game = moment(MATCH, turns, looking=False).session.game
    save_game(SavedGame(folder / "match.toml"), game)
    pane.start("--resume --no-animation")
    text = pane.wait_for(HANDED_OVER)
    text = pane.play_until("Play again", text, key, 60)
    assert re.search(r"wins the match, \d+ to \d+\.|share the win|more points in", text)
    assert re.search(r"Round +1 +2 .* Match", text)
    pane.press("q")
    assert "status 0." in pane.wait_for_status()
    assert load_game(folder / "match.toml")[0].result is not None


def test_a_killed_match_continues_where_it_was(pane: Pane) -> None:
    pane.start("--game classic --target 21 --seed 2 --no-animation")
    text = look(pane)
    while HANDED_OVER not in text:
        text = pane.press_until_change(key(text), text)
    look(pane)
    before = saved_line(pane.home / "records")
    os.kill(pane.game_process(), signal.SIGKILL)
    pane.wait_for_status()
    pane.new_window()
    pane.start("--resume")
    text = pane.wait_for(HANDED_OVER)
    assert saved_line(pane.home / "records") == before
    assert len(cards_in(text)) <= 2


def test_no_hand_is_left_behind(pane: Pane) -> None:
    pane.without_alternate_screen()
    pane.start("--game classic --target 16 --seed 7")
    assert len(cards_in(look(pane))) == 14
    pane.press("C-c")
    pane.wait_for_status()
    assert len(cards_in(pane.text_with_scrollback())) <= 1


def test_a_level_always_deals_duet(pane: Pane) -> None:
    pane.start("--level 2 --seed 7")
    assert "Level 2" in pane.wait_for(HANDED_OVER)
