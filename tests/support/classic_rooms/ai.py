"""Its opponents."""

from foxduet.ai.classic import PARTNERS

__all__ = ["PARTNERS"]
