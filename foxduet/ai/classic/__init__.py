"""The opponents of the original game."""

from foxduet.ai.classic.partners import PARTNERS

__all__ = ["PARTNERS"]
