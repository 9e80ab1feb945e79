"""Par: what two experts score on the deals of a game, worked out by another process."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from foxduet.ai.partner import Stop, partner_named
from foxduet.ai.workers import Jobs, helpers, is_helper, run_tasks
from foxduet.core.common import Deal
from foxduet.core.frozen import dataclass
from foxduet.core.register import PARTNERS, has_parts
from foxduet.play.game import Game, Header, act, deal_due, open_game, play_out
from foxduet.store.entries import Par

PAR_PARTNER = "expert:200"
"""The partner at both ends: strong, and done with a game in a few seconds."""

_NICENESS = 5


def has_par(header: Header) -> bool:
    """Return whether two experts can play the deals of a game: a team, and cards from a seed."""
    is_of_a_team = header.seed is not None and header.rules.cooperative
    return is_of_a_team and has_parts(header.game, PARTNERS)


def play_par(header: Header, partner: str = PAR_PARTNER) -> Game:
    """Let two experts play the deals of a game with a seed; equal deals lead to equal games."""
    assert header.seed is not None, "only a seed fixes the deals"
    think = partner_named(header.game, partner, partner)

    def choose(observation: Any, chance: Random) -> Any:
        return think(observation, chance).action

    # Par depends on nothing else.
    deals = Header(header.game, header.setup, header.players, seed=header.seed)
    return play_out(open_game(deals), (choose, choose))


def par_moves(header: Header) -> tuple[str, ...]:
    """Return the decisions of ``play_par`` as texts, which are small enough to be sent."""
    game = play_par(header)
    decisions = [turn.action for turn in game.turns if not isinstance(turn.action, Deal)]
    return tuple(map(game.rules.format_action, decisions))


def replay_par(header: Header, moves: Sequence[str]) -> Game:
    """Return the game that ``par_moves`` says, with the names of the players of the other one.

    Raises FoxduetError or ValueError if it is none.
    """
    game = deal_due(open_game(Header(header.game, header.setup, header.players, seed=header.seed)))
    for text in moves:
        game = deal_due(act(game, game.rules.parse_action(text)))
    if game.result is None:
        raise ValueError("this game has not been played to its end")
    return game


def work_out_par(header: Header, partner: str = PAR_PARTNER) -> Par:
    """Return how two experts do on the deals of a game; see ``play_par``."""
    result = play_par(header, partner).result
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
