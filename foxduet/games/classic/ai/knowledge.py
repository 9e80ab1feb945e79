"""What opponents have learned from games of partners: the match table, and how rounds end."""

from __future__ import annotations

from dataclasses import dataclass

from foxduet.games.classic.ai.leaf import Network, learned_network
from foxduet.games.classic.ai.match import ChancesOf, learned_chances


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The chances to win the match between rounds, and the network for the begin of a trick."""

    chances: ChancesOf
    tell: Network


def learned() -> Knowledge:
    """Return what the package contains."""
    return Knowledge(learned_chances(), learned_network())
