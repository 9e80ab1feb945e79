"""The Fox in the Forest Duet: the cooperative game."""

from foxduet.rules.duet.ruleset import RULES

__all__ = ["RULES"]
