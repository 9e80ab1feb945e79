"""Its rules."""

from foxduet.rules.classic import RULES

__all__ = ["RULES"]
