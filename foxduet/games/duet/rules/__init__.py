"""The Fox in the Forest Duet: the cooperative game."""

from foxduet.games.duet.rules.ruleset import RULES

__all__ = ["RULES"]
