"""How a search judges positions: the trick under way finished at random, then the learned value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from foxduet.core.frozen import dataclass
from foxduet.games.classic.ai.leaf import Leaf, Network, learned_network, normalized
from foxduet.games.classic.ai.match import MOST_POINTS, ChancesOf, learned_chances, rewards_of
from foxduet.games.classic.ai.position import NONE, OVER, PLAY, Position
from foxduet.games.classic.ai.tables import cards_in
from foxduet.games.classic.rules.observation import Observation

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What opponents have learned: the chances to win the match, and how rounds end.

    The chances are those between rounds, the network tells of the begin of a trick.
    """

    chances: ChancesOf
    tell: Network


def learned() -> Knowledge:
    """Return what the package contains."""
    return Knowledge(learned_chances(), learned_network())


class Judge:
    """Judges positions of the round that ``observation`` shows, for its seat.

    Worths span from the worst (0) to the best (1) end of the round, so that a search explores as
    much at the begin of a match as at its end.
    """

    def __init__(self, observation: Observation, knowledge: Knowledge, rng: Random) -> None:
        table, seat = observation.table, observation.seat
        rewards = rewards_of(knowledge.chances, table, seat)
        self._rewards, self._least, self._span = normalized(rewards, table.scored, seat)
        self._leaf = Leaf(knowledge.tell, self._rewards, seat)
        scored = table.scored[seat]
        points = tuple((float(own - scored),) * (MOST_POINTS + 1) for own in range(MOST_POINTS + 1))
        self._points = Leaf(knowledge.tell, points, seat)
        self._seat = int(seat)
        self._scored = scored
        self._random = rng.random

    def evaluate(self, position: Position) -> float:
        """Finish the trick of ``position``, and return its worth (0-1)."""
        random = self._random
        while position.due != PLAY or position.lead != NONE:
            if position.due == OVER:
                gains = position.gains
                return self._rewards[gains[self._seat]][gains[1 - self._seat]]
            choices = cards_in(position.legal())
            position.do(choices[int(random() * len(choices))])
        return self._leaf.worth(position)

    def points(self, position: Position) -> float:
        """Return the points that the seat is to score after a position that was evaluated.

        Those that it has scored since the observation are among them.
        """
        if position.due == OVER:
            return float(position.gains[self._seat] - self._scored)
        return self._points.worth(position)

    def chance(self, worth: float) -> float:
        """Return the chance to win the match (0-1) that a worth stands for."""
        return min(max(self._least + self._span * worth, 0.0), 1.0)
