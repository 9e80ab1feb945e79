"""Branches: games that continue another game after one of its decisions, with another choice."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path
from random import Random
from typing import Any

from foxduet.ai.names import partner_opposite
from foxduet.ai.partner import Stop, partner_named, stop_after
from foxduet.analysis.review_file import Task, fingerprint
from foxduet.core.common import Deal, Seat
from foxduet.core.frozen import dataclass, replace
from foxduet.play.game import BRANCH_KEY, Chooser, Game, PartnerNames, act, play_on
from foxduet.store.files import path_text


def branch(task: Task, at: int, action: Any, ai: PartnerNames) -> Game:
    """Return the game of ``task`` after ``at`` of its actions, and ``action`` instead of the next.

    ``ai`` are the partners that play on. Raises IllegalActionError if the rules forbid it.
    """
    game, name = task.game, Path(path_text(task.path)).name
    origin = {"record": name, "fingerprint": fingerprint(game), "action": at + 1}
    header = replace(
        game.header,
        ai=ai,
        started=None,
        finished=None,
        hints=_up_to(game.header.hints, at),
        cut_short=_up_to(game.header.cut_short, at),
        further={**game.header.further, BRANCH_KEY: origin},
    )
    return act(Game(header, game.first, game.turns[:at]), action)


def _up_to(numbers: tuple[int, ...], last: int) -> tuple[int, ...]:
    return tuple(number for number in numbers if number <= last)


@dataclass(frozen=True, slots=True)
class PlayOut:
    """A job: a game played to its end by its partners, each thought for up to ``limit`` seconds."""

    game: Game
    limit: float

    def run(self, stop: Stop) -> Generator[Game, None, None]:
        """Yield the game after each decision; its header has the numbers of those cut short."""
        cut_short = list(self.game.header.cut_short)
        stopped: list[bool] = []
        p1, p2 = (self._chooser(seat, stop, stopped) for seat in Seat)
        for game in play_on(self.game, (p1, p2)):
            if stopped and stopped.pop():
                # The deal of a round may have followed the decision.
                decided = [not isinstance(turn.action, Deal) for turn in game.turns]
                cut_short.append(len(decided) - decided[::-1].index(True))
            yield replace(game, header=replace(game.header, cut_short=tuple(cut_short)))

    def _chooser(self, seat: Seat, stop: Stop, stopped: list[bool]) -> Chooser:
        partners = self.game.header.ai
        name, other = partners[seat], partner_opposite(partners, seat)
        assert name is not None, "partners sit at both ends"
        think = partner_named(self.game.header.game, name, other)

        def choose(observation: Any, chance: Random) -> Any:
            time_is_up = stop_after(self.limit)
            thought = think(observation, chance, lambda: stop() or time_is_up())
            stopped[:] = [thought.cut_short]
            return thought.action

        return choose
