"""What a rollout's end is worth to choose by, by the stage of the round in which it began.

A rollout is not played as well as the game will be: early in a round its end says less than
late, and gems that it leaves may yet be found. So each stage has its own values, fitted to how
games of two experts ended. They are in ``stages.toml``; ``python -m tests.benchmarks.fit_expert``
fits them again. Chances and scores are those of the end as it is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TypeAlias

from foxduet.ai.search import Worth
from foxduet.games.duet.ai.rollout import Fate, RolloutEnd
from foxduet.games.duet.ai.value import DEFEAT, POINT, value_after, victory
from foxduet.games.duet.rules.board import BOARDS
from foxduet.games.duet.rules.state import TRICKS, Setup

STAGES_FILE = "stages.toml"
STAGES = (range(3), range(3, 6), range(6, 9), range(9, TRICKS))
"""The tricks of a round, from 0, in which a decision has the same values."""

_MOST_JUDGES = 64

Judge: TypeAlias = Callable[[RolloutEnd], Worth]
"""Returns what the end of a round, or of the game in it, is worth."""


@dataclass(frozen=True, slots=True)
class EndValues:
    """Points by which ends of rollouts differ from a round that ends with one gem left.

    That is a game ``lost`` or ``won``; and what each further ``gem`` left adds, each ``token`` in
    reserve, and each ``card`` in hand after a victory.
    """

    lost: float
    won: float
    gem: float
    token: float
    card: float

    def of(self, end: RolloutEnd) -> float:
        """Return the value of an end."""
        if end.fate is Fate.LOST:
            return self.lost
        tokens = self.token * end.path.reserve
        if end.fate is Fate.WON:
            cards = end.hand.bit_count() + end.other.bit_count()
            return self.won + self.card * cards + tokens
        return self.gem * (gems_on(end.path.gems) - 1) + tokens


def gems_on(gems: int) -> int:
    """Return the number of gems of a ``BitPath``: the sum of its digits to the base 32."""
    # All together are fewer than 31.
    return gems % 31


@lru_cache(_MOST_JUDGES)
def judge_by(text: str, setup: Setup, round_number: int, tricks_done: int) -> Judge:
    """Return what judges the ends of rollouts that begin after so many tricks of a round.

    ``text`` is that of a file of values. The last round ends in victory or defeat, and on boards
    of one's own ends are judged as they are.
    """
    judge, fitted = judge_after(setup, round_number), _parsed(text).get(f"round_{round_number}")
    if fitted is None or setup.board != BOARDS[setup.level]:
        return judge
    stage = next(at for at, tricks in enumerate(STAGES) if tricks_done in tricks)
    values = EndValues(*fitted["stages"][stage])

    def judge_by_stage(end: RolloutEnd) -> Worth:
        worth = judge(end)
        return Worth(worth.win, worth.score, POINT * values.of(end))

    return judge_by_stage


@cache
def _parsed(text: str) -> Mapping[str, Mapping[str, Sequence[Sequence[float]]]]:
    return tomllib.loads(text)


def judge_after(setup: Setup, round_number: int, _tricks_done: int = 0) -> Judge:
    """Return what judges ends as they are, whenever the rollout began."""
    value = value_after(setup, round_number)

    def judge(end: RolloutEnd) -> Worth:
        if end.fate is Fate.WON:
            cards = end.hand.bit_count() + end.other.bit_count()
            return victory(setup.level, round_number, cards, end.path.reserve)
        return DEFEAT if end.fate is Fate.LOST else value(end.path)

    return judge
