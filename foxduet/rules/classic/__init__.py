"""The Fox in the Forest: the original game, of two opponents."""

from foxduet.rules.classic.ruleset import RULES

__all__ = ["RULES"]
