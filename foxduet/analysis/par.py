"""Par: what two experts make of the deals of a game, worked out by a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from threading import Thread

from foxduet.ai.partner import Partner
from foxduet.ai.partners import partner_named
from foxduet.play.game import Game, Header, act, chance_of, next_deal, open_game
from foxduet.play.record import dump_record, load_record
from foxduet.rules.duet.observation import observe
from foxduet.rules.duet.scoring import score
from foxduet.rules.duet.state import Outcome
from foxduet.store.entries import Par

PAR_PARTNER = "expert:200"
"""Who plays for par, at both ends: strong, and done with a game in a few seconds."""

_END_OF_RECORD = "]"
_NICENESS = 5


@dataclass(frozen=True, slots=True)
class ParFound:
    """What came of looking for par; ``par`` is None where it could not be worked out."""

    par: Par | None


def work_out_par(header: Header, partner: str = PAR_PARTNER) -> Par:
    """Let two experts play the deals of a game with a seed; equal deals have equal par."""
    assert header.seed is not None, "only a seed fixes the deals"
    deals = Header(header.level, (partner, partner), board=header.board, seed=header.seed)
    state = _played(open_game(deals), partner_named(partner)).state
    assert state.table.outcome is not None, "the game has been played to its end"
    points = score(state)
    return Par(partner, state.table.outcome, None if points is None else points.total)


def _played(game: Game, partner: Partner) -> Game:
    while (pending := game.state.table.pending) is not None:
        seat = pending.asked
        observation = observe(game.state, seat)
        action = (
            partner(observation, chance_of(game, seat)).action
            if observation.choices
            else next_deal(game)
        )
        game = act(game, action)
    return game


class BackgroundPar:
    """Works out the par of one game at a time, in a process that nobody waits for."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def start(self, header: Header) -> None:
        """Begin with the deals of ``header``; whatever was under way is ended."""
        self.stop()
        self._process = _begin(header)

    def stop(self) -> None:
        """Let nothing be sought any more, and end the process at once."""
        if self._process is not None:
            _end(self._process)
        self._process = None

    def found(self) -> ParFound | None:
        """Return what came of what is sought, None while that is under way."""
        if self._process is None:
            return ParFound(None)
        if self._process.poll() is None or self._process.stdout is None:
            return None
        told = self._process.stdout.read()
        try:
            answer = json.loads(told)
            return ParFound(Par(answer["effort"], Outcome(answer["outcome"]), answer["score"]))
        except (ValueError, KeyError, TypeError):
            return ParFound(None)


def _begin(header: Header) -> subprocess.Popen[str] | None:
    """Start a process for the deals of a game; None where there can be none."""
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", "foxduet.analysis.par"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            # Neither Ctrl-C nor Ctrl-Z of the terminal is for it.
            start_new_session=True,
        )
    except OSError:
        return None
    assert process.stdin is not None, "it was asked for"
    deals = Header(header.level, ("", ""), board=header.board, seed=header.seed)
    try:
        process.stdin.write(dump_record(open_game(deals)))
        process.stdin.flush()
    except OSError:
        _end(process)
        return None
    return process


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    process.wait()


def main() -> None:
    """Read a record without actions from standard input; print the par of its deals as JSON."""
    lines: list[str] = []
    for line in sys.stdin:
        lines.append(line)
        if line.startswith(_END_OF_RECORD):
            break
    Thread(target=_leave_with_parent, daemon=True).start()
    par = work_out_par(load_record("".join(lines)).header)
    print(json.dumps({"effort": par.effort, "outcome": par.outcome.value, "score": par.score}))


def _leave_with_parent() -> None:
    """End with the program that wants to know, however it ends: it holds the other end open."""
    os.read(sys.stdin.fileno(), 1)
    os._exit(1)


if __name__ == "__main__":
    # Whoever plays on meanwhile comes first.
    with suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    main()
