"""The Fox in the Forest Duet as a PettingZoo environment (AEC): two agents, one team.

It knows a game by the public names alone: the rule set, observations, and notation. What an
agent observes is worked out from its Observation only. Forest tokens between rounds are placed by
p1 for the team. Both agents get the score of the game as their reward when it ends, 0 for a
defeat.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

from foxduet.core.cards import Seat
from foxduet.core.registry import rule_set
from foxduet.games.duet.rules.cards import DECK, MAX_SPACES, Suit
from foxduet.games.duet.rules.observation import Observation
from foxduet.games.duet.rules.state import (
    EXCHANGES,
    FORESTS,
    GIVES,
    KEEPS,
    NAMINGS,
    PLAYS,
    Action,
    Move,
)

FURTHEST = 6
"""The longest way that two cards can send the fox."""

ACTIONS_OF: tuple[tuple[Action, ...], ...] = tuple(
    (
        *PLAYS[seat],
        *EXCHANGES[seat],
        KEEPS[seat],
        *GIVES[seat],
        *NAMINGS[seat],
        *(Move(seat, steps) for steps in range(-FURTHEST, FURTHEST + 1)),
        *FORESTS,
    )
    for seat in Seat
)
"""The actions of each seat, by their numbers."""

NUMBERS = {action: number for actions in ACTIONS_OF for number, action in enumerate(actions)}
COUNT = len(ACTIONS_OF[0])


def encoded(seen: Observation) -> Any:
    """Return what a seat knows as numbers from 0 to 1: cards, the path, and how far the game is."""
    table, other = seen.table, seen.seat.other
    path, trick = table.path, table.trick
    open_cards = [table.decree, trick.lead if trick else None, trick.follow if trick else None]
    values: list[float] = []
    for cards in (seen.hand, seen.out, seen.partner_known, table.known[other]):
        values += [card in cards for card in DECK]
    for shown in (*open_cards, seen.own_offer):
        values += [card is shown for card in DECK]
    for suits in (seen.partner_voids, table.voids[seen.seat]):
        values += [suit in suits for suit in Suit]
    for space in range(1, MAX_SPACES + 1):
        is_open = space <= len(path.gems) and not path.is_covered(space)
        gems = path.gems[space - 1] if is_open else 0
        values += [is_open, gems / 22, space == path.tracker]
    leads = trick is not None and trick.leader is seen.seat
    values += [seen.seat, leads, seen.partner_offered, seen.partner_cards / 11]
    values += [table.round / 3, table.tricks_done / 11, table.reserve / 9]
    return np.array(values, dtype=np.float32)


class DuetEnv(AECEnv):  # type: ignore[misc]
    """One game on the board of ``level`` (1-3); ``reset(seed)`` fixes all its deals."""

    metadata: ClassVar = {"name": "foxduet_v0", "render_modes": []}

    def __init__(self, level: int = 2) -> None:
        super().__init__()
        self.rules = rule_set("duet")
        self.setup = self.rules.setup_from({"level": level})
        self.possible_agents = [str(seat) for seat in Seat]
        size = len(encoded(self.rules.observe(self.rules.new_game(self.setup), Seat.P1)))
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(0, 1, (size,), np.float32),
                    "action_mask": Box(0, 1, (COUNT,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: Discrete(COUNT) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: object = None) -> None:  # noqa: ARG002
        self.chance = Random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.state_of_game = self.rules.new_game(self.setup)
        self._continue()

    def _continue(self) -> None:
        """Deal whatever is due, then let the seat choose that must, or end the game."""
        while (due := self.rules.pending(self.state_of_game)) is not None and due.choice.is_deal:
            deal = self.rules.deal(self.state_of_game, self.chance, None)
            self.state_of_game = self.rules.apply(self.state_of_game, deal).state
        if due is not None:
            self.agent_selection = str(due.decider)
            return
        result = self.rules.result(self.state_of_game)
        assert result is not None, "nothing is due once a game is over"
        self.rewards = dict(zip(self.agents, result.points, strict=True))
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        seen = self.rules.observe(self.state_of_game, Seat[agent.upper()])
        mask: Any = np.zeros(COUNT, np.int8)
        if agent == self.agent_selection:
            mask[[NUMBERS[choice] for choice in seen.choices]] = 1
        return {"observation": encoded(seen), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only an agent whose game is over has nothing to do"
        self._cumulative_rewards[agent] = 0
        chosen = ACTIONS_OF[Seat[agent.upper()]][action]
        self.state_of_game = self.rules.apply(self.state_of_game, chosen).state
        self._continue()
        self._accumulate_rewards()
