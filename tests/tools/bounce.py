"""Whole games of two people with bouncing and held keys: ``python -m tests.tools.bounce 3``.

The game runs in a terminal. Each key is pressed on purpose, half a second or more after the last
one, and then it may come a second time, be held down for up to four seconds, or be followed by
another one that nobody meant. From the record and from every picture that the terminal has shown
it is checked that no hand was opened, and nothing was done, that was not chosen; and that no key
that was meant was ignored.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic

from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import Choice, format_action
from foxduet.play.game import Game
from foxduet.play.table import Session, choose
from foxduet.store.saved_games import load_game
from foxduet.ui.table.drawing import option_keys
from foxduet.ui.table.state import offered
from tests.support.emulator import Program
from tests.support.players import careful_choice
from tests.support.processes import PROJECT
from tests.support.tables import cards_in

GAPS, STRAY, DELAYS, RATES = (0.02, 0.6), (0.02, 0.06), (0.25, 0.4, 0.5, 0.66), (25, 40)
SECONDS_BETWEEN_KEYS, MOST_CARDS_OPEN, PATIENCE = 0.55, 6, 60
BYTES = {"enter": b"\r", " ": b" ", "right": b"\x1b[C"}
_HANDED_OVER, _OPEN = "Press Space when only", "b hide"
_STAGES = (_HANDED_OVER, _OPEN, "to deal the next round", "place it", "Play again")


class Violation(AssertionError):
    """Something happened that nobody chose, or what was chosen did not happen."""


@dataclass
class Evening:
    """One game: its terminal, its record, and what was pressed."""

    folder: Path
    rng: Random
    program: Program = field(init=False)
    is_open: bool = False
    opened: int = 0
    pressed: Counter[str] = field(default_factory=Counter)

    def start(self, level: int, seed: int, *, animated: bool) -> None:
        """Start the game."""
        command = [sys.executable, "-m", "foxduet", "--level", str(level), "--seed", str(seed)]
        command += [] if animated else ["--no-animation"]
        environment = dict(os.environ, FOXDUET_HOME=str(self.folder), TERM="vt100")
        environment |= {"LC_ALL": "C.UTF-8", "PYTHONPATH": str(PROJECT)}
        self.program = Program(command, environment, self._see)

    def _see(self, text: str) -> None:
        """Count hands that come up; while one is drawn or goes, there may be parts of two."""
        has_hand = _OPEN in text or len(cards_in(text)) > MOST_CARDS_OPEN
        is_open = has_hand and _HANDED_OVER not in text
        self.opened += is_open and not self.is_open
        self.is_open = is_open

    @property
    def game(self) -> Game:
        """The game as its record has it."""
        (record,) = (self.folder / "records").glob("*.toml")
        return load_game(record)[0]

    def wait_for(self, *expected: str) -> str:
        """Return the first picture with one of some texts that stays as it is for a moment."""
        until = monotonic() + PATIENCE
        while monotonic() < until and not self.program.ended:
            self.program.watch(0.1)
            if any(one in self.program.text for one in expected):
                self.program.watch_until_quiet(SECONDS_BETWEEN_KEYS)
                text = self.program.text
                if _HANDED_OVER in text and len(cards_in(text)) > MOST_CARDS_OPEN:
                    raise Violation(f"a hand on the screen for both:\n{text}")
                if any(one in text for one in expected):
                    return text
        raise Violation(f"waited in vain for {expected}; there is:\n{self.program.text}")

    def press(self, key: str, *, opens: int = 0, does: Sequence[str] = ()) -> None:
        """Press a key on purpose, and perhaps not only once; check what came of it."""
        opened, before = self.opened, self._actions()
        manner = self.rng.choices(("once", "twice", "held", "and another"), (3, 4, 1, 2))[0]
        if key not in BYTES and manner == "and another":
            # What is chosen may be done at once, by a key of its own.
            manner = "once"
        self.pressed[f"{manner} {key}"] += 1
        code = BYTES.get(key, key.encode())
        self.program.press(code)
        if manner == "twice":
            self.program.watch(self.rng.uniform(*GAPS))
            self._wait_out_and_press(code, 0)
        elif manner == "and another":
            other = BYTES["enter" if key == " " else " "]
            self._wait_out_and_press(other, self.rng.uniform(*STRAY))
        elif manner == "held":
            delay, rate = self.rng.choice(DELAYS), self.rng.choice(RATES)
            until = monotonic() + self.rng.choice((1.0, 2.0, 4.0))
            self._wait_out_and_press(code, delay)
            while monotonic() < until:
                self._wait_out_and_press(code, 1 / rate)
        until = monotonic() + PATIENCE
        while self.opened - opened < opens and monotonic() < until and not self.program.ended:
            # A machine with much else to do may open the hand late.
            self.program.watch(0.1)
        self.program.watch_until_quiet(SECONDS_BETWEEN_KEYS)
        self.program.watch(SECONDS_BETWEEN_KEYS)
        done = self._actions()[len(before) :]
        told = f"{key!r} {manner}: "
        if self.opened - opened != opens:
            raise Violation(f"{told}{self.opened - opened} hands opened, not {opens}")
        if done != [*does]:
            raise Violation(f"{told}{done} done, not {does}:\n{self.program.text}")

    def _wait_out_and_press(self, code: bytes, seconds: float) -> None:
        """Press a key again after some time, whatever is shown meanwhile."""
        until = monotonic() + seconds
        while (left := until - monotonic()) > 0 and not self.program.ended:
            self.program.watch(left)
        self.program.press(code)

    def _actions(self) -> list[str]:
        return [format_action(turn.action) for turn in self.game.turns]

    def play(self, most: int) -> Game:
        """Play on, for so many actions at most; return the game."""
        for _action in range(most):
            text = self.wait_for(*_STAGES)
            if "Play again" in text:
                break
            if _HANDED_OVER in text:
                self.press(" ", opens=1)
            self._choose()
        return self.game

    def _choose(self) -> None:
        """Choose what a careful player would, and do it."""
        state = self.game.state
        pending = state.table.pending
        assert pending is not None, "the game is not over"
        if pending.choice is Choice.DEAL:
            self._deal()
            return
        action = careful_choice(state, self.rng)
        options, losing = (legal := tuple(self.game.rules.legal_actions(state))), set[object]()
        if pending.seat is not None:
            seen = observe(state, pending.seat)
            options = offered(self.game.rules, seen)
            losing = {one for one in legal if self.game.rules.surely_loses(seen, one)}
        # Naming a seat without cards is offered as keeping the decree, behind the others.
        option = action if action in options else options[-1]
        self.press(option_keys(options)[options.index(option)])
        asked = action in losing and len(losing) < len(legal)
        after = choose(Session(self.game, pending.seat), option).game
        does = [format_action(turn.action) for turn in after.turns[len(self.game.turns) :]]
        self.press("enter", does=() if asked else does)
        if asked:
            self.press("y", does=does)
        if "can no longer be won" in self.program.text:
            self.press("n")

    def _deal(self) -> None:
        """Deal the next round, whose cards nobody can know before."""
        before = len(self.game.turns)
        opened = self.opened
        self.program.press(BYTES[" "])
        self.program.watch(self.rng.uniform(*GAPS))
        self.program.press(BYTES[" "])
        self.wait_for(_HANDED_OVER)
        self.pressed["twice  "] += 1
        if (len(self.game.turns), self.opened) != (before + 1, opened):
            raise Violation("the deal was not the only thing that was done")


def play(seed: int, most: int, level: int = 1) -> tuple[Game, Counter[str], int]:
    """Play a game for so many actions at most; return it, what was pressed, and hands opened."""
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder), Random(seed))
        evening.start(level, seed, animated=seed % 2 == 0)
        try:
            game = evening.play(most)
        finally:
            evening.program.close()
        return game, evening.pressed, evening.opened


def main() -> None:
    """Play as many whole games as the command line says, and print what was pressed."""
    for seed in range(int(sys.argv[1]) if len(sys.argv) > 1 else 3):
        began = monotonic()
        game, pressed, opened = play(seed, most=500)
        result = "unfinished" if game.result is None else game.result.name
        presses = ", ".join(f"{count} {name}" for name, count in sorted(pressed.items()))
        print(f"game {seed}: {result} after {len(game.turns)} actions, {opened} hands opened")
        print(f"  {presses}")
        print(f"  nothing that was not chosen; {monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
