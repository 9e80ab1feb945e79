"""How two seats play in a rollout: greedily by prices, and not always alike.

A leader takes the card with the best worth of leading it, less its price, more a random noise; a
follower the best legal reply by where it lands, less its price, more a bonus for winning. Plain
prices are those of the steady partner; others, for each stage of a round, are fitted to what
experts do. They are in ``policy.toml``; ``python -m tests.benchmarks.fit_expert`` fits them again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from math import log
from random import Random

from foxduet.core.common import Seat
from foxduet.core.frozen import dataclass
from foxduet.games.duet.ai.landing import PRICES
from foxduet.games.duet.ai.numbers import CARDS, RANKS, SUITS, TRICKS
from foxduet.games.duet.rules.state import TRICKS as TRICKS_OF_ROUND

POLICY_FILE = "policy.toml"
STAGES = (range(4), range(4, 7), range(7, 9), range(9, TRICKS_OF_ROUND))
"""The tricks of a round, from 0, that have the same prices."""

NO_NOISE = bytes(TRICKS_OF_ROUND)
"""The rows of noise for a world in which seats are not noisy at all."""

_ROWS = 256
_SEED = "foxduet noise"
PLAIN_SURENESS = 12.0
"""How sure seats are of steady play: tuned on games beside steady, and beside a wilder one."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Tables of how seats play, for each trick of a round.

    ``leads[trick][trump][row]`` is what is added to the worth of leading each card: its price,
    negative, and one of the rows of noise, of which the first is none. ``replies[trick][trump]
    [lead]`` is the price of each card that follows, less the bonus if it wins.
    """

    leads: Sequence[Sequence[Sequence[Sequence[float]]]]
    replies: Sequence[Sequence[Sequence[Sequence[float]]]]


@dataclass(frozen=True, slots=True)
class Prices:
    """What it costs to play each rank in one stage, as ``plain`` card and as ``trump``.

    ``sureness`` is how many times larger worths are than a noise of 1; ``bonus`` is for winning.
    """

    plain: Sequence[float]
    trump: Sequence[float]
    sureness: float
    bonus: float = 0.0

    def of_cards(self, trump: int) -> list[float]:
        """Return the price of each card."""
        suits = (self.trump if suit == trump else self.plain for suit in range(SUITS))
        return [price for prices in suits for price in prices]


def policy_by(text: str) -> Policy:
    """Return the policy with the prices of a file's text."""
    fitted = tomllib.loads(text)
    stages = [fitted[f"stage_{number}"] for number in range(1, len(STAGES) + 1)]
    leads, replies = ([Prices(**stage[kind]) for stage in stages] for kind in ("lead", "reply"))
    return policy_of(leads, replies)


@cache
def plain_policy(sureness: float = PLAIN_SURENESS) -> Policy:
    """Return how seats play by the steady rules, and a little less surely."""
    prices = [Prices(PRICES[:RANKS], PRICES[:RANKS], sureness)] * len(STAGES)
    return policy_of(prices, prices)


def policy_of(leads: Sequence[Prices], replies: Sequence[Prices]) -> Policy:
    """Return the policy with these prices of leading and of replying in each stage."""
    noise = _noise()
    of_leads = [_leads_with(prices, noise) for prices in leads]
    of_replies = [_replies_with(prices) for prices in replies]
    stage_of = [stage for stage, tricks in enumerate(STAGES) for _ in tricks]
    return Policy(
        [of_leads[stage] for stage in stage_of], [of_replies[stage] for stage in stage_of]
    )


def _leads_with(
    prices: Prices, noise: Sequence[Sequence[float]]
) -> Sequence[Sequence[Sequence[float]]]:
    by_trump = [prices.of_cards(trump) for trump in range(SUITS)]
    return [
        [
            [one / prices.sureness - price for one, price in zip(row, cards, strict=True)]
            for row in noise
        ]
        for cards in by_trump
    ]


def _replies_with(prices: Prices) -> Sequence[Sequence[Sequence[float]]]:
    def row(trump: int, lead: int) -> list[float]:
        # Who wins does not depend on who leads.
        kinds = TRICKS[Seat.P1][trump][lead]
        return [
            price - prices.bonus * (kind & 1)
            for price, kind in zip(prices.of_cards(trump), kinds, strict=True)
        ]

    return [[row(trump, lead) for lead in range(CARDS)] for trump in range(SUITS)]


@cache
def _noise() -> Sequence[Sequence[float]]:
    """Return rows of noise for each card: Gumbel's, with which a choice is a logit; first none."""
    rng = Random(_SEED)
    rows = [[-log(rng.expovariate(1.0)) for _ in range(CARDS)] for _ in range(_ROWS - 1)]
    return [[0.0] * CARDS, *rows]
