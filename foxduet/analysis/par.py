"""Par: what two experts score on the deals of a game, worked out by another process."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from foxduet.ai.partner import Stop, partner_named
from foxduet.ai.workers import Jobs, helpers, is_helper, run_tasks
from foxduet.play.game import Header, open_game, play_out
from foxduet.store.entries import Par

PAR_PARTNER = "expert:200"
"""The partner at both ends: strong, and done with a game in a few seconds."""

_NICENESS = 5


def work_out_par(header: Header, partner: str = PAR_PARTNER) -> Par:
    """Let two experts play the deals of a game with a seed; equal deals have equal par."""
    assert header.seed is not None, "only a seed fixes the deals"
    think = partner_named(header.game, partner)

    def choose(observation: Any, chance: Random) -> Any:
        return think(observation, chance).action

    # Par depends on nothing else.
    deals = Header(header.game, header.setup, ("", ""), seed=header.seed)
    result = play_out(open_game(deals), (choose, choose)).result
    assert result is not None, "the game has been played to its end"
    return Par(partner, result.name, result.points[0] if result.won[0] else None)


def work_out_pars(deals: Sequence[Header], jobs: Jobs) -> Generator[Par, None, None]:
    """Yield the par of each of some deals, worked out as ``jobs`` says."""
    yield from run_tasks(work_out_par, deals, helpers(jobs) if len(deals) > 1 else 0)


@dataclass(frozen=True, slots=True)
class ParFound:
    """The par of some deals, None if no process could be started."""

    par: Par | None


@dataclass(frozen=True, slots=True)
class FindPar:
    """A job: the par of the deals of ``header``."""

    header: Header

    def run(self, stop: Stop) -> Generator[ParFound, None, None]:
        """Yield what was found."""
        yield from run_tasks(_find_par, [self.header], 1, stop)


def _find_par(header: Header) -> ParFound:
    # In the game's own process it would slow the screens down.
    if not is_helper():
        return ParFound(None)
    # The screens come first.
    with suppress(OSError, AttributeError):
        os.nice(_NICENESS)
    return ParFound(work_out_par(header))
