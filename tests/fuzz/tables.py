"""Games at two terminals whose host or guest is killed: nothing is lost, and both play on."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import sleep

from foxduet.play.game import Game
from foxduet.store.saved_games import load_game
from tests.support.entries import latest_unfinished
from tests.support.panes import Pane, key_for, play_cards

KILLS = 5
"""How many there are in a game."""
_GAMES = "duet --level 1", "classic --target 16"


def attack(rng: Random, folder: Path) -> Iterator[str]:
    """Kill one of two programs at some moment, again and again; yield what breaks."""
    if shutil.which("tmux") is None:
        return
    # The server of the case before may still be about to end.
    name, home = f"foxduet-fuzz-{os.getpid()}-{rng.getrandbits(32):x}", folder / "host"
    host, guest = Pane(name, home), Pane(f"{name}-guest", folder / "guest")
    try:
        options = f"--game {rng.choice(_GAMES)} --seed {rng.randrange(1000)}"
        table = _Table(host, guest, folder / "table.sock")
        table.host_game(options)
        for _ in range(KILLS):
            play_cards(host, guest, rng.randrange(1, 5))
            saved = latest_unfinished(home / "records")
            if saved is None:
                break
            yield from _kill_one(table, saved[1].path, rng)
    finally:
        host.close()
        guest.close()


class _Table:
    """Two terminals that meet at a place."""

    def __init__(self, host: Pane, guest: Pane, place: Path) -> None:
        self.host, self.guest, self._place = host, guest, place

    def host_game(self, options: str) -> None:
        """Host a game, and let the guest in."""
        self.host.start(f"host {options} --no-animation --socket {self._place}")
        self.host.wait_for("types:")
        self.join()

    def join(self) -> None:
        """Let the guest in."""
        self.guest.start(f"join {self._place} --name Zoe --no-animation")
        self.host.follow("=> Let them in?")
        self.host.press("y")
        for one in (self.host, self.guest):
            one.wait_for("Round ", "Before the first deal")


def _kill_one(table: _Table, path: Path, rng: Random) -> Iterator[str]:
    """Kill one of the programs just after a key, and begin it again."""
    host, guest = table.host, table.guest
    before = load_game(path)[0]
    for pane in (host, guest):
        if " choosing ..." not in pane.text():
            pane.press(key_for(pane.text()))
    sleep(0.1 * rng.random() ** 2)
    killed = rng.choice((host, guest))
    os.kill(killed.game_process(), signal.SIGKILL)
    if killed is guest:
        host.wait_for("is not at the table.")
    elif "status 1." not in guest.wait_for_status():
        yield "a guest whose host is killed does not say so"
    saved = load_game(path)[0]
    if _actions(saved)[: len(before.turns)] != _actions(before):
        yield "a kill at two terminals loses actions"
    killed.new_window()
    if killed is guest:
        table.join()
    else:
        table.host_game(f"--resume {path}")
    if _actions(load_game(path)[0]) != _actions(saved):
        yield "a game at two terminals does not go on where it was"


def _actions(game: Game) -> list[object]:
    return [turn.action for turn in game.turns]
