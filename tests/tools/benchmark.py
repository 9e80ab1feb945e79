"""Print the cost of rules, partners and terminal: speed, times, memory.

Times of partners cover all their decisions in some games with fixed seeds; every other figure is a
median of several runs. The yardstick is a fixed loop of plain Python timed in between, so that
ratios can be compared between machines. The terminal figures need a POSIX pseudo-terminal.
"""

from __future__ import annotations

import os
import pty
import resource
import select
import signal
import subprocess
import sys
import tempfile
import termios
from random import Random
from statistics import median
from time import perf_counter, sleep
from typing import NoReturn

from foxduet.analysis.simulation import Series, play_series
from foxduet.analysis.standings import latency_percentiles
from foxduet.core.cards import Seat
from foxduet.core.engine import AnyRuleSet
from foxduet.games.classic import rules as classic
from foxduet.games.classic.rules.state import TARGETS
from foxduet.games.classic.rules.state import Setup as Match
from foxduet.games.duet import rules as duet
from foxduet.games.duet.ai import candidates
from foxduet.games.duet.ai.belief import sample_worlds
from foxduet.games.duet.ai.candidates import expectations_for, generate_candidates, trick_position
from foxduet.games.duet.rules.engine import apply, deal_shuffled_deck, new_game
from foxduet.games.duet.rules.observation import observe
from foxduet.games.duet.rules.state import Setup

RUNS = 9
GAMES = 1000
PARTNERS = ("steady", "expert")
PARTNER_GAMES = 3
ROLLOUTS = 5000
QUIET_SECONDS = 0.03
PATIENCE_SECONDS = 60
KEY_PAUSE_SECONDS = 0.2
YARDSTICK_STEPS = 1_000_000


def yardstick() -> float:
    """Return the speed of a fixed loop in millions of steps a second."""
    began = perf_counter()
    total = 0
    for step in range(YARDSTICK_STEPS):
        total += step & 3
    return YARDSTICK_STEPS / (perf_counter() - began) / 1e6


def random_games(rules: AnyRuleSet, setup: object, seed: int) -> tuple[float, float]:
    """Return the games and the applied actions per second of random play."""
    rng, actions, choose = Random(seed), 0, Random(seed).random
    legal_actions, check, apply = rules.legal_actions, rules.check, rules.apply
    began = perf_counter()
    for _ in range(GAMES):
        state = rules.new_game(setup)
        while True:
            choices = legal_actions(state)
            if choices:
                action = choices[int(choose() * len(choices))]
            elif rules.pending(state) is None:
                break
            else:
                action = rules.deal(state, rng, Seat.P1)
            check(state, action)
            state = apply(state, action).state
            actions += 1
    seconds = perf_counter() - began
    return GAMES / seconds, actions / seconds


class Child:
    """The game on a pseudo-terminal of 80x24."""

    def __init__(self, home: str, *arguments: str) -> None:
        sys.stdout.flush()
        self.began = perf_counter()
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(FOXDUET_HOME=home, TERM="xterm-256color")
            termios.tcsetwinsize(0, (24, 80))
            os.execv(sys.executable, [sys.executable, "-m", "foxduet", *arguments])

    def read_until(self, expected: bytes) -> float:
        """Return the seconds from the start until ``expected`` is on the screen."""
        output = b""
        while expected not in output:
            if not self._answers(PATIENCE_SECONDS):
                self._give_up(f"the screen does not say {expected.decode()!r}")
            output += os.read(self.terminal, 65536)
        return perf_counter() - self.began

    def press(self, key: bytes) -> float:
        """Return the seconds from a key to the last byte of the new frame."""
        self.drain()
        # An earlier key would count as bouncing.
        sleep(KEY_PAUSE_SECONDS)
        began = last = perf_counter()
        os.write(self.terminal, key)
        while self._answers(PATIENCE_SECONDS if last == began else QUIET_SECONDS):
            os.read(self.terminal, 65536)
            last = perf_counter()
        if last == began:
            self._give_up(f"nothing is drawn after {key!r}")
        return last - began

    def drain(self) -> None:
        """Read all pending output."""
        while self._answers(QUIET_SECONDS):
            os.read(self.terminal, 65536)

    def _give_up(self, reason: str) -> NoReturn:
        os.kill(self.pid, signal.SIGKILL)
        raise TimeoutError(reason)

    def _answers(self, seconds: float) -> bool:
        return bool(select.select([self.terminal], [], [], seconds)[0])

    def end(self) -> float:
        """End the program; return its peak memory in MB."""
        os.write(self.terminal, b"\x03")
        try:
            while os.read(self.terminal, 65536):
                pass
        except OSError:
            pass
        _pid, _status, usage = os.wait4(self.pid, 0)
        os.close(self.terminal)
        return peak_memory(usage)


def peak_memory(usage: resource.struct_rusage) -> float:
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_maxrss * unit / 1e6


def print_rules() -> None:
    """Measure random play at each level of Duet, and to each target of the original game."""
    games: list[tuple[str, AnyRuleSet, object]] = [
        *((f"level {level}", duet.RULES, Setup(level)) for level in (1, 2, 3)),
        *((f"target {target}", classic.RULES, Match(target)) for target in sorted(TARGETS)),
    ]
    for name, rules, setup in games:
        rates, sticks = [], []
        for run in range(RUNS):
            sticks.append(yardstick())
            rates.append(random_games(rules, setup, run))
        played, actions = (median(rate[at] for rate in rates) for at in (0, 1))
        stick = median(sticks)
        print(
            f"{name}: {played:8.0f} games/s {actions:8.0f} actions/s"
            f"   yardstick {stick:.1f} M steps/s, {stick * 1e6 / actions:.0f} steps an action"
        )


def rollouts(level: int, seed: int) -> tuple[float, float]:
    """Return two speeds per second: rounds played out, and worlds drawn and played out."""
    setup = Setup(level)
    state = apply(new_game(setup), deal_shuffled_deck(Seat.P1, Random(seed))).state
    observation = observe(state, Seat.P2)
    point = trick_position(observation)
    candidate, policy = (
        next(generate_candidates(observation, point)),
        expectations_for(expert=True).policy,
    )
    began = perf_counter()
    worlds = list(sample_worlds(observation, Random(seed), ROLLOUTS))
    drawn = perf_counter()
    for world in worlds:
        candidates.roll_out(point, candidate, world, policy)
    ended = perf_counter()
    return ROLLOUTS / (ended - drawn), ROLLOUTS / (ended - began)


def print_rollouts() -> None:
    """Measure the worlds of a search at the first trick of each level."""
    for level in (1, 2, 3):
        rates, sticks = [], []
        for run in range(RUNS):
            sticks.append(yardstick())
            rates.append(rollouts(level, run))
        played, worlds = (median(rate[at] for rate in rates) for at in (0, 1))
        print(
            f"level {level}, first trick: {played:6.0f} rollouts/s of a whole round,"
            f" {worlds:6.0f} worlds/s drawn and played   yardstick {median(sticks):.1f} M steps/s"
        )


def print_partners() -> None:
    """Measure the decisions of each partner in games with itself, and this process's memory."""
    for name in PARTNERS:
        series = Series("duet", Setup(2), PARTNER_GAMES, (name, name), seed=1)
        seconds = [
            second
            for game in play_series(series, jobs=1)
            for of_seat in game.seconds
            for second in of_seat
        ]
        times = latency_percentiles(seconds)
        print(
            f"{name}: {len(seconds)} decisions, ms each: median {times['p50']:.3f}"
            f" 95 % {times['p95']:.3f} 99 % {times['p99']:.3f} max {times['max']:.3f};"
            f" peak memory {peak_memory(resource.getrusage(resource.RUSAGE_SELF)):.1f} MB"
        )


def seconds_of(*arguments: str) -> float:
    """Return the seconds that the interpreter runs with these arguments."""
    began = perf_counter()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - began


def play_a_card(home: str) -> tuple[float, ...]:
    """Start a game and play a card.

    Return the seconds to the first frame, the seconds after each of three keys (look at the hand,
    move the cursor, play the card), and the peak memory in MB.
    """
    child = Child(home, "--level", "2", "--seed", "7", "--no-animation")
    first = child.read_until(b"opens your hand")
    looks, moves, plays = (child.press(key) for key in (b"m", b"l", b"\n"))
    return first, looks, moves, plays, child.end()


def print_terminal() -> None:
    """Measure the game in a terminal, from its start to the frame after the first card."""
    figures = []
    bare, version, usage = [], [], []
    # From the second start on, Python loads compiled modules.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory() as home:
        seconds_of("-m", "foxduet", "--help")
        for _ in range(RUNS):
            bare.append(seconds_of("-c", "pass"))
            version.append(seconds_of("-m", "foxduet", "--version"))
            usage.append(seconds_of("-m", "foxduet", "--help"))
            figures.append(play_a_card(home))
    first, looks, moves, plays, memory = zip(*figures, strict=True)
    for what, times in (("first frame", first), ("--version", version), ("--help", usage)):
        ratio = median(times) / median(bare)
        print(f"{what:12} {median(times) * 1000:6.1f} ms, {ratio:4.1f} times a bare interpreter")
    print(f"key to frame, look:   {median(looks) * 1000:6.1f} ms")
    print(f"key to frame, move:   {median(moves) * 1000:6.1f} ms")
    print(f"key to frame, play:   {median(plays) * 1000:6.1f} ms (the game saved and synced)")
    print(f"peak memory:          {median(memory):6.1f} MB")


def main() -> None:
    # Print each figure at once, even into a pipe.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    print(f"Python {sys.version.split()[0]}, medians of {RUNS} runs")
    # First, since a child starts with at least the peak memory of this process.
    print_terminal()
    print_rules()
    print_rollouts()
    print_partners()


if __name__ == "__main__":
    main()
