"""The opponents of the original game."""

from foxduet.games.classic.ai.partners import PARTNERS

__all__ = ["PARTNERS"]
