"""The Fox in the Forest: the original game, of two opponents."""

from foxduet.games.classic.rules.ruleset import RULES

__all__ = ["RULES"]
